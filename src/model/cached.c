#include "model/cached.h"

#include "model/l1_share.h"
#include "model/reach.h"
#include "model/scattered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES_IN_STEP = 4 };

static const double sweep_width = 0.075; /* see the header */

typedef struct work {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_counts *counts;
	const gm_grid_trace *trace;
	double blocks, sms;
	int64_t resident;      /* on one SM, at most what the grid has */
	gm_l1_tally *tally;    /* per site */
	double *per_block;     /* per site: sectors that the traced block asks for */
	gm_reach reach;
	gm_scattered scattered;
	double halves;         /* of L2, each with a copy of what both read */
	double kept_read, kept_written, kept_random, kept_launches;
	double share_read, share_written; /* of what the steps reach, what there is */
	bool *loaded_array, *stored_array; /* per array: some site does */
	bool unknown_array;    /* some site is in none of them */
	double refetched_sectors; /* lost by L1 and by L2 */
	double counted_loads, counted_stores; /* sectors over the grid, and were all blocks as traced */
	double traced_loads, traced_stores;
	gm_cached *out;
} work;

static double
fact_or(const gm_device *device, gm_fact_id id, double otherwise)
{
	return gm_device_knows(device, id) ? gm_device_value(device, id) : otherwise;
}

static double
lesser(double a, double b)
{
	return a < b ? a : b;
}

static double
greater(double a, double b)
{
	return a > b ? a : b;
}

bool
gm_cached_applies(const gm_device *device)
{
	return device->coalescing == GM_SECTORS_32 && device->cc_major >= 5 &&
	       fact_or(device, GM_L1_CACHES_GLOBAL, 0) > 0 && fact_or(device, GM_L1_SIZE, 0) > 0 &&
	       fact_or(device, GM_L2_SIZE, 0) > 0 && fact_or(device, GM_SM_COUNT, 0) > 0;
}

/* ---- sites ---- */

/* Sectors of all requests of the site, over the grid. An atomic's lanes on one word count apart, in the
   share that the traced blocks have. */
