/*
 * Loads of what was loaded before a loop, in turns of it that stand before all rounds, or in a loop that is written out
 * as a whole: code like any other, in which counters are literals.
 *
 *     first = a[0]; ... for (k = 0; k < 5; k++) sum += a[k] * first;
 *
 * is five loads. By the rules of again.h, between that load and the loop and in the turns up to this one; under an if of
 * the turn, too. Behind the turns ahead of rounds the loop loads what it needs, however often that was loaded, but for
 * what one that is not unrolled leaves alone: that would be made before it (issue_once.c), and is there. (Of one that
 * is, each stretch behind the rounds makes it, which is not modelled: nvcc does not write such.)
 * Source: code of ptxas 13.0 for sm_90, of 31 loops; tests/sass/test_entered.c.
 */
#include "base/memory.h"
#include "sass/again.h"
#include "sass/between.h"
#include "sass/issue_step.h"
#include "sass/spots.h"

#include <stdlib.h>

typedef struct entrance {
	const issue_plan *plan;
	const ptx_program *program;
	const ptx_loop *loop;
	int32_t *from;    /* per unit; see ptx_entered */
	int64_t *advance;
	bool *is_other;
} entrance;

static bool
may_be_loaded(const entrance *e, int32_t i)
{
	const ptx_step *s = &e->program->steps[i];
	return gm_ptx_loop_has_step(e->program, e->loop, i) && gm_ptx_is_plain_load(e->program, i) && s->site != PTX_NO_SITE &&
	       !s->joined_bytes && s->every <= 1 && !s->by_rounds;
}

static bool
changes_between(const ptx_program *p, int32_t from, int32_t to, ptx_space space, bool read_only)
{
	for (int32_t i = from; i < to; i++)
		if (gm_ptx_changes(p, i, space, read_only))
			return true;
	return false;
}

/* It has loaded what it does whenever the loop begins, and no other loop stands between. */
static bool
lasts_to_loop(const entrance *e, int32_t load, ptx_space space, bool read_only)
{
	const ptx_program *p = e->program;
	const ptx_graph *g = &e->plan->graph;
	const ptx_node *header = &g->nodes[g->node_of[e->loop->header]];
	if (!issue_dominates(e->plan, g->node_of[load], g->node_of[e->loop->header]) ||
	    changes_between(p, load + 1, e->loop->header, space, read_only))
		return false;
	for (int32_t i = load; i < e->loop->header; i++)
		if (issue_loop_of(e->plan, i) != e->loop->parent)
			return false;
	for (int32_t k = 0; k < header->predecessors_count; k++) {
		const int32_t before = g->predecessors[header->predecessors + k];
		const int32_t last = g->nodes[before].end - 1;
		if (!gm_ptx_loop_has_node(e->loop, before) &&
		    (last < load || last >= e->loop->header || gm_ptx_changes_aside(p, g, load, last, space, read_only)))
			return false;
	}
	return true;
}

/* From the beginning of the first turn to the load in this one. */
static bool
lasts_to_load(const entrance *e, int32_t turn, int32_t i, ptx_space space, bool read_only)
{
	const ptx_program *p = e->program;
	if (turn == 0)
		return !changes_between(p, e->loop->header, i, space, read_only) &&
		       !gm_ptx_changes_aside(p, &e->plan->graph, e->loop->header, i, space, read_only);
	return !gm_ptx_changes_in_loop(p, e->loop, space, read_only);
}

static bool
was_loaded(const entrance *e, const ptx_spot *spots, int32_t turn, int32_t i)
{
	const ptx_program *p = e->program;
	const ptx_space space = (ptx_space)p->steps[i].space;
	const bool read_only = p->words[i].flags & WORD_READ_ONLY;
	for (int32_t k = 0; k < e->loop->header; k++)
		if (gm_ptx_is_plain_load(p, k) && spots[k].number == spots[i].number &&
		    spots[k].distance_bytes == spots[i].distance_bytes && gm_ptx_same_load(p, k, i) &&
		    lasts_to_loop(e, k, space, read_only) && lasts_to_load(e, turn, i, space, read_only))
			return true;
	return false;
}

