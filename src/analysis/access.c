#include "analysis/access.h"

#include "kernel/spans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_MAX = 1 << 26 }; /* executions that are walked to reach a late one */

/* What a replay looks for, and what it found. Executions are counted through repeated spans. */
typedef struct search {
	const gm_device *device;
	const gm_site *site;
	uint32_t site_index;
	int warps, warp_lanes, warp;
	int64_t wanted;
	bool stop;           /* when found */
	int64_t *executions; /* per warp */
	int64_t *marks[GM_SPANS_MAX];
	gm_spans spans;
	bool found;
	int64_t cost, execution;
	int found_warp;
	uint64_t active;
	uint64_t address[GM_LANES_MAX];
	gm_error *err;
} search;

/* ---- what a request costs, to tell the worst ---- */

/* Distinct 4-byte words, as a constant cache serves one a pass. */
static int
constant_cells(const gm_access *access, gm_bank_cell *out)
{
	int count = 0;
	for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		const uint64_t word = access->address[lane] / 4;
		int row = 0;
		while (row < count && out[row].word != word)
			row++;
		if (row == count)
			out[count++] = (gm_bank_cell){0, row, 0, word, 0};
		out[row].lanes |= UINT64_C(1) << lane;
	}
	return count;
}

static bool
is_atomic(const gm_site *site)
{
	return gm_operation_is_atomic(site->operation);
}

static int64_t
cost_of(const search *s, const gm_access *access)
{
	gm_bank_cell cells[GM_BANK_CELLS_MAX];
	if (s->site->space == GM_CONSTANT)
		return constant_cells(access, cells);
	if (s->site->space == GM_SHARED)
		return is_atomic(s->site)
			       ? gm_atomics_shared_evaluate(s->device->banks, access).passes_count
			       : gm_banks_evaluate(s->device->banks, access).wavefronts_count;
	const gm_transactions t = gm_coalescing_evaluate(s->device->coalescing, access);
	return (int64_t)t.transactions_count << 32 | t.moved_bytes;
}

/* ---- the sink ---- */

static void
keep(search *s, const gm_warp_instr *instr, int64_t cost)
{
	s->found = true;
	s->cost = cost;
	s->found_warp = instr->warp;
	s->execution = s->executions[instr->warp];
	s->active = instr->active;
	for (uint64_t rest = instr->active; rest; rest &= rest - 1)
		s->address[__builtin_ctzll(rest)] = instr->address[__builtin_ctzll(rest)];
}

static gm_status
look(void *state, const gm_warp_instr *instr)
{
	search *s = state;
	if (instr->site != s->site_index)
		return GM_OK;
	const int64_t execution = ++s->executions[instr->warp];
	if (s->warp != GM_WARP_ANY && instr->warp != s->warp)
		return GM_OK;
	if (s->wanted == GM_EXECUTION_WORST) {
		const gm_access access = {s->warp_lanes, s->site->access_bytes, instr->active,
					  instr->address};
		const int64_t cost = cost_of(s, &access);
		if (!s->found || cost > s->cost)
			keep(s, instr, cost);
		return GM_OK;
	}
	if (s->found || execution != s->wanted)
		return s->stop && execution > SEEN_MAX
			       ? gm_fail(s->err, GM_TOO_LARGE,
					 "the first %d executions are walked, no more", SEEN_MAX)
			       : GM_OK;
	keep(s, instr, 0);
	return s->stop ? GM_CHECK_FAILED : GM_OK;
}

static gm_status
open_span(void *state, uint32_t loop)
{
	search *s = state;
	const size_t bytes = (size_t)s->warps * sizeof *s->executions;
	const int slot = gm_spans_mark(&s->spans, loop);
	if (slot < 0)
		return gm_fail(s->err, GM_TOO_LARGE, "loops nest deeper than %d", GM_SPANS_MAX);
	if (!s->marks[slot])
		s->marks[slot] = gm_allocate(1, bytes);
	memcpy(s->marks[slot], s->executions, bytes);
	return GM_OK;
}

