#include "model/cached.h"

#include "model/l1_share.h"
#include "model/reach.h"
#include "model/scattered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	double kept_read, kept_written;
	double row_occupancy;  /* of L2, by a row of blocks */
	bool *loaded_array, *stored_array; /* per array: some site does */
	bool unknown_array;    /* some site is in none of them */
	double refetched_sectors; /* lost by L1 and by L2 */
	double counted_loads, counted_stores; /* sectors over the grid, and were all blocks as traced */
	double traced_loads, traced_stores;
	gm_cached_site *sites; /* as asked for, or NULL */
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
	w->out->how.join_ratio = share;
	w->out->how.join_sms = most;
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
	const double found = tally->asked > 0 ? sectors * (tally->found / tally->asked) : 0;
	const double merged = tally->asked > 0 ? sectors * (tally->merged / tally->asked) : 0;
	w->refetched_sectors += tally->asked > 0 ? sectors * (tally->refetched / tally->asked) : 0;
	(site->operation == GM_STORE ? &w->counted_stores : &w->counted_loads)[0] += sectors;
	(site->operation == GM_STORE ? &w->traced_stores : &w->traced_loads)[0] += traced_sectors(w, s);
	if (w->sites)
		w->sites[s] = (gm_cached_site){*tally, sectors, 0};
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
		const double left = left_after_joining(w, s);
		out->l1_fetched_sectors += sectors - found;
		out->l2_read_sectors += (sectors - found) * left;
		if (w->sites)
			w->sites[s].join_ratio = 1 - left;
	}
}

/* ---- L2 ---- */

static double
occupancy_of(const work *w, gm_reach_bytes touched)
{
	return touched.held_read / w->kept_read + touched.held_written / w->kept_written;
}

static void
scale(gm_reach_bytes *sum, double reads, double writes)
{
	sum->read *= reads;
	sum->read_sectors *= reads;
	sum->held_read *= reads;
	sum->written *= writes;
	sum->partial *= writes;
	sum->held_written *= writes;
}

/* Steps that are not those of the whole grid run past the arrays. Where a row of blocks fits in L2, what
   lies beyond is what other rows have touched; else it comes from DRAM again. */
static void
cap_by_arrays(const work *w, double row_occupancy, gm_reach_bytes *sum)
{
	double read = 0, written = 0;
	if (row_occupancy > 1)
		return;
	for (int a = 0; a < w->kernel->arrays_count; a++) {
		const gm_array *array = &w->kernel->arrays[a];
		const double bytes = (double)array->length * gm_type_bytes(array->type);
		read += w->loaded_array[a] ? bytes + GM_LINE_BYTES : 0;
		written += w->stored_array[a] ? bytes + GM_LINE_BYTES : 0;
	}
	if (w->unknown_array)
		return;
	scale(sum, sum->read > read ? read / sum->read : 1,
	      sum->written > written ? written / sum->written : 1);
}

/* Blocks at the edges, and others that do nothing, touch less than the traced one. */
static double
share_of(double counted, double traced)
{
	return traced > 0 && counted < traced ? counted / traced : 1;
}

static gm_reach_bytes
touched_by(const work *w, const gm_scattered *scattered, double blocks)
{
	gm_reach_bytes sum = gm_reach_of_blocks(&w->reach, blocks);
	scale(&sum, share_of(w->counted_loads, w->traced_loads),
	      share_of(w->counted_stores, w->traced_stores));
	cap_by_arrays(w, w->row_occupancy, &sum);
	return gm_reach_add(sum, gm_scattered_of_blocks(scattered, blocks), 1);
}

