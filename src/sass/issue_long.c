/* Sums and products of 64 bits, in pairs of registers. */
#include "sass/issue_step.h"
#include "simt/lanes.h"

/* In the constant bank or a uniform register: IMAD.X has no place for one beside its factor of 1. */
static bool
is_apart(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = gm_ptx_issue_origin(plan, unit);
	return from >= 0 && ((word_of(plan, from)->flags & WORD_PARAMETER) ||
			     (!plan->values.varies[unit] && !is_opcode(plan, from, OP_LD)));
}

/* Its upper half is the sign of the lower one, which LEA.HI.X.SX32 adds. */
static bool
is_widened(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_CVT) && is_free(plan, step);
}

/* IMAD.WIDE adds a pair of registers: a literal is first put into one, and what was widened is given its upper
   half where it was. */
static int
moves_to_pair(issue_plan *plan, uint32_t addend)
{
	const int32_t from = issue_definition(plan, addend);
	if (gm_ptx_issue_is_literal(plan, addend))
		return 2;
	if (is_widened(plan, from))
		plan->cost[from] = issue_either(1);
	return 0;
}

/* Whoever makes its upper half. */
static bool
is_from_signed(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_opcode(plan, from, OP_CVT) && gm_ptx_type_kind((ptx_type)word_of(plan, from)->second) == KIND_SIGNED;
}

static bool
is_widened_by_sign(const issue_plan *plan, uint32_t unit)
{
	return is_widened(plan, issue_definition(plan, unit)) && is_from_signed(plan, unit);
}

bool
gm_ptx_issue_is_wide_parameter(const issue_plan *plan, int32_t i, bool is_signed)
{
	if (i < 0 || !is_opcode(plan, i, OP_LD) || !(word_of(plan, i)->flags & WORD_PARAMETER) || bits_of(plan, i) != 32)
		return false;
	const bool with_sign = gm_ptx_type_kind((ptx_type)word_of(plan, i)->type) == KIND_SIGNED;
	return plan->program->steps[i].run == gm_ptx_copy_64 && with_sign == is_signed;
}

/* The upper half of the source is zero: it was widened so, or is a literal. */
static bool
has_no_upper(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return gm_ptx_issue_is_short(plan, unit) || gm_ptx_issue_is_wide_parameter(plan, from, false) ||
	       (is_opcode(plan, from, OP_CVT) &&
		gm_ptx_type_bits((ptx_type)word_of(plan, from)->second) <= 32 &&
		gm_ptx_type_kind((ptx_type)word_of(plan, from)->second) != KIND_SIGNED);
}

/* One factor is zero above, and the sign of the other in a uniform register: what the sign carries is added apart
   where the other term of a sum has a sign too. */
static bool
carries_sign(const issue_plan *plan, int32_t product)
{
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, product, k));
		if (gm_ptx_issue_is_wide_parameter(plan, from, true) &&
		    has_no_upper(plan, issue_source(plan, product, 1 - k)))
			return true;
	}
	return false;
}

/* LEA.HI.X.SX32 adds one of two signs; the other is made by SHF where it was widened, before a loop if it can be. */
static void
make_one_sign(issue_plan *plan, int32_t sum)
{
	const int32_t first = issue_definition(plan, issue_source(plan, sum, 0));
	const int32_t second = issue_definition(plan, issue_source(plan, sum, 1));
	const bool before = issue_loop_of(plan, second) != issue_loop_of(plan, sum);
	plan->cost[before ? second : first] = issue_of(GM_UNIT_ALU, 1);
}

