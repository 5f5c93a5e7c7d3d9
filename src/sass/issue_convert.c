/*
 * Conversions. Seen with nvdisasm in code of ptxas 13.0 for sm_75 and sm_90 (the rows of
 * tests/model/test_issued.c): integers that only change their width are bits taken from a register;
 * I2F of 8 and 16 bits runs on XU and takes its byte or half out of the register itself, I2FP of 32
 * runs on ALU and, from 8.6 on, also takes what a load has left zero above; cvt.sat of a sum or
 * product is a modifier of that.
 */
#include "sass/issue_step.h"

static int
source_bits(const ptx_word *w)
{
	return w->second == PTX_NO_TYPE ? 0 : gm_ptx_type_bits((ptx_type)w->second);
}

static bool
is_signed(ptx_type type)
{
	return gm_ptx_type_kind(type) == KIND_SIGNED;
}

static bool
rounds_to_integral(const ptx_step *s)
{
	return s->rounding == MOD_rni || s->rounding == MOD_rzi || s->rounding == MOD_rmi ||
	       s->rounding == MOD_rpi;
}

gm_issue
gm_ptx_issue_conversion(const ptx_step *s, const ptx_word *w)
{
	const ptx_type to = (ptx_type)w->type, from = (ptx_type)w->second;
	const issue_class a = gm_ptx_issue_class(to), b = gm_ptx_issue_class(from);
	const bool integers = a <= CLASS_LONG && b <= CLASS_LONG;
	const int to_bits = gm_ptx_type_bits(to), from_bits = gm_ptx_type_bits(from);
	if (integers && is_signed(from) && to_bits > from_bits)
		return issue_of(GM_UNIT_ALU, 1);
	if (integers)
		return issue_of(GM_UNIT_ALU, from_bits < 32 && to_bits > from_bits ? 1 : 0);
	if ((a == CLASS_HALF && b <= CLASS_LONG) || (b == CLASS_HALF && a <= CLASS_LONG))
		return issue_of(GM_UNIT_XU, 1); /* I2F.F16, F2I.F16 */
	if (a == CLASS_HALF || b == CLASS_HALF) /* F2FP packs, HADD2.F32 unpacks */
		return issue_of(a == CLASS_HALF ? GM_UNIT_ALU : GM_UNIT_FMA, 1);
	if (a == CLASS_SINGLE && b == CLASS_INTEGER) /* I2FP, I2F */
		return issue_of(from_bits == 32 ? GM_UNIT_ALU : GM_UNIT_XU, 1);
	if (a == CLASS_SINGLE && b == CLASS_SINGLE && !rounds_to_integral(s)) { /* FADD.SAT */
		gm_issue sum = issue_of(GM_UNIT_FMA, 1);
		sum.floats[GM_FLOAT_FADD] = 1;
		return sum;
	}
	return issue_of(GM_UNIT_XU, 1);
}

static bool
flushes(const issue_plan *plan, int32_t i)
{
	return word_of(plan, i)->flags & WORD_FLUSH;
}

/* The other operand of a minimum or maximum of floats with that number; PTX_NO_UNIT. */
static uint32_t
bounded(const issue_plan *plan, int32_t i, ptx_opcode opcode, uint32_t bound)
{
	if (!is_opcode(plan, i, opcode) || word_of(plan, i)->type != PTX_F32)
		return PTX_NO_UNIT;
	for (int k = 0; k < 2; k++) {
		uint64_t value;
		if (gm_ptx_issue_literal_value(plan, issue_source(plan, i, k), &value) && value == bound)
			return issue_source(plan, i, 1 - k);
	}
	return PTX_NO_UNIT;
}

/* What is bounded by 0 and by 1, in either order; *inner: the first of the two. */
static uint32_t
clamped(const issue_plan *plan, int32_t i, int32_t *inner)
{
	enum { ONE = 0x3f800000 };
	const bool least = is_opcode(plan, i, OP_MIN);
	const uint32_t unit = bounded(plan, i, least ? OP_MIN : OP_MAX, least ? ONE : 0);
	*inner = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
	if (*inner < 0 || !used_once(plan, *inner) || !issue_same_block(plan, i, *inner))
		return PTX_NO_UNIT;
	return bounded(plan, *inner, least ? OP_MAX : OP_MIN, least ? 0 : ONE);
}