/* The only step that writes the unit outside of the loop, if every way into the loop leads by it. */
static int32_t
writer_before(const entrance *e, uint32_t unit)
{
	const int32_t from = gm_ptx_issue_beginning(e->plan, e->loop, unit);
	const int32_t header = e->plan->graph.node_of[e->loop->header];
	const bool before = from >= 0 && from < e->loop->header && issue_loop_of(e->plan, from) == e->loop->parent;
	return before && issue_dominates(e->plan, e->plan->graph.node_of[from], header) ? from : NO_STEP;
}

static void
begin_turn(const entrance *e, int32_t turn)
{
	for (int32_t i = 0; i < e->loop->written_count; i++) {
		const uint32_t unit = e->loop->written[i];
		const int64_t step = gm_ptx_issue_advance(e->plan, e->loop, unit);
		e->from[unit] = writer_before(e, unit);
		e->advance[unit] = (int64_t)((uint64_t)step * (uint64_t)turn);
		e->is_other[unit] = turn > 0 && step == 0;
	}
}

/* Turns that stand before all rounds. */
static int64_t
turns_before_rounds(const issue_plan *plan, int32_t index)
{
	issue_turn t;
	if (!plan->unrolled[index] || !plan->rounds[index].known ||
	    !gm_ptx_issue_find_turn(plan, &plan->program->loops[index], &t))
		return 0;
	const int64_t written = gm_ptx_issue_turns_written(plan, index, &t);
	return written > 0 ? written : plan->rounds[index].ahead;
}

/* Of the loads of the loop `once` that are made before it, those in none of its own loops; -1: of all that are made in
   turns. */
static bool
is_meant(const entrance *e, int32_t i, int32_t once)
{
	return may_be_loaded(e, i) && e->program->steps[i].once == once &&
	       (once < 0 || issue_loop_of(e->plan, i) == once);
}

static bool
is_apart(const entrance *e, int32_t turn, int32_t i)
{
	return turn > 0 && gm_ptx_issue_first_is_apart(e->plan, e->loop, e->program->steps[i].a);
}

static bool
look_in_turns(const entrance *e, ptx_program *p, int32_t turns, int32_t once)
{
	const ptx_entered entered = {e->loop, e->from, e->advance, e->is_other};
	bool any = false;
	ptx_known known;
	gm_ptx_known_init(&known, p);
	for (int32_t turn = 0; turn < turns; turn++) {
		begin_turn(e, turn);
		ptx_spot *spots = gm_ptx_spots_in_turn(p, &known, &entered);
		for (int32_t i = e->loop->header; i < p->steps_count; i++)
			if (is_meant(e, i, once) && was_loaded(e, spots, turn, i) &&
			    !is_apart(e, turn, i)) {
				p->steps[i].unmade |= 1u << turn;
				any = true;
			}
		free(spots);
	}
	gm_ptx_known_dispose(&known);
	return any;
}

/* Of so many turns; false where there is nothing to say of them. */
static bool
look(const issue_plan *plan, ptx_program *p, int32_t index, int64_t turns, int32_t once)
{
	const size_t units = (size_t)p->units_count + 1;
	entrance e = {.plan = plan, .program = p, .loop = &p->loops[index]};
	bool any = false;
	for (int32_t i = 0; i < p->steps_count && turns > 0 && !any; i++)
		any = is_meant(&e, i, once);
	if (!any)
		return false;
	e.from = gm_allocate(units, sizeof *e.from);
	e.advance = gm_allocate(units, sizeof *e.advance);
	e.is_other = gm_allocate(units, sizeof *e.is_other);
	for (size_t u = 0; u < units; u++)
		e.from[u] = NO_STEP;
	any = look_in_turns(&e, p, (int32_t)(turns < PTX_UNMADE_TURNS ? turns : PTX_UNMADE_TURNS), once);
	free(e.from);
	free(e.advance);
	free(e.is_other);
	return any;
}

void
gm_ptx_issue_entered(const issue_plan *plan, ptx_program *p, int32_t index)
{
	ptx_loop *loop = &p->loops[index];
	if (!look(plan, p, index, turns_before_rounds(plan, index), -1))
		return;
	loop->has_once = true;
	loop->can_cut = false;
	loop->why_not = "its first turns do not load what was loaded before it";
}

void
gm_ptx_issue_entered_once(const issue_plan *plan, ptx_program *p, int32_t index)
{
	if (!plan->unrolled[index])
		look(plan, p, index, 1, index);
}
