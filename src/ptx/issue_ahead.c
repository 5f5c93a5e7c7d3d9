/*
 * Loads from global memory that ptxas issues before branches which PTX writes before them: those that
 * every lane gets to that comes to such a branch, in the same loop, when nothing between may write what
 * they read or orders memory or calls a subroutine, and their address is known by then. What is between
 * may be long, and may be loops.
 *
 * Source: what nvdisasm shows of code of ptxas 13.0 for sm_90, of one to 24 loads with ifs of 11
 * instructions, loops, stores to shared and to global memory between them.
 */
#include "ptx/issue_step.h"

#include <stdlib.h>

typedef struct ahead_plan {
	issue_plan *plan;
	int32_t *postdominator;
	int32_t *stack;
	bool *between; /* per node */
} ahead_plan;

static bool
is_above(const int32_t *parent, int32_t above, int32_t node)
{
	while (node >= 0 && node != above)
		node = parent[node];
	return node == above;
}

/* Loads do not pass it; nor what calls a subroutine for rare operands. */
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
		return gm_ptx_issue_calls(&plan->cost[i]);
	return s->action != ACTION_BRANCH && s->action != ACTION_TABLE &&
	       s->action != ACTION_NOTHING;
}

static bool
writes_address(const issue_plan *plan, int32_t i, uint32_t address)
{
	const ptx_program *p = plan->program;
	for (int k = 0; k < p->steps[i].results_count; k++)
		if (p->units[p->steps[i].results + (uint32_t)k] == address)
			return true;
	return false;
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

static bool
lets_pass(const issue_plan *plan, int32_t first, int32_t end, int32_t load)
{
	const bool read_only = word_of(plan, load)->flags & WORD_READ_ONLY;
	for (int32_t i = first; i < end; i++) {
		const bool passed = is_opcode(plan, i, OP_ST) &&
				    (read_only || is_elsewhere(plan, i, load));
		if ((holds_loads(plan, i) && !passed) ||
		    writes_address(plan, i, plan->program->steps[load].a))
			return false;
	}
	return true;
}

/* Every block on a way from `head` to `join`. */
static bool
passes_between(ahead_plan *a, int32_t head, int32_t join, int32_t load)
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
			passes &= lets_pass(a->plan, g->nodes[to].first, g->nodes[to].end, load);
		}
	}
	return passes;
}

/* The first block that a load can be issued in: its own, or one that the same lanes come to before. */
static int32_t
earliest(ahead_plan *a, int32_t load)
{
	const issue_plan *plan = a->plan;
	const ptx_program *p = plan->program;
	int32_t node = plan->graph.node_of[load];
	if (!lets_pass(plan, plan->graph.nodes[node].first, load, load))
		return node;
	for (;;) {
		const int32_t head = plan->dominator[node];
		if (head < 0 || p->loop_of[head] != p->loop_of[node] ||
		    !issue_is_conditional(plan, head) || !is_above(a->postdominator, node, head) ||
		    !passes_between(a, head, node, load))
			return node;
		node = head;
		if (!lets_pass(plan, plan->graph.nodes[node].first, plan->graph.nodes[node].end, load))
			return node;
	}
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
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_plain_load(plan, i))
			continue;
		const int32_t node = earliest(&a, i);
		if (node == plan->graph.node_of[i])
			continue;
		plan->cost[i].ahead = true;
		plan->cost[plan->graph.nodes[node].end - 1].opens = true;
	}
	free(a.postdominator);
	free(a.stack);
	free(a.between);
}
