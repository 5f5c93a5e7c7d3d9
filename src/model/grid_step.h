/*
 * How far each site's accesses move from one block to the next along an axis: seen on neighbours of the traced
 * block. A site whose requests do not agree on one step, or that goes to other places besides, is irregular. Of this
 * room only, while the trace is made.
 */
#ifndef GM_MODEL_GRID_STEP_H
#define GM_MODEL_GRID_STEP_H

#include "model/grid_trace.h"

/* The step along the axis, on a block that is `move` blocks away. Sites that are `known` (a flag per site) are left
   out; those that both blocks ask for are known then. */
void gm_grid_step_compare(gm_grid_trace *trace, const gm_near_block *there, int axis, int64_t move, bool *known);

/* The same on the block of the grid that is so many blocks away; where there is none, nothing. */
gm_status gm_grid_step_towards(gm_grid_trace *trace, int axis, int64_t move, bool *known, gm_error *err);

/* On the next block; on the one before for what that does not do, as below the diagonal of a matrix, or where there
   is none; along x on those further off where data say which blocks do what. */
gm_status gm_grid_step_measure(gm_grid_trace *trace, int axis, gm_error *err);

#endif
