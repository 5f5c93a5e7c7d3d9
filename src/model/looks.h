/*
 * Blocks that look back.
 *
 * In a running sum of one pass a block publishes its own sum, then looks at the blocks before it, one
 * after the other, until it meets one that knows the sum of all before. Blocks that start together find
 * each other half done: the i-th of them meets a block that is done after d looks, where
 *
 *     d(i) = the least d with  d >= d(i - d) + what a store takes until others see it, in looks
 *
 * which grows as the root of 2 i. Over the R blocks that are resident together that makes
 *
 *     looks = GM_LOOKS_OF_ROOT * sqrt(R)
 *
 * in the mean, each of them a load from L2 on which the next one hangs. Where the waiting of blocks is of
 * another kind (a chain in which each needs the one before) this is too little.
 */
#ifndef GM_MODEL_LOOKS_H
#define GM_MODEL_LOOKS_H

#include "model/counts.h"

/* 0.94 when a store is seen after half a look, 1.24 to 1.32 when after a whole one (the recurrence above, for
   64 to 2112 blocks that start together, tests/model/test_looks.c); 1.0 to 1.3 when they start by and by in
   up to 31 rounds. */
#define GM_LOOKS_OF_ROOT 1.2

/* Looks of a block beyond the one that is counted; 0 where blocks do not wait for earlier ones. */
double gm_looks_more(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm,
                     int64_t blocks);

/* Puts what they take into the clocks of a block, in place of what stood there for them. After an equal
   launch (`warm`) memory is as that has left it: everybody finds whole sums at once. */
void gm_looks_add(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm, bool warm,
                  gm_counts *counts);

#endif
