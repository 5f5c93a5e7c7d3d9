/*
 * Barriers of a block: bar and barrier, and what a reduction barrier gives back.
 */
#ifndef GM_SIMT_BARRIER_H
#define GM_SIMT_BARRIER_H

#include "simt/machine.h"

typedef enum ptx_barrier_kind {
	BARRIER_SYNC,
	BARRIER_ARRIVE,
	BARRIER_POPC, /* reductions over the predicate step->a */
	BARRIER_AND,
	BARRIER_OR
} ptx_barrier_kind;

/* A warp reaches the barrier step. step->detail: the kind; step->b: unit of the number; step->c:
   unit of the thread count or PTX_NO_UNIT. Leaves the warp WARP_AT_BARRIER unless it only arrives.
 */
void gm_ptx_barrier_reach(ptx_warp *warp, const ptx_step *step, uint32_t mask);

/* Opens every barrier that all its threads have reached; true when a warp was released. */
bool gm_ptx_barriers_open(ptx_machine *machine);

#endif
