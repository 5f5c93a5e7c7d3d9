/*
 * A grid of one axis that stands for more (a kernel that divides its index by the width of a matrix): the axis is folded
 * where blocks are no longer where the step says. Of this room only, while the trace is made.
 *
 * The fold is looked for by halving, from the last block and the first. What lies between is the row; rows that do
 * not begin at a multiple of their length are none.
 *
 * Steps of a grid that is not as its first step says are looked at in 16 places: a site whose steps lead to twice the
 * length of its array, and that in a quarter of them goes elsewhere than a step to the next block (its bits reversed),
 * has none. One that begins an array anew now and then has.
 */
#ifndef GM_MODEL_GRID_FOLD_H
#define GM_MODEL_GRID_FOLD_H

#include "model/grid_trace.h"

/* Sets `grid`, `block` and the step along y, or leaves the grid as it is; marks sites as irregular. */
gm_status gm_grid_fold(gm_grid_trace *trace, gm_error *err);

/* Data may lead blocks in turns to a few arrays (a table of pointers at the block's number modulo its length), through
   each of which they go on evenly: folds the grid if all is then where it should be that was regular `before` data
   were doubted (a flag per site: irregular), else changes nothing. */
gm_status gm_grid_fold_by_data(gm_grid_trace *trace, const bool *before, gm_error *err);

#endif
