/*
 * Conditions of several comparisons. A comparison takes in one predicate by and or or, so that
 * a & b & c costs three: each and is part of a comparison that nothing else reads. Where all it could be
 * part of is read elsewhere too, the comparison is made again with it (its lower half, of 64 bits, is
 * not); between two conditions that are put together already it is a PLOP3.
 * Source: code of ptxas 13.0 for sm_90; tests/model/test_issued.c.
 */
#include "sass/issue_step.h"

static bool
is_joint(const issue_plan *plan, int32_t step)
{
	return (is_opcode(plan, step, OP_AND) || is_opcode(plan, step, OP_OR)) &&
	       word_of(plan, step)->type == PTX_PRED;
}

/* The comparison behind a source, negated or not; NO_STEP. */
static int32_t
comparison_behind(const issue_plan *plan, int32_t step, int k, bool *alone)
{
	int32_t from = issue_definition(plan, issue_source(plan, step, k));
	*alone = true;
	for (; from >= 0; from = issue_definition(plan, issue_source(plan, from, 0))) {
		*alone &= used_once(plan, from);
		if (!is_opcode(plan, from, OP_NOT))
			break;
	}
	return from >= 0 && is_opcode(plan, from, OP_SETP) ? from : NO_STEP;
}

/* The comparison that is made again for the joint condition: NO_STEP where it is part of one that nothing
   else reads, MANY_STEPS where there is none. */
static int32_t
made_again(const issue_plan *plan, int32_t step)
{
	int32_t found = MANY_STEPS;
	for (int k = 0; k < 2; k++) {
		bool alone;
		const int32_t from = comparison_behind(plan, step, k, &alone);
		if (from >= 0 && alone)
			return NO_STEP;
		if (from >= 0 && found == MANY_STEPS && word_of(plan, from)->type != PTX_F64)
			found = from;
	}
	return found;
}

void
gm_ptx_issue_condition(issue_plan *plan, int32_t i)
{
	if (is_joint(plan, i) && made_again(plan, i) != NO_STEP)
		plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
}

/* All that reads it makes it again: it is made nowhere else. */
void
gm_ptx_issue_remade(issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	int again = 0;
	if (!is_opcode(plan, i, OP_SETP) || unit == PTX_NO_UNIT || used_once(plan, i) ||
	    is_free(plan, i))
		return;
	for (int32_t n = 0; n < plan->program->steps_count; n++)
		again += is_joint(plan, n) && made_again(plan, n) == i;
	if (again > 0 && again == plan->values.uses[unit])
		plan->cost[i].of[GM_UNIT_ALU] -= 1;
}
