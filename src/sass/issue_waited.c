/*
 * Loads under a predicate: ptxas branches around a side that loads from global memory where too little
 * follows to wait for it.
 */
#include "sass/issue_predicate.h"

#include <stdlib.h>

static bool
goes_to_global(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (p->steps[i].action == ACTION_MEMORY && p->steps[i].space == SPACE_GLOBAL)
			return true;
	return false;
}

/* From 8.0 on an access to global memory takes a descriptor, which those before it have, and loops. */
static bool
takes_descriptor(const issue_plan *plan, int32_t node)
{
	if (plan->cc < 80 || !goes_to_global(plan, node) || plan->program->loop_of[node] >= 0)
		return false;
	for (int32_t n = plan->dominator[node]; n >= 0; n = plan->dominator[n])
		if (plan->program->loop_of[n] < 0 && goes_to_global(plan, n))
			return false;
	return true;
}

/* Where the sides of a branch around one block that loads from global memory meet, -1. */
static int32_t
meets_behind_load(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const int32_t last = g->nodes[node].end - 1;
	if (!issue_is_conditional(plan, node) || is_free(plan, last) || node + 1 >= g->count - 1)
		return -1;
	const int32_t taken = g->node_of[plan->program->steps[last].target];
	return taken > node && only_successor(plan, node + 1) == taken && loads(plan, node + 1, SPACE_GLOBAL)
		       ? taken
		       : -1;
}

/* It reads what the steps `from` to `end` make, or what steps of its own block make of that. */
static bool
hangs_on(const issue_plan *plan, int32_t i, int32_t from, int32_t end)
{
	const ptx_program *p = plan->program;
	for (int32_t k = from; k < end; k++)
		if (reads_any(p, i, &p->steps[k]))
			return true;
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++)
		if (reads_any(p, i, &p->steps[k]) && hangs_on(plan, k, from, end))
			return true;
	return false;
}

/* Loads from shared memory wait themselves. */
static bool
is_counted(const issue_plan *plan, int32_t i, bool stored)
{
	const ptx_step *s = &plan->program->steps[i];
	const bool memory = s->action == ACTION_MEMORY && !stored &&
			    (s->space != SPACE_SHARED || is_opcode(plan, i, OP_ST));
	return s->action == ACTION_LANES || memory;
}

static bool
turns_at(const issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	const ptx_step *last = &plan->program->steps[n->end - 1];
	return last->action == ACTION_BRANCH && plan->graph.node_of[last->target] <= node;
}

/* What the arithmetic makes is read where the sides meet, and only by steps that wait for a side. */
static bool
serves_what_waits(const issue_plan *plan, int32_t i, int32_t from, int32_t end)
{
	const int32_t node = plan->graph.node_of[i];
	bool read = false;
	for (int32_t k = i + 1; k < plan->graph.nodes[node].end; k++) {
		if (!reads_any(plan->program, k, &plan->program->steps[i]))
			continue;
		if (!hangs_on(plan, k, from, end) && !serves_what_waits(plan, k, from, end))
			return false;
		read = true;
	}
	return read;
}

static bool
hangs_on_load(const issue_plan *plan, int32_t i)
{
	for (int32_t k = plan->graph.nodes[plan->graph.node_of[i]].first; k < i; k++)
		if (is_opcode(plan, k, OP_LD) && hangs_on(plan, i, k, k + 1))
			return true;
	return false;
}

/* What follows the block is under predicates already, and issued with it. */
static double
length_taken_in(const issue_plan *plan, int32_t node)
{
	const bool taken = node + 1 < plan->graph.count - 1 && plan->predicated[node + 1] &&
			   !loads(plan, node + 1, SPACE_SHARED);
	return taken && issue_is_conditional(plan, node) ? gm_issue_total(&plan->cost[plan->graph.nodes[node].end - 1]) : 0;
}

/* Nobody comes to the end of a turn of its loop without passing the node. */
static bool
is_in_every_turn(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const ptx_loop *loop = &plan->program->loops[plan->program->loop_of[node]];
	const ptx_node *header = &g->nodes[g->node_of[loop->header]];
	bool every = true;
	for (int k = 0; k < header->predecessors_count && every; k++) {
		int32_t n = g->predecessors[header->predecessors + k];
		if (!gm_ptx_loop_has_node(loop, n))
			continue;
		while (n > node)
			n = plan->dominator[n];
		every = n == node;
	}
	return every;
}

enum { ARRAY_LENGTH = 3 }; /* S2UR, UMOV, ULEA */

/* In a loop: arithmetic of the block `node` but what serves its stores of what a side leads to, what waits for loads
   of its own, and the condition of a branch that stays in the loop. The end of the turn is worth two; where it is
   further down, with the counter and its comparison, four, one less where some turns do not come here. The address
   of a shared array is made in the block that names it, if that does not turn. */
