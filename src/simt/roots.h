/*
 * Which buffer a register points into, before anything runs: the one buffer from whose address
 * alone it is computed. Followed through every step without regard to order, so what it says holds
 * everywhere.
 */
#ifndef GM_SIMT_ROOTS_H
#define GM_SIMT_ROOTS_H

#include "simt/machine.h"

enum { ROOT_NONE = -1, ROOT_MANY = -2 };

/* One entry per unit: a buffer, ROOT_NONE or ROOT_MANY. Release with free(). */
int *gm_ptx_roots(const ptx_program *program, const ptx_buffer *buffers, int count);

/* The same, and variables of shared memory are roots too: number i of program->placed is count + i. What a
   launch gives the size of is one, by however many names. */
int *gm_ptx_roots_of_all(const ptx_program *program, const ptx_buffer *buffers, int count);

#endif
