#include "sass/issue_step.h"

/* Of the number that a conversion makes; one with a sign takes it along. */
static bool
is_short_converted(const issue_plan *plan, int32_t from)
{
	const ptx_type type = (ptx_type)word_of(plan, from)->second;
	uint64_t value;
	if (gm_ptx_type_bits(type) > 32 || gm_ptx_type_kind(type) == KIND_FLOAT)
		return false;
	return gm_ptx_type_kind(type) != KIND_SIGNED ||
	       (gm_ptx_issue_literal_value(plan, issue_source(plan, from, 0), &value) &&
		!(value >> (gm_ptx_type_bits(type) - 1) & 1));
}

/* It is the launch's, or a copy of one that is, or converted, or put together of two. */
bool
gm_ptx_issue_is_short(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	uint64_t value;
	if (unit == PTX_NO_UNIT || !plan->values.literal[unit])
		return false;
	if (from >= 0 && is_opcode(plan, from, OP_CVT))
		return is_short_converted(plan, from);
	if (from >= 0 && plan->program->steps[from].sources_count == 2)
		return gm_ptx_issue_literal_value(plan, issue_source(plan, from, 1), &value) && value == 0;
	return gm_ptx_issue_literal_value(plan, unit, &value) && value >> 32 == 0;
}

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

/* MUFU.RCP and nothing else. */
static bool
is_reciprocal(const issue_plan *plan, int32_t i)
{
	enum { QUICK = WORD_APPROXIMATE | WORD_FLUSH, ONE = 0x3f800000 };
	uint64_t numerator;
	return is_opcode(plan, i, OP_DIV) && word_of(plan, i)->type == PTX_F32 &&
	       (word_of(plan, i)->flags & QUICK) == QUICK &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, i, 0), &numerator) && numerator == ONE;
}

static bool
reads_flushed(const issue_plan *plan, int32_t step)
{
	static const ptx_opcode opcodes[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MIN, OP_MAX, OP_SETP};
	bool reads = false;
	for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++)
		reads |= is_opcode(plan, step, opcodes[k]);
	return reads && word_of(plan, step)->flags & WORD_FLUSH;
}

/* FADD makes zeros of denormal reciprocals where not all that reads them does (10 readers, ptxas 13.0 for sm_90). */
void
gm_ptx_issue_quotient(issue_plan *plan, int32_t i)
{
	if (is_reciprocal(plan, i)) {
		const bool flush = !gm_ptx_issue_all_users(plan, i, reads_flushed);
		plan->cost[i] = issue_of(GM_UNIT_XU, 1);
		issue_add(plan, i, GM_UNIT_FMA, flush);
		plan->cost[i].floats[GM_FLOAT_FADD] = flush;
	} else if (gm_ptx_issue_is_scaling(plan, i)) {
		plan->cost[i] = issue_of(GM_UNIT_FMA, 1);
		plan->cost[i].floats[GM_FLOAT_FMUL] = 1;
	} else if (is_opcode(plan, i, OP_DIV) && word_of(plan, i)->type == PTX_F32 &&
		   gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1))) {
		plan->cost[i].of[GM_UNIT_XU] = 1;
	}
}

enum { WORD_BYTES = 4 };

/* Of a place that stands in the instruction: ULDC.64 or LDC.64 brings two words, ULDC.U8 a byte that is read
   (pix_nearest_of_palette: 192 for the three of each of 64 colours). */
static double
loads_placed(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const int bytes = gm_ptx_type_bytes((ptx_type)s->type);
	int read = 0;
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		read += unit != PTX_NO_UNIT && plan->values.uses[unit] > 0;
	}
	if (s->joined_to >= 0)
		return 0;
	return bytes < WORD_BYTES ? read : (s->joined_bytes > 0 ? s->joined_bytes : read * bytes) / (2.0 * WORD_BYTES);
}

void
gm_ptx_issue_place_constant(issue_plan *plan, int32_t i)
{
	plan->cost[i] = issue_of(GM_UNIT_OTHER, plan->cc >= 90 ? loads_placed(plan, i) : 0);
}

/* A constant at a place that is known is an operand of its reader; from 9.0 on it is brought before. */
void
gm_ptx_issue_constant(issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool placed = s->a == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, s->a);
	if (is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST && placed)
		gm_ptx_issue_place_constant(plan, i);
}

bool
gm_ptx_issue_literal_value(const issue_plan *plan, uint32_t unit, uint64_t *value)
{
	const int32_t from = issue_definition(plan, unit);
	if (!gm_ptx_issue_is_literal(plan, unit))
		return false;
	if (from >= 0)
		return is_opcode(plan, from, OP_MOV) &&
		       plan->program->steps[from].sources_count == 1 &&
		       gm_ptx_issue_literal_value(plan, issue_source(plan, from, 0), value);
	*value = plan->program->initials[plan->values.initial[unit]].value;
	return true;
}

/* The compiler converts numbers itself. */
void
gm_ptx_issue_known(issue_plan *plan, int32_t i)
{
	const uint32_t result = issue_result(plan, i);
	if (is_opcode(plan, i, OP_CVT) && result != PTX_NO_UNIT && plan->values.literal[result])
		vanish(plan, i);
}