static gm_status
close_span(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	(void)advance;
	search *s = state;
	const int64_t *mark = s->marks[gm_spans_repeat(&s->spans, loop)];
	for (int w = 0; w < s->warps; w++) {
		int64_t more, *now = &s->executions[w];
		if (__builtin_mul_overflow(*now - mark[w], times, &more) ||
		    __builtin_add_overflow(*now, more, now))
			return gm_fail(s->err, GM_OVERFLOW,
				       "a site is executed more than 2^63 times");
	}
	return GM_OK;
}

/* ---- searching ---- */

/* Everything that a cut replay shows, and how often each warp executes the site. */
static gm_status
search_shown(search *s, const gm_kernel *kernel, gm_dim3 block)
{
	const gm_sink sink = {.state = s,
	                      .instruction = look,
	                      .mark = open_span,
	                      .repeat = close_span};
	return gm_kernel_replay(kernel, block, s->warp_lanes, &sink, s->err);
}

/* An execution inside a span that stood for several: walked to. */
static gm_status
search_whole(search *s, const gm_kernel *kernel, gm_dim3 block)
{
	const gm_sink sink = {.state = s, .instruction = look};
	s->stop = true;
	memset(s->executions, 0, (size_t)s->warps * sizeof *s->executions);
	const gm_status status =
		gm_kernel_replay_whole(kernel, block, s->warp_lanes, &sink, s->err);
	return s->found ? GM_OK : status;
}

static const char *
describe(const search *s, char *out, size_t out_bytes)
{
	snprintf(out, out_bytes, "%s %s (line %d)", gm_operation_name(s->site->operation),
		 s->site->text, s->site->line);
	return out;
}

/* The lowest warp that executes the site; -1: none. */
static int
first_warp(const search *s)
{
	for (int w = 0; w < s->warps; w++)
		if (s->executions[w] > 0)
			return w;
	return -1;
}

static gm_status
check_question(const search *s, const gm_access_question *q)
{
	if (!gm_operation_is_memory(s->site->operation))
		return gm_fail(s->err, GM_BAD_VALUE, "line %d is no memory operation",
			       s->site->line);
	if (s->site->space == GM_LOCAL)
		return gm_fail(s->err, GM_NOT_MODELLED,
			       "local memory is laid out by the hardware, lanes side by side: its "
			       "addresses tell nothing");
	if (q->warp >= s->warps || q->warp < GM_WARP_ANY)
		return gm_fail(s->err, GM_BAD_VALUE, "warp %d: the block has warps 0 to %d",
			       q->warp, s->warps - 1);
	return GM_OK;
}

/* Why there is nothing to show, with what there is. */
static gm_status
explain_absence(const search *s, const gm_access_question *q)
{
	char site[160];
	const int first = first_warp(s);
	describe(s, site, sizeof site);
	if (first < 0)
		return gm_fail(s->err, GM_BAD_VALUE, "no warp of block %lld,%lld,%lld executes %s",
			       (long long)q->block.x, (long long)q->block.y, (long long)q->block.z,
			       site);
	const int warp = q->warp == GM_WARP_ANY ? first : q->warp;
	if (s->executions[warp] == 0)
		return gm_fail(s->err, GM_BAD_VALUE, "warp %d does not execute %s; warp %d does",
			       warp, site, first);
	return gm_fail(s->err, GM_BAD_VALUE, "execution %lld: warp %d executes %s %lld time%s",
		       (long long)q->execution, warp, site, (long long)s->executions[warp],
		       s->executions[warp] == 1 ? "" : "s");
}

/* In the replay that cuts loops, and where that does not show it, in the whole one. */
static gm_status
search_all(search *s, const gm_kernel *kernel, const gm_access_question *q, int64_t *executions)
{
	gm_status status = check_question(s, q);
	if (status == GM_OK)
		status = search_shown(s, kernel, q->block);
	if (status != GM_OK)
		return status;
	const int warp = s->found                 ? s->found_warp
			 : s->warp == GM_WARP_ANY ? first_warp(s)
						  : s->warp;
	*executions = warp < 0 ? 0 : s->executions[warp];
	if (s->found)
		return GM_OK;
	if (*executions == 0 || *executions < s->wanted || s->wanted < 0)
		return explain_absence(s, q);
	s->warp = warp;
	return search_whole(s, kernel, q->block);
}

