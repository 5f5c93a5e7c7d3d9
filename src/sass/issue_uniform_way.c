/*
 * Places alike in all lanes that are worked out in the registers of lanes all the same, so that what loads from there
 * is LDC and not ULDC.
 *
 * What has no uniform form: the lesser and the greater, divisions, floats, the upper half of a product, what comes from
 * other memory or from other lanes; and what is done under a predicate instead of behind a branch. An instruction of lanes has
 * one place for a literal, a constant or a uniform register:
 *
 *     a parameter that is compared with a literal or with another one, as the guard of a loop does with its bound, is in
 *     a register of lanes by then; not where that comes behind; so is a constant whose place is known, beside a literal;
 *     so is what a loop moves on and an instruction of lanes reads beside a literal, a comparison for a branch among them
 *     and a sum that is made under the predicate of a selection (geo_nearest_ball_of_pixel),
 *     and the first of two numbers alike in all lanes of which the lesser or greater is taken.
 *
 * What is made of such is there, too. A counter and a pointer that a loop moves on side by side are two.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90 of 131 small kernels with loops over constant memory, of which 14 are not as
 * this says (a counter that is multiplied by a parameter for another address, PTX that starts a loop without a guard);
 * tests/sass/test_uniform_way.c.
 */
#include "sass/issue_step.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool
is_parameter(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_LD) && word_of(plan, i)->flags & WORD_PARAMETER;
}

static bool
is_constant(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_LD) && plan->program->steps[i].space == SPACE_CONST;
}

static bool
has_uniform_form(const issue_plan *plan, int32_t i)
{
	static const uint8_t all[] = {OP_MOV, OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_SHL,  OP_SHR, OP_AND,
				      OP_OR,  OP_XOR, OP_NOT, OP_NEG, OP_CVT, OP_CVTA, OP_ABS, OP_SELP, OP_SETP};
	const ptx_word *w = word_of(plan, i);
	const ptx_step *s = &plan->program->steps[i];
	const bool from_float = w->opcode == OP_CVT && gm_ptx_type_kind((ptx_type)s->from) == KIND_FLOAT;
	return is_parameter(plan, i) || is_constant(plan, i) || (s->action == ACTION_LANES && !is_float(plan, i) && !from_float &&
					 !(w->flags & WORD_HIGH) && memchr(all, w->opcode, sizeof all));
}

static bool
is_literal(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	return unit != PTX_NO_UNIT && gm_ptx_issue_literal_value(plan, unit, &value);
}

static bool
is_parameter_unit(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return from >= 0 && is_parameter(plan, from);
}

/* A constant whose place stands in its instruction. */
static bool
is_fixed_constant_unit(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (from < 0 || !is_constant(plan, from))
		return false;
	const uint32_t address = plan->program->steps[from].a;
	return address == PTX_NO_UNIT || is_literal(plan, address);
}

static bool
is_integer_step(const issue_plan *plan, int32_t i)
{
	return plan->program->steps[i].action == ACTION_LANES && !is_float(plan, i);
}

/* A selection between what differs makes it under its predicate. */
static bool
is_made_apart(const issue_plan *plan, int32_t i)
{
	const int32_t selection = issue_picked_by(plan, i);
	return selection != NO_STEP && plan->values.varies[issue_source(plan, selection, 2)];
}

/* Beside what else it reads the unit cannot be a constant or in a uniform register. */
static bool
finds_no_place(const issue_plan *plan, int32_t i, uint32_t unit)
{
	const bool compares = is_opcode(plan, i, OP_SETP), chooses = is_opcode(plan, i, OP_MIN) || is_opcode(plan, i, OP_MAX);
	const uint32_t result = issue_result(plan, i);
	const bool of_lanes = compares || chooses || (result != PTX_NO_UNIT && plan->values.varies[result]) || is_made_apart(plan, i);
	bool taken = false;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t other = issue_source(plan, i, k);
		if (other == unit || other == PTX_NO_UNIT)
			continue;
		taken |= is_literal(plan, other) ||
			 (compares && is_parameter_unit(plan, unit) && is_parameter_unit(plan, other)) ||
			 (chooses && k == 1 && !plan->values.varies[other]);
	}
	return taken && of_lanes && is_integer_step(plan, i);
}

/* By a step that comes before `load`, or is in a loop with it. */
static bool
is_in_register(const issue_plan *plan, uint32_t unit, int32_t load)
{
	const ptx_program *p = plan->program;
	int32_t outer = issue_loop_of(plan, load);
	while (outer >= 0 && p->loops[outer].parent >= 0)
		outer = p->loops[outer].parent;
	for (int32_t r = plan->values.first[unit]; r < plan->values.first[unit + 1]; r++) {
		const int32_t reader = plan->values.readers[r];
		const bool near = reader < load || (outer >= 0 && gm_ptx_loop_has_step(p, &p->loops[outer], reader));
		if (near && finds_no_place(plan, reader, unit))
			return true;
	}
	return false;
}

/* Per unit: 0 not asked, else whether it is in registers of lanes; what is being asked is taken not to be. */
enum { ASKED = 1, OF_LANES = 2 };

typedef struct asking {
	const issue_plan *plan;
	int32_t load;
	uint8_t *state;
} asking;

static bool
is_of_lanes(const asking *a, uint32_t unit)
{
	const issue_plan *plan = a->plan;
	const ptx_program *p = plan->program;
	if (unit == PTX_NO_UNIT || a->state[unit])
		return unit != PTX_NO_UNIT && a->state[unit] == OF_LANES;
	a->state[unit] = ASKED;
	const bool told = is_parameter_unit(plan, unit) || is_fixed_constant_unit(plan, unit);
	const bool moved = plan->values.definition[unit] == MANY_STEPS;
	bool lanes = (told || moved) && is_in_register(plan, unit, a->load);
	for (int32_t i = 0; i < p->steps_count && !lanes; i++) {
		const ptx_step *s = &p->steps[i];
		if (!gm_ptx_names_unit(p, s->results, s->results_count, unit))
			continue;
		lanes = !has_uniform_form(plan, i) || (is_constant(plan, i) && is_of_lanes(a, s->a));
		for (int k = 0; k < s->sources_count && !lanes && !is_parameter(plan, i); k++)
			lanes = is_of_lanes(a, issue_source(plan, i, k));
	}
	if (lanes)
		a->state[unit] = OF_LANES;
	return lanes;
}

bool
gm_ptx_issue_is_place_of_lanes(const issue_plan *plan, int32_t load)
{
	asking a = {plan, load, gm_allocate(plan->program->units_count + 1, sizeof *a.state)};
	const bool lanes = plan->predicated[plan->graph.node_of[load]] || is_of_lanes(&a, plan->program->steps[load].a);
	free(a.state);
	return lanes;
}
