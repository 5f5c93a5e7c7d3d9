/*
 * Which loops may be written out for a number of turns that is not known.
 */
#include "sass/issue_step.h"

#include "simt/matrix.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 6 };

static ptx_space
space_of(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	if (is_opcode(plan, i, OP_LDMATRIX))
		return SPACE_SHARED;
	return s->action == ACTION_MEMORY ? (ptx_space)s->space : s->matrix->space;
}

/* Loads of memory that a program changes, rows of matrices and parts of fragments among them. */
static int
loads_of(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	int accesses = 1, bytes;
	if (s->results_count == 0)
		return 0;
	if (is_opcode(plan, i, OP_WMMA) && s->matrix && s->streams_itself)
		gm_ptx_wmma_access(s->matrix, &accesses, &bytes);
	else if (is_opcode(plan, i, OP_LDMATRIX))
		return 1;
	else if (s->action != ACTION_MEMORY || s->space == SPACE_CONST || s->space == SPACE_PARAM)
		return 0;
	return accesses;
}

/* The length up to which a loop is unrolled: longer the more it loads from shared memory, and where it waits
   for global or local memory at all. Sought by lengthening loops of 0 to 16 loads from shared memory and 0 to
   3 from global memory (ptxas 13.0 for sm_90). */
static int
longest(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	int limit = UNROLL_LIMIT, least = 0;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int loads = gm_ptx_loop_has_node(loop, plan->graph.node_of[i]) ? loads_of(plan, i) : 0;
		if (loads > 0 && space_of(plan, i) == SPACE_SHARED)
			limit += loads * UNROLL_FOR_SHARED;
		else if (loads > 0)
			least = UNROLL_LIMIT_GLOBAL;
	}
	limit = limit < UNROLL_LIMIT_MOST ? limit : UNROLL_LIMIT_MOST;
	return limit > least ? limit : least;
}

/* Asks or orders other lanes, or changes what other threads may change: written out where all lanes turn alike. */
static bool
is_shared_out(uint8_t opcode)
{
	static const uint8_t all[] = {OP_ATOM, OP_RED, OP_SHFL, OP_VOTE, OP_BAR};
	return memchr(all, opcode, sizeof all) != NULL;
}

static bool
is_never_copied(uint8_t opcode)
{
	static const uint8_t all[] = {OP_MATCH, OP_REDUX, OP_MEMBAR, OP_FENCE, OP_BARRIER};
	return memchr(all, opcode, sizeof all) != NULL;
}

static bool
makes_affine(const issue_plan *plan, int32_t step)
{
	static const uint8_t all[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_SHL,
				      OP_CVT, OP_CVTA, OP_MOV, OP_NEG, OP_SETP};
	return memchr(all, word_of(plan, step)->opcode, sizeof all) != NULL;
}

static bool
is_left_alone(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	int32_t last = NO_STEP;
	return gm_ptx_issue_writers_in(plan, loop, unit, &last) == 0;
}

/* What sums of what the loop leaves alone lead from `start` to, one after the other. */
static bool
leads_from(const issue_plan *plan, const ptx_loop *loop, uint32_t start, uint32_t unit, int deepest)
{
	int32_t last = NO_STEP;
	if (deepest == 0 || gm_ptx_issue_writers_in(plan, loop, unit, &last) != 1 || !is_opcode(plan, last, OP_ADD))
		return false;
	for (int k = 0; k < 2; k++) {
		const uint32_t from = issue_source(plan, last, k);
		if (is_left_alone(plan, loop, issue_source(plan, last, 1 - k)))
			return from == start || leads_from(plan, loop, start, from, deepest - 1);
	}
	return false;
}

/* Sums and products of what the loop leaves alone and of what each turn moves by as much; `deepest` steps
   back at most. */
