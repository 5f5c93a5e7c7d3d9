/*
 * Accesses of PTX to neighbouring words of shared memory become one, by the rule of kernel/join.h.
 *
 * Looked at together are plain loads (or stores) of a basic block, through the same register or
 * none, with nothing between them that may write (or read) shared memory. Those that join another
 * have no site any more.
 */
#ifndef GM_PTX_JOIN_H
#define GM_PTX_JOIN_H

#include "ptx/machine.h"

void gm_ptx_join(ptx_program *program, gm_site *sites);

/* What is known of the value in each unit before anything runs. */
typedef struct ptx_known {
	uint8_t *zeros;  /* low bits that are zero whatever happens, at most 63 */
	uint64_t *value; /* of literals */
	bool *literal;
} ptx_known;

void gm_ptx_known_init(ptx_known *known, const ptx_program *program);
void gm_ptx_known_dispose(ptx_known *known);

#endif
