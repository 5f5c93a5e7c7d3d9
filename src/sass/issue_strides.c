/*
 * Distances that the pointers of a loop move by, the same in all lanes: ptxas leaves them in uniform registers
 * (IADD3 R, R, UR) where nothing else needs in a register of each lane what they are made of.
 *
 * Needed there are bounds from which a loop counts down, and what is added outside of loops to something that differs
 * between lanes. Comparisons are not.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90. Dot products down a column, two loads to a turn, written out 16 times, with
 * 32 registers, loads of 4 (8) bytes that stand before the first is waited for: 16 (8) where the width of rows is one
 * parameter and their number another, 12 to 14 (6) where both are the same; where 4 sums are stored a width apart the
 * width is in registers, too. Times of such walks (calibration, flight/walk, 16 kinds, H200): 7.6 % off in the mean cold
 * and 8.8 % warm, without it 20 % and 19 %.
 */
#include "sass/issue_registers.h"
#include "sass/issue_step.h"

#include <stdlib.h>

enum { DISTANCE_REGISTERS = 2, SLICE_DEEPEST = 8 };

/* Marks the parameters that the unit is made of; false when it is made of anything else. */
static bool
mark_roots(const issue_plan *plan, uint32_t unit, bool *marked, int deepest)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : plan->values.definition[unit];
	const bool parameter = from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER;
	if (unit == PTX_NO_UNIT || parameter || gm_ptx_issue_is_literal(plan, unit)) {
		if (parameter)
			marked[unit] = true;
		return true;
	}
	if (from < 0 || deepest == 0 || plan->program->steps[from].action != ACTION_LANES)
		return false;
	bool all = true;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		all = mark_roots(plan, issue_source(plan, from, k), marked, deepest - 1) && all;
	return all;
}

/* Marks what is made of marked units and literals alone. */
static void
mark_made(const issue_plan *plan, bool *marked)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		bool any = false, all = p->steps[i].action == ACTION_LANES && p->steps[i].results_count == 1;
		for (int k = 0; k < p->steps[i].sources_count && all; k++) {
			const uint32_t unit = issue_source(plan, i, k);
			any |= unit != PTX_NO_UNIT && marked[unit];
			all = unit == PTX_NO_UNIT || marked[unit] || gm_ptx_issue_is_literal(plan, unit);
		}
		if (any && all && plan->values.definition[p->units[p->steps[i].results]] == i)
			marked[p->units[p->steps[i].results]] = true;
	}
}

static bool
is_needed_elsewhere(const issue_plan *plan, const bool *marked)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const uint32_t result = p->steps[i].results_count > 0 ? p->units[p->steps[i].results] : PTX_NO_UNIT;
		if (result == PTX_NO_UNIT || marked[result] || is_opcode(plan, i, OP_SETP) ||
		    issue_loop_of(plan, i) >= 0 || !reads_marked(plan, i, marked))
			continue;
		if (plan->values.varies[result] || plan->values.definition[result] == MANY_STEPS)
			return true;
	}
	return false;
}

static bool
stays_uniform(const issue_plan *plan, uint32_t distance)
{
	bool *marked = gm_allocate(plan->program->units_count + 1, sizeof *marked);
	bool uniform = mark_roots(plan, distance, marked, SLICE_DEEPEST);
	mark_made(plan, marked);
	uniform = uniform && marked[distance] && !is_needed_elsewhere(plan, marked);
	free(marked);
	return uniform;
}

/* Of a step that moves a pointer on in the loop, what by: as long for all lanes, and left alone. */
static uint32_t
distance_of(const issue_plan *plan, const ptx_loop *loop, int32_t i)
{
	const uint32_t result = issue_result(plan, i);
	if (!is_opcode(plan, i, OP_ADD) || bits_of(plan, i) != 64 || is_float(plan, i) || result == PTX_NO_UNIT ||
	    !plan->values.varies[result] || !gm_ptx_loop_has_node(loop, plan->graph.node_of[i]))
		return PTX_NO_UNIT;
	for (int k = 0; k < 2; k++) {
		const uint32_t unit = issue_source(plan, i, k), pointer = issue_source(plan, i, 1 - k);
		int32_t last = NO_STEP;
		if (unit != PTX_NO_UNIT && pointer != PTX_NO_UNIT && !plan->values.varies[unit] &&
		    plan->values.definition[pointer] == MANY_STEPS &&
		    gm_ptx_issue_writers_in(plan, loop, unit, &last) == 0)
			return unit;
	}
	return PTX_NO_UNIT;
}

double
gm_ptx_issue_strides(const issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const uint32_t distance = distance_of(plan, loop, i);
		if (distance != PTX_NO_UNIT && stays_uniform(plan, distance))
			return DISTANCE_REGISTERS;
	}
	return 0;
}
