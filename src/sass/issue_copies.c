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

/* May a loop with the step be written out for a number of turns that is not known? Not with what calls a subroutine. */
static bool
can_copy(const issue_plan *plan, int32_t i)
{
	const ptx_word *w = word_of(plan, i);
	return !(w->flags & WORD_CALLED) && !is_never_copied(w->opcode) && !gm_ptx_issue_calls(&plan->cost[i]);
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

/* ---- what a turn stores of what it has loaded ---- */

/* Memory that something hangs on. */
enum { FROM_GLOBAL = 1, FROM_SHARED = 2, FROM_EITHER = FROM_GLOBAL | FROM_SHARED };

static unsigned
memory_of(const ptx_step *s)
{
	if (s->action != ACTION_MEMORY)
		return 0;
	switch (s->space) {
	case SPACE_GLOBAL: return FROM_GLOBAL;
	case SPACE_SHARED: return FROM_SHARED;
	case SPACE_GENERIC: return FROM_EITHER;
	default: return 0;
	}
}

/* What the step reads hangs on; its guard apart. */
static unsigned
hangs_by_sources(const issue_plan *plan, int32_t i, const uint8_t *hangs)
{
	unsigned all = 0;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		all |= unit == PTX_NO_UNIT ? 0 : hangs[unit];
	}
	return all;
}

static unsigned
hangs_by_guard(const issue_plan *plan, int32_t i, const uint8_t *hangs)
{
	const uint32_t guard = plan->program->steps[i].guard;
	return guard == PTX_NO_UNIT ? 0 : hangs[guard];
}

static void
note_results(const issue_plan *plan, int32_t i, uint8_t *hangs)
{
	const ptx_program *p = plan->program;
	const ptx_step *s = &p->steps[i];
	const unsigned loaded = p->words[i].opcode == OP_LD ? memory_of(s) : 0;
	const unsigned made = loaded | hangs_by_sources(plan, i, hangs) | hangs_by_guard(plan, i, hangs);
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = p->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT)
			hangs[unit] = (uint8_t)(made | (s->guard != PTX_NO_UNIT ? hangs[unit] : 0));
	}
}

/* Under what a step of the turn is made: a guard, and branches that not every turn takes alike. */
typedef struct condition {
	bool any;
	unsigned hangs;
} condition;

static condition
condition_of(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t i, const uint8_t *hangs)
{
	int32_t node = plan->graph.node_of[i];
	condition c = {plan->program->steps[i].guard != PTX_NO_UNIT, hangs_by_guard(plan, i, hangs)};
	while (node >= 0 && !issue_dominates(plan, node, t->latch)) {
		node = plan->dominator[node];
		if (node < 0 || !gm_ptx_loop_has_node(loop, node) || !issue_is_conditional(plan, node))
			continue;
		c.any = true;
		c.hangs |= hangs_by_guard(plan, plan->graph.nodes[node].end - 1, hangs);
	}
	return c;
}

static bool
loads_from(const issue_plan *plan, const ptx_loop *loop, unsigned memory)
{
	const ptx_program *p = plan->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->words[i].opcode == OP_LD && memory_of(&p->steps[i]) & memory && gm_ptx_loop_has_step(p, loop, i))
			return true;
	return false;
}

/* The store hangs on what its turn has loaded from the memory it goes to. */
static bool
puts_back(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, int32_t i, const uint8_t *hangs)
{
	const ptx_step *s = &plan->program->steps[i];
	const unsigned to = memory_of(s);
	const condition c = condition_of(plan, loop, t, i, hangs);
	if (c.hangs & to)
		return true;
	if (!(hangs_by_sources(plan, i, hangs) & to))
		return false;
	return c.any || (!is_moved_by_literals(plan, loop, s->a) && !loads_from(plan, loop, FROM_EITHER & ~to));
}

/*
 * Where lanes turn differently often, a loop stays as it is if what it stores to global memory hangs on what the same
 * turn has loaded from there, or so of shared memory: whether it is stored; or its value or its place, unless it is
 * stored in each turn and either through a pointer that literals move on, or anything is loaded from other memory too.
 * All other stores do not matter, wherever they go, and none does where lanes turn alike: where the bound is loaded
 * from one place, too.
 * Source: ptxas 13.0 for sm_90, 2948 loops: 11 kinds of places, 9 of values, 5 of conditions, in global and shared
 * memory, with lanes that turn alike and differently; tests/sass/test_unrolled.c.
 */
static bool
puts_loaded_back(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	if (!plan->values.differs[p->steps[t->branch].guard])
		return false;
	uint8_t *hangs = gm_allocate(p->units_count + 1, sizeof *hangs);
	bool puts = false;
	for (int32_t i = loop->header; i <= t->branch && !puts; i++) {
		if (!gm_ptx_loop_has_step(p, loop, i))
			continue;
		note_results(plan, i, hangs);
		puts = p->words[i].opcode == OP_ST && puts_back(plan, loop, t, i, hangs);
	}
	free(hangs);
	return puts;
}

/* No way out but the turn, nothing that must not be copied, and not too long. */
bool
gm_ptx_issue_can_copy(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const ptx_program *p = plan->program;
	int length = 0;
	if (p->words[loop->header].flags & WORD_NO_UNROLL || puts_loaded_back(plan, loop, t) ||
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
			if (!can_copy(plan, i))
				return false;
			length += gm_ptx_issue_length(plan, i);
		}
	}
	return length <= longest(plan, loop);
}
