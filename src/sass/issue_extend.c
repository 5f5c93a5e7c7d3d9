/*
 * What lies above values of 8 and 16 bits in their registers of 32. Machine code compares, multiplies, widens and shifts
 * down registers of 32 bits: where what lies above is not known to be the sign, PRMT makes it so for signed numbers, and
 * where it is not known to be zero, LOP3 or PRMT clears it for others. setp.eq.s16 and .ne.s16 ask for the sign, too. A
 * value that comes before a loop is extended there, and one that was extended on every way to a step is not again.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90: 30 makers of a value, each compared in five ways, 80 pairs of a load and a
 * conversion, 20 kernels with ifs and loops.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { REGISTER_BITS = 32, HALF_BITS = 16, FOLLOWED_MOST = 8 };

typedef enum extension { EXTENDED_BY_ZERO, EXTENDED_BY_SIGN, EXTENSIONS } extension;

static bool
is_signed(ptx_type type)
{
	return type != PTX_NO_TYPE && gm_ptx_type_kind(type) == KIND_SIGNED;
}

static int
bits_of_type(ptx_type type)
{
	return type == PTX_NO_TYPE ? REGISTER_BITS : gm_ptx_type_bits(type);
}

/* Bits that a literal of 16 takes, its register holding it with its sign. */
static int
bits_of_literal(uint64_t value)
{
	int bits = 0;
	if (value >> (HALF_BITS - 1) & 1)
		return REGISTER_BITS;
	for (uint64_t left = value & 0xffff; left > 0; left >>= 1)
		bits++;
	return bits;
}

static int
wider(int a, int b)
{
	return a > b ? a : b;
}

static int bits_taken(const issue_plan *plan, uint32_t unit, int left);

static int
bits_of_sum(int a, int b)
{
	const int bits = wider(a, b) + 1;
	return bits > HALF_BITS ? REGISTER_BITS : bits;
}

/* Of what a step makes of two sources. */
static int
bits_made(const issue_plan *plan, int32_t from, int left)
{
	uint64_t value;
	const int a = bits_taken(plan, issue_source(plan, from, 0), left);
	const int b = bits_taken(plan, issue_source(plan, from, 1), left);
	switch (word_of(plan, from)->opcode) {
	case OP_AND: /* a mask stands in the code without a sign */
		if (gm_ptx_issue_literal_value(plan, issue_source(plan, from, 1), &value))
			return a < HALF_BITS ? a : HALF_BITS;
		return a < b ? a : b;
	case OP_OR:
	case OP_XOR:
	case OP_SELP:
		return wider(a, b);
	case OP_ADD:
		return bits_of_sum(a, b);
	case OP_SHR: {
		/* Its source is cleared for it. */
		const int bits = bits_of(plan, from) <= HALF_BITS && a > HALF_BITS ? HALF_BITS : a;
		const bool known = gm_ptx_issue_literal_value(plan, issue_source(plan, from, 1), &value);
		if (is_signed((ptx_type)word_of(plan, from)->type))
			return REGISTER_BITS;
		return known ? bits - (value < (uint64_t)bits ? (int)value : bits) : bits;
	}
	default:
		return REGISTER_BITS;
	}
}

/* All bits above so many are zero. */
static int
bits_taken(const issue_plan *plan, uint32_t unit, int left)
{
	uint64_t value;
	if (gm_ptx_issue_literal_value(plan, unit, &value))
		return bits_of_literal(value);
	const int32_t from = step_behind(plan, unit);
	if (from < 0 || left == 0)
		return REGISTER_BITS;
	const ptx_word *w = word_of(plan, from);
	const ptx_type of = w->opcode == OP_CVT ? (ptx_type)w->second : (ptx_type)w->type;
	if (w->opcode == OP_LD && w->flags & WORD_PARAMETER && bits_of_type(of) > 8)
		return REGISTER_BITS;
	if (w->opcode == OP_LD || plan->program->steps[from].results_count > 1)
		return is_signed(of) ? REGISTER_BITS : bits_of_type(of);
	if (w->opcode == OP_CVT && !is_signed(of) && bits_of_type(of) < HALF_BITS)
		return bits_of_type(of);
	if (w->opcode == OP_CVT && gm_ptx_issue_class(of) <= CLASS_INTEGER)
		return bits_taken(plan, issue_source(plan, from, 0), left - 1);
	return bits_made(plan, from, left - 1);
}

