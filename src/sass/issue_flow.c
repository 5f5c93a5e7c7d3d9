#include "sass/issue.h"

#include <stdlib.h>

bool
gm_ptx_issue_leaves(const issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	int32_t i = n->first;
	while (i < n->end && plan->dropped[i])
		i++;
	if (i < n->end)
		return plan->program->steps[i].action == ACTION_EXIT;
	const int32_t next = n->successors_count == 1 ? plan->graph.successors[n->successors] : NO_STEP;
	return next > node && next < plan->graph.count - 1 && gm_ptx_issue_leaves(plan, next);
}

/* A branch around the same meeting point further out has set it up already. */
static bool
is_covered(const issue_plan *plan, int32_t node, const bool *converges)
{
	const ptx_program *p = plan->program;
	const int32_t meets = p->steps[plan->graph.nodes[node].end - 1].reconverge;
	for (int32_t n = plan->dominator[node]; n >= 0; n = plan->dominator[n])
		if (converges[n] && p->steps[plan->graph.nodes[n].end - 1].reconverge == meets)
			return true;
	return false;
}

enum { SINCE_BSYNC = 70 };

/* BSSY where lanes part, BSYNC where they meet, once for each part of them (calibration, branches_half: 23 instructions
   a turn, branches_always 21 of which no lane but all are in); around a loop once, before it begins. */
static void
converge(issue_plan *plan, int32_t node, bool *converges)
{
	const ptx_program *p = plan->program;
	const int32_t last = plan->graph.nodes[node].end - 1;
	const ptx_step *s = &p->steps[last];
	const int32_t loop = p->loop_of[node];
	int32_t at = last;
	/* To the exit: lanes leave by a predicated EXIT. */
	if (!plan->values.varies[s->guard] || s->reconverge < 0 ||
	    gm_ptx_issue_leaves(plan, plan->graph.node_of[s->reconverge]))
		return;
	plan->cost[last].meets = plan->cc >= SINCE_BSYNC;
	if (is_covered(plan, node, converges))
		return;
	const int32_t meets = plan->graph.node_of[s->reconverge];
	/* Lanes that leave wait for those that turn again. */
	if (loop >= 0 && p->loop_of[meets] != loop) {
		const int32_t header = plan->graph.node_of[p->loops[loop].header];
		const int32_t before = plan->dominator[header];
		at = before >= 0 ? plan->graph.nodes[before].end - 1 : last;
	}
	converges[node] = true;
	/* Before 8.0 the barrier register is cleared first. */
	issue_add(plan, at, GM_UNIT_CONTROL, plan->cc >= 80 ? 2 : 3);
}

/* The first branch whose lanes meet within a loop, of those that meet behind it for good. */
static bool
is_first_within(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	const int32_t meets = p->steps[plan->graph.nodes[node].end - 1].reconverge;
	for (int32_t n = 0; n < node; n++) {
		const ptx_step *s = &p->steps[plan->graph.nodes[n].end - 1];
		if (issue_is_conditional(plan, n) && s->within >= 0 && s->reconverge == meets)
			return false;
	}
	return true;
}

/* Lanes that stay in a loop meet in the same turn (BSSY, BSYNC), and those that leave say that they do not come (BREAK):
   simt/breaks.h. Behind the loop all are waited for once more (WARPSYNC). */
static void
converge_within(issue_plan *plan, int32_t node)
{
	const int32_t last = plan->graph.nodes[node].end - 1;
	const ptx_step *s = &plan->program->steps[last];
	const int32_t loop = plan->program->loop_of[node];
	if (plan->cc < SINCE_BSYNC || !plan->values.varies[s->guard] || loop < 0 || s->reconverge < 0 ||
	    gm_ptx_loop_has_node(&plan->program->loops[loop], plan->graph.node_of[s->reconverge]))
		return;
	issue_add(plan, last, GM_UNIT_CONTROL, (s->within >= 0 ? 2 : 0) + (s->breaks != LEAVES_NOT ? 1 : 0));
	const int32_t before = plan->dominator[plan->graph.node_of[plan->program->loops[loop].header]];
	if (s->within >= 0 && before >= 0 && is_first_within(plan, node))
		issue_add(plan, plan->graph.nodes[before].end - 1, GM_UNIT_CONTROL, 1);
}

