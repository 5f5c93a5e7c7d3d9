/*
 * Shared memory: the passes (wavefronts) of one warp request, by the bank rule of the device.
 *
 *   banks_16         cc 1.x    16 banks x 4 B, half-warps, one broadcast word per pass
 *   banks_32_fermi   cc 2.x    32 banks x 4 B, any number of multicast words; 8-byte words by
 *                              half-warps, 16-byte by quarter-warps
 *   banks_32x8_4     cc 3.x    32 banks x 8 B in 4-byte mode: words i and i+32 of an aligned 64-word
 *                              segment share a pass
 *   banks_32x8_8     cc 3.x    32 banks x 8 B in 8-byte mode
 *   banks_32         cc 5.0+   32 banks x 4 B; 8-byte accesses in 2 phases of 16 lanes, 16-byte in 4 of 8
 *   banks_32_gcn     AMD GCN   32 banks x 4 B; a wavefront of 64 in 2 phases of 32 lanes
 *
 * The ideal is what the same lanes would take with the best addresses.
 */
#ifndef GM_MODEL_BANKS_H
#define GM_MODEL_BANKS_H

#include "model/access.h"

#include "device/rules.h"

typedef struct gm_bank_passes {
	int wavefronts_count;       /* passes through the banks; 0 without active lanes */
	int ideal_wavefronts_count; /* the fewest that this many lanes of this width need */
	int worst_degree;           /* the largest number of distinct words in one bank in one phase */
	int phases_count;           /* phases with an active lane */
} gm_bank_passes;

/* Pure; cannot fail for a well-formed access. */
gm_bank_passes gm_banks_evaluate(gm_bank_rule rule, const gm_access *access);

#endif
