#include "sass/issue_step.h"

#include <string.h>

/* The step behind a source, through moves and address conversions, or the first of these. */
int32_t
gm_ptx_issue_origin(const issue_plan *plan, uint32_t unit)
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
bool
gm_ptx_issue_all_users(const issue_plan *plan, int32_t step, issue_test test)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, step);
	if (unit == PTX_NO_UNIT || v->uses[unit] == 0)
		return false;
	if (v->user[unit] >= 0)
		return test(plan, v->user[unit]);
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++)
		if (!test(plan, v->readers[r]))
			return false;
	return true;
}

static bool
is_any_of(const issue_plan *plan, int32_t step, const uint8_t *opcodes, size_t count)
{
	return memchr(opcodes, word_of(plan, step)->opcode, count) != NULL;
}

/* F2F of one number does, F2FP of two does not. */
static bool
converts_signed(const issue_plan *plan, int32_t step)
{
	const ptx_type to = (ptx_type)word_of(plan, step)->type;
	return is_opcode(plan, step, OP_CVT) && to != PTX_F16X2 && to != PTX_BF16X2;
}

static bool
takes_flushed_sign(const issue_plan *plan, int32_t step)
{
	static const uint8_t opcodes[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MIN, OP_MAX, OP_SETP};
	return is_any_of(plan, step, opcodes, sizeof opcodes) || converts_signed(plan, step) ||
	       (is_opcode(plan, step, OP_DIV) && word_of(plan, step)->type == PTX_F32);
}

/* MUFU and FSEL, which do not flush, and another sign; a selection of doubles is one of halves. */
static bool
takes_sign(const issue_plan *plan, int32_t step)
{
	static const uint8_t opcodes[] = {OP_EX2, OP_RCP, OP_RSQRT, OP_LG2, OP_NEG, OP_ABS};
	return takes_flushed_sign(plan, step) || is_any_of(plan, step, opcodes, sizeof opcodes) ||
	       (is_opcode(plan, step, OP_SELP) && word_of(plan, step)->type == PTX_F32);
}

/* Widening what has its sign or zeros above it already costs nothing. */
static void
fold_conversion(issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	if (w->opcode != OP_CVT || is_float(plan, i))
		return;
	const bool narrow = w->second != PTX_NO_TYPE && gm_ptx_type_bits((ptx_type)w->second) < 32;
	if (narrow && gm_ptx_issue_is_extended(plan, issue_source(plan, i, 0), (ptx_type)w->second))
		vanish(plan, i);
	if (bits_of(plan, i) == 64 && gm_ptx_issue_all_users(plan, i, is_long_add) && used_once(plan, i))
		vanish(plan, i); /* LEA.HI.X.SX32 adds the sign */
}

/* Added to something, it is LEA.HI, or LEA.HI.SX32 where it keeps its sign; that of a sign too. */
static bool
is_shifted_down(const issue_plan *plan, int32_t from)
{
	if (is_opcode(plan, from, OP_SHF))
		return gm_ptx_issue_is_literal(plan, issue_source(plan, from, 2));
	return is_opcode(plan, from, OP_SHR) && bits_of(plan, from) == 32 &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1));
}

static bool
has_term_down(const issue_plan *plan, int32_t sum)
{
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, sum, k));
		if (from >= 0 && is_shifted_down(plan, from) && used_once(plan, from) && issue_same_block(plan, from, sum))
			return true;
	}
	return false;
}

/* Of what is shifted up and what is shifted down LEA.HI takes the latter: what is added beside it is made. */
static bool
takes_shift_up(const issue_plan *plan, int32_t step)
{
	return is_short_add(plan, step) && is_opcode(plan, step, OP_ADD) && !has_term_down(plan, step);
}

/* It is an instruction of three terms already. */
static bool
has_three_terms(const issue_plan *plan, int32_t sum)
{
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, sum, k));
		const bool term = is_short_add(plan, from) || is_opcode(plan, from, OP_SHL) ||
				  is_opcode(plan, from, OP_SHR) || is_opcode(plan, from, OP_SHF) ||
				  is_opcode(plan, from, OP_MUL) || is_opcode(plan, from, OP_NEG);
		if (from >= 0 && term && is_free(plan, from) && issue_same_block(plan, from, sum))
			return true;
	}
	return false;
}

