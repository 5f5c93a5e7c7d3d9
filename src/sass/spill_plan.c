#include "sass/spill_plan.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t OUTSIDE = 1 << 20; /* no less: what is read behind the loop, see spill_values.c */

typedef struct spiller {
	const spill_values *v;
	spill_plan *plan;
	spill_room room;
	bool *at_begin, *at_end; /* rows per node: in registers */
	bool *done;              /* per node */
	bool *in;                /* now */
	bool *pinned;            /* by the step */
	int words;               /* that are in */
	int32_t now;             /* the step */
	uint32_t *next;          /* per value: the step that reads it next, counted from the node's first */
	uint32_t *behind;        /* per operand of the node's steps: the same, behind the step */
	size_t behind_room;
} spiller;

static int
room_of(const spiller *s, int32_t n)
{
	const spill_values *v = s->v;
	const bool yields = v->depth[n] > 0 && (v->full[n] || !v->narrow[n]);
	return yields || s->room.words > s->room.least ? s->room.words : s->room.least;
}

static void
add_load(spiller *s, int32_t step, int value, bool for_next)
{
	spill_plan *p = s->plan;
	p->loads = gm_grow(p->loads, &p->loads_room, p->loads_count + 1, sizeof *p->loads);
	p->loads[p->loads_count++] = (spill_load){step, value, for_next};
	p->spilled[value] = true;
}

/* The value leaves its register before the step. It is stored there if where it is made lies deeper in loops. */
static void
leave(spiller *s, int32_t step, int value)
{
	const spill_values *v = s->v;
	spill_plan *p = s->plan;
	const int32_t best = p->leaves[value];
	if (s->next[value] == SPILL_NEVER)
		return;
	p->spilled[value] = true;
	if (best < 0 || v->depth[v->graph.node_of[step]] < v->depth[v->graph.node_of[best]])
		p->leaves[value] = step;
}

/* ---- within a node ---- */

static void
drop(spiller *s, int value)
{
	s->words -= s->in[value] ? s->v->words[value] : 0;
	s->in[value] = false;
}

static void
take(spiller *s, int value)
{
	s->words += s->in[value] ? 0 : s->v->words[value];
	s->in[value] = true;
}

/* What is read furthest goes, until so many words fit. */
static void
make_room(spiller *s, int room, int words)
{
	while (s->words + words > room) {
		int furthest = -1;
		for (int k = 0; k < s->v->count; k++)
			if (s->in[k] && !s->pinned[k] && (furthest < 0 || s->next[k] > s->next[furthest]))
				furthest = k;
		if (furthest < 0)
			return;
		leave(s, s->now, furthest);
		drop(s, furthest);
	}
}

static int
value_at(const spiller *s, uint32_t row)
{
	const uint32_t unit = s->v->program->units[row];
	return unit == PTX_NO_UNIT ? -1 : (int)s->v->number[unit] - 1;
}

static size_t
operands_of(const ptx_step *step)
{
	return (size_t)step->sources_count + step->results_count;
}

/* Backward: fills `next` with what is read first, and what is read next behind each step. */
static void
look_ahead(spiller *s, int32_t n)
{
	const ptx_program *p = s->v->program;
	const ptx_node *node = &s->v->graph.nodes[n];
	const uint32_t *last = s->v->last + (size_t)n * (size_t)s->v->count;
	const uint32_t length = (uint32_t)(node->end - node->first);
	size_t at = 0;
	for (int32_t i = node->first; i < node->end; i++)
		at += operands_of(&p->steps[i]);
	s->behind = gm_grow(s->behind, &s->behind_room, at + 1, sizeof *s->behind);
	for (int k = 0; k < s->v->count; k++)
		s->next[k] = last[k] >= SPILL_NEVER - length ? SPILL_NEVER : last[k] + length;
	for (int32_t i = node->end - 1; i >= node->first; i--) {
		const ptx_step *step = &p->steps[i];
		for (int k = step->results_count - 1; k >= 0; k--) {
			const int value = value_at(s, step->results + (uint32_t)k);
			s->behind[--at] = value < 0 ? 0 : s->next[value];
			if (value >= 0 && gm_ptx_spill_makes(s->v, step, value))
				s->next[value] = SPILL_NEVER;
		}
		for (int k = step->sources_count - 1; k >= 0; k--) {
			const int value = value_at(s, step->sources + (uint32_t)k);
			s->behind[--at] = value < 0 ? 0 : s->next[value];
		}
		for (int k = 0; k < step->sources_count; k++) {
			const int value = value_at(s, step->sources + (uint32_t)k);
			if (value >= 0)
				s->next[value] = (uint32_t)(i - node->first);
		}
	}
}

