/*
 * Values of 64 bits of which only the lower half is wanted: as numbers of threads and blocks that cooperative groups
 * count with 64 bits and that become an int. Their sums and products are those of 32 bits, and nothing is widened for
 * them. Such an int comes back as the upper half, (x << 32) >> k: its lower half is one SHF, and so is its upper half,
 * but for a single address LEA.HI.X.SX32 adds that.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, of 16 kernels with int, unsigned and long counters that go through a grid of
 * cooperative groups and with sums and products that are truncated: (int)(a + b + k) takes two IADD3, (int)(a * b) one
 * IMAD, the loop over a grid SHF, IADD3, LEA.HI.X.SX32 and one addition a turn, with two arrays two SHF and two
 * additions an array. Of 10 places in tables of constants (LDC.U8 R5, c[0x3][R0]) and 13 uses of an int that a load widens.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { HALF_BITS = 32 };

static bool
is_of_long(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 2 * HALF_BITS && !is_float(plan, i);
}

static bool
is_shift_by(const issue_plan *plan, int32_t i, ptx_opcode opcode, uint64_t *by)
{
	return is_opcode(plan, i, opcode) && is_of_long(plan, i) &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, i, 1), by);
}

/* What it makes has a lower half that only lower halves tell. */
static bool
goes_upwards(const issue_plan *plan, int32_t i)
{
	static const uint8_t opcodes[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_AND, OP_OR, OP_XOR, OP_NEG, OP_MOV};
	const ptx_word *w = word_of(plan, i);
	for (size_t k = 0; k < sizeof opcodes; k++)
		if (w->opcode == opcodes[k])
			return is_of_long(plan, i) && !(w->flags & (WORD_WIDE | WORD_HIGH)) &&
			       plan->program->steps[i].action == ACTION_LANES;
	return false;
}

/* A place in constant memory is an offset of 32 bits. */
static bool
is_constant_load(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_LD) && plan->program->steps[i].space == SPACE_CONST;
}

/* The step wants no more of the source than its lower half, if so much is wanted of what it makes. */
static bool
wants_lower(const issue_plan *plan, int32_t i, uint32_t unit, const bool *upper)
{
	uint64_t by;
	if (is_opcode(plan, i, OP_CVT))
		return plan->program->unit_bits[issue_result(plan, i)] <= HALF_BITS && !is_float(plan, i);
	if (is_constant_load(plan, i))
		return true;
	if (is_opcode(plan, i, OP_ST))
		return plan->program->steps[i].a != unit && bits_of(plan, i) <= HALF_BITS;
	if (is_shift_by(plan, i, OP_SHL, &by))
		return issue_source(plan, i, 0) == unit && (by >= HALF_BITS || !upper[issue_result(plan, i)]);
	const uint32_t made = issue_result(plan, i);
	return goes_upwards(plan, i) && made != PTX_NO_UNIT && plan->program->unit_bits[made] == 2 * HALF_BITS &&
	       !upper[made];
}

/* Per unit: somebody wants its upper half, or more than a register of it. */
static bool *
upper_halves(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *upper = gm_allocate(p->units_count + 1, sizeof *upper);
	for (bool more = true; more;) {
		more = false;
		for (int32_t i = p->steps_count; i-- > 0;) {
			const ptx_step *s = &p->steps[i];
			for (int k = -1; k < s->sources_count; k++) {
				const uint32_t unit = k < 0 ? s->a : issue_source(plan, i, k);
				const bool named = k >= 0 || (s->action == ACTION_MEMORY && !is_constant_load(plan, i));
				if (!named || unit == PTX_NO_UNIT || upper[unit] || p->unit_bits[unit] != 2 * HALF_BITS ||
				    (k >= 0 && wants_lower(plan, i, unit, upper)))
					continue;
				upper[unit] = more = true;
			}
		}
	}
	return upper;
}

static bool
is_halved(const issue_plan *plan, int32_t i, const bool *upper)
{
	const uint32_t made = issue_result(plan, i);
	return made != PTX_NO_UNIT && plan->program->unit_bits[made] == 2 * HALF_BITS && !upper[made] &&
	       plan->values.uses[made] > 0;
}

static bool
is_of_integers(const issue_plan *plan, int32_t cvt)
{
	const ptx_word *w = word_of(plan, cvt);
	return !is_float(plan, cvt) && w->second != PTX_NO_TYPE && gm_ptx_type_kind((ptx_type)w->second) != KIND_FLOAT;
}