/* shl + add is LEA, in each sum that reads it; shr or a funnel + add LEA.HI, add + add IADD3. */
static void
fold_sum(issue_plan *plan, int32_t i)
{
	const bool adds = is_opcode(plan, i, OP_ADD) || is_opcode(plan, i, OP_SUB);
	if (!adds || is_float(plan, i) || bits_of(plan, i) != 32)
		return;
	for (int k = 0; k < 2; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		const bool shift = is_opcode(plan, from, OP_SHL) && is_opcode(plan, i, OP_ADD) &&
				   gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1));
		if (from < 0 || is_free(plan, from) || !issue_same_block(plan, i, from) ||
		    !(used_once(plan, from) || (shift && gm_ptx_issue_all_users(plan, from, takes_shift_up))))
			continue;
		const bool sum = (is_opcode(plan, from, OP_ADD) || is_opcode(plan, from, OP_SUB)) &&
				 bits_of(plan, from) == 32 && !is_float(plan, from) &&
				 !has_three_terms(plan, from);
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
	return step >= 0 && (is_opcode(plan, step, OP_AND) || is_opcode(plan, step, OP_OR) ||
		is_opcode(plan, step, OP_XOR) || is_opcode(plan, step, OP_NOT)) &&
	       word_of(plan, step)->type != PTX_PRED;
}

enum { INPUTS_MOST = 3, INPUTS_ROOM = 8 };

typedef struct logic_inputs {
	uint32_t unit[INPUTS_ROOM];
	int count;
} logic_inputs;

/* What makes a unit; the mask that became part of the logic, of what is extended from 32 bits. */
static int32_t
maker_of(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (!is_opcode(plan, from, OP_CVT) || !is_free(plan, from))
		return from;
	const int32_t mask = issue_definition(plan, issue_source(plan, from, 0));
	return is_opcode(plan, mask, OP_AND) && is_free(plan, mask) ? mask : from;
}

/* The distinct inputs of a logic operation when those folded into it, and `with`, are counted through. */
static void
gather_inputs(const issue_plan *plan, int32_t step, int32_t with, logic_inputs *in)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++) {
		const uint32_t unit = issue_source(plan, step, k);
		const int32_t from = maker_of(plan, unit);
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

/* A complement that no logic reads is a LOP3 of its own, whatever it complements. */
static bool
stands_alone(const issue_plan *plan, int32_t i)
{
	const uint32_t result = issue_result(plan, i);
	return is_opcode(plan, i, OP_NOT) && result != PTX_NO_UNIT &&
	       (plan->values.uses[result] != 1 || !is_logic(plan, plan->values.user[result]));
}

static bool
takes_in(const issue_plan *plan, int32_t i, int32_t from)
{
	logic_inputs in = {.count = 0};
	if (!is_logic(plan, i) || stands_alone(plan, i) || bits_of(plan, from) != bits_of(plan, i) ||
	    !issue_same_block(plan, i, from))
		return false;
	gather_inputs(plan, i, from, &in);
	return in.count <= INPUTS_MOST;
}

/* Each reader of it is logic of three inputs then: it is made again in all of them. */
static bool
all_take_in(const issue_plan *plan, int32_t from)
{
	const uint32_t unit = issue_result(plan, from);
	int32_t found = 0;
	for (int32_t i = from + 1; i < plan->graph.nodes[plan->graph.node_of[from]].end; i++)
		for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
			if (issue_source(plan, i, k) != unit)
				continue;
			if (!takes_in(plan, i, from))
				return false;
			found++;
		}
	return found > 0 && found == plan->values.uses[unit];
}

/* What one of the two brings may be an input of the other: looked at twice. */
static void
fold_logic(issue_plan *plan, int32_t i)
{
	if (!is_logic(plan, i) || stands_alone(plan, i))
		return;
	for (int k = 0; k < 4; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k & 1));
		if (from >= 0 && is_logic(plan, from) && !is_free(plan, from) &&
		    issue_result(plan, from) != PTX_NO_UNIT && takes_in(plan, i, from) &&
		    all_take_in(plan, from))
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

/* What takes a word apart hands the sign on to each half, a copy to what reads it, and HSET2 takes one. */
static bool
takes_sign_of_halves(const issue_plan *plan, int32_t step)
{
	const ptx_step *s = &plan->program->steps[step];
	if (!is_opcode(plan, step, OP_MOV) || s->sources_count != 1)
		return takes_sign(plan, step) || is_opcode(plan, step, OP_SET);
	const uint32_t copy = issue_result(plan, step);
	return s->results_count == 2 || (copy != PTX_NO_UNIT && plan->values.definition[copy] == step &&
					 gm_ptx_issue_all_users(plan, step, takes_sign_of_halves));
}

static bool
takes_no_sign(const issue_plan *plan, int32_t step)
{
	return !takes_sign(plan, step);
}

/* Every turn of its loop changes the sign again: of four turns that are written out none does. */
static bool
alternates(const issue_plan *plan, int32_t i)
{
	const int32_t loop = issue_loop_of(plan, i);
	issue_turn turn;
	return loop >= 0 && issue_source(plan, i, 0) == issue_result(plan, i) &&
	       gm_ptx_issue_find_turn(plan, &plan->program->loops[loop], &turn) &&
	       issue_dominates(plan, plan->graph.node_of[i], turn.latch);
}

