/*
 * Stores that a warp issues one after the other leave L1 as one where they touch a sector, as far as the
 * queue to L2 lets them; how far was measured (calibration, joins), while stores alone fill the queue.
 *
 * Where the way to L2 has time to spare, hardly any warp's stores get in between. On an H200 two to twelve stores of
 * a thread beside each other, 64 warps on an SM, with 0 to 2048 multiply-adds before them, joined:
 *
 *     multiply-adds               0     32    128    256    512   1024   2048
 *     16 bytes,  8 lines       0.06   0.11   0.93   0.96   0.98   0.98   0.98
 *      8 bytes,  8 lines       0.06   0.18   0.99   0.99   0.99   0.99   1.00
 *      4 bytes,  8 lines       0.49   0.55   0.99   0.99   0.99   1.00   1.00
 *      4 bytes, 16 lines       0.09   0.11   0.19   0.77   0.84   0.88   0.91
 *     16 bytes, 16 lines       0.00   0.00   0.01   0.17   0.55   0.33   0.36
 *      1 byte,   3 lines       0.74   0.64   1.00   1.00   1.00   1.00   1.00
 *
 * model/store_way.h says which of the two it is.
 */
#ifndef GM_MODEL_L1_JOINS_H
#define GM_MODEL_L1_JOINS_H

#include "model/trace.h"

enum { GM_L1_JOINED_RUNS = 16 /* pieces of a store that others can still join */ };

/* Sectors: while the queue to L2 is full, and while there is time to spare. */
typedef struct gm_l1_joins {
	double full, free;
} gm_l1_joins;

/* Lines of 128 bytes that the request names; its runs rise. */
int64_t gm_l1_lines(const gm_trace *trace, const gm_trace_request *request);

/* Sectors of the store that join its last one; both are moved by so many sectors. */
gm_l1_joins gm_l1_joined(const gm_trace *trace, const gm_trace_request *last, int64_t last_moved,
                         const gm_trace_request *request, int64_t moved);

#endif
