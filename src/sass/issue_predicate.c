/*
 * Ifs without a branch: short sides are issued under a predicate, by all warps that come to the if, with
 * lanes in them or without.
 */
#include "sass/issue_predicate.h"

/* The load of the parameter that a unit holds, through the conversion of its address and a shift that is part of
   what reads it; NO_STEP. */
static int32_t
parameter_of(const issue_plan *plan, uint32_t unit)
{
	int32_t from = step_behind(plan, unit);
	if (is_opcode(plan, from, OP_SHL))
		from = step_behind(plan, issue_source(plan, from, 0));
	return from >= 0 && (word_of(plan, from)->flags & WORD_PARAMETER) ? from : NO_STEP;
}

static bool
reads_parameter(const issue_plan *plan, int32_t i, int32_t load)
{
	for (int k = 0; k < plan->program->steps[i].sources_count; k++)
		if (parameter_of(plan, issue_source(plan, i, k)) == load)
			return !is_handing_on(plan, i);
	return false;
}

/* On every way to the node something of the same loop reads it, which leaves it in a register. */
static bool
is_at_hand(const issue_plan *plan, int32_t load, int32_t node)
{
	for (int32_t n = plan->dominator[node]; n >= 0; n = plan->dominator[n])
		for (int32_t i = plan->graph.nodes[n].first; i < plan->graph.nodes[n].end; i++)
			if (plan->program->loop_of[n] == plan->program->loop_of[node] &&
			    reads_parameter(plan, i, load))
				return true;
	return false;
}

/* Read before in this node. */
static bool
is_known(const issue_plan *plan, int32_t load, int32_t node, int32_t before)
{
	for (int32_t i = plan->graph.nodes[node].first; i < before; i++)
		if (reads_parameter(plan, i, load))
			return true;
	return false;
}

static bool
comes_with(const issue_plan *plan, int32_t load, int32_t node)
{
	const int32_t reader = gm_ptx_issue_reader(plan, load);
	return reader >= 0 && plan->graph.node_of[reader] == node && plan->program->loop_of[node] < 0;
}

/* Uniform registers are not loaded under a predicate: each side loads what it reads of parameters and
   of constants by LDC, but for what the lanes that come to it have in registers already. */
static void
load_constants(issue_plan *plan, int32_t node)
{
	const ptx_node *n = &plan->graph.nodes[node];
	for (int32_t i = n->first; i < n->end && plan->cc >= 90; i++) {
		const ptx_step *s = &plan->program->steps[i];
		gm_issue *cost = &plan->cost[i];
		if (is_opcode(plan, i, OP_LD) && s->space == SPACE_CONST)
			cost->of[GM_UNIT_OTHER] = cost->constants = 1;
		for (int k = 0; k < s->sources_count; k++) {
			const int32_t load = parameter_of(plan, issue_source(plan, i, k));
			if (load == NO_STEP || !reads_parameter(plan, i, load) ||
			    is_known(plan, load, node, i) || is_at_hand(plan, load, node))
				continue;
			cost->of[GM_UNIT_OTHER] += comes_with(plan, load, node) ? 0 : 1;
			cost->constants++;
		}
	}
}

/* Warps issue it with `to`; what lanes take part in stays where it is. */
static void
move_node(issue_plan *plan, int32_t node, int32_t to)
{
	plan->predicated[node] = true;
	load_constants(plan, node);
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		gm_ptx_issue_extreme(plan, i, true);
		const gm_issue taken = gm_issue_take(&plan->cost[i]);
		gm_issue_add(&plan->cost[to], &taken);
	}
}

/* Only what can be issued under a predicate, and ends by falling through or jumping on. */
static bool
can_predicate(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	const ptx_node *n = &plan->graph.nodes[node];
	for (int32_t i = n->first; i < n->end; i++) {
		const ptx_step *s = &p->steps[i];
		const bool last = i + 1 == n->end;
		const bool jump = s->action == ACTION_BRANCH && s->guard == PTX_NO_UNIT && last;
		if (s->action != ACTION_LANES && s->action != ACTION_MEMORY && !jump)
			return false;
		const bool is_volatile = s->volatile_read && s->space != SPACE_SHARED;
		if (s->guard != PTX_NO_UNIT || s->streams_itself || is_volatile ||
		    p->words[i].opcode == OP_SHFL || plan->cost[i].of[GM_UNIT_CONTROL] > 1)
			return false;
	}
	return n->predecessors_count == 1;
}

