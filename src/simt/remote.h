/*
 * Which accesses go to the shared memory of other blocks of a cluster: those whose address comes from mapa.
 *
 * Such an address has the rank that mapa was asked for, and 1, from bit GM_AWAY_BITS on. The block is run as
 * if the memory of all of them were its own; what is streamed says how far behind its own rank they are.
 */
#ifndef GM_SIMT_REMOTE_H
#define GM_SIMT_REMOTE_H

#include "simt/machine.h"

/* Sets gm_site.cluster of them; nothing where the entry does not say how many blocks a cluster has. */
void gm_ptx_remote(const ptx_program *program, gm_site *sites);

/* mapa, where it is known how many blocks a cluster has: step->a an address of the block's own window, its
   second source the rank. */
void gm_ptx_remote_address(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* Where such an address of the shared window leads, of `away` ranks behind the block's own. */
uint64_t gm_ptx_remote_offset(const ptx_machine *machine, uint64_t address, uint32_t *away);

#endif
