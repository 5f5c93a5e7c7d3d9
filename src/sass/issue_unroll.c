/*
 * Innermost loops that are written out several times.
 */
#include "base/memory.h"
#include "sass/issue_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double without_pointers = 0.9;

enum { FULL_MOST = 4096, PART_MOST = 350, PART_TURN_MOST = 72, PLACED_WORTH = 8 };

static bool
is_address(const issue_plan *plan, int32_t i, int k)
{
	return k == 0 && plan->program->steps[i].action == ACTION_MEMORY;
}

/* What the loop leaves alone, and `moved`: addresses of this loop and nothing else. What is moved on differs between
   lanes: one that does not is in uniform registers, and moved out of them for the sum (issue_pointers.c). */
static bool
is_place(const issue_plan *plan, const ptx_loop *loop, int32_t i, uint32_t moved)
{
	int32_t last;
	const uint32_t unit = issue_result(plan, i);
	const bool whole = gm_issue_total(&plan->cost[i]) >= bits_of(plan, i) / 32; /* no part of it is a product's */
	if (!(is_short_add(plan, i) || is_long_add(plan, i)) || is_opcode(plan, i, OP_SUB) || !whole ||
	    !plan->values.varies[moved] ||
	    issue_definition(plan, unit) != i || plan->program->steps[i].guard != PTX_NO_UNIT)
		return false;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t source = issue_source(plan, i, k);
		if (source != moved && gm_ptx_issue_writers_in(plan, loop, source, &last) > 0)
			return false;
	}
	for (int32_t r = plan->values.first[unit]; r < plan->values.first[unit + 1]; r++) {
		const int32_t reader = plan->values.readers[r];
		for (int k = 0; k < plan->program->steps[reader].sources_count; k++)
			if (!gm_ptx_loop_has_step(plan->program, loop, reader) ||
			    (issue_source(plan, reader, k) == unit && !is_address(plan, reader, k)))
				return false;
	}
	return true;
}

/* What the sum makes is read only by itself, by the test and as an address: turns can take it as an offset. And, of
   `places`, by sums with what the loop leaves alone, for addresses: turns side by side take those of the first, and
   offsets. Of loops over 1 to 4 such addresses of one load or two, of global memory by 64 bits and of shared memory by
   32, a round of four turns has two instructions, or one, for each and for what is moved on (ptxas 13.0 for sm_90). */
static bool
is_offset(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t sum, bool places)
{
	const ptx_program *p = plan->program;
	const uint32_t unit = issue_result(plan, sum);
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (!gm_ptx_loop_has_step(p, loop, i) || i == sum || i == t->test)
			continue;
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (issue_source(plan, i, k) == unit && !is_address(plan, i, k) &&
			    !(places && is_place(plan, loop, i, unit)))
				return false;
	}
	return true;
}

bool
gm_ptx_issue_is_offset(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t sum)
{
	return is_offset(plan, loop, t, sum, true);
}

/* The sums for addresses, once for `written` turns. */
static void
share_places(issue_plan *plan, const ptx_loop *loop, int32_t moves, double written)
{
	const uint32_t moved = issue_result(plan, moves);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (i != moves && gm_ptx_loop_has_step(plan->program, loop, i) && reads_unit(plan, i, moved) && is_place(plan, loop, i, moved))
			issue_scale(&plan->cost[i], 1.0 / written);
}

/* What the unit begins with is no register of its own any more. */
static void
drop_beginning(issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (issue_result(plan, i) == unit && is_opcode(plan, i, OP_MOV) &&
		    !gm_ptx_loop_has_step(plan->program, loop, i))
			vanish(plan, i);
}

/* A comparison of what the loop leaves alone, a predicate that all turns that stand there share: of 19 loops with an
   if that are written out four times (ptxas 13.0 for sm_90) four such comparisons are one or none. */
static bool
is_asked_once(const issue_plan *plan, const ptx_loop *loop, int32_t i)
{
	int32_t last;
	if (!is_opcode(plan, i, OP_SETP))
		return false;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++)
		if (gm_ptx_issue_writers_in(plan, loop, issue_source(plan, i, k), &last) > 0)
			return false;
	return true;
}

