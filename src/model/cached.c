#include "model/cached.h"

#include "model/l1_share.h"
#include "model/laps.h"
#include "model/l2_life.h"
#include "model/shared_reads.h"
#include "model/spilled.h"
#include "model/store_way.h"
#include "model/trace_rounds.h"
#include "model/trace_shares.h"

#include <math.h>
#include <stdlib.h>

enum {
	CODE_LEAST_BYTES = 256,
	ONCE_ARRAYS = 3,
	RARE_STORES = 3, /* times as much to issue as a block waits: what is stored has come long before */
	WARM_LAUNCH_BYTES = 256, /* its parameters: what most warm launches whose data L2 holds read (calibration) */
};

typedef struct work {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_counts *counts;
	const gm_grid_trace *trace;
	double blocks, sms;
	int64_t resident;      /* on one SM, at most what the grid has */
	gm_turns turns;        /* of the blocks of an SM */
	gm_shared_reads shared;
	gm_l1_tally *tally;    /* per site */
	double *per_block;     /* per site: sectors that the traced block asks for */
	gm_l2_grid grid;
	bool *loaded_array, *stored_array; /* per array: some site does */
	bool unknown_array;    /* some site is in none of them */
	gm_store_way way;         /* to L2 */
	double merged_sectors;    /* stores that joined others */
	double merged_own_sectors; /* of their warp */
	double refetched_sectors; /* lost by L1 and by L2, but for arrays in local memory */
	double array_sectors;     /* of those, what L1 does not have */
	double counted_loads, counted_stores; /* sectors over the grid, and were all blocks as traced */
	double traced_loads, traced_stores;
	gm_cached_site *sites; /* as asked for, or NULL */
	gm_cached *out;
} work;

bool
gm_cached_applies(const gm_device *device)
{
	return device->coalescing == GM_SECTORS_32 && device->cc_major >= 5 &&
	       gm_device_value_or(device, GM_L1_CACHES_GLOBAL, 0) > 0 && gm_device_value_or(device, GM_L1_SIZE, 0) > 0 &&
	       gm_device_value_or(device, GM_L2_SIZE, 0) > 0 && gm_device_value_or(device, GM_SM_COUNT, 0) > 0;
}

/* ---- sites ---- */

/* Sectors of all requests of the site, over the grid. An atomic's lanes on one word count apart, in the
   share that the traced blocks have. */
static double
sectors_of(const work *w, int site, bool atomic)
{
	const double counted = (double)w->counts->sites[site].of[GM_COUNT_GROUP_SECTORS];
	double asked = 0, distinct = 0;
	if (!atomic)
		return counted;
	for (int t = 0; t < 1 + w->trace->others_count; t++) {
		const gm_trace *trace = t ? &w->trace->others[t - 1] : &w->trace->here;
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *request = &trace->requests[i];
			if (request->site != (uint32_t)site)
				continue;
			asked += request->sectors;
			for (int k = 0; k < request->runs_count; k++)
				distinct += (double)trace->runs[request->first_run + (uint32_t)k].count;
		}
	}
	return distinct > 0 ? counted * asked / distinct : counted;
}

static void
note_array(work *w, const gm_site *site)
{
	const bool atomic = gm_operation_is_atomic(site->operation);
	if (site->space != GM_GLOBAL)
		return;
	if (site->array < 0) {
		w->unknown_array = true;
		return;
	}
	w->stored_array[site->array] |= atomic || site->operation == GM_STORE;
	w->loaded_array[site->array] |= atomic || site->operation != GM_STORE;
}

/* Sectors of the site, were every block as the traced one. */
static double
traced_sectors(const work *w, int site)
{
	return w->per_block[site] * w->blocks;
}

/* Of regular sites, which the reach of blocks is of. */
static void
add_share(work *w, int s, double sectors)
{
	const bool stores = w->kernel->sites[s].operation == GM_STORE;
	*(stores ? &w->counted_stores : &w->counted_loads) += sectors;
	*(stores ? &w->traced_stores : &w->traced_loads) += traced_sectors(w, s);
}

static double
lines_of(const work *w, int site)
{
	return w->kernel->sites[site].operation == GM_LOAD ? (double)w->counts->sites[site].of[GM_COUNT_LINES] : 0;
}

