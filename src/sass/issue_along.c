/*
 * Loads of shared memory that other turns of an unrolled loop take along: turns.h.
 */
#include "base/memory.h"
#include "kernel/rounds.h"
#include "sass/between.h"
#include "sass/issue_step.h"
#include "sass/join.h"
#include "sass/spots.h"

#include <stdlib.h>

static int
bytes_of(const ptx_step *s)
{
	return s->joined_bytes ? s->joined_bytes : gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

static bool
is_plain_load(const ptx_program *p, int32_t i)
{
	const ptx_step *s = &p->steps[i];
	return p->words[i].opcode == OP_LD && s->space == SPACE_SHARED && s->site != PTX_NO_SITE &&
	       s->guard == PTX_NO_UNIT && !s->volatile_read;
}

/* One block that only reads shared memory, and calls nothing. */
static bool
only_reads(const ptx_program *p, const ptx_loop *loop)
{
	const int32_t node = p->node_of[loop->latch];
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const bool shared = s->space == SPACE_SHARED || s->space == SPACE_GENERIC;
		if (gm_ptx_loop_has_step(p, loop, i) &&
		    (p->node_of[i] != node || gm_ptx_has_subroutine(p, i) || gm_ptx_is_fence(p, i) ||
		     (s->action == ACTION_MEMORY && shared && p->words[i].opcode != OP_LD)))
			return false;
	}
	return true;
}

/* The sum of the unit and a literal, given back to the unit at once or by a move; NO_STEP otherwise. */
static int32_t
sum_of(const issue_plan *plan, int32_t last, uint32_t unit)
{
	const int32_t sum = is_opcode(plan, last, OP_MOV)
				    ? issue_definition(plan, issue_source(plan, last, 0))
				    : last;
	const bool sums = is_opcode(plan, sum, OP_ADD) && issue_source(plan, sum, 0) == unit;
	return sums ? sum : NO_STEP;
}

int64_t
gm_ptx_issue_advance(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t last = NO_STEP;
	uint64_t step;
	if (unit == PTX_NO_UNIT || gm_ptx_issue_writers_in(plan, loop, unit, &last) != 1)
		return 0;
	const int32_t sum = sum_of(plan, last, unit);
	if (sum == NO_STEP || !gm_ptx_issue_literal_value(plan, issue_source(plan, sum, 1), &step))
		return 0;
	return bits_of(plan, sum) == 64 ? (int64_t)step : (int32_t)step;
}

enum { ALL_ZEROS = 63 };

static int
zeros_of(const ptx_known *known, uint32_t unit)
{
	if (!known->literal[unit])
		return known->zeros[unit];
	return known->value[unit] ? __builtin_ctzll(known->value[unit]) : ALL_ZEROS;
}

/* Low bits that are zero in the address of the load's first turn, whose register is loaded with another, with a
   literal or with a sum, before the loop; 0 where that is not known. */
static int
zeros_at_first(const issue_plan *plan, const ptx_known *known, const ptx_loop *loop, const ptx_step *s)
{
	const int32_t from = gm_ptx_issue_beginning(plan, loop, s->a);
	const bool sums = is_short_add(plan, from) && !is_opcode(plan, from, OP_SUB);
	if (!sums && (!is_opcode(plan, from, OP_MOV) || plan->program->steps[from].sources_count != 1))
		return 0;
	const int64_t bytes = bytes_of(s), start = s->immediate - ((s->immediate % bytes) + bytes) % bytes;
	int zeros = start ? __builtin_ctzll((uint64_t)start) : ALL_ZEROS;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++) {
		const int of_source = zeros_of(known, issue_source(plan, from, k));
		zeros = of_source < zeros ? of_source : zeros;
	}
	return zeros;
}

/* As many as are one access of 16 bytes, or of 8, and fill up the turns. */
static int
turns_for(const ptx_step *s, int zeros, int64_t turns)
{
	enum { WIDEST_BITS = 4 };
	const int bytes = 1 << (zeros < WIDEST_BITS ? zeros : WIDEST_BITS), every = bytes / bytes_of(s);
	return every > 1 && turns % every == 0 ? every : 1;
}

