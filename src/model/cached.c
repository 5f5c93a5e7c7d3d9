#include "model/cached.h"

#include "model/l1_simulation.h"
#include "model/reach.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WALKED_MAX = 70000, /* requests of a wave that are simulated */
	RESIDENT_MAX = 64,
	WAVES = 2,
};

static const double sweep_width = 0.075; /* see the header */

typedef struct work {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_counts *counts;
	const gm_grid_trace *trace;
	double blocks, sms;
	int64_t resident;      /* on one SM, at most what the grid has */
	gm_l1_tally *tally;    /* per site */
	gm_reach reach;
	double kept_read, kept_written;
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

/* ---- L1 ---- */

static double
smallest_carveout(const gm_device *device, double bytes)
{
	for (int i = 0; i < device->carveouts_count; i++)
		if (device->carveouts_bytes[i] >= bytes)
			return device->carveouts_bytes[i];
	return fact_or(device, GM_SHARED_PER_SM, bytes);
}

/* Shared memory that the driver sets aside: what the resident blocks need, and without any use of
   shared memory the system's own share of four times as many blocks, 32 at most (8 KiB at blocks of
   1024 threads, 16 at 512, 32 below: seen on an H200). */
static double
l1_bytes(const gm_device *device, const gm_kernel *kernel, int64_t blocks_per_sm)
{
	const double size = gm_device_value(device, GM_L1_SIZE);
	const gm_resources *r = &kernel->resources;
	const double reserved = fact_or(device, GM_SHARED_RESERVED, 0);
	const double shared = greater((double)r->shared_static_bytes, 0) +
	                      greater((double)r->shared_dynamic_bytes, 0);
	const double held = (double)blocks_per_sm * (shared + reserved);
	const double threads = (double)gm_dim3_volume(kernel->block);
	const double fit = floor(gm_device_value(device, GM_THREADS_PER_SM) / threads);
	const double least = lesser(4 * fit, gm_device_value(device, GM_BLOCKS_PER_SM)) * reserved;
	if (fact_or(device, GM_L1_UNIFIED, 0) == 0)
		return size;
	return greater(size - smallest_carveout(device, greater(held, least)), 0);
}

/* The longest walk of loops that keeps a wave affordable. */
static int64_t
affordable_runs(const work *w)
{
	static const int64_t tries[] = {INT64_MAX, 1024, 256, 128, 64, 32, 16, 8};
	size_t i = 0;
	while (i + 1 < sizeof tries / sizeof *tries &&
	       gm_trace_length(&w->trace->here, tries[i]) * (double)w->resident > WALKED_MAX)
		i++;
	return tries[i];
}

/* The blocks of an SM are every sms-th of the grid. */
static int
place_blocks(const work *w, int wave, gm_resident *blocks, int64_t *moves)
{
	const int sites = w->kernel->sites_count;
	int count = 0;
	for (int64_t i = 0; i < w->resident; i++) {
		const int64_t at = ((int64_t)wave * w->resident + i) * (int64_t)w->sms;
		const gm_dim3 block = gm_grid_trace_block(w->trace, at);
		int64_t *move = moves + (size_t)count * (size_t)sites;
		if ((double)at >= w->blocks)
			break;
		const bool own = w->trace->others_count > 0;
		for (int s = 0; s < sites; s++)
			move[s] = gm_grid_trace_move(w->trace, s, block);
		blocks[count] = (gm_resident){
		        own ? &w->trace->others[at / (int64_t)w->sms % w->trace->others_count]
		            : &w->trace->here,
		        own ? NULL : move, -((at + 1) << 24)};
		count++;
	}
	return count;
}

/* Hits in L1 that take as long as a wait for L2; 8 where the latencies are not known. */
static int
hits_per_turn(const gm_device *device)
{
	const double hit = fact_or(device, GM_LATENCY_L1, 0), miss = fact_or(device, GM_LATENCY_L2, 0);
	return hit > 0 && miss > hit ? (int)(miss / hit) : 8;
}

/* Counts of both waves, the second standing for all that follow. */
static void
simulate(work *w)
{
	const size_t sites = (size_t)w->kernel->sites_count + 1;
	gm_resident blocks[RESIDENT_MAX];
	int64_t *moves = gm_allocate(RESIDENT_MAX * sites, sizeof *moves);
	gm_l1_tally *wave = gm_allocate(sites, sizeof *wave);
	gm_l1_cache cache = gm_l1_cache_new(w->out->l1_bytes);
	const double waves = w->blocks / (w->sms * (double)w->resident);
	for (int i = 0; i < WAVES && (i == 0 || waves > i); i++) {
		const int count = place_blocks(w, i, blocks, moves);
		const double weight = i == 0 ? 1 : (waves - 1) * (double)w->resident / count;
		memset(wave, 0, sites * sizeof *wave);
		gm_l1_simulate(&cache, blocks, count, affordable_runs(w), hits_per_turn(w->device), wave);
		for (size_t s = 0; s + 1 < sites; s++) {
			w->tally[s].asked += weight * wave[s].asked;
			w->tally[s].found += weight * wave[s].found;
			w->tally[s].merged += weight * wave[s].merged;
		}
		if (w->trace->others_count > 0)
			break;
	}
	gm_l1_cache_dispose(&cache);
	free(moves);
	free(wave);
}

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
add_site(work *w, int s)
{
	const gm_site *site = &w->kernel->sites[s];
	gm_cached *out = w->out;
	const bool atomic = site->operation == GM_ATOMIC || site->operation == GM_REDUCE;
	const gm_l1_tally *tally = &w->tally[s];
	const double sectors = sectors_of(w, s, atomic);
	const double found = tally->asked > 0 ? sectors * tally->found / tally->asked : 0;
	const double merged = tally->asked > 0 ? sectors * tally->merged / tally->asked : 0;
	if (site->space != GM_GLOBAL && site->space != GM_LOCAL)
		return;
	out->l1_sectors += sectors;
	out->l1_hit_sectors += found;
	if (atomic) {
		out->l2_atomic_sectors += sectors;
		out->l1_fetched_sectors += site->operation == GM_ATOMIC ? sectors : 0;
	} else if (site->operation == GM_STORE) {
		out->l2_write_sectors += sectors - (site->space == GM_LOCAL ? found : merged);
	} else if (gm_operation_is_memory(site->operation)) {
		out->l1_fetched_sectors += sectors - found;
		out->l2_read_sectors += sectors - found;
	}
}

/* ---- L2 ---- */

/* Random pieces of an array: n draws among so many find this many different ones. */
static double
different(double pieces, double draws)
{
	return pieces > 0 ? pieces * -expm1(-draws / pieces) : 0;
}

/* What n blocks touch at the data-dependent sites of an array. */
typedef struct scattered {
	double pieces;     /* of the array that may be met */
	double read_draws, write_draws; /* of a block: its different pieces */
} scattered;

static double
occupancy_of(const work *w, gm_reach_bytes touched)
{
	return touched.read / w->kept_read + touched.written / w->kept_written;
}

typedef struct spread_sites {
	scattered arrays[16];
	int count;
	double piece_bytes;
} spread_sites;

static gm_reach_bytes
touched_by(const work *w, const spread_sites *spread, double blocks)
{
	gm_reach_bytes sum = gm_reach_of_blocks(&w->reach, blocks);
	for (int i = 0; i < spread->count; i++) {
		const scattered *a = &spread->arrays[i];
		const double read = different(a->pieces, a->read_draws * blocks) * spread->piece_bytes;
		sum.read += read;
		sum.read_sectors += read / spread->piece_bytes * GM_SECTOR_BYTES;
		const double written = different(a->pieces, a->write_draws * blocks);
		sum.written += written * GM_SECTOR_BYTES;
		sum.partial += written * GM_SECTOR_BYTES;
	}
	return sum;
}

/* How many different pieces the traced blocks met, each by itself and all together. */
static void
sample_array(const work *w, int array, bool writes, gm_sector_set *all, double *each, double *together)
{
	const int count = w->trace->others_count;
	const int64_t piece = (int64_t)(fact_or(w->device, GM_DRAM_FETCH, 32) / GM_SECTOR_BYTES);
	gm_sector_set own = {0};
	*each = 0;
	gm_sector_set_clear(all);
	for (int t = 0; t < count; t++) {
		const gm_trace *trace = &w->trace->others[t];
		gm_sector_set_clear(&own);
		for (size_t i = 0; i < trace->requests_count; i++) {
			const gm_trace_request *r = &trace->requests[i];
			const bool wanted = writes ? r->access == GM_TRACE_STORE : r->access != GM_TRACE_STORE;
			if (!wanted || r->local || !w->trace->irregular[r->site] ||
			    w->kernel->sites[r->site].array != array)
				continue;
			for (int k = 0; k < r->runs_count; k++) {
				const gm_trace_run run = trace->runs[r->first_run + (uint32_t)k];
				for (int64_t n = 0; n < run.count; n++) {
					gm_sector_set_at(&own, (run.sector + n) / piece);
					gm_sector_set_at(all, (run.sector + n) / piece);
				}
			}
		}
		*each += (double)own.count / count;
	}
	*together = (double)all->count;
	gm_sector_set_dispose(&own);
}

/* The number of pieces that makes so many draws find so many different ones; the whole array when the
   traced blocks hardly ever met. */
static double
pieces_met(double draws, double together, double array_pieces)
{
	double low = together, high = array_pieces;
	if (together > 0.98 * draws || high <= low)
		return greater(high, low);
	for (int i = 0; i < 50; i++) {
		const double middle = 0.5 * (low + high);
		if (different(middle, draws) < together)
			low = middle;
		else
			high = middle;
	}
	return high;
}

static void
gather_scattered(const work *w, spread_sites *out)
{
	gm_sector_set set = {0};
	*out = (spread_sites){.piece_bytes = fact_or(w->device, GM_DRAM_FETCH, 32)};
	const double count = w->trace->others_count;
	for (int array = 0; array < w->kernel->arrays_count && count > 0 && out->count < 16; array++) {
		const gm_array *a = &w->kernel->arrays[array];
		const double pieces =
		        (double)a->length * gm_type_bytes(a->type) / out->piece_bytes;
		double read, read_all, written, written_all;
		sample_array(w, array, false, &set, &read, &read_all);
		sample_array(w, array, true, &set, &written, &written_all);
		if (read + written == 0)
			continue;
		const bool reads = read > written;
		out->arrays[out->count++] = (scattered){
		        pieces_met(count * (reads ? read : written), reads ? read_all : written_all,
		                   pieces),
		        read, written};
	}
	gm_sector_set_dispose(&set);
}

/* The blocks that L2 holds at once. */
static double
blocks_held(const work *w, const spread_sites *spread)
{
	double low = 1, high = w->blocks;
	for (int i = 0; i < 40 && high - low > 0.01 * low; i++) {
		const double middle = 0.5 * (low + high);
		if (occupancy_of(w, touched_by(w, spread, middle)) < 1)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static gm_reach_bytes
plus(gm_reach_bytes a, gm_reach_bytes b, double factor)
{
	return (gm_reach_bytes){a.read + factor * b.read, a.read_sectors + factor * b.read_sectors,
	                        a.written + factor * b.written, a.partial + factor * b.partial};
}

/* What DRAM moves for a grid that does not fit. */
static gm_reach_bytes
beyond_capacity(const work *w, const spread_sites *spread, double held)
{
	const gm_dim3 grid = w->kernel->grid;
	const double wave = lesser(w->sms * (double)w->resident, w->blocks);
	if (held < wave) {
		const gm_reach_bytes once = touched_by(w, spread, w->blocks);
		gm_reach_bytes each = plus((gm_reach_bytes){0}, touched_by(w, spread, wave),
		                           w->blocks / wave);
		each.read = greater(each.read, once.read);
		each.read_sectors = greater(each.read_sectors, once.read_sectors);
		each.written = greater(each.written, once.written);
		return each;
	}
	const double row = (double)grid.x, plane = row * (double)grid.y;
	double step = held >= plane && grid.z > 1 ? plane : held >= row && grid.y > 1 ? row : wave;
	step = lesser(step, greater(w->blocks - held, 1));
	const gm_reach_bytes first = touched_by(w, spread, held);
	const gm_reach_bytes more = plus(touched_by(w, spread, held + step), first, -1);
	return plus(first, more, (w->blocks - held) / step);
}

/* Lines that L1 lost and L2 may have lost too: requests beyond a block's distinct sectors. */
static double
refetched_bytes(const work *w, const spread_sites *spread, double distinct_sectors)
{
	const double wave = lesser(w->sms * (double)w->resident, w->blocks);
	const double again = w->out->l1_fetched_sectors - distinct_sectors;
	const double held = touched_by(w, spread, wave).read / w->kept_read;
	if (again <= 0 || held <= 1)
		return 0;
	return again * (1 - 1 / held) * GM_SECTOR_BYTES;
}

static void
fill_dram(work *w, gm_cache_state state)
{
	gm_cached *out = w->out;
	spread_sites spread;
	gather_scattered(w, &spread);
	const gm_reach_bytes once = touched_by(w, &spread, w->blocks);
	out->occupancy = occupancy_of(w, once);
	const double kept = state == GM_CACHE_WARM
	                            ? 0.5 * erfc((out->occupancy - 1) / (sweep_width * sqrt(2)))
	                            : 0;
	const bool fits = out->occupancy <= 1;
	const double held = fits ? w->blocks : blocks_held(w, &spread);
	const gm_reach_bytes moved = fits ? once : beyond_capacity(w, &spread, held);
	const gm_reach_bytes left = fits ? once : touched_by(w, &spread, held);
	const double evicted = greater(moved.written - left.written, 0);
	const double steady = state == GM_CACHE_WARM ? moved.written * (1 - kept) : evicted;
	const double share = moved.written > 0 ? steady / moved.written : 0;
	const double block_sectors =
	        (w->reach.block.read_sectors) / GM_SECTOR_BYTES * w->blocks;
	const double again = spread.count ? 0 : refetched_bytes(w, &spread, block_sectors);
	out->dram_write_bytes = steady;
	out->dram_read_bytes = (moved.read + again) * (1 - kept) + moved.partial * share;
	const double missed = (moved.read_sectors + again) * (1 - kept) / GM_SECTOR_BYTES;
	const double asked = out->l2_read_sectors + out->l2_write_sectors + out->l2_atomic_sectors;
	out->l2_hit_sectors = greater(asked - missed, 0);
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
	w.kept_read = fact_or(device, GM_L2_KEPT_READ, l2);
	w.kept_written = fact_or(device, GM_L2_KEPT_WRITTEN, l2 / 2);
	const double on_each = ceil(w.blocks / w.sms);
	w.resident = (int64_t)lesser(greater((double)blocks_per_sm, 1), lesser(on_each, RESIDENT_MAX));
	w.tally = gm_allocate((size_t)kernel->sites_count + 1, sizeof *w.tally);
	out.l1_bytes = l1_bytes(device, kernel, blocks_per_sm);
	simulate(&w);
	for (int s = 0; s < kernel->sites_count; s++)
		add_site(&w, s);
	w.reach = gm_reach_count(trace, (int64_t)fact_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES));
	fill_dram(&w, state);
	out.exact_l2_writes = stores_are_counted(kernel, counts);
	free(w.tally);
	return out;
}
