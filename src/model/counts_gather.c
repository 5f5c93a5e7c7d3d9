#include "model/gathering.h"

#include "model/occupancy.h"
#include "model/rounds.h"

#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static gm_status
add_weighted(gm_counts *out, const gm_block_counts *block, int64_t weight, gm_error *err)
{
	const gm_counts_level *touched = &block->levels[0];
	for (int i = 0; i < touched->count; i++) {
		const gm_site_counts *now = &block->rows[touched->sites[i]];
		gm_site_counts *total = &out->sites[touched->sites[i]];
		if (now->worst_degree > total->worst_degree)
			total->worst_degree = now->worst_degree;
		const int most = gm_counters_of(now);
		for (int k = 0; k < most; k++) {
			int64_t more;
			if (now->of[k] == 0)
				continue;
			if (__builtin_mul_overflow(now->of[k], weight, &more) ||
			    __builtin_add_overflow(total->of[k], more, &total->of[k]))
				return gm_counting_overflow(err);
		}
	}
	return GM_OK;
}

/* What the block does, of which that part of its warps was walked. */
static gm_block_work
work_of(const gm_gathering *g, double warps)
{
	const gm_block_counts *now = &g->counting.now;
	const gm_counts_level *touched = &now->levels[0];
	gm_block_work work = {.at = 0};
	for (int i = 0; i < touched->count; i++) {
		const int64_t *of = now->rows[touched->sites[i]].of;
		work.issued += (double)of[GM_COUNT_INSTRUCTIONS] * g->issued[touched->sites[i]];
		work.lanes += (double)of[GM_COUNT_THREAD_INSTRUCTIONS];
	}
	work.issued *= warps;
	work.lanes *= warps;
	return work;
}

static void
note_work(gm_gathering *g, gm_block_work work)
{
	const gm_block_sample *sample = &g->samples->samples[g->next];
	const gm_dim3 grid = g->counting.kernel->grid, at = sample->block;
	work.at = gm_dim3_number(grid, at);
	work.weight = sample->weight;
	g->out->works[g->out->works_count++] = work;
}

/* Cycles of the block looked at closely that issues most nearly as much. */
static double
cycles_like(const gm_gathering *g, double issued)
{
	const gm_block_work *nearest = &g->looked[0];
	for (int i = 1; i < g->looked_count; i++)
		if (fabs(g->looked[i].issued - issued) < fabs(nearest->issued - issued))
			nearest = &g->looked[i];
	return nearest->cycles;
}

static void
fill_cycles(gm_gathering *g)
{
	gm_block_work *works = g->out->works;
	for (size_t i = 0; i < g->out->works_count; i++)
		if (works[i].cycles == 0)
			works[i].cycles = cycles_like(g, works[i].issued);
}

/* Of the replayed blocks the common one; where it is none of them, the first that stands for most. */
static size_t
usual_of(const gm_counts *counts, int64_t place)
{
	size_t heaviest = 0;
	for (size_t i = 0; i < counts->works_count; i++) {
		if (counts->works[i].at == place)
			return i;
		if (counts->works[i].weight > counts->works[heaviest].weight)
			heaviest = i;
	}
	return heaviest;
}

/* Where the first of the largest parts, or the middle of it, is an edge or does nothing, one that more work is like; and
   where it is on a diagonal, one that is not. */
static void
choose_common(const gm_kernel *kernel, gm_counts *out)
{
	const int64_t place = gm_dim3_number(kernel->grid, out->common_block);
	const size_t usual = usual_of(out, place);
	const size_t like_most = gm_uneven_common(out->works, out->works_count, usual);
	const size_t common = gm_uneven_off_diagonal(out->works, out->works_count, kernel->grid, like_most);
	if (common != usual)
		out->common_block = gm_dim3_at(kernel->grid, out->works[common].at);
}

