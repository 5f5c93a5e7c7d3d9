/*
 * Numbers too small for MUFU, which takes denormal floats as zeros: they are scaled up before it, and what
 * it makes of them back after it. What few lanes hold is issued under a predicate, and counted for none.
 */
#include "ptx/issue_step.h"

/* Below the smallest normal float: what logarithms ask of their argument before they scale it up. */
static bool
asks_denormal(const issue_plan *plan, int32_t step, uint32_t of)
{
	uint64_t bound;
	return is_opcode(plan, step, OP_SETP) && word_of(plan, step)->type == PTX_F32 &&
	       plan->program->steps[step].detail == MOD_lt && issue_source(plan, step, 0) == of &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, step, 1), &bound) && bound == 0x00800000;
}

/* It has a register of its own: neither a sign that its readers put before another's, nor a constant. */
static bool
has_register(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (from < 0)
		return unit != PTX_NO_UNIT && plan->values.definition[unit] == MANY_STEPS;
	return !is_opcode(plan, from, OP_ABS) && !is_opcode(plan, from, OP_NEG) &&
	       !(word_of(plan, from)->flags & WORD_PARAMETER);
}

/* A number or, if it is denormal, its product with a literal: FMUL into the number's own register, for the
   few lanes that need it, and no FSEL (logf and log2f; of powf, which takes |x|, both; ptxas 13.0 for
   sm_90). */
void
gm_ptx_issue_denormal(issue_plan *plan, int32_t i)
{
	if (!is_opcode(plan, i, OP_SELP) || word_of(plan, i)->type != PTX_F32)
		return;
	const int32_t product = issue_definition(plan, issue_source(plan, i, 0));
	const uint32_t number = issue_source(plan, i, 1);
	if (!is_opcode(plan, product, OP_MUL) || issue_source(plan, product, 0) != number ||
	    !has_register(plan, number) ||
	    plan->values.uses[issue_result(plan, product)] != 1 ||
	    !asks_denormal(plan, issue_definition(plan, issue_source(plan, i, 2)), number))
		return;
	vanish(plan, i);
	plan->cost[product].floats[GM_FLOAT_FMUL] = 0;
}

/* MUFU on an operand that is scaled before it; what keeps denormal numbers alone needs that. */
static bool
is_scaled(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	const bool scaled = w->opcode == OP_LG2 || w->opcode == OP_EX2 || w->opcode == OP_RSQRT ||
			    (w->opcode == OP_SQRT && (w->flags & WORD_APPROXIMATE));
	return scaled && w->type == PTX_F32 && !(w->flags & WORD_FLUSH);
}

static bool
is_read_after(const issue_plan *plan, int32_t step, uint32_t unit)
{
	for (int32_t i = step + 1; i < plan->program->steps_count; i++)
		for (int k = 0; k < plan->program->steps[i].sources_count; k++)
			if (issue_source(plan, i, k) == unit)
				return true;
	return false;
}

/* Its register may hold something else from this step on. */
static bool
ends_at(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return gm_ptx_issue_is_rewritten(plan->program, step, unit) ||
	       (from >= 0 && issue_loop_of(plan, from) == issue_loop_of(plan, step) &&
		!is_read_after(plan, step, unit));
}

/* An operand is scaled in its own register, for the few lanes that need it, where nobody reads it after and
   it has no sign; else by FMUL into another and FSEL. A power of two of |x| needs no scaling. (35 such
   operands, ptxas 13.0 for sm_90.) */
void
gm_ptx_issue_scaled(issue_plan *plan, int32_t i)
{
	if (!is_scaled(plan, i))
		return;
	const uint32_t unit = issue_source(plan, i, 0);
	const int32_t from = issue_definition(plan, unit);
	const bool sign = is_opcode(plan, from, OP_ABS) || is_opcode(plan, from, OP_NEG);
	if (is_opcode(plan, i, OP_EX2) && is_opcode(plan, from, OP_ABS)) {
		plan->cost[i] = issue_of(GM_UNIT_XU, 1);
	} else if (sign || !ends_at(plan, i, unit)) {
		issue_add(plan, i, GM_UNIT_ALU, 1);
		plan->cost[i].floats[GM_FLOAT_FMUL] += 1;
	}
}