/* The cost of an addition of 64 bits: one IMAD.WIDE with a product, else two. */
void
gm_ptx_issue_long_sum(issue_plan *plan, int32_t i)
{
	if (!is_long_add(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_apart(plan, issue_source(plan, i, k)) || is_widened(plan, from))
			plan->cost[i] = issue_of(GM_UNIT_ALU, 2);
		const int32_t base = gm_ptx_issue_origin(plan, issue_source(plan, i, 1 - k));
		const bool local = base >= 0 && (word_of(plan, base)->flags & WORD_LOCAL_SYMBOL);
		if (local) {
			plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
			return;
		}
		if (is_opcode(plan, from, OP_MUL) && (word_of(plan, from)->flags & WORD_WIDE) &&
		    is_opcode(plan, i, OP_ADD)) {
			const uint32_t addend = issue_source(plan, i, 1 - k);
			const bool number = gm_ptx_issue_is_literal(plan, addend) && issue_definition(plan, addend) < 0;
			if (number && !used_once(plan, from))
				return;
			plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
			if (number || !gm_ptx_issue_is_literal(plan, addend)) /* else where a variable lies */
				plan->cost[i].either = (float)moves_to_pair(plan, addend);
			if (gm_ptx_issue_all_users(plan, from, is_long_add))
				vanish(plan, from);
			return;
		}
		if (is_opcode(plan, from, OP_MUL) && bits_of(plan, from) == 64 &&
		    used_once(plan, from) && issue_same_block(plan, i, from)) {
			const uint32_t addend = issue_source(plan, i, 1 - k);
			const bool added = carries_sign(plan, from) && is_from_signed(plan, addend);
			plan->cost[i] = issue_either(moves_to_pair(plan, addend) + added);
			return;
		}
		if (is_opcode(plan, from, OP_SHL) && bits_of(plan, from) == 64 &&
		    used_once(plan, from) && is_opcode(plan, i, OP_ADD)) {
			vanish(plan, from); /* LEA, LEA.HI.X */
			plan->cost[i] = issue_of(GM_UNIT_ALU, 2);
		}
	}
	if (is_widened_by_sign(plan, issue_source(plan, i, 0)) && is_widened_by_sign(plan, issue_source(plan, i, 1)))
		make_one_sign(plan, i);
}

/* Two instructions, of which none is part of a product or a shift. */
static bool
is_plain_sum(const issue_plan *plan, int32_t i)
{
	if (!is_long_add(plan, i) || gm_issue_total(&plan->cost[i]) != 2 || !plan->values.varies[issue_result(plan, i)])
		return false;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_opcode(plan, from, OP_SHL) && is_free(plan, from))
			return false;
	}
	return true;
}

static bool
has_three_terms(const issue_plan *plan, int32_t i)
{
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_long_add(plan, from) && is_free(plan, from))
			return true;
	}
	return false;
}

/* Upper halves that LEA.HI.X.SX32 made no more; a second term that is in no register of the thread. */
static int
lost_with_third(const issue_plan *plan, int32_t i, int32_t from)
{
	int more = 0, apart = 0;
	for (int k = 0; k < 4; k++) {
		const uint32_t unit = issue_source(plan, k < 2 ? i : from, k % 2);
		const int32_t made = issue_definition(plan, unit);
		const bool is_signed = is_widened(plan, made) && gm_ptx_type_kind((ptx_type)word_of(plan, made)->second) == KIND_SIGNED;
		more += is_signed && plan->values.varies[unit];
		apart += made != from && is_apart(plan, unit);
	}
	return more + (apart > 1);
}

/* A sum that nothing reads but another is part of it: IADD3 and IADD3.X, with two carries, add three. */
void
gm_ptx_issue_long_three(issue_plan *plan, int32_t i)
{
	if (!is_plain_sum(plan, i) || has_three_terms(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (from < 0 || !issue_same_block(plan, from, i) || !is_plain_sum(plan, from) ||
		    !used_once(plan, from) || has_three_terms(plan, from))
			continue;
		plan->cost[i] = issue_of(GM_UNIT_ALU, 2 + lost_with_third(plan, i, from));
		vanish(plan, from);
		return;
	}
}

/* A literal with nothing but ones above: what it takes from the upper half is the other's lower one. */
static bool
has_ones_above(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	return gm_ptx_issue_literal_value(plan, unit, &value) && value >> 32 == UINT32_MAX;
}

/* A product of two values that are zero above is one IMAD.WIDE. Of one, IMAD.WIDE, an IMAD of the other's
   upper half and the addition of what it carries, which IMAD does where that half is in a uniform register
   or the constant bank. (A sign above helps nothing, but that of a literal.) */
void
gm_ptx_issue_long_product(issue_plan *plan, int32_t i)
{
	int zero = 0;
	bool apart = false, ones = false;
	if (!is_opcode(plan, i, OP_MUL) || bits_of(plan, i) != 64 || is_float(plan, i) ||
	    (word_of(plan, i)->flags & (WORD_WIDE | WORD_HIGH)))
		return;
	for (int k = 0; k < 2; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		zero += has_no_upper(plan, unit);
		ones |= has_ones_above(plan, unit);
		apart |= !has_no_upper(plan, unit) && is_apart(plan, unit);
	}
	if (zero == 2)
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
	else if (zero == 1 || ones)
		plan->cost[i] = (gm_issue){.of = {[GM_UNIT_FMA] = 2}, .either = apart ? 0 : 1};
}
