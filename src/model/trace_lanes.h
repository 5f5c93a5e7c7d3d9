/*
 * What the lanes of a warp's instruction touch, of those that are active: the sectors of a request.
 */
#ifndef GM_MODEL_TRACE_LANES_H
#define GM_MODEL_TRACE_LANES_H

#include "model/trace.h"

enum { GM_TRACE_LANES_SECTORS = GM_LANES_MAX * 5 /* room for those of any request */ };

/* Sectors of `bytes` at each lane's address, ascending, some of them more than once; returns how many. */
int gm_trace_lanes_sectors(const gm_warp_instr *instr, int lanes, int bytes, int64_t *sectors);

/* The same of local memory, from its beginning. */
int gm_trace_lanes_local(const gm_warp_instr *instr, int lanes, int bytes, int64_t *sectors);

/* Sectors L2 serves for an atomic: in each sector as many as lanes meet on one of its words. */
int gm_trace_lanes_atomic(const gm_warp_instr *instr, int lanes);

#endif
