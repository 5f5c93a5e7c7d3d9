#include "model/touches.h"

#include "kernel/spans.h"
#include "model/trace_shares.h"

#include <stdlib.h>

enum { INSERTIONS_MAX = 20000 /* into all boxes */ };

static void
add_sector(gm_touches *t, const gm_trace_request *request, int64_t sector, uint32_t mask, double weight)
{
	const int64_t key = (int64_t)((uint64_t)sector << 6 | request->site % 64);
	const bool store = request->access == GM_TRACE_STORE;
	const bool own = gm_sector_set_find(&t->own, sector) == UINT32_MAX;
	if (store || own || !gm_stored_by_others(&t->all, sector, t->now))
		gm_returns_touch(&t->returns, sector, weight * GM_SECTOR_BYTES, store, own);
	if (store) {
		*gm_sector_set_at(&t->own, sector) |= mask;
		gm_filling_store(&t->filling, sector, mask);
	} else if (own || gm_stored_by_others(&t->all, sector, t->now))
		return; /* the block has brought it to L2 itself */
	uint32_t *known = gm_sector_set_at(&t->known, key);
	if (*known) {
		t->items[*known - 1].touch.mask |= mask;
		return;
	}
	*known = (uint32_t)t->count + 1;
	t->items = gm_grow(t->items, &t->capacity, t->count + 1, sizeof *t->items);
	t->items[t->count++] = (gm_touched){{.sector = sector,
	                                  .mask = mask,
	                                  .request = t->requests,
	                                  .weight = weight,
	                                  .loads = request->access != GM_TRACE_STORE,
	                                  .stores = request->access == GM_TRACE_STORE ||
	                                            request->access == GM_TRACE_ATOMIC},
	                                 request->site};
}

static void
note_stores(gm_touches *t, const gm_trace_request *request, int64_t moved, const uint32_t *mask)
{
	for (int i = 0; i < request->runs_count && mask; i++) {
		const gm_trace_run run = t->trace->here.runs[request->first_run + (uint32_t)i];
		for (int64_t k = 0; k < run.count; k++)
			gm_stored_add(&t->all, run.sector + moved + k, *mask++, t->now);
	}
}

static void
add_request(gm_touches *t, const gm_trace_request *request, int64_t moved_bytes, double weight)
{
	const bool elsewhere = t->array >= 0 && t->trace->kernel->sites[request->site].array != t->array;
	if (request->local || elsewhere || t->trace->irregular[request->site])
		return;
	int64_t place;
	if (__builtin_add_overflow(request->address, moved_bytes, &place))
		return; /* no array reaches there */
	const int64_t moved = (place >> 5) - (request->address >> 5);
	const gm_trace *trace = &t->trace->here;
	const uint32_t *mask = request->access == GM_TRACE_STORE ? &trace->masks[request->first_mask] : NULL;
	if (t->stores_only) {
		note_stores(t, request, moved, mask);
		return;
	}
	t->requests++;
	gm_filling_next(&t->filling, mask ? gm_trace_empty_share(trace, request) : 0);
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run run = trace->runs[request->first_run + (uint32_t)i];
		for (int64_t k = 0; k < run.count; k++)
			add_sector(t, request, run.sector + moved + k, mask ? *mask++ : 0, weight);
	}
}

typedef struct open_span {
	const gm_trace_step *begin;
	size_t at;
	int64_t first, run, walked; /* of those that are walked */
} open_span;

static void
place_request(gm_touches *t, const open_span *spans, int depth, uint32_t index)
{
	const gm_trace_request *request = &t->trace->here.requests[index];
	int64_t moved = 0;
	double weight = 1;
	t->now.request = index;
	t->now.turn = depth ? spans[0].first + spans[0].run : 0;
	if (depth == 0)
		t->now.loop = 0;
	for (int d = 0; d < depth; d++) {
		const int64_t advance =
		        spans[d].begin->advance ? spans[d].begin->advance[request->site] : 0;
		moved += (spans[d].first + spans[d].run) * advance;
		if (advance)
			weight *= (double)spans[d].begin->runs / (double)spans[d].walked;
	}
	add_request(t, request, moved, weight);
}

/* Do most requests of the span lie the lower the later the run? */
static bool
goes_down(const gm_touches *t, const gm_program *program, size_t begin)
{
	const gm_trace_step *step = &program->steps[begin];
	int64_t up = 0;
	for (size_t at = begin + 1; step->advance && at < step->index; at++)
		if (program->steps[at].kind == GM_STEP_REQUEST) {
			const int64_t advance = step->advance[t->trace->here.requests[program->steps[at].index].site];
			up += (advance > 0) - (advance < 0);
		}
	return up < 0;
}

/* Of a span that is walked in part the runs at the low addresses: those of two that go the same way forth and back. */
static open_span
opened(const gm_touches *t, const gm_program *program, size_t at)
{
	const gm_trace_step *step = &program->steps[at];
	const int64_t walked = step->runs < t->runs_max ? step->runs : t->runs_max;
	const int64_t left_out = step->runs - walked;
	return (open_span){step, at, left_out > 0 && goes_down(t, program, at) ? left_out : 0, 0, walked};
}

static void
walk_program(gm_touches *t, const gm_program *program)
{
	open_span spans[GM_SPANS_MAX];
	int depth = 0;
	uint32_t loops = 0;
	for (size_t at = 0; at < program->count; at++) {
		const gm_trace_step *step = &program->steps[at];
		if (step->kind == GM_STEP_REQUEST) {
			place_request(t, spans, depth, step->index);
		} else if (step->kind == GM_STEP_BEGIN) {
			loops += depth == 0;
			t->now.loop = loops;
			spans[depth++] = opened(t, program, at);
		} else if (++spans[depth - 1].run < spans[depth - 1].walked) {
			at = spans[depth - 1].at;
		} else {
			depth--;
		}
	}
}

static void
walk_warps(gm_touches *t)
{
	for (int w = 0; w < t->trace->here.warps_count; w++) {
		t->now = (gm_stored_time){.warp = (uint32_t)w};
		gm_sector_set_clear(&t->own);
		walk_program(t, &t->trace->here.warps[w]);
		if (!t->stores_only)
			gm_filling_end_warp(&t->filling);
		gm_returns_end_warp(&t->returns);
	}
}

static void
gather(gm_touches *t, double boxes)
{
	static const int64_t tries[] = {INT64_MAX, 1024, 256, 64, 16, 4};
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		t->runs_max = tries[i];
		if (gm_trace_length(&t->trace->here, t->runs_max) * 3 * boxes < INSERTIONS_MAX)
			break;
	}
	t->stores_only = true;
	walk_warps(t);
	t->stores_only = false;
	walk_warps(t);
}

double
gm_touches_stored_weight(const gm_touches *t)
{
	double stored = 0, items = 0;
	for (size_t i = 0; i < t->count; i++) {
		const gm_reach_touch *touch = &t->items[i].touch;
		stored += touch->stores && !touch->loads ? touch->weight : 0;
		items += touch->stores && !touch->loads;
	}
	return items > 0 ? stored / items : 1;
}

gm_touches
gm_touches_gather(const gm_grid_trace *trace, int array, double boxes)
{
	gm_touches t = {.trace = trace, .array = array};
	gather(&t, boxes);
	return t;
}

void
gm_touches_dispose(gm_touches *t)
{
	gm_filling_dispose(&t->filling);
	gm_returns_dispose(&t->returns);
	gm_sector_set_dispose(&t->known);
	gm_stored_dispose(&t->all);
	gm_sector_set_dispose(&t->own);
	free(t->items);
}