static double
between(double full, double free, double spare)
{
	return full + spare * (free - full);
}

static void
add_site(work *w, int s)
{
	const gm_site *site = &w->kernel->sites[s];
	gm_cached *out = w->out;
	const bool atomic = gm_operation_is_atomic(site->operation);
	const gm_l1_tally *tally = &w->tally[s];
	const double sectors = sectors_of(w, s, atomic);
	const double found = tally->asked > 0 ? sectors * (tally->found / tally->asked) : 0;
	/* Stores to one place of the grid wait for each other: those of several warps seldom meet. */
	const double joining = site->common_place ? tally->merged_own
	                                          : between(tally->merged, tally->merged_free, w->way.spare);
	const double merged = tally->asked > 0 ? sectors * (joining / tally->asked) : 0;
	if (site->space != GM_LOCAL || site->spills)
		w->refetched_sectors += tally->asked > 0 ? sectors * (tally->refetched / tally->asked) : 0;
	if (!w->trace->irregular[s])
		add_share(w, s, sectors);
	gm_load_waits_add(&out->waits, &tally->waits, 1);
	if (w->sites)
		w->sites[s] = (gm_cached_site){.l1 = *tally, .sectors = sectors};
	if (site->space != GM_GLOBAL && site->space != GM_LOCAL)
		return;
	note_array(w, site);
	out->l1_sectors += sectors;
	out->l1_hit_sectors += found;
	if (atomic) {
		out->l2_atomic_sectors += sectors;
		out->l1_fetched_sectors += site->operation == GM_ATOMIC ? sectors : 0;
	} else if (site->operation == GM_STORE) {
		w->merged_sectors += merged;
		w->merged_own_sectors += sectors * between(tally->merged_own, tally->merged_own_free, w->way.spare) /
		                         fmax(tally->asked, 1);
		out->l2_write_sectors += sectors - merged;
		out->common_store_sectors += site->common_place ? sectors - merged : 0;
	} else if (gm_operation_is_memory(site->operation)) {
		const double left = gm_shared_reads_left(&w->shared, s);
		const double copied = (double)w->counts->sites[s].of[GM_COUNT_FETCHED];
		const double fetched = copied > 0 ? copied : sectors - found;
		out->l1_fetched_sectors += fetched;
		out->l2_read_sectors += fetched * left;
		out->l2_read_lines += sectors > 0 ? lines_of(w, s) * fmin(1, fetched / sectors) * left : 0;
		w->array_sectors += site->space == GM_LOCAL && !site->spills ? fetched * left : 0;
		if (w->sites)
			w->sites[s].joins = w->shared.sites[s];
	}
}

/* ---- L2 ---- */

