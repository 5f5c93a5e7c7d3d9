/*
 * Spills that the machine code tells of (kernel/spilling.h), where they stand in PTX.
 *
 * A loop of the machine code that spills is that loop of the PTX which lies in the same one, has as many loops right
 * in it, and whose own blocks have as many loads from global memory, stores there and barriers; where it has none of
 * these, whose length is within a factor of three. Of several the first in the order of the code. So a loop that ptxas
 * unrolls is none, and where a loop has no other nothing is said.
 *
 * Within a loop, and outside of all, a spill stands between the same blocks, accesses and barriers as there, if both
 * have as many of a kind, and between those in proportion to the instructions. What a store keeps is what the same load
 * made, or else what the step before it made; a load is awaited by the first step that reads a value as wide behind as
 * many instructions as there. Where no loop spills, a place that LDL.LU has freed, whose line L1 gives up, is taken again
 * for the next store.
 */
#ifndef GM_SASS_SPILL_SITES_H
#define GM_SASS_SPILL_SITES_H

#include "kernel/spilling.h"
#include "sass/spill_plan.h"

/* False, with nothing added, where a loop that spills is not found. *bytes: of places. */
bool gm_ptx_spill_sites(const ptx_lowering *lo, const spill_values *values, const gm_spilling *spilling,
			spill_accesses *out, int64_t *bytes);

#endif