static gm_status
end_block(gm_gathering *g)
{
	const gm_counting *c = &g->counting;
	const gm_counts_level *touched = &c->now.levels[0];
	gm_status status = GM_OK;
	if (!g->begun)
		return GM_OK;
	g->begun = false;
	for (int by = 0; by < GM_CONSTANT_BY_COUNT && c->constants.used; by++)
		g->out->constant_lines[by] = fmax(g->out->constant_lines[by],
		                                  gm_constant_places_count(&c->constants, (gm_constant_by)by));
	gm_block_work work = work_of(g, g->warps);
	if (c->closely) {
		work.cycles = gm_closely_end(c->closely);
		g->looked[g->looked_count++] = work;
	}
	if (g->counts) {
		note_work(g, work);
		const gm_block_sample *sample = &g->samples->samples[g->next];
		status = add_weighted(g->out, &c->now, gm_block_sample_times(sample), c->err);
		if (g->out->replicates)
			gm_replicates_add(g->out->replicates, g->next, c->now.rows, touched->sites,
			                  touched->count);
	}
	g->next++;
	return status;
}

/* What a sample that is looked at among the others stands for; 0: it is not looked at. */
static int64_t
weight_among(const gm_gathering *g)
{
	const size_t from = g->next - g->next % g->apart, left = g->samples->count - from;
	const size_t count = left < g->apart ? left : g->apart;
	int64_t weight = 0;
	for (size_t i = from; i < from + count && g->next == from + count / 2; i++)
		weight += g->samples->samples[i].weight;
	return weight;
}

static gm_status
begin_block(void *state, const gm_block_sample *sample)
{
	gm_gathering *g = state;
	const gm_status status = end_block(g);
	if (g->until_unlike && g->looked_count > 1 && !gm_gathering_took_alike(g))
		return GM_CHECK_FAILED;
	g->begun = true;
	g->warps = sample->warps > 0 ? sample->warps : 1;
	gm_counting_begin(&g->counting, sample->warps > 1);
	const int64_t weight = g->among ? weight_among(g) : sample->weight;
	if (g->among)
		g->counting.closely = weight > 0 ? g->among : NULL;
	if (g->counting.closely)
		gm_closely_begin(g->counting.closely, weight);
	return status;
}

static bool
lingers(void *state)
{
	const gm_gathering *g = state;
	return g->counting.closely;
}

static void
take_doubt(void *state, gm_doubt doubt, const char *why)
{
	gm_gathering *g = state;
	gm_counts *out = g->out;
	out->parts |= doubt == GM_DOUBT_PARTS;
	if (doubt == GM_DOUBT_PARTS)
		return;
	if ((out->exact || g->counting.kernel->contested) && why)
		snprintf(out->why, sizeof out->why, "%s", why);
	out->exact = out->same_paths = false;
	if (doubt == GM_DOUBT_GUESS)
		out->exact_but_order = out->paths_but_order = false;
	out->guessed |= doubt == GM_DOUBT_GUESS;
	out->meets |= doubt == GM_DOUBT_MEETING;
	out->timing |= doubt != GM_DOUBT_GUESS;
}

static void
take_low(void *state)
{
	gm_gathering *g = state;
	g->out->too_low = true;
}

static void
take_fight(void *state, double clocks)
{
	gm_gathering *g = state;
	g->out->fought_cycles = fmax(g->out->fought_cycles, clocks);
}

void
gm_gathering_begin(gm_gathering *g, const gm_kernel *kernel, gm_error *err)
{
	gm_counting_init(&g->counting, kernel, g->device, err);
	g->counting.constant_ways = gm_constant_ways(kernel, g->out->issue);
	g->counting.hazards = g->out;
	g->issued = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->issued);
	for (int s = 0; s < kernel->sites_count; s++)
		g->issued[s] = gm_issue_total(&g->out->issue[s]);
}

void
gm_gathering_end(gm_gathering *g)
{
	gm_counting_dispose(&g->counting);
	gm_kept_free(&g->kept);
	free(g->issued);
}

gm_status
gm_gathering_replay(gm_gathering *g, const gm_block_sample *samples, size_t count, gm_walk walk)
{
	const gm_kernel *kernel = g->counting.kernel;
	gm_sink sink = gm_counting_sink(&g->counting);
	sink.block = begin_block;
	sink.doubt = g->counts ? take_doubt : NULL;
	sink.low = g->counts ? take_low : NULL;
	sink.fought = g->counts ? take_fight : NULL;
	sink.resident = g->resident;
	sink.kept = &g->kept;
	sink.lingers = g->among ? lingers : NULL;
	g->next = 0;
	gm_status status = gm_kernel_replay_samples(kernel, samples, count, g->counting.warp_lanes,
	                                            walk, &sink, g->counting.err);
	if (status == GM_OK)
		status = end_block(g);
	return status;
}