/* A load that has to wait for a store of its block. */
static bool
loads_after_store(const issue_plan *plan, int32_t node)
{
	bool stored = false;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		if (stored && is_global(plan, i, OP_LD))
			return true;
		stored |= is_global(plan, i, OP_ST);
	}
	return false;
}

/* The size of blocks or of the grid, which is in the bank of constants. */
static bool
is_launch_size(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : step_behind(plan, unit);
	const uint32_t source = from >= 0 ? issue_source(plan, from, 0) : unit;
	const int32_t row = source == PTX_NO_UNIT ? -1 : plan->values.initial[source];
	const int special = row < 0 ? SPECIAL_COUNT : plan->program->initials[row].special;
	return (special >= SPECIAL_NTID_X && special <= SPECIAL_NTID_Z) ||
	       (special >= SPECIAL_NCTAID_X && special <= SPECIAL_NCTAID_Z);
}

/* Constants that the step brings into registers beside what its cost has already: parameters nobody has read
   yet and, in a loop, sizes of the launch. */
int
gm_ptx_issue_constants(const issue_plan *plan, int32_t node, int32_t i)
{
	const bool loops = plan->program->loop_of[node] >= 0;
	int count = 0;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t load = parameter_of(plan, unit);
		if (load == NO_STEP)
			count += loops && is_launch_size(plan, unit);
		else
			count += reads_parameter(plan, i, load) && !is_known(plan, load, node, i) &&
				 !is_at_hand(plan, load, node) && !comes_with(plan, load, node);
	}
	return count;
}

bool
gm_ptx_issue_must_branch(const issue_plan *plan, int32_t node)
{
	const ptx_word *words = plan->program->words;
	if (!can_predicate(plan, node) || loads_after_store(plan, node))
		return true;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (words[i].opcode == OP_ATOM || words[i].opcode == OP_RED)
			return true;
	return false;
}

static bool
copies(const issue_plan *plan, int32_t node)
{
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		if (is_opcode(plan, i, OP_CP) && plan->program->steps[i].copies)
			return true;
	return false;
}

/* cp.async.commit_group and wait_group. */
static int
group_steps(const issue_plan *plan, int32_t node)
{
	int count = 0;
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		count += is_opcode(plan, i, OP_CP) && !plan->program->steps[i].copies;
	return count;
}

/* An if of one side that copies ends where the block begins, or is what it ends with. */
static bool
copies_beside(const issue_plan *plan, choice c)
{
	const int32_t before = plan->dominator[c.head], behind = c.join + 1;
	return (before >= 0 && before + 1 < c.head && only_successor(plan, before + 1) == c.head &&
		copies(plan, before + 1)) ||
	       (issue_is_conditional(plan, c.join) && behind < plan->graph.count - 1 && copies(plan, behind));
}

/* Copies are waited for like loads: by the end of their group and a wait for it, in a loop or in a row by that end
   alone. Where two branches lead around them both stay. */
static bool
is_copy_waited_for(const issue_plan *plan, choice c)
{
	const bool alone = plan->program->loop_of[c.join] < 0 && !copies_beside(plan, c);
	return plan->graph.nodes[c.join].predecessors_count == 2 && group_steps(plan, c.join) >= 1 + alone;
}

/* With the loads of constants: what is issued under a predicate has them in registers. */
static double
length_under_predicate(const issue_plan *plan, int32_t node)
{
	double length = length_of_node(plan, node);
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++)
		length += gm_ptx_issue_constants(plan, node, i);
	return length;
}

/* Both sides together may be longer where waiting for global memory hides them: a side loads from it, or copies;
   the blocks before and after them do; or the one before does, and nothing in it waits for that, and the one
   after loads from shared memory. Local memory that is no register takes as long as global memory. Found by
   lengthening ifs of one kind each (ptxas 13.0 for sm_90).
   Atomics are branched around. */
