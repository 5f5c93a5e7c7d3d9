/*
 * Arithmetic of floats under a predicate, of which it is not known by which lanes it is made: read by those alone
 * who stay behind an exit, it may stand before the exit, where it is written, or behind it, where fewer lanes are.
 *
 * Source: code of ptxas 13.0 for sm_90, of 29 kernels. Of two results of an if that are added up behind the exit one
 * went there in 11 kernels, both in two, none in one; those that are stored there went in five of five, one alone in
 * two of two; before a shuffle none did. No rule was found that says which.
 */
#include "sass/issue_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { HANDS_MOST = 8 };

/* The blocks that ways lead to from the block. */
static void
reach(const issue_plan *plan, int32_t from, bool *reached, int32_t *stack)
{
	const ptx_graph *g = &plan->graph;
	int32_t count = 0;
	stack[count++] = from;
	while (count > 0) {
		const ptx_node *n = &g->nodes[stack[--count]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (reached[to])
				continue;
			reached[to] = true;
			stack[count++] = to;
		}
	}
}

/* Only lanes that stay behind an exit come to the block, which all lanes of `before` do not. */
static bool
is_of_stayers(const issue_plan *plan, int32_t node, int32_t before)
{
	for (; node >= 0 && !issue_dominates(plan, node, before); node = plan->dominator[node])
		if (gm_ptx_issue_is_behind_exit(plan, node))
			return true;
	return false;
}

static bool
reads(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[i];
	return !plan->dropped[i] && (issue_reads(plan, i, unit) || s->guard == unit);
}

/* All who read the unit where ways from the block lead; those through whose hands it goes, or that were made behind the
   exit themselves, are asked for their readers. */
static bool
only_stayers_read(const issue_plan *plan, uint32_t unit, int32_t from, const bool *reached, int hands)
{
	int readers = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t node = plan->graph.node_of[i];
		if (!reached[node] || !reads(plan, i, unit))
			continue;
		const uint32_t result = issue_result(plan, i);
		const bool passes = is_free(plan, i) && result != PTX_NO_UNIT && result != unit && hands > 0;
		readers++;
		if (!is_of_stayers(plan, node, from) &&
		    !(passes && only_stayers_read(plan, result, from, reached, hands - 1)))
			return false;
	}
	return readers > 0;
}

static bool
is_read_in_block(const issue_plan *plan, int32_t i)
{
	const int32_t end = plan->graph.nodes[plan->graph.node_of[i]].end;
	for (int32_t k = i + 1; k < end; k++)
		if (reads(plan, k, issue_result(plan, i)))
			return true;
	return false;
}

static bool
makes_floats(const issue_plan *plan, int32_t i)
{
	float sum = 0;
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		sum += plan->cost[i].floats[f];
	return sum > 0;
}

static bool
may_be_doubtful(const issue_plan *plan, int32_t i)
{
	const int32_t node = plan->graph.node_of[i];
	return plan->predicated[node] && plan->program->loop_of[node] < 0 && makes_floats(plan, i) &&
	       plan->program->steps[i].action == ACTION_LANES && issue_result(plan, i) != PTX_NO_UNIT &&
	       !is_read_in_block(plan, i);
}

void
gm_ptx_issue_doubt(issue_plan *plan)
{
	const size_t nodes = (size_t)plan->graph.count;
	bool *reached = gm_allocate(nodes, sizeof *reached);
	int32_t *stack = gm_allocate(nodes + 1, sizeof *stack);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t node = plan->graph.node_of[i];
		if (!may_be_doubtful(plan, i))
			continue;
		memset(reached, 0, nodes * sizeof *reached);
		reach(plan, node, reached, stack);
		plan->cost[i].doubtful = only_stayers_read(plan, issue_result(plan, i), node, reached, HANDS_MOST);
	}
	free(reached);
	free(stack);
}
