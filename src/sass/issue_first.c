/*
 * Copies past L1 under a predicate: whether its register is P0, and whether lanes copy that it says or those that it
 * does not. A profiler's patched code has lost what P0 was (model/copies.h), so that what it counts hangs on it.
 *
 * ptxas gives out the registers of predicates from the end of the code to its start: to each, by the place where it is
 * read last, the first that no other has that is needed at the same time. Comparisons for ifs that a block predicates
 * are made at its start, or behind the last barrier or wait in it. One of numbers that are known before a loop, which
 * nothing but a branch behind the loop asks for, is made before the loop. One that turns a loop leaves P0 to the carries
 * of 64 bits in it. Integers are compared by >=, > and !=, and
 * the others are what these do not say.
 *
 * It is not always so: what is told of it is a model.
 *
 * Source: code of ptxas 13.0 for sm_90 of copies ahead in loops and rows, by one and several ifs (tests/sass/test_first.c).
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

typedef struct held {
	uint32_t unit;
	int32_t from, last; /* steps */
	int place;          /* the number of its register */
} held;

typedef struct holding {
	const issue_plan *plan;
	int32_t *start; /* per step: the first step of its block behind the last wait */
	held *row;
	int count;
} holding;

static bool
waits(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool groups = is_opcode(plan, i, OP_CP) && !s->copies && !strstr(s->text ? s->text : "", "commit");
	return s->action == ACTION_BARRIER || s->action == ACTION_WAIT || groups;
}

static void
find_starts(holding *h)
{
	const issue_plan *plan = h->plan;
	int32_t start = 0;
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		const ptx_node *node = &plan->graph.nodes[n];
		if (!gm_ptx_issue_continues(plan, n))
			start = node->first;
		for (int32_t i = node->first; i < node->end; i++) {
			h->start[i] = start;
			if (waits(plan, i))
				start = i + 1;
		}
	}
}

static bool
is_inside(const ptx_program *p, int32_t loop, int32_t node)
{
	return p->loops[loop].members[node / 64] >> (node % 64) & 1;
}

/* The last step of what turns around the use and not around the definition. */
static int32_t
end_of_use(const issue_plan *plan, int32_t definition, int32_t use)
{
	const ptx_program *p = plan->program;
	const int32_t made = plan->graph.node_of[definition], read = plan->graph.node_of[use];
	int32_t last = use;
	for (int32_t l = 0; l < p->loops_count; l++)
		for (int32_t n = read; n < plan->graph.count - 1 && is_inside(p, l, read) && !is_inside(p, l, made); n++)
			if (is_inside(p, l, n) && plan->graph.nodes[n].end - 1 > last)
				last = plan->graph.nodes[n].end - 1;
	return last;
}

/* What its branch leads to is issued under it. */
static bool
predicates(const issue_plan *plan, uint32_t unit)
{
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		if (!plan->predicated[n])
			continue;
		const ptx_step *branch = &plan->program->steps[plan->graph.nodes[plan->dominator[n]].end - 1];
		if (branch->guard == unit)
			return true;
	}
	return false;
}

/* Behind a loop nothing but a comparison and its branch: it is made with what it compares. */
static int32_t
made_at(const holding *h, int32_t i)
{
	const issue_plan *plan = h->plan;
	const int32_t node = plan->graph.node_of[i];
	const ptx_node *n = &plan->graph.nodes[node];
	if (predicates(plan, issue_result(plan, i)))
		return h->start[i];
	if (n->first != i || n->end != i + 2 || plan->program->loop_of[node] >= 0 || n->predecessors_count < 2)
		return i;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (from == MANY_STEPS || (from >= 0 && !issue_dominates(plan, plan->graph.node_of[from], plan->dominator[node])))
			return i;
	}
	return h->start[plan->graph.nodes[plan->dominator[node]].end - 1];
}

static void
add_unit(holding *h, int32_t definition, uint32_t unit)
{
	const issue_plan *plan = h->plan;
	const ptx_program *p = plan->program;
	held new = {.unit = unit, .from = made_at(h, definition), .last = -1};
	for (int32_t i = 0; i < p->steps_count; i++) {
		bool reads = p->steps[i].guard == unit;
		for (int k = 0; k < p->steps[i].sources_count; k++)
			reads |= issue_source(plan, i, k) == unit;
		const int32_t last = reads ? end_of_use(plan, definition, i) : -1;
		new.last = last > new.last ? last : new.last;
	}
	if (new.last >= 0)
		h->row[h->count++] = new;
}