/* Counters, comparisons and pointers once for `copies` turns, infinitely many: not at all. The code of a turn
   stands there `written` times. */
static void
scale_turns(issue_plan *plan, int32_t index, const issue_turn *t, double copies, double written)
{
	const ptx_program *p = plan->program;
	const ptx_loop *loop = &p->loops[index];
	plan->unrolled[index] = true;
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (!gm_ptx_loop_has_step(plan->program, loop, i))
			continue;
		plan->copies[i] = (uint8_t)fmin(written, UINT8_MAX);
		if (is_asked_once(plan, loop, i))
			issue_scale(&plan->cost[i], 1.0 / fmin(copies, written));
		const bool counts = i == t->counter && isinf(copies);
		if (!counts && (p->words[i].opcode != OP_ADD || !gm_ptx_issue_is_literal_sum(plan, i) ||
				!is_offset(plan, loop, t, i, true)))
			continue;
		share_places(plan, loop, i, fmin(copies, written));
		issue_scale(&plan->cost[i], 1.0 / copies);
		if (isinf(copies))
			drop_beginning(plan, loop, issue_result(plan, i));
	}
	issue_scale(&plan->cost[t->test], 1.0 / copies);
	issue_scale(&plan->cost[t->branch], 1.0 / copies);
}

static bool
holds(uint8_t compare, int64_t a, int64_t b)
{
	switch (compare) {
	case MOD_eq: return a == b;
	case MOD_ne: return a != b;
	case MOD_lt: return a < b;
	case MOD_le: return a <= b;
	case MOD_gt: return a > b;
	case MOD_ge: return a >= b;
	default: return false;
	}
}

int32_t
gm_ptx_issue_beginning(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t from = NO_STEP;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		if (issue_result(plan, i) != unit || gm_ptx_loop_has_node(loop, plan->graph.node_of[i]))
			continue;
		if (from != NO_STEP)
			return NO_STEP;
		from = i;
	}
	return from;
}

bool
gm_ptx_issue_begins_with(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, uint64_t *value)
{
	const ptx_program *p = plan->program;
	const int32_t from = gm_ptx_issue_beginning(plan, loop, unit);
	return is_opcode(plan, from, OP_MOV) && p->steps[from].sources_count == 1 &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, from, 0), value);
}

/* How often a loop turns that counts with literals; 0: not known, or more than anyone writes out. Of counters that run
   over ptxas does not know either. */
static int64_t
turns_of(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	uint64_t begin, step, bound;
	const ptx_word *w = word_of(plan, t->counter);
	if (gm_ptx_type_bits((ptx_type)w->type) != 32 || t->counter > t->test ||
	    !gm_ptx_issue_begins_with(plan, loop, issue_result(plan, t->counter), &begin) ||
	    !gm_ptx_issue_literal_value(plan, issue_source(plan, t->counter, 1), &step) ||
	    !gm_ptx_issue_literal_value(plan, issue_source(plan, t->test, 1), &bound))
		return 0;
	int64_t value = (int32_t)begin;
	for (int64_t turns = 1; turns <= FULL_MOST; turns++) {
		value += (int32_t)step;
		if (!holds(plan->program->steps[t->test].detail, value, (int32_t)bound))
			return turns;
	}
	return 0;
}

/* Turns whose number depends on what is passed. */
static void
unroll_by_four(issue_plan *plan, int32_t index, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	const ptx_loop *loop = &p->loops[index];
	if (!gm_ptx_issue_can_copy(plan, loop, t))
		return;
	plan->rounds[index] = (issue_rounds){.turns = UNROLL};
	scale_turns(plan, index, t, UNROLL, UNROLL + 1); /* and once for what is left over */
	const int32_t before = plan->dominator[plan->graph.node_of[loop->header]];
	if (before >= 0)
		issue_add(plan, plan->graph.nodes[before].end - 1, GM_UNIT_ALU, UNROLL_ENTRY);
}

