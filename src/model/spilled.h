/*
 * What DRAM is given of registers that were spilled.
 *
 * L1 passes on each store of local memory to L2 (spill_made: 9 words of 16896 warps are 608256 sectors there). Blocks
 * that follow each other on an SM have the same places, so that L2 holds
 *
 *     places = bytes spilled by a block * blocks resident at once
 *
 * which are dirty until they are written back, and stored anew by each wave of blocks. Between two stores to a place
 * there pass through L2 the places and what a wave touches besides:
 *
 *     age     = (places + lines written by a wave) / kept_written + lines read by a wave / kept_read
 *     back    = 1 - exp(-(age / 1.2)^2)                        of what a wave stores, when the next one does
 *     left    = places * min(1, 1 / age)                       dirty when the kernel ends
 *     written = (stored once - places) * back + places - left
 *     warm    : stored once * back                             as the launch before has left its places dirty
 *
 * with `stored once` the bytes of all blocks, each place once. What loops store there again comes soon after: one in
 * 25 goes on to DRAM, times min(1, age^2).
 *
 * Source: spill_straight, spill_made, spill_around and spill_sums of measure/calibrate/spills.cu on an H200. Of what is
 * stored by a wave, still dirty when the next stores: 98 % at an age of 0.33, 58 % at 1, 16 % at 1.5, 8 to 21 % at 2.
 * Arrays in local memory do the same (local_turns), but are not counted so: their places are not known.
 */
#ifndef GM_MODEL_SPILLED_H
#define GM_MODEL_SPILLED_H

#include "model/cache_state.h"

typedef struct gm_spilled {
	double block_bytes;             /* places of a block */
	double blocks, wave;            /* of the grid; resident at once */
	double stored_bytes;            /* of all stores */
	double wave_read, wave_written; /* bytes of lines that a wave touches besides */
	double kept_read, kept_written;
} gm_spilled;

/* 0 without spills. */
double gm_spilled_written_bytes(const gm_spilled *spilled, gm_cache_state state);

#endif
