/*
 * Values that are alike in all lanes and yet in a register of each: uniform registers have no instruction for them.
 *
 * There is none for divisions, for the lesser and the greater of two and for what becomes a float or comes from one;
 * what is made of their results stays in the lanes, too. Products of 64 bits come into uniform registers, but an
 * instruction has a place for one: of a sum of three, two of them alike (a pointer, the begin of a row and a lane's place
 * in it), the product is in lanes.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90. Walks through rows of bytes, four turns written out, each byte loaded if it is
 * within, in a loop whose turns differ between lanes, with 0 to 12 sums and 0 to 12 values alike in all lanes that are read
 * around the walk: quotients and maxima are in registers where it begins, products and shifts of parameters are not. Of 177
 * of them with 28 registers and more, those with these among what is held leave four registers and more besides 10 for
 * others in 113, of which 105 load the four together; the other 64 wait 2.2 times a turn in the geometric mean. Without
 * these all leave four and more, and 51 load fewer together. The begin of a row is in lanes where its bytes are found by
 * one IADD3 from a pointer in a uniform register, and in a uniform one where a shift is between. Where lanes are together
 * such values are moved to uniform registers (R2UR) when registers are short: with 24 registers, 14 numbers that come from
 * floats and 4 sums 7 of 8 loads are under way together.
 */
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

static bool
is_of_float(const issue_plan *plan, int32_t i)
{
	const ptx_type from = (ptx_type)word_of(plan, i)->second;
	return is_float(plan, i) || (from != PTX_NO_TYPE && gm_ptx_type_kind(from) == KIND_FLOAT);
}

static bool
has_no_uniform(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_DIV) || is_opcode(plan, i, OP_REM) || is_opcode(plan, i, OP_MIN) ||
	       is_opcode(plan, i, OP_MAX) || (is_opcode(plan, i, OP_CVT) && is_of_float(plan, i));
}

static bool
is_long_product(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_MUL) && bits_of(plan, i) == 64 && !is_float(plan, i);
}

/* The step adds the unit to what differs between lanes, and the sum is added to something alike in them. */
static bool
is_second_alike(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const issue_values *v = &plan->values;
	const uint32_t sum = issue_result(plan, i);
	if (!is_long_add(plan, i) || !reads_unit(plan, i, unit) || !used_once(plan, i) || v->user[sum] < 0)
		return false;
	const int32_t next = v->user[sum];
	const uint32_t other = issue_source(plan, next, issue_source(plan, next, 0) == sum);
	return v->varies[sum] && is_long_add(plan, next) && issue_same_block(plan, i, next) && other != PTX_NO_UNIT &&
	       !v->varies[other] && !gm_ptx_issue_is_literal(plan, other);
}

static bool
needs_lanes(const issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	bool needs = has_no_uniform(plan, i);
	for (int32_t k = plan->values.first[unit]; k < plan->values.first[unit + 1] && !needs && is_long_product(plan, i); k++)
		needs = is_second_alike(plan, plan->values.readers[k], unit);
	return needs;
}

bool *
gm_ptx_issue_in_lanes(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *lanes = gm_allocate(p->units_count + 1, sizeof *lanes);
	for (bool more = true; more;) {
		more = false;
		for (int32_t i = 0; i < p->steps_count; i++) {
			const uint32_t unit = issue_result(plan, i);
			if (p->steps[i].action != ACTION_LANES || unit == PTX_NO_UNIT || lanes[unit] ||
			    plan->values.varies[unit] || plan->values.definition[unit] != i || p->unit_bits[unit] < 32)
				continue;
			lanes[unit] = reads_marked(plan, i, lanes) || needs_lanes(plan, i);
			more |= lanes[unit];
		}
	}
	return lanes;
}
