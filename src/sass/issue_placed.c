/*
 * Loads of constants whose place comes to stand in the instruction where the turns of loops are written out.
 */
#include "base/memory.h"
#include "sass/issue_step.h"

#include <stdlib.h>

enum { CHAIN_MOST = 8 /* steps from a counter to a place */ };

/* Whose counter the unit is, of the loops around; -1: of none that begins with a literal. */
static int32_t
counted_by(const issue_plan *plan, int32_t loop, uint32_t unit)
{
	const ptx_program *p = plan->program;
	for (int32_t l = p->loops[loop].parent; l >= 0; l = p->loops[l].parent) {
		uint64_t begin;
		if (gm_ptx_issue_advance(plan, &p->loops[l], unit) != 0 &&
		    gm_ptx_issue_begins_with(plan, &p->loops[l], unit, &begin))
			return l;
	}
	return -1;
}

static bool
is_computed(const issue_plan *plan, int32_t step)
{
	static const ptx_opcode opcodes[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_SHL, OP_CVT, OP_MOV, OP_OR};
	for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++)
		if (is_opcode(plan, step, opcodes[k]))
			return plan->program->steps[step].guard == PTX_NO_UNIT;
	return is_handing_on(plan, step);
}

/* Are literals and counters of loops around `loop` all that it is made of? With `whole`, of those that are written out. */
static bool
is_made_of_counters(const issue_plan *plan, int32_t loop, uint32_t unit, bool whole, int deep)
{
	if (unit == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, unit))
		return true;
	const int32_t from = issue_definition(plan, unit);
	const int32_t around = counted_by(plan, loop, unit);
	if (around >= 0)
		return !whole || plan->whole[around].turns > 0;
	if (from < 0 || deep == CHAIN_MOST || !is_computed(plan, from))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_made_of_counters(plan, loop, issue_source(plan, from, k), whole, deep + 1))
			return false;
	return true;
}

/* What the loop moves on, of a unit that is so much more or less. */
static uint32_t
moved_part(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	for (int deep = 0; deep < CHAIN_MOST; deep++) {
		const int32_t from = issue_definition(plan, unit);
		if (from < 0 || !gm_ptx_loop_has_step(plan->program, loop, from) || !is_opcode(plan, from, OP_ADD) ||
		    !is_computed(plan, from) || !gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1)))
			break;
		unit = issue_source(plan, from, 0);
	}
	return unit;
}

/* The loop moves its place on by a literal, from a literal or from what counters of loops around it make, which begin with
   literals. What is passed, or a number of the thread or the block, is no such beginning: then turns are written out as if
   the load were any other (5 beginnings, 3 to 24 turns of 8 to 96 loads and multiply-adds, 68 kernels of ptxas 13.0 for
   sm_90). */
static bool
is_placed(const issue_plan *plan, int32_t loop, int32_t i, bool whole)
{
	const ptx_step *s = &plan->program->steps[i];
	if (!is_opcode(plan, i, OP_LD) || s->space != SPACE_CONST || s->a == PTX_NO_UNIT)
		return false;
	const ptx_loop *l = &plan->program->loops[loop];
	const uint32_t unit = moved_part(plan, l, s->a);
	const int32_t from = gm_ptx_issue_beginning(plan, l, unit);
	if (from < 0 || gm_ptx_issue_advance(plan, l, unit) == 0 || !is_computed(plan, from))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_made_of_counters(plan, loop, issue_source(plan, from, k), whole, 0))
			return false;
	return true;
}

/* The literal of the turn that is added to a place that is one for all: the unit; PTX_NO_UNIT. */
static uint32_t
literal_part(const issue_plan *plan, int32_t i, const bool *literal)
{
	const ptx_step *s = &plan->program->steps[i];
	const int32_t from = is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST && s->a != PTX_NO_UNIT
				     ? issue_definition(plan, s->a)
				     : NO_STEP;
	if (from < 0 || !is_opcode(plan, from, OP_ADD) || plan->program->steps[from].guard != PTX_NO_UNIT)
		return PTX_NO_UNIT;
	for (int k = 0; k < 2; k++) {
		const uint32_t unit = issue_source(plan, from, k);
		const int32_t made = issue_definition(plan, unit);
		if (made >= 0 && literal[made] && gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1 - k)))
			return unit;
	}
	return PTX_NO_UNIT;
}

