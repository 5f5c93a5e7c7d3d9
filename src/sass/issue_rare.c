/*
 * What the subroutines for rare operands cost (rare.h says which operands are), for the share of times
 * that lanes with such were seen.
 *
 * Source: calibration on an H200, one warp that divides and takes roots of given operands in a loop, less
 * the same of ordinary operands: instructions by unit, lanes of float arithmetic, clocks. Each row stands
 * for several cases that differ by some instructions; 0 / x, operands that were scaled with a normal
 * result, and a result below the least normal number are what the rows are of. Lanes of f32 quotients and
 * roots are not of them (gm_ptx_rare_is_counted).
 */
#include "sass/issue.h"
#include "sass/rare.h"
#include "ptx/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rare_cost {
	float alu, fma, fp64, xu, control, clocks;
	float floats[GM_FLOAT_COUNT];
} rare_cost;

#define F(kind, count) [GM_FLOAT_##kind] = count
static const struct rare_row {
	uint8_t opcode, class;
	rare_cost of[RARE_KINDS];
	rare_cost left; /* not done when no lane is ordinary */
} rows[] = {
	{OP_DIV, CLASS_SINGLE,
	 {[RARE_SPECIAL] = {17, 8, 0, 0, 11, 230, {0}},
	  [RARE_SCALED] = {12, 22, 0, 1, 10, 260, {0}},
	  [RARE_TINY] = {31, 27, 0, 1, 14, 357, {0}}},
	 {0, 0, 0, 0, 1, 17, {0}}},
	{OP_RCP, CLASS_SINGLE,
	 {[RARE_SPECIAL] = {4, 9, 0, 2, 8, 191, {0}},
	  [RARE_SCALED] = {4, 9, 0, 2, 8, 191, {F(FFMA, 4), F(FADD, 1)}},
	  [RARE_TINY] = {22, 14, 0, 1, 9, 261, {F(FFMA, 3), F(FADD, 1)}}},
	 {0, 3, 0, 1, 1, 50, {F(FFMA, 2), F(FADD, 1)}}},
	{OP_SQRT, CLASS_SINGLE,
	 {[RARE_SPECIAL] = {3, 3, 0, 0, 5, 110, {0}},
	  [RARE_SCALED] = {7, 12, 0, 1, 7, 202, {0}}},
	 {0, 4, 0, 0, 1, 33, {F(FFMA, 2), F(FMUL, 2)}}},
	{OP_DIV, CLASS_DOUBLE,
	 {[RARE_SPECIAL] = {24, 21, 12, 1, 10, 331, {F(DMUL, 1), F(DFMA, 8)}},
	  [RARE_SCALED] = {25, 19, 11, 1, 7, 294, {F(DMUL, 2), F(DFMA, 7)}},
	  [RARE_TINY] = {33, 22, 14, 1, 9, 353, {F(DMUL, 3), F(DFMA, 9)}}},
	 {0, 0, 0, 0, 1, 19, {0}}},
	{OP_RCP, CLASS_DOUBLE,
	 {[RARE_SPECIAL] = {5, 9, 1, 0, 7, 163, {0}},
	  [RARE_SCALED] = {6, 10, 8, 1, 9, 256, {F(DMUL, 2), F(DFMA, 5)}},
	  [RARE_TINY] = {6, 11, 10, 1, 9, 273, {F(DMUL, 1), F(DFMA, 8)}}},
	 {0, 0, 0, 0, 1, 16, {0}}},
	{OP_SQRT, CLASS_DOUBLE,
	 {[RARE_SPECIAL] = {4, 8, 2, 0, 7, 157, {F(DADD, 1)}},
	  [RARE_SCALED] = {8, 13, 10, 1, 10, 275, {F(DMUL, 4), F(DFMA, 5)}},
	  [RARE_TINY] = {7, 9, 3, 0, 7, 165, {F(DFMA, 2)}}},
	 {0, 0, 0, 0, 1, 16, {0}}},
	{OP_RSQRT, CLASS_DOUBLE,
	 {[RARE_SPECIAL] = {3, 6, 1, 0, 6, 133, {0}},
	  [RARE_SCALED] = {5, 9, 10, 1, 10, 249, {F(DMUL, 4), F(DFMA, 3)}}},
	 {0, 0, 0, 0, 1, 16, {0}}},
};

static const struct rare_row *
row_of(const ptx_word *w)
{
	const issue_class class = gm_ptx_issue_class((ptx_type)w->type);
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		if (rows[r].opcode == w->opcode && rows[r].class == class)
			return &rows[r];
	return NULL;
}

/* `times` of all executions, `lanes` of all lanes. */
static void
add(gm_issue *to, const rare_cost *cost, double times, double lanes)
{
	const struct {
		gm_unit unit;
		float count;
	} units[] = {{GM_UNIT_ALU, cost->alu},
		     {GM_UNIT_FMA, cost->fma},
		     {GM_UNIT_FP64, cost->fp64},
		     {GM_UNIT_XU, cost->xu},
		     {GM_UNIT_CONTROL, cost->control}};
	for (size_t u = 0; u < sizeof units / sizeof *units; u++)
		to->of[units[u].unit] += (float)(times * (double)units[u].count);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		to->floats[f] += (float)(lanes * (double)cost->floats[f]);
	to->wait += (float)(times * (double)cost->clocks / PTX_FMA_CYCLES);
}

/* What is counted lane by lane, and not in the rows. */
static void
add_counted(gm_issue *to, const ptx_rare_tally *seen)
{
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		to->floats[f] += (float)((double)seen->floats[f] / (double)seen->lanes);
}

