/*
 * Runs of blocks that do as much as each other, of grids that are one row: persistent blocks share tiles out in
 * turn, so that the first blocks have one more than the others.
 *
 * Lines of blocks that do as much as each other, of grids that are more than one row: of a triangular product, of
 * attention to what came before, one axis decides. Each place along it becomes a part of its own where some blocks that a
 * pilot saw do as much as others in their line: none of it is proven, but sums over lines are right to the block.
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

/* Cuts the axis of the grid that decides into single places; false where there is none, or more places than two blocks
   may be drawn for of `drawn`: then `axes` is left alone. */
bool gm_ptx_lines_find(const ptx_kernel *kernel, const ptx_pilot *pilot, int64_t drawn,
                       ptx_axis axes[PTX_VIEW_AXES]);

#endif
