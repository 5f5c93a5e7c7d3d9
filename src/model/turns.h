/*
 * Do the blocks of an SM stay together? As long as they wait most of the time, they do. Where the work of all
 * takes longer than the waits of one, the schedulers prefer the older warps: the first block runs ahead, and what
 * blocks read in common comes to L1 once for each of them, unless L1 holds all of it.
 *
 * A MiB in tiles of 1 KiB, with multiply-adds from shared memory, read by every block (H200): time beside that of
 * one block on each SM, and how many of the blocks fetch for themselves:
 *
 *     blocks of an SM   2     4     8     2     4     8     2     4     8
 *     a tile's work    16    16    16    64    64    64   256   256   256
 *     time            1.07  1.11  1.99  1.10  1.98  3.76  1.45  2.79  5.40
 *     that fetch       1     1    4.4    1    3.0   6.6   1.8   3.6   7.2
 *
 *     in_turn = busy > 1.2 * alone
 *     busy    = norm_2.5(issue of all, their passes through the banks of L1), as in model/limits.h
 */
#ifndef GM_MODEL_TURNS_H
#define GM_MODEL_TURNS_H

#include "model/counts.h"

typedef struct gm_turns {
	double alone_cycles; /* of a block that waits for its operands, L2 serving them */
	double opening_cycles; /* the same, DRAM serving them */
	double issue_cycles; /* of all that are resident */
	double passes;       /* theirs, through the banks of L1 */
	double busy_cycles;
	bool in_turn;
} gm_turns;

gm_turns gm_turns_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                           double resident);

#endif
