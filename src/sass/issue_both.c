/*
 * Conditions that are asked one after the other (a && b): where both lead to the same place, and what the
 * second needs is little, ptxas computes it for all lanes and joins the conditions (FSETP.GT.OR): one branch,
 * and no lane has left when the second is computed.
 *
 * Little are five instructions, comparisons and logic of predicates among them, that go nowhere near memory
 * and whose results nobody else reads. Not where both lead out of the kernel: an EXIT under a predicate costs
 * nothing. The last conditions are joined first. (40 pairs and triples, ptxas 13.0 for sm_90.)
 */
#include "sass/issue_step.h"

enum { JOINED_MOST = 5 };

static int32_t
branch_of(const issue_plan *plan, int32_t node)
{
	return plan->graph.nodes[node].end - 1;
}

/* Everybody who reads what the step makes stands in its block. */
static bool
stays_inside(const issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	const ptx_node *n = &plan->graph.nodes[plan->graph.node_of[i]];
	for (int r = 0; r < p->steps[i].results_count; r++) {
		const uint32_t unit = p->units[p->steps[i].results + (uint32_t)r];
		int32_t inside = 0;
		if (unit == PTX_NO_UNIT)
			continue;
		if (plan->values.definition[unit] != i)
			return false;
		for (int32_t k = i + 1; k < n->end; k++) {
			const ptx_step *s = &p->steps[k];
			bool guard = s->guard != unit;
			for (int x = 0; x < s->sources_count; x++) {
				inside += issue_source(plan, k, x) == unit;
				guard |= issue_source(plan, k, x) == unit;
			}
			inside += !guard;
		}
		if (inside != plan->values.uses[unit])
			return false;
	}
	return true;
}

/* Logic of predicates counts although a comparison takes it in. */
static double
length_of(const issue_plan *plan, int32_t i)
{
	const bool logic = word_of(plan, i)->type == PTX_PRED && !is_opcode(plan, i, OP_MOV) &&
			   !is_opcode(plan, i, OP_NOT);
	return logic && is_free(plan, i) ? 1 : gm_issue_total(&plan->cost[i]);
}

static bool
is_little(const issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	const gm_issue *last = &plan->cost[n->end - 1]; /* the branch, and what was joined to it */
	double length = gm_issue_total(last) - (double)last->of[GM_UNIT_CONTROL];
	for (int32_t i = n->first; i < n->end - 1; i++) {
		const ptx_step *s = &plan->program->steps[i];
		if (s->action != ACTION_LANES || s->guard != PTX_NO_UNIT || s->streams_itself ||
		    s->volatile_read || is_opcode(plan, i, OP_SHFL) || is_opcode(plan, i, OP_VOTE) ||
		    plan->cost[i].of[GM_UNIT_CONTROL] > 0 || !stays_inside(plan, i))
			return false;
		length += length_of(plan, i);
	}
	return length <= JOINED_MOST;
}

/* The next block asks something too and leads to the same place. */
static bool
are_joined(const issue_plan *plan, int32_t node, int32_t next)
{
	const ptx_program *p = plan->program;
	if (next >= plan->graph.count - 1 || !issue_is_conditional(plan, node) ||
	    !issue_is_conditional(plan, next) || plan->graph.nodes[next].predecessors_count != 1)
		return false;
	const int32_t target = p->steps[branch_of(plan, node)].target;
	const bool leaves = p->steps[target].action == ACTION_EXIT;
	return p->steps[branch_of(plan, next)].target == target && !leaves &&
	       plan->graph.node_of[target] > next && p->loop_of[node] == p->loop_of[next] &&
	       is_little(plan, next);
}

/* All of the block but its branch, which goes, is issued before that of the block before it. */
static void
join(issue_plan *plan, int32_t node, int32_t next)
{
	const int32_t to = branch_of(plan, node), last = branch_of(plan, next);
	plan->cost[last].of[GM_UNIT_CONTROL] = 0;
	for (int32_t i = plan->graph.nodes[next].first; i <= last; i++) {
		gm_issue_add(&plan->cost[to], &plan->cost[i]);
		for (int f = 0; f < GM_FLOAT_COUNT; f++)
			plan->cost[to].floats[f] += plan->cost[i].floats[f];
		vanish(plan, i);
	}
	plan->predicated[next] = true;
}

void
gm_ptx_issue_both(issue_plan *plan)
{
	for (int32_t n = plan->graph.count - 3; n >= 0; n--)
		if (are_joined(plan, n, n + 1))
			join(plan, n, n + 1);
}
