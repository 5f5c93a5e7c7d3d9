#include "model/counts.h"

#include "kernel/spans.h"
#include "model/atomics.h"
#include "model/banks.h"
#include "model/coalescing.h"
#include "model/places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct counting {
	const gm_kernel *kernel;
	gm_coalescing_rule coalescing;
	gm_bank_rule banks;
	int warp_lanes;
	bool banked_global; /* L1 data banks also serve global accesses */
	gm_site_counts *now;
	gm_counts *out;
	size_t hazards_room;
	gm_spans spans;
	gm_site_counts *before[GM_SPANS_MAX]; /* what a mark remembers; kept for reuse */
	gm_chain *chain;
	gm_places *places;
	gm_error *err;
} counting;

static gm_status
overflow(gm_error *err)
{
	return gm_fail(err, GM_OVERFLOW, "the kernel does more than 2^63 of something that is counted");
}

/* Half-warps are requests of their own on 1.x: what they share is fetched twice. */
static int64_t
group_sectors(const counting *c, const gm_access *access, const gm_transactions *whole)
{
	if (c->coalescing != GM_HALF_WARP_STRICT && c->coalescing != GM_HALF_WARP_SEGMENTS)
		return whole->sectors_count;
	int64_t sectors = 0;
	for (int half = 0; half < 2; half++) {
		gm_access part = *access;
		part.active &= UINT64_C(0xffff) << (16 * half);
		sectors += gm_coalescing_evaluate(GM_SECTORS_32, &part).sectors_count;
	}
	return sectors;
}

static void
count_global(const counting *c, const gm_access *access, const gm_request *request, int64_t *of)
{
	const gm_transactions t = gm_coalescing_count(c->coalescing, request);
	of[GM_COUNT_TRANSACTIONS] += t.transactions_count;
	of[GM_COUNT_MOVED_BYTES] += t.moved_bytes;
	of[GM_COUNT_OF_64] += t.of_64;
	of[GM_COUNT_OF_128] += t.of_128;
	of[GM_COUNT_SECTORS] += t.sectors_count;
	of[GM_COUNT_GROUP_SECTORS] += group_sectors(c, access, &t);
	of[GM_COUNT_LINES] += t.lines_count;
	of[GM_COUNT_REQUESTED_BYTES] += t.requested_bytes;
	of[GM_COUNT_DISTINCT_BYTES] += t.distinct_bytes;
	of[GM_COUNT_IDEAL_BYTES] += (t.requested_bytes + 31) / 32 * 32;
}

static void
count_banks(const counting *c, const gm_request *request, bool load, gm_site_counts *site)
{
	const gm_bank_passes passes =
	        load ? gm_banks_count_load(c->banks, request) : gm_banks_count(c->banks, request);
	site->of[GM_COUNT_WAVEFRONTS] += passes.wavefronts_count;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += passes.ideal_wavefronts_count;
	if (passes.worst_degree > site->worst_degree)
		site->worst_degree = passes.worst_degree;
}

/* Thread-local arrays are interleaved by the hardware: lanes at the same offset share a line. */
static void
count_local(const gm_access *access, int64_t *of)
{
	const int64_t bytes = (int64_t)__builtin_popcountll(access->active) * access->access_bytes;
	of[GM_COUNT_REQUESTED_BYTES] += bytes;
	of[GM_COUNT_DISTINCT_BYTES] += bytes;
	of[GM_COUNT_SECTORS] += (bytes + 31) / 32;
	of[GM_COUNT_GROUP_SECTORS] += (bytes + 31) / 32;
	of[GM_COUNT_TRANSACTIONS] += (bytes + 31) / 32;
	of[GM_COUNT_MOVED_BYTES] += (bytes + 31) / 32 * 32;
	of[GM_COUNT_IDEAL_BYTES] += (bytes + 31) / 32 * 32;
	of[GM_COUNT_LINES] += (bytes + 127) / 128;
}

/* A constant cache serves one address a pass: distinct words serialise. */
static void
count_constant(const gm_access *access, gm_site_counts *site)
{
	int64_t distinct = 0;
	for (int i = 0; i < access->lanes_count; i++) {
		bool seen = !(access->active >> i & 1);
		for (int j = 0; j < i && !seen; j++)
			seen = (access->active >> j & 1) && access->address[j] / 4 == access->address[i] / 4;
		distinct += !seen;
	}
	site->of[GM_COUNT_WAVEFRONTS] += distinct;
	site->of[GM_COUNT_IDEAL_WAVEFRONTS] += 1;
	site->of[GM_COUNT_REQUESTED_BYTES] +=
	        (int64_t)__builtin_popcountll(access->active) * access->access_bytes;
	if (distinct > site->worst_degree)
		site->worst_degree = distinct;
}