static void
price_lower(issue_plan *plan, int32_t i)
{
	const bool multiplies = is_opcode(plan, i, OP_MUL) || is_opcode(plan, i, OP_MAD);
	const double total = gm_issue_total(&plan->cost[i]);
	if (is_opcode(plan, i, OP_CVT)) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, 0));
		vanish(plan, i);
		if (is_opcode(plan, from, OP_CVT) && used_once(plan, from) && is_of_integers(plan, from))
			vanish(plan, from);
	} else if ((is_opcode(plan, i, OP_SHL) || is_opcode(plan, i, OP_SHR)) && is_of_long(plan, i) && total > 1) {
		plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
	} else if (goes_upwards(plan, i) && total > 1) {
		plan->cost[i] = !plan->values.varies[issue_result(plan, i)] ? issue_of(GM_UNIT_OTHER, 1)
				: multiplies                                  ? issue_of(GM_UNIT_FMA, 1)
									      : issue_either(1);
	}
}

/* A product that one sum takes becomes part of it. */
static void
join_product(issue_plan *plan, int32_t i)
{
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (!is_opcode(plan, from, OP_MUL) || !goes_upwards(plan, from) || is_free(plan, from) ||
		    !used_once(plan, from) || !plan->values.varies[issue_result(plan, i)])
			continue;
		vanish(plan, from);
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
		return;
	}
}

/* (x << 32) >> k */
static void
price_back(issue_plan *plan, int32_t i)
{
	uint64_t left, right;
	if (!is_shift_by(plan, i, OP_SHR, &right) || right > HALF_BITS ||
	    (right == HALF_BITS && word_of(plan, i)->type != PTX_S64) ||
	    !is_shift_by(plan, issue_definition(plan, issue_source(plan, i, 0)), OP_SHL, &left) || left != HALF_BITS)
		return;
	const bool one_sum = used_once(plan, i) && gm_ptx_issue_all_users(plan, i, is_long_add);
	plan->cost[i] = issue_of(GM_UNIT_ALU, (right < HALF_BITS) + !one_sum);
}

/* Where a table of constants begins stands in LDC, which adds 32 bits to it, c[0x3][R0+0x100]; a place that IMAD or LEA
   makes in one remains. */
static void
price_place(issue_plan *plan, int32_t i)
{
	const uint32_t made = issue_result(plan, i);
	if (!is_opcode(plan, i, OP_ADD) || !is_of_long(plan, i) || made == PTX_NO_UNIT || plan->values.uses[made] == 0 ||
	    !gm_ptx_issue_all_users(plan, i, is_constant_load))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, 1 - k));
		if (!gm_ptx_issue_is_literal(plan, issue_source(plan, i, k)) || is_opcode(plan, from, OP_MUL))
			continue;
		vanish(plan, i);
		if (is_opcode(plan, from, OP_SHL) && is_free(plan, from))
			plan->cost[from] = issue_of(GM_UNIT_ALU, 1);
		return;
	}
}

/* An int that a load widens: LDG brings 32 bits, and SHF makes the sign above them, but for a single sum, whose
   LEA.HI.X.SX32 adds it (13 uses of such a load, ptxas 13.0 for sm_90). */
static void
price_sign(issue_plan *plan, int32_t i, const bool *upper)
{
	const ptx_step *s = &plan->program->steps[i];
	const uint32_t made = issue_result(plan, i);
	const ptx_type type = (ptx_type)word_of(plan, i)->type;
	if (!is_opcode(plan, i, OP_LD) || s->action != ACTION_MEMORY || s->space == SPACE_PARAM || s->vector > 1 ||
	    made == PTX_NO_UNIT || gm_ptx_type_kind(type) != KIND_SIGNED || gm_ptx_type_bits(type) > HALF_BITS)
		return;
	const bool summed = used_once(plan, i) && gm_ptx_issue_all_users(plan, i, is_long_add);
	if (plan->program->unit_bits[made] == 2 * HALF_BITS && upper[made] && !summed)
		issue_add(plan, i, GM_UNIT_ALU, 1);
}

void
gm_ptx_issue_low(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *upper = upper_halves(plan);
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (is_halved(plan, i, upper))
			price_lower(plan, i);
		price_back(plan, i);
		price_sign(plan, i, upper);
		price_place(plan, i);
	}
	for (int32_t i = 0; i < p->steps_count; i++)
		if (is_halved(plan, i, upper) && is_opcode(plan, i, OP_ADD) && !is_free(plan, i))
			join_product(plan, i);
	free(upper);
}
