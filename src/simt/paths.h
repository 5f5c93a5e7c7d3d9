/*
 * Progress of lanes that wait for each other.
 */
#ifndef GM_SIMT_PATHS_H
#define GM_SIMT_PATHS_H

#include "simt/machine.h"

/* Called at every turn of a loop that may spin on memory. Now and then lets the other warps run,
   and the lanes of this warp that wait outside of the loop. When nothing in the block has changed
   for long, it waits for another block: the spin is left as if that had come. True when the paths
   have changed. */
bool gm_ptx_paths_spin(ptx_warp *warp, int32_t loop);

/* The running path stands at a barrier that not all lanes of the warp have reached. True when
   others that have not met it run first: they may come too, or exit. */
bool gm_ptx_paths_park(ptx_warp *warp);

/* The lanes that take a branch in a loop that is left by force: those that lead out. */
uint32_t gm_ptx_paths_forced(ptx_warp *warp, const ptx_step *step, uint32_t taken);

#endif
