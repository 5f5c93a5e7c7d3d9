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

/* Nothing reads what it computes and nothing else sees that it ran. */
static bool
is_needless(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	if (s->action != ACTION_LANES || s->results_count == 0 || s->streams_itself || s->copies || s->volatile_read)
		return false;
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT && plan->values.uses[unit] > 0)
			return false;
	}
	return true;
}

/* The only step that reads the unit still. */
static int32_t
reader_of(const issue_plan *plan, uint32_t unit)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (!plan->dropped[i] &&
		    (s->guard == unit || gm_ptx_names_unit(p, s->sources, s->sources_count, unit)))
			return i;
	}
	return NO_STEP;
}

static void
leave(issue_plan *plan, uint32_t unit)
{
	if (--plan->values.uses[unit] == 1)
		plan->values.user[unit] = reader_of(plan, unit);
}

static bool
hands_floats(const issue_plan *plan, int32_t i)
{
	return is_float(plan, i) || is_opcode(plan, i, OP_MOV) || is_opcode(plan, i, OP_SHFL);
}

/* It reads nothing then: floats and copies that were made for it alone go with it. Of integers, what reads them is
   left as it is. */
static void
drop(issue_plan *plan, int32_t i, int depth)
{
	const ptx_step *s = &plan->program->steps[i];
	if (plan->dropped[i] || !is_needless(plan, i))
		return;
	vanish(plan, i);
	if (depth == 0 || s->guard != PTX_NO_UNIT || !hands_floats(plan, i))
		return;
	plan->dropped[i] = true;
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t from = issue_definition(plan, unit);
		if (unit == PTX_NO_UNIT)
			continue;
		leave(plan, unit);
		if (from >= 0 && hands_floats(plan, from))
			drop(plan, from, depth - 1);
	}
}

void
gm_ptx_issue_dead(issue_plan *plan, int32_t i)
{
	drop(plan, i, STEPS_DEEP);
}

void
gm_ptx_issue_chosen(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	bool first;
	if (!is_opcode(plan, i, OP_SELP) || s->sources_count != 3 || s->guard != PTX_NO_UNIT || s->picks >= 0 ||
	    !is_condition_known(plan, issue_source(plan, i, 2), &first))
		return;
	const int32_t other = issue_definition(plan, issue_source(plan, i, first ? 1 : 0));
	vanish(plan, i);
	if (other < 0 || !used_once(plan, other))
		return;
	plan->values.uses[issue_result(plan, other)] = 0;
	drop(plan, other, STEPS_DEEP);
}