static double
length_in_loop(const issue_plan *plan, int32_t side, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node], *other = &plan->graph.nodes[side];
	const bool turns = turns_at(plan, node);
	double length = (turns ? 2 : 3 + is_in_every_turn(plan, node)) + length_taken_in(plan, node);
	for (int32_t i = n->first; i < n->end; i++) {
		const bool array = !turns && plan->cc >= 90 && is_opcode(plan, i, OP_MOV) &&
				   (word_of(plan, i)->flags & WORD_SHARED_SYMBOL);
		const bool asks = plan->program->steps[n->end - 1].guard == issue_result(plan, i);
		if (array)
			length += ARRAY_LENGTH;
		else if (plan->program->steps[i].action == ACTION_LANES && (turns || !asks) &&
			 !hangs_on(plan, i, other->first, other->end) && !hangs_on_load(plan, i) &&
			 !serves_what_waits(plan, i, other->first, other->end))
			length += length_of(plan, i) + gm_ptx_issue_constants(plan, node, i);
	}
	return length;
}

/* Instructions of the block `node` that do not hang on its side, with the constants that they need, without the
   branch at its end. A barrier is one, and where a store before it waits for the side no access behind it counts.
   A branch around a load stays because little follows it, which then stands before it, behind BSSY. */
static double
length_behind(const issue_plan *plan, int32_t side, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node], *other = &plan->graph.nodes[side];
	double length = takes_descriptor(plan, node);
	bool barrier = false, waits = false;
	if (plan->program->loop_of[node] >= 0)
		return length_in_loop(plan, side, node);
	for (int32_t i = n->first; i < n->end; i++) {
		const bool hangs = hangs_on(plan, i, other->first, other->end);
		const bool met = plan->program->steps[i].action == ACTION_BARRIER;
		barrier |= met;
		length += met;
		waits |= hangs && !barrier && is_opcode(plan, i, OP_ST);
		if (!hangs && is_counted(plan, i, barrier && waits))
			length += length_of(plan, i) + gm_ptx_issue_constants(plan, node, i);
	}
	length += length_taken_in(plan, node);
	const int32_t further = barrier ? -1 : meets_behind_load(plan, node);
	return further < 0 ? length : length + 1 + length_behind(plan, node + 1, further);
}

/* A store of its block to the same memory waits for what the step loads. */
static bool
is_stored(const issue_plan *plan, int32_t i)
{
	const ptx_step *steps = plan->program->steps;
	for (int32_t k = i + 1; k < plan->graph.nodes[plan->graph.node_of[i]].end; k++)
		if (is_opcode(plan, k, OP_ST) && steps[k].space == steps[i].space && hangs_on(plan, k, i, i + 1))
			return true;
	return false;
}

/* It loads behind its last barrier what neither its branch nor a store waits for, or the block before the if that
   ends there does. */
static bool
loads_beside(const issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	const int32_t before = plan->dominator[node];
	for (int32_t i = n->end - 2; i >= n->first; i--) {
		if (plan->program->steps[i].action == ACTION_BARRIER)
			return false;
		if (is_far_load(plan, i) && !is_stored(plan, i) && !hangs_on(plan, n->end - 1, i, i + 1))
			return true;
	}
	return before >= 0 && plan->program->loop_of[before] == plan->program->loop_of[node] &&
	       meets_behind_load(plan, before) == node && loads_beside(plan, before);
}

static bool
reads_special(const issue_plan *plan, int32_t i)
{
	const uint32_t unit = issue_source(plan, i, 0);
	const int32_t row = unit == PTX_NO_UNIT ? -1 : plan->values.initial[unit];
	return row >= 0 && plan->program->initials[row].special < SPECIAL_COUNT;
}

/* The first that names one. */
static bool
names_array(const issue_plan *plan, int32_t i)
{
	for (int32_t k = 0; k < i; k++)
		if (word_of(plan, k)->flags & WORD_SHARED_SYMBOL)
			return false;
	return plan->cc >= 90 && (word_of(plan, i)->flags & WORD_SHARED_SYMBOL);
}

/* Arithmetic of the block that neither its branch, the loads of the block `side`, nor its own accesses to memory
   need can as well stand behind these loads, the address of a shared array among it. */
static double
length_to_sink(const issue_plan *plan, int32_t head, int32_t side)
{
	const ptx_program *p = plan->program;
	const ptx_node *n = &plan->graph.nodes[head], *other = &plan->graph.nodes[side];
	bool *needed = gm_allocate((size_t)(n->end - n->first), sizeof *needed);
	double length = 0;
	for (int32_t i = n->end - 1; i >= n->first; i--) {
		needed[i - n->first] = p->steps[i].action != ACTION_LANES || p->steps[i].guard != PTX_NO_UNIT ||
				       i == n->end - 1;
		for (int32_t k = i + 1; k < n->end; k++)
			needed[i - n->first] |= needed[k - n->first] &&
						(reads_any(p, k, &p->steps[i]) ||
						 p->steps[k].guard == issue_result(plan, i));
		for (int32_t k = other->first; k < other->end; k++)
			needed[i - n->first] |= !is_opcode(plan, k, OP_ST) && reads_any(p, k, &p->steps[i]);
		if (!needed[i - n->first])
			length += !is_opcode(plan, i, OP_MOV) ? length_of(plan, i)
				  : names_array(plan, i)          ? ARRAY_LENGTH
								  : reads_special(plan, i);
	}
	free(needed);
	return length;
}

