/*
 * Accesses to neighbouring words of shared memory become one.
 *
 * The assembler joins loads (and stores) of shared memory through the same address register, when
 * their words lie side by side, their address is known to be a multiple of the joined size, and
 * nothing between them may write (or read) shared memory: LDS.64 and LDS.128, STS.64 and STS.128.
 * What the hardware counts as requests and wavefronts are the joined accesses.
 *
 *     words used of 16 bytes      joined to
 *     4, or 3 of them (loads)     one access of 16 bytes
 *     2, an aligned pair          one access of 8 bytes
 *     2 of 8 bytes each           one access of 16 bytes
 *
 * A joined access takes place at the first of the loads, at the last of the stores; the others have
 * no site any more. Loads of global memory are not joined, nor words narrower than 32 bits.
 * Source: code of ptxas 13.0 for sm_75 and sm_90; tests/ptx/lowering/joins.cu.
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
