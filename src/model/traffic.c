#include "model/traffic.h"

#include "model/line_passes.h"

#include "model/grid_doubt.h"
#include "model/sharers.h"

static const char *const levels[GM_LEVEL_COUNT] = {
#define X(id, name) [id] = name,
        GM_LEVEL_LIST(X)
#undef X
};

const char *
gm_level_name(gm_level level)
{
	return levels[level];
}

/* Atomics count as reads where they return a value and as writes always; here once, as writes. */
static gm_value
summed(const gm_kernel *kernel, const gm_counts *counts, gm_counter counter, bool writes)
{
	double sum = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		const bool reads = site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY;
		if ((site->space == GM_GLOBAL || site->space == GM_LOCAL) && reads != writes)
			sum += (double)counts->sites[s].of[counter];
	}
	return (gm_value){sum, counts->exact ? GM_KIND_EXACT : GM_KIND_MODEL,
	                  counts->exact ? "counted lane by lane" : "counted on sampled blocks"};
}

static bool
stated_and_positive(const gm_device *device, gm_fact_id id)
{
	return gm_device_knows(device, id) && gm_device_value(device, id) > 0;
}

static double
lesser(double a, double b)
{
	return a < b ? a : b;
}

/* Lines that the resident warps of an SM hold at once between two uses of the same line: one request of
   every warp, at the site whose requests spread over most lines. */
static double
working_set_bytes(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                  int64_t blocks_per_sm)
{
	const int warp_lanes = (int)gm_device_value(device, GM_WARP_LANES);
	const double line_bytes = device->coalescing == GM_GCN_LINES_64 ? 64 : 128;
	const double warps = (double)blocks_per_sm * gm_kernel_warps(kernel, warp_lanes);
	double most = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		const int64_t *of = counts->sites[s].of;
		if (kernel->sites[s].space != GM_GLOBAL || kernel->sites[s].operation != GM_LOAD ||
		    of[GM_COUNT_REQUESTS] == 0)
			continue;
		const double lines = (double)of[GM_COUNT_LINES] / (double)of[GM_COUNT_REQUESTS];
		most = lines > most ? lines : most;
	}
	return most * warps * line_bytes;
}

/* What L1 has left of itself once shared memory is carved out. */
static double
l1_bytes(const gm_device *device, const gm_kernel *kernel, int64_t blocks_per_sm)
{
	const double size = gm_device_value(device, GM_L1_SIZE);
	const gm_resources *r = &kernel->resources;
	const double shared = (double)blocks_per_sm *
	                      (double)(r->shared_static_bytes +
	                               (r->shared_dynamic_bytes > 0 ? r->shared_dynamic_bytes : 0));
	if (!stated_and_positive(device, GM_L1_UNIFIED))
		return size;
	return size > shared ? size - shared : 0;
}

/* Share of reuses that a cache serves when its working set is larger than it: lines are thrown out in
   proportion. */
static double
kept_ratio(double cache_bytes, double working_set)
{
	return working_set <= cache_bytes ? 1 : cache_bytes / working_set;
}

static gm_value
behind_l1(const gm_device *device, const gm_traffic *t, double blocks)
{
	const gm_value moved = t->read_bytes[GM_LEVEL_TRANSACTIONS];
	if (!stated_and_positive(device, GM_L2_SIZE))
		return (gm_value){moved.value, moved.kind, "the device has no L2: all transactions"};
	if (!stated_and_positive(device, GM_L1_CACHES_GLOBAL) || !gm_device_knows(device, GM_L1_SIZE))
		return (gm_value){moved.value, moved.kind, "global loads are not cached in L1"};
	const double least = lesser(moved.value, t->block.read_bytes * blocks);
	const double kept = kept_ratio(t->l1_bytes, t->working_set_bytes);
	return (gm_value){least + (moved.value - least) * (1 - kept), GM_KIND_MODEL,
	                  kept == 1 ? "each block fetches its distinct sectors once; L1 keeps them"
	                            : "the lines in use exceed L1: part of the reuse is lost"};
}

/* Without a cache, equal 32 B pieces of one half-warp still merge on the way: the 15 GFLOP/s that the
   UIUC lecture measured on a G80 need 4.8 times fewer bytes than sixteen 32 B transactions for one
   broadcast word would move. DRAM is taken to move the distinct sectors of each half-warp. */
static gm_value
uncached_dram(const gm_kernel *kernel, const gm_counts *counts, gm_value moved, bool writes)
{
	const gm_value sectors = summed(kernel, counts, GM_COUNT_GROUP_SECTORS, writes);
	return (gm_value){lesser(moved.value, sectors.value * GM_SECTOR_BYTES), GM_KIND_MODEL,
	                  "no cache: every request, its equal 32 B pieces merged"};
}

