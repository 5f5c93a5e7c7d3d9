/*
 * Blocks that wait for each other: how long until the last has what it waits for.
 *
 * Blocks are run side by side (gm_kernel_wait) with these clocks, of an H200 (measure/calibrate/in_turn.cu, 1980 MHz;
 * one thread, clocks of a turn, and what it says):
 *
 *     volatile load 270, atomic with a result 278        from the SM of block 0
 *     fence alone 269, after a store 405 - 8             after a load 598 - 270
 *
 * and of chains of 132 to 1056 blocks, clocks from one block to the next:
 *
 *     flag, asked for by a volatile load           512   1.5 * load: the flag changes half a turn before it is seen
 *     and a fence before it is set                1009   fence with what went before: 497
 *     and a fence, a sum loaded, stored           1841   twice the fence, and a load of 340
 *     ticket, two fences                          1266   a second fence with nothing between: 254
 *     a load and a store more in the lock          349   a load
 *     asked for by atomics, set by an exchange    1237   against 1009 + 1.5 * (atomic - load)
 *
 * so that the mean of SMs is 340 for a load, where block 0 takes 270; half of them are nearer, half are farther, by a
 * fifth. As multiples of the latency of L2 in the device file (281) they are taken to hold elsewhere.
 * A word of L2 serves an atomic in 2 clocks, and a load too: barriers of cooperative_groups, clocks of a round and what it
 * says (measure/calibrate/together.cu, meet_rounds, 32 threads):
 *
 *     blocks                        8    66   132   264   528   792  1056  2112
 *     measured                   1640  1979  1988  1998  2452  3139  4312  9621
 *     said                       1860  2263  2310  2282  2325  3363  4421  8638
 *     were a load served in one  1860  2264  2293  2441  2329  2701  3344  6508
 *
 * Others take 2.3 clocks more for each block beyond 132 (grid_sense, 132 to 1056 blocks). Who asks on and on holds others
 * up less: a ticket takes 1.0 to 1.8 clocks more for each that still waits (lock_ticket, 528, 1056).
 *
 * What it comes to, against the launches of in_turn.cu of 132 and more blocks (mean of the absolute errors, worst): chains 7
 * and 25 %, locks 12 and 31 % (tickets), wave fronts of any size 12 and 28 %, barriers of the grid made by hand 21 and 63 %,
 * worst of two blocks, which take half of what is said here. Warps that look back over 32 blocks at a time 28 and 38 %, too
 * little of few blocks, too much of many. 16 barriers of cooperative_groups, 132 to 2112 blocks, 9 and 26 %.
 *
 * Where there is no room for all that are resident, two runs with less of them say how long a link of the chain and a round
 * of places take. CUB's scans of 2 and 16 million words and a pass of its radix sort (683, 5462 and 400 blocks; 9.6, 45 and
 * 28 us): 6.7, 35 and 19 us, where places that there is no room for made it 12, 76 and 93.
 *
 * Where that is more work than is done for a prediction (simt/await.h) it is cut short, and the clocks stretched to all
 * that blocks tell each other.
 */
#ifndef GM_MODEL_WAITED_H
#define GM_MODEL_WAITED_H

#include "model/counts.h"
#include "model/occupancy.h"

/* In latencies of L2, near. */
#define GM_WAITED_LOAD 1.21
#define GM_WAITED_ATOMIC 1.71
#define GM_WAITED_FENCE 0.90
#define GM_WAITED_FENCE_STORED 1.77
#define GM_WAITED_APART 0.2
#define GM_WAITED_LOAD_SERVED_CYCLES 2
#define GM_WAITED_ATOMIC_SERVED_CYCLES 2
#define GM_WAITED_ASKER_SERVED_CYCLES 1

/* Fills in counts->waited. After an equal launch (`warm`) memory is as that has left it. */
void gm_waited_add(const gm_kernel *kernel, const gm_device *device, const gm_occupancy *occupancy, bool warm,
                   gm_counts *counts);

/* Where all blocks wait for the last: not even one round of them was followed. Then they take as long as a block that
   waits for its operands alone, and at each meeting these clocks: two loads more, or the turns of all at the word (meet_rounds:
   of 132, 264, 528, 792 and 1056 blocks 950, 970, 1450, 2250 and 3500 beyond those of a block alone; here 680, 790, 1580,
   2380 and 3170). */
bool gm_waited_is_short(const gm_counts *counts);
double gm_waited_meeting_cycles(const gm_kernel *kernel, const gm_device *device, const gm_counts *counts);

/* From the first block's start to the last's end; 0: nobody waits. */
double gm_waited_cycles(const gm_counts *counts);

#endif
