#include "ptx/issue_step.h"

#include <stdlib.h>
#include <string.h>

/*
 * Instructions that ptxas computes elsewhere than PTX writes them. Seen in its code for sm_75 and sm_90:
 * the reciprocal of a divisor that an innermost loop leaves alone is computed before it (I2F, MUFU, F2I
 * and the product that corrects it: 8 instructions of a division of 32 bits), and once for all quotients
 * and remainders of that divisor; arithmetic that one block alone reads, behind an exit, is done there, by the lanes that
 * do not leave. Behind a branch whose ways meet again it is not (products and chains of them before
 * branches around 15 MUFU, with a barrier where they meet). Into what is predicated nothing goes.
 */

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

/* A division before it, on every way to it, has inverted the divisor already. */
static bool
is_inverted(const issue_plan *plan, int32_t i)
{
	const uint32_t divisor = issue_source(plan, i, 1);
	const int32_t node = plan->graph.node_of[i];
	if (plan->values.definition[divisor] == MANY_STEPS)
		return false;
	for (int32_t k = 0; k < i; k++)
		if (divides(plan, k) && issue_source(plan, k, 1) == divisor &&
		    gm_ptx_type_kind((ptx_type)word_of(plan, k)->type) ==
			    gm_ptx_type_kind((ptx_type)word_of(plan, i)->type) &&
		    issue_dominates(plan, plan->graph.node_of[k], node))
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
	const int32_t to = before_loop(plan, i, issue_source(plan, i, 1));
	for (size_t n = 0; n < sizeof moved / sizeof *moved && (inverted || to != NO_STEP); n++) {
		plan->cost[i].of[moved[n].unit] -= moved[n].count;
		if (!inverted)
			issue_add(plan, to, moved[n].unit, (double)moved[n].count);
	}
}

/* The first of the steps that read the unit, if all of them are computed in one block; NO_STEP. `into` has
   the step that each is computed with. */
static int32_t
first_reader(const issue_plan *plan, const int32_t *into, uint32_t unit)
{
	int32_t first = plan->values.user[unit];
	if (first != MANY_STEPS)
		return first;
	first = NO_STEP;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
			if (issue_source(plan, i, k) != unit)
				continue;
			if (first != NO_STEP && !issue_same_block(plan, into[first], into[i]))
				return NO_STEP;
			first = first == NO_STEP ? i : first;
		}
	return first;
}

/* Nothing but its result depends on where it is computed. */
static bool
can_sink(const issue_plan *plan, int32_t i)
{
	static const ptx_opcode sinking[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MAD};
	bool known = false;
	for (size_t k = 0; k < sizeof sinking / sizeof *sinking; k++)
		known |= is_opcode(plan, i, sinking[k]);
	const ptx_step *s = &plan->program->steps[i];
	const uint32_t unit = issue_result(plan, i);
	return known && is_float(plan, i) && s->guard == PTX_NO_UNIT && unit != PTX_NO_UNIT &&
	       plan->values.uses[unit] > 0 && plan->values.definition[unit] == i && !is_free(plan, i);
}

/* The one way to the block is a branch whose other way is out of the kernel. */
static bool
is_behind_exit(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	if (g->nodes[node].predecessors_count != 1)
		return false;
	const ptx_node *before = &g->nodes[g->predecessors[g->nodes[node].predecessors]];
	for (int k = 0; k < before->successors_count; k++) {
		const int32_t other = g->successors[before->successors + k];
		if (other != node && other < g->count - 1 &&
		    plan->program->steps[g->nodes[other].first].action == ACTION_EXIT)
			return true;
	}
	return false;
}

/* Several steps read it, and a shuffle or a barrier stands behind it in its block: it is not moved across. */
static bool
is_held(const issue_plan *plan, int32_t i)
{
	static const uint8_t holds[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX, OP_BAR, OP_BARRIER};
	const int32_t end = plan->graph.nodes[plan->graph.node_of[i]].end;
	for (int32_t k = i + 1; k < end && !used_once(plan, i); k++)
		if (memchr(holds, word_of(plan, k)->opcode, sizeof holds))
			return true;
	return false;
}

/* One of its operands comes from another lane, a double as two halves. */
static bool
takes_shuffled(const issue_plan *plan, int32_t i)
{
	for (int k = 0; k < plan->program->steps[i].sources_count; k++)
		if (is_opcode(plan, step_behind(plan, issue_source(plan, i, k)), OP_SHFL))
			return true;
	return false;
}

/* RSQRT, and what begins with the upper half of a double, keep a shuffle's sum where it is. Code of ptxas 13.0
   for sm_90; of conversions and comparisons some keep it there, and some do not. */
static bool
keeps_sum(const issue_plan *plan, int32_t reader)
{
	return is_opcode(plan, reader, OP_RSQRT) ||
	       (bits_of(plan, reader) == 64 &&
		(is_opcode(plan, reader, OP_SQRT) || is_opcode(plan, reader, OP_RCP)));
}

/* Later steps first, so that a chain goes as a whole. What it reads must be there still. */
static void
sink(issue_plan *plan, int32_t *into, int32_t i)
{
	const ptx_program *p = plan->program;
	if (!can_sink(plan, i) || is_held(plan, i))
		return;
	const int32_t reader = first_reader(plan, into, issue_result(plan, i));
	if (reader == NO_STEP || (keeps_sum(plan, reader) && takes_shuffled(plan, i)))
		return;
	const int32_t user = into[reader];
	const int32_t to = plan->graph.node_of[user], from = plan->graph.node_of[i];
	if (to <= from || p->loop_of[to] != p->loop_of[from] || plan->predicated[to] ||
	    !is_behind_exit(plan, to))
		return;
	for (int k = 0; k < p->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		if (unit != PTX_NO_UNIT && plan->values.definition[unit] == MANY_STEPS)
			return;
	}
	gm_issue_add(&plan->cost[user], &plan->cost[i]);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		plan->cost[user].floats[f] += plan->cost[i].floats[f];
	vanish(plan, i);
	into[i] = user;
}

void
gm_ptx_issue_hoist(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		place_reciprocal(plan, i);
}

void
gm_ptx_issue_sink(issue_plan *plan)
{
	const int32_t count = plan->program->steps_count;
	int32_t *into = gm_allocate((size_t)count, sizeof *into);
	for (int32_t i = 0; i < count; i++)
		into[i] = i;
	for (int32_t i = count - 1; i >= 0; i--)
		sink(plan, into, i);
	free(into);
}
