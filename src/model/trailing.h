/*
 * The block of an SM that ends last.
 *
 * Schedulers prefer the older warps. Where blocks work longer than they wait, those of an SM part, whatever they read:
 * the first end early, and the last goes on with fewer and fewer beside it, until nobody covers its waits. Barriers
 * hold its own warps together, so that they cannot either. All take as long as the SM works, and
 *
 *     last = 0.5 * clocks of a block that waits for its operands alone, L2 serving them
 *
 * Blocks of 128 threads, 32 tiles from L2 that all of them read, so many reads of shared memory by each thread between two
 * barriers (measure/calibrate/cold_tiles.cu, H200, warm, us without the launch of two events, 1.2), beside the norm of
 * latency and work alone (before) and with this (here):
 *
 *     reads                  0               16               64               256
 *     1 block of an SM     11.5             16.4             29.9              83.4
 *     2                    12.6             18.0             32.7              88.7
 *     4                    13.2             22.2             43.3             134.9
 *     8                    20.3             33.4             76.2             252.5
 *     8, before            18.5             28.7             66.1             224.5
 *     8, here              19.5             31.6             74.1             249.8
 *
 * The half is that with which 96 such launches of 4 and 8 blocks are met best: 6.3 % in the mean, 8.4 % before. Where 8
 * blocks take 252 us, half of them have ended after 190. Without barriers, warps on their own, it is 0.05 to 0.2
 * (measure/calibrate/walk_along.cu, kind 3), with them 0.3 and more: there nothing is added.
 */
#ifndef GM_MODEL_TRAILING_H
#define GM_MODEL_TRAILING_H

#include "model/counts.h"

/* Of an SM with so many blocks at a time, one of which takes so long alone; 0 where none trails. */
double gm_trailing_cycles(const gm_kernel *kernel, const gm_counts *counts, double resident, double block_cycles);

#endif
