/*
 * What to change for more blocks per SM: next steps, slack, and the best block size.
 *
 * A lever is a number of the launch that the programmer (or the compiler, told by launch bounds)
 * can move. For each lever:
 *
 *     step   the smallest move after which this lever no longer stands in the way of one more block
 *            per SM. It gains that block by itself when nothing else stands in the way; else the
 *            other levers with a step must move, too.
 *     slack  how far the lever can go the other way without losing a block: what may be spent for
 *            nothing.
 *
 * "registers" is stepped by 1, "shared" by the device's allocation unit, "block" by whole warps,
 * "carve-out" through the device's list (the L1 pays). Two levers end differently: "block" must
 * raise the number of blocks as evaluated, since it moves every limit; "wider block" is the nearest
 * larger block that raises the resident *warps*, the way out when blocks per SM is the limit. At
 * full occupancy there is no step.
 *
 * The best block size is the one cudaOccupancyMaxPotentialBlockSize answers: most resident threads,
 * the largest block among equals. tests/oracle compares it with CUDA's own.
 */
#ifndef GM_MODEL_OCCUPANCY_ADVICE_H
#define GM_MODEL_OCCUPANCY_ADVICE_H

#include "model/occupancy.h"

/*        enumerator              name           what moves */
#define GM_LEVER_LIST(X)                                                                           \
	X(GM_LEVER_REGISTERS, "registers", "registers per thread")                                 \
	X(GM_LEVER_SHARED, "shared", "bytes of shared memory per block")                           \
	X(GM_LEVER_CARVEOUT, "carve-out", "bytes of shared memory per SM")                         \
	X(GM_LEVER_BARRIERS, "barriers", "barriers per block")                                     \
	X(GM_LEVER_SCALAR, "scalar registers", "scalar registers per wavefront")                   \
	X(GM_LEVER_BLOCK, "block", "threads per block")                                            \
	X(GM_LEVER_WIDER_BLOCK, "wider block", "threads per block")

typedef enum gm_lever {
#define X(id, name, what) id,
	GM_LEVER_LIST(X)
#undef X
	        GM_LEVER_COUNT
} gm_lever;

const char *gm_lever_name(gm_lever lever); /* static text */
const char *gm_lever_what(gm_lever lever);

typedef struct gm_occupancy_step {
	bool found;            /* false: the lever is not in the way, no value helps, or all warps are
	                          resident already */
	bool gains;            /* this move alone raises blocks per SM ("wider block": warps) */
	int64_t from, to;      /* "carve-out": in force now, wanted */
	int64_t blocks_per_sm; /* with this move alone */
	int64_t warps_per_sm;
} gm_occupancy_step;

typedef struct gm_occupancy_advice {
	gm_occupancy now;
	gm_occupancy_step step[GM_LEVER_COUNT];
	int64_t slack_to[GM_LEVER_COUNT]; /* the largest value with as many blocks per SM as now; the
	                                     present one when there is no room, and for the carve-out and
	                                     the wider block */
	int64_t unused[GM_LIMITER_COUNT]; /* per SM: warp slots, block slots, registers, bytes of shared
	                                     memory, barriers, scalar registers left idle; 0 where the
	                                     device does not count them */
} gm_occupancy_advice;

/* Pure; the pair must pass gm_occupancy_check. Costs up to some thousand evaluations. */
gm_occupancy_advice gm_occupancy_advise(const gm_device *device,
                                        const gm_occupancy_request *request);

/* Shared memory that a block of this size takes, static and dynamic. */
typedef int64_t (*gm_shared_of_block)(int64_t block_threads, void *state);

typedef struct gm_best_block {
	int64_t block_threads; /* 0: nothing can be launched */
	int64_t blocks_per_sm; /* times the number of SMs: the smallest grid that fills the device */
} gm_best_block;

/* The block size with most resident threads; the largest among equals. Tries whole warps downwards
   from most_threads (0: what the device allows; a limit that is no multiple of a warp is tried as it
   is). `request` gives everything but the block size, and the shared memory too when `shared` is
   NULL. The sizes that `shared` returns must pass gm_occupancy_check as part of the request. */
gm_best_block gm_occupancy_best_block(const gm_device *device, const gm_occupancy_request *request,
                                      int64_t most_threads, gm_shared_of_block shared, void *state);

/* The same over any list: the index of the first request with most resident threads, -1 when none
   can be launched. List the preferred ones first: tiles from large to small, since among equals the
   larger tile reuses more. */
int gm_occupancy_best_of(const gm_device *device, const gm_occupancy_request *requests, int count);

#endif
