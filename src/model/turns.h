/*
 * Do the blocks of an SM stay together? As long as they wait most of the time, they do. Where the work of all
 * takes longer than the waits of one, the schedulers prefer the older warps: the first block runs ahead, and of what
 * blocks read in common some comes to L1 once for each of them, unless L1 holds all of it.
 *
 *     apart = 1 - (1.15 * alone / work)^(80 / warps of the SM), 0 where work < 1.15 * alone
 *     work  = busy; of blocks without barriers the issue of all
 *     busy  = norm_2.5(issue of all, their passes through the banks of L1), as in model/limits.h
 *
 * A MiB in tiles of 1 KiB, with multiply-adds from shared memory, read by every block of 8 warps (H200): time beside that
 * of one block on each SM, and, of the fetches that could be spared, those that were not:
 *
 *     blocks of an SM   2     2     2     4     4     4     8     8     8
 *     time            1.07  1.10  1.45  1.11  1.98  2.79  1.99  3.76  5.40
 *     measured           0     0  0.80     0  0.67  0.87  0.49  0.80  0.89
 *     here               0     0  0.69     0  0.74  0.89  0.50  0.77  0.86
 *
 * and 8 blocks of multiply-adds alone, with and without roots (H200, issuing, of lists of 64 tiles, as cold as warm), busy over
 * alone being 3.3 to 4.7: 0.70, 0.74, 0.75 and 0.81, 0.83, 0.84, here 0.73 to 0.75 and 0.80 to 0.82; 2 blocks 0.
 *
 * Who waits for DRAM besides waits longer. Warps without barriers wait for each load, and come in turn to the queue before the
 * banks of L1: its passes hold all of them up alike, and nobody gets so far ahead that L1 has lost what he has read. So it was
 * while an SM had 8 blocks of 64 threads; from 16 on they parted where many other loads were between (H200, walk_along), which is
 * not in the formula.
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
	double resident, warps; /* of the SM */
	bool barriers;
} gm_turns;

gm_turns gm_turns_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                           double resident);

/* How far blocks run one ahead of the other, from 0 to 1, where so many of their waits are for DRAM too: so far that reads of
   several SMs do not meet at L2. By work over waits 1.3, 1.6, 1.9 and 3.6 of the columns in model/sm_groups.h 0.30, 0.93,
   0.74 and 0.99 of what would join did not. */
double gm_turns_ahead(const gm_turns *turns, double opening);

/* The same: so far that L1 has lost what the first of them have read. */
double gm_turns_apart(const gm_turns *turns, double opening);

#endif