static bool
any_drawn(const gm_block_samples *samples)
{
	for (size_t i = 0; i < samples->count; i++)
		if (samples->samples[i].pool > 0)
			return true;
	return false;
}

static gm_status
count_samples(gm_gathering *g, gm_closely **closely, gm_walk walk)
{
	const gm_block_samples *samples = g->samples;
	if (any_drawn(samples))
		g->out->replicates = gm_replicates_new(samples, g->out->sites_count);
	gm_status status = gm_gathering_replay_all(g, closely, walk);
	if (status == GM_OK)
		status = gm_gathering_look_at_longer(g);
	if (status == GM_OK)
		fill_cycles(g);
	if (status == GM_OK && g->out->replicates)
		gm_replicates_finish(g->out->replicates);
	if (status == GM_OK)
		status = gm_closely_finish(*closely, samples->count, g->counting.err);
	return status;
}

static double
moved_bytes(const void *what, const gm_counts *counts)
{
	double sum = 0;
	(void)what;
	for (int s = 0; s < counts->sites_count; s++)
		sum += (double)counts->sites[s].of[GM_COUNT_MOVED_BYTES];
	return sum;
}

static double
executed(const void *what, const gm_counts *counts)
{
	(void)what;
	double sum = 0;
	for (int s = 0; s < counts->sites_count; s++)
		sum += (double)counts->sites[s].of[GM_COUNT_INSTRUCTIONS];
	return sum;
}

static double
relative_spread(const gm_counts *counts, gm_counted *of)
{
	const double sum = of(NULL, counts);
	return sum > 0 ? gm_counts_spread(counts, of, NULL) / sum : 0;
}

/* Blocks as heavy as one that was seen may be up to 3 in n of the grid (the rule of three), though none
   of them was drawn. */
static double
work_spread(const gm_counts *counts, int64_t heaviest)
{
	const double mean = executed(NULL, counts) / (double)counts->blocks_count;
	if (counts->exact || counts->same_paths || !counts->replicates || mean == 0)
		return 0;
	const double seen_ratio = 3 / (double)counts->blocks_replayed;
	const double unseen = fmin(seen_ratio, 1) * fmax((double)heaviest / mean - 1, 0);
	return fmax(relative_spread(counts, executed), unseen);
}

static void
take_samples(gm_counts *out, gm_block_samples *samples)
{
	out->exact = samples->exact;
	out->same_paths = samples->same_paths;
	out->timing = samples->timing;
	out->exact_but_order = samples->exact_but_order;
	out->paths_but_order = samples->paths_but_order;
	out->all_walked = samples->all;
	out->scattered = samples->scattered;
	out->moves = samples->moves;
	samples->scattered = NULL;
	samples->moves = NULL;
	out->blocks_replayed = samples->count;
	out->common_block = samples->common;
	memcpy(out->why, samples->why, sizeof out->why);
}

/* So many more than of each warp alone. */
static double
more(double alone, double patched)
{
	return alone > 0 ? patched / alone - 1 : 0;
}

static void
add_patched(const gm_clash_outcome clash[GM_CLASH_WAYS], gm_site_counts *site)
{
	const gm_clash_outcome *accesses = &clash[GM_CLASH_ACCESSES], *sums = &clash[GM_CLASH_SUMS];
	site->patched.passes =
		(double)site->of[GM_COUNT_WAVEFRONTS] * more(accesses->alone.passes, accesses->patched.passes);
	site->patched.packed =
		(double)site->of[GM_COUNT_PACKED_WAVEFRONTS] * more(accesses->alone.packed, accesses->patched.packed);
	site->patched.lanes = (double)site->of[GM_COUNT_ROUND_LANES] * more(sums->alone.lanes, sums->patched.lanes);
}

/* Rounds that fail are rounds like others, but of the load each word is read alone. A profiler that counts passes
   or lanes has patched the code, and sees others. */
