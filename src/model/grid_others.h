/*
 * Blocks that share an SM with the traced one, where sites have no step: traced one by one, on all processors. Of this
 * room only.
 */
#ifndef GM_MODEL_GRID_OTHERS_H
#define GM_MODEL_GRID_OTHERS_H

#include "model/grid_trace.h"

/* Fills in the trace's `others` and `far`. */
gm_status gm_grid_trace_others(gm_grid_trace *grid, int warp_lanes, int64_t resident, int64_t sms, gm_error *err);

#endif
