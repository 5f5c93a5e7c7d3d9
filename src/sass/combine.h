/*
 * Atomics at an address that all lanes of a warp share: what ptxas makes one of.
 *
 * The lanes' operands are combined within the warp (REDUX, or POPC where each adds a literal), and one
 * lane of those that are on goes to memory: one sector, one request, one lane. Seen in code of ptxas
 * 13.0 for sm_90 (and sm_75, which combines by shuffles): add, min, max, and, or, xor of 32 bits without
 * a result, and with one the addition of what all lanes share. The addition of a literal to shared
 * memory without a result stays as it is (ATOMS.POPC.INC takes all lanes at once).
 */
#ifndef GM_SASS_COMBINE_H
#define GM_SASS_COMBINE_H

#include "simt/machine.h"

/* Marks those steps; and the sites of stores to an address that is the same in the whole grid. */
void gm_ptx_combine(ptx_program *program, gm_site *sites);

#endif
