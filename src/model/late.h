/*
 * Late: how much of what a block reads it has read when it stores.
 *
 * Of what is stored the share of reads that the warp has made before is 1 where it stores at the end, a half where it
 * reads and stores in turn, nothing where it stores first: F in the mean. What is stored at the end has none of
 * the reads after it that the blocks make that are resident together; in turn, as many as stores. So
 *
 *     late = 2 F - 1
 *
 * is the part of a wave of blocks whose reads have passed when the first of them stores (model/l2_life.h). Sectors of all
 * turns count, also those that are read again:
 *
 *     one after the other    before = before_1 + before_2 + stored_2 * read_1
 *     N turns                before = N * before_1 + N (N - 1) / 2 * stored_1 * read_1
 */
#ifndef GM_MODEL_LATE_H
#define GM_MODEL_LATE_H

#include "model/trace.h"

typedef struct gm_late {
	double read, stored; /* sectors */
	double before;       /* sectors read before, summed over those stored */
} gm_late;

/* Of a request that loads, stores, or does both to so many sectors. */
gm_late gm_late_of_request(double sectors, bool loads, bool stores);
gm_late gm_late_then(gm_late first, gm_late second);
gm_late gm_late_repeat(gm_late turn, double turns);

/* -1 to 1; of all warps that read, in the mean over what they store; 0 where none does. */
double gm_late_of_trace(const gm_trace *trace);

#endif
