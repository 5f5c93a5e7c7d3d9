/*
 * Loads from global memory that ptxas issues before branches which PTX writes before them: those that
 * every lane gets to that comes to such a branch, in the same loop, when nothing between may write what
 * they read or orders memory or calls a subroutine, and their address is known by then or can be made by then:
 * the arithmetic behind it goes along, and so do loads of which it is made. What is between may be long, and may
 * be loops.
 *
 * Source: what nvdisasm shows of code of ptxas 13.0 for sm_90, of one to 24 loads with ifs of 11
 * instructions, loops, stores to shared and to global memory between them; and of loops that are written out four
 * and eight times, of which all loads stand before the first if, with pointers that go on from load to load, 12
 * instructions of a hash, and places that are loaded.
 *
 * What nobody writes (ld.global.nc) is loaded before barriers of the block, too, in its straight piece and in what it
 * passes; not before loops with barriers in them. (13 pieces with one to eight barriers, by themselves, in an if,
 * before and behind one; tests/sass/test_ahead.c.)
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum {
	NEEDS_MOST = 32,
	NEAR = 1 << 13, /* steps of a block that are looked through; what is further from its start stays where it is */
};

typedef struct ahead_plan {
	issue_plan *plan;
	int32_t *postdominator;
	int32_t *stack;
	bool *between;     /* per node */
	int32_t *earliest; /* per step: the block that a load is issued in, NONE of other steps */
	int32_t *before;   /* and the branch or barrier that it is issued with, NONE where it stays */
} ahead_plan;

enum { NONE = -1 };

/* What has to be known where a load is issued: units, and the steps that go along to make them. */
typedef struct ahead_needs {
	uint32_t units[NEEDS_MOST];
	int units_count;
	int32_t made[NEEDS_MOST];
	int made_count;
	int32_t not_above; /* the block of a load among these, NONE */
	int32_t before;    /* the branch or barrier that the load has come to, NONE */
} ahead_needs;

/* Loads do not pass it; nor what calls a subroutine for rare operands, nor an exchange of lanes that may have parted. */
static bool
holds_loads(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const ptx_word *w = word_of(plan, i);
	if (w->opcode == OP_MEMBAR || w->opcode == OP_FENCE || w->flags & WORD_VOLATILE)
		return true;
	if (s->action == ACTION_MEMORY)
		return w->opcode != OP_LD && s->space != SPACE_SHARED && s->space != SPACE_LOCAL;
	if (s->action == ACTION_LANES)
		return plan->cost[i].halts || gm_ptx_issue_calls(&plan->cost[i]);
	return s->action != ACTION_BRANCH && s->action != ACTION_TABLE &&
	       s->action != ACTION_NOTHING;
}

static bool
is_needed(const ahead_needs *needs, uint32_t unit)
{
	for (int k = 0; k < needs->units_count; k++)
		if (needs->units[k] == unit)
			return true;
	return false;
}

static bool
writes_needed(const issue_plan *plan, int32_t i, const ahead_needs *needs)
{
	const ptx_program *p = plan->program;
	for (int k = 0; k < p->steps[i].results_count; k++)
		if (is_needed(needs, p->units[p->steps[i].results + (uint32_t)k]))
			return true;
	return false;
}

/* Instead of what the step writes, what it reads. */
static bool
needs_sources(const issue_plan *plan, int32_t i, ahead_needs *needs)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[i];
	int kept = 0;
	for (int k = 0; k < needs->units_count; k++) {
		bool written = false;
		for (int r = 0; r < s->results_count; r++)
			written |= p->units[s->results + (uint32_t)r] == needs->units[k];
		if (!written)
			needs->units[kept++] = needs->units[k];
	}
	needs->units_count = kept;
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = p->units[s->sources + (uint32_t)k];
		if (is_needed(needs, unit))
			continue;
		if (needs->units_count == NEEDS_MOST)
			return false;
		needs->units[needs->units_count++] = unit;
	}
	return true;
}