static bool
is_affine(const issue_plan *plan, const ptx_loop *loop, uint32_t unit, int deepest)
{
	int32_t last = NO_STEP;
	const int writers = unit == PTX_NO_UNIT ? 0 : gm_ptx_issue_writers_in(plan, loop, unit, &last);
	if (writers == 0 || gm_ptx_issue_advance(plan, loop, unit) != 0 || leads_from(plan, loop, unit, unit, DEEPEST))
		return true;
	if (writers > 1)
		return false;
	bool affine = deepest > 0 && makes_affine(plan, last);
	for (int k = 0; affine && k < plan->program->steps[last].sources_count; k++) {
		const uint32_t source = issue_source(plan, last, k);
		affine = source == unit ? is_opcode(plan, last, OP_ADD)
					: is_affine(plan, loop, source, deepest - 1);
	}
	return affine;
}

/* In each turn, or under conditions that do not hang on what was loaded. */
static bool
is_foreseen(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t i)
{
	const ptx_program *p = plan->program;
	int32_t node = plan->graph.node_of[i];
	bool foreseen = is_affine(plan, loop, p->steps[i].guard, DEEPEST);
	while (foreseen && node >= 0 && !issue_dominates(plan, node, t->latch)) {
		node = plan->dominator[node];
		if (node >= 0 && issue_is_conditional(plan, node))
			foreseen = is_affine(plan, loop, p->steps[plan->graph.nodes[node].end - 1].guard,
					     DEEPEST);
	}
	return foreseen;
}

/*
 * May a loop with the step be written out for a number of turns that is not known? Not with a store to
 * global memory whose place or condition hangs on what was loaded, on bits of the counter or on products of it: a
 * scatter, nor with what calls a subroutine. Stores to shared memory do not matter, loads neither.
 * Source: ptxas 13.0 for sm_90, 60 kinds of loops; tests/ptx/lowering/turns.ptx.
 */
static bool
can_copy(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t i)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[i];
	if (p->words[i].flags & WORD_CALLED || is_never_copied(p->words[i].opcode) ||
	    gm_ptx_issue_calls(&plan->cost[i]))
		return false;
	if (p->words[i].opcode != OP_ST || (s->space != SPACE_GLOBAL && s->space != SPACE_GENERIC))
		return true;
	return s->space == SPACE_GLOBAL && is_affine(plan, loop, s->a, DEEPEST) &&
	       is_foreseen(plan, loop, t, i);
}

static bool
has_shared_out(const issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i) && is_shared_out(plan->program->words[i].opcode))
			return true;
	return false;
}

/* A parameter itself, or a literal. */
static bool
is_passed(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = step_behind(plan, unit);
	return gm_ptx_issue_is_literal(plan, unit) || (from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER);
}

static bool
has_barrier(const issue_plan *plan, const ptx_loop *loop)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (gm_ptx_loop_has_step(plan->program, loop, i) && plan->program->words[i].opcode == OP_BAR)
			return true;
	return false;
}

/* One block without a predicate. */
static bool
has_no_if(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	for (int32_t i = loop->header; i < t->branch; i++)
		if (plan->program->steps[i].guard != PTX_NO_UNIT)
			return false;
	return plan->graph.node_of[loop->header] == t->latch;
}

/*
 * All lanes are seen to turn alike: the bound is passed, not computed, and the beginning the same in all lanes. With a
 * bound of n + 1, n / 2, n * m, the smaller of two parameters, the size of the launch or a block's number loops of
 * barriers, shuffles, votes and atomics stay as they are, and those of barriers where they have an if.
 * Source: ptxas 13.0 for sm_90, 15 instructions with 8 kinds of bounds and beginnings each, 30 such loops with a
 * barrier, and 21 loops with an if, of loads, stores, arithmetic and atomics; tests/sass/test_unrolled.c.
 */
static bool
turns_alike(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const int32_t from = gm_ptx_issue_beginning(plan, loop, issue_result(plan, t->counter));
	if (from == NO_STEP || (has_barrier(plan, loop) && !has_no_if(plan, loop, t)) ||
	    !is_passed(plan, issue_source(plan, t->test, 1)))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (plan->values.varies[issue_source(plan, from, k)])
			return false;
	return true;
}