int
gm_ptx_issue_find_placed(const issue_plan *plan, const ptx_loop *loop, bool *marks)
{
	int count = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i) &&
		    (is_placed(plan, (int32_t)(loop - plan->program->loops), i, false) ||
		     literal_part(plan, i, marks) != PTX_NO_UNIT)) {
			marks[i] = true;
			count++;
		}
	return count;
}

/* Words that a turn reads here and there: of up to 12 two of neighbouring turns come together, ULDC.64, of more each comes
   alone (8 turns of 7 to 20 of them: 28, 32, 36, 40, 44, 60, 104, 112, 120, 128, 160 loads; ptxas 13.0 for sm_90). */
static bool
come_alone(const issue_plan *plan, int32_t i, int placed)
{
	enum { TOGETHER_MOST = 12 };
	return placed > TOGETHER_MOST && plan->cost[i].of[GM_UNIT_OTHER] > 0 && plan->program->steps[i].joined_bytes == 0 &&
	       bits_of(plan, i) == 32;
}

static bool
stands_placed(const issue_plan *plan, int32_t index, int32_t i)
{
	const ptx_program *p = plan->program;
	const int32_t loop = issue_loop_of(plan, i);
	return loop >= 0 && gm_ptx_loop_has_step(p, &p->loops[index], i) && plan->whole[loop].turns > 0 &&
	       is_placed(plan, loop, i, true);
}

/* Of a word that several turns read, products by what the loop leaves alone may be one. */
static void
doubt_products(issue_plan *plan, const ptx_loop *loop, int32_t load)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[load];
	for (int32_t i = loop->header; i < p->steps_count; i++)
		for (int k = 0; k < s->results_count && gm_ptx_loop_has_step(p, loop, i); k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit != PTX_NO_UNIT && gm_ptx_names_unit(p, p->steps[i].sources, p->steps[i].sources_count, unit) && is_float(plan, i))
				plan->cost[i].doubtful = GM_DOUBTFUL_MET;
		}
}

/* Words that turns read by what literals make are brought once for all of them. */
static void
place_by_literals(issue_plan *plan, int32_t index)
{
	const ptx_loop *loop = &plan->program->loops[index];
	const int32_t count = plan->program->steps_count;
	issue_turn t;
	if (!gm_ptx_issue_find_turn(plan, loop, &t))
		return;
	bool *literal = gm_allocate((size_t)count, sizeof *literal);
	uint32_t *part = gm_allocate_unset((size_t)count, sizeof *part);
	gm_ptx_issue_find_literals(plan, loop, &t, literal);
	for (int32_t i = 0; i < count; i++)
		part[i] = issue_loop_of(plan, i) == index ? literal_part(plan, i, literal) : PTX_NO_UNIT;
	const double distinct = gm_ptx_issue_distinct_literals(plan, loop, &t, part);
	for (int32_t i = 0; i < count; i++)
		if (part[i] != PTX_NO_UNIT) {
			gm_ptx_issue_place_constant(plan, i);
			issue_scale(&plan->cost[i], distinct);
			if (distinct < 1)
				doubt_products(plan, loop, i);
		}
	free(literal);
	free(part);
}

void
gm_ptx_issue_place_constants(issue_plan *plan, int32_t index)
{
	int placed = 0;
	place_by_literals(plan, index);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		placed += stands_placed(plan, index, i);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (!stands_placed(plan, index, i))
			continue;
		gm_ptx_issue_place_constant(plan, i);
		if (come_alone(plan, i, placed))
			plan->cost[i] = issue_of(GM_UNIT_OTHER, 1);
	}
}
