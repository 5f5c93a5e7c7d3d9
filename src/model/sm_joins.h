/*
 * Reads of one sector by several SMs that come to L2 as one: those of SMs of a group (model/sm_groups.h), of blocks
 * that share what they read and are there at about the same time.
 *
 *     share = early * kept + (1 - early) * max(l2_join_later * could_later, kept * again)
 *     kept  = l2_join_first * could_first / (1 + out)
 *
 * A read waits for others as long as L2 works on it: two SMs of a group that read each line one after the other, so
 * many clocks apart, joined (H200, reads_apart):
 *
 *     clocks            0     20     50    100    300    400    600   1000
 *     L2 has it         1      1   0.04   0.01      0      0      0      0
 *     DRAM does         1      1      1      1   0.98   0.55   0.11   0.02
 *
 * Who has joined gets the data when the first does, and is in step again. What sets blocks apart are the other warps
 * of their SM, with which they share L1's banks and the schedulers. Where L2 has all that is read,
 *
 *     out = others * min(1, passes / alone) * sqrt(passes / l2_join_passes)     others = 0.3 to 1 for 8 to 32 warps,
 *                                                                                times missed
 *           + 0.15 * sqrt(warps / 8) * min(1, busy / alone) * missed            of more than one block
 *           + sqrt(4 * passes / l2_join_passes)                                 without barriers
 *           + part * missed * work between two loads / 70000 clocks             of more than one block
 *           + max(0, work between two loads / 8000 clocks - 1)                  of one that updates shared memory
 *                                                                               where data say
 *
 * times (16.5 / sharers)^(0.85 * out / (out + 0.2)), where they wait for DRAM with 0.34: an SM's blocks make so many
 * passes through the banks of L1 and are busy for so long; one of them takes `alone`. Blocks of 256 threads, 64 tiles,
 * each read by a block on each SM, so many reads of shared memory of a thread between two tiles (H200, in_step), joined
 * of what could be, measured and here:
 *
 *     reads      blocks of an SM   1           2           4           8
 *        0                      1.00 0.95   1.00 0.91   0.98 0.85   0.92 0.71
 *       16                      1.00 0.94   0.80 0.75   0.51 0.59   0.41 0.47
 *       64                      0.91 0.92   0.62 0.68   0.45 0.45   0.35 0.37
 *      256                      0.74 0.87   0.34 0.56   0.30 0.32   0.23 0.26
 *     1024                      0.44 0.68   0.13 0.42   0.16 0.21   0.14 0.16
 *
 * Of one block, 16, 64, 256 tiles with 256 reads between 0.86, 0.74, 0.58; of four 0.46, 0.30, 0.17. Multiply-adds that
 * wait for each other instead: 0.96, and of eight blocks 0.57 to 0.64. Lists that 2, 4, 8 or 16 SMs of a group read
 * (few): 0.15, 0.22, 0.37, 0.44 of four blocks with 64 reads. Without barriers, each thread the same words (bodies):
 * 0.58, 0.82 of 2 warps, 0.15, 0.57 of 8 after 2048 waits with 4 and 32 multiply-adds between words.
 *
 * Where they wait for DRAM at some of their loads, blocks stay in step as long as they wait at all: the table's first
 * column is then 1, 1, 1, 1, 0.52, and 64 reads 1, 1, 0.68, 0.53. The more an SM works beside the waits of a block, the
 * more it is as if L2 had all: by its time over that of a block alone, of `out` is left
 *
 *     in_step, cold over warm   0.9  1.0   1.3    1.9 to 2.2    2.5 to 2.7     3.7      5
 *     left                        0  0.05  0.25  0.31 to 0.41  0.41 to 0.69   0.49   0.53 to 0.66
 *     0.7 * (1 - 1 / ratio)       0  0     0.16  0.33 to 0.38  0.42 to 0.44   0.51   0.56
 *
 * times the part of the groups that read the same: of lists that one group alone reads all join (0.8 and more). Rows of
 * 16 blocks lie in two groups, the columns across them in all; blocks that read both are held by both, the geometric
 * mean. Blocks in rows that read as one (rows) or as the two matrices of a product (both: of all reads, of which those of a
 * column hardly join, see model/sm_groups.h), so many reads of shared memory between tiles (H200, crossing, measured and
 * here):
 *
 *     reads                        16          64         256        1024
 *     rows, 2 blocks of an SM   0.71 0.67   0.72 0.65   0.68 0.63   0.38 0.60
 *           8                   0.64 0.60   0.59 0.54   0.51 0.46   0.34 0.36
 *     both, 1                   0.35 0.33   0.35 0.33   0.35 0.33   0.34 0.23
 *           2                   0.39 0.40   0.37 0.37   0.24 0.30   0.07 0.27
 *           4                   0.42 0.40   0.31 0.26   0.23 0.22   0.12 0.16
 *           8                   0.32 0.26   0.27 0.22   0.19 0.17   0.08 0.12
 *     8, tiles 4 times as large 0.27 0.25   0.27 0.21   0.26 0.17   0.21 0.12
 *
 * One block of an SM is in step whatever it does: 1 of 1 after 64 tiles with 5000 to 90000 clocks of multiply-adds and
 * square roots between, cold and warm (issuing). Two, with 5000, 18000 and 72000: 1, 0.7, 0.15; 8, with 17000, 67000 and
 * 265000: 0.4, 0.13, 0.06, and of lists that 8 neighbours read 0.74 with 17000. `part` is that of the groups of SMs that
 * read the same.
 *
 * Not so, and not in the formula: one block whose schedulers have little time to spare, of tiles that L2 has, joined 0.98 and
 * 0.98, 0.93 and 0.42, 0.69 and 0.33 of what could with 8 warps and about 1300 and 10000 clocks of three kinds of work between,
 * with 16 warps 0.58 and 0.35, 0.77 and 0.42, 0.68 and 0.38 (attract); with 4, and cold, nearly all. What parts the kinds is open.
 *
 * Later a block starts wherever another has ended. Of n that share, on F = SMs / l2_join_sms such groups of SMs,
 * F * (1 - (1 - 1/F)^n) / n are alone in theirs: could_later is the rest. But neighbours in step end together, and so begin
 * those that follow: from round to round of
 *
 *     (1 - (0.03 + 0.25 * (1 - 1 / resident)) * min(1, 16 / loads)) / (1 + out)
 *
 * as much, `again` the mean of it. What L1 keeps is fetched in the first round alone (all blocks the same 32 KiB: 0.26 left
 * after 1 to 64 rounds). Left of groups of 8 and 32 neighbours, by rounds, cold and warm alike (H200, issuing, 16 tiles; the
 * last two rows share_tiles, 64 and 32 tiles with little and more work):
 *
 *     rounds                       1     2     4    16
 *     1 block of an SM,  8      0.26  0.28  0.31  0.42
 *                       32      0.27  0.29  0.29  0.32
 *     8 blocks,          8      0.31  0.40  0.54
 *                       32      0.31  0.39  0.44
 *     8, more work,      8      0.46  0.58  0.70
 *                       32      0.49  0.60  0.68
 *     8,                 8      0.27        0.37
 *     8, more work,      8      0.38        0.56
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
	double missed;      /* of what they ask L1 for, what it has to fetch */
	double opening;     /* of these loads, those that wait for DRAM */
	bool by_data;       /* they update shared memory where data say, and take as long as their lanes meet there */
	bool barriers;      /* blocks wait for all their warps now and then */
} gm_sm_pace;

/* Of a kernel. */
typedef struct gm_sm_joins {
	double early;   /* of the fetches, those by blocks that start in their order */
	double out;     /* how far they are out of step; of a kernel, if L2 has all that they read */
	double could_first; /* of reads that blocks share, those that could join: of the site with most */
	double later;       /* of later blocks' reads, those that do */
	double ratio;       /* those that do */
} gm_sm_joins;

gm_sm_joins gm_sm_joins_evaluate(const gm_device *device, const gm_sm_pace *pace);

/* Of reads that SMs share while the first blocks run, and that so many neighbours share later. */
gm_sm_joins gm_sm_joins_of(const gm_device *device, const gm_sm_joins *joins, const gm_sm_pace *pace,
                           gm_sm_sharing first, double later);

#endif