/* What it makes meets what other ways make in one register. */
static bool
meets_others(const issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_result(plan, i);
	return unit != PTX_NO_UNIT && plan->values.definition[unit] == MANY_STEPS &&
	       !gm_ptx_issue_is_rewritten(plan->program, i, unit) && !alternates(plan, i);
}

/* HFMA2 puts signs before pairs of bf16, and takes off that of one; nothing that reads these does (32 readers, ptxas
   13.0 for sm_90). */
static bool
is_made_apart(const issue_plan *plan, int32_t sign)
{
	const uint8_t type = word_of(plan, sign)->type;
	return type == PTX_BF16X2 || (type == PTX_BF16 && is_opcode(plan, sign, OP_ABS));
}

bool
gm_ptx_issue_takes_sign(const issue_plan *plan, int32_t sign, int32_t reader)
{
	if (word_of(plan, sign)->flags & WORD_FLUSH)
		return takes_flushed_sign(plan, reader);
	if (gm_ptx_issue_class((ptx_type)word_of(plan, sign)->type) == CLASS_HALF)
		return takes_sign_of_halves(plan, reader);
	return takes_sign(plan, reader);
}

static bool
all_take_sign(const issue_plan *plan, int32_t sign)
{
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, sign);
	if (unit == PTX_NO_UNIT || v->uses[unit] == 0)
		return false;
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++)
		if (!gm_ptx_issue_takes_sign(plan, sign, v->readers[r]))
			return false;
	return true;
}

/* A sign is a modifier of what reads it; one that makes denormal numbers zeros only of what does so too.
   Where nothing that reads it has one, that of a product makes it an FFMA with -0, and of one in its block so
   does one whose result meets others; any other is an FADD of its own (62, 33 and 40 signs, ptxas 13.0 for
   sm_90). */
static void
fold_sign(issue_plan *plan, int32_t i)
{
	const bool sign = is_opcode(plan, i, OP_NEG) || is_opcode(plan, i, OP_ABS);
	if (!sign || !is_float(plan, i) || is_made_apart(plan, i))
		return;
	const int32_t from = issue_definition(plan, issue_source(plan, i, 0));
	const bool meets = meets_others(plan, i);
	const bool of_product = is_opcode(plan, i, OP_NEG) && word_of(plan, i)->type == PTX_F32 && gm_ptx_issue_can_turn(plan, from);
	if (!meets && all_take_sign(plan, i)) {
		vanish(plan, i);
	} else if (of_product && (meets ? issue_same_block(plan, from, i)
					: gm_ptx_issue_all_users(plan, i, takes_no_sign))) {
		vanish(plan, i);
		plan->cost[from].floats[GM_FLOAT_FMUL] = 0;
		plan->cost[from].floats[GM_FLOAT_FFMA] = 1;
	}
}

void
gm_ptx_issue_fold(issue_plan *plan)
{
	static void (*const passes[])(issue_plan *, int32_t) = {
		gm_ptx_issue_chosen, gm_ptx_issue_dead,   gm_ptx_issue_known,  fold_conversion,     gm_ptx_issue_saturate,
		gm_ptx_issue_widened, gm_ptx_issue_nearest,
		gm_ptx_issue_round,  gm_ptx_issue_narrow, gm_ptx_issue_halves,
		gm_ptx_issue_masked,
		gm_ptx_issue_long_product, gm_ptx_issue_long_sum, gm_ptx_issue_offset,
		gm_ptx_issue_long_three,
		gm_ptx_issue_quotient, gm_ptx_issue_normal, gm_ptx_issue_product, gm_ptx_issue_difference,
		gm_ptx_issue_mask,   fold_logic,          fold_predicates,     gm_ptx_issue_condition,
		gm_ptx_issue_remade, fold_test,           fold_minimum,        fold_sum,
		gm_ptx_issue_place,  gm_ptx_issue_rotate, fold_sign,           gm_ptx_issue_scale,
		gm_ptx_issue_denormal, gm_ptx_issue_scaled, gm_ptx_issue_scales_shared,
		gm_ptx_issue_angle,  gm_ptx_issue_pack,
		gm_ptx_issue_atomic, gm_ptx_issue_unpack, gm_ptx_issue_pack_stored,
		gm_ptx_issue_joined,
		gm_ptx_issue_uniform, gm_ptx_issue_constant, gm_ptx_issue_picked,
		gm_ptx_issue_halves_of_product, gm_ptx_issue_fragment, gm_ptx_issue_lanes, gm_ptx_issue_kept,
		gm_ptx_issue_eights,
	};
	for (size_t n = 0; n < sizeof passes / sizeof *passes; n++)
		for (int32_t i = 0; i < plan->program->steps_count; i++)
			passes[n](plan, i);
	gm_ptx_issue_extend(plan);
}
