#include "ptx/issue_step.h"

typedef bool (*step_test)(const issue_plan *plan, int32_t step);

static bool
used_once(const issue_plan *plan, int32_t step)
{
	const uint32_t unit = issue_result(plan, step);
	return unit != PTX_NO_UNIT && plan->values.uses[unit] == 1;
}

/* The step behind a source, through moves and address conversions, or the first of these. */
static int32_t
origin(const issue_plan *plan, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_handing_on(plan, from)) {
		const int32_t before = issue_definition(plan, issue_source(plan, from, 0));
		if (before < 0)
			return from;
		from = before;
	}
	return from;
}

/* True when every reader of the result passes. */
static bool
all_users(const issue_plan *plan, int32_t step, step_test test)
{
	const ptx_program *p = plan->program;
	const uint32_t unit = issue_result(plan, step);
	if (unit == PTX_NO_UNIT || plan->values.uses[unit] == 0)
		return false;
	if (plan->values.user[unit] >= 0)
		return test(plan, plan->values.user[unit]);
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (issue_source(plan, i, k) == unit && !test(plan, i))
				return false;
	return true;
}

static bool
is_long_add(const issue_plan *plan, int32_t step)
{
	return (is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB)) &&
	       bits_of(plan, step) == 64 && !is_float(plan, step);
}

static bool
is_float_arithmetic(const issue_plan *plan, int32_t step)
{
	static const ptx_opcode takes_signs[] = {OP_ADD, OP_SUB,  OP_MUL, OP_FMA, OP_MIN,
						 OP_MAX, OP_SETP, OP_EX2, OP_RCP, OP_RSQRT,
						 OP_LG2, OP_NEG,  OP_ABS, OP_SELP};
	for (size_t i = 0; i < sizeof takes_signs / sizeof *takes_signs; i++)
		if (is_opcode(plan, step, takes_signs[i]))
			return takes_signs[i] != OP_SELP || is_float(plan, step);
	return false;
}

/* Nothing reads what it computes and nothing else sees that it ran. */
static void
drop_dead(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	if (s->action != ACTION_LANES || s->results_count == 0 || s->streams_itself || s->copies ||
	    s->volatile_read)
		return;
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT && plan->values.uses[unit] > 0)
			return;
	}
	vanish(plan, i);
}

/* Widening what a load or a mask left zero above costs nothing. */
static void
fold_conversion(issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	if (w->opcode != OP_CVT || is_float(plan, i))
		return;
	const int32_t from = origin(plan, issue_source(plan, i, 0));
	const bool narrow = w->second != PTX_NO_TYPE && gm_ptx_type_bits((ptx_type)w->second) < 32;
	if (narrow && from >= 0 &&
	    (is_opcode(plan, from, OP_LD) || is_opcode(plan, from, OP_AND) ||
	     is_opcode(plan, from, OP_SHR)))
		vanish(plan, i);
	if (bits_of(plan, i) == 64 && all_users(plan, i, is_long_add) && used_once(plan, i))
		vanish(plan, i); /* LEA.HI.X.SX32 adds the sign */
}

/* In the constant bank or a uniform register: IMAD.X has no place for one beside its factor of 1. */
static bool
is_apart(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = origin(plan, unit);
	return from >= 0 && ((word_of(plan, from)->flags & WORD_PARAMETER) ||
			     (!plan->values.varies[unit] && !is_opcode(plan, from, OP_LD)));
}

/* Its upper half is the sign of the lower one, which LEA.HI.X.SX32 adds. */
static bool
is_widened(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_CVT) && is_free(plan, step);
}

/* The cost of an addition of 64 bits: one IMAD.WIDE with a product, else two. */
static void
fold_long_add(issue_plan *plan, int32_t i)
{
	if (!is_long_add(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_apart(plan, issue_source(plan, i, k)) || is_widened(plan, from))
			plan->cost[i] = issue_of(GM_UNIT_ALU, 2);
		const int32_t base = origin(plan, issue_source(plan, i, 1 - k));
		const bool local = base >= 0 && (word_of(plan, base)->flags & WORD_LOCAL_SYMBOL);
		if (local) {
			plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
			return;
		}
		if (is_opcode(plan, from, OP_MUL) && (word_of(plan, from)->flags & WORD_WIDE) &&
		    is_opcode(plan, i, OP_ADD)) {
			plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
			if (all_users(plan, from, is_long_add))
				vanish(plan, from);
			return;
		}
		if (is_opcode(plan, from, OP_MUL) && bits_of(plan, from) == 64 &&
		    used_once(plan, from) && issue_same_block(plan, i, from)) {
			/* IMAD.WIDE adds it; a literal is first put into a pair of registers. */
			const bool literal =
				gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1 - k));
			plan->cost[i] = issue_either(literal ? 2 : 0);
			return;
		}
		if (is_opcode(plan, from, OP_SHL) && bits_of(plan, from) == 64 &&
		    used_once(plan, from) && is_opcode(plan, i, OP_ADD)) {
			vanish(plan, from); /* LEA, LEA.HI.X */
			plan->cost[i] = issue_of(GM_UNIT_ALU, 2);
		}
	}
}

