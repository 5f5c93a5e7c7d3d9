/*
 * Blocks of unlike length: which SM is busy last, and how many rounds of blocks follow each other.
 *
 *     sms_ratio     work of the busiest SM over the mean of all: when the last SM ends, if work is all
 *                   that takes time and the blocks of an SM share it evenly
 *     rounds_ratio  the time until the last block ends over the mean block, if each block takes as long
 *                   as it waits for its own operands, whoever is beside it
 *
 * SMs have their turn one after the other, each one block, as long as they have places for it: no more
 * than their part of the grid, and those that fit. `early` ones, a group of them, come round sooner, in
 * three quarters of the time. When no place is free, a block goes to where the next ones end. What a block
 * does is known where all blocks were replayed; elsewhere each is one of the samples, drawn by their
 * weights (always the same draw): how many long blocks meet on an SM is then a matter of chance, as it is
 * on the device.
 *
 * Source: SM and times of each block on an H200: blocks of 128, 256 and 1024 threads, 66 to 2400
 * (measure/calibrate/block_places.cu), and blocks of 256 threads that are busy for times of several patterns,
 * 1, 2 and 8 on an SM (tests/model/test_uneven.c quotes them). There groups of 16 to 18 SMs take turns, two
 * of each, and a group of 8 has its turn at the blocks 0, 80, 180, 280, 386, 484, 584 and 684 of 1056, the
 * others every 132: half of 1056 blocks long, the first half, take 1.51 of the time that they took if dealt
 * evenly. Which blocks meet on an SM differs from chip to chip all the same.
 */
#ifndef GM_MODEL_UNEVEN_H
#define GM_MODEL_UNEVEN_H

#include "kernel/dim3.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A replayed block. */
typedef struct gm_block_work {
	int64_t at;     /* place in launch order, x fastest */
	int64_t weight; /* blocks that it stands for */
	double issued;  /* warp instructions */
	double lanes;   /* that take part in them */
	double cycles;  /* that it takes alone, L2 serving its loads */
} gm_block_work;

typedef struct gm_unevenness {
	bool known; /* false: the blocks are alike, or too many to matter */
	double sms_ratio, rounds_ratio;
} gm_unevenness;

/* `works`: of `count` samples whose weights add up to `blocks`; `resident` blocks on each SM at
   once; `early`: of the SMs, less than all; `mean_cycles`: what a mean block is taken for, by the few that were
   looked at closely; 0: the mean of `works`. */
gm_unevenness gm_uneven_evaluate(const gm_block_work *works, size_t count, int64_t blocks, int64_t sms,
                                 int64_t early, int64_t resident, double mean_cycles);

/* The place in `works` of a block like those that do most of the work together; `usual`, where
   blocks like that one do at least half as much as these. */
size_t gm_uneven_common(const gm_block_work *works, size_t count, size_t usual);

/* Of a grid of two axes: in blocks on its diagonal a matrix and its transpose are one, and in no others. Of a block there,
   the place in `works` of one that does as much, for no fewer, as far inside of the grid as off the diagonal; itself
   where there is none or it is not there. */
size_t gm_uneven_off_diagonal(const gm_block_work *works, size_t count, gm_dim3 grid, size_t common);

#endif
