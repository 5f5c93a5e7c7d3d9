/*
 * The lesser and the greater of two doubles: DSETP says which, and whether one is no number; FSEL and SEL take the halves, and
 * LOP3 makes the upper one quiet. What they read is copied before, as DSETP takes pairs of registers: three moves, and one
 * more where an operand is read elsewhere or the result takes its place, as sums in a loop do. Under a predicate LOP3
 * becomes another SEL, and six are moved where the result is taken apart, as before an exchange of lanes.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, 20 pieces of PTX and 16 kernels with fmin and fmax of doubles: 41 moves for ten of
 * a network that sorts four, 18 for five between exchanges by shfl.xor, 26 for five after shfl.up under conditions, 3 of
 * one that nobody else reads. sm_75 and sm_80 move as much.
 */
#include "sass/issue_step.h"

enum { MOVES = 3, MOVES_APART = 6, DECIDING = 1, TAKING = 3 };

/* As the table has it: nothing was made of it. */
static bool
is_extreme(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_MIN) || is_opcode(plan, i, OP_MAX)) && word_of(plan, i)->type == PTX_F64 &&
	       plan->cost[i].of[GM_UNIT_FP64] >= DECIDING;
}

static bool
is_wanted_elsewhere(const issue_plan *plan, int32_t i)
{
	for (int k = 0; k < 2; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		if (unit == PTX_NO_UNIT || plan->values.literal[unit])
			continue;
		if (plan->values.uses[unit] > 1 || unit == issue_result(plan, i))
			return true;
	}
	return false;
}

/* Its halves are read as words behind the step, or in the next turn of its loop. */
static bool
is_taken_apart(const issue_plan *plan, int32_t i)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, i);
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++)
		if ((v->readers[r] > i || issue_loop_of(plan, i) >= 0) &&
		    plan->program->steps[v->readers[r]].rule == RULE_UNPACK)
			return true;
	return false;
}

void
gm_ptx_issue_extreme(issue_plan *plan, int32_t i, bool under)
{
	if (!is_extreme(plan, i))
		return;
	const int moves = under ? (is_taken_apart(plan, i) ? MOVES_APART : MOVES)
				: MOVES + is_wanted_elsewhere(plan, i);
	plan->cost[i].of[GM_UNIT_ALU] = (float)(TAKING + under);
	plan->cost[i].either += (float)moves;
}

void
gm_ptx_issue_extremes(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		gm_ptx_issue_extreme(plan, i, false);
}