/* The upper half of the source is zero: it was widened so, or is a literal. */
static bool
has_no_upper(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return gm_ptx_issue_is_short(plan, unit) ||
	       (is_opcode(plan, from, OP_CVT) &&
		gm_ptx_type_bits((ptx_type)word_of(plan, from)->second) <= 32 &&
		gm_ptx_type_kind((ptx_type)word_of(plan, from)->second) != KIND_SIGNED);
}

/* Its upper half is its sign, which the product's own block adds. */
static bool
has_sign(const issue_plan *plan, int32_t product, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_opcode(plan, from, OP_CVT) && issue_same_block(plan, product, from) &&
	       gm_ptx_type_bits((ptx_type)word_of(plan, from)->second) <= 32;
}

/* A product of values known to fit 32 bits is one IMAD.WIDE; where one of them was widened by zeros,
   IMAD.WIDE and an IMAD that adds to its upper half; by a literal, that and the addition of what they
   carry. (One sign alone helps nothing.) */
static void
fold_long_product(issue_plan *plan, int32_t i)
{
	int narrow = 0, zero = 0, literal = 0;
	if (!is_opcode(plan, i, OP_MUL) || bits_of(plan, i) != 64 || is_float(plan, i) ||
	    (word_of(plan, i)->flags & (WORD_WIDE | WORD_HIGH)))
		return;
	for (int k = 0; k < 2; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		zero += has_no_upper(plan, unit);
		literal += gm_ptx_issue_is_short(plan, unit);
		narrow += has_no_upper(plan, unit) || has_sign(plan, i, unit);
	}
	if (narrow == 2 && (zero != 1 || literal == 1))
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
	else if (narrow == 2) /* a sign and none */
		plan->cost[i] = (gm_issue){.of = {[GM_UNIT_FMA] = 2}, .either = 1};
	else if (zero == 1)
		plan->cost[i] = (gm_issue){.of = {[GM_UNIT_FMA] = 2}, .either = (float)literal};
}

/* Added to something, it is LEA.HI; that of a sign too. */
static bool
is_shifted_down(const issue_plan *plan, int32_t from)
{
	return is_opcode(plan, from, OP_SHR) && bits_of(plan, from) == 32 &&
	       gm_ptx_type_kind((ptx_type)word_of(plan, from)->type) != KIND_SIGNED &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1));
}

/* shl + add is LEA, shr + add LEA.HI, add + add IADD3. */
static void
fold_sum(issue_plan *plan, int32_t i)
{
	const bool adds = is_opcode(plan, i, OP_ADD) || is_opcode(plan, i, OP_SUB);
	if (!adds || is_float(plan, i) || bits_of(plan, i) != 32)
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (from < 0 || is_free(plan, from) || !used_once(plan, from) ||
		    !issue_same_block(plan, i, from))
			continue;
		const bool shift = is_opcode(plan, from, OP_SHL) && is_opcode(plan, i, OP_ADD) &&
				   gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1));
		const bool sum = (is_opcode(plan, from, OP_ADD) || is_opcode(plan, from, OP_SUB)) &&
				 bits_of(plan, from) == 32 && !is_float(plan, from);
		const bool minus = is_opcode(plan, from, OP_NEG);
		const bool down = is_opcode(plan, i, OP_ADD) && is_shifted_down(plan, from);
		if (!shift && !sum && !minus && !down)
			continue;
		vanish(plan, from);
		plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
		return;
	}
}

static bool
is_logic(const issue_plan *plan, int32_t step)
{
	return (is_opcode(plan, step, OP_AND) || is_opcode(plan, step, OP_OR) ||
		is_opcode(plan, step, OP_XOR) || is_opcode(plan, step, OP_NOT)) &&
	       bits_of(plan, step) <= 32 && word_of(plan, step)->type != PTX_PRED;
}

enum { INPUTS_MOST = 3, INPUTS_ROOM = 8 };

typedef struct logic_inputs {
	uint32_t unit[INPUTS_ROOM];
	int count;
} logic_inputs;

/* The distinct inputs of a logic operation when those folded into it, and `with`, are counted through. */
static void
gather_inputs(const issue_plan *plan, int32_t step, int32_t with, logic_inputs *in)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++) {
		const uint32_t unit = issue_source(plan, step, k);
		const int32_t from = issue_definition(plan, unit);
		bool known = in->count == INPUTS_ROOM;
		for (int n = 0; n < in->count && !known; n++)
			known = in->unit[n] == unit;
		if (from >= 0 && from < step && is_logic(plan, from) &&
		    (is_free(plan, from) || from == with))
			gather_inputs(plan, from, with, in);
		else if (!known)
			in->unit[in->count++] = unit;
	}
}