static int
later_first(const void *a, const void *b)
{
	const held *x = a, *y = b;
	return x->last != y->last ? (x->last < y->last ? 1 : -1) : (x->from < y->from) - (x->from > y->from);
}

static void
give_places(holding *h)
{
	qsort(h->row, (size_t)h->count, sizeof *h->row, later_first);
	for (int i = 0; i < h->count; i++) {
		uint32_t taken = 0;
		for (int k = 0; k < i; k++)
			if (h->row[k].from <= h->row[i].last && h->row[i].from <= h->row[k].last && h->row[k].place < 32)
				taken |= UINT32_C(1) << h->row[k].place;
		h->row[i].place = taken == UINT32_MAX ? 32 : __builtin_ctz(~taken);
	}
}

static int
place_of(const holding *h, uint32_t unit)
{
	for (int i = 0; i < h->count; i++)
		if (h->row[i].unit == unit)
			return h->row[i].place;
	return -1;
}

/* It turns its loop, too, and the loop adds numbers of 64 bits meanwhile, whose carry gets P0. */
static bool
meets_carry(const holding *h, uint32_t unit)
{
	const issue_plan *plan = h->plan;
	const int32_t *loop_of = plan->program->loop_of, *node_of = plan->graph.node_of;
	const int32_t from = issue_definition(plan, unit);
	int32_t last = from;
	for (int i = 0; i < h->count; i++)
		last = h->row[i].unit == unit ? h->row[i].last : last;
	if (from < 0 || loop_of[node_of[from]] < 0 || loop_of[node_of[from]] != loop_of[node_of[last]])
		return false;
	for (int32_t i = from; i < last; i++)
		if (is_long_add(plan, i) && gm_issue_total(&plan->cost[i]) >= 2 && !plan->predicated[node_of[i]] &&
		    loop_of[node_of[i]] == loop_of[node_of[from]])
			return true;
	return false;
}

/* Compared as what it is not. */
static bool
is_reversed(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (!is_opcode(plan, from, OP_SETP) || is_float(plan, from))
		return false;
	const int how = plan->program->steps[from].detail;
	return how == MOD_lt || how == MOD_le || how == MOD_lo || how == MOD_ls || how == MOD_eq;
}

/* Where so many copies are under one condition ptxas may branch around them, whatever was found: nothing is said. */
static bool
is_crowded(const issue_plan *plan, int32_t node)
{
	enum { FEW = 2 };
	int copies = 0;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		copies += is_opcode(plan, i, OP_CP) && plan->program->steps[i].copies;
	return copies > FEW;
}

static void
note_copy(const holding *h, int32_t i, gm_issue *out)
{
	const issue_plan *plan = h->plan;
	const ptx_step *s = &plan->program->steps[i];
	const int32_t node = plan->graph.node_of[i];
	if (!is_opcode(plan, i, OP_CP) || !s->copies || s->streams_itself || s->traffic_site == PTX_NO_SITE ||
	    !plan->predicated[node] || is_crowded(plan, node))
		return;
	const int32_t branch = plan->graph.nodes[plan->dominator[node]].end - 1;
	const ptx_step *b = &plan->program->steps[branch];
	if (b->action != ACTION_BRANCH || b->guard == PTX_NO_UNIT || b->site == PTX_NO_SITE)
		return;
	const bool taken = plan->graph.node_of[b->target] == node;
	gm_issue *copy = &out[s->traffic_site];
	copy->guard = b->site;
	copy->guarded = place_of(h, b->guard) == 0 && !meets_carry(h, b->guard) ? GM_GUARDED_BY_FIRST : GM_GUARDED;
	copy->guard_negated = taken == b->guard_negated;
	copy->guard_negated ^= is_reversed(plan, b->guard);
}

void
gm_ptx_issue_first(const issue_plan *plan, gm_issue *out)
{
	const ptx_program *p = plan->program;
	bool copies = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		copies |= p->steps[i].copies && plan->predicated[plan->graph.node_of[i]];
	if (!copies)
		return;
	holding h = {.plan = plan,
	             .start = gm_allocate((size_t)p->steps_count, sizeof *h.start),
	             .row = gm_allocate((size_t)p->steps_count, sizeof *h.row)};
	find_starts(&h);
	for (int32_t i = 0; i < p->steps_count; i++)
		if ((is_opcode(plan, i, OP_SETP) || p->words[i].type == PTX_PRED) && issue_result(plan, i) != PTX_NO_UNIT)
			add_unit(&h, i, issue_result(plan, i));
	give_places(&h);
	for (int32_t i = 0; i < p->steps_count; i++)
		note_copy(&h, i, out);
	free(h.start);
	free(h.row);
}
