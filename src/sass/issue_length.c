/*
 * How long ptxas takes a loop to be when it decides whether to write it out: before it folds what it can,
 * an instruction of PTX is one, whatever its width. Moves and the signs of floats are none, expansions as
 * many as they are made of; an offset of an access is a sum, a predicate a branch, a byte that is loaded a
 * conversion. A fragment is what its places are worked out by, each by itself (issue_lanes.c), and its accesses; a
 * product of wmma one more than its instructions. Registers are spilled after that.
 *
 * Source: ptxas 13.0 for sm_90, 160 bodies, each lengthened by multiply-adds until it is left as it is;
 * tests/sass/test_lengths.c.
 */
#include "sass/issue_step.h"

#include "simt/matrix.h"

typedef struct length_row {
	uint8_t opcode, class;
	uint16_t flags;
	int length;
} length_row;

/* The first row that fits; without one an instruction is one. */
static const length_row lengths[] = {
	{OP_CVTA, CLASS_ANY, 0, 0},
	{OP_MOV, CLASS_ANY, WORD_SHARED_SYMBOL, 3},
	{OP_ABS, CLASS_ANY, 0, 0},
	{OP_NEG, CLASS_SINGLE, 0, 0},
	{OP_NEG, CLASS_DOUBLE, 0, 0},
	{OP_NOT, CLASS_PREDICATE, 0, 0},
	{OP_CLZ, CLASS_ANY, 0, 2},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, 2},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE, 7},
	{OP_DIV, CLASS_SINGLE, WORD_FULL | WORD_FLUSH, 8},
	{OP_DIV, CLASS_SINGLE, WORD_FULL, 12},
	{OP_RCP, CLASS_SINGLE, WORD_FLUSH, 1},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE, 7},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, 1},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE, 6},
	{OP_RSQRT, CLASS_SINGLE, WORD_FLUSH, 1},
	{OP_RSQRT, CLASS_SINGLE, 0, 6},
	{OP_LG2, CLASS_SINGLE, WORD_FLUSH, 1},
	{OP_LG2, CLASS_SINGLE, 0, 6},
	{OP_EX2, CLASS_SINGLE, WORD_FLUSH, 1},
	{OP_EX2, CLASS_SINGLE, 0, 6},
};

/* Of a pair of halves, each half is one; a power is packed again. */
static int
length_of_pair(const ptx_word *w)
{
	const bool sign = w->opcode == OP_NEG || w->opcode == OP_ABS;
	return sign ? 1 : w->opcode == OP_EX2 ? 3 : 2;
}

/* Of an integer: by 32 bits, [signed][remainder]. */
static const int divisions[2][2] = {{21, 19}, {27, 24}};

static int
length_of_word(const ptx_word *w)
{
	const issue_class class = gm_ptx_issue_class((ptx_type)w->type);
	if ((w->opcode == OP_DIV || w->opcode == OP_REM) && class == CLASS_INTEGER)
		return divisions[gm_ptx_type_kind((ptx_type)w->type) == KIND_SIGNED]
				[w->opcode == OP_REM];
	if (w->type == PTX_F16X2 || w->type == PTX_BF16X2)
		return length_of_pair(w);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		const length_row *r = &lengths[i];
		if (r->opcode == w->opcode && (r->flags & w->flags) == r->flags &&
		    (r->class == CLASS_ANY || r->class == class))
			return r->length;
	}
	return 1;
}

/* An offset, and the bytes that are made words. */
static int
length_of_access(const ptx_step *s)
{
	const bool loads_bytes = s->results_count > 0 && gm_ptx_type_bits((ptx_type)s->type) == 8;
	const int widened = !loads_bytes ? 0 : s->vector == 1 ? 1 : 2 * s->vector;
	return 1 + (s->immediate != 0) + widened;
}

/* Beside its accesses and MOVM: of fragments by rows, elements of 32 bits, bytes across and along, doubles, and pairs. */
static int
length_of_places(const ptx_matrix *x, bool known_rows)
{
	enum { BY_ROWS = 15, OF_ELEMENTS = 20, ACROSS = 34, ALONG = 10, OF_DOUBLES = 9, OF_PAIRS = 13 };
	const int bits = gm_ptx_type_bits(x->type);
	if (gm_ptx_wmma_way(x) == WMMA_ROWS)
		return BY_ROWS;
	if (bits == 8)
		return ptx_matrix_is_upright(x) != x->row_major ? ACROSS : ALONG + !known_rows;
	if (bits == 64)
		return OF_DOUBLES;
	return bits == 32 && x->fragment != FRAGMENT_C ? OF_ELEMENTS + (x->space == SPACE_SHARED) : OF_PAIRS + 2 * !known_rows;
}

static int
length_of_fragment(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	int accesses, bytes;
	gm_ptx_wmma_access(s->matrix, &accesses, &bytes);
	const int each = gm_ptx_wmma_way(s->matrix) == WMMA_TURNED ? 2 : 1;
	return length_of_places(s->matrix, gm_ptx_issue_is_literal(plan, s->b)) + each * accesses + (s->immediate != 0);
}

/* A product of 32 bits that nothing else reads is part of the sum. */
static bool
takes_product(const issue_plan *plan, int32_t i)
{
	for (int k = 0; k < 2 && is_short_add(plan, i); k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (is_opcode(plan, from, OP_MUL) && bits_of(plan, from) == 32 && used_once(plan, from) &&
		    !is_float(plan, from) && !(word_of(plan, from)->flags & (WORD_WIDE | WORD_HIGH)))
			return true;
	}
	return false;
}

/* It is a product then. */
static bool
divides_by_literal(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_DIV) && is_float(plan, i) &&
	       gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1));
}

static bool
narrows_to_half_word(const ptx_step *s, const ptx_word *w)
{
	return w->opcode == OP_CVT && gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT &&
	       gm_ptx_type_kind((ptx_type)s->from) != KIND_FLOAT &&
	       gm_ptx_type_bits((ptx_type)w->type) <= 16;
}

int
gm_ptx_issue_length(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const ptx_word *w = word_of(plan, i);
	if (!(w->flags & WORD_FIRST) || s->spills || takes_product(plan, i) || narrows_to_half_word(s, w))
		return 0;
	if (s->action == ACTION_BRANCH)
		return 1;
	const int guarded = s->guard != PTX_NO_UNIT;
	if (s->action == ACTION_MEMORY)
		return guarded + length_of_access(s);
	if (w->opcode == OP_MOV && !(w->flags & WORD_SHARED_SYMBOL))
		return s->rule == RULE_PACK;
	if (w->opcode == OP_WMMA && s->matrix)
		return s->streams_itself ? length_of_fragment(plan, i)
					 : 1 + (int)gm_ptx_issue_rule(s, w, plan->cc).of[GM_UNIT_TENSOR];
	const bool compares_halves = w->opcode == OP_SETP && bits_of(plan, i) == 16 && !is_float(plan, i);
	return guarded + compares_halves + (divides_by_literal(plan, i) ? 1 : length_of_word(w));
}