static void
stop_cutting(ptx_loop *loop)
{
	if (!loop->takes_along)
		return;
	loop->can_cut = false;
	loop->why_not = "loads of one turn are made with those of another";
}

void
gm_ptx_issue_together(const issue_plan *plan, ptx_program *p, gm_site *sites, ptx_loop *loop, int64_t turns)
{
	ptx_known known;
	if (!only_reads(p, loop))
		return;
	gm_ptx_known_init(&known, p);
	for (int32_t i = loop->header; i <= loop->latch; i++) {
		ptx_step *s = &p->steps[i];
		if (!is_plain_load(p, i) || bytes_of(s) < 4 ||
		    gm_ptx_issue_advance(plan, loop, s->a) != bytes_of(s))
			continue;
		s->every = (uint8_t)turns_for(s, zeros_at_first(plan, &known, loop, s), turns);
		if (s->every == 1)
			continue;
		s->joined_bytes = (uint8_t)(s->every * bytes_of(s));
		sites[s->site].access_bytes = s->joined_bytes;
		sites[s->site].goes_along = loop->takes_along = true;
	}
	gm_ptx_known_dispose(&known);
	stop_cutting(loop);
}

/* They are joined across turns already. */
static bool
has_loads_together(const ptx_program *p, const ptx_loop *loop)
{
	for (int32_t i = loop->header; i <= loop->latch; i++)
		if (p->steps[i].every > 1)
			return true;
	return false;
}

/* Per step from the header on, of so many turns beside each other as if each were alone. To be freed. */
static uint8_t *
all_alone(const ptx_program *p, const ptx_loop *loop, int turns)
{
	const int32_t steps = loop->latch + 1 - loop->header;
	uint8_t *bytes = gm_allocate((size_t)(turns * steps), 1);
	for (int32_t k = 0; k < turns * steps; k++) {
		const int32_t i = loop->header + k % steps;
		bytes[k] = is_plain_load(p, i) ? (uint8_t)bytes_of(&p->steps[i]) : 0;
	}
	return bytes;
}

/* The loads become `by_rounds` whose accesses are others there than where turns stand alone. */
static void
note_rounds(ptx_program *p, ptx_loop *loop, const uint8_t *two, const uint8_t *four)
{
	const int32_t steps = loop->latch + 1 - loop->header;
	for (int32_t i = 0; i < steps; i++) {
		ptx_step *s = &p->steps[loop->header + i];
		bool differs = false;
		for (int turn = 0; turn < GM_ROUND; turn++)
			differs |= four[turn * steps + i] != bytes_of(s) || (turn < 2 && two[turn * steps + i] != bytes_of(s));
		if (!is_plain_load(p, loop->header + i) || !differs)
			continue;
		for (int turn = 0; turn < GM_ROUND; turn++)
			s->of_four[turn] = four[turn * steps + i];
		for (int turn = 0; turn < 2; turn++)
			s->of_two[turn] = two[turn * steps + i];
		s->by_rounds = loop->takes_along = true;
	}
}

void
gm_ptx_issue_along(const issue_plan *plan, ptx_program *p, ptx_loop *loop)
{
	ptx_known known;
	ptx_spot *spots[GM_ROUND];
	if (!only_reads(p, loop) || has_loads_together(p, loop))
		return;
	uint8_t *two = all_alone(p, loop, 2), *four = all_alone(p, loop, GM_ROUND);
	gm_ptx_known_init(&known, p);
	for (int turn = 0; turn < GM_ROUND; turn++) {
		ptx_moved *moved = gm_ptx_issue_moved(plan, loop, turn);
		spots[turn] = gm_ptx_spots_before(p, &known, moved);
		free(moved);
	}
	if (gm_ptx_join_turns(p, loop, spots, 2, two) && gm_ptx_join_turns(p, loop, spots, GM_ROUND, four))
		note_rounds(p, loop, two, four);
	for (int turn = 0; turn < GM_ROUND; turn++)
		free(spots[turn]);
	gm_ptx_known_dispose(&known);
	free(two);
	free(four);
	stop_cutting(loop);
}