static gm_value
behind_l2(const gm_device *device, const gm_traffic *t, gm_value l2, double wave_bytes,
          double grid_bytes)
{
	const double size = gm_device_value(device, GM_L2_SIZE);
	const bool fits = t->grid.either_bytes <= size;
	const double once = fits ? grid_bytes : wave_bytes * t->waves;
	const double least = lesser(l2.value, once > grid_bytes ? once : grid_bytes);
	const double sms = gm_device_value(device, GM_SM_COUNT);
	const double kept = fits ? 1 : kept_ratio(size, t->working_set_bytes * sms);
	return (gm_value){least + (l2.value - least) * (1 - kept), GM_KIND_MODEL,
	                  fits        ? "the data of the grid fit in L2: each sector moves once"
	                  : kept == 1 ? "each wave of resident blocks fetches its distinct sectors once"
	                              : "the lines in use exceed L2: part of the reuse is lost"};
}

static void
fill_dram(gm_traffic *t, const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
          const gm_footprint *footprint)
{
	const gm_value read = t->read_bytes[GM_LEVEL_L2], written = t->written_bytes[GM_LEVEL_L2];
	if (!stated_and_positive(device, GM_L2_SIZE)) {
		t->read_bytes[GM_LEVEL_DRAM] = uncached_dram(kernel, counts, read, false);
		t->written_bytes[GM_LEVEL_DRAM] = uncached_dram(kernel, counts, written, true);
		return;
	}
	t->wave = gm_footprint_of_blocks(footprint, t->blocks_per_wave);
	t->read_bytes[GM_LEVEL_DRAM] =
	        behind_l2(device, t, read, t->wave.read_bytes, t->grid.read_bytes);
	t->written_bytes[GM_LEVEL_DRAM] =
	        behind_l2(device, t, written, t->wave.written_bytes, t->grid.written_bytes);
}

static gm_value
modelled(double value, const char *why)
{
	return (gm_value){value, GM_KIND_MODEL, why};
}

/* Shares of bytes leave residues of less than one. */
static double
whole_or_none(double bytes)
{
	return bytes < 1 ? 0 : bytes;
}

static gm_dram_part
whole_part(gm_dram_part part)
{
	return part.bytes < 1 || part.openings < 1 ? (gm_dram_part){0, 0} : part;
}

/* What the simulated caches say, in place of the formulas above. */
static void
fill_from_caches(gm_traffic *t, const gm_cached *c, gm_cache_state state)
{
	const char *l1 = "one SM's blocks through a simulated L1";
	const char *dram = state == GM_CACHE_WARM ? "what L2 has not kept from the launch before"
	                   : c->occupancy <= 1    ? "the data of the grid fit in L2: each piece moves once"
	                                          : "blocks that follow each other share what fits in L2";
	const double counted[GM_CACHE_COUNTER_COUNT] = {
	        [GM_L1_SECTORS] = c->l1_sectors,
	        [GM_L1_HIT_SECTORS] = c->l1_hit_sectors,
	        [GM_L1_FETCHED_SECTORS] = c->l1_fetched_sectors,
	        [GM_L2_READ_SECTORS] = c->l2_read_sectors,
	        [GM_L2_WRITE_SECTORS] = c->l2_write_sectors,
	        [GM_L2_ATOMIC_SECTORS] = c->l2_atomic_sectors,
	        [GM_L2_HIT_SECTORS] = c->l2_hit_sectors,
	        [GM_L2_MISSED_SECTORS] = c->l2_missed_sectors,
	};
	t->how = c->how;
	t->waits = c->waits;
	t->l1_bytes = c->l1_bytes;
	for (int i = 0; i < GM_CACHE_COUNTER_COUNT; i++)
		t->caches[i] = modelled(counted[i], i >= GM_L2_HIT_SECTORS ? dram : l1);
	t->read_bytes[GM_LEVEL_L2] = modelled(c->l2_read_sectors * GM_SECTOR_BYTES, l1);
	t->written_bytes[GM_LEVEL_L2] = modelled(
	        (c->l2_write_sectors + c->l2_atomic_sectors) * GM_SECTOR_BYTES,
	        "stores are written through, atomics performed in L2");
	t->read_bytes[GM_LEVEL_DRAM] = modelled(whole_or_none(c->dram_read_bytes), dram);
	t->once = c->once;
	t->completed_bytes = whole_or_none(c->dram_completed_bytes);
	t->dram = (gm_dram_openings){whole_part(c->openings.read), whole_part(c->openings.written),
	                             whole_or_none(c->openings.read_runs),
	                             whole_or_none(c->openings.written_runs)};
	t->read_lines = c->l2_read_lines;
	t->part_lines = c->l2_part_lines;
	t->joined_ratio = c->joined_ratio;
	t->common_store_sectors = c->common_store_sectors;
	t->written_bytes[GM_LEVEL_DRAM] = modelled(
	        whole_or_none(c->dram_write_bytes), "what L2 writes back before the kernel ends");
}