/* An if in it stays behind a branch. */
static bool
has_branches(const issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		const int32_t last = plan->graph.nodes[n].end - 1;
		if (gm_ptx_loop_has_node(loop, n) && issue_is_conditional(plan, n) &&
		    plan->program->steps[last].target != loop->header &&
		    plan->cost[last].of[GM_UNIT_CONTROL] >= 1)
			return true;
	}
	return false;
}

/* No call of anything in it. */
static bool
can_be_written(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_node(loop, plan->graph.node_of[i]) &&
		    (gm_ptx_issue_calls(&plan->cost[i]) || (p->words[i].flags & WORD_CALLED)))
			return false;
	return !(p->words[loop->header].flags & WORD_NO_UNROLL);
}

/* Of one turn besides its counter; loads count `load` times, those of less than 32 bits once more where that is
   twice: of 4 and 8 such loads and as many multiply-adds 64 and 18 turns are written out, of words 111 and 28. */
static double
weight_of(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, double load)
{
	const ptx_program *p = plan->program;
	double weight = 0;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const bool counts = i == t->counter || i == t->test || i == t->branch;
		if (!gm_ptx_loop_has_step(p, loop, i) || counts || p->steps[i].spills ||
		    (gm_ptx_issue_is_literal_sum(plan, i) && is_offset(plan, loop, t, i, false)))
			continue;
		const bool loads = p->words[i].opcode == OP_LD && p->steps[i].site != PTX_NO_SITE;
		const bool widens = loads && load > 1 && gm_ptx_type_bits((ptx_type)p->steps[i].type) < 32 &&
				    p->steps[i].vector == 1;
		weight += gm_issue_total(&plan->cost[i]) * (widens ? load + 1 : loads ? load : 1);
	}
	return weight;
}

/* The most turns that make 350 instructions with those that are left over, which stand before the loop: 16 of
   21 instructions of 2520 turns, 11 of 101 and two before. A turn of more than 72 is left as it is. Seen in
   loops of 17 to 140 multiply-adds and loads of 47 to 55440 turns (ptxas 13.0 for sm_90). */
static issue_rounds
rounds_of(int64_t turns, double weight)
{
	const int64_t most = weight > PART_TURN_MOST ? 1 : (int64_t)(PART_MOST / weight);
	for (int64_t copies = turns < most ? turns : most; copies > 1; copies--)
		if (copies + turns % copies <= most)
			return (issue_rounds){.turns = (int32_t)copies, .ahead = (int32_t)(turns % copies), .known = true};
	return (issue_rounds){.turns = 1, .known = true};
}

/* Turns of a weight that are written out as a whole. Sought by lengthening loops of one kind each, of 8 to 100
   multiply-adds, some of 12, 24 and 48 of 4, 8 and 16 loads and as many multiply-adds; no tests are written around
   them (ptxas 13.0 for sm_90). */
static bool
is_written_out(double turns, double weight)
{
	static const double most[][2] = {{8, 243}, {12, 118}, {15, 80}, {20, 50}, {24, 34},
					 {30, 23}, {40, 13},  {48, 9},  {64, 6},  {100, 3}};
	const size_t last = sizeof most / sizeof *most - 1;
	size_t i = 1;
	while (i < last && weight > most[i][0])
		i++;
	const double *a = most[i - 1], *b = most[i];
	const double along = log(weight / a[0]) / log(b[0] / a[0]);
	return log(turns) <= log(a[1] + 0.5) + along * log((b[1] + 0.5) / (a[1] + 0.5));
}

/* What a turn is to ptxas before it folds anything, but for its counter and what makes literals. */
static double
length_without(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, const bool *literal)
{
	double length = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i) && i != t->counter && i != t->test && i != t->branch &&
		    !literal[i] && !(gm_ptx_issue_is_literal_sum(plan, i) && is_offset(plan, loop, t, i, false)))
			length += gm_ptx_issue_length(plan, i);
	return length;
}

