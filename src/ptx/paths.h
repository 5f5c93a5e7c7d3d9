/*
 * Progress of lanes that wait for each other.
 */
#ifndef GM_PTX_PATHS_H
#define GM_PTX_PATHS_H

#include "ptx/machine.h"

/* Called at every turn of a loop that may spin on memory. Now and then lets the other warps run,
   and the lanes of this warp that wait outside of the loop. True when the paths have changed. */
bool gm_ptx_paths_spin(ptx_warp *warp);

#endif
