/*
 * What only the next turn would read, in a turn that none follows.
 *
 *     for (k = first; k < last; k++) { word = a[k]; a[k] = sum; sum += word; }
 *
 * Behind the rounds of a loop that is unrolled by four stand two turns and one, and the one is no loop where the test
 * is an order (lt, ge, ...): if nobody asks for the sum behind the loop, that turn does not load, nor add. Where the
 * test is != the last turn stays a loop, and is like all others. Of turns that are all written out, the last is one
 * that none follows, too. Counters and pointers are left to those who count what rounds share (issue_unroll.c).
 * Source: code of ptxas 13.0 for sm_90, of 24 loops; tests/sass/test_last.c.
 */
#include "base/memory.h"
#include "sass/between.h"
#include "sass/issue_live.h"
#include "sass/issue_step.h"

#include <stdlib.h>

typedef struct last_turn {
	const issue_plan *plan;
	const ptx_loop *loop;
	bool *needed; /* per unit, at the place that was come to from the end of the turn */
} last_turn;

static bool
is_order(uint8_t compare)
{
	return compare != MOD_ne && compare != MOD_eq;
}

/* Blocks of the turn stand in the order in which they are run, between its first step and its last. */
static bool
is_in_order(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const bool backwards = p->steps[i].action == ACTION_BRANCH && p->steps[i].target <= i && i != t->branch;
		if (gm_ptx_loop_has_step(p, loop, i) && (i < loop->header || i > t->branch || backwards))
			return false;
	}
	return true;
}

/* Units that are read behind the loop. */
static void
need_behind(last_turn *l)
{
	const ptx_program *p = l->plan->program;
	const ptx_graph *g = &l->plan->graph;
	issue_live live;
	uint32_t *number = gm_allocate((size_t)p->units_count + 1, sizeof *number);
	for (int32_t i = 0; i < l->loop->written_count; i++)
		number[l->loop->written[i]] = (uint32_t)i + 1;
	gm_ptx_issue_live_init(&live, l->plan, number, (size_t)l->loop->written_count);
	for (int32_t n = 0; n < g->count - 1; n++)
		for (int e = 0; gm_ptx_loop_has_node(l->loop, n) && e < g->nodes[n].successors_count; e++) {
			const int32_t to = g->successors[g->nodes[n].successors + e];
			for (int32_t i = 0; i < l->loop->written_count && !gm_ptx_loop_has_node(l->loop, to); i++)
				l->needed[l->loop->written[i]] |= gm_ptx_issue_is_live(&live, to, l->loop->written[i]);
		}
	gm_ptx_issue_live_dispose(&live);
	free(number);
}

static bool
makes_needed(const last_turn *l, int32_t i)
{
	const ptx_step *s = &l->plan->program->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = l->plan->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT && l->needed[unit])
			return true;
	}
	return false;
}

/* It does nothing but make its results. */
static bool
only_makes(const issue_plan *plan, int32_t i)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[i];
	const bool counts = gm_ptx_issue_is_literal_sum(plan, i);
	return s->results_count > 0 && !counts &&
	       (gm_ptx_is_plain_load(p, i) || (s->action == ACTION_LANES && !s->streams_itself));
}

static void
need(last_turn *l, uint32_t unit, bool to)
{
	if (unit != PTX_NO_UNIT)
		l->needed[unit] = to;
}

/* What the step asks of those before it. */
static void
pass(last_turn *l, int32_t i, int32_t latch)
{
	const ptx_program *p = l->plan->program;
	const ptx_step *s = &p->steps[i];
	const bool always = s->guard == PTX_NO_UNIT && issue_dominates(l->plan, p->node_of[i], latch);
	for (int k = 0; k < s->results_count && always; k++)
		need(l, p->units[s->results + (uint32_t)k], false);
	for (int k = 0; k < s->sources_count; k++)
		need(l, p->units[s->sources + (uint32_t)k], true);
	need(l, s->a, true);
	need(l, s->guard, true);
}

/* Other loads are part of the step's access. */
static bool
leads(const ptx_program *p, int32_t i)
{
	return p->steps[i].joined_bytes || p->steps[i].by_rounds || p->steps[i].every > 1;
}

/* Per step: it is not made in a turn that none follows. True where one of them counts. */
static bool
find_idle(last_turn *l, const issue_turn *t, bool *idle)
{
	const ptx_program *p = l->plan->program;
	bool any = false;
	need_behind(l);
	for (int32_t i = t->branch; i >= l->loop->header; i--) {
		if (!gm_ptx_loop_has_step(p, l->loop, i))
			continue;
		idle[i] = only_makes(l->plan, i) && !makes_needed(l, i) && !leads(p, i);
		any |= idle[i] && p->steps[i].site != PTX_NO_SITE;
		if (!idle[i])
			pass(l, i, p->node_of[t->branch]);
	}
	return any;
}

/* Of turns that all stand there, in the last. */
static void
leave_out_last(ptx_program *p, ptx_loop *loop, const bool *idle, int64_t turns)
{
	if (turns > PTX_UNMADE_TURNS)
		return;
	for (int32_t i = loop->header; i < p->steps_count; i++)
		if (idle[i])
			p->steps[i].unmade |= 1u << (turns - 1);
	loop->has_once = true;
	loop->can_cut = false;
	loop->why_not = "its last turn does not make what only a next one would read";
}

static void
leave_out_alone(ptx_program *p, ptx_loop *loop, const bool *idle)
{
	for (int32_t i = loop->header; i < p->steps_count; i++)
		p->steps[i].not_alone = idle[i];
	loop->ends_alone = true;
}

void
gm_ptx_issue_last(const issue_plan *plan, ptx_program *p, int32_t index, const issue_turn *t)
{
	ptx_loop *loop = &p->loops[index];
	const int64_t turns = gm_ptx_issue_turns_written(plan, index, t);
	const bool rests = !plan->rounds[index].known && is_order(p->steps[t->test].detail);
	if ((!rests && turns <= 1) || !is_in_order(plan, loop, t))
		return;
	last_turn l = {.plan = plan, .loop = loop, .needed = gm_allocate((size_t)p->units_count + 1, sizeof *l.needed)};
	bool *idle = gm_allocate((size_t)p->steps_count, sizeof *idle);
	const bool any = find_idle(&l, t, idle);
	if (any && rests)
		leave_out_alone(p, loop, idle);
	else if (any)
		leave_out_last(p, loop, idle, turns);
	free(idle);
	free(l.needed);
}