/* Steps that make literals count for nothing, and each for as much as one of the three that count turns, which go as
   well: as if there were more turns of less. So longer loops are written out, of 5 to 24 turns with 1 to 12 such steps
   of 76 to 169 multiply-adds (44 loops, ptxas 13.0 for sm_90): 0 to 17 % longer ones than is taken here.

   A load of constants that comes to stand in an instruction counts for eight of them. Multiply-adds of a turn with 1, 2, 4,
   8, 12 and 24 such loads, at most (ptxas 13.0 for sm_90, seen between):

       5 turns        120-140  160-190  190-220  260-300  over 300  over 300
       here               124      157      209      269       316       417
       11 turns         60-75   90-105  120-140  160-190   220-260  over 300
       here                80      101      129      169       198       259
       24 turns         40-50    60-75    75-90  105-120   140-160   190-220
       here                51       64       82      106       123       158

   Loads of shared memory count for nothing of the kind, nor do constants behind a place that is passed. */
static bool
is_written_out_with(double turns, double weight, int literals)
{
	enum { COUNTING = 3 };
	const double more = 1 + (double)literals / COUNTING;
	return is_written_out(turns * more, weight / more);
}

static void
write_out(issue_plan *plan, int32_t index, const issue_turn *t, int64_t turns, bool branches, const bool *literal)
{
	plan->rounds[index] = (issue_rounds){.turns = (int32_t)turns, .known = true, .branches = branches};
	scale_turns(plan, index, t, INFINITY, (double)turns);
	gm_ptx_issue_take_literals(plan, &plan->program->loops[index], t, literal);
}

/* Turns that are known before anything runs: all of them are written out where they are few or short, else
   some, or none where an if stays behind a branch (ifs over 12 to 80 multiply-adds, six kinds of loops, 230 kernels,
   ptxas 13.0 for sm_90). */
static bool
unroll_known(issue_plan *plan, int32_t index, const issue_turn *t)
{
	const ptx_loop *loop = &plan->program->loops[index];
	const int64_t turns = turns_of(plan, loop, t);
	if (turns <= 0 || !can_be_written(plan, loop))
		return false;
	const bool branches = has_branches(plan, loop);
	const double weight = fmax(1, weight_of(plan, loop, t, 2));
	bool *literal = gm_allocate((size_t)plan->program->steps_count, sizeof *literal);
	bool *folded = gm_allocate((size_t)plan->program->steps_count, sizeof *folded);
	const int made = gm_ptx_issue_find_literals(plan, loop, t, literal);
	memcpy(folded, literal, (size_t)plan->program->steps_count * sizeof *folded);
	const int literals = made + PLACED_WORTH * gm_ptx_issue_find_placed(plan, loop, folded);
	const double rest = literals > 0 ? length_without(plan, loop, t, folded) : weight;
	const bool whole = is_written_out_with((double)turns, fmax(1, rest), literals);
	if (whole) {
		write_out(plan, index, t, turns, branches, literal);
		plan->whole[index] = (issue_whole){(double)turns, rest, literals};
		gm_ptx_issue_place_constants(plan, index);
	}
	free(literal);
	free(folded);
	if (whole || branches)
		return whole;
	const issue_rounds r = rounds_of(turns, weight);
	plan->rounds[index] = r;
	if (r.turns > 1) /* the loop turns once for each round */
		scale_turns(plan, index, t, (double)turns * r.turns / (double)(turns - r.ahead), r.turns + r.ahead);
	return true;
}

static bool
loads_global(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_node(loop, plan->graph.node_of[i]) && p->words[i].opcode == OP_LD &&
		    (p->steps[i].space == SPACE_GLOBAL || p->steps[i].space == SPACE_GENERIC))
			return true;
	return false;
}

/* Behind the rounds of a loop without ifs or loads from global memory the last turn is predicated up to 6
   instructions, up to 8 where lanes turn differently often; the two before it with their counter,
   predicate and pointers alike; not of loops that turn while the counter is not at its bound, which turn
   on behind their rounds. Sought by lengthening loops of stores, of loads of shared memory and of
   multiply-adds (ptxas 13.0 for sm_90). */
