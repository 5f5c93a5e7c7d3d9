/*
 * Moves between registers. PTX keeps each variable of a loop, and each value that two sides of a branch
 * make differently, in a register that several instructions write, mostly moves. ptxas gives both
 * registers of a move one place unless both are needed at once with different values; only then is it an
 * instruction (MOV or IMAD.MOV, one for each 32 bits, CS2R none here). Those of deeper loops are given
 * one place first.
 *
 * Two registers are needed at once when one is written, not by a move from the other, while the other will
 * be read still (Chaitin, "Register allocation and spilling via graph coloring", 1982). What a block
 * computes for a move at its end, ptxas computes after the last reader of the old value, where none of the
 * readers needs it.
 *
 * Source: what nvdisasm shows of code of ptxas 13.0 for sm_90.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

typedef struct mover {
	issue_plan *plan;
	int32_t *index; /* per unit: of the registers that moves join, -1 */
	int32_t count;
	size_t words;      /* of a set of them */
	uint64_t *needed;  /* per node: what is needed at its end */
	uint64_t *at_once; /* per register: those that must be apart from it */
	int32_t *place;    /* per register: the one whose place it has */
} mover;

static bool
has(const uint64_t *set, int32_t member)
{
	return (set[member / 64] >> (member % 64)) & 1;
}

static void
put(uint64_t *set, int32_t member)
{
	set[member / 64] |= 1ull << (member % 64);
}

static void
take_out(uint64_t *set, int32_t member)
{
	set[member / 64] &= ~(1ull << (member % 64));
}

static bool
has_many(const issue_plan *plan, uint32_t unit)
{
	return plan->values.definition[unit] == MANY_STEPS;
}

/* A whole register into another, one of the two written elsewhere too. */
static bool
joins(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	if (!is_opcode(plan, i, OP_MOV) || s->sources_count != 1 || s->results_count != 1 ||
	    s->action != ACTION_LANES)
		return false;
	const uint32_t to = issue_result(plan, i), from = issue_source(plan, i, 0);
	return to != PTX_NO_UNIT && from != PTX_NO_UNIT && to != from &&
	       plan->program->unit_bits[to] == plan->program->unit_bits[from] &&
	       plan->values.uses[to] > 0 && !plan->values.literal[from] &&
	       !gm_ptx_issue_is_literal(plan, from) && (has_many(plan, to) || has_many(plan, from));
}

static int32_t
number(mover *m, uint32_t unit)
{
	if (m->index[unit] < 0)
		m->index[unit] = m->count++;
	return m->index[unit];
}

static void
number_all(mover *m)
{
	const ptx_program *p = m->plan->program;
	memset(m->index, -1, p->units_count * sizeof *m->index);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (joins(m->plan, i)) {
			number(m, issue_result(m->plan, i));
			number(m, issue_source(m->plan, i, 0));
		}
}

static int32_t
index_of(const mover *m, uint32_t unit)
{
	return unit == PTX_NO_UNIT ? -1 : m->index[unit];
}

/* From what is needed after a step to what is needed before it. */
static void
step_back(const mover *m, int32_t i, uint64_t *set)
{
	const ptx_program *p = m->plan->program;
	const ptx_step *s = &p->steps[i];
	for (int k = 0; k < s->results_count && s->guard == PTX_NO_UNIT; k++) {
		const int32_t r = index_of(m, p->units[s->results + (uint32_t)k]);
		if (r >= 0)
			take_out(set, r);
	}
	for (int k = 0; k < s->sources_count; k++) {
		const int32_t r = index_of(m, issue_source(m->plan, i, k));
		if (r >= 0)
			put(set, r);
	}
	if (index_of(m, s->guard) >= 0)
		put(set, index_of(m, s->guard));
}

/* Joins into `end` what the nodes after `node` need at their beginning; whether that was news. */
static bool
gather(const mover *m, int32_t node, const uint64_t *begin, uint64_t *end)
{
	const ptx_node *n = &m->plan->graph.nodes[node];
	bool news = false;
	for (int32_t e = 0; e < n->successors_count; e++) {
		const size_t to = (size_t)m->plan->graph.successors[n->successors + e];
		for (size_t w = 0; w < m->words; w++) {
			const uint64_t more = begin[to * m->words + w] & ~end[w];
			news |= more != 0;
			end[w] |= more;
		}
	}
	return news;
}

static void
find_needed(mover *m)
{
	const ptx_graph *g = &m->plan->graph;
	uint64_t *begin = gm_allocate((size_t)g->count * m->words, sizeof *begin);
	bool first = true;
	for (bool news = true; news; first = false) {
		news = false;
		for (int32_t n = g->count - 2; n >= 0; n--) {
			uint64_t *end = &m->needed[(size_t)n * m->words];
			uint64_t *set = &begin[(size_t)n * m->words];
			if (!gather(m, n, begin, end) && !first)
				continue;
			news = true;
			memcpy(set, end, m->words * sizeof *set);
			for (int32_t i = g->nodes[n].end - 1; i >= g->nodes[n].first; i--)
				step_back(m, i, set);
		}
	}
	free(begin);
}

static bool
reads(const issue_plan *plan, int32_t step, uint32_t unit)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++)
		if (issue_source(plan, step, k) == unit)
			return true;
	return plan->program->steps[step].guard == unit;
}

enum { FOLLOWED_MOST = 16 };

