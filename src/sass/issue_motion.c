#include "sass/issue_step.h"

/*
 * Instructions that ptxas computes earlier than PTX writes them. Seen in its code for sm_75 and sm_90:
 * the reciprocal of a divisor that an innermost loop leaves alone is computed before it (I2F, MUFU, F2I
 * and the product that corrects it: 8 instructions of a division of 32 bits), and once for all quotients
 * and remainders of that divisor. What it computes later: issue_sink.c.
 */

/* The end of the block before the loop around `step`, if that is an innermost one and leaves the unit
   alone; else NO_STEP. */
static int32_t
before_loop(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_program *p = plan->program;
	const int32_t made = plan->values.definition[unit], l = issue_loop_of(plan, step);
	if (l < 0 || made == MANY_STEPS || !gm_ptx_loop_is_innermost(p, l))
		return NO_STEP;
	const int32_t before = plan->dominator[plan->graph.node_of[p->loops[l].header]];
	if (before < 0 || (made >= 0 && gm_ptx_loop_has_node(&p->loops[l], plan->graph.node_of[made])))
		return NO_STEP;
	return plan->graph.nodes[before].end - 1;
}

static bool
divides(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_DIV) || is_opcode(plan, i, OP_REM)) && !is_float(plan, i) &&
	       bits_of(plan, i) == 32 && issue_source(plan, i, 1) != PTX_NO_UNIT && !is_free(plan, i);
}

/* A division before it, on every way to it, has inverted the divisor already. */
static bool
is_inverted(const issue_plan *plan, int32_t i)
{
	const uint32_t divisor = issue_source(plan, i, 1);
	const int32_t node = plan->graph.node_of[i];
	if (plan->values.definition[divisor] == MANY_STEPS)
		return false;
	for (int32_t k = 0; k < i; k++)
		if (divides(plan, k) && issue_source(plan, k, 1) == divisor &&
		    gm_ptx_type_kind((ptx_type)word_of(plan, k)->type) ==
			    gm_ptx_type_kind((ptx_type)word_of(plan, i)->type) &&
		    issue_dominates(plan, plan->graph.node_of[k], node))
			return true;
	return false;
}

static void
place_reciprocal(issue_plan *plan, int32_t i)
{
	static const struct {
		gm_unit unit;
		float count;
	} moved[] = {{GM_UNIT_XU, 3}, {GM_UNIT_FMA, 3}, {GM_UNIT_ALU, 2}};
	if (!divides(plan, i))
		return;
	const bool inverted = is_inverted(plan, i);
	const int32_t to = before_loop(plan, i, issue_source(plan, i, 1));
	for (size_t n = 0; n < sizeof moved / sizeof *moved && (inverted || to != NO_STEP); n++) {
		plan->cost[i].of[moved[n].unit] -= moved[n].count;
		if (!inverted)
			issue_add(plan, to, moved[n].unit, (double)moved[n].count);
	}
}

void
gm_ptx_issue_hoist(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		place_reciprocal(plan, i);
}