static double
sectors_of(const work *w, int site, bool atomic)
{
	const double counted = (double)w->counts->sites[site].of[GM_COUNT_SECTORS];
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
	const bool atomic = site->operation == GM_ATOMIC || site->operation == GM_REDUCE;
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

/* Neighbouring blocks run on neighbouring SMs; where they read the same sectors, their requests may
   meet on the way to L2. What is left of a site's reads. */
static double
left_after_joining(const work *w, int site)
{
	const gm_dim3 grid = w->trace->grid;
	const int axis = grid.x > 1 ? 0 : grid.y > 1 ? 1 : 2;
	const double along = (double)(axis == 0 ? grid.x : axis == 1 ? grid.y : grid.z);
	const double most = lesser(fact_or(w->device, GM_L2_JOIN_SMS, 1), along);
	const bool first = w->blocks <= w->sms * (double)w->resident;
	const double share =
	        fact_or(w->device, first ? GM_L2_JOIN_FIRST : GM_L2_JOIN_LATER, 0) / 100;
	if (w->trace->irregular[site] || w->trace->step[site][axis] != 0 ||
	    w->kernel->sites[site].space != GM_GLOBAL)
		return 1;
	return 1 - share * (1 - 1 / most);
}

static void
add_site(work *w, int s)
{
	const gm_site *site = &w->kernel->sites[s];
	gm_cached *out = w->out;
	const bool atomic = site->operation == GM_ATOMIC || site->operation == GM_REDUCE;
	const gm_l1_tally *tally = &w->tally[s];
	const double sectors = sectors_of(w, s, atomic);
	const double found = tally->asked > 0 ? sectors * tally->found / tally->asked : 0;
	const double merged = tally->asked > 0 ? sectors * tally->merged / tally->asked : 0;
	w->refetched_sectors += tally->asked > 0 ? sectors * tally->refetched / tally->asked : 0;
	(site->operation == GM_STORE ? &w->counted_stores : &w->counted_loads)[0] += sectors;
	(site->operation == GM_STORE ? &w->traced_stores : &w->traced_loads)[0] += traced_sectors(w, s);
	if (site->space != GM_GLOBAL && site->space != GM_LOCAL)
		return;
	note_array(w, site);
	out->l1_sectors += sectors;
	out->l1_hit_sectors += found;
	if (atomic) {
		out->l2_atomic_sectors += sectors;
		out->l1_fetched_sectors += site->operation == GM_ATOMIC ? sectors : 0;
	} else if (site->operation == GM_STORE) {
		out->l2_write_sectors += sectors - (site->space == GM_LOCAL ? found : merged);
	} else if (gm_operation_is_memory(site->operation)) {
		out->l1_fetched_sectors += sectors - found;
		out->l2_read_sectors += (sectors - found) * left_after_joining(w, s);
	}
}

/* ---- L2 ---- */

/* Of the room of L2, by what may be asked for again. */
static double
occupancy_of(const work *w, gm_reach_bytes touched)
{
	const double again = (w->halves - 1) * lesser(touched.again, touched.held_read);
	return (touched.held_read + again + touched.held_written) / w->kept_read;
}

/* Of what passes through L2 until it writes back what is stored. */
static double
age_of(const work *w, gm_reach_bytes touched)
{
	return touched.held_read / w->kept_read + touched.held_written / w->kept_written;
}

static void
scale(gm_reach_bytes *sum, double reads, double writes)
{
	sum->read *= reads;
	sum->read_sectors *= reads;
	sum->missed *= reads;
	sum->crossed *= reads;
	sum->held_read *= reads;
	sum->again *= reads;
	sum->scattered_read *= reads;
	sum->scattered_written *= writes;
	sum->written *= writes;
	sum->partial *= writes;
	sum->held_written *= writes;
}

/* Blocks at the edges, and others that do nothing, touch less than the traced one. */
static double
share_of(double counted, double traced)
{
	return traced > 0 && counted < traced ? counted / traced : 1;
}

/* Steps that are not those of the whole grid run past the arrays. Where a row of blocks fits in L2, what
   lies beyond is what other rows have touched; else it comes from DRAM again. */
static void
share_arrays(work *w)
{
	double read = 0, written = 0;
	const gm_reach_bytes all = gm_reach_of_blocks(&w->reach, w->blocks);
	const double row = occupancy_of(w, gm_reach_of_blocks(&w->reach, (double)w->trace->grid.x));
	w->share_read = share_of(w->counted_loads, w->traced_loads);
	w->share_written = share_of(w->counted_stores, w->traced_stores);
	if (row > 1 || w->unknown_array)
		return;
	for (int a = 0; a < w->kernel->arrays_count; a++) {
		const gm_array *array = &w->kernel->arrays[a];
		const double bytes = (double)array->length * gm_type_bytes(array->type);
		read += w->loaded_array[a] ? bytes + GM_LINE_BYTES : 0;
		written += w->stored_array[a] ? bytes + GM_LINE_BYTES : 0;
	}
	w->share_read = lesser(w->share_read, all.read > 0 ? read / all.read : 1);
	w->share_written = lesser(w->share_written, all.written > 0 ? written / all.written : 1);
}

/* By regular sites. */
static gm_reach_bytes
reached_by(const work *w, double blocks)
{
	gm_reach_bytes sum = gm_reach_of_blocks(&w->reach, blocks);
	scale(&sum, w->share_read, w->share_written);
	return sum;
}

/* Lines at random places fill L2 better than sweeps do: they take less of its room. */
static gm_reach_bytes
touched_by(const work *w, double blocks)
{
	gm_reach_bytes drawn = gm_scattered_of_blocks(&w->scattered, blocks);
	drawn.held_read *= w->kept_read / w->kept_random;
	return gm_reach_add(reached_by(w, blocks), drawn, 1);
}

/* The blocks that bring it to 1; at most all. */
static double
blocks_until_full(const work *w, double (*occupancy)(const work *w, gm_reach_bytes touched))
{
	double low = 1, high = w->blocks;
	if (occupancy(w, touched_by(w, high)) <= 1)
		return high;
	for (int i = 0; i < 40 && high - low > 0.01 * low; i++) {
		const double middle = 0.5 * (low + high);
		if (occupancy(w, touched_by(w, middle)) < 1)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static gm_reach_bytes
the_greater(gm_reach_bytes a, gm_reach_bytes b)
{
	return (gm_reach_bytes){greater(a.read, b.read),
	                        greater(a.read_sectors, b.read_sectors),
	                        greater(a.missed, b.missed),
	                        greater(a.crossed, b.crossed),
	                        greater(a.written, b.written),
	                        greater(a.partial, b.partial),
	                        greater(a.held_read, b.held_read),
	                        greater(a.held_written, b.held_written),
	                        greater(a.again, b.again),
	                        greater(a.scattered_read, b.scattered_read),
	                        greater(a.scattered_written, b.scattered_written)};
}

/* Blocks that are alike but for their place: each such many fetches the same. */
static double
stride_of(const work *w, double held)
{
	const double row = (double)w->trace->grid.x, plane = row * (double)w->trace->grid.y;
	return held >= plane ? plane : row;
}

/* What a block moves when many have run before it and L2 holds what `held` blocks touch. */
static gm_reach_bytes
moved_by_each(const work *w, double held)
{
	const double wave = lesser(w->sms * (double)w->resident, w->blocks);
	const double stride = lesser(stride_of(w, held), w->blocks);
	const gm_reach_bytes none = {0}, before = held < stride ? none : reached_by(w, held);
	const gm_reach_bytes after = reached_by(w, held < stride ? stride : held + stride);
	const gm_reach_bytes apart = gm_reach_add(none, gm_reach_add(after, before, -1), 1 / stride);
	const gm_reach_bytes waves = gm_reach_add(none, reached_by(w, wave), 1 / wave);
	if (held < wave && w->blocks <= WAVES_IN_STEP * wave)
		return waves;
	return held < wave ? the_greater(apart, waves) : apart;
}

/* What regular sites touch, each piece once as long as L2 keeps the last `kept` blocks' share. */
static gm_reach_bytes
regular_moved(const work *w, double kept, bool warm)
{
	const double wave = lesser(w->sms * (double)w->resident, w->blocks);
	const double together = warm ? 0 : greater(kept, wave);
	const double first = kept < w->blocks ? lesser(together, w->blocks) : w->blocks;
	const gm_reach_bytes start = first > 0 ? reached_by(w, first) : (gm_reach_bytes){0};
	return first < w->blocks ? gm_reach_add(start, moved_by_each(w, kept), w->blocks - first) : start;
}

/* Sectors that are not complete when L2 has lost them have to be completed each time. */
static double
regular_partial(const work *w, double held)
{
	const double all = reached_by(w, w->blocks).partial;
	return held < w->blocks ? greater(all, reached_by(w, held).partial * w->blocks / held) : all;
}

/* What DRAM moves, with what is drawn at random. */
static gm_reach_bytes
moved_by_all(const work *w, const gm_l2_span *span)
{
	const gm_reach_bytes stored = regular_moved(w, span->dirty, span->warm);
	gm_reach_bytes regular = regular_moved(w, span->held, span->warm);
	regular.written = stored.written;
	regular.scattered_written = stored.scattered_written;
	regular.partial = regular_partial(w, span->held);
	const gm_reach_bytes drawn = span->held < w->blocks || !span->warm
	                                     ? gm_scattered_missing(&w->scattered, span)
	                                     : gm_scattered_of_blocks(&w->scattered, w->blocks);
	return gm_reach_add(regular, drawn, 1);
}

/* Fetches cannot exceed what is asked for, each sector a fetch of its own; writes not what is stored. */
static gm_reach_bytes
at_most_asked(const work *w, gm_reach_bytes moved)
{
	const gm_cached *out = w->out;
	const double read = (out->l2_read_sectors + out->l2_atomic_sectors) *
	                    fact_or(w->device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	const double written = (out->l2_write_sectors + out->l2_atomic_sectors) * GM_SECTOR_BYTES;
	scale(&moved, moved.read > read ? read / moved.read : 1,
	      moved.written > written ? written / moved.written : 1);
	return moved;
}

/* Of the same launch just before, the share that is still there. */
static double
share_kept(gm_cache_state state, double occupancy)
{
	return state == GM_CACHE_WARM ? 0.5 * erfc((occupancy - 1) / (sweep_width * sqrt(2))) : 0;
}

/* Blocks come to other SMs than in the launch before, and what comes to the other half of L2 takes room
   once more; what both halves hold already does not, and is only lost when both have lost it. */
static double
share_found_again(const work *w, gm_reach_bytes once, gm_cache_state state)
{
	const double both = (w->halves - 1) * lesser(once.again, once.held_read);
	const double single = once.held_read + once.held_written - both;
	const double room = single * w->kept_read / w->kept_launches + 2 * both;
	const double kept = share_kept(state, room / w->kept_read);
	const double shared = once.held_read > 0 ? both / once.held_read : 0;
	return kept + (1 - kept) * shared * kept;
}

/* Lines stored in part are completed the sooner the more of them there are; at the latest when they are
   written back. */
static double
share_completed(const work *w, gm_reach_bytes once, double share_written)
{
	const double kept = fact_or(w->device, GM_L2_KEPT_PIECES, 0);
	const double lines = kept > 0 ? once.held_written / kept : 0;
	return greater(share_written, -expm1(-lines * lines));
}

static void
fill_dram(work *w, gm_cache_state state)
{
	gm_cached *out = w->out;
	const gm_reach_bytes once = touched_by(w, w->blocks);
	const gm_l2_span span = {.blocks = w->blocks,
	                         .held = blocks_until_full(w, occupancy_of),
	                         .dirty = blocks_until_full(w, age_of),
	                         .warm = state == GM_CACHE_WARM};
	out->occupancy = occupancy_of(w, once);
	const double kept = share_found_again(w, once, state);
	const gm_reach_bytes moved = at_most_asked(w, moved_by_all(w, &span));
	const double evicted = greater(moved.written - touched_by(w, span.dirty).written, 0);
	const double steady = span.warm ? moved.written * (1 - share_kept(state, age_of(w, once))) : evicted;
	const double share = moved.written > 0 ? steady / moved.written : 0;
	const double again = w->scattered.count || span.held >= w->blocks
	                             ? 0
	                             : w->refetched_sectors * GM_SECTOR_BYTES;
	const double passed = (once.held_read + once.held_written) / w->kept_read;
	const double others = span.warm ? 0 : lesser(greater((passed - 0.5) / 0.4, 0), 1);
	const double whole = moved.read_sectors > 0 ? moved.read / moved.read_sectors : 1;
	const double fetched = (moved.read + again * whole) * (1 - kept);
	out->dram_write_bytes = steady + others * fact_or(w->device, GM_L2_DIRTY_BEFORE, 0);
	out->dram_completed_bytes = moved.partial * share_completed(w, once, share) * (1 - kept);
	out->dram_read_bytes = fetched + out->dram_completed_bytes +
	                       (span.warm ? 0 : fact_or(w->device, GM_LAUNCH_READ, 0));
	out->scattered_read_bytes =
	        moved.read > 0 ? fetched * moved.scattered_read / moved.read : 0;
	out->scattered_written_bytes = moved.written > 0 ? (steady + out->dram_completed_bytes) *
	                                                           moved.scattered_written / moved.written
	                                                 : 0;
	const double asked = out->l2_read_sectors + out->l2_write_sectors + out->l2_atomic_sectors;
	const double missed = (moved.missed + again) * (1 - kept);
	const double crossed = moved.crossed * (w->halves - 1) * (1 - kept);
	const double crossing = moved.missed > 0 ? crossed * moved.read / moved.missed : crossed;
	out->l2_missed_sectors = (fetched + crossing) / GM_SECTOR_BYTES;
	out->l2_hit_sectors = greater(asked - (missed + crossed) / GM_SECTOR_BYTES, 0);
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

gm_cached
gm_cached_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                   const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state)
{
	gm_cached out = {0};
	work w = {.device = device, .kernel = kernel, .counts = counts, .trace = trace, .out = &out};
	const double l2 = gm_device_value(device, GM_L2_SIZE);
	w.blocks = (double)counts->blocks_count;
	w.sms = gm_device_value(device, GM_SM_COUNT);
	w.kept_read = fact_or(device, GM_L2_KEPT_READ, l2 / 2);
	w.kept_written = fact_or(device, GM_L2_KEPT_WRITTEN, l2 / 2);
	w.kept_launches = fact_or(device, GM_L2_KEPT_LAUNCHES, w.kept_read);
	w.kept_random = fact_or(device, GM_L2_KEPT_RANDOM, w.kept_read);
	w.halves = l2 / fact_or(device, GM_L2_NEAR_SIZE, l2);
	const double on_each = ceil(w.blocks / w.sms);
	w.resident = (int64_t)lesser(greater((double)blocks_per_sm, 1), lesser(on_each, GM_RESIDENT_MAX));
	w.tally = gm_allocate((size_t)kernel->sites_count + 1, sizeof *w.tally);
	w.per_block = gm_allocate((size_t)kernel->sites_count + 1, sizeof *w.per_block);
	w.loaded_array = gm_allocate((size_t)kernel->arrays_count + 1, sizeof *w.loaded_array);
	w.stored_array = gm_allocate((size_t)kernel->arrays_count + 1, sizeof *w.stored_array);
	gm_trace_sectors(&trace->here, w.per_block);
	out.l1_bytes = gm_l1_left_bytes(device, kernel, blocks_per_sm);
	const double line_of_all = GM_LINE_BYTES * lesser(w.sms, w.blocks);
	const gm_l2_room room = {line_of_all / w.kept_read, line_of_all / w.kept_written};
	gm_l1_share(device, trace, w.resident, out.l1_bytes, room, w.tally);
	for (int s = 0; s < kernel->sites_count; s++)
		add_site(&w, s);
	w.reach = gm_reach_count(trace, (int64_t)fact_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES));
	share_arrays(&w);
	w.scattered = gm_scattered_gather(trace, fact_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES), w.halves);
	fill_dram(&w, state);
	out.exact_l2_writes = stores_are_counted(kernel, counts);
	free(w.tally);
	free(w.per_block);
	free(w.loaded_array);
	free(w.stored_array);
	return out;
}
