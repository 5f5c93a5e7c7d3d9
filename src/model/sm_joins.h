/*
 * Reads of one sector by several SMs that come to L2 as one: those of up to l2_join_sms neighbouring SMs, of blocks
 * that share what they read and are there at about the same time.
 *
 *     share = early * l2_join_first * could_first + (1 - early) * l2_join_later * could_later
 *
 * each less the drift, 1 / (1 + time of a block / l2_join_time).
 *
 * In the first round of blocks neighbours start together on neighbouring SMs: all but one of l2_join_sms could
 * join, fewer where there are fewer blocks than SMs, which are spread over the device: so many times 2 to 128
 * blocks fetch the same tiles (H200, work 0 and 128):
 *
 *     blocks    2   4   8   16   24   32   48    64    96   128
 *     times     1   1   2   10   10   10   17    17    25    32
 *
 * Later a block starts wherever another has ended. Of n that share, on F = SMs / l2_join_sms such groups of SMs,
 * F * (1 - (1 - 1/F)^n) / n are alone in theirs: could_later is the rest. Half of the second round is as the first, and
 * what L1 keeps is fetched in the first round alone (all blocks the same 32 KiB: 0.26 left after 1 to 64 rounds).
 * Left of groups of 8 and 32 neighbours, by rounds (H200, blocks of 18 us and 170 us alike):
 *
 *     rounds              1     2     4     8    16    32    64
 *     8, measured      0.45  0.66  0.81  0.89  0.93  0.95  0.96
 *     8, here          0.30  0.47  0.71  0.83  0.89  0.92  0.94
 *     32, measured     0.34  0.43  0.60  0.72  0.77  0.82  0.80
 *     32, here         0.30  0.43  0.64  0.74  0.79  0.82  0.83
 */
#ifndef GM_MODEL_SM_JOINS_H
#define GM_MODEL_SM_JOINS_H

#include "device/device.h"

typedef struct gm_sm_joins {
	double run_s;       /* of a block, over which they drift apart */
	double early;       /* of the fetches, those by blocks that start in their order */
	double could_first, could_later; /* of reads that blocks share, those that could join */
	double ratio;       /* those that do */
} gm_sm_joins;

/* `sharing` neighbours in the order of blocks; `resident` on an SM at once; `first_ratio` of what is fetched is by
   the first of these. */
gm_sm_joins gm_sm_joins_evaluate(const gm_device *device, double blocks, double resident, double sharing,
                                 double first_ratio, double run_s);

#endif