/* Of the steps between the one that makes a value and the move of it at `last`, none reads both the
   old value of the move's register and something that is made of the new one. */
static bool
can_wait(const issue_plan *plan, int32_t made, int32_t last)
{
	const ptx_program *p = plan->program;
	const uint32_t old = issue_result(plan, last);
	uint32_t followed[FOLLOWED_MOST] = {issue_result(plan, made)};
	int count = 1;
	for (int32_t i = made + 1; i < last; i++) {
		bool follows = false;
		for (int f = 0; f < count; f++)
			follows |= reads(plan, i, followed[f]);
		if (!follows)
			continue;
		if (reads(plan, i, old) || count + p->steps[i].results_count > FOLLOWED_MOST)
			return false;
		for (int k = 0; k < p->steps[i].results_count; k++)
			followed[count++] = p->units[p->steps[i].results + (uint32_t)k];
	}
	return true;
}

/* The move behind the step in its block that takes its result where the old value has been read by then. */
static int32_t
register_after(const mover *m, int32_t made)
{
	const issue_plan *plan = m->plan;
	const uint32_t unit = issue_result(plan, made);
	const int32_t end = plan->graph.nodes[plan->graph.node_of[made]].end;
	for (int32_t i = made + 1; i < end; i++)
		if (joins(plan, i) && issue_source(plan, i, 0) == unit)
			return can_wait(plan, made, i) ? index_of(m, issue_result(plan, i)) : -1;
	return -1;
}

static void
keep_apart(mover *m, int32_t a, int32_t b)
{
	put(&m->at_once[(size_t)a * m->words], b);
	put(&m->at_once[(size_t)b * m->words], a);
}

/* What the step writes is apart from all that is needed after it. */
static void
note_written(mover *m, int32_t i, const uint64_t *after)
{
	const ptx_program *p = m->plan->program;
	const ptx_step *s = &p->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const int32_t r = index_of(m, p->units[s->results + (uint32_t)k]);
		if (r < 0)
			continue;
		const int32_t same = joins(m->plan, i) ? index_of(m, issue_source(m->plan, i, 0))
						       : register_after(m, i);
		for (int32_t other = 0; other < m->count; other++)
			if (other != r && other != same && has(after, other))
				keep_apart(m, r, other);
	}
}

static void
find_at_once(mover *m)
{
	const ptx_graph *g = &m->plan->graph;
	uint64_t *set = gm_allocate(m->words, sizeof *set);
	for (int32_t n = 0; n < g->count - 1; n++) {
		memcpy(set, &m->needed[(size_t)n * m->words], m->words * sizeof *set);
		for (int32_t i = g->nodes[n].end - 1; i >= g->nodes[n].first; i--) {
			note_written(m, i, set);
			step_back(m, i, set);
		}
	}
	free(set);
}

static int32_t
place_of(const mover *m, int32_t r)
{
	while (m->place[r] != r)
		r = m->place[r];
	return r;
}

/* Both registers of the move get one place, if nothing keeps them apart. */
static bool
share_place(mover *m, int32_t move)
{
	const int32_t a = place_of(m, index_of(m, issue_result(m->plan, move)));
	const int32_t b = place_of(m, index_of(m, issue_source(m->plan, move, 0)));
	if (a == b)
		return true;
	if (has(&m->at_once[(size_t)a * m->words], b))
		return false;
	m->place[b] = a;
	for (int32_t other = 0; other < m->count; other++)
		if (has(&m->at_once[(size_t)b * m->words], other))
			keep_apart(m, a, place_of(m, other));
	for (int32_t other = 0; other < m->count; other++)
		if (has(&m->at_once[(size_t)a * m->words], other))
			keep_apart(m, a, place_of(m, other));
	return true;
}

static int
depth_of(const issue_plan *plan, int32_t step)
{
	int depth = 0;
	for (int32_t l = issue_loop_of(plan, step); l >= 0; l = plan->program->loops[l].parent)
		depth++;
	return depth;
}

static void
price_moves(mover *m)
{
	const ptx_program *p = m->plan->program;
	int deepest = 0;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (joins(m->plan, i) && depth_of(m->plan, i) > deepest)
			deepest = depth_of(m->plan, i);
	for (int depth = deepest; depth >= 0; depth--)
		for (int32_t i = 0; i < p->steps_count; i++)
			if (joins(m->plan, i) && depth_of(m->plan, i) == depth && !share_place(m, i))
				m->plan->cost[i].either =
					p->unit_bits[issue_result(m->plan, i)] > 32 ? 2 : 1;
}

void
gm_ptx_issue_moves(issue_plan *plan)
{
	mover m = {.plan = plan};
	m.index = gm_allocate(plan->program->units_count, sizeof *m.index);
	number_all(&m);
	if (m.count > 0) {
		m.words = ((size_t)m.count + 63) / 64;
		m.needed = gm_allocate((size_t)plan->graph.count * m.words, sizeof *m.needed);
		m.at_once = gm_allocate((size_t)m.count * m.words, sizeof *m.at_once);
		m.place = gm_allocate((size_t)m.count, sizeof *m.place);
		for (int32_t r = 0; r < m.count; r++)
			m.place[r] = r;
		find_needed(&m);
		find_at_once(&m);
		price_moves(&m);
		free(m.needed);
		free(m.at_once);
		free(m.place);
	}
	free(m.index);
}