/* A load, a mask, a conversion or a literal leaves a value of so many bits with its sign above it. */
static bool
is_below_sign(const issue_plan *plan, uint32_t unit, int bits)
{
	uint64_t value;
	if (gm_ptx_issue_literal_value(plan, unit, &value))
		return true;
	const int32_t from = step_behind(plan, unit);
	if (from < 0)
		return false;
	const ptx_word *w = word_of(plan, from);
	const ptx_type of = w->opcode == OP_CVT ? (ptx_type)w->second : (ptx_type)w->type;
	const int has = bits_of_type(of);
	switch (w->opcode) {
	case OP_LD: /* PRMT takes parts of a vector out with their sign */
		if (plan->program->steps[from].results_count > 1)
			return true;
		return !(w->flags & WORD_PARAMETER) && (is_signed(of) ? has <= bits : has < bits);
	case OP_CVT:
		return gm_ptx_issue_class(of) <= CLASS_LONG && (is_signed(of) ? has <= bits : has < bits);
	case OP_AND:
		return gm_ptx_issue_literal_value(plan, issue_source(plan, from, 1), &value) &&
		       bits_of_literal(value) < bits;
	case OP_SELP:
		return gm_ptx_issue_is_literal(plan, issue_source(plan, from, 0)) &&
		       gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1));
	default:
		return false;
	}
}

bool
gm_ptx_issue_is_extended(const issue_plan *plan, uint32_t unit, ptx_type type)
{
	const int bits = bits_of_type(type);
	return is_signed(type) ? is_below_sign(plan, unit, bits) : bits_taken(plan, unit, FOLLOWED_MOST) <= bits;
}

/* Where it was extended last in each way, per unit; NO_STEP. */
typedef struct extended {
	int32_t *at[EXTENSIONS];
} extended;

static void
forget_results(const issue_plan *plan, const extended *e, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = plan->program->units[s->results + (uint32_t)k];
		for (int x = 0; x < EXTENSIONS && unit != PTX_NO_UNIT; x++)
			e->at[x][unit] = NO_STEP;
	}
}

/* It was extended on every way to the step, and not written since. */
static bool
is_extended_before(const issue_plan *plan, const extended *e, extension x, uint32_t unit, int32_t i)
{
	const int32_t at = e->at[x][unit];
	if (at == NO_STEP)
		return false;
	const bool once = plan->values.definition[unit] != MANY_STEPS;
	return (once || issue_loop_of(plan, at) == issue_loop_of(plan, i)) &&
	       issue_dominates(plan, plan->graph.node_of[at], plan->graph.node_of[i]);
}

/* The end of the block before the outermost loop around the step that leaves the unit alone; else the step. */
static int32_t
before_loops(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const ptx_program *p = plan->program;
	const int32_t made = plan->values.definition[unit];
	int32_t at = i;
	for (int32_t l = issue_loop_of(plan, i); l >= 0 && made >= 0; l = p->loops[l].parent) {
		const int32_t before = plan->dominator[plan->graph.node_of[p->loops[l].header]];
		if (before < 0 || gm_ptx_loop_has_node(&p->loops[l], plan->graph.node_of[made]))
			break;
		at = plan->graph.nodes[before].end - 1;
	}
	return at;
}

static void
extend(issue_plan *plan, const extended *e, int32_t i, int index)
{
	const ptx_type type = (ptx_type)word_of(plan, i)->type;
	const uint32_t unit = issue_source(plan, i, index);
	const extension x = is_signed(type) ? EXTENDED_BY_SIGN : EXTENDED_BY_ZERO;
	if (unit == PTX_NO_UNIT || gm_ptx_issue_is_extended(plan, unit, type) ||
	    is_extended_before(plan, e, x, unit, i))
		return;
	e->at[x][unit] = i;
	issue_add(plan, before_loops(plan, i, unit), GM_UNIT_ALU, 1);
}

/* The first sources of an instruction of 16 bits that machine code makes one of 32. */
static int
extended_sources(const issue_plan *plan, int32_t i)
{
	switch (word_of(plan, i)->opcode) {
	case OP_SETP:
	case OP_MUL:
		return 2;
	case OP_MAD:
		return word_of(plan, i)->flags & WORD_WIDE ? 2 : 3;
	case OP_SHR:
	case OP_ABS:
		return 1;
	default:
		return 0;
	}
}

/* Besides: a negation is cut off at 16 bits, and added for a difference; so is what IABS makes. */
static int
cut_off(const issue_plan *plan, int32_t i)
{
	switch (word_of(plan, i)->opcode) {
	case OP_NEG:
	case OP_ABS:
		return 1;
	case OP_SUB: /* of a literal it is a sum */
		return gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1)) ? 0 : 2;
	default:
		return 0;
	}
}

void
gm_ptx_issue_extend(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	extended e;
	for (int x = 0; x < EXTENSIONS; x++) {
		e.at[x] = gm_allocate(p->units_count, sizeof *e.at[x]);
		for (uint32_t u = 0; u < p->units_count; u++)
			e.at[x][u] = NO_STEP;
	}
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (bits_of(plan, i) == HALF_BITS && !is_float(plan, i) && !is_free(plan, i)) {
			const int sources = extended_sources(plan, i);
			for (int k = 0; k < sources; k++)
				extend(plan, &e, i, k);
			issue_add(plan, i, GM_UNIT_ALU, cut_off(plan, i));
		}
		forget_results(plan, &e, i);
	}
	for (int x = 0; x < EXTENSIONS; x++)
		free(e.at[x]);
}