static void
pass_sources(spiller *s, int32_t i, int room, const uint32_t *behind)
{
	const ptx_step *step = &s->v->program->steps[i];
	for (int k = 0; k < step->sources_count; k++) {
		const int value = value_at(s, step->sources + (uint32_t)k);
		if (value >= 0 && !s->in[value])
			add_load(s, i, value, false);
		if (value >= 0) {
			take(s, value);
			s->pinned[value] = true;
		}
	}
	make_room(s, room, 0);
	for (int k = 0; k < step->sources_count; k++) {
		const int value = value_at(s, step->sources + (uint32_t)k);
		if (value < 0)
			continue;
		s->pinned[value] = false;
		s->next[value] = behind[k];
		if (behind[k] == SPILL_NEVER)
			drop(s, value);
	}
}

static void
pass_results(spiller *s, int32_t i, int room, const uint32_t *behind)
{
	const ptx_step *step = &s->v->program->steps[i];
	int words = 0;
	for (int k = 0; k < step->results_count; k++) {
		const int value = value_at(s, step->results + (uint32_t)k);
		if (value < 0)
			continue;
		drop(s, value);
		s->next[value] = behind[k];
		words += behind[k] == SPILL_NEVER ? 0 : s->v->words[value];
	}
	make_room(s, room, words);
	for (int k = 0; k < step->results_count; k++) {
		const int value = value_at(s, step->results + (uint32_t)k);
		if (value >= 0 && behind[k] != SPILL_NEVER)
			take(s, value);
	}
}

static void
pass_node(spiller *s, int32_t n)
{
	const ptx_program *p = s->v->program;
	const ptx_node *node = &s->v->graph.nodes[n];
	const size_t count = (size_t)s->v->count, row = (size_t)n * count;
	const int room = room_of(s, n);
	look_ahead(s, n);
	memset(s->in, 0, count * sizeof *s->in);
	s->words = 0;
	for (int k = 0; k < s->v->count; k++)
		if (s->at_begin[row + (size_t)k])
			take(s, k);
	size_t at = 0;
	for (int32_t i = node->first; i < node->end; i++) {
		s->now = i;
		pass_sources(s, i, room, s->behind + at);
		at += p->steps[i].sources_count;
		pass_results(s, i, room, s->behind + at);
		at += p->steps[i].results_count;
	}
	memcpy(s->at_end + row, s->in, count * sizeof *s->in);
}

/* ---- between nodes ---- */

/* Of those marked, takes the nearest at the begin of the node, as far as there is room. */
static void
take_nearest(spiller *s, int32_t n, bool *marked, int room)
{
	const uint32_t *first = s->v->first + (size_t)n * (size_t)s->v->count;
	for (;;) {
		int nearest = -1;
		for (int k = 0; k < s->v->count; k++)
			if (marked[k] && (nearest < 0 || first[k] < first[nearest]))
				nearest = k;
		if (nearest < 0)
			return;
		marked[nearest] = false;
		if (s->words + s->v->words[nearest] <= room)
			take(s, nearest);
	}
}

/* What the loop reads; then of what lives through it as much as it leaves room for. */
static void
begin_loop(spiller *s, int32_t n, bool *marked)
{
	const uint32_t *first = s->v->first + (size_t)n * (size_t)s->v->count;
	const int room = room_of(s, n);
	int through = 0;
	for (int k = 0; k < s->v->count; k++) {
		marked[k] = first[k] < OUTSIDE;
		through += !marked[k] && first[k] != SPILL_NEVER ? s->v->words[k] : 0;
	}
	take_nearest(s, n, marked, room);
	const int own = s->v->most[s->v->header_of[n]] - through;
	for (int k = 0; k < s->v->count; k++)
		marked[k] = first[k] >= OUTSIDE && first[k] != SPILL_NEVER;
	take_nearest(s, n, marked, room - (own > s->words ? own - s->words : 0));
}

/* Of the nodes before this one, those that were passed: where the value is in a register, and not; where it is not
   in a loop that ends there, which would load it in each turn. */
typedef struct ways {
	int with, without, from_loops;
} ways;

