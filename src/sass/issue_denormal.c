/*
 * Numbers too small for MUFU, which takes denormal floats as zeros: they are scaled up before it, and what
 * it makes of them back after it. What few lanes hold is issued under a predicate, and counted for none.
 */
#include "sass/issue_step.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Below the smallest normal float: what logarithms ask of their argument before they scale it up. */
static bool
asks_denormal(const issue_plan *plan, int32_t step, uint32_t of)
{
	uint64_t bound;
	return is_opcode(plan, step, OP_SETP) && word_of(plan, step)->type == PTX_F32 &&
	       plan->program->steps[step].detail == MOD_lt && issue_source(plan, step, 0) == of &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, step, 1), &bound) && bound == 0x00800000;
}

#define UNKNOWN_LEAST (-INFINITY)
enum { TERMS_DEEP = 4 };

/* What a number cannot be below, as far as ptxas asks: signs, powers and circles, literals and sums of those. */
static double
least_of(const issue_plan *plan, uint32_t unit, int depth)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
	uint64_t bits;
	if (unit != PTX_NO_UNIT && gm_ptx_issue_literal_value(plan, unit, &bits))
		return (double)gm_float_of_bits((uint32_t)bits);
	if (from < 0 || depth == 0 || word_of(plan, from)->type != PTX_F32)
		return UNKNOWN_LEAST;
	switch (word_of(plan, from)->opcode) {
	case OP_ABS:
	case OP_EX2: return 0;
	case OP_SIN:
	case OP_COS: return -1;
	case OP_ADD: return least_of(plan, issue_source(plan, from, 0), depth - 1) +
			    least_of(plan, issue_source(plan, from, 1), depth - 1);
	default: return UNKNOWN_LEAST;
	}
}

/* MUFU on an operand that is scaled before it; what keeps denormal numbers alone needs that. */
static bool
may_scale(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	const bool approximate = w->flags & WORD_APPROXIMATE;
	const bool scaled = w->opcode == OP_LG2 || w->opcode == OP_EX2 || w->opcode == OP_RSQRT ||
			    (w->opcode == OP_SQRT && approximate) ||
			    (w->opcode == OP_DIV && approximate && !gm_ptx_issue_is_scaling(plan, i));
	return scaled && w->type == PTX_F32 && !(w->flags & WORD_FLUSH);
}

/* Not one of those that gm_ptx_issue_normal has found to need none. */
static bool
is_scaled(const issue_plan *plan, int32_t i)
{
	return may_scale(plan, i) && (double)plan->cost[i].of[GM_UNIT_ALU] > 0;
}

bool
gm_ptx_issue_is_scaled_back(const issue_plan *plan, int32_t i)
{
	return is_scaled(plan, i) && !is_opcode(plan, i, OP_DIV);
}

static uint32_t
scaled_operand(const issue_plan *plan, int32_t i)
{
	return issue_source(plan, i, is_opcode(plan, i, OP_DIV) ? 1 : 0);
}

static bool
is_one(const issue_plan *plan, uint32_t unit)
{
	uint64_t value;
	return gm_ptx_issue_literal_value(plan, unit, &value) && value == 0x3f800000;
}

/* An operand that cannot be denormal is not asked whether it is: |x|, a power or a cosine, and a number that
   makes more than the smallest normal float of it. One by such an operand is its reciprocal. (38 operands,
   ptxas 13.0 for sm_90.) */
void
gm_ptx_issue_normal(issue_plan *plan, int32_t i)
{
	if (!may_scale(plan, i) || is_opcode(plan, i, OP_EX2) ||
	    !(least_of(plan, scaled_operand(plan, i), TERMS_DEEP) >= (double)FLT_MIN))
		return;
	plan->cost[i] = issue_of(GM_UNIT_XU, 1);
	if (is_opcode(plan, i, OP_DIV) && !is_one(plan, issue_source(plan, i, 0))) {
		issue_add(plan, i, GM_UNIT_FMA, 1);
		plan->cost[i].floats[GM_FLOAT_FMUL] = 1;
	}
}

/* Both ask the same of the same number, and the second finds it scaled. */
static bool
shares_scale(const issue_plan *plan, int32_t first, int32_t second)
{
	return is_scaled(plan, first) && is_scaled(plan, second) && !is_opcode(plan, first, OP_EX2) &&
	       !is_opcode(plan, second, OP_EX2) &&
	       scaled_operand(plan, first) == scaled_operand(plan, second) &&
	       issue_same_block(plan, first, second);
}

