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
 *
 * A store that waits for a load of its own (members of a structure that are loaded, changed and stored) is issued when
 * that has come, and other warps' stores get in between, whether or not the way has time. Loads that the warp has waited
 * for before, at a barrier or a branch that compilers move nothing past, are there. A million structures of 32
 * bytes, 8 lines, three members, as many warps on an SM (H200, members):
 *
 *     warps                           8     16     32     64
 *     each waits for another load  0.99   0.96   0.89   0.48
 *     for two others               0.76   0.68   0.36   0.23
 *     for all that are loaded                           0.79
 *     here                         0.94   0.85   0.67   0.33
 *
 * in place or not alike; structures of 24, 28, 40 and 64 bytes 0.93, 0.77, 0.34, 0.23 of the first, 0.75, 0.65, 0.17,
 * 0.06 of the second, while what stores alone join is 0.92, 0.68, 0.34, 0.08.
 *
 * Loads of a line that the warp has waited for before (members that a division lies between, or that are loaded from where
 * the first says) L1 has, and lets warps through one after the other: what is stored behind them joins, if they were issued
 * before the first store. Of structures of 32 bytes (2, 3 and 6 members stored), of 28 and of 64 (6) bytes (after.cu, H200):
 *
 *     warps            8     16     32     64     64, 2 members   6 members   64 bytes
 *     32 bytes      1.00   0.99   0.85   0.82              0.93        0.65   0.17, 0.11
 *     here          0.98   0.95   0.90   0.80              0.86        0.76   0.17, 0.16
 *     28 bytes      0.96   0.96   0.86   0.73
 *     here          0.98   0.95   0.89   0.78
 *
 * a share of 0.7 of what time to spare would let join beyond a full queue (of 16 lines 0.15), whether or not there is any.
 *
 * Loads of other lines come at other times, and stores of few lines that wait for them join no better than those of
 * many, whatever the number of warps (zip, 2 to 4 floats or doubles, 3 shorts or bytes beside each other, each loaded from
 * an array of its own): 0.54, 0.59, 0.67 of floats, 0.53, 0.63 of doubles, 0.6, 0.54; taken for all: 0.6.
 *
 * Warps of a block that have waited for each other, for nothing since, and have done alike store at once: of tiles that each thread
 * has in registers, 8 rows of words beside each other, behind a barrier and with 4000 multiply-adds before, 16 and 64
 * warps on an SM (tile):
 *
 *     words of 4 bytes, 2 lines  0.99 0.98      of 8 bytes, 4 lines  1.00 0.99, without multiply-adds 0.69 0.66
 *                       4 lines  0.74 0.76, without multiply-adds 0.41 0.36
 *                       8 lines  0.03 0.01      of 16 bytes, 8 lines 0.04 0.05
 *
 * Where each warp comes some instructions behind another (as many reads of shared memory, one after the other, as it has a
 * number; items), they store one by one, and what one stores joins whether or not the way has time: 2, 4 and 8 pieces of 32
 * bytes of a thread, 8 lines, 0.95 to 0.97, with nothing loaded before 0.65 to 0.77; of 64 bytes, 16 lines, 0.09 to 0.16.
 * In step 0.09, 0.07 and 0.14.
 *
 * Without a barrier a row of stores that follows what the warp has waited for begins at another time in each warp. All that is
 * stored loaded before, of 8 lines:
 *
 *     warps on an SM   16     32     64   64, neighbours load side by side   64, 256 multiply-adds before
 *     2 of 16 bytes  1.00   0.83   0.59                              0.56                            0.96
 *     4 of 8         1.00   0.23   0.53                              0.41                            0.96
 *     8 of 4         0.92   0.25   0.45                              0.31                            0.54
 *
 * so 0.5 of second ones and 0.36 of later ones at least, and more as the way has time to spare.
 *
 * Alike in one row or four of a warp, and without the barrier. Of more than two stores in a row of 8 lines the third and
 * those after it join less, also where warps are out of step (joins, 2, 3, 4 and 8 stores): 0.55, 0.36, 0.27, 0.16 of
 * all.
 *
 * Stores of other warps join where few lines are touched (shifted_store, 4 to 5 lines: 73 % of the sectors that two warps
 * share). Of threads that store down columns (columns, warps of 8 and 16 lines) 99 % and 18 % do, and 11 % and 9 % where each
 * has loaded what it stores.
 */
#ifndef GM_MODEL_L1_JOINS_H
#define GM_MODEL_L1_JOINS_H

#include "model/trace.h"

enum { GM_L1_JOINED_RUNS = 16 /* pieces of a store that others can still join */ };

/* Sectors that join: while the queue to L2 is full, and while there is time to spare; and those that both stores touch. */
typedef struct gm_l1_joins {
	double full, free, shared;
} gm_l1_joins;

/* Lines of 128 bytes that the request names; its runs rise. */
int64_t gm_l1_lines(const gm_trace *trace, const gm_trace_request *request);

/* Sectors of the store that join its last one; both are moved by so many sectors, and the SM has so many warps. */
gm_l1_joins gm_l1_joined(const gm_trace *trace, const gm_trace_request *last, int64_t last_moved,
                         const gm_trace_request *request, int64_t moved, int warps);

/* Of the sectors that a store shares with those of other warps, the share that joins them. */
double gm_l1_joined_by_others(const gm_trace *trace, const gm_trace_request *request);

#endif
