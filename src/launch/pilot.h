/*
 * How much work blocks are, found out on a few of them, and how many are worth looking at.
 *
 * Work is counted in steps of about 10 ns of one processor (of 2020), or 200 of its instructions: one for
 * a warp instruction, WORK_OF_REQUEST more for one that goes to memory and one for each sector that its
 * lanes name, and WORK_OF_BLOCK for a block (counted with callgrind on kernels of sixteen kinds, which cost
 * from half to half more than that). A grid whose work is below WORK_LITTLE is walked whole, so that its
 * counts are exact whatever its data are. Of a larger one as many blocks are drawn as are needed for the
 * mean of each amount to be known to PILOT_ERROR_RATIO, one standard deviation; that is, where the amounts
 * of blocks vary by a part v (their standard deviation for their mean),
 *
 *     blocks = (v / PILOT_ERROR_RATIO)^2
 *
 * of which there are at least PILOT_BLOCKS_LEAST, and as many as come to WORK_LEAST; and at most as
 * come to WORK_DRAWN, and as name sites ROWS_DRAWN times: of each site of each sample a row is added to sums.
 * Where they vary so that more than the least are needed, all are walked up to WORK_WHOLE, of which an
 * instruction takes two thirds of a step: 125 instructions of the processor in a loop that ends as its numbers
 * will have it, with lanes that leave it one after the other; one and a half where they are held back for its
 * rounds. Where they are too few, and warps of a block share nothing, so that each may be walked without the
 * others, one warp of each of so many times more blocks is taken: for the same work more of the grid is seen.
 * The sums are fixed numbers, and not times, so that every machine draws the same.
 */
#ifndef GM_LAUNCH_PILOT_H
#define GM_LAUNCH_PILOT_H

#include "simt/ptx_kernel.h"

enum {
	WORK_OF_REQUEST = 16,
	WORK_OF_BLOCK = 200,
	WORK_LITTLE = 8 << 20,
	WORK_WHOLE = 30 << 20,
	WORK_DRAWN = 10 << 20,
	WORK_LEAST = 1 << 19,
	ROWS_DRAWN = 4 << 20,
	PILOT_BLOCKS_LEAST = 28, /* with those at edges about 32, each of which is looked at closely */
	PILOT_SEEN_MOST = 80,
};

static const double PILOT_ERROR_RATIO = 0.0005;
static const double STEPS_OF_INSTRUCTION = 2.0 / 3, STEPS_HELD_BACK = 1.5;

/* What is counted of a block. Sectors are of 32 bytes that neighbouring lanes do not share; passes are of
   shared memory, one for each word of the bank with the most. */
typedef enum ptx_amount {
	AMOUNT_INSTRUCTIONS,
	AMOUNT_LANES,
	AMOUNT_FLOP,
	AMOUNT_REQUESTS,
	AMOUNT_SECTORS,
	AMOUNT_STORES,
	AMOUNT_STORED_SECTORS,
	AMOUNT_ATOMICS,
	AMOUNT_ATOMIC_SECTORS,
	AMOUNT_PASSES,
	AMOUNT_COUNT
} ptx_amount;

typedef struct ptx_amounts {
	int64_t of[AMOUNT_COUNT];
} ptx_amounts;

/* A block, by its number in launch order, as far as it was walked. */
typedef struct ptx_seen {
	int64_t number;
	ptx_amounts amounts;
} ptx_seen;

typedef struct ptx_pilot {
	size_t blocks;             /* looked at */
	ptx_amounts least, most;   /* of a block, as far as it was walked */
	double varies;             /* the standard deviation of an amount for its mean, the largest */
	double work;               /* of a block, mean, with loops walked as samples are */
	double rows;               /* sites that it executes, mean */
	double instructions;       /* of them, those of warps */
	double instruction_steps;  /* that one takes in a grid that is walked whole */
	double whole_work;         /* the same with every turn that is not proven to repeat */
	bool alike;                /* in every amount */
	int warps;                 /* of a block, where each may be walked without the others; else 1 */
	ptx_notes notes;
	ptx_seen seen[PILOT_SEEN_MOST]; /* the first of them, as they were looked at */
	size_t seen_count;
} ptx_pilot;

/* Looks at the samples in an order that is spread over them, until it has seen them all, or `most`
   of them that are alike and some work, or has done a good part of WORK_DRAWN; or until it is clear that
   the grid is to be walked whole. */
gm_status gm_ptx_pilot_fly(const ptx_kernel *kernel, const gm_block_samples *samples, size_t most,
			   ptx_pilot *out, gm_error *err);

/* How many blocks are to be drawn from a grid of so many, at least 1. */
int64_t gm_ptx_pilot_drawn(const ptx_pilot *pilot, int64_t blocks);

/* Of each block that is drawn one warp is to be walked. */
bool gm_ptx_pilot_takes_warps(const ptx_pilot *pilot, int64_t blocks);

/* The grid can be walked whole. */
bool gm_ptx_pilot_affords_all(const ptx_pilot *pilot, int64_t blocks);

/* And is to be. */
bool gm_ptx_pilot_takes_all(const ptx_pilot *pilot, int64_t blocks);

#endif
