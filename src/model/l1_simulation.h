/*
 * Blocks on one SM, through its L1: what is served there and what goes on to L2.
 *
 * The first blocks begin together. Where one ends the next begins, and soon they are anywhere in theirs: those that
 * follow the first are taken to begin evenly over the time that a block takes. (rows_again, 46 launches, H200: what is
 * fetched again is off by 0.054 of the rows, by 0.075 were all to begin anew together.)
 *
 * The blocks' warps take turns. A turn ends with a request that has to wait for L2, or after as many
 * hits in L1 as fit into such a wait: a warp that finds its data runs ahead, and uses up a line before
 * others push it out. A sector that another warp has asked for counts as there, also while it is on its
 * way: until the round of turns is over, whoever needs it waits for L2 all the same.
 *
 * A request that needs what is on its way takes L1 longer (model/line_passes.h). For that a clock counts what L1 is busy
 * with: what a warp has asked for and not waited for comes after the latency of L2 (or DRAM), and what others have, which run
 * beside it, by the clock of those that have waited as often in this turn. Data passes of 27 launches of pending.cu that name
 * several lines are off by 14 % so, in the mean, by 41 % were all that is on its way there.
 *
 * A span of many runs is walked for the first `runs_max` of them; the second half of these then stands
 * for all that are left out, and the lines that those would have brought in age the cache.
 *
 * A store joins the warp's last one, and those of other warps in the same round of turns, where they touch a
 * sector (model/l1_joins.h); a thread's next word comes too late (pieces_store: none). A store of more than 16 pieces is
 * gone before.
 *
 * Asynchronous copies that bypass L1, and atomics, go to L2 whole; so do loads past L1 (simt/lower_memory.c).
 */
#ifndef GM_MODEL_L1_SIMULATION_H
#define GM_MODEL_L1_SIMULATION_H

#include "model/counts.h"
#include "model/first_loads.h"
#include "model/l1_cache.h"
#include "model/l1_waits.h"
#include "model/trace.h"

/* A block on the SM: a trace, moved by so many bytes at each site. */
typedef struct gm_resident {
	const gm_trace *trace;
	const int64_t *move_bytes; /* one for each site; NULL: not moved */
	int64_t local_sector;      /* where its local memory begins */
} gm_resident;

/* Sectors, per site. */
typedef struct gm_l1_tally {
	double asked;   /* by requests */
	double found;   /* in L1 */
	double loads, missing; /* requests that load, and those of them of which some sector has not come to L1 yet */
	double first_round; /* not found by the first blocks; of the simulation nothing, see model/l1_share.h */
	double merged;  /* stores that join others on their way to L2, while it is full, */
	double merged_free; /* and while it has time to spare */
	double merged_own, merged_own_free; /* of either, those that join others of their warp */
	double shared; /* sectors of stores that the warp's last one touches too, or that join others, whether or not they join */
	double split;     /* of loads not found: parts of a line of which their warp asks for another before it waits */
	double refetched; /* of loads not found: this SM had them before, but so long ago that L2 has lost
	                     them too */
	gm_load_waits waits; /* of groups begun at this site */
} gm_l1_tally;

/* What a line that goes to or from L2 takes of its room, all SMs doing the same: 1 when it is full. */
typedef struct gm_l2_room {
	double read, written;
	int unit_sectors; /* that DRAM fetches at once: 1, 2 or 4 */
	const gm_first_loads *first; /* after the first round of turns these are in L2; NULL: not known */
	const gm_site_counts *counts; /* one per site, for what is parted of its loads; NULL: nothing */
	double l2_clocks, dram_clocks; /* until what is asked of L2 has come, and what L2 asks of DRAM */
	bool rare;        /* the SM works longer than its loads take: what is stored has long come, and stores are rare */
} gm_l2_room;

/* The blocks of an SM, `wave` of them there at once; `in_turn`: one (model/turns.h). */
typedef struct gm_l1_blocks {
	const gm_resident *all;
	int count, wave;
	bool in_turn;
} gm_l1_blocks;

/* Adds to `sites`, for each wave one for each site. */
void gm_l1_simulate(gm_l1_cache *cache, const gm_l1_blocks *blocks, int64_t runs_max, int hits_per_turn, gm_l2_room room,
                    gm_l1_tally *sites);

#endif
