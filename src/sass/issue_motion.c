#include "sass/issue_step.h"

/*
 * Instructions that ptxas computes earlier than PTX writes them. Seen in its code for sm_75 and sm_90:
 * the reciprocal of a divisor that an innermost loop leaves alone is computed before it (I2F, MUFU, F2I
 * and the product that corrects it: 8 instructions of a division of 32 bits), and once for all quotients
 * and remainders of that divisor. Not in a loop that calls a subroutine for rare operands, nor where some turns do
 * without the division, or another by that divisor; and of signed divisions that of the first alone, so that others by
 * that divisor invert it again, of unsigned ones all (50 loops of one to four divisors, ptxas 13.0 for sm_90). What it
 * computes later: issue_sink.c.
 *
 * What is left waits for the numerator alone: its product with the reciprocal, the remainder, and two comparisons with
 * corrections under them. Clocks from the numerator to the result by the stalls that ptxas 13.0 writes for sm_90 in loops
 * of one division: rem.u32 53, div.u32 56, rem.s32 and div.s32 66.
 */
enum { CORRECTION_CYCLES = 55, SIGNED_CORRECTION_CYCLES = 66 };

/* The end of the block before the loop around `step`, if that is an innermost one and leaves the unit
   alone; else NO_STEP. */
static int32_t
before_loop(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_program *p = plan->program;
	const int32_t made = plan->values.definition[unit], l = issue_loop_of(plan, step);
	if (l < 0 || made == MANY_STEPS || !gm_ptx_loop_is_innermost(p, l))
		return NO_STEP;
	const int32_t before = plan->dominator[plan->graph.node_of[p->loops[l].header]];
	if (before < 0 || (made >= 0 && gm_ptx_loop_has_node(&p->loops[l], plan->graph.node_of[made])))
		return NO_STEP;
	return plan->graph.nodes[before].end - 1;
}

static bool
divides(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_DIV) || is_opcode(plan, i, OP_REM)) && !is_float(plan, i) &&
	       bits_of(plan, i) == 32 && issue_source(plan, i, 1) != PTX_NO_UNIT && !is_free(plan, i);
}

static bool
is_signed(const issue_plan *plan, int32_t i)
{
	return gm_ptx_type_kind((ptx_type)word_of(plan, i)->type) == KIND_SIGNED;
}

static bool
is_in_every_turn(const issue_plan *plan, const ptx_loop *loop, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const ptx_node *header = &g->nodes[g->node_of[loop->header]];
	for (int32_t e = 0; e < header->predecessors_count; e++) {
		const int32_t from = g->predecessors[header->predecessors + e];
		if (gm_ptx_loop_has_node(loop, from) && !issue_dominates(plan, node, from))
			return false;
	}
	return true;
}

/* The reciprocal of the division is made before the loop around it. */
static bool
lets_go(const issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	const uint32_t divisor = issue_source(plan, i, 1);
	if (before_loop(plan, i, divisor) == NO_STEP)
		return false;
	const ptx_loop *loop = &p->loops[issue_loop_of(plan, i)];
	bool first = true;
	for (int32_t k = loop->header; k < p->steps_count; k++) {
		if (!gm_ptx_loop_has_step(p, loop, k))
			continue;
		if (gm_ptx_issue_calls(&plan->cost[k]))
			return false;
		if (!divides(plan, k))
			continue;
		if (issue_source(plan, k, 1) == divisor && !is_in_every_turn(plan, loop, plan->graph.node_of[k]))
			return false;
		first &= k >= i || !is_signed(plan, k) || before_loop(plan, k, issue_source(plan, k, 1)) == NO_STEP;
	}
	return first || !is_signed(plan, i);
}

/* A division before it, on every way to it, has inverted the divisor already, and not before a loop where it is signed. */
static bool
is_inverted(const issue_plan *plan, int32_t i)
{
	const uint32_t divisor = issue_source(plan, i, 1);
	const int32_t node = plan->graph.node_of[i];
	if (plan->values.definition[divisor] == MANY_STEPS)
		return false;
	for (int32_t k = 0; k < i; k++)
		if (divides(plan, k) && issue_source(plan, k, 1) == divisor && is_signed(plan, k) == is_signed(plan, i) &&
		    issue_dominates(plan, plan->graph.node_of[k], node) && !(is_signed(plan, k) && lets_go(plan, k)))
			return true;
	return false;
}

static void
place_reciprocal(issue_plan *plan, int32_t i)
{
	static const struct {
		gm_unit unit;
		float count;
	} moved[] = {{GM_UNIT_XU, 3}, {GM_UNIT_FMA, 3}, {GM_UNIT_ALU, 2}};
	if (!divides(plan, i))
		return;
	const bool inverted = is_inverted(plan, i);
	const int32_t to = lets_go(plan, i) ? before_loop(plan, i, issue_source(plan, i, 1)) : NO_STEP;
	for (size_t n = 0; n < sizeof moved / sizeof *moved && (inverted || to != NO_STEP); n++) {
		plan->cost[i].of[moved[n].unit] -= moved[n].count;
		if (!inverted)
			issue_add(plan, to, moved[n].unit, (double)moved[n].count);
	}
	if (inverted || to != NO_STEP)
		plan->cost[i].wait = (float)((is_signed(plan, i) ? SIGNED_CORRECTION_CYCLES : CORRECTION_CYCLES) / PTX_FMA_CYCLES);
}

void
gm_ptx_issue_hoist(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		place_reciprocal(plan, i);
}
