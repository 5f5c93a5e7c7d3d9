#include "ptx/issue_step.h"

/* Divided by a number that is known: a product with its reciprocal where a quotient may be inexact;
   else the quotient's five FFMA and FCHK, without MUFU. */
bool
gm_ptx_issue_is_scaling(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_DIV) &&
	       gm_ptx_issue_class((ptx_type)word_of(plan, i)->type) == CLASS_SINGLE &&
	       word_of(plan, i)->flags & (WORD_APPROXIMATE | WORD_FULL) &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1));
}

void
gm_ptx_issue_quotient(issue_plan *plan, int32_t i)
{
	if (gm_ptx_issue_is_scaling(plan, i)) {
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
		plan->cost[i].floats[GM_FLOAT_FMUL] = 1;
	} else if (is_opcode(plan, i, OP_DIV) && word_of(plan, i)->type == PTX_F32 &&
		   gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1))) {
		plan->cost[i].of[GM_UNIT_XU] = 1;
	}
}

/* A constant at a place that is known is an operand of its reader; from 9.0 on ULDC.64 or LDC.64
   brings two. */
void
gm_ptx_issue_constant(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool placed = s->a == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, s->a);
	if (is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST && placed)
		plan->cost[i] = issue_of(GM_UNIT_OTHER, plan->cc >= 90 ? 0.5 : 0);
}
