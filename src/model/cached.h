/*
 * Traffic through sectored caches (cc 5.0 on): what L1 serves, what L2 serves, what DRAM moves.
 *
 * L1: see model/l1_share.h. Each site's share of hits applies to all its sectors.
 *
 * Between L1 and L2 reads of one sector by neighbouring SMs join, where they come at about the same time
 * (model/sm_joins.h). Counted for sites that do not move from one block to the next, and for those that data lead to
 * the same places in several blocks in a row.
 *
 * Of its lines a site asks L2 for as many as L1 lacks of its sectors, site by site: a thread's row, of which L1 holds
 * seven words of eight, does not lessen the lines of a gather beside it.
 *
 * L2: see model/l2_life.h. An L2 of two halves gives each of them its own copy of what its SMs ask for, and
 * a half that finds a sector in the other counts a miss too.
 *
 * DRAM reads whole fetch units (64 bytes on most), and 32 bytes to complete a sector that was stored in
 * part. Writes leave L2 when they have stayed dirty for so long; what the last blocks wrote is still there
 * when the kernel ends. Data-dependent sites touch random pieces of their array, as often as the traced
 * blocks did (model/scattered.h).
 */
#ifndef GM_MODEL_CACHED_H
#define GM_MODEL_CACHED_H

#include "model/cache_state.h"
#include "model/counts.h"
#include "model/grid_trace.h"
#include "model/l1_simulation.h"
#include "model/l2_life.h"
#include "model/sm_joins.h"

/* The numbers on the way to the results, for those who want to see how they came about. */
typedef struct gm_cached_working {
	int64_t resident;           /* blocks of the simulated SM at once */
	double launch_bytes;        /* that a launch reads besides: parameters, what an empty kernel has of code */
	double code_bytes;          /* beyond that */
	gm_sm_joins joins;          /* on the way to L2 */
	double kept_read_bytes, kept_written_bytes; /* what L2 keeps */
	double halves;              /* of L2 */
	double fetch_bytes;
	gm_l2_life life;
	double again_bytes;         /* of sectors that L1 and L2 have lost */
	double fetch_ratio;         /* bytes fetched for a byte of these */
	gm_l2_filling filling;      /* sectors that are filled bit by bit */
	double rewritten_bytes;     /* by stores that come back to sectors that have been written back */
	double spilled_bytes;       /* of local memory, that DRAM is given (model/spilled.h) */
	double array_bytes;         /* of arrays in local memory, that DRAM is asked for */
} gm_cached_working;

/* Bytes, and the rows of DRAM that are opened for them. */
typedef struct gm_dram_part {
	double openings, bytes;
} gm_dram_part;

/* Of pieces that lie scattered (model/reach.h), where sectors that are completed count with what is written;
   and the rows that are opened for the rest, in stretches of 128 B or more. */
typedef struct gm_dram_openings {
	gm_dram_part read, written;
	double read_runs, written_runs;
} gm_dram_openings;

/* Over the whole grid. Sectors of 32 bytes, of global and local memory. */
typedef struct gm_cached {
	double l1_sectors;         /* that requests ask for: loads, stores, atomics */
	double l1_hit_sectors;
	double l1_fetched_sectors; /* that come to L1 from L2, results of atomics included */
	double l2_read_sectors;    /* that L2 is asked for; below the last where requests of SMs join */
	double l2_read_lines;      /* that these come in, whole or in part */
	double l2_write_sectors;
	double joined_ratio;       /* of stored sectors, those that join others of their warp */
	double l2_part_lines;      /* that stores bring parts of sectors of */
	double l2_atomic_sectors;
	double common_store_sectors; /* of what L2 is asked to write: to addresses that all threads share */
	double l2_hit_sectors;     /* of the last three; a store always hits */
	double l2_missed_sectors;  /* that L2 fetches: whole fetch units, whatever is asked for of them */
	double dram_read_bytes, dram_write_bytes;
	gm_dram_openings openings; /* for it */
	double dram_completed_bytes; /* of those read: the rest of sectors that are stored in part */
	bool once;                 /* blocks move their part of an array to another and leave */
	double l1_bytes;           /* what the carve-out leaves */
	double occupancy;          /* of L2 by the whole grid: above 1 it does not fit */
	bool exact_l2_writes;
	gm_load_waits waits;
	gm_cached_working how;
} gm_cached;

/* Does the model hold for this device: sectors of 32 bytes, an L1 that caches loads, an L2? */
bool gm_cached_applies(const gm_device *device);

/* Of one site. */
typedef struct gm_cached_site {
	gm_l1_tally l1;    /* of the simulated blocks */
	double sectors;    /* that its requests ask for, over the grid */
	gm_sm_joins joins; /* of what it asks L2 for, with the same of other SMs */
} gm_cached_site;

/* `blocks_per_sm` resident at once. `sites`, one for each and all zero, is filled in; NULL: not wanted. */
gm_cached gm_cached_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                             const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state,
                             gm_cached_site *sites);

#endif
