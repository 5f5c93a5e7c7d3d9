#include "model/trace.h"

#include "kernel/spans.h"
#include "model/trace_lanes.h"
#include "model/trace_needs.h"
#include "model/trace_stores.h"

#include <stdlib.h>
#include <string.h>

enum {
	PLACES_MOST = 1 << 17, /* instructions; about 5 ms */
	TOGETHER_PTX = GM_TRACE_TOGETHER, TOGETHER_DESCRIPTOR = 4, /* loads of a window */
	STAGGERED_LEAST = 4, /* instructions from a warp's store to the next one's, on the average */
};

/* Instructions from a barrier to a warp's first store at a site: the least and the most; and the first two numbers that
   differ, with how many warps have come so far. */
typedef struct came {
	uint32_t least, most;
	uint32_t far[2], warps[2];
	uint32_t all;
} came;

typedef struct recording {
	const gm_kernel *kernel;
	gm_trace *trace;
	int warp_lanes;
	gm_spans spans;
	int *depth;     /* per warp: open spans that its program has begun */
	const float *ends; /* per site: part of a window that it ends */
	float *ended, *ended_before; /* per warp: of windows, since its last request; before the mark */
	gm_trace_needs *needs; /* per warp */
	bool *emptied; /* per warp: L1, since its last request */
	bool *stored; /* per warp: a store since its last branch or barrier */
	gm_trace_stores *stores; /* per warp */
	came *came; /* per site */
	uint32_t *noted; /* per warp and site: its barriers when it stored there */
	uint32_t *open; /* per warp and span: the step that began it */
	int64_t left;   /* instructions until the recording ends */
	int64_t seen;   /* so far */
	gm_error *err;
} recording;

static gm_trace_step *
add_step(gm_program *program, gm_trace_step step)
{
	program->steps = gm_grow(program->steps, &program->capacity, program->count + 1,
	                         sizeof *program->steps);
	program->steps[program->count] = step;
	return &program->steps[program->count++];
}

/* A warp's program begins a span only when the warp does something in it. */
static void
begin_spans(recording *r, int warp)
{
	gm_program *program = &r->trace->warps[warp];
	for (; r->depth[warp] < r->spans.depth; r->depth[warp]++) {
		r->open[warp * GM_SPANS_MAX + r->depth[warp]] = (uint32_t)program->count;
		add_step(program, (gm_trace_step){.kind = GM_STEP_BEGIN, .runs = 1,
		                                  .ended = r->ended_before[warp]});
		r->ended_before[warp] = 0;
	}
	program->depth = program->depth < r->depth[warp] ? r->depth[warp] : program->depth;
}

/* Ends the spans from `level` on in every warp; the one at `level` runs so often. */
static void
end_spans(recording *r, int level, int64_t runs, const int64_t *advance)
{
	for (int w = 0; w < r->trace->warps_count; w++) {
		gm_program *program = &r->trace->warps[w];
		for (; r->depth[w] > level; r->depth[w]--) {
			const uint32_t begin = r->open[w * GM_SPANS_MAX + r->depth[w] - 1];
			const bool outermost = r->depth[w] - 1 == level;
			add_step(program, (gm_trace_step){.kind = GM_STEP_END, .index = begin,
			                                  .ended = r->ended[w]});
			r->ended[w] = 0;
			program->steps[begin].index = (uint32_t)program->count - 1;
			program->steps[begin].runs = outermost ? runs : 1;
			program->steps[begin].advance = outermost ? advance : NULL;
		}
	}
}

static void
add_runs(gm_trace *t, gm_trace_request *request, const int64_t *sectors, int count)
{
	request->first_run = (uint32_t)t->runs_count;
	for (int i = 0; i < count;) {
		gm_trace_run run = {sectors[i], 1};
		for (i++; i < count && sectors[i] <= run.sector + run.count; i++)
			run.count = sectors[i] - run.sector + 1;
		t->runs = gm_grow(t->runs, &t->runs_capacity, t->runs_count + 1, sizeof *t->runs);
		t->runs[t->runs_count++] = run;
		request->runs_count++;
		request->sectors = (uint16_t)(request->sectors + run.count);
	}
}

static gm_trace_access
access_of(const gm_site *site)
{
	if (site->operation == GM_STORE)
		return GM_TRACE_STORE;
	if (gm_operation_is_atomic(site->operation))
		return GM_TRACE_ATOMIC;
	if (site->operation == GM_ASYNC_COPY && site->access_bytes == 16)
		return GM_TRACE_BYPASS;
	return site->past_l1 ? GM_TRACE_PAST : GM_TRACE_LOAD;
}

