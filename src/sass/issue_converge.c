/*
 * Exchanges between lanes where lanes may have parted: BRA.DIV stands before them, which goes elsewhere when they
 * have, once for those of a block: it ends the block, and nothing behind it is issued before it. Before a single one it
 * is WARPSYNC, which loads pass.
 * Where the lanes that take part differ between lanes: issue_members.c.
 *
 * Lanes may have parted between a branch that differs between them and where they meet again, be that an if or the
 * turns of a loop. Where they never do, as the exit comes first, those that go straight to it are gone; what others do
 * before they go, and the turns of a loop that some have left for the exit, part them like any other.
 *
 * Source: code of ptxas 13.0 for sm_90, of SHFL and VOTE in loops whose bounds differ between lanes, do not, or begin
 * at a warp's number, with more behind them or the exit; behind an exit, in an if, beside a side that stores and leaves,
 * and after a loop.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

static bool
exchanges(const issue_plan *plan, int32_t i)
{
	static const uint8_t all[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX};
	return memchr(all, word_of(plan, i)->opcode, sizeof all) != NULL;
}

/* Nodes behind `from`, before those lanes meet again. */
static void
mark_parted(const issue_plan *plan, int32_t from, int32_t meets, bool *parted, int32_t *waiting)
{
	const ptx_graph *g = &plan->graph;
	bool *seen = gm_allocate((size_t)g->count + 1, sizeof *seen);
	int32_t left = 0;
	waiting[left++] = from;
	while (left > 0) {
		const ptx_node *node = &g->nodes[waiting[--left]];
		for (int32_t e = 0; e < node->successors_count; e++) {
			const int32_t to = g->successors[node->successors + e];
			if (to == meets || seen[to])
				continue;
			seen[to] = parted[to] = true;
			waiting[left++] = to;
		}
	}
	free(seen);
}

/* Of a branch behind which lanes meet nowhere but at the exit: one of its ways is the exit itself. */
static bool
lets_go(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const ptx_node *n = &g->nodes[node];
	bool out = false, back = false;
	for (int32_t e = 0; e < n->successors_count; e++) {
		const int32_t to = g->successors[n->successors + e];
		out |= gm_ptx_is_way_out(plan->program, g, to);
		back |= issue_dominates(plan, to, node); /* another turn of a loop */
	}
	return out && !back;
}

/* Lanes that take the branch and lanes that do not are there at the same time behind it. */
static bool
parts(const issue_plan *plan, int32_t node)
{
	const ptx_step *steps = plan->program->steps, *s = &steps[plan->graph.nodes[node].end - 1];
	if (!issue_is_conditional(plan, node) || !plan->values.varies[s->guard])
		return false;
	const bool meet = s->reconverge >= 0 && steps[s->reconverge].action != ACTION_EXIT;
	return meet || !lets_go(plan, node);
}

bool *
gm_ptx_issue_parted(const issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	const ptx_step *steps = plan->program->steps;
	bool *parted = gm_allocate((size_t)g->count + 1, sizeof *parted);
	int32_t *waiting = gm_allocate((size_t)g->count + 1, sizeof *waiting);
	for (int32_t n = 0; n < g->count - 1; n++) {
		const ptx_step *s = &steps[g->nodes[n].end - 1];
		if (parts(plan, n))
			mark_parted(plan, n, s->reconverge >= 0 ? g->node_of[s->reconverge] : g->count - 1, parted,
				    waiting);
	}
	free(waiting);
	return parted;
}

/* Before the first exchange of the block. */
static void
call_together(issue_plan *plan, const ptx_node *node)
{
	int32_t first = -1;
	int count = 0;
	for (int32_t i = node->first; i < node->end; i++)
		if (exchanges(plan, i) && !gm_ptx_issue_names_some(plan, i) && count++ == 0)
			first = i;
	if (count == 0)
		return;
	issue_add(plan, first, GM_UNIT_CONTROL, 1);
	plan->cost[first].halts = count > 1;
}

void
gm_ptx_issue_converge(issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	bool *parted = gm_ptx_issue_parted(plan);
	for (int32_t n = 0; n < g->count - 1; n++)
		if (parted[n])
			call_together(plan, &g->nodes[n]);
	free(parted);
}
