/*
 * Loads from constant memory into uniform registers (ULDC): their place is the same in all lanes, and so
 * is the way to them. Behind a branch that lanes take differently, until they meet again, uniform
 * registers are not to be had, and a load is LDC; a branch to the end of the kernel parts nobody who goes
 * on. Of code that is written out the place is known, and stands in the instruction.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90 of walks through constant memory, in loops of as many turns for
 * all lanes and of turns that differ, behind ifs and behind a return (measure/calibrate/constant_walk.cu).
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { SINCE_CC = 75 };

typedef struct parting {
	const issue_plan *plan;
	int32_t *postdominator;
	int32_t *stack;
	bool *apart; /* per node: lanes may come to it in parts */
} parting;

static bool
only_leaves(const issue_plan *plan, int32_t node)
{
	return node == plan->graph.count - 1 ||
	       plan->program->steps[plan->graph.nodes[node].first].action == ACTION_EXIT;
}

static void
part(parting *p, int32_t head)
{
	const ptx_graph *g = &p->plan->graph;
	const int32_t join = p->postdominator[head];
	int32_t count = 0;
	p->stack[count++] = head;
	while (count > 0) {
		const ptx_node *n = &g->nodes[p->stack[--count]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (to == join || p->apart[to] || to == g->count - 1)
				continue;
			p->apart[to] = true;
			p->stack[count++] = to;
		}
	}
}

/* One side goes on alone. */
static bool
parts_nobody(const issue_plan *plan, int32_t head)
{
	const ptx_node *n = &plan->graph.nodes[head];
	for (int32_t e = 0; e < n->successors_count; e++)
		if (only_leaves(plan, plan->graph.successors[n->successors + e]))
			return true;
	return false;
}

static bool
parts(const issue_plan *plan, int32_t node)
{
	if (!issue_is_conditional(plan, node) || parts_nobody(plan, node))
		return false;
	return plan->values.varies[plan->program->steps[plan->graph.nodes[node].end - 1].guard];
}

static bool
is_alike(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST && s->site != PTX_NO_SITE &&
	       s->guard == PTX_NO_UNIT && (s->a == PTX_NO_UNIT || !plan->values.varies[s->a]);
}

static uint8_t
sets_of(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool placed = s->a == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, s->a) ||
			    gm_ptx_issue_is_plain_in(plan, -1, i);
	const unsigned one = 1u << (uint64_t)s->immediate / GM_ISSUE_CONSTANT_SET_BYTES % 8;
	return (uint8_t)(placed ? GM_ISSUE_CONSTANT_PLACED : one);
}

static bool
any_alike(const issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_alike(plan, i))
			return true;
	return false;
}

void
gm_ptx_issue_uniform_loads(issue_plan *plan)
{
	if (plan->cc < SINCE_CC || !any_alike(plan))
		return;
	const size_t nodes = (size_t)plan->graph.count;
	parting p = {.plan = plan, .postdominator = gm_ptx_dominators(&plan->graph, true)};
	p.stack = gm_allocate(nodes + 1, sizeof *p.stack);
	p.apart = gm_allocate(nodes + 1, sizeof *p.apart);
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		if (parts(plan, n))
			part(&p, n);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_alike(plan, i) && !p.apart[plan->graph.node_of[i]])
			plan->cost[i].constant_sets = sets_of(plan, i);
	free(p.postdominator);
	free(p.stack);
	free(p.apart);
}