static bool
short_enough(const issue_plan *plan, choice c)
{
	const bool two = c.other != NO_STEP;
	const uint8_t sides = plan->program->steps[plan->graph.nodes[c.head].end - 1].sides;
	if (sides != SIDES_OPEN)
		return sides == SIDES_PREDICATED;
	if (gm_ptx_issue_must_branch(plan, c.side) || (two && gm_ptx_issue_must_branch(plan, c.other)))
		return false;
	const double length = length_under_predicate(plan, c.side);
	const double further = two ? length_under_predicate(plan, c.other) : 0;
	const bool inside = loads_far(plan, c.side) || (two && loads_far(plan, c.other));
	const bool copied = copies(plan, c.side);
	if ((inside && !gm_ptx_issue_is_waited_for(plan, c)) || (copied && !is_copy_waited_for(plan, c)))
		return false;
	const bool hides =
		inside || copied || (gm_ptx_issue_loads_to(plan, c.head) && loads(plan, c.join, SPACE_GLOBAL)) ||
		(is_under_way(plan, c.head) && loads(plan, c.join, SPACE_SHARED));
	return hides ? length + further <= PREDICATE_LIMIT_LOADS
		     : length <= PREDICATE_LIMIT && further <= PREDICATE_LIMIT;
}

/* Where a block that only jumps on leads; its jump is taken into the branch before it. */
static int32_t
through(const issue_plan *plan, int32_t node)
{
	const ptx_program *p = plan->program;
	const ptx_node *n = &plan->graph.nodes[node];
	const ptx_step *s = &p->steps[n->first];
	const bool jumps = n->end == n->first + 1 && s->action == ACTION_BRANCH &&
			   s->guard == PTX_NO_UNIT && n->predecessors_count == 1;
	return jumps ? plan->graph.node_of[s->target] : node;
}

/* The block is issued by all that come to `last`, a branch that goes. */
static bool
take_in(issue_plan *plan, int32_t last, int32_t node)
{
	plan->cost[last] = (gm_issue){0};
	move_node(plan, node, last);
	return true;
}

/* The jump that ends a side goes; the other side, whichever that is, falls through to where they meet. */
static void
drop_jump(issue_plan *plan, int32_t node)
{
	const int32_t last = plan->graph.nodes[node].end - 1;
	if (plan->program->steps[last].action == ACTION_BRANCH)
		plan->cost[last] = (gm_issue){0};
}

/* if (p) { few }  and  if (p) { few } else { few }: the guarded branch ends `node`. It leads around the
   few, or to them and a jump around them follows. */
static bool
predicate(issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	const int32_t last = g->nodes[node].end - 1;
	const int32_t taken = g->node_of[plan->program->steps[last].target];
	const int32_t after = node + 1, next = after < g->count - 1 ? through(plan, after) : after;
	if (next != after)
		plan->cost[g->nodes[after].first] = (gm_issue){0};
	if (next >= g->count - 1 || taken <= node || taken == next)
		return false;
	if (only_successor(plan, taken) == next)
		return !only_leaves(plan, next) &&
		       short_enough(plan, (choice){node, taken, NO_STEP, next}) &&
		       take_in(plan, last, taken);
	if (only_leaves(plan, taken))
		return false;
	if (only_successor(plan, next) == taken)
		return short_enough(plan, (choice){node, next, NO_STEP, taken}) &&
		       take_in(plan, last, next);
	const int32_t join = only_successor(plan, next);
	if (join < 0 || join != only_successor(plan, taken) ||
	    !short_enough(plan, (choice){node, next, taken, join}))
		return false;
	drop_jump(plan, next);
	drop_jump(plan, taken);
	take_in(plan, last, next);
	move_node(plan, taken, last);
	return true;
}

/* From the end, so that what is inside is short before what is around it is looked at. */
void
gm_ptx_issue_predicate(issue_plan *plan)
{
	for (int32_t n = plan->graph.count - 2; n >= 0; n--)
		if (issue_is_conditional(plan, n))
			predicate(plan, n);
}