static bool
is_global_atomic(const gm_site *site)
{
	return site->space == GM_GLOBAL &&
	       (site->operation == GM_ATOMIC || site->operation == GM_REDUCE);
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	counting *c = state;
	const gm_site *site = &c->kernel->sites[instr->site];
	gm_site_counts *now = &c->now[instr->site];
	const int lanes = __builtin_popcountll(instr->active);
	now->of[GM_COUNT_INSTRUCTIONS] += site->count;
	now->of[GM_COUNT_THREAD_INSTRUCTIONS] += site->count * lanes;
	now->of[GM_COUNT_FLOP] += gm_site_flop(site, lanes);
	gm_chain_instruction(c->chain, instr);
	/* With every lane predicated off nothing is asked of memory. */
	if (!instr->address || !instr->active)
		return GM_OK;
	now->of[GM_COUNT_REQUESTS]++;
	const gm_access access = {c->warp_lanes, site->access_bytes, instr->active, instr->address};
	gm_request request;
	if (site->space == GM_GLOBAL || site->space == GM_SHARED)
		gm_request_init(&request, &access);
	if (is_global_atomic(site)) {
		gm_places_add(c->places, &access);
		now->of[GM_COUNT_ATOMIC_PASSES] +=
		        gm_atomics_global_evaluate(c->coalescing, &access).passes_count;
	}
	if (site->space == GM_GLOBAL) {
		count_global(c, &access, &request, now->of);
		if (c->banked_global)
			count_banks(c, &request, false, now);
	} else if (site->space == GM_SHARED) {
		count_banks(c, &request, site->operation == GM_LOAD, now);
		now->of[GM_COUNT_REQUESTED_BYTES] += (int64_t)lanes * site->access_bytes;
	} else if (site->space == GM_LOCAL) {
		count_local(&access, now->of);
	} else {
		count_constant(&access, now);
	}
	return GM_OK;
}

