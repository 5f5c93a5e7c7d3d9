#include "ptx/issue_step.h"

/*
 * Instructions that ptxas computes elsewhere than PTX writes them. Seen in its code for sm_75 and sm_90:
 * the reciprocal of a divisor that a loop leaves alone is computed before it (I2F, MUFU, F2I and the
 * product that corrects it: 8 instructions of a division of 32 bits), and that of a division before by
 * the same divisor is used again; arithmetic with one use, behind a
 * branch or an exit, is done there, by the lanes that get there. Into what is predicated nothing goes.
 */

static bool
in_loop(const ptx_loop *loop, int32_t node)
{
	return (loop->members[node / 64] >> (node % 64)) & 1;
}

/* The end of the block before the outermost loop around `step` that leaves the unit alone; NO_STEP when
   there is none. */
static int32_t
before_loops(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_program *p = plan->program;
	const int32_t made = plan->values.definition[unit];
	int32_t at = NO_STEP;
	for (int32_t l = issue_loop_of(plan, step); l >= 0; l = p->loops[l].parent) {
		const ptx_loop *loop = &p->loops[l];
		const int32_t before = plan->dominator[plan->graph.node_of[loop->header]];
		if (made == MANY_STEPS || before < 0 ||
		    (made >= 0 && in_loop(loop, plan->graph.node_of[made])))
			break;
		at = plan->graph.nodes[before].end - 1;
	}
	return at;
}

static bool
divides_integers(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_DIV) || is_opcode(plan, i, OP_REM)) && !is_float(plan, i) &&
	       bits_of(plan, i) == 32 && issue_source(plan, i, 1) != PTX_NO_UNIT;
}

static bool
dominates(const issue_plan *plan, int32_t above, int32_t node)
{
	while (node >= 0 && node != above)
		node = plan->dominator[node];
	return node == above;
}

/* A division by the same number, on every way to this one. */
static bool
has_reciprocal(const issue_plan *plan, int32_t i)
{
	const ptx_kind kind = gm_ptx_type_kind((ptx_type)word_of(plan, i)->type);
	const uint32_t divisor = issue_source(plan, i, 1);
	for (int32_t k = 0; k < i && plan->values.definition[divisor] != MANY_STEPS; k++)
		if (divides_integers(plan, k) && issue_source(plan, k, 1) == divisor &&
		    gm_ptx_type_kind((ptx_type)word_of(plan, k)->type) == kind &&
		    dominates(plan, plan->graph.node_of[k], plan->graph.node_of[i]))
			return true;
	return false;
}

static void
hoist_reciprocal(issue_plan *plan, int32_t i)
{
	static const gm_issue moved = {.of = {[GM_UNIT_XU] = 3, [GM_UNIT_FMA] = 2}, .either = 3};
	if (!divides_integers(plan, i) || is_free(plan, i))
		return;
	const bool again = has_reciprocal(plan, i);
	const int32_t to = again ? NO_STEP : before_loops(plan, i, issue_source(plan, i, 1));
	if (!again && to == NO_STEP)
		return;
	for (int u = 0; u < GM_UNIT_COUNT; u++)
		plan->cost[i].of[u] -= moved.of[u];
	plan->cost[i].either -= moved.either;
	if (to != NO_STEP)
		gm_issue_add(&plan->cost[to], &moved);
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
	       plan->values.uses[unit] == 1 && plan->values.definition[unit] == i &&
	       plan->values.user[unit] >= 0 && !is_free(plan, i);
}

/* Later steps first, so that a chain goes as a whole. What it reads must be there still. */
static void
sink(issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	if (!can_sink(plan, i))
		return;
	const int32_t user = plan->values.user[issue_result(plan, i)];
	const int32_t to = plan->graph.node_of[user], from = plan->graph.node_of[i];
	if (to <= from || p->loop_of[to] != p->loop_of[from] || plan->predicated[to] ||
	    plan->graph.nodes[to].predecessors_count != 1)
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
}

void
gm_ptx_issue_hoist(issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		hoist_reciprocal(plan, i);
}

void
gm_ptx_issue_sink(issue_plan *plan)
{
	for (int32_t i = plan->program->steps_count - 1; i >= 0; i--)
		sink(plan, i);
}