bool
gm_ptx_issue_is_literal_sum(const issue_plan *plan, int32_t step)
{
	const uint32_t result = issue_result(plan, step);
	return plan->program->words[step].opcode == OP_ADD &&
	       issue_source(plan, step, 0) == result &&
	       plan->values.literal[issue_source(plan, step, 1)];
}

int
gm_ptx_issue_writers_in(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, int32_t *last)
{
	const ptx_program *p = plan->program;
	int count = 0;
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (!gm_ptx_loop_has_node(loop, plan->graph.node_of[i]))
			continue;
		for (int k = 0; k < p->steps[i].results_count; k++)
			if (p->units[p->steps[i].results + (uint32_t)k] == unit) {
				*last = i;
				count++;
			}
	}
	return count;
}

/* One way back, at its end, guarded by a comparison of a counter with what the loop leaves alone.
 */
bool
gm_ptx_issue_find_turn(const issue_plan *plan, const ptx_loop *loop, issue_turn *t)
{
	const ptx_program *p = plan->program;
	const int32_t header = plan->graph.node_of[loop->header];
	*t = (issue_turn){.latch = -1};
	for (int32_t n = header; n < plan->graph.count - 1; n++) {
		if (!gm_ptx_loop_has_node(loop, n))
			continue;
		const ptx_node *node = &plan->graph.nodes[n];
		for (int32_t e = 0; e < node->successors_count; e++) {
			const int32_t to = plan->graph.successors[node->successors + e];
			if (to == header && t->latch >= 0)
				return false;
			if (to == header)
				t->latch = n;
		}
	}
	if (t->latch < 0)
		return false;
	t->branch = plan->graph.nodes[t->latch].end - 1;
	const ptx_step *branch = &p->steps[t->branch];
	/* Turned by what does not hold, a loop is left as it is: tests/ptx/lowering/turns.ptx. */
	if (branch->action != ACTION_BRANCH || branch->guard == PTX_NO_UNIT || branch->guard_negated)
		return false;
	t->test = issue_definition(plan, branch->guard);
	if (t->test < 0 || p->words[t->test].opcode != OP_SETP)
		return false;
	int32_t bound = -1;
	return gm_ptx_issue_writers_in(plan, loop, issue_source(plan, t->test, 0), &t->counter) == 1 &&
	       gm_ptx_issue_is_literal_sum(plan, t->counter) &&
	       gm_ptx_issue_writers_in(plan, loop, issue_source(plan, t->test, 1), &bound) == 0;
}

void
gm_ptx_issue_flow(issue_plan *plan)
{
	bool *converges = gm_allocate((size_t)plan->graph.count, sizeof *converges);
	gm_ptx_issue_both(plan);
	gm_ptx_issue_predicate(plan);
	gm_ptx_issue_guards(plan);
	gm_ptx_issue_doubt_calls(plan);
	gm_ptx_issue_doubt_chains(plan);
	gm_ptx_issue_sink(plan);
	gm_ptx_issue_signs(plan);
	gm_ptx_issue_doubt(plan);
	for (int32_t i = 0; i < plan->program->loops_count; i++) /* what stands in a loop comes before it */
		gm_ptx_issue_unroll(plan, i);
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		const int32_t last = plan->graph.nodes[n].end - 1;
		if (!issue_is_conditional(plan, n) || plan->cost[last].of[GM_UNIT_CONTROL] <= 0)
			continue;
		converge(plan, n, converges);
		converge_within(plan, n);
	}
	free(converges);
}