static gm_status
open_span(void *state, uint32_t loop)
{
	counting *c = state;
	const size_t bytes = (size_t)c->kernel->sites_count * sizeof *c->now;
	const int slot = gm_spans_mark(&c->spans, loop);
	if (slot < 0)
		return gm_fail(c->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	if (!c->before[slot])
		c->before[slot] = gm_allocate(1, bytes + 1);
	memcpy(c->before[slot], c->now, bytes);
	gm_chain_mark(c->chain, slot);
	return GM_OK;
}

static gm_status
close_span(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	(void)advance;
	counting *c = state;
	const int slot = gm_spans_repeat(&c->spans, loop);
	const gm_site_counts *mark = c->before[slot];
	gm_chain_repeat(c->chain, slot, times);
	for (int s = 0; s < c->kernel->sites_count; s++)
		for (int k = 0; k < GM_COUNTER_COUNT; k++) {
			int64_t more, *now = &c->now[s].of[k];
			if (__builtin_mul_overflow(*now - mark[s].of[k], times, &more) ||
			    __builtin_add_overflow(*now, more, now))
				return overflow(c->err);
		}
	return GM_OK;
}

static gm_status
add_weighted(gm_counts *out, const gm_site_counts *block, int64_t weight, gm_error *err)
{
	for (int s = 0; s < out->sites_count; s++) {
		gm_site_counts *total = &out->sites[s];
		if (block[s].worst_degree > total->worst_degree)
			total->worst_degree = block[s].worst_degree;
		for (int k = 0; k < GM_COUNTER_COUNT; k++) {
			int64_t more;
			if (__builtin_mul_overflow(block[s].of[k], weight, &more) ||
			    __builtin_add_overflow(total->of[k], more, &total->of[k]))
				return overflow(err);
		}
	}
	return GM_OK;
}

static double
moved_bytes(const counting *c)
{
	double sum = 0;
	for (int s = 0; s < c->kernel->sites_count; s++)
		sum += (double)c->now[s].of[GM_COUNT_MOVED_BYTES];
	return sum;
}

static gm_status
keep_hazard(void *state, const gm_hazard *hazard)
{
	counting *c = state;
	gm_counts *out = c->out;
	for (size_t i = 0; i < out->hazards_count; i++)
		if (out->hazards[i].kind == hazard->kind && out->hazards[i].site == hazard->site &&
		    out->hazards[i].other_site == hazard->other_site)
			return GM_OK;
	out->hazards = gm_grow(out->hazards, &c->hazards_room, out->hazards_count + 1,
	                       sizeof *out->hazards);
	out->hazards[out->hazards_count++] = *hazard;
	return GM_OK;
}

static gm_status
count_samples(counting *c, const gm_block_samples *samples, bool whole, gm_counts *out)
{
	const gm_sink sink = {.state = c,
	                      .instruction = count_instruction,
	                      .mark = open_span,
	                      .repeat = close_span,
	                      .hazard = keep_hazard};
	const size_t bytes = (size_t)c->kernel->sites_count * sizeof *c->now;
	double least = INFINITY, most = 0, sum = 0;
	for (size_t i = 0; i < samples->count; i++) {
		const gm_block_sample *sample = &samples->samples[i];
		memset(c->now, 0, bytes);
		c->spans = (gm_spans){0};
		gm_chain_begin(c->chain);
		gm_places_begin(c->places);
		gm_status status =
		        gm_kernel_replay_samples(c->kernel, sample, 1, c->warp_lanes,
		                                 whole ? GM_WALK_WHOLE : samples->walk, &sink,
		                                 c->err);
		if (status == GM_OK)
			status = add_weighted(out, c->now, sample->weight, c->err);
		if (status != GM_OK)
			return status;
		gm_places_end(c->places);
		const gm_chain_cycles cycles = gm_chain_end(c->chain);
		const double share = (double)sample->weight / (double)out->blocks_count;
		for (int by = 0; by < GM_SERVED_COUNT; by++)
			out->block_cycles.by[by] += cycles.by[by] * share;
		out->block_cycles.loads_per_window += cycles.loads_per_window * share;
		const double moved = moved_bytes(c);
		least = moved < least ? moved : least;
		most = moved > most ? moved : most;
		sum += moved;
	}
	const double mean = samples->count ? sum / (double)samples->count : 0;
	out->spread_ratio = mean > 0 && !out->exact ? (most - least) / mean : 0;
	return GM_OK;
}

static gm_status
place_instruction(void *state, const gm_warp_instr *instr)
{
	counting *c = state;
	const gm_site *site = &c->kernel->sites[instr->site];
	const gm_access access = {c->warp_lanes, site->access_bytes, instr->active, instr->address};
	if (instr->address && is_global_atomic(site))
		gm_places_add(c->places, &access);
	return GM_OK;
}

/* A single block does not tell whether the blocks share their counters or have their own. */
static gm_status
look_at_last_block(counting *c, size_t seen)
{
	const gm_dim3 grid = c->kernel->grid;
	const gm_sink sink = {.state = c, .instruction = place_instruction};
	bool atomics = false;
	for (int s = 0; s < c->kernel->sites_count; s++)
		atomics |= is_global_atomic(&c->kernel->sites[s]);
	if (!atomics || seen != 1 || gm_dim3_volume(grid) == 1)
		return GM_OK;
	gm_places_begin(c->places);
	const gm_status status =
	        gm_kernel_replay(c->kernel, (gm_dim3){grid.x - 1, grid.y - 1, grid.z - 1},
	                         c->warp_lanes, &sink, c->err);
	gm_places_end(c->places);
	return status;
}

gm_status
gm_counts_gather(const gm_kernel *kernel, const gm_device *device, bool every_block, gm_counts *out,
                 gm_error *err)
{
	counting c = {.kernel = kernel,
	              .coalescing = device->coalescing,
	              .banks = device->banks,
	              .warp_lanes = (int)gm_device_value(device, GM_WARP_LANES),
	              .banked_global = device->banks == GM_BANKS_32 && device->cc_major >= 7,
	              .out = out,
	              .err = err};
	*out = (gm_counts){.sites_count = kernel->sites_count,
	                   .blocks_count = gm_dim3_volume(kernel->grid)};
	out->sites = gm_allocate((size_t)kernel->sites_count, sizeof *out->sites);
	out->issue = gm_allocate((size_t)kernel->sites_count, sizeof *out->issue);
	gm_kernel_issue(kernel, device->cc_major, device->cc_minor, out->issue);
	c.now = gm_allocate((size_t)kernel->sites_count, sizeof *c.now);
	c.chain = gm_chain_new(kernel, device, out->issue);
	c.places = gm_places_new();
	gm_block_samples samples = {0};
	gm_status status = (every_block ? gm_kernel_blocks_all : gm_kernel_blocks)(kernel, &samples, err);
	if (status == GM_OK) {
		out->exact = samples.exact;
		out->blocks_replayed = samples.count;
		memcpy(out->why, samples.why, sizeof out->why);
		status = count_samples(&c, &samples, every_block, out);
		if (status == GM_OK)
			status = look_at_last_block(&c, samples.count);
		out->atomic_bytes = gm_places_atomic_bytes(c.places, (double)out->blocks_count);
	}
	if (status == GM_OK)
		status = gm_counts_check_issued(kernel, out, err);
	gm_block_samples_dispose(&samples);
	for (int i = 0; i < GM_SPANS_MAX; i++)
		free(c.before[i]);
	free(c.now);
	gm_chain_free(c.chain);
	gm_places_free(c.places);
	return status;
}

void
gm_counts_dispose(gm_counts *counts)
{
	free(counts->sites);
	free(counts->hazards);
	free(counts->issue);
	*counts = (gm_counts){0};
}

static void *
copy_of(const void *items, size_t count, size_t size)
{
	void *copy = gm_allocate(count + 1, size);
	if (count)
		memcpy(copy, items, count * size);
	return copy;
}

void
gm_counts_copy(const gm_counts *from, gm_counts *out)
{
	const size_t sites = (size_t)from->sites_count;
	*out = *from;
	out->sites = copy_of(from->sites, sites, sizeof *out->sites);
	out->issue = copy_of(from->issue, sites, sizeof *out->issue);
	out->hazards = copy_of(from->hazards, from->hazards_count, sizeof *out->hazards);
}