static ways
ways_of(const spiller *s, int32_t n, int value)
{
	const ptx_graph *g = &s->v->graph;
	ways w = {0};
	for (int e = 0; e < g->nodes[n].predecessors_count; e++) {
		const int32_t from = g->predecessors[g->nodes[n].predecessors + e];
		if (!s->done[from])
			continue;
		const bool with = s->at_end[(size_t)from * (size_t)s->v->count + (size_t)value];
		w.with += with;
		w.without += !with;
		w.from_loops += !with && s->v->depth[from] > s->v->depth[n];
	}
	return w;
}

/* What comes in a register on all ways; then what does on some. */
static void
begin_node(spiller *s, int32_t n, bool *marked)
{
	const uint32_t *first = s->v->first + (size_t)n * (size_t)s->v->count;
	for (int all = 1; all >= 0; all--) {
		for (int k = 0; k < s->v->count; k++) {
			const ways w = first[k] == SPILL_NEVER ? (ways){0} : ways_of(s, n, k);
			marked[k] = w.with > 0 && !s->in[k] && (all ? w.without == 0 : w.from_loops == 0);
		}
		take_nearest(s, n, marked, room_of(s, n));
	}
}

static void
pass_all(spiller *s)
{
	const size_t count = (size_t)s->v->count;
	bool *marked = gm_allocate(count + 1, sizeof *marked);
	for (int32_t k = 0; k < s->v->reached; k++) {
		const int32_t n = s->v->order[k];
		memset(s->in, 0, count * sizeof *s->in);
		s->words = 0;
		if (s->v->header_of[n] >= 0)
			begin_loop(s, n, marked);
		else
			begin_node(s, n, marked);
		memcpy(s->at_begin + (size_t)n * count, s->in, count * sizeof *s->in);
		pass_node(s, n);
		s->done[n] = true;
	}
	free(marked);
}

/* Where ways meet, what one of them has not in its register is loaded: on that way's end, or in the node itself
   where it is the only way there. */
static void
join_way(spiller *s, int32_t from, int32_t to)
{
	const ptx_graph *g = &s->v->graph;
	const size_t count = (size_t)s->v->count;
	const bool alone = g->nodes[to].predecessors_count == 1 && g->nodes[from].successors_count > 1;
	if (!s->done[from] || !s->done[to])
		return;
	for (int k = 0; k < s->v->count; k++) {
		const bool after = s->at_begin[(size_t)to * count + (size_t)k];
		const bool before = s->at_end[(size_t)from * count + (size_t)k];
		s->next[k] = s->v->first[(size_t)to * count + (size_t)k];
		if (after && !before)
			add_load(s, alone ? g->nodes[to].first : g->nodes[from].end - 1, k, !alone);
		if (before && !after)
			leave(s, g->nodes[to].first, k);
	}
}

static void
join_ways(spiller *s)
{
	const ptx_graph *g = &s->v->graph;
	for (int32_t n = 0; n + 1 < g->count; n++)
		for (int e = 0; e < g->nodes[n].predecessors_count; e++)
			join_way(s, g->predecessors[g->nodes[n].predecessors + e], n);
}

static int64_t
bytes_of(const spiller *s)
{
	enum { WORD_BYTES = 4 };
	int64_t words = 0;
	for (int k = 0; k < s->v->count; k++)
		words += s->plan->spilled[k] ? s->v->words[k] : 0;
	return words * WORD_BYTES;
}

void
gm_ptx_spill_plan_init(spill_plan *plan, const spill_values *v, spill_room room)
{
	const size_t count = (size_t)v->count + 1, cells = (size_t)v->graph.count * count;
	spiller s = {.v = v, .plan = plan, .room = room};
	*plan = (spill_plan){.spilled = gm_allocate(count, sizeof *plan->spilled),
			     .leaves = gm_allocate(count, sizeof *plan->leaves)};
	memset(plan->leaves, 0xff, count * sizeof *plan->leaves);
	s.at_begin = gm_allocate(cells, sizeof *s.at_begin);
	s.at_end = gm_allocate(cells, sizeof *s.at_end);
	s.done = gm_allocate((size_t)v->graph.count, sizeof *s.done);
	s.in = gm_allocate(count, sizeof *s.in);
	s.pinned = gm_allocate(count, sizeof *s.pinned);
	s.next = gm_allocate(count, sizeof *s.next);
	pass_all(&s);
	join_ways(&s);
	plan->bytes = bytes_of(&s);
	free(s.at_begin);
	free(s.at_end);
	free(s.done);
	free(s.in);
	free(s.pinned);
	free(s.next);
	free(s.behind);
}

void
gm_ptx_spill_plan_dispose(spill_plan *plan)
{
	free(plan->spilled);
	free(plan->leaves);
	free(plan->loads);
}
