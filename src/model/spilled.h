/*
 * What DRAM is given of local memory: of registers that were spilled, and of arrays.
 *
 * L1 passes on each store of local memory to L2 (spill_made: 9 words of 16896 warps are 608256 sectors there). Blocks
 * that follow each other on an SM have the same places, so that L2 holds
 *
 *     places = bytes that a block stores to, each once * blocks resident at once
 *
 * which are dirty until they are written back, and stored anew by each wave of blocks. Between two stores to a place
 * there pass through L2 the places and what a wave touches besides:
 *
 *     age     = (places + lines written by a wave) / kept_written + lines read by a wave / kept_read
 *     back    = 1 - exp(-(age / 1.2)^3)                        of what a wave stores, when the next one does
 *     left    = places * min(1, 1 / age)                       dirty when the kernel ends
 *     written = (stored once - places) * back + places - left
 *     warm    : stored once * back                             as the launch before has left its places dirty
 *
 * with `stored once` the bytes of all blocks, each place once. What loops store there again comes soon after, and
 * what passes meanwhile is the places alone: with own = places / kept_written
 *
 *     0.03 * min(1, own^3)          of spilled registers
 *     1 - exp(-(swept * own / 2.14)^3)      of arrays, swept: how much of a warp's it stores to between two
 *                                           stores to one place, 1 where each turn stores to all
 *
 * goes on to DRAM.
 *
 * Source: spills.cu of measure/calibrate on an H200. Of what is stored by a wave, still dirty when the next stores:
 * 98 % at an age of 0.39, 57 % at 1, 13 % at 1.6 (spill_made). Of what loops store again, written, with own behind it:
 * spill_sums 1 % (0.74 and 0.82), 2 % (0.56), 6 % (0.93), 7 % (1.48); spill_mixing 1 % (1.15), 3 % (1.02); spill_tile
 * nothing (0.33); arrays of local_turns 1 and 5 % (0.59), 13 and 33 % (1.19), 39 % (1.48), 75 % (2.37), 95 % (4.7). Why
 * spilled registers fare better than arrays is not known.
 *
 * What is loaded of arrays and L1 does not have, L2 has lost by
 *
 *     1 - exp(-(places / kept_read / 1.54)^5)
 *
 * Source: local_turns; read from DRAM of what L2 is asked for 2 and 5 % where places are 0.66 of what L2 keeps, 3 % at
 * 0.83, 31, 34 and 52 % at 1.33, 89 % at 2.7.
 */
#ifndef GM_MODEL_SPILLED_H
#define GM_MODEL_SPILLED_H

#include "model/cache_state.h"
#include "model/trace.h"

typedef struct gm_spilled {
	double block_bytes;             /* places of a block */
	double blocks, wave;            /* of the grid; resident at once */
	double stored_bytes;            /* of all stores */
	double array_ratio;             /* of these, those to arrays */
	double array_swept;             /* part of them that is stored to between two stores to a place */
	double fetched_bytes;           /* of arrays, that L1 does not have */
	double wave_read, wave_written; /* bytes of lines that a wave touches besides */
	double kept_read, kept_written;
} gm_spilled;

typedef struct gm_spilled_array {
	double bytes; /* of the sectors of arrays that a block stores to, each once */
	double swept; /* part of these that a warp stores to between two stores to one; the root of the mean cube */
} gm_spilled_array;

gm_spilled_array gm_spilled_array_of(const gm_kernel *kernel, const gm_trace *trace);

/* 0 where nothing is stored. */
double gm_spilled_written_bytes(const gm_spilled *spilled, gm_cache_state state);

/* Of what arrays are asked for and L1 does not have, what L2 has lost. */
double gm_spilled_read_bytes(const gm_spilled *spilled);

#endif