static bool
can_saturate(const issue_plan *plan, int32_t from)
{
	static const ptx_opcode takes[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MAD};
	if (from < 0 || plan->program->steps[from].saturate || word_of(plan, from)->type != PTX_F32 ||
	    !used_once(plan, from))
		return false;
	for (size_t k = 0; k < sizeof takes / sizeof *takes; k++)
		if (is_opcode(plan, from, takes[k]))
			return true;
	return false;
}

/* Bounds of 0 and 1 are a modifier of the sum or product that makes the number; where denormal floats become zeros
   of a product alone, which is an FFMA with 0 then. Else they are an FADD.SAT (18 numbers, ptxas 13.0 for sm_90). */
void
gm_ptx_issue_saturate(issue_plan *plan, int32_t i)
{
	int32_t inner = NO_STEP;
	const bool converts = is_opcode(plan, i, OP_CVT) && word_of(plan, i)->type == PTX_F32 &&
			      word_of(plan, i)->second == PTX_F32 &&
			      !rounds_to_integral(&plan->program->steps[i]);
	const uint32_t unit = converts ? issue_source(plan, i, 0) : clamped(plan, i, &inner);
	if (unit == PTX_NO_UNIT)
		return;
	if (inner >= 0) {
		vanish(plan, inner);
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
		plan->cost[i].floats[GM_FLOAT_FADD] = 1;
	}
	const int32_t from = step_behind(plan, unit);
	if (!can_saturate(plan, from) || (flushes(plan, i) && !is_opcode(plan, from, OP_MUL)))
		return;
	vanish(plan, i);
	if (!flushes(plan, i))
		return;
	plan->cost[from].floats[GM_FLOAT_FMUL] = 0;
	plan->cost[from].floats[GM_FLOAT_FFMA] = 1;
}

/* A float that may be denormal becomes a double by way of FMUL, where it shall be zero then (7 floats, ptxas 13.0
   for sm_90). */
void
gm_ptx_issue_widened(issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	if (w->opcode != OP_CVT || w->type != PTX_F64 || w->second != PTX_F32 || !flushes(plan, i))
		return;
	const int32_t from = step_behind(plan, issue_source(plan, i, 0));
	const bool product = is_opcode(plan, from, OP_MUL) && flushes(plan, from);
	if (product)
		return;
	issue_add(plan, i, GM_UNIT_FMA, 1);
	plan->cost[i].floats[GM_FLOAT_FMUL] = 1;
}

/* A float that is rounded to an integral value and then becomes an integer: F2I rounds so itself. */
void
gm_ptx_issue_round(issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	if (!is_opcode(plan, i, OP_CVT) || w->type == PTX_NO_TYPE || is_float(plan, i) ||
	    (w->second != PTX_F32 && w->second != PTX_F64))
		return;
	const int32_t from = step_behind(plan, issue_source(plan, i, 0));
	if (is_opcode(plan, from, OP_CVT) && word_of(plan, from)->type == w->second &&
	    word_of(plan, from)->second == w->second &&
	    rounds_to_integral(&plan->program->steps[from]) &&
	    plan->values.uses[issue_result(plan, from)] == 1)
		vanish(plan, from);
}

static bool
is_product(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_MMA) ||
	       (is_opcode(plan, step, OP_WMMA) && !plan->program->steps[step].streams_itself);
}

/* Nothing but products of matrices reads the result, through so many moves at most. */
static bool
is_only_multiplied(const issue_plan *plan, int32_t step, int moves)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, step);
	bool only = moves >= 0 && unit != PTX_NO_UNIT && v->uses[unit] > 0;
	for (int32_t r = only ? v->first[unit] : 0; only && r < v->first[unit + 1]; r++)
		only = is_product(plan, v->readers[r]) ||
		       (is_opcode(plan, v->readers[r], OP_MOV) && is_only_multiplied(plan, v->readers[r], moves - 1));
	return only;
}

