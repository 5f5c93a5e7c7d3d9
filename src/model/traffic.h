/*
 * Bytes at every level of the memory hierarchy: the intensity ladder.
 *
 *     requested     bytes the active lanes name
 *     distinct      after lanes of one request that name the same bytes are merged
 *     transactions  what the coalescing rule moves
 *     l2            what is left after L1: the distinct sectors of a block, where L1 caches global loads
 *     dram          what is left after L2: the distinct sectors of the grid where they fit in L2, else
 *                   of each wave of resident blocks
 *
 * That is what the lectures' devices get. Where caches have sectors (cc 5.0 on, gm_cached_applies), the
 * last two come from model/cached.h instead.
 *
 * A cache smaller than the lines that the resident warps hold between two uses loses reuse in
 * proportion: chunks of 128 doubles per thread put a warp on 32 lines, 48 warps on 196 KB, and neither
 * the 16 KB of L1 nor the 768 KB of L2 of a Fermi keep them until the next element is read.
 *
 * The roof of a level is the rate of the memory that would serve it: DRAM for `requested` and
 * `distinct`, read as the lectures do (as if nothing were cached); for `transactions` the first cache
 * the device has, or DRAM without one; L2 and DRAM for the last two.
 */
#ifndef GM_MODEL_TRAFFIC_H
#define GM_MODEL_TRAFFIC_H

#include "model/cached.h"
#include "model/counts.h"
#include "model/footprint.h"
#include "model/kind.h"

/*        enumerator               name */
#define GM_LEVEL_LIST(X)                                                                           \
	X(GM_LEVEL_REQUESTED, "requested")                                                         \
	X(GM_LEVEL_DISTINCT, "distinct")                                                           \
	X(GM_LEVEL_TRANSACTIONS, "transactions")                                                   \
	X(GM_LEVEL_L2, "l2")                                                                       \
	X(GM_LEVEL_DRAM, "dram")

typedef enum gm_level {
#define X(id, name) id,
	GM_LEVEL_LIST(X)
#undef X
	        GM_LEVEL_COUNT
} gm_level;

const char *gm_level_name(gm_level level);

/* What the caches do, in sectors of 32 bytes over the whole grid, all of kind model: see model/cached.h.
   Unknown where the device has no sectored caches.
          enumerator             what is counted */
#define GM_CACHE_COUNTER_LIST(X)                                                                   \
	X(GM_L1_SECTORS, "sectors that requests ask L1 for: loads, stores, atomics")               \
	X(GM_L1_HIT_SECTORS, "of these, found in L1")                                              \
	X(GM_L1_FETCHED_SECTORS, "sectors that come to L1 from L2, results of atomics included")   \
	X(GM_L2_READ_SECTORS, "sectors read from L2, those of several SMs at once joined")         \
	X(GM_L2_WRITE_SECTORS, "sectors written to L2")                                            \
	X(GM_L2_ATOMIC_SECTORS, "sectors that L2 changes for atomics")                             \
	X(GM_L2_HIT_SECTORS, "of the three above, found in L2")                                    \
	X(GM_L2_MISSED_SECTORS, "sectors that L2 fetches for them, in whole fetch units")

typedef enum gm_cache_counter {
#define X(id, what) id,
	GM_CACHE_COUNTER_LIST(X)
#undef X
	        GM_CACHE_COUNTER_COUNT
} gm_cache_counter;

typedef struct gm_traffic {
	gm_value read_bytes[GM_LEVEL_COUNT];
	gm_value written_bytes[GM_LEVEL_COUNT];
	bool once;               /* blocks move their part of an array to another and leave */
	double completed_bytes;  /* of what DRAM reads: the rest of sectors that are stored in part */
	double read_lines;       /* of 128 B, whole or in part, that L2 hands out to loads */
	double part_lines;       /* that L2 is given with parts of sectors */
	double line_passes;      /* of L1's data banks, that requests for several lines take besides (model/line_passes.h) */
	double joined_ratio;     /* of stored sectors, those that join others of their warp on the way to L2 */
	gm_dram_openings dram;   /* rows of DRAM that are opened for what it moves */
	double common_store_sectors; /* stores at L2 to addresses that all threads of the grid share */
	gm_distinct grid;        /* distinct sectors of the whole grid: the least DRAM must move when cold */
	gm_distinct block;
	gm_distinct wave;        /* of the blocks resident at once */
	double working_set_bytes; /* lines the resident warps of one SM hold between two uses */
	int64_t blocks_per_wave; /* resident at once on the whole device */
	double waves;
	double l1_bytes;          /* of an SM, beside its shared memory; 0 without an L1 */
	gm_value caches[GM_CACHE_COUNTER_COUNT];
	double sharers; /* SMs that read the same from L2 at about the same time: what one of them has to fetch
	                   from DRAM, the others wait for just as long; 1 where addresses follow data */
	gm_load_waits waits;      /* of sectored caches, as the next */
	gm_cached_working how;
} gm_traffic;

/* `blocks_per_sm` from the occupancy; 0 (cannot run) is taken as 1. `sites` as for gm_cached_evaluate. */
gm_traffic gm_traffic_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                               const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state,
                               gm_cached_site *sites);

/* The bandwidth that serves a level, bytes per second; unknown when the device file does not say. */
gm_value gm_traffic_bandwidth(const gm_device *device, gm_level level);

/* Sum of both directions; unknown if either is. */
gm_value gm_traffic_bytes(const gm_traffic *traffic, gm_level level);

#endif