/* A half that logic with a number leaves alone or makes zero has no instruction. */
static int
halves_changed(ptx_opcode opcode, uint64_t number)
{
	const uint32_t halves[] = {(uint32_t)number, (uint32_t)(number >> 32)};
	int changed = 0;
	for (int k = 0; k < 2; k++)
		changed += halves[k] != 0 && (halves[k] != UINT32_MAX || opcode == OP_XOR);
	return changed;
}

/* Shifted by 32 or more: one half moves into the other, and the one it leaves is zero or the sign. */
static int
halves_shifted(const issue_plan *plan, int32_t i, uint64_t by)
{
	const bool sign = is_opcode(plan, i, OP_SHR) &&
			  gm_ptx_type_kind((ptx_type)word_of(plan, i)->type) == KIND_SIGNED;
	return (by > 32) + sign;
}

static bool
is_logic_of_two(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_AND) || is_opcode(plan, i, OP_OR) || is_opcode(plan, i, OP_XOR);
}

/* Of 32 bits, with zeros above. */
static bool
is_extended(const issue_plan *plan, int32_t step)
{
	const ptx_step *s = &plan->program->steps[step >= 0 ? step : 0];
	return is_opcode(plan, step, OP_CVT) && bits_of(plan, step) == 64 && s->from == PTX_U32;
}

/* Logic of 64 bits with what is zero above: nothing is done above. */
static bool
is_low_logic(const issue_plan *plan, int32_t i)
{
	return is_logic_of_two(plan, i) && bits_of(plan, i) == 64 &&
	       (is_extended(plan, issue_definition(plan, issue_source(plan, i, 0))) ||
		is_extended(plan, issue_definition(plan, issue_source(plan, i, 1))));
}

static bool
leads_to_low_logic(const issue_plan *plan, int32_t step)
{
	return is_extended(plan, step) && gm_ptx_issue_all_users(plan, step, is_low_logic);
}

/* A mask by a number is part of the LOP3 of each such logic that reads it. */
void
gm_ptx_issue_masked(issue_plan *plan, int32_t i)
{
	if (is_logic_of_two(plan, i) && bits_of(plan, i) == 32 && !is_free(plan, i) &&
	    gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1)) &&
	    gm_ptx_issue_all_users(plan, i, leads_to_low_logic))
		vanish(plan, i);
}

/* Integers of 64 bits are two registers. */
void
gm_ptx_issue_halves(issue_plan *plan, int32_t i)
{
	const bool shifts = is_opcode(plan, i, OP_SHL) || is_opcode(plan, i, OP_SHR);
	const bool logic = is_logic_of_two(plan, i);
	uint64_t number;
	if (is_low_logic(plan, i))
		plan->cost[i] = issue_of(GM_UNIT_ALU, 1);
	if ((!shifts && !logic) || bits_of(plan, i) != 64 ||
	    !gm_ptx_issue_literal_value(plan, issue_source(plan, i, 1), &number))
		return;
	if (logic)
		plan->cost[i] = issue_of(GM_UNIT_ALU, halves_changed(
			(ptx_opcode)word_of(plan, i)->opcode, number));
	else if (number >= 32)
		plan->cost[i] = issue_of(GM_UNIT_ALU, halves_shifted(plan, i, number));
}

enum { PAIRS_MOST = 64 };

typedef struct literal_pairs {
	uint64_t value[PAIRS_MOST];
	int count;
} literal_pairs;

static bool
is_new_pair(literal_pairs *pairs, uint64_t value)
{
	for (int n = 0; n < pairs->count; n++)
		if (pairs->value[n] == value)
			return false;
	if (pairs->count < PAIRS_MOST)
		pairs->value[pairs->count++] = value;
	return true;
}

/* The first goes to uniform registers (UMOV), of which one instruction reads one alone. */
static void
move_pairs(issue_plan *plan, int32_t i, literal_pairs *pairs)
{
	const int copies = plan->copies[i];
	const double each = 2.0 / (copies > UNROLL + 1 ? copies : copies > 1 ? UNROLL : 1);
	int moved = 0;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		uint64_t value;
		if (unit == plan->program->steps[i].a || /* an address is no double */
		    !gm_ptx_issue_literal_value(plan, unit, &value) || (uint32_t)value == 0 ||
		    !is_new_pair(pairs, value))
			continue;
		if (moved++ == 0)
			issue_add(plan, i, GM_UNIT_OTHER, each);
		else
			plan->cost[i].either += (float)each;
	}
}

/* An instruction on doubles holds a literal whose lower half is zero; another is first moved into a pair
   of registers from 9.0 on (before it stands in the constant bank), in each block that reads it and in
   each turn of a loop, once for all copies of an unrolled one (coefficients of exp, log and cospi, ptxas
   13.0). */
void
gm_ptx_issue_doubles(issue_plan *plan)
{
	if (plan->cc < 90)
		return;
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		literal_pairs pairs = {.count = 0};
		for (int32_t i = plan->graph.nodes[n].first; i < plan->graph.nodes[n].end; i++)
			if (word_of(plan, i)->type == PTX_F64 && !is_free(plan, i) &&
			    !is_opcode(plan, i, OP_MOV) && !is_opcode(plan, i, OP_DIV))
				move_pairs(plan, i, &pairs);
	}
}
