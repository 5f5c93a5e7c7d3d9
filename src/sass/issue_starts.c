/*
 * Addresses that a loop moves on from a parameter, which its first turn adds up unlike all others.
 *
 *     for (k = 0; k < 7; k++, p += 4) ... p[i] ... p[i + 1] ...
 *
 * is p + i in the first turn, a sum of a parameter, and (p + 4) + i in the others, of which ptxas sees that they are a
 * literal apart from each other, and not that the first is. So it is of turns that stand there for themselves, before
 * all rounds; where p begins as a sum, or a product, or is loaded, they are all alike.
 * Source: code of ptxas 13.0 for sm_90, of 40 loops; tests/sass/test_carried.c.
 */
#include "sass/issue_step.h"

typedef enum beginning { BEGINS_OTHERWISE, BEGINS_AT_ZERO, BEGINS_AT_PARAMETER } beginning;

enum { DEEPEST = 8 };

/* What a register holds that the loop does not write, or that a step before it has written. */
static beginning
before_loop(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	if (unit == PTX_NO_UNIT)
		return BEGINS_OTHERWISE;
	if (gm_ptx_issue_literal_value(plan, unit, &value))
		return value == 0 ? BEGINS_AT_ZERO : BEGINS_OTHERWISE;
	const int32_t from = step_behind(plan, unit);
	return from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER ? BEGINS_AT_PARAMETER : BEGINS_OTHERWISE;
}

static beginning
moved_from(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	const int32_t from = gm_ptx_issue_beginning(plan, loop, unit);
	if (from < 0 || bits_of(plan, from) != 64)
		return BEGINS_OTHERWISE;
	if (word_of(plan, from)->flags & WORD_PARAMETER)
		return BEGINS_AT_PARAMETER;
	return is_handing_on(plan, from) ? before_loop(plan, issue_source(plan, from, 0)) : BEGINS_OTHERWISE;
}

static bool
is_left_alone(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t last;
	return unit == PTX_NO_UNIT || gm_ptx_issue_writers_in(plan, loop, unit, &last) == 0;
}

/* In the first turn, of what moves. */
static beginning
in_first(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, int depth)
{
	int32_t last;
	if (unit == PTX_NO_UNIT || gm_ptx_issue_advance(plan, loop, unit) != 0)
		return unit == PTX_NO_UNIT ? BEGINS_OTHERWISE : moved_from(plan, loop, unit);
	if (depth == 0 || gm_ptx_issue_writers_in(plan, loop, unit, &last) != 1)
		return BEGINS_OTHERWISE;
	if (is_handing_on(plan, last))
		return in_first(plan, loop, issue_source(plan, last, 0), depth - 1);
	const uint32_t a = issue_source(plan, last, 0), b = issue_source(plan, last, 1);
	if (!is_opcode(plan, last, OP_ADD) || bits_of(plan, last) != 64 ||
	    is_left_alone(plan, loop, a) == is_left_alone(plan, loop, b))
		return BEGINS_OTHERWISE;
	const bool alone = is_left_alone(plan, loop, a);
	const beginning moves = in_first(plan, loop, alone ? b : a, depth - 1);
	return moves == BEGINS_AT_ZERO ? before_loop(plan, alone ? a : b) : moves;
}

bool
gm_ptx_issue_first_is_apart(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	return in_first(plan, loop, unit, DEEPEST) == BEGINS_AT_PARAMETER;
}
