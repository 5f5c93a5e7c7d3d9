/*
 * Loads that are under way each under a predicate of its own.
 *
 * What ptxas issues under a predicate instead of behind a branch keeps that predicate: a load, and an addition of what it has
 * brought, are both told by it, and until the addition is issued nothing else may be in its register. There are
 * PREDICATES of them. Some are taken by conditions that are asked again behind the load, in this turn of a loop or in
 * the next; so many loads as find one of the others are under way, and one at least. A load whose own condition is asked
 * again, or does not change in its loop, has that one; and one whose value is only chosen (read where lanes
 * meet again) needs none after it has been issued.
 *
 * A comparison that a condition takes in is made anew there (ISETP.LT.OR), and is in no register between; one of two
 * is an operand.
 *
 * Source: nvdisasm of ptxas 13.0 for sm_90, loops of 12 loads that are multiplied and added, each under a condition of its
 * own and one of k that do not change, with 64 registers; most that are under way, and with k that change with
 * the turns, where as many are asked again:
 *
 *     k                     1   2   3   4   6   8
 *     do not change         6   5   4   3   1   1
 *     change                6   5   4   3
 *     here                  6   5   4   3   1   1
 *
 * whether the k are alike in all lanes or not. Without any, 7, in a loop and outside; of 12 values that are chosen, or under
 * up to 10 conditions that do not change, all 12. 27 loads of a cube under nine conditions and one of the plane (a
 * convolution of volumes): one at a time, whatever registers there are.
 */
#include "sass/issue_live.h"
#include "sass/issue_step.h"

#include <stdlib.h>

enum { PREDICATES = 7, OPPOSITES_MOST = 4 };

/* The predicate that the unit is, or is the opposite of. */
static uint32_t
asked_as(const issue_plan *plan, uint32_t unit)
{
	for (int k = 0; k < OPPOSITES_MOST && is_opcode(plan, plan->values.definition[unit], OP_NOT); k++) {
		const uint32_t of = issue_source(plan, plan->values.definition[unit], 0);
		unit = of == PTX_NO_UNIT ? unit : of;
	}
	return unit;
}

static bool
is_logic(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_AND) || is_opcode(plan, i, OP_OR);
}

static bool
is_comparison(const issue_plan *plan, uint32_t unit)
{
	return is_opcode(plan, plan->values.definition[unit], OP_SETP);
}

/* Of a condition of two, the comparison that is made anew in it, where the other is its operand: one that is asked but
   once, or of comparisons that are asked again any. */
static void
mark_remade(const issue_plan *plan, int32_t i, const int32_t *asked, bool *remade)
{
	uint32_t a = issue_source(plan, i, 0), b = issue_source(plan, i, 1);
	if (a == PTX_NO_UNIT || b == PTX_NO_UNIT)
		return;
	a = asked_as(plan, a), b = asked_as(plan, b);
	const bool first = is_comparison(plan, a), second = is_comparison(plan, b);
	if (first && !(second && asked[a] > 1 && asked[b] == 1))
		remade[a] = true;
	if (second && !(first && asked[b] > 1 && asked[a] == 1))
		remade[b] = true;
}

/* Per unit: a comparison that is made anew where another condition takes it in. To be freed. */
static bool *
find_remade(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	bool *remade = gm_allocate(p->units_count + 1, sizeof *remade);
	int32_t *asked = gm_allocate(p->units_count + 1, sizeof *asked);
	for (int32_t i = 0; i < p->steps_count; i++) {
		for (int k = 0; k < p->steps[i].sources_count && !is_opcode(plan, i, OP_NOT); k++) {
			const uint32_t unit = issue_source(plan, i, k);
			if (unit != PTX_NO_UNIT)
				asked[asked_as(plan, unit)]++;
		}
		if (p->steps[i].guard != PTX_NO_UNIT)
			asked[asked_as(plan, p->steps[i].guard)]++;
	}
	for (int32_t i = 0; i < p->steps_count; i++)
		if (is_logic(plan, i) && p->steps[i].sources_count == 2)
			mark_remade(plan, i, asked, remade);
	free(asked);
	return remade;
}

/* Something of its own block is made of what it brings. */
static bool
is_used_under(const issue_plan *plan, int32_t load)
{
	const uint32_t unit = issue_result(plan, load);
	const int32_t end = plan->graph.nodes[plan->graph.node_of[load]].end;
	for (int32_t i = load + 1; i < end && unit != PTX_NO_UNIT; i++)
		if (reads_unit(plan, i, unit) && !is_opcode(plan, i, OP_MOV))
			return true;
	return false;
}

/* What the node stands under; PTX_NO_UNIT. */
static uint32_t
guard_of(const issue_plan *plan, int32_t node)
{
	const int32_t head = plan->dominator[node];
	return head < 0 ? PTX_NO_UNIT : plan->program->steps[plan->graph.nodes[head].end - 1].guard;
}

/* Predicates that are left where the node begins; 0: its own is asked again. */
static int
left_at(const issue_live *live, int32_t node, uint32_t guard)
{
	int taken = 0;
	if (live->number[guard] && gm_ptx_issue_is_live(live, node, guard))
		return 0;
	for (uint32_t u = 0; u < live->plan->program->units_count; u++)
		taken += live->number[u] && asked_as(live->plan, u) == u && gm_ptx_issue_is_live(live, node, u);
	return taken < PREDICATES ? PREDICATES - taken : 1;
}

static bool
keeps_predicate(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return is_opcode(plan, i, OP_LD) && s->space == SPACE_GLOBAL && s->site != PTX_NO_SITE && is_used_under(plan, i);
}

static bool
any_keeps(const issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (plan->predicated[plan->graph.node_of[i]] && keeps_predicate(plan, i))
			return true;
	return false;
}

static void
note_node(const issue_plan *plan, const issue_live *live, int32_t node)
{
	const uint32_t guard = guard_of(plan, node);
	bool first = true;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end && guard != PTX_NO_UNIT; i++) {
		if (!keeps_predicate(plan, i))
			continue;
		plan->cost[i].predicates = (uint8_t)left_at(live, node, guard);
		plan->cost[i].same_predicate = !first;
		first = false;
	}
}

void
gm_ptx_issue_under(const issue_plan *plan)
{
	const ptx_program *p = plan->program;
	if (!any_keeps(plan))
		return;
	uint32_t *number = gm_allocate(p->units_count + 1, sizeof *number), count = 0;
	bool *remade = find_remade(plan);
	issue_live live;
	for (uint32_t u = 0; u < p->units_count; u++)
		number[u] = p->unit_bits[u] == 1 && asked_as(plan, u) == u && !remade[u] ? ++count : 0;
	for (uint32_t u = 0; u < p->units_count; u++)
		number[u] = p->unit_bits[u] == 1 ? number[asked_as(plan, u)] : 0;
	gm_ptx_issue_live_init(&live, plan, number, count);
	for (int32_t n = 0; n < plan->graph.count - 1; n++)
		if (plan->predicated[n])
			note_node(plan, &live, n);
	gm_ptx_issue_live_dispose(&live);
	free(remade);
	free(number);
}
