/*
 * Reads of one sector by several SMs that come to L2 as one: those of SMs of a group (model/sm_groups.h), of blocks
 * that share what they read and are there at about the same time.
 *
 *     share = early * l2_join_first * in_step * could_first + (1 - early) * l2_join_later * could_later
 *
 * A read waits for others as long as L2 works on it: two SMs of a group that read each line one after the other, so
 * many clocks apart, joined (H200, apart):
 *
 *     clocks            0     20     50    100    300    400    600   1000
 *     L2 has it         1      1   0.04   0.01      0      0      0      0
 *     DRAM does         1      1      1      1   0.98   0.55   0.11   0.02
 *
 * Who has joined gets the data when the first does, and is in step again. So blocks stay in step as long as their work
 * from load to load differs by less than that, and once they are out of it drift apart. What makes it differ are
 * the other warps of an SM, with which it shares L1's banks and the schedulers:
 *
 *     in_step = 1 / (1 + out)
 *     out     = min(1, (passes / loads / 1000)^2) * sqrt(passes / l2_join_passes) * (1 - 1 / (2 blocks))
 *               + 0.15 * sqrt(blocks) * min(1, busy), of more than one block
 *
 * where an SM's blocks make so many passes through the banks of L1, between so many loads that wait, and are busy
 * for so much of the time that one of them takes alone. Blocks of 256 threads, 64 tiles, each read by a block on
 * each SM, so many reads of shared memory of a thread between two tiles (H200, in_step), joined of what could be:
 *
 *     reads      blocks of an SM   1           2           4           8
 *        0                      1.00 1.00   0.99 0.97   0.98 0.97   0.92 0.93
 *       16                      0.98 1.00   0.75 0.90   0.62 0.76   0.48 0.52
 *       64                      0.92 0.95   0.64 0.60   0.52 0.50   0.41 0.41
 *      256                      0.70 0.71   0.50 0.47   0.38 0.38   0.31 0.30
 *     1024                      0.52 0.55   0.38 0.33   0.24 0.25   0.19 0.19
 *
 * and of 256 reads between 16, 64, 256 and 1024 tiles 0.83, 0.70, 0.53, 0.30 of one block, 0.57, 0.38, 0.21, 0.11
 * of four. Multiply-adds that wait for each other instead: 0.97, and 0.55 to 0.60 of eight blocks, however many.
 *
 * Later a block starts wherever another has ended. Of n that share, on F = SMs / l2_join_sms such groups of SMs,
 * F * (1 - (1 - 1/F)^n) / n are alone in theirs: could_later is the rest. Half of the second round is as the first, and
 * what L1 keeps is fetched in the first round alone (all blocks the same 32 KiB: 0.26 left after 1 to 64 rounds).
 * Left of groups of 8 and 32 neighbours, by rounds (H200, blocks of 18 us and 170 us alike):
 *
 *     rounds              1     2     4     8    16    32    64
 *     8, measured      0.45  0.66  0.81  0.89  0.93  0.95  0.96
 *     32, measured     0.34  0.43  0.60  0.72  0.77  0.82  0.80
 */
#ifndef GM_MODEL_SM_JOINS_H
#define GM_MODEL_SM_JOINS_H

#include "device/device.h"
#include "model/sm_groups.h"

/* The blocks that an SM has at once. */
typedef struct gm_sm_pace {
	double blocks;      /* of the grid */
	double resident;
	double warps;       /* of these */
	double passes;      /* of theirs through the banks of L1 */
	double loads;       /* for which one of their warps waits */
	double busy_cycles; /* that the SM works for them */
	double alone_cycles; /* that one of them takes alone, were it not for the work of its own warps */
	double first_ratio; /* of what is fetched, what the first of them do */
	bool cold;          /* DRAM has what they read first */
} gm_sm_pace;

/* Of a kernel. */
typedef struct gm_sm_joins {
	double early;   /* of the fetches, those by blocks that start in their order */
	double out;     /* how far they are out of step; of the site with most, for its sharers */
	double could_first, could_later; /* of reads that blocks share, those that could join: of the site with most */
	double ratio;       /* those that do */
} gm_sm_joins;

gm_sm_joins gm_sm_joins_evaluate(const gm_device *device, const gm_sm_pace *pace);

/* Of reads that SMs share while the first blocks run, and that so many neighbours share later. */
gm_sm_joins gm_sm_joins_of(const gm_device *device, const gm_sm_joins *joins, const gm_sm_pace *pace,
                           gm_sm_sharing first, double later);

#endif
