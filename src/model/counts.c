#include "model/counting.h"

#include "base/bits.h"
#include "kernel/moves.h"
#include "model/atomics.h"
#include "model/coalescing.h"
#include "model/copies.h"
#include "model/line_passes.h"
#include "model/local.h"

#include <stdlib.h>
#include <string.h>

gm_status
gm_counting_overflow(gm_error *err)
{
	return gm_fail(err, GM_OVERFLOW, "the kernel does more than 2^63 of something that is counted");
}

/* Half-warps are requests of their own on 1.x: what they share is fetched twice. */
static int64_t
group_sectors(const gm_counting *c, const gm_access *access, const gm_transactions *whole)
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
count_global(const gm_counting *c, const gm_access *access, const gm_request *request, int64_t *of)
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

/* The global side of a copy, until its shared side comes. */
static struct gm_copied *
copied_of(gm_counting *c, const gm_warp_instr *instr)
{
	return &c->copied[instr->warp % GM_COPYING_WARPS];
}

static void
note_copy(gm_counting *c, const gm_warp_instr *instr, int64_t sectors)
{
	struct gm_copied *copied = copied_of(c, instr);
	copied->site = instr->site;
	copied->active = instr->active;
	copied->sectors = (int)sectors;
	memcpy(copied->from, instr->address, sizeof copied->from);
}

/* The shared side of the copy just seen: both together say what it takes. */
static void
count_copy(gm_counting *c, const gm_warp_instr *instr, const gm_bank_passes *passes)
{
	struct gm_copied *copied = copied_of(c, instr);
	const gm_site *site = &c->kernel->sites[copied->site];
	gm_site_counts *global = gm_block_counts_row(&c->now, copied->site);
	gm_site_counts *shared = gm_block_counts_row(&c->now, instr->site);
	int wavefronts = gm_copies_through(site->access_bytes, copied->active, instr->active, copied->from,
					   instr->address);
	if (gm_copies_bypass(site)) {
		const gm_copy_counts past =
		        gm_copies_past(copied->active, copied->from, instr->address);
		global->of[GM_COUNT_SECTORS] += past.sectors_count - copied->sectors;
		global->of[GM_COUNT_FETCHED] += past.fetched_count;
		wavefronts = past.wavefronts_count;
	}
	shared->of[GM_COUNT_WAVEFRONTS] += wavefronts - passes->wavefronts_count;
	copied->active = 0;
}

static bool
is_other_side(gm_counting *c, const gm_warp_instr *instr)
{
	const struct gm_copied *copied = copied_of(c, instr);
	const gm_site *site = &c->kernel->sites[instr->site];
	return copied->active && (copied->active & ~instr->active) == 0 && site->count == 0 &&
	       site->access_bytes == c->kernel->sites[copied->site].access_bytes;
}

/* Most masks are full. */
static int
lanes_of(uint64_t active)
{
	return active == UINT32_MAX ? 32 : gm_bits_count(active);
}

static uint64_t
start_of(const gm_kernel *kernel, const gm_site *site)
{
	return site->array >= 0 ? kernel->arrays[site->array].base_bytes : 0;
}