static void
add_failed_rounds(const gm_kernel *kernel, gm_counts *out)
{
	for (int s = 0; s < out->sites_count && out->failed_rounds > 0; s++) {
		const gm_site *site = &kernel->sites[s];
		int64_t *of = out->sites[s].of;
		const double requests = (double)of[GM_COUNT_REQUESTS], failed = out->failed_rounds * requests;
		const int64_t rounds = of[GM_COUNT_ROUNDS];
		if (rounds == 0)
			continue;
		const int64_t passes = (int64_t)(failed * gm_rounds_failed_passes(site));
		const int64_t lanes =
			(int64_t)((double)of[GM_COUNT_ROUND_LANES] * failed / (double)rounds);
		add_patched(out->clash, &out->sites[s]);
		out->sites[s].patched.passes -= (double)passes;
		out->sites[s].patched.packed -= (double)passes;
		out->sites[s].patched.lanes -= (double)lanes;
		of[GM_COUNT_ROUND_LANES] += lanes;
		of[GM_COUNT_ROUNDS] += (int64_t)failed;
		of[GM_COUNT_WAVEFRONTS] += passes;
		of[GM_COUNT_IDEAL_WAVEFRONTS] += passes;
		of[GM_COUNT_PACKED_WAVEFRONTS] += passes;
	}
}

/* Where what blocks do hangs on how many are there; registers that are not known keep nobody out. */
static int64_t
resident_blocks(const gm_kernel *kernel, const gm_device *device)
{
	const int64_t registers = gm_kernel_registers(kernel, device->cc_major, device->cc_minor, NULL);
	const gm_occupancy_request request = {.block_threads = gm_dim3_volume(kernel->block),
	                                      .registers_per_thread = registers > 0 ? registers : 0,
	                                      .shared_bytes = gm_kernel_shared_bytes(kernel),
	                                      .carveout_bytes = -1};
	if (!kernel->contested)
		return 0;
	const gm_occupancy occupancy = gm_occupancy_evaluate(device, &request);
	return occupancy.launchable ? occupancy.blocks_per_sm * (int64_t)gm_device_value_or(device, GM_SM_COUNT, 1) : 0;
}

gm_status
gm_counts_gather(const gm_kernel *kernel, const gm_device *device, bool every_block, gm_counts *out,
                 gm_error *err)
{
	gm_block_samples samples = {0};
	*out = (gm_counts){.sites_count = kernel->sites_count,
	                   .blocks_count = gm_dim3_volume(kernel->grid)};
	out->sites = gm_allocate((size_t)kernel->sites_count, sizeof *out->sites);
	out->issue = gm_allocate((size_t)kernel->sites_count, sizeof *out->issue);
	gm_kernel_issue(kernel, device->cc_major, device->cc_minor, out->issue);
	gm_status status = (every_block ? gm_kernel_blocks_all : gm_kernel_blocks)(kernel, &samples, err);
	if (status == GM_OK) {
		gm_gathering g = {.samples = &samples, .out = out, .device = device,
		                  .resident = resident_blocks(kernel, device)};
		out->works = gm_allocate(samples.count + 1, sizeof *out->works);
		gm_closely *closely = gm_closely_new(kernel, device, out);
		take_samples(out, &samples);
		gm_gathering_begin(&g, kernel, err);
		status = count_samples(&g, &closely, every_block ? GM_WALK_WHOLE : samples.walk);
		gm_gathering_end(&g);
		gm_closely_free(closely);
	}
	if (status == GM_OK) {
		add_failed_rounds(kernel, out);
		gm_counts_add_guarded(kernel, out);
		choose_common(kernel, out);
	}
	if (status == GM_OK)
		status = gm_counts_check_issued(kernel, out, err);
	const int64_t heaviest = samples.heaviest_instructions;
	gm_block_samples_dispose(&samples);
	if (out->too_low) {
		gm_replicates_free(out->replicates);
		out->replicates = NULL;
	}
	if (status == GM_OK && !out->too_low) {
		out->spread_ratio = relative_spread(out, moved_bytes);
		out->work_spread_ratio = work_spread(out, heaviest);
	}
	return status;
}