/* The mask of a sector of the request; its runs ascend. */
static uint32_t *
mask_of(gm_trace *t, const gm_trace_request *request, int64_t sector)
{
	uint32_t at = request->first_mask;
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run run = t->runs[request->first_run + (uint32_t)i];
		if (sector < run.sector + run.count)
			return &t->masks[at + (uint32_t)(sector - run.sector)];
		at += (uint32_t)run.count;
	}
	return NULL;
}

/* Which bytes a store writes. */
static void
add_masks(gm_trace *t, gm_trace_request *request, const gm_warp_instr *instr, int lanes, int bytes)
{
	request->first_mask = (uint32_t)t->masks_count;
	t->masks = gm_grow(t->masks, &t->masks_capacity, t->masks_count + request->sectors,
	                   sizeof *t->masks);
	memset(t->masks + t->masks_count, 0, request->sectors * sizeof *t->masks);
	t->masks_count += request->sectors;
	for (int lane = 0; lane < lanes; lane++) {
		if (!(instr->active >> lane & 1))
			continue;
		const uint64_t stop = instr->address[lane] + (uint64_t)bytes;
		for (uint64_t at = instr->address[lane]; at < stop;) {
			const uint64_t end = (at / GM_SECTOR_BYTES + 1) * GM_SECTOR_BYTES;
			const uint64_t n = (stop < end ? stop : end) - at;
			*mask_of(t, request, (int64_t)(at / GM_SECTOR_BYTES)) |=
			        (uint32_t)(((UINT64_C(1) << n) - 1) << at % GM_SECTOR_BYTES);
			at += n;
		}
	}
}

static bool
reads(const gm_site *site)
{
	return (site->operation == GM_LOAD || site->operation == GM_ASYNC_COPY) &&
	       (site->space == GM_GLOBAL || site->space == GM_LOCAL);
}

/* The last step is a load that compilers issue before the stores that stand right before it. */
static void
pass_stores(const gm_trace *t, gm_program *program)
{
	const gm_trace_step load = program->steps[program->count - 1];
	size_t at = program->count - 1;
	for (; at > 0 && program->steps[at - 1].kind == GM_STEP_REQUEST; at--) {
		const gm_trace_request *before = &t->requests[program->steps[at - 1].index];
		if (before->access != GM_TRACE_STORE || before->ended > 0)
			break;
		program->steps[at] = program->steps[at - 1];
	}
	program->steps[at] = load;
}

static const uint64_t *
first_read(const gm_site *site, const gm_warp_instr *instr)
{
	return reads(site) && instr->address && instr->active ? &instr->address[__builtin_ctzll(instr->active)] : NULL;
}

/* Is the warp's store its first at the site since the barrier? Then how far it has come is noted. */
static bool
note_step(recording *r, const gm_warp_instr *instr)
{
	came *c = &r->came[instr->site];
	const gm_trace_stores *own = &r->stores[instr->warp];
	uint32_t *noted = &r->noted[(size_t)instr->warp * (size_t)r->kernel->sites_count + instr->site];
	if (*noted == own->barriers)
		return false;
	*noted = own->barriers;
	if (c->all == 0)
		*c = (came){.least = own->since, .most = own->since};
	c->least = own->since < c->least ? own->since : c->least;
	c->most = own->since > c->most ? own->since : c->most;
	c->all++;
	for (int k = 0; k < 2; k++)
		if (c->warps[k] == 0 || c->far[k] == own->since) {
			c->far[k] = own->since;
			c->warps[k]++;
			break;
		}
	return true;
}

/* Most warps are in step, or each comes some instructions behind another. */
static void
settle_steps(recording *r)
{
	const uint32_t staggered = STAGGERED_LEAST * (uint32_t)(r->trace->warps_count - 1);
	for (size_t i = 0; i < r->trace->requests_count; i++) {
		gm_trace_request *request = &r->trace->requests[i];
		const came *c = &r->came[request->site];
		const bool alike = 2 * c->warps[0] >= c->all || 2 * c->warps[1] >= c->all;
		request->in_step = request->in_step && alike;
		request->staggered = request->staggered && !alike && c->most - c->least >= staggered;
	}
}

