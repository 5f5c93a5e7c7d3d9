/*
 * Local memory that ptxas keeps in registers: it left the kernel no stack. What lies at a known place is the
 * register. At any other place an access is, for each of its size that the memory holds, a comparison of the
 * address and a move under that predicate of each register; one that goes on from the address of another
 * compares only what that has not.
 *
 * Source: code of ptxas 13.0 for sm_90, of arrays of 2 to 64 words and of two that lie one behind the other
 * (each access then asks for both), by one, two and four words at a time. It keeps no array that is accessed
 * by bytes or by 8 bytes, or at any place in a loop that it unrolls.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

static bool
is_place_known(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
	if (unit == PTX_NO_UNIT || gm_ptx_issue_is_literal(plan, unit))
		return true;
	if (!is_handing_on(plan, from) && !is_opcode(plan, from, OP_ADD))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_place_known(plan, issue_source(plan, from, k)))
			return false;
	return true;
}

/* Comparisons that an access before this one, from the same address, has not made. */
static int64_t
comparisons(const issue_plan *plan, int32_t i, int64_t all, int64_t bytes)
{
	const ptx_step *steps = plan->program->steps;
	int64_t fewest = all;
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++) {
		const int64_t further = llabs(steps[k].immediate - steps[i].immediate) / bytes;
		if (steps[k].kept && steps[k].a == steps[i].a && further < fewest)
			fewest = further;
	}
	return fewest;
}

void
gm_ptx_issue_kept(issue_plan *plan, int32_t i)
{
	enum { WORD_BYTES = 4 };
	const ptx_step *s = &plan->program->steps[i];
	if (!s->kept)
		return;
	vanish(plan, i);
	if (is_place_known(plan, s->a))
		return;
	const int64_t bytes = gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
	const int64_t places = (plan->program->local_bytes + bytes - 1) / bytes;
	const int64_t words = (bytes + WORD_BYTES - 1) / WORD_BYTES;
	issue_add(plan, i, GM_UNIT_ALU, (double)comparisons(plan, i, places, bytes));
	plan->cost[i].either += (float)(places * words);
}