/* By what the blocks resident at once read, each for itself and together; those that share an SM and its
   L1 ask L2 once. Where blocks are unlike, at most those that read it at the same time. */
static double
sharers_of(const gm_traffic *t, const gm_grid_trace *trace, const gm_cached_site *sites, double blocks)
{
	const double at_once = lesser((double)t->blocks_per_wave, blocks);
	const double by_blocks = at_once * t->block.read_bytes;
	const double by_sms = t->read_bytes[GM_LEVEL_L2].value * at_once / blocks;
	const double once = t->wave.read_bytes;
	if (once <= 0 || gm_grid_led_by_data(trace))
		return 1;
	const double sharers = lesser(by_blocks, by_sms) / once;
	const double together = trace->regular ? sharers : gm_sharers_at_once(trace, sites, at_once);
	return sharers > 1 ? lesser(sharers, together) : 1;
}

gm_traffic
gm_traffic_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                    const gm_grid_trace *trace, int64_t blocks_per_sm, gm_cache_state state,
                    gm_cached_site *sites)
{
	gm_footprint *footprint = gm_footprint_new(trace);
	static const gm_counter counter[3] = {GM_COUNT_REQUESTED_BYTES, GM_COUNT_DISTINCT_BYTES,
	                                      GM_COUNT_MOVED_BYTES};
	const double blocks = (double)counts->blocks_count;
	gm_traffic t = {.grid = gm_footprint_of_blocks(footprint, counts->blocks_count),
	                .block = gm_footprint_of_blocks(footprint, 1)};
	t.blocks_per_wave = (blocks_per_sm > 0 ? blocks_per_sm : 1) *
	                    (int64_t)gm_device_value(device, GM_SM_COUNT);
	t.waves = blocks / (double)t.blocks_per_wave;
	for (int level = 0; level < 3; level++) {
		t.read_bytes[level] = summed(kernel, counts, counter[level], false);
		t.written_bytes[level] = summed(kernel, counts, counter[level], true);
	}
	t.l1_bytes = gm_device_knows(device, GM_L1_SIZE) ? l1_bytes(device, kernel, blocks_per_sm) : 0;
	t.working_set_bytes = working_set_bytes(device, kernel, counts, blocks_per_sm);
	t.read_bytes[GM_LEVEL_L2] = behind_l1(device, &t, blocks);
	t.written_bytes[GM_LEVEL_L2] = t.written_bytes[GM_LEVEL_TRANSACTIONS];
	t.written_bytes[GM_LEVEL_L2].why = "stores are written through";
	fill_dram(&t, device, kernel, counts, footprint);
	gm_footprint_free(footprint);
	for (int i = 0; i < GM_CACHE_COUNTER_COUNT; i++)
		t.caches[i] = gm_value_unknown("only modelled for sectored caches, cc 5.0 on");
	if (gm_cached_applies(device)) {
		const gm_cached cached =
		        gm_cached_evaluate(device, kernel, counts, trace, blocks_per_sm, state, sites);
		fill_from_caches(&t, &cached, state);
	}
	t.sharers = sharers_of(&t, trace, sites, blocks);
	t.line_passes = sites ? gm_line_passes(kernel, counts, sites) : 0;
	return t;
}

static gm_value
rate_of(const gm_device *device, gm_fact_id id)
{
	if (!gm_device_knows(device, id))
		return gm_value_unknown("the device file does not know this bandwidth");
	return (gm_value){gm_device_value(device, id), GM_KIND_EXACT, "device file"};
}

static gm_value
l1_rate(const gm_device *device)
{
	double results_per_s;
	if (!gm_device_knows(device, GM_L1_BANDWIDTH) ||
	    !gm_device_peak_per_s(device, GM_L1_BANDWIDTH, &results_per_s))
		return gm_value_unknown("the device file does not know the L1 bandwidth");
	return (gm_value){results_per_s, GM_KIND_EXACT, "bytes per clock and SM x SMs x clock"};
}

gm_value
gm_traffic_bandwidth(const gm_device *device, gm_level level)
{
	const bool l2 = stated_and_positive(device, GM_L2_SIZE);
	const bool l1 = l2 && stated_and_positive(device, GM_L1_CACHES_GLOBAL);
	if (level == GM_LEVEL_TRANSACTIONS && l1)
		return l1_rate(device);
	if (l2 && (level == GM_LEVEL_TRANSACTIONS || level == GM_LEVEL_L2))
		return rate_of(device, GM_L2_BANDWIDTH);
	return rate_of(device, GM_DRAM_BANDWIDTH);
}

gm_value
gm_traffic_bytes(const gm_traffic *traffic, gm_level level)
{
	const gm_value read = traffic->read_bytes[level], written = traffic->written_bytes[level];
	return (gm_value){read.value + written.value, gm_kind_weaker(read.kind, written.kind), read.why};
}
