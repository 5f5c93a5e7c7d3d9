/* Rotations, which PTX of 64 bits writes as two shifts and their sum. */
#include "sass/issue_step.h"

/* ptxas takes the sum of two halves of 64 bits for a rotation, not what | or ^ makes of them. */
static bool
joins_bits(const issue_plan *plan, int32_t i)
{
	const bool logic = is_opcode(plan, i, OP_OR) || is_opcode(plan, i, OP_XOR);
	const int bits = is_float(plan, i) ? 0 : bits_of(plan, i);
	return is_opcode(plan, i, OP_ADD) ? bits == 64 || bits == 32 : logic && bits == 32;
}

/* Shifts zeros in, by a constant, for this reader alone. */
static bool
is_half(const issue_plan *plan, int32_t step, ptx_opcode opcode, int bits, uint64_t *by)
{
	return is_opcode(plan, step, opcode) && bits_of(plan, step) == bits &&
	       issue_result(plan, step) != PTX_NO_UNIT &&
	       gm_ptx_type_kind((ptx_type)word_of(plan, step)->type) != KIND_SIGNED &&
	       plan->values.uses[issue_result(plan, step)] == 1 &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, step, 1), by);
}

/* x << n and x >> (bits - n) put together: SHF.L.W for each register of the result. By 32 of 64 the
   two registers change places, which costs nothing. Seen in the code of ptxas 13.0 for sm_90. */
void
gm_ptx_issue_rotate(issue_plan *plan, int32_t i)
{
	const int bits = joins_bits(plan, i) ? bits_of(plan, i) : 0;
	for (int k = 0; k < 2 && bits > 0; k++) {
		const int32_t left = issue_definition(plan, issue_source(plan, i, k));
		const int32_t right = issue_definition(plan, issue_source(plan, i, 1 - k));
		uint64_t by, rest;
		if (!is_half(plan, left, OP_SHL, bits, &by) ||
		    !is_half(plan, right, OP_SHR, bits, &rest) ||
		    issue_source(plan, left, 0) != issue_source(plan, right, 0) ||
		    by + rest != (uint64_t)bits)
			continue;
		vanish(plan, left);
		vanish(plan, right);
		plan->cost[i] = issue_of(GM_UNIT_ALU, by == 32 ? 0 : bits / 32);
		return;
	}
}
