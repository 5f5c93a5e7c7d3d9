/*
 * Loads of what a turn before, written beside theirs, has loaded: a window that slides along an array.
 *
 *     for (k ...) least = min(least, a[k] + a[k + 1] + a[k + 2]);
 *
 * In a round of four turns it is six loads, not twelve. Only the same words by the same kind of load, of an address
 * that is seen to be the same (spots.h) when the registers that literals move are as they were, and of a load that
 * every turn makes; by the rules of again.h besides, where all of a loop stands between one turn and the next.
 * Source: code of ptxas 13.0 for sm_90, of 19 loops; tests/sass/test_carried.c.
 */
#include "base/memory.h"
#include "sass/again.h"
#include "sass/between.h"
#include "sass/issue_step.h"
#include "sass/spots.h"

#include <stdlib.h>

enum { FURTHEST = 32 }; /* turns that are looked back */

static bool
is_plain_load(const ptx_program *p, const ptx_loop *loop, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	const bool own = s->site != PTX_NO_SITE || s->joined_to >= 0;
	return gm_ptx_loop_has_step(p, loop, i) && gm_ptx_is_plain_load(p, i) && own && s->every <= 1 && !s->by_rounds;
}

/* What each turn adds to a register, its own sum or one of what moves and of what the loop leaves alone; 0: nobody
   knows. */
static int64_t
advance_of(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t last = NO_STEP;
	const int64_t own = gm_ptx_issue_advance(plan, loop, unit);
	if (own != 0 || gm_ptx_issue_writers_in(plan, loop, unit, &last) != 1 || !is_opcode(plan, last, OP_ADD) ||
	    plan->program->steps[last].guard != PTX_NO_UNIT)
		return own;
	uint64_t sum = 0;
	for (int k = 0; k < 2; k++) {
		const uint32_t term = issue_source(plan, last, k);
		int32_t ignored;
		const int64_t advance = gm_ptx_issue_advance(plan, loop, term);
		if (advance == 0 && gm_ptx_issue_writers_in(plan, loop, term, &ignored) > 0)
			return 0;
		sum += (uint64_t)advance;
	}
	return (int64_t)sum;
}

/* Its address is what the turn before has made, which before the first of a round is no sum that ptxas takes apart. */
static bool
is_of_turn_before(const issue_plan *plan, const ptx_loop *loop, int32_t i)
{
	const uint32_t unit = plan->program->steps[i].a;
	int32_t last = NO_STEP;
	return unit != PTX_NO_UNIT && gm_ptx_issue_writers_in(plan, loop, unit, &last) == 1 && last > i &&
	       gm_ptx_issue_advance(plan, loop, unit) == 0;
}

/* The first turn stands before all rounds, or all turns do. */
static bool
stands_for_itself(const issue_plan *plan, const ptx_loop *loop)
{
	issue_turn t;
	const int32_t index = (int32_t)(loop - plan->program->loops);
	const issue_rounds *r = &plan->rounds[index];
	return r->known && (r->ahead > 0 || (gm_ptx_issue_find_turn(plan, loop, &t) &&
					     gm_ptx_issue_turns_written(plan, index, &t) == r->turns));
}

ptx_moved *
gm_ptx_issue_moved(const issue_plan *plan, const ptx_loop *loop, int64_t turns)
{
	const ptx_program *p = plan->program;
	ptx_moved *moved = gm_allocate((size_t)p->units_count + 1, sizeof *moved);
	for (int32_t i = 0; i < loop->written_count; i++) {
		const uint32_t unit = loop->written[i];
		const int64_t advance = advance_of(plan, loop, unit);
		const int64_t by = (int64_t)((uint64_t)advance * (uint64_t)turns);
		moved[unit] = (ptx_moved){.by = by, .is_other = advance == 0 && turns != 0};
	}
	return moved;
}

static bool
is_same(ptx_spot a, ptx_spot b)
{
	return a.number == b.number && a.distance_bytes == b.distance_bytes;
}

/* Another that every turn makes brings so many turns before what this one does. What the loop leaves alone is nothing
   new to any turn: issue_once.c. */
static bool
was_loaded(const issue_plan *plan, const ptx_loop *loop, const ptx_spot *here, const ptx_spot *before, int32_t i)
{
	const ptx_program *p = plan->program;
	for (int32_t k = loop->header; k <= loop->latch; k++)
		if (is_same(before[k], here[i]) && !is_same(before[i], here[i]) && is_plain_load(p, loop, k) &&
		    gm_ptx_same_load(p, k, i) &&
		    issue_dominates(plan, plan->graph.node_of[k], plan->graph.node_of[loop->latch]))
			return true;
	return false;
}

static bool
may_be_carried(const ptx_program *p, const ptx_loop *loop, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	return is_plain_load(p, loop, i) && s->site != PTX_NO_SITE && !s->joined_bytes &&
	       !gm_ptx_changes_in_loop(p, loop, (ptx_space)s->space, p->words[i].flags & WORD_READ_ONLY);
}

static void
look_back(const issue_plan *plan, ptx_program *p, const ptx_known *known, ptx_loop *loop, int64_t turns)
{
	const bool itself = stands_for_itself(plan, loop);
	ptx_moved *moved = gm_ptx_issue_moved(plan, loop, -turns), *still = gm_allocate((size_t)p->units_count + 1, sizeof *still);
	ptx_spot *here = gm_ptx_spots_before(p, known, still), *before = gm_ptx_spots_before(p, known, moved);
	for (int32_t i = loop->header; i <= loop->latch; i++)
		if (p->steps[i].carried == 0 && was_loaded(plan, loop, here, before, i) &&
		    may_be_carried(p, loop, i)) {
			const bool of_before = is_of_turn_before(plan, loop, i);
			p->steps[i].carried = (uint8_t)(turns + of_before);
			p->steps[i].first_apart = itself && !of_before && gm_ptx_issue_first_is_apart(plan, loop, p->steps[i].a);
			loop->round = 1;
		}
	free(before);
	free(here);
	free(still);
	free(moved);
}

void
gm_ptx_issue_carried(const issue_plan *plan, ptx_program *p, int32_t index)
{
	ptx_loop *loop = &p->loops[index];
	const issue_rounds *r = &plan->rounds[index];
	ptx_known known;
	bool any = false;
	for (int32_t i = loop->header; i <= loop->latch && !any; i++)
		any = may_be_carried(p, loop, i);
	if (!any)
		return;
	gm_ptx_known_init(&known, p);
	for (int64_t turns = 1; turns < r->turns && turns <= FURTHEST; turns++)
		look_back(plan, p, &known, loop, turns);
	gm_ptx_known_dispose(&known);
	if (loop->round == 0)
		return;
	loop->round = r->turns;
	loop->ahead = r->ahead;
	loop->rests = !r->known;
}