/* Each sector that L2 is asked for can be a fetch of its own, and no more than is stored is written. */
static gm_l2_grid
grid_of(const work *w)
{
	const double fetch = gm_device_value_or(w->device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	gm_l2_grid grid = gm_l2_grid_of(w->device);
	grid.blocks = w->blocks;
	grid.wave = fmin(w->sms * (double)w->resident, w->blocks);
	grid.row = (double)w->trace->grid.x;
	grid.plane = grid.row * (double)w->trace->grid.y;
	grid.asked_read = (w->out->l2_read_sectors + w->out->l2_atomic_sectors) * fetch;
	grid.asked_written =
	        (w->out->l2_write_sectors + w->out->l2_atomic_sectors) * GM_SECTOR_BYTES;
	grid.reach = gm_reach_count(w->trace, -1, (int64_t)fetch);
	gm_reach_part(&grid.reach);
	grid.own_rounds = gm_trace_rounds(&w->trace->here);
	grid.scattered = gm_scattered_gather(w->trace, fetch, grid.halves);
	gm_laps_share(&grid, &(gm_laps_input){.trace = w->trace,
	                                      .blocks = w->blocks,
	                                      .loaded = w->loaded_array,
	                                      .stored = w->stored_array,
	                                      .unknown = w->unknown_array,
	                                      .counted_loads = w->counted_loads,
	                                      .traced_loads = w->traced_loads,
	                                      .counted_stores = w->counted_stores,
	                                      .traced_stores = w->traced_stores});
	return grid;
}

/* What was counted in sectors that L2 misses. */
static void
fill_hits(work *w, const gm_l2_life *life, double again, double anew)
{
	gm_cached *out = w->out;
	const gm_reach_bytes *moved = &life->moved;
	const double lost = 1 - life->kept_ratio;
	const double asked = out->l2_read_sectors + out->l2_write_sectors + out->l2_atomic_sectors;
	const double missed = (moved->missed + again) * lost;
	const double crossed = moved->crossed * (w->grid.halves - 1) * lost;
	const double crossing = moved->missed > 0 ? crossed * (moved->read - moved->beside) / moved->missed : crossed;
	out->l2_missed_sectors = ((moved->read - moved->beside + anew) * lost + crossing) / GM_SECTOR_BYTES;
	out->l2_hit_sectors = fmax(asked - (missed + crossed) / GM_SECTOR_BYTES, 0);
}

/* Parameters and, when cold, code, of which an empty kernel has the least. */
static double
launch_read(const work *w, bool cold)
{
	const double code = gm_issue_code_bytes(w->counts->issue, w->kernel->sites_count);
	const double empty = gm_device_value_or(w->device, GM_LAUNCH_READ, 0);
	w->out->how.code_bytes = cold ? fmax(code - CODE_LEAST_BYTES, 0) : 0;
	w->out->how.launch_bytes = empty <= 0 ? 0 : cold ? empty : WARM_LAUNCH_BYTES;
	return empty > 0 ? w->out->how.launch_bytes + w->out->how.code_bytes : 0;
}

/* Of a number that the pieces of a block have, in the share of them that is moved. */
static double
per_byte(double number, double bytes)
{
	return bytes > 0 ? number / bytes : 0;
}

/* Stretches open their rows one by one, each piece that lies scattered its own; so does what is lost and comes
   again in pieces, and what completes a sector. */
static void
fill_openings(work *w, const gm_l2_life *life, double fetched, double lost, const gm_l2_filling *filling)
{
	const gm_reach *reach = &w->grid.reach;
	const gm_reach_bytes *moved = &life->moved, block = gm_reach_of_blocks(reach, 1);
	const double unit = gm_device_value_or(w->device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	const double read = per_byte(moved->scattered_read, moved->read);
	const double written = per_byte(moved->scattered_written, moved->written);
	const double pieces = (fetched - lost) * read + lost * gm_trace_scattered_share(&w->trace->here);
	const double completed = (w->out->dram_completed_bytes - filling->completed_bytes) * written;
	const double bits = (filling->completed_bytes + filling->written_bytes) *
	                    per_byte(reach->filling.apart, reach->filling.sectors);
	const double once = (moved->read - life->read.drawn) * (1 - life->kept_ratio);
	w->out->openings = (gm_dram_openings){
	        .read = {pieces / unit, pieces},
	        .written = {life->evicted_bytes * per_byte(moved->scattered_halves, moved->written) +
	                            (completed + bits) / GM_SECTOR_BYTES,
	                    life->evicted_bytes * written + completed + bits},
	        .read_runs = once * (1 - read) * per_byte(reach->runs_read + reach->shreds_read, block.read),
	        .written_runs = life->evicted_bytes * (1 - written) *
	                        per_byte(reach->runs_written + reach->shreds_written, block.written)};
}

static gm_spilled
spilled_of(const work *w)
{
	const gm_reach_bytes wave = gm_l2_reached(&w->grid, w->grid.wave);
	double stored = 0, arrays = 0;
	for (int s = 0; s < w->kernel->sites_count; s++) {
		const gm_site *site = &w->kernel->sites[s];
		const double bytes = (double)w->counts->sites[s].of[GM_COUNT_SECTORS] * GM_SECTOR_BYTES;
		if (site->space == GM_LOCAL && site->operation == GM_STORE) {
			stored += bytes;
			arrays += site->spills ? 0 : bytes;
		}
	}
	const gm_spilled_array array = gm_spilled_array_of(w->kernel, &w->trace->here);
	const double registers = (double)w->kernel->resources.spilled_bytes * (double)gm_dim3_volume(w->kernel->block);
	return (gm_spilled){.block_bytes = stored > 0 ? array.bytes + registers : 0,
	                    .array_swept = array.swept,
	                    .array_ratio = stored > 0 ? arrays / stored : 0,
	                    .blocks = w->blocks,
	                    .wave = w->grid.wave,
	                    .stored_bytes = stored,
	                    .fetched_bytes = w->array_sectors * GM_SECTOR_BYTES,
	                    .wave_read = wave.held_read,
	                    .wave_written = wave.held_written,
	                    .kept_read = w->grid.kept_read,
	                    .kept_written = w->grid.kept_written};
}

static void
fill_dram(work *w, gm_cache_state state)
{
	gm_cached *out = w->out;
	const bool cold = state == GM_CACHE_COLD;
	const gm_l2_life life = gm_l2_life_evaluate(&w->grid, state);
	const gm_reach_bytes *moved = &life.moved;
	const bool refetches = w->grid.scattered.count == 0 && life.span.held < w->blocks;
	const gm_spilled spilled = spilled_of(w);
	const gm_l2_returns back = gm_l2_returns_evaluate(&w->grid);
	const double again = fmax(refetches ? w->refetched_sectors * GM_SECTOR_BYTES : 0, back.read_bytes);
	const double unit = gm_device_value_or(w->device, GM_DRAM_FETCH, GM_SECTOR_BYTES) / GM_SECTOR_BYTES;
	/* What is lost comes again by whole units, also those of which only a part is asked for. */
	const double whole = gm_trace_unit_ratio(&w->trace->here, (int64_t)unit), anew = again * whole;
	const double left = 1 - life.kept_ratio, fetched = (moved->read + anew) * left;
	const gm_l2_filling filling = gm_l2_filling_evaluate(&w->grid, &life, fetched);
	out->occupancy = life.occupancy;
	out->dram_completed_bytes = moved->partial * life.completed_ratio * (1 - life.stored_ratio) +
	                            filling.completed_bytes;
	out->how.spilled_bytes = gm_spilled_written_bytes(&spilled, state);
	out->how.rewritten_bytes = back.written_bytes;
	out->dram_write_bytes = life.evicted_bytes + back.written_bytes + filling.written_bytes + out->how.spilled_bytes +
	                        life.others_ratio * gm_device_value_or(w->device, GM_L2_DIRTY_BEFORE, 0);
	out->how.array_bytes = gm_spilled_read_bytes(&spilled);
	out->dram_read_bytes = fetched + out->dram_completed_bytes + out->how.array_bytes + launch_read(w, cold);
	fill_openings(w, &life, fetched, anew * left, &filling);
	out->how.life = life;
	out->how.again_bytes = again;
	out->how.fetch_ratio = whole;
	out->how.filling = filling;
	fill_hits(w, &life, again, anew);
}

/* One array or two to another, most requests outside loops: what once_copy and streams_two do. More arrays were not
   measured. */
static bool
moves_once(const work *w)
{
	int arrays = 0;
	int64_t outside = 0, all = 0;
	for (int s = 0; s < w->kernel->sites_count; s++) {
		const gm_site *site = &w->kernel->sites[s];
		const int64_t requests = w->counts->sites[s].of[GM_COUNT_REQUESTS];
		const bool counts = site->space == GM_GLOBAL || site->space == GM_LOCAL;
		outside += counts && !site->looping ? requests : 0;
		all += counts ? requests : 0;
	}
	for (int a = 0; a < w->kernel->arrays_count; a++)
		arrays += w->loaded_array[a] || w->stored_array[a];
	return arrays <= ONCE_ARRAYS && !w->unknown_array &&
	       2 * outside > all;
}

static bool
stores_are_counted(const gm_kernel *kernel, const gm_counts *counts)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_memory(kernel->sites[s].operation) &&
		    kernel->sites[s].operation != GM_LOAD && kernel->sites[s].operation != GM_STORE)
			return false;
	return counts->exact;
}

