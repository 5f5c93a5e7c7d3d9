/*
 * How long a result takes, in dependent single-precision multiply-adds (4.07 cycles on an H200).
 *
 * Source: calibration on an H200 (sequence_*: a chain of each operator in one warp of a scheduler, less 4
 * cycles for the loop's share; latency_*), and for predicates the stalls that ptxas 13.0 writes: it
 * leaves 13 cycles between a comparison and what stands under its predicate, 4 where the predicate is
 * an operand. What is not in the table takes one for each of its machine instructions.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

typedef struct wait_rule {
	uint8_t opcode, class;
	uint16_t flags; /* all of them are there */
	float cycles;
} wait_rule;

static const wait_rule rules[] = {
	{OP_ADD, CLASS_DOUBLE, 0, 8.05f},
	{OP_SUB, CLASS_DOUBLE, 0, 8.05f},
	{OP_MUL, CLASS_DOUBLE, 0, 8.05f},
	{OP_FMA, CLASS_DOUBLE, 0, 8.05f},
	{OP_MAD, CLASS_DOUBLE, 0, 8.05f},
	{OP_ADD, CLASS_HALF, 0, 5},
	{OP_SUB, CLASS_HALF, 0, 5},
	{OP_MUL, CLASS_HALF, 0, 5},
	{OP_FMA, CLASS_HALF, 0, 5},
	{OP_MUL, CLASS_LONG, WORD_HIGH, 33},
	{OP_MUL, CLASS_LONG, WORD_WIDE, 5},
	{OP_MUL, CLASS_LONG, 0, 16},
	{OP_DIV, CLASS_INTEGER, 0, 133},
	{OP_REM, CLASS_INTEGER, 0, 133},
	{OP_DIV, CLASS_LONG, 0, 366},
	{OP_REM, CLASS_LONG, 0, 360},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, 21},
	{OP_DIV, CLASS_SINGLE, WORD_APPROXIMATE, 41},
	{OP_DIV, CLASS_SINGLE, 0, 57},
	{OP_DIV, CLASS_DOUBLE, 0, 124},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, 17},
	{OP_RCP, CLASS_SINGLE, WORD_APPROXIMATE, 39},
	{OP_RCP, CLASS_SINGLE, 0, 77},
	{OP_RCP, CLASS_DOUBLE, WORD_APPROXIMATE, 17},
	{OP_RCP, CLASS_DOUBLE, 0, 73},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE | WORD_FLUSH, 17},
	{OP_SQRT, CLASS_SINGLE, WORD_APPROXIMATE, 39},
	{OP_SQRT, CLASS_SINGLE, 0, 56},
	{OP_SQRT, CLASS_DOUBLE, 0, 93},
	{OP_RSQRT, CLASS_SINGLE, WORD_FLUSH, 17},
	{OP_RSQRT, CLASS_SINGLE, 0, 39},
	{OP_RSQRT, CLASS_DOUBLE, 0, 67},
	{OP_LG2, CLASS_SINGLE, WORD_FLUSH, 17},
	{OP_LG2, CLASS_SINGLE, 0, 39},
	{OP_EX2, CLASS_SINGLE, WORD_FLUSH, 17},
	{OP_EX2, CLASS_SINGLE, 0, 39},
	{OP_EX2, CLASS_HALF, 0, 20},
	{OP_TANH, CLASS_ANY, 0, 17},
	{OP_SIN, CLASS_ANY, 0, 23},
	{OP_COS, CLASS_ANY, 0, 23},
	{OP_POPC, CLASS_ANY, 0, 17},
	{OP_CLZ, CLASS_ANY, 0, 22},
	{OP_BREV, CLASS_ANY, 0, 17},
	{OP_BFIND, CLASS_ANY, 0, 17},
	{OP_SHFL, CLASS_ANY, 0, 24},
	{OP_VOTE, CLASS_ANY, 0, 12},
	{OP_MATCH, CLASS_ANY, 0, 31},
	{OP_REDUX, CLASS_ANY, 0, 40},
};

/* To and from integers and doubles 18; halves and what fits a register's other forms 5. */
static double
conversion_cycles(const issue_plan *plan, int32_t i)
{
	return plan->cost[i].of[GM_UNIT_XU] > 0 ? 18 * (double)plan->cost[i].of[GM_UNIT_XU] : 5;
}

enum { JOINED_MOST = 4 };

/* Nothing is issued for it: what stands under its result stands under both of its operands. */
static bool
joins(const issue_plan *plan, int32_t i)
{
	return is_free(plan, i) && word_of(plan, i)->type == PTX_PRED;
}

/* A result that has no name is taken to be one. */
static bool
is_guard(const bool *guards, uint32_t unit)
{
	return unit == PTX_NO_UNIT || guards[unit];
}

/* One round of joining: what stood under its result before this round does so under both of its operands. */
static void
spread_guards(const issue_plan *plan, const bool *before, bool *guards)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!is_guard(before, issue_result(plan, i)) || !joins(plan, i))
			continue;
		for (int k = 0; k < 2; k++)
			if (issue_source(plan, i, k) != PTX_NO_UNIT)
				guards[issue_source(plan, i, k)] = true;
	}
}

/* Per unit: something stands under it, or under what conditions are joined to, so many times at most. To be freed. */
static bool *
find_guards(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	const size_t units = p->units_count;
	bool *guards = gm_allocate(units + 1, sizeof *guards), *before = gm_allocate(units + 1, sizeof *before);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].guard != PTX_NO_UNIT)
			guards[p->steps[i].guard] = true;
	for (int joined = 0; joined < JOINED_MOST; joined++) {
		memcpy(before, guards, units * sizeof *guards);
		spread_guards(plan, before, guards);
	}
	free(before);
	return guards;
}

static bool
makes_predicate(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	return w->opcode == OP_SETP || w->type == PTX_PRED;
}

static double
cycles_of(const issue_plan *plan, int32_t i, const bool *guards)
{
	const ptx_word *w = word_of(plan, i);
	const issue_class class = gm_ptx_issue_class((ptx_type)w->type);
	const double issued = gm_issue_total(&plan->cost[i]);
	if (plan->program->steps[i].kept) /* predicates, then moves one behind the other */
		return 13 + issued;
	if (w->opcode == OP_CVT)
		return conversion_cycles(plan, i);
	if (makes_predicate(plan, i) && is_guard(guards, issue_result(plan, i)))
		return 13 + PTX_FMA_CYCLES * (issued - 1);
	for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
		if (rules[r].opcode == w->opcode && (rules[r].flags & w->flags) == rules[r].flags &&
		    (rules[r].class == CLASS_ANY || rules[r].class == class))
			return (double)rules[r].cycles;
	return PTX_FMA_CYCLES * (issued > 1 ? issued : 1);
}

void
gm_ptx_issue_waits(issue_plan *plan)
{
	bool *guards = find_guards(plan);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (!is_free(plan, i))
			plan->cost[i].wait = (float)(cycles_of(plan, i, guards) / PTX_FMA_CYCLES);
	free(guards);
}