static void
count_request(gm_counting *c, const gm_warp_instr *instr, gm_site_counts *now)
{
	const gm_site *site = &c->kernel->sites[instr->site];
	now->of[GM_COUNT_REQUESTS]++;
	const int bytes = gm_warp_instr_bytes(instr, site->access_bytes);
	const gm_access access = {c->warp_lanes, bytes, instr->active, instr->address};
	gm_request request;
	if (site->space == GM_GLOBAL || (site->space == GM_SHARED && site->cluster == 0))
		gm_request_init(&request, &access);
	if (gm_site_is_global_atomic(site))
		now->of[GM_COUNT_ATOMIC_PASSES] +=
		        gm_atomics_global_passes(c->coalescing, &access, start_of(c->kernel, site),
		                                 site->lane_passes == 2);
	if (site->space == GM_GLOBAL) {
		const int64_t before = now->of[GM_COUNT_SECTORS];
		count_global(c, &access, &request, now->of);
		if (c->banked_global) {
			const gm_bank_passes passes = gm_counting_banks(c, &request, false, now);
			const gm_line_turns turns =
			        gm_line_turns_of(site, &request, start_of(c->kernel, site), passes.wavefronts_count);
			now->of[GM_COUNT_TAG_TURNS] += turns.turns_count;
			now->of[GM_COUNT_TAGGED_PASSES] += turns.more_count;
		}
		if (c->copies_pass && site->operation == GM_ASYNC_COPY)
			note_copy(c, instr, now->of[GM_COUNT_SECTORS] - before);
	} else if (site->space == GM_SHARED) {
		const gm_bank_passes passes = site->cluster > 0
						      ? gm_counting_cluster(c, site, &access, instr->offers, now)
						      : gm_counting_shared(c, site, &access, &request, instr->offers, now);
		if (is_other_side(c, instr))
			count_copy(c, instr, &passes);
		now->of[GM_COUNT_REQUESTED_BYTES] += (int64_t)lanes_of(instr->active) * bytes;
	} else if (site->space == GM_LOCAL) {
		gm_local_count(&access, c->banked_global, now->of);
	} else {
		gm_constant_count(&c->constants, instr, &access,
		                  c->constant_ways ? c->constant_ways[instr->site] : (gm_constant_way){0}, now);
	}
}

static gm_status
count_instruction(void *state, const gm_warp_instr *instr)
{
	gm_counting *c = state;
	const gm_site *site = &c->kernel->sites[instr->site];
	gm_site_counts *now = gm_block_counts_row(&c->now, instr->site);
	const int lanes = lanes_of(instr->active);
	const int64_t passes_before = now->of[GM_COUNT_WAVEFRONTS];
	const int64_t rounds_before = now->of[GM_COUNT_ROUNDS];
	now->of[GM_COUNT_INSTRUCTIONS] += site->count;
	now->of[GM_COUNT_THREAD_INSTRUCTIONS] += site->count * lanes;
	now->of[GM_COUNT_MATCHED] += instr->values;
	now->of[GM_COUNT_FLOP] += site->operation == GM_MMA ? gm_site_flop(site, lanes)
	                                                    : c->lane_flop[instr->site] * lanes;
	/* With every lane predicated off nothing is asked of memory. */
	if (instr->address && instr->active)
		count_request(c, instr, now);
	if (c->closely)
		gm_closely_instruction(c->closely, instr,
		                       now->of[GM_COUNT_WAVEFRONTS] - passes_before,
		                       now->of[GM_COUNT_ROUNDS] - rounds_before);
	return GM_OK;
}

static gm_status
count_parted(void *state, uint32_t at)
{
	gm_counting *c = state;
	gm_block_counts_row(&c->now, at)->of[GM_COUNT_PARTINGS]++;
	return GM_OK;
}

static gm_status
count_several(void *state, uint32_t at, int64_t times, int64_t lanes)
{
	gm_counting *c = state;
	const gm_site *site = &c->kernel->sites[at];
	int64_t *of = gm_block_counts_row(&c->now, at)->of;
	of[GM_COUNT_INSTRUCTIONS] += times * site->count;
	of[GM_COUNT_THREAD_INSTRUCTIONS] += lanes * site->count;
	of[GM_COUNT_FLOP] += c->lane_flop[at] * (site->operation == GM_MMA ? times : lanes);
	return GM_OK;
}

