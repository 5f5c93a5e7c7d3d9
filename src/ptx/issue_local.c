/*
 * Arrays of a thread that the compiled code keeps in registers (gm_kernel_take_local). A place that is known is
 * a register. One that is not is compared with each that it can be, and a move under each predicate picks the
 * register: of W words W comparisons and W moves, and one comparison more for a place at a distance from one
 * that has been compared.
 *
 * Source: code of ptxas 13.0 for sm_90 (sinf with large arguments, whose bits lie in seven words; nvdisasm).
 */
#include "ptx/issue_step.h"

enum { WORD_BYTES = 4 };

static bool
is_kept(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->space == SPACE_LOCAL && s->site != PTX_NO_SITE && plan->sites[s->site].operation == GM_MOVE &&
	       (word_of(plan, i)->opcode == OP_LD || word_of(plan, i)->opcode == OP_ST);
}

/* The array, or so far behind its start. */
static bool
is_known_place(const issue_plan *plan, uint32_t unit)
{
	int32_t from = gm_ptx_issue_origin(plan, unit);
	while (from >= 0 && is_long_add(plan, from) && gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1)))
		from = gm_ptx_issue_origin(plan, issue_source(plan, from, 0));
	return unit == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, unit) ||
	       (from >= 0 && (word_of(plan, from)->flags & WORD_LOCAL_SYMBOL));
}

static bool
is_compared_before(const issue_plan *plan, int32_t i)
{
	const ptx_step *steps = plan->program->steps;
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++)
		if (is_kept(plan, k) && steps[k].a == steps[i].a)
			return true;
	return false;
}

void
gm_ptx_issue_local(issue_plan *plan, int32_t i)
{
	const double words = (double)plan->program->local_bytes / WORD_BYTES;
	if (!is_kept(plan, i))
		return;
	plan->cost[i] = (gm_issue){0};
	if (is_known_place(plan, plan->program->steps[i].a))
		return;
	plan->cost[i].of[GM_UNIT_ALU] = is_compared_before(plan, i) ? 1 : (float)words;
	plan->cost[i].either = (float)words;
}