uint8_t
gm_ptx_issue_tails(const issue_plan *plan, int32_t index, const issue_turn *t)
{
	enum { TAIL_MOST = 6, TAIL_MOST_APART = 8, COUNTING = 3 };
	const ptx_program *p = plan->program;
	const ptx_loop *loop = &p->loops[index];
	const double length = weight_of(plan, loop, t, 1);
	const int most = plan->values.varies[p->steps[t->branch].guard] ? TAIL_MOST_APART : TAIL_MOST;
	if (p->steps[t->test].detail == MOD_ne || !plan->unrolled[index] || plan->copies[t->branch] != UNROLL + 1 || loads_global(plan, loop) ||
	    plan->graph.node_of[loop->header] != t->latch || turns_of(plan, loop, t) > 0)
		return 0;
	const bool leaves = p->steps[t->branch + 1].action == ACTION_EXIT; /* by a predicated EXIT */
	return (uint8_t)((length <= most && !leaves ? 1 : 0) | (2 * length + COUNTING <= most ? 2 : 0));
}

int64_t
gm_ptx_issue_turns_written(const issue_plan *plan, int32_t loop, const issue_turn *t)
{
	const int64_t turns = turns_of(plan, &plan->program->loops[loop], t);
	return plan->whole[loop].turns > 0 && plan->unrolled[loop] && turns < UINT8_MAX ? turns : 0;
}

/* The one loop that stands in it, if that is written out as a whole; else -1. */
static int32_t
whole_inside(const issue_plan *plan, int32_t index)
{
	int32_t inside = -1;
	for (int32_t l = 0; l < plan->program->loops_count; l++)
		if (plan->program->loops[l].parent == index) {
			if (inside >= 0 || plan->whole[l].turns == 0)
				return -1;
			inside = l;
		}
	return inside;
}

/* What a turn is to ptxas besides the loop in it, but for what makes literals. */
static double
length_beside(const issue_plan *plan, const ptx_loop *loop, const ptx_loop *inside, const issue_turn *t)
{
	double length = 0;
	bool *literal = gm_allocate((size_t)plan->program->steps_count, sizeof *literal);
	gm_ptx_issue_find_literals(plan, loop, t, literal);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i) && !gm_ptx_loop_has_step(plan->program, inside, i) &&
		    i != t->counter && i != t->test && i != t->branch && !literal[i])
			length += gm_ptx_issue_length(plan, i);
	free(literal);
	return length;
}

/* Counter, comparison and branch of a loop that is written out around another are gone. */
static void
drop_turning(issue_plan *plan, int32_t index, const issue_turn *t)
{
	issue_scale(&plan->cost[t->counter], 0);
	issue_scale(&plan->cost[t->test], 0);
	issue_scale(&plan->cost[t->branch], 0);
	drop_beginning(plan, &plan->program->loops[index], issue_result(plan, t->counter));
}

/* A loop around one that is written out is so too where as many turns of nine tenths of the inner one's weight would be, for
   its pointers go: of 3, 8 and 16 turns of 3, 5 and 9, of 8 to 96 multiply-adds, with loads of constants, of shared memory or
   neither (ptxas 13.0 for sm_90, 127 kernels; tests/sass/test_nested.c). */
static void
unroll_around(issue_plan *plan, int32_t index, const issue_turn *t)
{
	const ptx_loop *loop = &plan->program->loops[index];
	const int32_t inside = whole_inside(plan, index);
	const int64_t turns = turns_of(plan, loop, t);
	if (inside < 0 || turns <= 0 || !can_be_written(plan, loop))
		return;
	issue_whole all = plan->whole[inside];
	all.rest += length_beside(plan, loop, &plan->program->loops[inside], t) / all.turns;
	all.turns *= (double)turns;
	if (!is_written_out_with(all.turns, fmax(1, without_pointers * all.rest), all.literals))
		return;
	plan->whole[index] = all;
	drop_turning(plan, index, t);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i))
			plan->copies[i] = (uint8_t)fmin((double)turns * plan->copies[i], UINT8_MAX);
	gm_ptx_issue_place_constants(plan, index);
}

void
gm_ptx_issue_unroll(issue_plan *plan, int32_t index)
{
	issue_turn t;
	if (!gm_ptx_issue_find_turn(plan, &plan->program->loops[index], &t))
		return;
	if (!gm_ptx_loop_is_innermost(plan->program, index))
		unroll_around(plan, index, &t);
	else if (!unroll_known(plan, index, &t))
		unroll_by_four(plan, index, &t);
}