static gm_status
record_instruction(void *state, const gm_warp_instr *instr)
{
	recording *r = state;
	gm_trace *t = r->trace;
	const gm_site *site = &r->kernel->sites[instr->site];
	if (--r->left < 0)
		return GM_CHECK_FAILED;
	r->seen++;
	const uint32_t next = r->needs[instr->warp].loads + 1;
	const uint32_t back = gm_trace_needs_add(&r->needs[instr->warp], instr, reads(site));
	const uint32_t load = back > 0 ? next - back : 0;
	gm_trace_stores_pass(&r->stores[instr->warp],
	                     &(gm_trace_stores_step){.load = load,
	                                             .loads = r->needs[instr->warp].loads,
	                                             .address = first_read(site, instr),
	                                             .barrier = site->operation == GM_BARRIER,
	                                             .parts = site->parts_stores,
	                                             .ends = r->ends[instr->site] >= 1});
	if (site->operation == GM_BRANCH || site->operation == GM_BARRIER)
		r->stored[instr->warp] = false;
	const bool local = site->space == GM_LOCAL;
	int64_t sectors[GM_TRACE_LANES_SECTORS];
	const bool empty = r->emptied[instr->warp];
	r->emptied[instr->warp] = empty || (site->empties_l1 && instr->active);
	if (!instr->address || !instr->active || (site->space != GM_GLOBAL && !local)) {
		r->ended[instr->warp] += r->ends[instr->site];
		return GM_OK;
	}
	gm_trace_request request = {
	        .address = (int64_t)instr->address[__builtin_ctzll(instr->active)],
	        .lanes = instr->active, .site = instr->site, .access = (uint8_t)access_of(site), .local = local,
	        .needs = (uint16_t)(back < UINT16_MAX ? back : UINT16_MAX),
	        .wide = site->access_bytes > 4, .bytes = site->access_bytes < 4, .single = site->access_bytes == 1,
	        .empty = empty, .passes = site->passes_stores && r->stored[instr->warp]};
	r->emptied[instr->warp] = site->empties_l1;
	r->stored[instr->warp] |= request.access == GM_TRACE_STORE;
	if (request.access == GM_TRACE_STORE) {
		gm_trace_stores_add(&r->stores[instr->warp], load, &request);
		request.staggered = request.in_step;
		request.in_step = request.in_step && note_step(r, instr);
	}
	const int count = local ? gm_trace_lanes_local(instr, r->warp_lanes, site->access_bytes, sectors)
	                        : gm_trace_lanes_sectors(instr, r->warp_lanes, site->access_bytes, sectors);
	add_runs(t, &request, sectors, count);
	if (request.access == GM_TRACE_ATOMIC)
		request.sectors = (uint16_t)gm_trace_lanes_atomic(instr, r->warp_lanes);
	if (request.access == GM_TRACE_STORE && !local)
		add_masks(t, &request, instr, r->warp_lanes, site->access_bytes);
	begin_spans(r, instr->warp);
	request.ended = r->ended[instr->warp] + r->ended_before[instr->warp];
	r->ended[instr->warp] = r->ended_before[instr->warp] = 0;
	add_step(&t->warps[instr->warp],
	         (gm_trace_step){.kind = GM_STEP_REQUEST, .index = (uint32_t)t->requests_count});
	t->requests = gm_grow(t->requests, &t->requests_capacity, t->requests_count + 1,
	                      sizeof *t->requests);
	t->requests[t->requests_count++] = request;
	if (r->seen <= PLACES_MOST)
		t->places_count = t->requests_count;
	if (request.passes && request.ended == 0)
		pass_stores(t, &t->warps[instr->warp]);
	return GM_OK;
}