static int64_t
bytes_of(const ptx_step *s)
{
	return (int64_t)gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

/* A store through the same register to other bytes. */
static bool
is_elsewhere(const issue_plan *plan, int32_t store, int32_t load)
{
	const ptx_step *a = &plan->program->steps[store], *b = &plan->program->steps[load];
	return is_opcode(plan, store, OP_ST) && a->a == b->a && a->a != PTX_NO_UNIT &&
	       (a->immediate + bytes_of(a) <= b->immediate ||
		b->immediate + bytes_of(b) <= a->immediate);
}

/* Of the block, and not in a loop that the load is not in. */
static bool
is_passed_barrier(const issue_plan *plan, int32_t i, int32_t load)
{
	return is_opcode(plan, i, OP_BAR) && issue_loop_of(plan, i) == issue_loop_of(plan, load);
}

static bool
lets_pass(const issue_plan *plan, int32_t i, int32_t load)
{
	const bool read_only = word_of(plan, load)->flags & WORD_READ_ONLY;
	const bool passed = is_opcode(plan, i, OP_ST) && (read_only || is_elsewhere(plan, i, load));
	return passed || (read_only && is_passed_barrier(plan, i, load)) || !holds_loads(plan, i);
}

/* A step that makes what is needed goes along: arithmetic, and loads that have gone ahead. */
static bool
goes_along(const ahead_plan *a, int32_t i, ahead_needs *needs)
{
	const ptx_step *s = &a->plan->program->steps[i];
	const bool loaded = a->earliest[i] != NONE;
	if (s->guard != PTX_NO_UNIT || needs->made_count == NEEDS_MOST ||
	    (s->action != ACTION_LANES && !loaded))
		return false;
	if (loaded && (needs->not_above == NONE || issue_dominates(a->plan, needs->not_above, a->earliest[i])))
		needs->not_above = a->earliest[i];
	needs->made[needs->made_count++] = i;
	return needs_sources(a->plan, i, needs);
}

/* Loads that it needs are made there at the latest. */
static bool
can_come_to(const ahead_plan *a, int32_t i, const ahead_needs *needs)
{
	for (int k = 0; k < needs->made_count; k++) {
		const int32_t made = needs->made[k];
		if (a->earliest[made] != NONE && (a->before[made] == NONE || a->before[made] > i))
			return false;
	}
	return true;
}

/* The load is issued with the branch or barrier, and what it needs that was made behind goes along. */
static void
come_to(const ahead_plan *a, int32_t i, ahead_needs *needs)
{
	for (; needs->made_count > 0; needs->made_count--)
		a->plan->cost[needs->made[needs->made_count - 1]].ahead = true;
	needs->before = i;
}

/* Up to the start of its block, from the step before `end` on, which is near. */
static bool
gets_to_start(const ahead_plan *a, int32_t node, int32_t end, int32_t load, ahead_needs *needs)
{
	if (end - a->plan->graph.nodes[node].first > NEAR)
		return false;
	for (int32_t i = end - 1; i >= a->plan->graph.nodes[node].first; i--) {
		const bool barrier = a->plan->program->steps[i].action == ACTION_BARRIER;
		if (!lets_pass(a->plan, i, load) || (barrier && !can_come_to(a, i, needs)) ||
		    (writes_needed(a->plan, i, needs) && !goes_along(a, i, needs)))
			return false;
		if (barrier)
			come_to(a, i, needs);
	}
	return true;
}

static bool
lets_block_pass(const issue_plan *plan, int32_t node, int32_t load, const ahead_needs *needs)
{
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (!lets_pass(plan, i, load) || writes_needed(plan, i, needs))
			return false;
	return true;
}

/* Every block on a way from `head` to `join`. */
static bool
passes_between(ahead_plan *a, int32_t head, int32_t join, int32_t load, const ahead_needs *needs)
{
	const ptx_graph *g = &a->plan->graph;
	int32_t count = 0;
	bool passes = true;
	for (int32_t n = 0; n < g->count; n++)
		a->between[n] = n == join;
	a->stack[count++] = head;
	while (count > 0 && passes) {
		const ptx_node *n = &g->nodes[a->stack[--count]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (a->between[to] || to == g->count - 1)
				continue;
			a->between[to] = true;
			a->stack[count++] = to;
			passes &= lets_block_pass(a->plan, to, load, needs);
		}
	}
	return passes;
}

/* What stands under a predicate is issued in the block that makes it. */
static int32_t
block_of_predicate(const ahead_plan *a, int32_t node, ahead_needs *needs)
{
	const int32_t head = a->plan->dominator[node];
	if (needs->units_count == NEEDS_MOST)
		return NONE;
	needs->units[needs->units_count++] = a->plan->program->steps[a->plan->graph.nodes[head].end - 1].guard;
	return head;
}

/* The block before `node` that a load can be issued in that can be issued at the start of `node`, else NONE. */
static int32_t
block_before(ahead_plan *a, int32_t node, int32_t load, ahead_needs *needs)
{
	const issue_plan *plan = a->plan;
	const int32_t head = plan->dominator[node];
	if (head >= 0 && plan->predicated[node] && issue_is_conditional(plan, head))
		return block_of_predicate(a, node, needs);
	if (head < 0 || plan->program->loop_of[head] != plan->program->loop_of[node] ||
	    !issue_is_conditional(plan, head) || !gm_ptx_is_node_above(a->postdominator, node, head) ||
	    (needs->not_above != NONE && !issue_dominates(plan, needs->not_above, head)) ||
	    !passes_between(a, head, node, load, needs))
		return NONE;
	return head;
}

/* The first block that a load can be issued in: its own, or one that the same lanes come to before. What it needs
   in the blocks behind goes along. */
static int32_t
earliest(ahead_plan *a, int32_t load)
{
	issue_plan *plan = a->plan;
	ahead_needs needs = {
		.units = {plan->program->steps[load].a}, .units_count = 1, .not_above = NONE, .before = NONE};
	int32_t node = plan->graph.node_of[load], end = load;
	while (gets_to_start(a, node, end, load, &needs)) {
		const int32_t before = block_before(a, node, load, &needs);
		if (before == NONE)
			break;
		node = before;
		end = plan->graph.nodes[node].end;
		come_to(a, end - 1, &needs);
	}
	a->before[load] = needs.before;
	return node;
}

static bool
is_plain_load(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_LD) && s->action == ACTION_MEMORY && s->space == SPACE_GLOBAL &&
	       s->guard == PTX_NO_UNIT && s->site != PTX_NO_SITE && s->a != PTX_NO_UNIT &&
	       !(word_of(plan, i)->flags & WORD_VOLATILE);
}

void
gm_ptx_issue_ahead(issue_plan *plan)
{
	const size_t nodes = (size_t)plan->graph.count;
	ahead_plan a = {.plan = plan, .postdominator = gm_ptx_dominators(&plan->graph, true)};
	a.stack = gm_allocate(nodes, sizeof *a.stack);
	a.between = gm_allocate(nodes, sizeof *a.between);
	a.earliest = gm_allocate((size_t)plan->program->steps_count, sizeof *a.earliest);
	a.before = gm_allocate((size_t)plan->program->steps_count, sizeof *a.before);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		a.earliest[i] = a.before[i] = NONE;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (is_plain_load(plan, i))
			a.earliest[i] = earliest(&a, i);
		if (a.before[i] == NONE)
			continue;
		plan->cost[i].ahead = true;
		plan->cost[a.before[i]].opens = true;
	}
	free(a.postdominator);
	free(a.stack);
	free(a.between);
	free(a.earliest);
	free(a.before);
}
