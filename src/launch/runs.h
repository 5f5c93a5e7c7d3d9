/*
 * Runs of blocks that do as much as each other, of grids that are one row: persistent blocks share tiles out in
 * turn, so that the first blocks have one more than the others.
 *
 * Where blocks that a pilot saw, one after the other in the row, differ at few places, the border between two that
 * differ is found by halving. That a run is alike is not proven: its blocks may still be drawn from. But what they
 * stand for is known to the block.
 */
#ifndef GM_LAUNCH_RUNS_H
#define GM_LAUNCH_RUNS_H

#include "launch/pilot.h"
#include "launch/view.h"

enum { RUNS_MOST = 4 };

/* Cuts the first axis of the grid into the runs; false where there are none or more than RUNS_MOST, or they would be
   too much work to find: then `out` is left alone. */
bool gm_ptx_runs_find(const ptx_kernel *kernel, const ptx_pilot *pilot, ptx_axis *out);

#endif