/* Led to itself by copies and sums with literals alone, however many. */
static bool
is_moved_by_literals(const issue_plan *plan, const ptx_loop *loop, uint32_t unit)
{
	for (int k = 0; k < DEEPEST; k++) {
		int32_t last = NO_STEP;
		if (unit == PTX_NO_UNIT || gm_ptx_issue_writers_in(plan, loop, unit, &last) != 1)
			return false;
		if (gm_ptx_issue_advance(plan, loop, unit) != 0)
			return true;
		if (!is_opcode(plan, last, OP_MOV) &&
		    !(is_opcode(plan, last, OP_ADD) && gm_ptx_issue_is_literal(plan, issue_source(plan, last, 1))))
			return false;
		unit = issue_source(plan, last, 0);
	}
	return true;
}

static bool
loads_shared(const issue_plan *plan, const ptx_loop *loop)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->words[i].opcode == OP_LD && p->steps[i].space == SPACE_SHARED &&
		    gm_ptx_loop_has_step(p, loop, i))
			return true;
	return false;
}

static bool
is_global(const ptx_step *s)
{
	return s->action == ACTION_MEMORY && (s->space == SPACE_GLOBAL || s->space == SPACE_GENERIC);
}

/* Notes what the step makes of what its turn has loaded from global memory; whether it reads such. */
static bool
note_loaded(const issue_plan *plan, int32_t i, bool *loaded)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[i];
	bool hangs = s->guard != PTX_NO_UNIT && loaded[s->guard];
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		hangs |= unit != PTX_NO_UNIT && loaded[unit];
	}
	const bool makes = hangs || (is_global(s) && p->words[i].opcode == OP_LD);
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = p->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT)
			loaded[unit] = makes || (s->guard != PTX_NO_UNIT && loaded[unit]);
	}
	return hangs;
}

/*
 * Stores to global memory what the same turn has loaded from there, other than through a pointer that literals move
 * on. Where lanes turn differently often such a loop stays as it is, whatever else is stored; where they turn alike,
 * the value is an earlier turn's or anything is loaded from shared memory, it is written out.
 * Source: ptxas 13.0 for sm_90, 70 loops of a load and a store; tests/sass/test_unrolled.c.
 */
static bool
puts_loaded_apart(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	if (!plan->values.varies[p->steps[t->branch].guard] || loads_shared(plan, loop))
		return false;
	bool *loaded = gm_allocate(p->units_count + 1, sizeof *loaded), puts = false;
	for (int32_t i = loop->header; i <= t->branch && !puts; i++)
		if (gm_ptx_loop_has_step(p, loop, i))
			puts = note_loaded(plan, i, loaded) && p->words[i].opcode == OP_ST &&
			       is_global(&p->steps[i]) && !is_moved_by_literals(plan, loop, p->steps[i].a);
	free(loaded);
	return puts;
}

/* No way out but the turn, nothing that must not be copied, and not too long. */
bool
gm_ptx_issue_can_copy(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	int length = 0;
	if (p->words[loop->header].flags & WORD_NO_UNROLL || puts_loaded_apart(plan, loop, t) ||
	    (has_shared_out(plan, loop) && !turns_alike(plan, loop, t)))
		return false;
	for (int32_t n = 0; n < plan->graph.count - 1; n++) {
		if (!gm_ptx_loop_has_node(loop, n))
			continue;
		const ptx_node *node = &plan->graph.nodes[n];
		for (int32_t e = 0; e < node->successors_count; e++)
			if (n != t->latch &&
			    !gm_ptx_loop_has_node(loop, plan->graph.successors[node->successors + e]))
				return false;
		for (int32_t i = node->first; i < node->end; i++) {
			if (!can_copy(plan, loop, t, i))
				return false;
			length += gm_ptx_issue_length(plan, i);
		}
	}
	return length <= longest(plan, loop);
}
