#include "sass/spill_plan.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- where values are stored ---- */

/* What the step's result is, -1: no value. */
static int
value_made(const spill_values *v, int32_t step, int result)
{
	const ptx_program *p = v->program;
	const uint32_t unit = p->units[p->steps[step].results + (uint32_t)result];
	return unit == PTX_NO_UNIT ? -1 : (int)v->number[unit] - 1;
}

static int
depth_of(const spill_values *v, int32_t step)
{
	return v->depth[v->graph.node_of[step]];
}

/* Per value: how deep in loops it is loaded, -1: nowhere. */
static int *
depths_of_loads(const spill_values *v, const spill_plan *plan)
{
	int *deepest = gm_allocate((size_t)v->count + 1, sizeof *deepest);
	for (int k = 0; k < v->count; k++)
		deepest[k] = -1;
	for (size_t k = 0; k < plan->loads_count; k++) {
		int *d = &deepest[plan->loads[k].value];
		*d = depth_of(v, plan->loads[k].step) > *d ? depth_of(v, plan->loads[k].step) : *d;
	}
	return deepest;
}

/* Per value: in how many places it is made. */
static int *
count_makers(const spill_values *v)
{
	int *makers = gm_allocate((size_t)v->count + 1, sizeof *makers);
	for (int32_t i = 0; i < v->program->steps_count; i++)
		for (int k = 0; k < v->program->steps[i].results_count; k++)
			if (value_made(v, i, k) >= 0)
				makers[value_made(v, i, k)]++;
	return makers;
}

static void
choose_stores(const spill_values *v, const spill_plan *plan, bool *where_made)
{
	int *makers = count_makers(v), *loaded = depths_of_loads(v, plan);
	for (int k = 0; k < v->count; k++)
		where_made[k] = true;
	for (int32_t i = 0; i < v->program->steps_count; i++)
		for (int k = 0; k < v->program->steps[i].results_count; k++) {
			const int value = value_made(v, i, k);
			const int32_t leaves = value < 0 ? -1 : plan->leaves[value];
			if (leaves < 0)
				continue;
			const bool beside = makers[value] == 1 && leaves > i &&
					    v->graph.node_of[i] == v->graph.node_of[leaves];
			const bool behind = depth_of(v, i) > depth_of(v, leaves) && loaded[value] < depth_of(v, i);
			where_made[value] &= !beside && !behind;
		}
	free(makers);
	free(loaded);
}

/* ---- places ---- */

/* From where a value is stored to where it is loaded last, in steps; around loops through which it lives. */
typedef struct span {
	int32_t from, to;
} span;

static void
widen(span *s, int32_t step)
{
	s->from = step < s->from ? step : s->from;
	s->to = step > s->to ? step : s->to;
}

static int32_t
last_of_loop(const spill_values *v, const ptx_loop *loop)
{
	int32_t last = loop->header;
	for (int32_t n = 0; n + 1 < v->graph.count; n++)
		if (gm_ptx_loop_has_node(loop, n) && v->graph.nodes[n].end - 1 > last)
			last = v->graph.nodes[n].end - 1;
	return last;
}

static void
widen_by_loops(const spill_values *v, span *spans)
{
	for (int32_t l = 0; l < v->program->loops_count; l++) {
		const ptx_loop *loop = &v->program->loops[l];
		const int32_t last = last_of_loop(v, loop);
		const uint32_t *first = v->first + (size_t)v->graph.node_of[loop->header] * (size_t)v->count;
		for (int k = 0; k < v->count; k++)
			if (first[k] != SPILL_NEVER && spans[k].from <= last && spans[k].to >= loop->header) {
				widen(&spans[k], loop->header);
				widen(&spans[k], last);
			}
	}
}

static span *
spans_of(const spill_values *v, const spill_plan *plan, const bool *where_made)
{
	const int32_t count = v->program->steps_count;
	span *spans = gm_allocate((size_t)v->count + 1, sizeof *spans);
	for (int k = 0; k < v->count; k++) {
		spans[k] = (span){count, -1};
		if (!where_made[k])
			widen(&spans[k], plan->leaves[k]);
	}
	for (int32_t i = 0; i < count; i++)
		for (int k = 0; k < v->program->steps[i].results_count; k++) {
			const int value = value_made(v, i, k);
			if (value >= 0 && where_made[value])
				widen(&spans[value], i);
		}
	for (size_t k = 0; k < plan->loads_count; k++)
		widen(&spans[plan->loads[k].value], plan->loads[k].step);
	widen_by_loops(v, spans);
	return spans;
}

/* Some value that has its place before this one lies there at the same time. */
static bool
is_taken(const spill_values *v, const int64_t *places, const span *spans, int value, int64_t at)
{
	for (int k = 0; k < v->count; k++)
		if (k != value && places[k] >= 0 && places[k] < at + v->words[value] * SPILL_WORD &&
		    at < places[k] + v->words[k] * SPILL_WORD && spans[k].from < spans[value].to &&
		    spans[value].from < spans[k].to)
			return true;
	return false;
}

void
gm_ptx_spill_places_init(spill_places *out, const spill_values *v, const spill_plan *plan, int64_t begin)
{
	out->where_made = gm_allocate((size_t)v->count + 1, sizeof *out->where_made);
	out->at = gm_allocate((size_t)v->count + 1, sizeof *out->at);
	choose_stores(v, plan, out->where_made);
	span *spans = spans_of(v, plan, out->where_made);
	for (int k = 0; k < v->count; k++)
		out->at[k] = -1;
	out->end = begin;
	for (int words = 2; words > 0; words--)
		for (int k = 0; k < v->count; k++) {
			int64_t at = begin;
			if (!plan->spilled[k] || v->words[k] != words)
				continue;
			while (is_taken(v, out->at, spans, k, at))
				at += words * SPILL_WORD;
			out->at[k] = at;
			out->end = at + words * SPILL_WORD > out->end ? at + words * SPILL_WORD : out->end;
		}
	out->end += out->end % (2 * SPILL_WORD);
	free(spans);
}

void
gm_ptx_spill_places_dispose(spill_places *places)
{
	free(places->where_made);
	free(places->at);
}
