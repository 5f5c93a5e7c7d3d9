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
 * in the mean, each of them a load from L2 on which the next one hangs. A warp that looks at W blocks at a time goes W * d
 * back in d looks, and R is R / W: 10.4, 7.4 and 3.7 looks of 32 where 2112, 1056 and 264 blocks are resident. Measured on an
 * H200 (measure/calibrate/together.cu, running_1, 4 and 8, 16384 and more blocks) 8.1 to 9.7, 6.6 to 11.1 and 4.0 to 9.6. Where the waiting of blocks is of
 * another kind (a chain in which each needs the one before) this is too little.
 */
#ifndef GM_MODEL_LOOKS_H
#define GM_MODEL_LOOKS_H

#include "model/counts.h"

/* Measured on an H200 (measure/calibrate/looks.cu: 64 to 65536 blocks of 64 to 1024 threads that do nothing
   else): 1.07 to 1.17 with 64 blocks, 1.20 to 1.34 with 256 to 4224 resident ones, whose looks take 410 to
   440 clocks each. The recurrence gives 0.94 when a store is seen after half a look, 1.24 to 1.32 when after a
   whole one (tests/model/test_looks.c). */
#define GM_LOOKS_OF_ROOT 1.28

/* Looks of a block beyond the one that is counted; 0 where blocks do not wait for earlier ones. */
double gm_looks_more(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm,
                     int64_t blocks, double width);

/* Puts what they take into the clocks of a block, in place of what stood there for them. After an equal
   launch (`warm`) memory is as that has left it: everybody finds whole sums at once. */
void gm_looks_add(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm, bool warm,
                  gm_counts *counts);

#endif
