/*
 * Arithmetic of floats under a predicate, of which it is not known by which lanes it is made: read by those alone
 * who stay behind an exit, it may stand before the exit, where it is written, or behind it, where fewer lanes are.
 *
 * Source: code of ptxas 13.0 for sm_90, of 29 kernels. Of two results of an if that are added up behind the exit one
 * went there in 11 kernels, both in two, none in one; those that are stored there went in five of five, one alone in
 * two of two; before a shuffle none did. No rule was found that says which.
 *
 * So are chains that such lanes alone read: how much of one goes behind the exit hangs on what it waits for. Three of
 * nine multiply-adds by words of shared memory went, six of eight by powers of two.
 */
#include "sass/issue_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { HANDS_MOST = 8, CHAIN_SURE = 2 };

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

/* Only lanes that stay behind an exit come to the block, which all lanes of `before` do not: the block behind that exit;
   NO_STEP. */
static int32_t
exit_above(const issue_plan *plan, int32_t node, int32_t before)
{
	for (; node >= 0 && !issue_dominates(plan, node, before); node = plan->dominator[node])
		if (gm_ptx_issue_is_behind_exit(plan, node))
			return node;
	return NO_STEP;
}

static bool
reads(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[i];
	return !plan->dropped[i] && (issue_reads(plan, i, unit) || s->guard == unit);
}

/* All who read the unit where ways from the block lead; those through whose hands it goes, or that were made behind the
   exit themselves, are asked for their readers. The block behind the exit; NO_STEP: others read it. */
static int32_t
only_stayers_read(const issue_plan *plan, uint32_t unit, int32_t from, const bool *reached, int hands)
{
	int32_t behind = NO_STEP;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t node = plan->graph.node_of[i];
		if (!reached[node] || !reads(plan, i, unit))
			continue;
		const uint32_t result = issue_result(plan, i);
		const bool passes = is_free(plan, i) && result != PTX_NO_UNIT && result != unit && hands > 0;
		behind = exit_above(plan, node, from);
		if (behind == NO_STEP && passes)
			behind = only_stayers_read(plan, result, from, reached, hands - 1);
		if (behind == NO_STEP)
			return NO_STEP;
	}
	return behind;
}

/* A site of the block that all lanes are counted with that come there. */
static uint32_t
site_in(const issue_plan *plan, int32_t node)
{
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		const ptx_step *s = &plan->program->steps[i];
		if (s->site != PTX_NO_SITE && s->only == PTX_NO_UNIT &&
		    (s->guard == PTX_NO_UNIT || s->action == ACTION_BRANCH))
			return s->site;
	}
	return PTX_NO_SITE;
}

void
gm_ptx_issue_doubt_of(gm_issue *to, const gm_issue *from)
{
	to->doubtful = from->doubtful;
	to->doubtful_exit = from->doubtful_exit;
	to->doubtful_behind = from->doubtful_behind;
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
has_floats(const issue_plan *plan, int32_t i)
{
	return plan->program->loop_of[plan->graph.node_of[i]] < 0 && makes_floats(plan, i) &&
	       plan->program->steps[i].action == ACTION_LANES && issue_result(plan, i) != PTX_NO_UNIT &&
	       !is_read_in_block(plan, i);
}

static bool
is_predicated(const issue_plan *plan, int32_t i)
{
	return plan->predicated[plan->graph.node_of[i]] && has_floats(plan, i);
}

static bool
ends_chain(const issue_plan *plan, int32_t i)
{
	return !plan->predicated[plan->graph.node_of[i]] && has_floats(plan, i) &&
	       gm_ptx_issue_chain_to(plan, i, CHAIN_SURE + 1) > CHAIN_SURE;
}

/* Of several side by side none goes. */
static bool
ends_only_chain(const issue_plan *plan, int32_t i)
{
	const ptx_node *n = &plan->graph.nodes[plan->graph.node_of[i]];
	if (!ends_chain(plan, i))
		return false;
	for (int32_t k = n->first; k < n->end; k++)
		if (k != i && ends_chain(plan, k))
			return false;
	return true;
}

static void
mark(issue_plan *plan, issue_test may_be)
{
	const size_t nodes = (size_t)plan->graph.count;
	bool *reached = gm_allocate(nodes, sizeof *reached);
	int32_t *stack = gm_allocate(nodes + 1, sizeof *stack);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t node = plan->graph.node_of[i];
		if (!may_be(plan, i) || plan->cost[i].doubtful)
			continue;
		memset(reached, 0, nodes * sizeof *reached);
		reach(plan, node, reached, stack);
		const int32_t behind = only_stayers_read(plan, issue_result(plan, i), node, reached, HANDS_MOST);
		if (behind == NO_STEP)
			continue;
		const int32_t before = plan->graph.predecessors[plan->graph.nodes[behind].predecessors];
		plan->cost[i].doubtful = GM_DOUBTFUL_EXIT;
		plan->cost[i].doubtful_exit = site_in(plan, before);
		plan->cost[i].doubtful_behind = site_in(plan, behind);
	}
	free(reached);
	free(stack);
}

void
gm_ptx_issue_doubt_chains(issue_plan *plan)
{
	mark(plan, ends_only_chain);
}

void
gm_ptx_issue_doubt(issue_plan *plan)
{
	mark(plan, is_predicated);
}
