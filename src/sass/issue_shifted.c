/*
 * Shifts: what they shift, and by how much.
 *
 * A number that is shifted by a register is in a register itself: SHF takes none in that place.
 *
 * One move serves all that shift it in its block and in those that cannot be reached but by it. Before an innermost
 * loop it stands outside; in one that waits for global memory in its turn, where that hides it, once for the
 * copies of the turn. What is asked for the remainder by 32 only to shift by it is not: SHF.W does so itself.
 *
 * Source: code of ptxas 13.0 for sm_90, of SHL and SHR of 1, 3, -1, 255 and longer numbers, alone and several, in ifs,
 * loops, loops in loops, loops with loads, barriers and ifs, unrolled and not.
 */
#include "sass/issue_step.h"

enum { SHIFTED_MOST = 64 };

typedef struct shifted {
	uint64_t number;
	int32_t node; /* where it is moved */
	int32_t loop; /* that its move stands in, -1 */
} shifted;

/* Of 64 bits, to the left, with nothing above. What is predicated is counted with the branch before it. */
static bool
shifts_number(const issue_plan *plan, int32_t i, uint64_t *number)
{
	const bool is_long = bits_of(plan, i) > 32;
	return (is_opcode(plan, i, OP_SHL) || (is_opcode(plan, i, OP_SHR) && !is_long)) &&
	       (!is_free(plan, i) || plan->predicated[plan->graph.node_of[i]]) &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, i, 0), number) && (uint32_t)*number != 0 &&
	       (!is_long || *number >> 32 == 0) && !gm_ptx_issue_is_literal(plan, issue_source(plan, i, 1));
}

static bool
is_remainder(const issue_plan *plan, int32_t i)
{
	uint64_t number;
	return is_opcode(plan, i, OP_AND) && bits_of(plan, i) == 32 &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, i, 1), &number) && (uint32_t)number == 31;
}

static bool
shifts_by_remainder(const issue_plan *plan, int32_t i)
{
	return (is_opcode(plan, i, OP_SHL) || is_opcode(plan, i, OP_SHR)) && bits_of(plan, i) == 32 && !is_free(plan, i) &&
	       is_remainder(plan, issue_definition(plan, issue_source(plan, i, 1))) &&
	       issue_source(plan, i, 0) != issue_source(plan, i, 1);
}

static bool
waits_for_memory(const issue_plan *plan, int32_t loop)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (issue_loop_of(plan, i) == loop && is_opcode(plan, i, OP_LD) && p->steps[i].space == SPACE_GLOBAL)
			return true;
	return false;
}

/* The node before the loop. */
static int32_t
node_before(const issue_plan *plan, int32_t loop)
{
	const ptx_program *p = plan->program;
	int32_t node = plan->dominator[plan->graph.node_of[p->loops[loop].header]];
	while (node >= 0 && p->loop_of[node] == loop)
		node = plan->dominator[node];
	return node < 0 ? 0 : node;
}

static bool
is_there(const issue_plan *plan, const shifted *moved, int count, const shifted *at)
{
	for (int k = 0; k < count; k++)
		if (moved[k].number == at->number && moved[k].loop == at->loop && issue_dominates(plan, moved[k].node, at->node))
			return true;
	return false;
}

void
gm_ptx_issue_shifted(issue_plan *plan)
{
	shifted moved[SHIFTED_MOST];
	int count = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (is_remainder(plan, i) && gm_ptx_issue_all_users(plan, i, shifts_by_remainder))
			vanish(plan, i);
	for (int32_t i = 0; i < plan->program->steps_count && count < SHIFTED_MOST; i++) {
		shifted at = {.node = plan->graph.node_of[i], .loop = issue_loop_of(plan, i)};
		if (!shifts_number(plan, i, &at.number))
			continue;
		const bool stays = at.loop < 0 || waits_for_memory(plan, at.loop);
		if (!stays) {
			at.node = node_before(plan, at.loop);
			at.loop = plan->program->loop_of[at.node];
		}
		if (is_there(plan, moved, count, &at))
			continue;
		const int copies = stays ? plan->copies[i] : 1;
		const int32_t with = plan->predicated[at.node] ? plan->dominator[at.node] : at.node;
		const int32_t step = stays && with == at.node ? i : plan->graph.nodes[with].end - 1;
		plan->cost[step].either += 1.0F / (float)(copies > UNROLL + 1 ? copies : copies > 1 ? UNROLL : 1);
		moved[count++] = at;
	}
}
