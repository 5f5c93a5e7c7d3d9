/*
 * Selections of which the compiler knows what they select: it works out conditions of integers that are known,
 * halves of doubles among them, as in pow and atan2 with a literal. What is selected takes no instruction, and
 * what only the other operand is made of is not computed. (Five selections and two of atan2, ptxas 13.0 for
 * sm_90.)
 */
#include "sass/issue_step.h"

enum { STEPS_DEEP = 8 };

/* The half of a literal of 64 bits that the unit is. */
static bool
half_of(const issue_plan *plan, int32_t from, uint32_t unit, uint64_t *value)
{
	enum { HALF = 32 };
	const ptx_step *s = &plan->program->steps[from];
	uint64_t whole;
	if (!is_opcode(plan, from, OP_MOV) || s->results_count != 2 || s->sources_count != 1 ||
	    bits_of(plan, from) != 2 * HALF || !gm_ptx_issue_literal_value(plan, issue_source(plan, from, 0), &whole))
		return false;
	*value = (uint32_t)(plan->program->units[s->results] == unit ? whole : whole >> HALF);
	return true;
}

static bool
value_of(const issue_plan *plan, uint32_t unit, int depth, uint64_t *value)
{
	const int32_t from = issue_definition(plan, unit);
	uint64_t a, b;
	if (unit == PTX_NO_UNIT || depth == 0)
		return false;
	if (gm_ptx_issue_literal_value(plan, unit, value))
		return true;
	if (from < 0 || plan->program->steps[from].guard != PTX_NO_UNIT)
		return false;
	if (half_of(plan, from, unit, value))
		return true;
	if (!is_opcode(plan, from, OP_AND) || bits_of(plan, from) != 32 ||
	    !value_of(plan, issue_source(plan, from, 0), depth - 1, &a) ||
	    !value_of(plan, issue_source(plan, from, 1), depth - 1, &b))
		return false;
	*value = a & b;
	return true;
}

static bool
compare(uint8_t how, int64_t a, int64_t b, bool *outcome)
{
	switch (how) {
	case MOD_eq: *outcome = a == b; return true;
	case MOD_ne: *outcome = a != b; return true;
	case MOD_lt: *outcome = a < b; return true;
	case MOD_le: *outcome = a <= b; return true;
	case MOD_gt: *outcome = a > b; return true;
	case MOD_ge: *outcome = a >= b; return true;
	default: return false;
	}
}

/* Of signed integers of 32 bits. */
static bool
is_condition_known(const issue_plan *plan, uint32_t predicate, bool *outcome)
{
	const int32_t from = issue_definition(plan, predicate);
	uint64_t a, b;
	if (!is_opcode(plan, from, OP_SETP) || word_of(plan, from)->type != PTX_S32 ||
	    plan->program->steps[from].sources_count != 2 || plan->program->steps[from].guard != PTX_NO_UNIT ||
	    !value_of(plan, issue_source(plan, from, 0), STEPS_DEEP, &a) ||
	    !value_of(plan, issue_source(plan, from, 1), STEPS_DEEP, &b))
		return false;
	return compare(plan->program->steps[from].detail, (int32_t)(uint32_t)a, (int32_t)(uint32_t)b, outcome);
}

static bool
is_needless(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->action == ACTION_LANES && s->results_count == 1 && !s->streams_itself && !s->copies &&
	       !s->volatile_read && plan->values.definition[issue_result(plan, i)] == i &&
	       plan->values.uses[issue_result(plan, i)] == 0;
}

/* One reader less; what nobody reads any more reads nothing itself. */
static void
leave(issue_plan *plan, uint32_t unit, int depth)
{
	const int32_t from = issue_definition(plan, unit);
	if (unit == PTX_NO_UNIT || plan->values.literal[unit] || from < 0)
		return;
	plan->values.uses[unit]--;
	if (depth == 0 || !is_needless(plan, from))
		return;
	vanish(plan, from);
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		leave(plan, issue_source(plan, from, k), depth - 1);
}

void
gm_ptx_issue_chosen(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	bool first;
	if (!is_opcode(plan, i, OP_SELP) || s->sources_count != 3 || s->guard != PTX_NO_UNIT || s->picks >= 0 ||
	    !is_condition_known(plan, issue_source(plan, i, 2), &first))
		return;
	vanish(plan, i);
	leave(plan, issue_source(plan, i, first ? 1 : 0), STEPS_DEEP);
}