static gm_status
record_mark(void *state, uint32_t loop)
{
	recording *r = state;
	const int slot = gm_spans_mark(&r->spans, loop);
	if (slot < 0)
		return gm_fail(r->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	end_spans(r, slot, 1, NULL);
	for (int w = 0; w < r->trace->warps_count; w++) {
		r->ended_before[w] += r->ended[w];
		r->ended[w] = 0;
	}
	return GM_OK;
}

static gm_status
record_repeat(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	recording *r = state;
	gm_trace *t = r->trace;
	const int slot = gm_spans_repeat(&r->spans, loop);
	int64_t *copy = NULL;
	if (times > 0 && advance) {
		copy = gm_allocate((size_t)t->sites_count + 1, sizeof *copy);
		memcpy(copy, advance, (size_t)t->sites_count * sizeof *copy);
		t->advances = gm_grow(t->advances, &t->advances_capacity, t->advances_count + 1,
		                      sizeof *t->advances);
		t->advances[t->advances_count++] = copy;
	}
	end_spans(r, slot, times + 1, copy);
	return GM_OK;
}

static gm_status
record(const gm_kernel *kernel, const float *ends, gm_dim3 block, int warp_lanes, int64_t most,
       gm_trace *out, gm_error *err)
{
	const size_t warps = (size_t)gm_kernel_warps(kernel, warp_lanes);
	recording r = {.kernel = kernel, .trace = out, .warp_lanes = warp_lanes, .ends = ends,
	               .left = most, .err = err};
	const gm_sink sink = {.state = &r,
			      .instruction = record_instruction,
			      .mark = record_mark,
			      .repeat = record_repeat,
			      .hurried = most < INT64_MAX};
	*out = (gm_trace){.sites_count = kernel->sites_count, .warps_count = (int)warps,
	                  .together_max = kernel->issues_known ? TOGETHER_PTX : TOGETHER_DESCRIPTOR};
	out->warps = gm_allocate(warps, sizeof *out->warps);
	r.depth = gm_allocate(warps, sizeof *r.depth);
	r.ended = gm_allocate(2 * warps, sizeof *r.ended);
	r.ended_before = r.ended + warps;
	r.needs = gm_allocate(warps, sizeof *r.needs);
	r.stores = gm_allocate(warps, sizeof *r.stores);
	r.noted = gm_allocate(warps * (size_t)kernel->sites_count + 1, sizeof *r.noted);
	r.came = gm_allocate((size_t)kernel->sites_count + 1, sizeof *r.came);
	r.emptied = gm_allocate(warps, sizeof *r.emptied);
	r.stored = gm_allocate(warps, sizeof *r.stored);
	r.open = gm_allocate(warps * GM_SPANS_MAX, sizeof *r.open);
	const gm_status status = gm_kernel_replay(kernel, block, warp_lanes, &sink, err);
	end_spans(&r, 0, 1, NULL);
	settle_steps(&r);
	free(r.depth);
	free(r.ended);
	free(r.needs);
	free(r.stores);
	free(r.came);
	free(r.noted);
	free(r.emptied);
	free(r.stored);
	free(r.open);
	return r.left < 0 ? GM_OK : status;
}

gm_status
gm_trace_record(const gm_kernel *kernel, const float *ends, gm_dim3 block, int warp_lanes,
                gm_trace *out, gm_error *err)
{
	return record(kernel, ends, block, warp_lanes, INT64_MAX, out, err);
}

gm_status
gm_trace_record_places(const gm_kernel *kernel, const float *ends, gm_dim3 block, int warp_lanes,
                       gm_trace *out, gm_error *err)
{
	return record(kernel, ends, block, warp_lanes, PLACES_MOST, out, err);
}

void
gm_trace_dispose(gm_trace *trace)
{
	for (int w = 0; w < trace->warps_count; w++)
		free(trace->warps[w].steps);
	for (size_t i = 0; i < trace->advances_count; i++)
		free(trace->advances[i]);
	free(trace->warps);
	free(trace->requests);
	free(trace->runs);
	free(trace->masks);
	free(trace->advances);
	*trace = (gm_trace){0};
}

/* Calls `visit` with every request and how often it runs, spans at most `runs_max` times. */
static void
for_each_request(const gm_trace *trace, const gm_program *program, int64_t runs_max,
                 void (*visit)(const gm_trace_request *request, double times, double *sum), double *sum)
{
	double factor = 1, outer[GM_SPANS_MAX];
	int depth = 0;
	for (size_t i = 0; i < program->count; i++) {
		const gm_trace_step *step = &program->steps[i];
		if (step->kind == GM_STEP_REQUEST) {
			visit(&trace->requests[step->index], factor, sum);
		} else if (step->kind == GM_STEP_BEGIN) {
			outer[depth++] = factor;
			factor *= (double)(step->runs < runs_max ? step->runs : runs_max);
		} else {
			factor = outer[--depth];
		}
	}
}

static void
count_times(const gm_trace_request *request, double times, double *sum)
{
	(void)request;
	*sum += times;
}

static void
count_sectors(const gm_trace_request *request, double times, double *sum)
{
	sum[request->site] += times * request->sectors;
}

double
gm_trace_length(const gm_trace *trace, int64_t runs_max)
{
	double sum = 0;
	for (int w = 0; w < trace->warps_count; w++)
		for_each_request(trace, &trace->warps[w], runs_max, count_times, &sum);
	return sum;
}

void
gm_trace_sectors(const gm_trace *trace, double *sectors)
{
	for (int w = 0; w < trace->warps_count; w++)
		for_each_request(trace, &trace->warps[w], INT64_MAX, count_sectors, sectors);
}