/* A sign that the division takes with its operand is an FADD before the call. */
static void
add_signs(issue_plan *plan, int32_t i, double rare)
{
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		if (from >= 0 && gm_issue_total(&plan->cost[from]) == 0 &&
		    (plan->program->words[from].opcode == OP_NEG ||
		     plan->program->words[from].opcode == OP_ABS))
			plan->cost[i].floats[GM_FLOAT_FADD] += (float)rare;
	}
}

/* What MUFU's small operands, and what it makes of them, are scaled by, in so many lanes for each of the
   step `at`. Where the operand is scaled into another register (FSEL), all lanes do. */
static void
add_scaling(issue_plan *plan, int32_t i, int32_t at, double lanes)
{
	static const struct {
		uint8_t opcode;
		gm_float after;
	} rows_scaled[] = {{OP_EX2, GM_FLOAT_FMUL},
			   {OP_LG2, GM_FLOAT_FADD},
			   {OP_RSQRT, GM_FLOAT_FMUL},
			   {OP_SQRT, GM_FLOAT_FMUL}};
	const bool selects = plan->cost[i].floats[GM_FLOAT_FMUL] >= 1;
	for (size_t r = 0; r < sizeof rows_scaled / sizeof *rows_scaled; r++)
		if (plan->program->words[i].opcode == rows_scaled[r].opcode)
			plan->cost[at].floats[rows_scaled[r].after] += (float)lanes;
	plan->cost[at].floats[GM_FLOAT_FMUL] += selects ? 0 : (float)lanes;
}

/* The last step with a site before the outermost loop around the step; NO_STEP. */
static int32_t
before_loops(const issue_plan *plan, int32_t step)
{
	const ptx_program *p = plan->program;
	int32_t loop = issue_loop_of(plan, step);
	while (loop >= 0 && p->loops[loop].parent >= 0)
		loop = p->loops[loop].parent;
	int32_t node = loop < 0 ? -1 : plan->dominator[plan->graph.node_of[p->loops[loop].header]];
	for (; node >= 0; node = plan->dominator[node])
		for (int32_t i = plan->graph.nodes[node].end - 1; i >= plan->graph.nodes[node].first; i--)
			if (p->steps[i].site != PTX_NO_SITE)
				return i;
	return NO_STEP;
}

static void
add_scalings(issue_plan *plan, int32_t i, const ptx_rare_tally *seen)
{
	const int32_t before = before_loops(plan, i);
	if (before != NO_STEP && seen->first_lanes > 0)
		add_scaling(plan, i, before, seen->first_rare / seen->first_lanes);
	add_scaling(plan, i, i, (double)seen->rare_lanes[RARE_SCALED] / (double)seen->lanes);
}

/* Powers of two of |x| need no scaling; see issue_denormal.c. */
static bool
is_scaled(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = &plan->program->words[i];
	const int32_t from = issue_definition(plan, issue_source(plan, i, 0));
	const bool magnitude = from >= 0 && plan->program->words[from].opcode == OP_ABS;
	return w->type == PTX_F32 && w->opcode != OP_DIV && w->flags & WORD_APPROXIMATE &&
	       !(w->opcode == OP_EX2 && magnitude);
}

/* Lanes that make the value of a selection, where the replay counts all. */
static void
add_chosen(issue_plan *plan, int32_t i, const ptx_rare_tally *seen)
{
	const double share = (double)seen->rare_lanes[RARE_SCALED] / (double)seen->lanes;
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		plan->cost[i].floats[f] *= (float)share;
}

/* What a few blocks showed may be otherwise in all: of a selection what is left of it, else what was added. */
static void
note_unsure(issue_plan *plan, int32_t i, const gm_issue *before, const ptx_rare_tally *seen, int64_t blocks)
{
	const double spread = gm_ptx_rare_spread(seen, blocks);
	const bool chosen = plan->program->steps[i].picks >= 0;
	gm_issue *cost = &plan->cost[i];
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		cost->unsure[f] = (float)(spread * fabs((double)cost->floats[f] - (chosen ? 0 : (double)before->floats[f])));
}

static void
add_rare(issue_plan *plan, const ptx_rare_tally *rare_of)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_rare_tally *seen = &rare_of[i];
		const struct rare_row *row = seen->runs > 0 ? row_of(&p->words[i]) : NULL;
		if (seen->runs > 0 && is_scaled(plan, i))
			add_scalings(plan, i, seen);
		if (seen->runs > 0 && p->steps[i].picks >= 0)
			add_chosen(plan, i, seen);
		if (!row || !gm_ptx_issue_calls(&plan->cost[i]))
			continue;
		const double runs = (double)seen->runs, lanes = (double)seen->lanes;
		double rare = 0;
		for (int k = RARE_SPECIAL; k < RARE_KINDS; k++) {
			add(&plan->cost[i], &row->of[k], (double)seen->rare_runs[k] / runs,
			    (double)seen->rare_lanes[k] / lanes);
			rare += (double)seen->rare_lanes[k] / lanes;
		}
		add_counted(&plan->cost[i], seen);
		add_signs(plan, i, rare);
		add(&plan->cost[i], &row->left, -(double)seen->whole_runs / runs, -rare);
	}
}

void
gm_ptx_issue_rare(issue_plan *plan, const ptx_rare_tally *rare_of, int64_t blocks)
{
	const int32_t steps = plan->program->steps_count;
	if (!rare_of)
		return;
	gm_issue *before = gm_allocate((size_t)steps, sizeof *before);
	memcpy(before, plan->cost, (size_t)steps * sizeof *before);
	add_rare(plan, rare_of);
	for (int32_t i = 0; i < steps; i++)
		if (rare_of[i].runs > 0)
			note_unsure(plan, i, &before[i], &rare_of[i], blocks);
	free(before);
}
