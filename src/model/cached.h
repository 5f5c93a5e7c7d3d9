/*
 * Traffic through sectored caches (cc 5.0 on): what L1 serves, what L2 serves, what DRAM moves.
 *
 * L1: see model/l1_share.h. Each site's share of hits applies to all its sectors.
 *
 * Between L1 and L2 reads of one sector by neighbouring SMs join, where they come at about the same time:
 * up to l2_join_sms of them, of those that could l2_join_first percent when all blocks are resident at
 * once and l2_join_later percent when they are not (drift). Counted for sites that do not move from one
 * block to the next, and for no others.
 *
 * L2: what n blocks that follow each other touch (model/reach.h) fills it:
 *
 *     occupancy(n) = read(n) / kept_read + written(n) / kept_written
 *
 * with what a device was measured to keep of either. As long as occupancy stays below 1 each piece
 * comes from DRAM once. Else data stay for the n* blocks with occupancy(n*) = 1, and each further block
 * fetches what it does not share with the n* before it: read(n* + 1) - read(n*) (Denning's working set;
 * Xiang et al., ASPLOS 2013). Where the blocks resident at once exceed the cache, each wave fetches its
 * own. Data-dependent sites touch random pieces of their array, as often as the traced blocks did.
 *
 * DRAM reads whole fetch units (64 bytes on most), and 32 bytes to complete a sector that was stored in
 * part and is written back. Writes leave L2 when their room is needed: what the last n* blocks wrote is
 * still there when the kernel ends.
 *
 * Warm: the same launch has just run. Of data that are read again in the same order, L2 has kept
 *
 *     kept = Phi((1 - occupancy(grid)) / 0.075)
 *
 * with Phi the normal distribution: its width is that of repeated sweeps on an H200, 95 % at 0.87, 30 %
 * at 1.04, 3 % at 1.12.
 */
#ifndef GM_MODEL_CACHED_H
#define GM_MODEL_CACHED_H

#include "model/cache_state.h"
#include "model/counts.h"
#include "model/grid_trace.h"
#include "model/l1_simulation.h"
#include "model/reach.h"

/* How the grid passes through L2. */
typedef enum gm_passage {
	GM_PASSAGE_ONCE,  /* it fits: each piece comes once */
	GM_PASSAGE_STEPS, /* what fits first, then what each further step of blocks does not share with it */
	GM_PASSAGE_WAVES, /* the blocks resident at once exceed it: each wave fetches its own */
} gm_passage;

/* The numbers on the way to the results, for those who want to see how they came about. */
typedef struct gm_cached_working {
	int64_t resident;           /* blocks of the simulated SM at once */
	double join_ratio;          /* of reads that could join, on the way to L2, how many do */
	double join_sms;            /* how many of them come as one */
	double kept_read_bytes, kept_written_bytes; /* what L2 keeps */
	double fetch_bytes;
	gm_passage passage;
	double held_blocks;         /* that L2 holds at once */
	double step_blocks;         /* of a wave or step */
	gm_reach_bytes once;        /* of the whole grid */
	gm_reach_bytes first, more; /* of the blocks held, and what a step adds; of a wave, and nothing */
	gm_reach_bytes moved;
	double left_bytes;          /* of what is written: what the last blocks leave in L2 */
	double again_bytes;         /* of sectors that L1 and L2 have lost */
	double fetch_ratio;         /* bytes fetched for a byte of a sector that is read */
	double kept_ratio;          /* warm: of what the launch before left */
	double written_ratio;       /* of what is written: that leaves L2 before the end */
	double others_ratio;        /* cold: of the data others left in L2, what is written back */
} gm_cached_working;

/* Over the whole grid. Sectors of 32 bytes, of global and local memory. */
typedef struct gm_cached {
	double l1_sectors;         /* that requests ask for: loads, stores, atomics */
	double l1_hit_sectors;
	double l1_fetched_sectors; /* that come to L1 from L2, results of atomics included */
	double l2_read_sectors;    /* that L2 is asked for; below the last where requests of SMs join */
	double l2_write_sectors;
	double l2_atomic_sectors;
	double l2_hit_sectors;     /* of the last three; a store always hits */
	double dram_read_bytes, dram_write_bytes;
	double l1_bytes;           /* what the carve-out leaves */
	double occupancy;          /* of L2 by the whole grid: above 1 it does not fit */
	bool exact_l2_writes;
	gm_cached_working how;
} gm_cached;

/* Does the model hold for this device: sectors of 32 bytes, an L1 that caches loads, an L2? */
bool gm_cached_applies(const gm_device *device);

/* Of one site. */
typedef struct gm_cached_site {
	gm_l1_tally l1;    /* of the simulated blocks */
	double sectors;    /* that its requests ask for, over the grid */
	double join_ratio; /* of what it asks L2 for: what joins with the same of other SMs */
} gm_cached_site;

/* `blocks_per_sm` resident at once. `sites`, one for each and all zero, is filled in; NULL: not wanted. */
gm_cached gm_cached_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                             const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state,
                             gm_cached_site *sites);

#endif
