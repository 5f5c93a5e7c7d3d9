/*
 * Places in shared memory: a register and, from 9.0 on, a uniform one, where the address of an array is. Their
 * sum is no instruction, unless it is one with a shift, a product or another sum already. But the address is
 * in a register of each lane where it is made while lanes of a warp are apart, behind a branch that they
 * take differently and before they meet again; one made before stays uniform there.
 *
 * Source: what nvdisasm shows of 26 kernels, ptxas 13.0 for sm_90.
 */
#include "sass/issue_step.h"

/* Accesses of shared memory at the sum, and sums with numbers that are the accesses' offsets. */
static bool
is_shared_place(const issue_plan *plan, int32_t step)
{
	const ptx_step *s = &plan->program->steps[step];
	if (is_short_add(plan, step) && is_free(plan, step) &&
	    gm_ptx_issue_is_literal(plan, issue_source(plan, step, 1)))
		return gm_ptx_issue_all_users(plan, step, is_shared_place);
	return s->action == ACTION_MEMORY && s->space == SPACE_SHARED && !s->streams_itself &&
	       !s->copies && s->a == issue_source(plan, step, 0) &&
	       (s->site == PTX_NO_SITE || !plan->sites[s->site].in_rounds);
}

/* The one block that a short if is around. */
static bool
is_short_side(const issue_plan *plan, int32_t node, int32_t meets)
{
	const ptx_node *n = &plan->graph.nodes[node];
	double length = 0;
	for (int32_t i = n->first; i < n->end; i++)
		length += gm_issue_total(&plan->cost[i]);
	return n->successors_count == 1 && plan->graph.successors[n->successors] == meets &&
	       length <= PREDICATE_LIMIT;
}

/* Lanes part at the end of `fork` and have not met again in `node`. */
static bool
parts(const issue_plan *plan, int32_t fork, int32_t node)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[plan->graph.nodes[fork].end - 1];
	if (fork == node || !issue_is_conditional(plan, fork) || !plan->values.varies[s->guard] ||
	    s->reconverge < 0 || p->steps[s->reconverge].action == ACTION_EXIT)
		return false;
	const int32_t meets = plan->graph.node_of[s->reconverge];
	return !issue_dominates(plan, meets, node) && !is_short_side(plan, node, meets);
}

static bool
is_apart(const issue_plan *plan, int32_t node)
{
	for (int32_t d = plan->dominator[node]; d >= 0; d = plan->dominator[d])
		if (parts(plan, d, node))
			return true;
	return false;
}

/* The step that a unit comes from, through the addition of a number. */
static int32_t
base_of(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	return is_short_add(plan, from) && gm_ptx_issue_is_literal(plan, issue_source(plan, from, 1))
		       ? issue_definition(plan, issue_source(plan, from, 0))
		       : from;
}

/* The block where the address of the array is made that the step names. */
static int32_t
made_in(const issue_plan *plan, uint32_t unit, int32_t step)
{
	const ptx_program *p = plan->program;
	const int32_t from = base_of(plan, unit), node = plan->graph.node_of[step];
	if (from < 0 || !(p->words[from].flags & WORD_SHARED_SYMBOL))
		return node;
	for (int32_t k = 0; k <= from; k++) {
		if (!(p->words[k].flags & WORD_SHARED_SYMBOL) ||
		    gm_ptx_issue_array_named(plan, k) != gm_ptx_issue_array_named(plan, from))
			continue;
		const int32_t at = plan->graph.node_of[gm_ptx_issue_array_made(plan, k)];
		if (issue_dominates(plan, at, node))
			return at;
	}
	return node;
}

/* Of the two terms the one that all lanes have alike; PTX_NO_UNIT. */
static uint32_t
alike_of(const issue_plan *plan, int32_t i)
{
	const uint32_t a = issue_source(plan, i, 0), b = issue_source(plan, i, 1);
	if (!is_short_add(plan, i) || !is_opcode(plan, i, OP_ADD) || a == PTX_NO_UNIT ||
	    b == PTX_NO_UNIT || plan->values.varies[a] == plan->values.varies[b])
		return PTX_NO_UNIT;
	return plan->values.varies[a] ? b : a;
}

/* The address of an array or a parameter: what else is alike becomes part of sums as it is made. */
static bool
is_uniform(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = base_of(plan, unit);
	return from >= 0 && word_of(plan, from)->flags & (WORD_SHARED_SYMBOL | WORD_PARAMETER);
}

static bool
is_place_made(const issue_plan *plan, int32_t step)
{
	return is_shared_place(plan, step) ||
	       (is_short_add(plan, step) && is_free(plan, step) &&
		gm_ptx_issue_all_users(plan, step, is_shared_place));
}

/* One lane's value shifted by two to four bits: below 9.0 an access multiplies so itself. */
static bool
is_scaled_index(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	uint64_t by;
	return is_opcode(plan, from, OP_SHL) && is_free(plan, from) &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, from, 1), &by) && by >= 2 && by <= 4;
}

/* Below 9.0 the address of an array is a number, the offset of the access. */
static bool
is_place(const issue_plan *plan, int32_t i, uint32_t alike)
{
	const int32_t made = issue_definition(plan, alike);
	const bool offset = base_of(plan, alike) != made && is_free(plan, made); /* IADD3 took it in */
	const bool plain = (double)plan->cost[i].either == 1 || offset;
	if (plan->cc >= 90)
		return plain && is_uniform(plan, alike) && !is_apart(plan, made_in(plan, alike, i));
	const uint32_t other = issue_source(plan, i, issue_source(plan, i, 0) == alike);
	const int32_t from = base_of(plan, alike);
	return from >= 0 && (word_of(plan, from)->flags & WORD_SHARED_SYMBOL) &&
	       (plain || is_scaled_index(plan, other));
}

/* A number that was added to the address is an offset of the accesses. */
void
gm_ptx_issue_place(issue_plan *plan, int32_t i)
{
	const uint32_t alike = alike_of(plan, i);
	if (alike == PTX_NO_UNIT || !gm_ptx_issue_all_users(plan, i, is_shared_place) ||
	    !is_place(plan, i, alike))
		return;
	vanish(plan, i);
	const int32_t from = issue_definition(plan, alike);
	if (from >= 0 && base_of(plan, alike) != from && gm_ptx_issue_all_users(plan, from, is_place_made))
		vanish(plan, from);
}

bool
gm_ptx_issue_is_placed(const issue_plan *plan, int32_t i)
{
	const uint32_t alike = is_free(plan, i) ? alike_of(plan, i) : PTX_NO_UNIT;
	return alike != PTX_NO_UNIT && is_uniform(plan, alike) && gm_ptx_issue_all_users(plan, i, is_shared_place);
}
