/*
 * Occupancy: how many blocks of a kernel reside on one SM at once, and which resource says so.
 *
 * Each limiter gives its own number of blocks; the least of them holds:
 *
 *     threads    floor(max warps per SM / warps per block), warps of a block rounded up
 *     blocks     max blocks per SM
 *     registers  by the device's allocation unit: per block (1.x), or per warp and sub-partition (2.0+)
 *     shared     floor(shared per SM / shared of a block, rounded up to its unit, with the reserve)
 *     barriers   where the device counts them
 *
 * Source: CUDA C programming guide, "Compute Capabilities"; the retired occupancy spreadsheet for 1.x
 * and 2.x. 0 blocks means that the kernel cannot be launched; `limiter` then names why.
 */
#ifndef GM_MODEL_OCCUPANCY_H
#define GM_MODEL_OCCUPANCY_H

#include "device/device.h"

#include <stdint.h>

/*        enumerator              name             Nsight Compute's metric for its block limit */
#define GM_LIMITER_LIST(X)                                                                         \
	X(GM_LIMIT_WARPS, "warps", "launch__occupancy_limit_warps")                                \
	X(GM_LIMIT_BLOCKS, "blocks", "launch__occupancy_limit_blocks")                             \
	X(GM_LIMIT_REGISTERS, "registers", "launch__occupancy_limit_registers")                    \
	X(GM_LIMIT_SHARED, "shared_mem", "launch__occupancy_limit_shared_mem")                     \
	X(GM_LIMIT_BARRIERS, "barriers", "launch__occupancy_limit_barriers")

typedef enum gm_limiter {
#define X(id, name, metric) id,
	GM_LIMITER_LIST(X)
#undef X
	        GM_LIMITER_COUNT
} gm_limiter;

const char *gm_limiter_name(gm_limiter limiter);
const char *gm_limiter_metric(gm_limiter limiter);

enum { GM_BLOCKS_UNLIMITED = INT32_MAX };

/* What a launch asks of an SM. */
typedef struct gm_occupancy_request {
	int64_t block_threads;
	int64_t registers_per_thread; /* 0: none used; unknown must be decided by the caller */
	int64_t shared_bytes;         /* static + dynamic, per block, without the device's own reserve */
	int64_t carveout_bytes;       /* shared memory the SM is configured for; -1: the largest */
	int64_t barriers_count;       /* named barriers of a block, 0 or 1 when unknown */
} gm_occupancy_request;

typedef struct gm_occupancy {
	int64_t blocks_per_sm;
	int64_t warps_per_block;
	int64_t warps_per_sm;
	int64_t warps_max;                     /* of the SM */
	double ratio;                          /* warps_per_sm / warps_max */
	int64_t limit_blocks[GM_LIMITER_COUNT]; /* blocks each resource allows; GM_BLOCKS_UNLIMITED */
	gm_limiter limiter;                    /* the first row of the list among the tightest */
	bool launchable;                       /* false: block too large, too many registers or too much
	                                          shared memory for one block */
	char why_not[160];                     /* when not launchable: "1024 threads, limit 512" */
} gm_occupancy;

/* The device must have passed validation; cannot fail. */
gm_occupancy gm_occupancy_evaluate(const gm_device *device, const gm_occupancy_request *request);

#endif
