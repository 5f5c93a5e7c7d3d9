/*
 * What the requests of traced blocks are like, as shares of all of them.
 */
#ifndef GM_MODEL_TRACE_SHARES_H
#define GM_MODEL_TRACE_SHARES_H

#include "model/grid_trace.h"

/* Of the sectors that stores of the traced blocks touch, the share that they write in part. */
double gm_trace_share_of_pieces(const gm_grid_trace *grid);

/* Lines of which they write any sector in part, for each sector that they touch. */
double gm_trace_part_lines(const gm_grid_trace *grid);

/* Sectors of whole fetch units of DRAM for a sector that a load of the traced block asks for: `unit_sectors`
   where each request asks for single sectors, 1 where it asks for all of a unit. */
double gm_trace_unit_ratio(const gm_trace *trace, int64_t unit_sectors);

/* Of the kilobytes that a request touches, the share of half lines (64 B) that it leaves out. */
double gm_trace_empty_share(const gm_trace *trace, const gm_trace_request *request);

/* Of sectors that loads of the traced block ask for, the share that DRAM does not stream when they come alone:
   pieces below 128 B, by what their request leaves out around them (model/reach.h). */
double gm_trace_scattered_share(const gm_trace *trace);

#endif