/* ---- what the rules say of it ---- */

gm_access
gm_access_view_request(const gm_access_view *view, uint64_t storage[static GM_LANES_MAX])
{
	for (int lane = 0; lane < GM_LANES_MAX; lane++)
		storage[lane] = view->base_bytes + view->address[lane];
	return (gm_access){view->warp_lanes, view->site->access_bytes, view->active, storage};
}

static void
evaluate_global(gm_access_view *v, const gm_access *access)
{
	v->transactions = gm_coalescing_evaluate(v->device->coalescing, access);
	v->pieces_count = gm_transactions_list(v->device->coalescing, access, v->pieces);
	v->banked = v->device->banks == GM_BANKS_32 && v->device->cc_major >= 7;
	if (v->is_atomic)
		v->atomic = gm_atomics_global_evaluate(v->device->coalescing, access, v->base_bytes,
		                                       v->site->lane_passes == 2);
}

static void
evaluate_shared(gm_access_view *v, const gm_access *access)
{
	v->banked = true;
	gm_banks_describe(v->device->banks, access, v->conflict, sizeof v->conflict);
	if (v->is_atomic)
		v->atomic = gm_atomics_shared_evaluate(v->device->banks, access);
}

static void
evaluate(gm_access_view *v)
{
	uint64_t storage[GM_LANES_MAX];
	const gm_access access = gm_access_view_request(v, storage);
	if (v->site->space == GM_GLOBAL)
		evaluate_global(v, &access);
	if (v->site->space == GM_SHARED)
		evaluate_shared(v, &access);
	if (v->banked) {
		v->passes = gm_banks_evaluate(v->device->banks, &access);
		v->cells_count = gm_banks_schedule(v->device->banks, &access, v->cells);
	} else if (v->site->space == GM_CONSTANT) {
		v->cells_count = constant_cells(&access, v->cells);
		v->passes = (gm_bank_passes){v->cells_count, 1, v->cells_count, 1, v->cells_count};
	}
}

static void
take_found(gm_access_view *v, const search *s)
{
	v->warp = s->found_warp;
	v->execution = s->execution;
	v->active = s->active;
	v->base_bytes = v->array ? v->array->base_bytes : 0;
	v->element_bytes = v->array ? gm_type_bytes(v->array->type) : v->site->access_bytes;
	for (uint64_t rest = s->active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		v->address[lane] = s->address[lane] - v->base_bytes;
	}
}

gm_status
gm_access_find(const gm_kernel *kernel, const gm_device *device, const gm_access_question *question,
	       gm_access_view *out, gm_error *err)
{
	const int warp_lanes = (int)gm_device_value(device, GM_WARP_LANES);
	const gm_site *site = &kernel->sites[question->site];
	search s = {.device = device,
		    .site = site,
		    .site_index = question->site,
		    .warps = gm_kernel_warps(kernel, warp_lanes),
		    .warp_lanes = warp_lanes,
		    .warp = question->warp,
		    .wanted = question->execution,
		    .err = err};
	s.executions = gm_allocate((size_t)s.warps, sizeof *s.executions);
	*out = (gm_access_view){.kernel = kernel,
				.device = device,
				.site = site,
				.array = site->array >= 0 ? &kernel->arrays[site->array] : NULL,
				.site_index = question->site,
				.block = question->block,
				.warp_lanes = warp_lanes,
				.is_atomic = is_atomic(site)};
	const gm_status status = search_all(&s, kernel, question, &out->executions_count);
	if (status == GM_OK) {
		take_found(out, &s);
		evaluate(out);
	}
	for (int i = 0; i < GM_SPANS_MAX; i++)
		free(s.marks[i]);
	free(s.executions);
	return status;
}