static bool
is_read_after(const issue_plan *plan, int32_t step, uint32_t unit)
{
	for (int32_t i = step + 1; i < plan->program->steps_count; i++)
		if (reads_unit(plan, i, unit) && !(scaled_operand(plan, step) == unit && shares_scale(plan, step, i)))
			return true;
	return false;
}

/* Its register may hold something else from this step on: neither it nor what it is a copy of is read. */
static bool
ends_at(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	const bool copy = is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 1;
	return gm_ptx_issue_is_rewritten(plan->program, step, unit) ||
	       (from >= 0 && issue_loop_of(plan, from) == issue_loop_of(plan, step) &&
		!is_read_after(plan, step, unit) &&
		!(copy && is_read_after(plan, step, issue_source(plan, from, 0))));
}

/* The last step of a range that writes the unit whatever its guard; NO_STEP. */
static int32_t
last_writer(const issue_plan *plan, int32_t first, int32_t end, uint32_t unit)
{
	const ptx_program *p = plan->program;
	for (int32_t i = end - 1; i >= first; i--)
		if (gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return i;
	return NO_STEP;
}

/* From `first` to the end of its block: 1 it is read, -1 it is written before that, 0 neither. */
static int
next_use(const issue_plan *plan, int32_t step, int32_t first, int32_t end, uint32_t unit)
{
	const ptx_program *p = plan->program;
	for (int32_t i = first; i < end; i++) {
		const bool shares = scaled_operand(plan, step) == unit && shares_scale(plan, step, i);
		if (p->steps[i].guard == unit || (reads_unit(plan, i, unit) && !shares))
			return 1;
		if (p->steps[i].guard == PTX_NO_UNIT &&
		    gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return -1;
	}
	return 0;
}

/* On some way from behind the step it is read before it is written again. */
static bool
is_needed_after(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_graph *g = &plan->graph;
	const int32_t home = g->node_of[step];
	const int here = next_use(plan, step, step + 1, g->nodes[home].end, unit);
	int32_t *stack = gm_allocate((size_t)g->count, sizeof *stack), count = 0;
	bool *reached = gm_allocate((size_t)g->count, sizeof *reached), needed = here > 0;
	for (int32_t at = here == 0 ? home : NO_STEP; at >= 0 && !needed; at = count > 0 ? stack[--count] : NO_STEP)
		for (int32_t e = 0; e < g->nodes[at].successors_count; e++) {
			const int32_t to = g->successors[g->nodes[at].successors + e];
			if (reached[to] || to == g->count - 1)
				continue;
			reached[to] = true;
			const int use = next_use(plan, step, g->nodes[to].first, g->nodes[to].end, unit);
			needed |= use > 0;
			if (use == 0)
				stack[count++] = to;
		}
	free(stack);
	free(reached);
	return needed;
}

/* A block between `top` and the blocks before `bottom` writes the unit: where ways from `top` meet, they bring
   several values. */
static bool
is_written_between(const issue_plan *plan, int32_t top, int32_t bottom, uint32_t unit)
{
	const ptx_graph *g = &plan->graph;
	int32_t *stack = gm_allocate((size_t)g->count, sizeof *stack), count = 0;
	bool *reached = gm_allocate((size_t)g->count, sizeof *reached), written = false;
	stack[count++] = bottom;
	while (count > 0 && !written) {
		const ptx_node *n = &g->nodes[stack[--count]];
		for (int32_t e = 0; e < n->predecessors_count && !written; e++) {
			const int32_t from = g->predecessors[n->predecessors + e];
			if (reached[from] || from == top)
				continue;
			reached[from] = true;
			stack[count++] = from;
			written = last_writer(plan, g->nodes[from].first, g->nodes[from].end, unit) >= 0;
		}
	}
	free(stack);
	free(reached);
	return written;
}

/* The block where what the unit holds at the step is written or, of several values, meets; NO_STEP. */
static int32_t
comes_from(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_graph *g = &plan->graph;
	int32_t at = g->node_of[step], end = step;
	while (at >= 0) {
		const int32_t above = plan->dominator[at];
		if (last_writer(plan, g->nodes[at].first, end, unit) >= 0 ||
		    (above >= 0 && is_written_between(plan, above, at, unit)))
			return at;
		at = above;
		end = at >= 0 ? g->nodes[at].end : 0;
	}
	return NO_STEP;
}

/* As ends_at, or values meet there that branches or turns brought. What a loop made is not overwritten behind
   it, unless ways meet there that do not go through it. */
static bool
can_be_overwritten(const issue_plan *plan, int32_t step, uint32_t unit)
{
	if (ends_at(plan, step, unit))
		return true;
	if (unit == PTX_NO_UNIT || plan->values.definition[unit] != MANY_STEPS ||
	    is_needed_after(plan, step, unit))
		return false;
	const int32_t from = comes_from(plan, step, unit);
	return from >= 0 && plan->program->loop_of[from] == issue_loop_of(plan, step);
}

/* A number or, if it is denormal, its product with a literal: FMUL into the number's own register, for the
   few lanes that need it, and no FSEL, where the selection picks it (pick.h; logf and log2f, 35 kernels; of powf, which
   takes |x|, both; ptxas 13.0 for sm_90). */
void
gm_ptx_issue_denormal(issue_plan *plan, int32_t i)
{
	if (!is_opcode(plan, i, OP_SELP) || word_of(plan, i)->type != PTX_F32)
		return;
	const int32_t product = issue_definition(plan, issue_source(plan, i, 0));
	const uint32_t number = issue_source(plan, i, 1);
	if (is_opcode(plan, product, OP_MUL) && used_once(plan, product) &&
	    issue_source(plan, product, 0) == number &&
	    asks_denormal(plan, issue_definition(plan, issue_source(plan, i, 2)), number) &&
	    least_of(plan, number, TERMS_DEEP) >= (double)FLT_MIN) { /* never is */
		vanish(plan, i);
		vanish(plan, product);
		return;
	}
	if (plan->program->steps[i].picks < 0 || plan->program->steps[i].picks != product ||
	    !asks_denormal(plan, issue_definition(plan, issue_source(plan, i, 2)), number))
		return;
	vanish(plan, i);
	plan->cost[product].floats[GM_FLOAT_FMUL] = 0;
}

static bool
has_sign(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_opcode(plan, from, OP_ABS) || is_opcode(plan, from, OP_NEG);
}

/* FMUL into another register and FSEL. */
static void
scale_apart(issue_plan *plan, int32_t i, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	const bool constant = gm_ptx_issue_is_literal(plan, unit) ||
			      (from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER);
	if (constant || (!has_sign(plan, unit) && can_be_overwritten(plan, i, unit)))
		return;
	issue_add(plan, i, GM_UNIT_ALU, 1);
	plan->cost[i].floats[GM_FLOAT_FMUL] += 1;
}

/* The step before it in its block that has scaled its operand; NO_STEP. */
static int32_t
scaled_before(const issue_plan *plan, int32_t i)
{
	for (int32_t k = i - 1; k >= 0 && issue_same_block(plan, i, k); k--)
		if (shares_scale(plan, k, i))
			return k;
	return NO_STEP;
}

/* FSETP and FMUL stand there once, and the reciprocal of one divisor. */
static void
share_scale(issue_plan *plan, int32_t i, int32_t before)
{
	const bool quotients = is_opcode(plan, i, OP_DIV) && is_opcode(plan, before, OP_DIV);
	issue_add(plan, i, GM_UNIT_FMA, -1);
	issue_add(plan, i, GM_UNIT_XU, quotients ? -1 : 0);
}

/* An operand is scaled in its own register, for the few lanes that need it, where nobody reads it after and
   it has no sign; else by FMUL into another and FSEL. A power of two of |x| needs no scaling. What several ask
   of one number is asked once. (35 such operands, 35 of quotients and 24 that loops or branches brought, ptxas 13.0 for
   sm_90.) */
void
gm_ptx_issue_scaled(issue_plan *plan, int32_t i)
{
	if (!is_scaled(plan, i))
		return;
	const uint32_t unit = scaled_operand(plan, i);
	const int32_t before = scaled_before(plan, i);
	if (is_opcode(plan, i, OP_EX2) && is_opcode(plan, issue_definition(plan, unit), OP_ABS)) {
		plan->cost[i] = issue_of(GM_UNIT_XU, 1);
		return;
	}
	if (before >= 0)
		share_scale(plan, i, before);
	else
		scale_apart(plan, i, unit);
	if (!is_opcode(plan, i, OP_DIV))
		return;
	scale_apart(plan, i, issue_source(plan, i, 0));
	if (gm_ptx_issue_is_literal(plan, issue_source(plan, i, 0)))
		plan->cost[i].either += 1; /* a register of its own */
}

/* The comparisons go last: that one is left says that an operand is scaled. */
void
gm_ptx_issue_scales_shared(issue_plan *plan, int32_t i)
{
	if (is_scaled(plan, i) && scaled_before(plan, i) >= 0)
		issue_add(plan, i, GM_UNIT_ALU, -1);
}
