/*
 * Stores that a warp issues one after the other leave L1 as one where they touch a sector, as far as the
 * queue to L2 lets them; how far was measured (calibration, joins).
 */
#ifndef GM_MODEL_L1_JOINS_H
#define GM_MODEL_L1_JOINS_H

#include "model/trace.h"

enum { GM_L1_JOINED_RUNS = 16 /* pieces of a store that others can still join */ };

/* Lines of 128 bytes that the request names; its runs rise. */
int64_t gm_l1_lines(const gm_trace *trace, const gm_trace_request *request);

/* Sectors of the store that join its last one; both are moved by so many sectors. */
double gm_l1_joined(const gm_trace *trace, const gm_trace_request *last, int64_t last_moved,
                    const gm_trace_request *request, int64_t moved);

#endif