static gm_status
open_span(void *state, uint32_t loop)
{
	gm_counting *c = state;
	const int slot = gm_spans_mark(&c->spans, loop);
	if (slot < 0)
		return gm_fail(c->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	gm_block_counts_mark(&c->now, slot);
	if (c->closely)
		gm_closely_mark(c->closely, slot);
	return GM_OK;
}

static gm_status
close_span(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	gm_counting *c = state;
	const int slot = gm_spans_repeat(&c->spans, loop);
	gm_constant_repeat(&c->constants, c->kernel, c->constant_ways, times, advance);
	if (c->closely && times > 0)
		gm_closely_repeat(c->closely, slot, times, advance);
	return gm_block_counts_repeat(&c->now, slot, times) ? GM_OK : gm_counting_overflow(c->err);
}

static gm_status
keep_hazard(void *state, const gm_hazard *hazard)
{
	gm_counting *c = state;
	if (c->hazards)
		gm_counts_add_hazard(c->hazards, hazard);
	return GM_OK;
}

void
gm_counting_init(gm_counting *c, const gm_kernel *kernel, const gm_device *device, gm_error *err)
{
	*c = (gm_counting){.kernel = kernel,
	                   .coalescing = device->coalescing,
	                   .banks = device->banks,
	                   .warp_lanes = (int)gm_device_value(device, GM_WARP_LANES),
	                   .banked_global = device->banks == GM_BANKS_32 && device->cc_major >= 7,
	                   .copies_pass = device->banks == GM_BANKS_32 && device->cc_major >= 8,
	                   .err = err};
	c->now = gm_block_counts_new(kernel->sites_count);
	c->lane_flop = gm_allocate((size_t)kernel->sites_count, sizeof *c->lane_flop);
	for (int s = 0; s < kernel->sites_count; s++)
		c->lane_flop[s] = gm_site_flop(&kernel->sites[s], 1);
}

void
gm_counting_dispose(gm_counting *c)
{
	gm_block_counts_dispose(&c->now);
	gm_constant_places_dispose(&c->constants);
	free(c->lane_flop);
	free(c->constant_ways);
}

gm_sink
gm_counting_sink(gm_counting *c)
{
	return (gm_sink){.state = c,
	                 .instruction = count_instruction,
	                 .several = c->closely ? NULL : count_several,
	                 .parted = count_parted,
	                 .mark = open_span,
	                 .repeat = close_span,
	                 .hazard = keep_hazard,
	                 .hurried = !c->closely};
}

void
gm_counting_begin(gm_counting *c, bool alone)
{
	gm_block_counts_begin(&c->now);
	gm_constant_places_begin(&c->constants, alone);
	c->spans = (gm_spans){0};
	for (int w = 0; w < GM_COPYING_WARPS; w++)
		c->copied[w].active = 0;
}

void
gm_counts_dispose(gm_counts *counts)
{
	free(counts->sites);
	free(counts->hazards);
	free(counts->issue);
	free(counts->works);
	free(counts->scattered);
	gm_moves_free(counts->moves);
	gm_replicates_free(counts->replicates);
	*counts = (gm_counts){0};
}

void
gm_counts_add_hazard(gm_counts *counts, const gm_hazard *hazard)
{
	size_t room = counts->hazards_count;
	for (size_t i = 0; i < counts->hazards_count; i++)
		if (counts->hazards[i].kind == hazard->kind && counts->hazards[i].site == hazard->site &&
		    counts->hazards[i].other_site == hazard->other_site)
			return;
	counts->hazards =
	        gm_grow(counts->hazards, &room, counts->hazards_count + 1, sizeof *counts->hazards);
	counts->hazards[counts->hazards_count++] = *hazard;
}

static void *
copy_of(const void *from, size_t count, size_t bytes)
{
	void *copy = gm_allocate(count + 1, bytes);
	return count ? memcpy(copy, from, count * bytes) : copy;
}

void
gm_counts_copy(const gm_counts *from, gm_counts *out)
{
	const size_t sites = (size_t)from->sites_count;
	*out = *from;
	out->sites = copy_of(from->sites, sites, sizeof *from->sites);
	out->issue = copy_of(from->issue, sites, sizeof *from->issue);
	out->works = copy_of(from->works, from->works_count, sizeof *from->works);
	if (from->scattered)
		out->scattered = copy_of(from->scattered, sites, sizeof *from->scattered);
	out->moves = gm_moves_copy(from->moves);
	out->hazards = copy_of(from->hazards, from->hazards_count, sizeof *from->hazards);
	out->replicates = from->replicates ? gm_replicates_copy(from->replicates) : NULL;
}
