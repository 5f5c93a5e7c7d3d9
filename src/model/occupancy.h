/*
 * Occupancy: how many blocks of a kernel reside on one SM at once, and which resource says so.
 *
 * Each limiter gives its own number of blocks; the least of them holds. With W = ceil(threads /
 * lanes) warps of a block, R registers per thread, S bytes of shared memory, and up(x, u) = x
 * rounded up to a multiple of u:
 *
 *     warps      floor(warps per SM / W); 0 when the block has more threads than a block may have
 *     blocks     blocks per SM
 *     registers  allocated per block (1.x):
 *                    floor(registers per SM / up(up(W, granularity) * lanes * R, unit))
 *                allocated per warp and sub-partition (2.0 and later, AMD's vector registers):
 *                    floor(partitions * floor(registers per SM / partitions / up(lanes * R, unit))
 *                          / W)
 *                0 when R exceeds registers per thread, or up(W, granularity) warps exceed the
 *                registers of a block: a launch is checked as if it filled every sub-partition evenly
 *     shared     floor(carve-out / up(S + reserve, unit)); 0 when S exceeds the limit of one block,
 *                opted in or not
 *     barriers   floor(barriers per SM / barriers of the block), where the device counts them
 *     scalar     as registers, per warp, for AMD's scalar registers
 *
 * A limiter that asks for nothing (no registers, no shared memory) is GM_BLOCKS_UNLIMITED. 0 blocks
 * means that the kernel cannot be launched; `limiter` and `why_not` then name the reason.
 *
 * Five rules have no number of their own and go by compute capability:
 *   - 2.x: a warp of 21, 22, 29, 30, 37, 38, 45 or 46 registers per thread is allocated in units of
 *     128.
 *   - the carve-out is a wish. A block that does not fit into it moves the SM to the smallest
 *     carve-out that holds it (7.0 and later) or to the largest (before).
 *   - partitioned global caching (a wish, too) keeps each block within one half of the SM, so that
 *     warps and registers are counted per half; it is given up when a half cannot hold one block.
 *   - barriers count from 9.0 on; CUDA's calculator leaves them out before, whatever their number.
 *   - AMD: every work-group of more than one wavefront takes one of the barriers of its CU, whether
 *     the kernel has a barrier or not; one of a single wavefront takes none.
 *
 * Sources: CUDA C Programming Guide 4.2, section 4.2 (allocation on 1.x and 2.x) and the later
 * guides' "Technical Specifications per Compute Capability"; NVIDIA's retired occupancy spreadsheet
 * (2.x units, granularity); CUDA 13.0's cuda_occupancy.h, against which tests/oracle holds every
 * number for 3.0 to 12.1; LLVM's AMDGPU back end (vector registers of GCN) and GCC's libgomp manual,
 * "AMD Radeon" (work-groups).
 *
 * Not modelled: registers moved between warps at run time (setmaxnreg), clusters (which need
 * several SMs at once), and the virtual resources that cuda_occupancy.h counts from 10.0 on, which
 * no tool reports for a kernel.
 */
#ifndef GM_MODEL_OCCUPANCY_H
#define GM_MODEL_OCCUPANCY_H

#include "device/device.h"

#include <stdint.h>

/*        enumerator              name                Nsight Compute's metric for its block limit */
#define GM_LIMITER_LIST(X)                                                                         \
	X(GM_LIMIT_WARPS, "warps", "launch__occupancy_limit_warps")                                \
	X(GM_LIMIT_BLOCKS, "blocks", "launch__occupancy_limit_blocks")                             \
	X(GM_LIMIT_REGISTERS, "registers", "launch__occupancy_limit_registers")                    \
	X(GM_LIMIT_SHARED, "shared_mem", "launch__occupancy_limit_shared_mem")                     \
	X(GM_LIMIT_BARRIERS, "barriers", "launch__occupancy_limit_barriers")                       \
	X(GM_LIMIT_SCALAR, "scalar_registers", "")

typedef enum gm_limiter {
#define X(id, name, metric) id,
	GM_LIMITER_LIST(X)
#undef X
	        GM_LIMITER_COUNT
} gm_limiter;

/* Static text; the metric is "" where Nsight Compute has none. */
const char *gm_limiter_name(gm_limiter limiter);
const char *gm_limiter_metric(gm_limiter limiter);

enum { GM_BLOCKS_UNLIMITED = INT32_MAX };

/* What a launch asks of an SM. {.block_threads = n, .carveout_bytes = -1} is the plainest one. */
typedef struct gm_occupancy_request {
	int64_t block_threads;
	int64_t registers_per_thread;      /* 0: none used; unknown must be decided by the caller */
	int64_t shared_bytes;              /* static + dynamic, per block, without the device's own
	                                      reserve; on 1.x with the arguments and the 16 bytes of
	                                      launch data that ptxas counts there */
	int64_t carveout_bytes;            /* shared memory the SM is wanted to be configured for, one of
	                                      the device's carve-outs; -1: the largest */
	int64_t barriers_count;            /* named barriers of a block, 0 or 1 when unknown */
	int64_t scalar_registers_per_warp; /* AMD; 0 elsewhere or when unknown */
	bool without_optin;                /* the kernel does not raise its limit of shared memory */
	bool partitioned_global_caching;   /* global loads through L1 wanted; without effect where the
	                                      device has one cache partition */
} gm_occupancy_request;

typedef struct gm_occupancy {
	int64_t blocks_per_sm;
	int64_t warps_per_block;
	int64_t warps_per_sm;
	int64_t warps_max;                      /* of the SM */
	double ratio;                           /* warps_per_sm / warps_max */
	int64_t limit_blocks[GM_LIMITER_COUNT]; /* blocks each resource allows; GM_BLOCKS_UNLIMITED */
	gm_limiter limiter;                     /* the first row of the list among the tightest */
	int64_t registers_allocated;            /* per block, rounded up as the device does */
	int64_t shared_allocated_bytes;         /* per block, reserve and rounding included */
	int64_t scalar_registers_allocated;     /* per block */
	int64_t barriers_taken;                 /* per block; 0 where they are not counted */
	int64_t carveout_bytes;                 /* shared memory of the SM in force */
	bool shared_optin;                      /* one block needs more than it gets without opting in */
	bool partitioned_global_caching;        /* in force */
	bool launchable;                        /* false: block too large, too many registers or too much
	                                           shared memory for one block */
	char why_not[160];                      /* when not launchable: "1024 threads in a block, limit
	                                           512" */
} gm_occupancy;

/* The device must know what is evaluated and the request must be sensible: a size below zero or
   beyond all hardware, or a carve-out the device does not have, is an error that names the choices. */
gm_status gm_occupancy_check(const gm_device *device, const gm_occupancy_request *request,
                             gm_error *err);

/* Pure; cannot fail for what gm_occupancy_check accepts. Below 100 ns: sweeps call it freely. */
gm_occupancy gm_occupancy_evaluate(const gm_device *device, const gm_occupancy_request *request);

/* The carve-out that cudaFuncAttributePreferredSharedMemoryCarveout = percent stands for (7.0 and
   later): the smallest of at least percent of shared_per_sm. 0 <= percent <= 100. */
int64_t gm_occupancy_carveout(const gm_device *device, int percent);

#endif