/* What the simulated L1 is told of the caches behind it. */
static gm_l2_room
room_behind(const work *w, const gm_first_loads *first, gm_cache_state state)
{
	const gm_device *device = w->device;
	const gm_l2_grid kept = gm_l2_grid_of(device);
	const double line_of_all = GM_LINE_BYTES * fmin(w->sms, w->blocks);
	const int unit = (int)gm_device_value_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES) / GM_SECTOR_BYTES;
	return (gm_l2_room){.read = line_of_all / kept.kept_read,
	                    .written = line_of_all / kept.kept_written,
	                    .unit_sectors = unit >= 4 ? 4 : unit >= 2 ? 2 : 1,
	                    .first = first,
	                    .counts = w->counts->sites,
	                    .l2_clocks = gm_device_value_or(device, GM_LATENCY_L2, 0),
	                    .dram_clocks = gm_device_value_or(device, state == GM_CACHE_COLD ? GM_LATENCY_DRAM : GM_LATENCY_L2, 0),
	                    .rare = w->turns.issue_cycles > RARE_STORES * w->turns.alone_cycles};
}

gm_cached
gm_cached_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                   const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state,
                   gm_cached_site *sites)
{
	gm_cached out = {0};
	work w = {.device = device,
	          .kernel = kernel,
	          .counts = counts,
	          .trace = trace,
	          .sites = sites,
	          .out = &out};
	w.blocks = (double)counts->blocks_count;
	w.sms = gm_device_value(device, GM_SM_COUNT);
	const double on_each = ceil(w.blocks / w.sms);
	w.resident = (int64_t)fmin(fmax((double)blocks_per_sm, 1), fmin(on_each, GM_RESIDENT_MAX));
	w.tally = gm_allocate((size_t)kernel->sites_count + 1, sizeof *w.tally);
	w.per_block = gm_allocate((size_t)kernel->sites_count + 1, sizeof *w.per_block);
	w.loaded_array = gm_allocate((size_t)kernel->arrays_count + 1, sizeof *w.loaded_array);
	w.stored_array = gm_allocate((size_t)kernel->arrays_count + 1, sizeof *w.stored_array);
	gm_trace_sectors(&trace->here, w.per_block);
	out.l1_bytes = gm_l1_left_bytes(device, kernel, blocks_per_sm);
	const gm_first_loads first = gm_first_loads_of(trace, (int64_t)fmin(w.blocks, w.sms * (double)w.resident));
	w.turns = gm_turns_evaluate(device, kernel, counts, (double)w.resident);
	const gm_l2_room room = room_behind(&w, &first, state);
	gm_l1_share(device, trace, w.resident, &w.turns, state, out.l1_bytes, room, w.tally);
	w.shared = gm_shared_reads_new(device, kernel, trace, w.tally, (double)w.resident, &w.turns, state);
	out.how.joins = w.shared.joins;
	w.way = gm_store_way_evaluate(device, kernel, counts, w.tally, (double)w.resident, &w.turns);
	for (int s = 0; s < kernel->sites_count; s++)
		add_site(&w, s);
	const double stored = out.l2_write_sectors + w.merged_sectors;
	const double local = (double)gm_counts_sum(kernel, counts, GM_COUNT_SECTORS, GM_STORE, GM_LOCAL);
	const double global = fmax(0, stored - local), pieces = global * gm_trace_share_of_pieces(trace);
	out.joined_ratio = stored > 0 ? w.merged_own_sectors / stored : 0;
	w.grid = grid_of(&w);
	w.grid.unjoined = pieces > 0 ? gm_store_way_pieces(&w.way, pieces, w.merged_sectors) / pieces : 0;
	out.l2_part_lines = global * gm_trace_part_lines(trace) * w.grid.unjoined +
	                    (double)gm_counts_sum(kernel, counts, GM_COUNT_PART_LINES, GM_STORE, GM_LOCAL) *
	                            (1 - out.joined_ratio);
	fill_dram(&w, state);
	out.once = moves_once(&w);
	out.exact_l2_writes = stores_are_counted(kernel, counts);
	out.how.resident = w.resident;
	out.how.fetch_bytes = gm_device_value_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	out.how.halves = w.grid.halves;
	out.how.kept_read_bytes = w.grid.kept_read;
	out.how.kept_written_bytes = w.grid.kept_written;
	gm_shared_reads_dispose(&w.shared);
	free(w.tally);
	free(w.per_block);
	free(w.loaded_array);
	free(w.stored_array);
	return out;
}