/* The block where the sides meet loads from global memory before its first barrier, and not what a side leads to. */
static bool
loads_behind(const issue_plan *plan, choice c)
{
	const ptx_node *n = &plan->graph.nodes[c.join], *side = &plan->graph.nodes[c.side];
	for (int32_t i = n->first; i < n->end && plan->program->steps[i].action != ACTION_BARRIER; i++)
		if (is_far_load(plan, i) && !hangs_on(plan, i, side->first, side->end))
			return true;
	return false;
}

/* Nothing in the block waits for what was loaded before it. */
static bool
passes_loads(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (is_global(plan, i, OP_ST) || p->words[i].opcode == OP_ATOM || p->words[i].opcode == OP_RED)
			return false;
	return true;
}

/* Loads of the block `node` do not wait for what the block `over` stores. */
static bool
are_passed(const issue_plan *plan, int32_t node, int32_t over)
{
	const ptx_node *n = &plan->graph.nodes[node];
	bool read_only = true;
	for (int32_t i = n->first; i < n->end; i++)
		read_only &= !is_global(plan, i, OP_LD) || word_of(plan, i)->flags & WORD_READ_ONLY;
	return read_only || passes_loads(plan, over);
}

/* The address of a load in `node` is made of what is loaded in `before`, or in the block between them. */
static bool
is_led_by(const issue_plan *plan, int32_t node, int32_t before)
{
	const ptx_node *n = &plan->graph.nodes[node], *b = &plan->graph.nodes[before];
	for (int32_t i = n->first; i < n->end; i++)
		if (is_global(plan, i, OP_LD))
			for (int32_t k = b->end; k < plan->graph.nodes[node - 1].end; k++)
				if (reads_any(plan->program, i, &plan->program->steps[k]) &&
				    hangs_on(plan, k, b->first, b->end))
					return true;
	return false;
}

/* Two ifs of the same kind, the second where the sides of the first meet, and the loads of both are under way at
   once. `one` and `two` are their sides, between them stands `between`. */
static bool
are_in_row(const issue_plan *plan, int32_t one, int32_t between, int32_t two)
{
	return are_passed(plan, two, between) && are_passed(plan, two, one) && !is_led_by(plan, two, one);
}

/* A side that loads from global memory before the block where both meet, short enough to be issued with it; NO_STEP. */
static int32_t
side_taken_in(const issue_plan *plan, int32_t node)
{
	const int32_t before = plan->dominator[node];
	return before >= 0 && meets_behind_load(plan, before) == node && !gm_ptx_issue_must_branch(plan, before + 1) &&
			       length_of_node(plan, before + 1) <= PREDICATE_LIMIT_LOADS
		       ? before + 1
		       : NO_STEP;
}

bool
gm_ptx_issue_loads_to(const issue_plan *plan, int32_t node)
{
	return loads(plan, node, SPACE_GLOBAL) || side_taken_in(plan, node) != NO_STEP;
}

static bool
is_in_row(const issue_plan *plan, choice c)
{
	const int32_t one = side_taken_in(plan, c.head), behind = meets_behind_load(plan, c.join);
	if (one != NO_STEP && are_in_row(plan, one, c.head, c.side))
		return true;
	return behind >= 0 && !only_leaves(plan, behind) && !gm_ptx_issue_must_branch(plan, c.join + 1) &&
	       length_of_node(plan, c.join + 1) <= PREDICATE_LIMIT_LOADS &&
	       are_in_row(plan, c.side, c.join, c.join + 1);
}

static bool
loads_something(const issue_plan *plan, int32_t node)
{
	return loads_far(plan, node) || loads(plan, node, SPACE_SHARED);
}

/* Loads under a predicate are waited for where the sides meet: by five instructions that do without them, four
   where the side makes something of them (in a loop only where there are two sides), one more where another side is
   what the branch leads to; with a load from before or behind, with those of another if in a row, or of the other
   side. Found by lengthening what follows ifs that load (ptxas 13.0 for sm_90). */
static bool
is_side_waited_for(const issue_plan *plan, choice c, bool falls_through)
{
	enum { WAIT_LEAST = 5 };
	const bool loops = plan->program->loop_of[c.join] >= 0, two = c.other != NO_STEP;
	const bool made = (two || !loops) && !is_under_way(plan, c.side) && passes_loads(plan, c.side);
	const int least = WAIT_LEAST - made + (two && falls_through);
	return loads_beside(plan, c.head) || loads_behind(plan, c) || is_in_row(plan, c) ||
	       length_to_sink(plan, c.head, c.side) + length_behind(plan, c.side, c.join) >= least;
}

bool
gm_ptx_issue_is_waited_for(const issue_plan *plan, choice c)
{
	const bool two = c.other != NO_STEP;
	if (two && loads_something(plan, c.side) && loads_something(plan, c.other))
		return true;
	if (two && !loads_far(plan, c.side))
		return is_side_waited_for(plan, (choice){c.head, c.other, c.side, c.join}, false);
	return is_side_waited_for(plan, c, true);
}
