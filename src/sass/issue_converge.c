/*
 * Exchanges between lanes where lanes may have parted: BRA.DIV stands before them, which goes elsewhere when they
 * have, once for those of a block; of a single one WARPSYNC. It ends the block: nothing behind it is issued before it.
 * Where the lanes that take part differ between lanes: issue_members.c.
 *
 * Lanes may have parted between a branch that differs between them and where they meet again, be that an if or the
 * turns of a loop; not behind an exit.
 *
 * Source: code of ptxas 13.0 for sm_90, of SHFL and VOTE in loops whose bounds differ between lanes, do not, or begin
 * at a warp's number, behind an exit, in an if, and after a loop.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

static bool
exchanges(const issue_plan *plan, int32_t i)
{
	static const uint8_t all[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX};
	return memchr(all, word_of(plan, i)->opcode, sizeof all) != NULL;
}

/* Nodes behind `from`, before those lanes meet again. */
static void
mark_parted(const issue_plan *plan, int32_t from, int32_t meets, bool *parted, int32_t *waiting)
{
	const ptx_graph *g = &plan->graph;
	bool *seen = gm_allocate((size_t)g->count + 1, sizeof *seen);
	int32_t left = 0;
	waiting[left++] = from;
	while (left > 0) {
		const ptx_node *node = &g->nodes[waiting[--left]];
		for (int32_t e = 0; e < node->successors_count; e++) {
			const int32_t to = g->successors[node->successors + e];
			if (to == meets || seen[to])
				continue;
			seen[to] = parted[to] = true;
			waiting[left++] = to;
		}
	}
	free(seen);
}

bool *
gm_ptx_issue_parted(const issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	const ptx_step *steps = plan->program->steps;
	bool *parted = gm_allocate((size_t)g->count + 1, sizeof *parted);
	int32_t *waiting = gm_allocate((size_t)g->count + 1, sizeof *waiting);
	for (int32_t n = 0; n < g->count - 1; n++) {
		const ptx_step *s = &steps[g->nodes[n].end - 1];
		if (issue_is_conditional(plan, n) && plan->values.varies[s->guard] && s->reconverge >= 0 &&
		    steps[s->reconverge].action != ACTION_EXIT)
			mark_parted(plan, n, g->node_of[s->reconverge], parted, waiting);
	}
	free(waiting);
	return parted;
}

void
gm_ptx_issue_converge(issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	bool *parted = gm_ptx_issue_parted(plan);
	for (int32_t n = 0; n < g->count - 1; n++)
		for (int32_t i = g->nodes[n].first; i < g->nodes[n].end && parted[n]; i++)
			if (exchanges(plan, i) && !gm_ptx_issue_names_some(plan, i)) {
				issue_add(plan, i, GM_UNIT_CONTROL, 1);
				plan->cost[i].halts = true;
				break;
			}
	free(parted);
}