static bool
rounds_away(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_CVT) && word_of(plan, i)->type == PTX_TF32 &&
	       plan->program->steps[i].rounding == MOD_rna;
}

static bool
is_first_to_round(const issue_plan *plan, int32_t i)
{
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++)
		if (rounds_away(plan, k))
			return false;
	return true;
}

/* What the step converts, or what that is a copy of, has another reader. */
static bool
is_read_besides(const issue_plan *plan, int32_t i)
{
	for (uint32_t unit = issue_source(plan, i, 0);;) {
		const int32_t from = issue_definition(plan, unit);
		if (from < 0 || plan->values.uses[unit] > 1)
			return from >= 0;
		if (!is_opcode(plan, from, OP_MOV))
			return false;
		unit = issue_source(plan, from, 0);
	}
}

/* To TF32 by cvt.rna: FSETP asks whether it is finite, and IMAD.IADD adds half of the last place where it is, a number
   that each block moves into a register; where the float is read again, VIADD does and SEL chooses. HMMA overlooks the
   bits below; LOP3 clears them for all else. cvt.rn and cvt.rz are one F2FP. Code of ptxas 13.0 for sm_80, sm_90 and
   sm_100 alike. */
void
gm_ptx_issue_nearest(issue_plan *plan, int32_t i)
{
	enum { MOVES_MOST = 4 };
	if (!rounds_away(plan, i))
		return;
	const bool kept = is_read_besides(plan, i);
	plan->cost[i] = issue_of(GM_UNIT_ALU, kept ? 3 : 1);
	issue_add(plan, i, GM_UNIT_FMA, kept ? 0 : 1);
	plan->cost[i].either = !kept && is_first_to_round(plan, i) ? 1 : 0;
	if (!is_only_multiplied(plan, i, MOVES_MOST))
		issue_add(plan, i, GM_UNIT_ALU, 1);
}

/* An integer of 8 or 16 bits that becomes a float. */
static bool
floats_narrow(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	return w->opcode == OP_CVT && w->type == PTX_F32 && source_bits(w) > 0 &&
	       source_bits(w) <= 16 && gm_ptx_issue_class((ptx_type)w->second) == CLASS_INTEGER;
}

/* cvt.s16.s8 and the like: I2F.S8 adds the sign itself. */
static bool
only_signs(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	return is_opcode(plan, i, OP_CVT) && source_bits(w) == 8 && is_signed((ptx_type)w->second) &&
	       gm_ptx_issue_class((ptx_type)w->type) <= CLASS_LONG;
}

/* Zero above what it holds: a load of its own, or a byte that PRMT takes out of a vector. */
static bool
is_zero_above(const issue_plan *plan, int32_t i, int32_t from)
{
	return plan->cc >= 86 && !is_signed((ptx_type)word_of(plan, i)->second) &&
	       is_opcode(plan, from, OP_LD) &&
	       (plan->program->steps[from].vector < 2 || bits_of(plan, from) == 8);
}

void
gm_ptx_issue_narrow(issue_plan *plan, int32_t i)
{
	if (!floats_narrow(plan, i))
		return;
	const int32_t from = step_behind(plan, issue_source(plan, i, 0));
	if (is_zero_above(plan, i, from))
		plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
	else if (from >= 0 && only_signs(plan, from) &&
		 plan->values.uses[issue_result(plan, from)] == 1)
		vanish(plan, from);
}

/* What reads the part of a vector is an I2F of just this part. */
bool
gm_ptx_issue_is_taken_out(const issue_plan *plan, uint32_t unit, int bits)
{
	int32_t user = plan->values.user[unit];
	bool adds_sign = false;
	int32_t left = plan->program->steps_count; /* registers may hand a value around */
	while (left-- > 0 && user >= 0 &&
	       (is_opcode(plan, user, OP_MOV) || only_signs(plan, user))) {
		adds_sign |= only_signs(plan, user);
		user = plan->values.user[issue_result(plan, user)];
	}
	return user >= 0 && floats_narrow(plan, user) && (bits == 16 || adds_sign || plan->cc < 86);
}
