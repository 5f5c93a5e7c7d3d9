/*
 * Loads from global memory that a loop leaves alone: ptxas makes them before it. PTX of nvcc has such only where
 * a loop in the loop starts anew each time, and ptxas writes that out as a whole.
 *
 * Not where the loop stores to global memory, orders it, meets other lanes or calls a subroutine, nor under an if or behind a
 * way out in it; stores to shared memory, shuffles and a way out behind the load do not matter. What .nc loads nobody
 * writes: it stays only for fences beyond the block, barriers of a cluster, sleep, calls, ifs and ways out.
 * However many: 64 of 16 turns of 4 are made before the loop, too.
 * Source: ptxas 13.0 for sm_90, 124 kinds of loops; tests/sass/test_once.c.
 */
#include "sass/issue_step.h"

#include <string.h>

enum { DEEPEST = 8 };

/* Nor what nobody writes is loaded before it. */
static bool
ends_all(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const uint8_t opcode = word_of(plan, i)->opcode;
	const gm_site *site = s->site == PTX_NO_SITE ? NULL : &plan->sites[s->site];
	return opcode == OP_NANOSLEEP || (opcode == OP_BARRIER && (!site || site->cluster)) || (site && site->empties_l1) ||
	       (s->action == ACTION_LANES && gm_ptx_issue_calls(&plan->cost[i]));
}

/* Memory may be another behind the step. */
static bool
changes_memory(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const uint8_t opcode = word_of(plan, i)->opcode;
	static const uint8_t orders[] = {OP_MEMBAR, OP_FENCE, OP_BAR, OP_BARRIER};
	static const uint8_t of_warp[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX, OP_ACTIVEMASK, OP_MMA, OP_LDMATRIX};
	if (memchr(orders, opcode, sizeof orders))
		return true;
	if (s->action == ACTION_LANES || s->action == ACTION_BRANCH || s->action == ACTION_NOTHING || s->action == ACTION_EXIT)
		return false;
	if (s->action != ACTION_MEMORY || s->copies || s->streams_itself)
		return !memchr(of_warp, opcode, sizeof of_warp);
	return opcode != OP_LD && s->space != SPACE_SHARED && s->space != SPACE_LOCAL;
}

static bool
leaves_memory(const issue_plan *plan, const ptx_loop *loop, bool read_only)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_step(p, loop, i) && (ends_all(plan, i) || (!read_only && changes_memory(plan, i))))
			return false;
	return !loop->has_spin;
}

/* Every turn passes the node: it is above all ways back and out. */
static bool
is_passed(const issue_plan *plan, const ptx_loop *loop, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const int32_t header = g->node_of[loop->header];
	for (int32_t n = 0; n < g->count - 1; n++)
		for (int32_t e = 0; gm_ptx_loop_has_node(loop, n) && e < g->nodes[n].successors_count; e++) {
			const int32_t to = g->successors[g->nodes[n].successors + e];
			if ((to == header || !gm_ptx_loop_has_node(loop, to)) &&
			    !issue_dominates(plan, node, n))
				return false;
		}
	return true;
}

bool
gm_ptx_issue_is_plain_in(const issue_plan *plan, int32_t loop, int32_t step)
{
	issue_turn t;
	int32_t l = issue_loop_of(plan, step);
	for (; l >= 0 && l != loop; l = plan->program->loops[l].parent)
		if (!gm_ptx_issue_find_turn(plan, &plan->program->loops[l], &t) ||
		    gm_ptx_issue_turns_written(plan, l, &t) == 0)
			return false;
	return l == loop;
}

static bool
is_arithmetic(const issue_plan *plan, int32_t step)
{
	static const uint8_t all[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_SHL,
				      OP_CVT, OP_CVTA, OP_MOV, OP_AND, OP_OR};
	const ptx_step *s = &plan->program->steps[step];
	return s->action == ACTION_LANES && s->guard == PTX_NO_UNIT &&
	       memchr(all, word_of(plan, step)->opcode, sizeof all) != NULL;
}

/* Each turn of `loop` finds in the unit what the turn before did. */
static bool
is_alike(const issue_plan *plan, int32_t loop, uint32_t unit, int deepest)
{
	const ptx_program *p = plan->program;
	const ptx_loop *around = &p->loops[loop];
	int32_t last = NO_STEP;
	if (unit == PTX_NO_UNIT || gm_ptx_issue_writers_in(plan, around, unit, &last) == 0)
		return true;
	for (int32_t i = 0; i <= last; i++) {
		const ptx_step *s = &p->steps[i];
		if (!gm_ptx_loop_has_step(p, around, i) ||
		    !gm_ptx_names_unit(p, s->results, s->results_count, unit))
			continue;
		const bool counts = issue_loop_of(plan, i) != loop && gm_ptx_issue_is_literal_sum(plan, i);
		bool alike = deepest > 0 && is_arithmetic(plan, i) && gm_ptx_issue_is_plain_in(plan, loop, i) &&
			     is_passed(plan, around, plan->graph.node_of[i]);
		for (int k = 0; alike && !counts && k < s->sources_count; k++)
			alike = issue_source(plan, i, k) != unit &&
				is_alike(plan, loop, issue_source(plan, i, k), deepest - 1);
		if (!alike)
			return false;
	}
	return true;
}

static bool
is_made_before(const issue_plan *plan, int32_t loop, int32_t i)
{
	const ptx_loop *l = &plan->program->loops[loop];
	return gm_ptx_issue_is_plain_in(plan, loop, i) && is_passed(plan, l, plan->graph.node_of[i]) &&
	       leaves_memory(plan, l, word_of(plan, i)->flags & WORD_READ_ONLY) &&
	       is_alike(plan, loop, plan->program->steps[i].a, DEEPEST);
}

void
gm_ptx_issue_once(const issue_plan *plan, ptx_program *p)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (s->action != ACTION_MEMORY || s->space != SPACE_GLOBAL ||
		    p->words[i].opcode != OP_LD || s->volatile_read || s->guard != PTX_NO_UNIT ||
		    s->site == PTX_NO_SITE)
			continue;
		/* From the outside in. */
		for (int32_t l = issue_loop_of(plan, i); l >= 0; l = p->loops[l].parent)
			if (is_made_before(plan, l, i))
				s->once = l;
		if (s->once >= 0)
			p->loops[s->once].has_once = true;
	}
	for (int32_t l = 0; l < p->loops_count; l++)
		if (p->loops[l].has_once)
			gm_ptx_issue_entered_once(plan, p, l);
}
