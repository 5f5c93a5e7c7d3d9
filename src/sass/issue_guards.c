/*
 * LDS that no lane takes part in: from 9.0 on three come before the first LDGSTS of a block, and before the
 * first behind a barrier or another access to shared memory. What is under a predicate belongs to the block
 * around it, and warps without lanes there issue them too.
 *
 * Source: code of ptxas 13.0 for sm_90, pairs of copies with one thing each between them.
 */
#include "sass/issue_step.h"

enum { GUARDS = 3 };

/* The branch that stands for what is issued under its predicate; the step itself elsewhere. */
static int32_t
issued_at(const issue_plan *plan, int32_t node, int32_t step)
{
	int32_t at = step;
	for (int32_t n = node; plan->predicated[n]; n = plan->graph.node_of[at])
		at = plan->graph.nodes[plan->dominator[n]].end - 1;
	return at;
}

bool
gm_ptx_issue_continues(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	bool one = node > 0 && (plan->predicated[node] || plan->predicated[node - 1]);
	for (int k = 0; k < g->nodes[node].predecessors_count && one; k++) {
		const int32_t n = g->predecessors[g->nodes[node].predecessors + k];
		one = plan->predicated[n] || n == plan->dominator[node];
	}
	return one;
}

static bool
ends_group(const ptx_step *s)
{
	return s->action == ACTION_BARRIER || (s->action == ACTION_MEMORY && s->space == SPACE_SHARED);
}

void
gm_ptx_issue_guards(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool guarded = false;
	for (int32_t n = 0; n < plan->graph.count - 1 && plan->cc >= 90; n++) {
		guarded &= gm_ptx_issue_continues(plan, n);
		for (int32_t i = plan->graph.nodes[n].first; i < plan->graph.nodes[n].end; i++) {
			guarded &= !ends_group(&p->steps[i]);
			if (!is_opcode(plan, i, OP_CP) || !p->steps[i].copies || p->steps[i].streams_itself ||
			    guarded)
				continue;
			const int32_t at = issued_at(plan, n, i);
			issue_add(plan, at, GM_UNIT_LSU, GUARDS);
			plan->cost[at].accesses[GM_ISSUED_SHARED_LOAD] += GUARDS;
			guarded = true;
		}
	}
}