/* The blocks that L2 holds at once. */
static double
blocks_held(const work *w, const gm_scattered *scattered)
{
	double low = 1, high = w->blocks;
	for (int i = 0; i < 40 && high - low > 0.01 * low; i++) {
		const double middle = 0.5 * (low + high);
		if (occupancy_of(w, touched_by(w, scattered, middle)) < 1)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* What DRAM moves for a grid that does not fit. */
static gm_reach_bytes
beyond_capacity(const work *w, const gm_scattered *scattered, double held)
{
	const gm_dim3 grid = w->trace->grid;
	const double wave = lesser(w->sms * (double)w->resident, w->blocks);
	gm_cached_working *how = &w->out->how;
	if (held < wave) {
		const gm_reach_bytes once = touched_by(w, scattered, w->blocks);
		how->passage = GM_PASSAGE_WAVES;
		how->step_blocks = wave;
		how->first = touched_by(w, scattered, wave);
		gm_reach_bytes each =
		        gm_reach_add((gm_reach_bytes){0}, how->first, w->blocks / wave);
		each.read = greater(each.read, once.read);
		each.read_sectors = greater(each.read_sectors, once.read_sectors);
		each.written = greater(each.written, once.written);
		return each;
	}
	const double row = (double)grid.x, plane = row * (double)grid.y;
	double step = held >= plane && grid.z > 1 ? plane : held >= row && grid.y > 1 ? row : wave;
	step = lesser(step, greater(w->blocks - held, 1));
	const gm_reach_bytes first = touched_by(w, scattered, held);
	const gm_reach_bytes more = gm_reach_add(touched_by(w, scattered, held + step), first, -1);
	how->passage = GM_PASSAGE_STEPS;
	how->step_blocks = step;
	how->first = first;
	how->more = more;
	return gm_reach_add(first, more, (w->blocks - held) / step);
}

static void
fill_dram(work *w, gm_cache_state state)
{
	gm_cached *out = w->out;
	const gm_scattered scattered = gm_scattered_gather(
	        w->trace, fact_or(w->device, GM_DRAM_FETCH, GM_SECTOR_BYTES));
	const gm_reach_bytes once = touched_by(w, &scattered, w->blocks);
	out->occupancy = occupancy_of(w, once);
	const double kept = state == GM_CACHE_WARM
	                            ? 0.5 * erfc((out->occupancy - 1) / (sweep_width * sqrt(2)))
	                            : 0;
	const bool fits = out->occupancy <= 1;
	const double held = fits ? w->blocks : blocks_held(w, &scattered);
	const gm_reach_bytes moved = fits ? once : beyond_capacity(w, &scattered, held);
	const gm_reach_bytes left = fits ? once : touched_by(w, &scattered, held);
	const double evicted = greater(moved.written - left.written, 0);
	const double steady = state == GM_CACHE_WARM ? moved.written * (1 - kept) : evicted;
	const double share = moved.written > 0 ? steady / moved.written : 0;
	const double again = scattered.count || fits ? 0 : w->refetched_sectors * GM_SECTOR_BYTES;
	const bool cold = state == GM_CACHE_COLD;
	const double passed = (once.held_read + once.held_written) / w->kept_read;
	const double others = cold ? lesser(greater((passed - 0.5) / 0.4, 0), 1) : 0;
	const double whole = moved.read_sectors > 0 ? moved.read / moved.read_sectors : 1;
	out->dram_write_bytes = steady + others * fact_or(w->device, GM_L2_DIRTY_BEFORE, 0);
	out->dram_read_bytes = (moved.read + again * whole) * (1 - kept) + moved.partial * share +
	                       (cold ? fact_or(w->device, GM_LAUNCH_READ, 0) : 0);
	const double missed = (moved.read_sectors + again) * (1 - kept) / GM_SECTOR_BYTES;
	const double asked = out->l2_read_sectors + out->l2_write_sectors + out->l2_atomic_sectors;
	out->l2_hit_sectors = greater(asked - missed, 0);
	out->how.held_blocks = held;
	out->how.once = once;
	out->how.moved = moved;
	out->how.left_bytes = left.written;
	out->how.again_bytes = again;
	out->how.fetch_ratio = whole;
	out->how.kept_ratio = kept;
	out->how.written_ratio = share;
	out->how.others_ratio = others;
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
	const double l2 = gm_device_value(device, GM_L2_SIZE);
	w.blocks = (double)counts->blocks_count;
	w.sms = gm_device_value(device, GM_SM_COUNT);
	w.kept_read = fact_or(device, GM_L2_KEPT_READ, l2);
	w.kept_written = fact_or(device, GM_L2_KEPT_WRITTEN, l2 / 2);
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
	w.row_occupancy = occupancy_of(&w, gm_reach_of_blocks(&w.reach, (double)trace->grid.x));
	fill_dram(&w, state);
	out.exact_l2_writes = stores_are_counted(kernel, counts);
	out.how.resident = w.resident;
	out.how.kept_read_bytes = w.kept_read;
	out.how.kept_written_bytes = w.kept_written;
	out.how.fetch_bytes = fact_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	free(w.tally);
	free(w.per_block);
	free(w.loaded_array);
	free(w.stored_array);
	return out;
}
