#include "analysis/divergence.h"

#include "kernel/spans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct watching {
	const gm_kernel *kernel;
	int warp_lanes, warps;
	int64_t threads;
	gm_site_divergence *now; /* of the block being replayed */
	gm_site_divergence *marks[GM_SPANS_MAX];
	gm_spans spans;
	struct {
		uint64_t lanes;
		uint32_t site;
	} * before; /* per warp: its instruction before; no lanes at the start */
	gm_divergence *out;
	int64_t weight; /* of the block, 0: none is being watched */
	gm_error *err;
} watching;

static gm_status
overflow(gm_error *err)
{
	return gm_fail(err, GM_OVERFLOW, "the kernel executes more than 2^63 of something");
}

/* Threads of the block in this warp. */
static int
lanes_of_warp(const watching *w, int warp)
{
	const int64_t left = w->threads - (int64_t)warp * w->warp_lanes;
	return left < w->warp_lanes ? (int)left : w->warp_lanes;
}

/* Back edges of loops do not count: there the later path comes first. */
static void
note_alternation(watching *w, const gm_warp_instr *instr)
{
	gm_site_divergence *now = &w->now[instr->site];
	const uint64_t before = w->before[instr->warp].lanes;
	const uint32_t site = w->before[instr->warp].site;
	if (before && (before & instr->active) == 0 && site < instr->site) {
		now->of[GM_DIVERGENCE_ALTERNATIONS]++;
		now->other = now->other < 0 ? (int)site : now->other;
	}
	w->before[instr->warp].lanes = instr->active;
	w->before[instr->warp].site = instr->site;
}

static gm_status
watch(void *state, const gm_warp_instr *instr)
{
	watching *w = state;
	const int64_t count = w->kernel->sites[instr->site].count;
	const int active = __builtin_popcountll(instr->active);
	const int present = lanes_of_warp(w, instr->warp);
	int64_t *of = w->now[instr->site].of;
	of[GM_DIVERGENCE_INSTRUCTIONS] += count;
	of[GM_DIVERGENCE_LANES] += count * active;
	of[GM_DIVERGENCE_OFF] += count * (present - active);
	of[GM_DIVERGENCE_MISSING] += count * (w->warp_lanes - present);
	of[GM_DIVERGENCE_PARTIAL] += active < present ? count : 0;
	note_alternation(w, instr);
	return GM_OK;
}

static gm_status
open_span(void *state, uint32_t loop)
{
	watching *w = state;
	const size_t bytes = (size_t)w->kernel->sites_count * sizeof *w->now;
	const int slot = gm_spans_mark(&w->spans, loop);
	if (slot < 0)
		return gm_fail(w->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	if (!w->marks[slot])
		w->marks[slot] = gm_allocate(1, bytes + 1);
	memcpy(w->marks[slot], w->now, bytes);
	return GM_OK;
}

/* to += times * (now - before); before may be NULL: 0. */
static gm_status
add_times(int64_t *to, const int64_t *now, const int64_t *before, int64_t times, gm_error *err)
{
	for (int k = 0; k < GM_DIVERGENCE_COUNT; k++) {
		int64_t more;
		if (__builtin_mul_overflow(now[k] - (before ? before[k] : 0), times, &more) ||
		    __builtin_add_overflow(to[k], more, &to[k]))
			return overflow(err);
	}
	return GM_OK;
}

static gm_status
close_span(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	(void)advance;
	watching *w = state;
	const gm_site_divergence *mark = w->marks[gm_spans_repeat(&w->spans, loop)];
	gm_status status = GM_OK;
	for (int s = 0; s < w->kernel->sites_count && status == GM_OK; s++)
		status = add_times(w->now[s].of, w->now[s].of, mark[s].of, times, w->err);
	return status;
}

/* Adds the block that was watched last. */
static gm_status
end_block(watching *w)
{
	gm_divergence *out = w->out;
	const int64_t weight = w->weight;
	gm_status status = GM_OK;
	w->weight = 0;
	for (int s = 0; weight > 0 && s < w->kernel->sites_count && status == GM_OK; s++) {
		status = add_times(out->sites[s].of, w->now[s].of, NULL, weight, w->err);
		if (out->sites[s].other < 0)
			out->sites[s].other = w->now[s].other;
	}
	return status;
}

static gm_status
begin_block(void *state, const gm_block_sample *sample)
{
	watching *w = state;
	const gm_status status = end_block(w);
	w->spans.depth = 0;
	w->weight = gm_block_sample_times(sample);
	memset(w->before, 0, (size_t)w->warps * sizeof *w->before);
	for (int s = 0; s < w->kernel->sites_count; s++)
		w->now[s] = (gm_site_divergence){.other = -1};
	return status;
}

static void
take_doubt(void *state, gm_doubt doubt, const char *why)
{
	watching *w = state;
	if (doubt == GM_DOUBT_PARTS)
		return;
	if (w->out->exact && why)
		snprintf(w->out->why, sizeof w->out->why, "%s", why);
	w->out->exact = false;
}

static gm_status
watch_samples(watching *w, const gm_block_samples *samples)
{
	const gm_sink sink = {.state = w,
	                      .block = begin_block,
	                      .instruction = watch,
	                      .mark = open_span,
	                      .repeat = close_span,
	                      .doubt = take_doubt,
	                      .hurried = true};
	const gm_status status =
		gm_kernel_replay_samples(w->kernel, samples->samples, samples->count, w->warp_lanes,
					 samples->walk, &sink, w->err);
	return status == GM_OK ? end_block(w) : status;
}

static gm_status
add_up(gm_divergence *out, gm_error *err)
{
	gm_status status = GM_OK;
	for (int s = 0; s < out->kernel->sites_count && status == GM_OK; s++)
		status = add_times(out->total, out->sites[s].of, NULL, 1, err);
	return status;
}

gm_status
gm_divergence_gather(const gm_kernel *kernel, const gm_device *device, gm_divergence *out,
		     gm_error *err)
{
	const int warp_lanes = (int)gm_device_value(device, GM_WARP_LANES);
	watching w = {.kernel = kernel,
		      .warp_lanes = warp_lanes,
		      .warps = gm_kernel_warps(kernel, warp_lanes),
		      .threads = gm_dim3_volume(kernel->block),
		      .out = out,
		      .err = err};
	*out = (gm_divergence){.kernel = kernel, .device = device, .warp_lanes = warp_lanes};
	out->sites = gm_allocate((size_t)kernel->sites_count, sizeof *out->sites);
	for (int s = 0; s < kernel->sites_count; s++)
		out->sites[s].other = -1;
	w.now = gm_allocate((size_t)kernel->sites_count, sizeof *w.now);
	w.before = gm_allocate((size_t)w.warps, sizeof *w.before);
	gm_block_samples samples = {0};
	gm_status status = gm_kernel_blocks(kernel, &samples, err);
	/* Lanes follow from the paths alone. */
	out->exact = samples.exact || samples.same_paths;
	memcpy(out->why, samples.why, sizeof out->why);
	if (status == GM_OK)
		status = watch_samples(&w, &samples);
	if (status == GM_OK)
		status = add_up(out, err);
	gm_block_samples_dispose(&samples);
	for (int i = 0; i < GM_SPANS_MAX; i++)
		free(w.marks[i]);
	free(w.now);
	free(w.before);
	return status;
}

void
gm_divergence_dispose(gm_divergence *divergence)
{
	free(divergence->sites);
	*divergence = (gm_divergence){0};
}
