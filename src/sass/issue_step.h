/*
 * What the passes of the model of issued instructions ask of a step; see issue.h.
 */
#ifndef GM_SASS_ISSUE_STEP_H
#define GM_SASS_ISSUE_STEP_H

#include "sass/issue.h"

static inline const ptx_word *
word_of(const issue_plan *plan, int32_t step)
{
	return &plan->program->words[step];
}

static inline bool
is_opcode(const issue_plan *plan, int32_t step, ptx_opcode opcode)
{
	return step >= 0 && word_of(plan, step)->opcode == opcode;
}

static inline int
bits_of(const issue_plan *plan, int32_t step)
{
	const ptx_type type = (ptx_type)word_of(plan, step)->type;
	return type == PTX_NO_TYPE ? 0 : gm_ptx_type_bits(type);
}

static inline bool
is_float(const issue_plan *plan, int32_t step)
{
	const ptx_type type = (ptx_type)word_of(plan, step)->type;
	return type != PTX_NO_TYPE && gm_ptx_type_kind(type) == KIND_FLOAT;
}

/* It is one of the step's sources. */
static inline bool
reads_unit(const issue_plan *plan, int32_t step, uint32_t unit)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++)
		if (issue_source(plan, step, k) == unit)
			return true;
	return false;
}

/* One of its sources is marked; a mark per unit. */
static inline bool
reads_marked(const issue_plan *plan, int32_t step, const bool *marked)
{
	for (int k = 0; k < plan->program->steps[step].sources_count; k++) {
		const uint32_t unit = issue_source(plan, step, k);
		if (unit != PTX_NO_UNIT && marked[unit])
			return true;
	}
	return false;
}

static inline bool
is_free(const issue_plan *plan, int32_t step)
{
	return gm_issue_total(&plan->cost[step]) == 0;
}

static inline bool
is_short_add(const issue_plan *plan, int32_t step)
{
	return (is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB)) &&
	       bits_of(plan, step) == 32 && !is_float(plan, step);
}

/* Every way to the node `of` goes through `node`, or it is the same. */
static inline bool
issue_dominates(const issue_plan *plan, int32_t node, int32_t of)
{
	return node >= 0 && of >= 0 && gm_ptx_dominates(&plan->dominance, node, of);
}

/* Whoever comes to step `b` has passed step `a`. */
static inline bool
issue_comes_before(const issue_plan *plan, int32_t a, int32_t b)
{
	const int32_t x = plan->graph.node_of[a], y = plan->graph.node_of[b];
	return x == y ? a < b : issue_dominates(plan, x, y);
}

/* The selection that makes the step's value under its predicate (pick.h); NO_STEP. */
static inline int32_t
issue_picked_by(const issue_plan *plan, int32_t step)
{
	const uint32_t unit = issue_result(plan, step);
	const int32_t user = unit == PTX_NO_UNIT ? NO_STEP : plan->values.user[unit];
	return user >= 0 && plan->program->steps[user].picks == step ? user : NO_STEP;
}

/* It gives on what it gets. */
static inline bool
is_handing_on(const issue_plan *plan, int32_t step)
{
	return is_opcode(plan, step, OP_CVTA) || is_opcode(plan, step, OP_MOV);
}

/* The step behind a source, through moves and address conversions; NO_STEP when there is none. */
static inline int32_t
step_behind(const issue_plan *plan, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_handing_on(plan, from))
		from = issue_definition(plan, issue_source(plan, from, 0));
	return from;
}

static inline bool
used_once(const issue_plan *plan, int32_t step)
{
	const uint32_t unit = issue_result(plan, step);
	return unit != PTX_NO_UNIT && plan->values.uses[unit] == 1;
}

static inline bool
is_long_add(const issue_plan *plan, int32_t step)
{
	return (is_opcode(plan, step, OP_ADD) || is_opcode(plan, step, OP_SUB)) &&
	       bits_of(plan, step) == 64 && !is_float(plan, step);
}

static inline void
vanish(issue_plan *plan, int32_t step)
{
	plan->cost[step] = (gm_issue){0};
}

#endif