static void
fold_logic(issue_plan *plan, int32_t i)
{
	if (!is_logic(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		logic_inputs in = {.count = 0};
		if (from < 0 || !is_logic(plan, from) || is_free(plan, from) ||
		    !used_once(plan, from) || !issue_same_block(plan, i, from))
			continue;
		gather_inputs(plan, i, from, &in);
		if (in.count <= INPUTS_MOST)
			vanish(plan, from);
	}
}

/* From 9.0 on, the minimum or maximum of a sum is one VIADDMNMX, that of three one VIMNMX3. */
static void
fold_minimum(issue_plan *plan, int32_t i)
{
	const bool bounds = is_opcode(plan, i, OP_MIN) || is_opcode(plan, i, OP_MAX);
	if (!bounds || plan->cc < 90 || bits_of(plan, i) != 32 || is_float(plan, i))
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		const bool third =
			from >= 0 && is_opcode(plan, from, (ptx_opcode)word_of(plan, i)->opcode);
		if (from < 0 || (!is_short_add(plan, from) && !third) || is_free(plan, from) ||
		    !used_once(plan, from) || !issue_same_block(plan, i, from))
			continue;
		vanish(plan, from);
		return;
	}
}

/* The logic that makes the mask which a comparison asks whether it is zero; NO_STEP. */
static int32_t
mask_of(const issue_plan *plan, int32_t i)
{
	if (!is_opcode(plan, i, OP_SETP) || bits_of(plan, i) > 32 || is_float(plan, i))
		return NO_STEP;
	const int32_t from = issue_definition(plan, issue_source(plan, i, 0));
	const uint8_t compare = plan->program->steps[i].detail;
	uint64_t against;
	if (from < 0 || !is_logic(plan, from) || !used_once(plan, from) ||
	    !issue_same_block(plan, i, from) || (compare != MOD_eq && compare != MOD_ne) ||
	    !gm_ptx_issue_literal_value(plan, issue_source(plan, i, 1), &against) || against != 0)
		return NO_STEP;
	return from;
}

/* A comparison of a mask with zero is the LOP3 that makes the mask. */
static void
fold_test(issue_plan *plan, int32_t i)
{
	const int32_t mask = mask_of(plan, i);
	if (mask >= 0)
		vanish(plan, mask);
}

/* A comparison combines its outcome with another predicate, if nothing else wants the one without; a mask
   that is tested does so by and and or. Exclusive or of two masks is PLOP3, as is that of what others read
   as well, unless the comparison is made again. */
static void
fold_predicates(issue_plan *plan, int32_t i)
{
	if (!is_opcode(plan, i, OP_XOR) || word_of(plan, i)->type != PTX_PRED)
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_opcode(plan, from, OP_SETP) && used_once(plan, from) &&
		    issue_same_block(plan, i, from) && mask_of(plan, from) < 0)
			return;
	}
	plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
}

/* A sign is a modifier of what reads it; that of a product makes it an FFMA with -0. */
static void
fold_sign(issue_plan *plan, int32_t i)
{
	const bool sign = is_opcode(plan, i, OP_NEG) || is_opcode(plan, i, OP_ABS);
	if (!sign || !is_float(plan, i))
		return;
	const int32_t from = issue_definition(plan, issue_source(plan, i, 0));
	if (is_opcode(plan, i, OP_NEG) && is_opcode(plan, from, OP_MUL) && !is_free(plan, from) &&
	    word_of(plan, i)->type == PTX_F32 && used_once(plan, from)) {
		vanish(plan, i);
		plan->cost[from].floats[GM_FLOAT_FMUL] = 0;
		plan->cost[from].floats[GM_FLOAT_FFMA] = 1;
	} else if (all_users(plan, i, is_float_arithmetic)) {
		vanish(plan, i);
	}
}

void
gm_ptx_issue_fold(issue_plan *plan)
{
	static void (*const passes[])(issue_plan *, int32_t) = {
		drop_dead,           fold_conversion,     gm_ptx_issue_saturate,
		gm_ptx_issue_round,  gm_ptx_issue_narrow, gm_ptx_issue_halves, fold_long_product,
		fold_long_add,       gm_ptx_issue_offset, gm_ptx_issue_quotient, gm_ptx_issue_product,
		fold_logic,          fold_predicates,     fold_test,           fold_minimum,
		fold_sum,            fold_sign,           gm_ptx_issue_denormal,
		gm_ptx_issue_angle,
		gm_ptx_issue_atomic, gm_ptx_issue_unpack, gm_ptx_issue_joined,
		gm_ptx_issue_uniform, gm_ptx_issue_constant, gm_ptx_issue_picked,
		gm_ptx_issue_halves_of_product, gm_ptx_issue_fragment,
	};
	for (size_t n = 0; n < sizeof passes / sizeof *passes; n++)
		for (int32_t i = 0; i < plan->program->steps_count; i++)
			passes[n](plan, i);
}
