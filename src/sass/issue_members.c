/*
 * Exchanges between lanes that a mask names which differs between lanes, as tiles of a warp have it. The machine
 * exchanges between all lanes that are there, so the code asks first whether those named are:
 *
 *     shfl             of several with one mask in a block, once for all: MATCH.ANY, REDUX.OR, VOTEU and LOP3 find out
 *                      whether each lane's fellows are here and name the same, and BRA.DIV goes elsewhere if not.
 *                      One alone: WARPSYNC. So has the first behind an if that is predicated, before the others ask
 *     vote, match and redux   each BSSY, WARPSYNC.EXCLUSIVE and BSYNC
 *     bar.warp.sync    is the WARPSYNC
 *
 * Masks that are made of the same in the same way are one. Lanes might go on apart from there. So where such an
 * exchange stands in no branch and no loop of a program without loops, its accesses to global memory do not share
 * the uniform registers that describe global memory: each has them from two R2UR, of those of a block as many as
 * there are registers for.
 *
 * Source: code of ptxas 13.0 for sm_90, of 1 to 6 shuffles with one mask and two, with stores, branches, ifs, exits
 * and loops between and around them, of votes, matches, reductions and barriers, and of 2 to 16 loads before them. Not in
 * it: what comes of an unrolled loop's last turns, which are predicated.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum {
	ALIKE_DEPTH = 8,
	DESCRIPTORS_MOST = 10, /* UR4 to UR23, two each */
	DESCRIPTOR_MOVES = 2,
};

static uint32_t
members_of(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	switch (word_of(plan, i)->opcode) {
	case OP_VOTE:
	case OP_MATCH:
	case OP_REDUX:
		return issue_source(plan, i, s->sources_count - 1);
	default:
		return word_of(plan, i)->members;
	}
}

bool
gm_ptx_issue_names_some(const issue_plan *plan, int32_t step)
{
	const uint32_t unit = members_of(plan, step);
	return unit != PTX_NO_UNIT && plan->values.varies[unit];
}

static bool
is_plain(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	return i >= 0 && s->action == ACTION_LANES && s->guard == PTX_NO_UNIT && !s->streams_itself &&
	       s->results_count == 1 && !is_opcode(plan, i, OP_SHFL) && !is_opcode(plan, i, OP_VOTE);
}

/* Through moves. */
static uint32_t
origin_of(const issue_plan *plan, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_opcode(plan, from, OP_MOV) && is_plain(plan, from) && plan->program->steps[from].sources_count == 1) {
		unit = issue_source(plan, from, 0);
		from = issue_definition(plan, unit);
	}
	return unit;
}

static bool
is_alike(const issue_plan *plan, uint32_t one, uint32_t other, int depth)
{
	uint64_t number, again;
	const uint32_t a = origin_of(plan, one), b = origin_of(plan, other);
	if (a == b)
		return true;
	if (a == PTX_NO_UNIT || b == PTX_NO_UNIT)
		return false;
	if (gm_ptx_issue_literal_value(plan, a, &number) && gm_ptx_issue_literal_value(plan, b, &again))
		return number == again;
	const int32_t i = issue_definition(plan, a), k = issue_definition(plan, b);
	if (depth == 0 || i < 0 || k < 0 || !is_plain(plan, i) || !is_plain(plan, k))
		return false;
	const ptx_step *s = &plan->program->steps[i], *t = &plan->program->steps[k];
	const ptx_word *w = word_of(plan, i), *v = word_of(plan, k);
	bool same = w->opcode == v->opcode && w->type == v->type && w->second == v->second && s->detail == t->detail &&
		    s->sources_count == t->sources_count;
	for (int n = 0; n < s->sources_count && same; n++)
		same = is_alike(plan, issue_source(plan, i, n), issue_source(plan, k, n), depth - 1);
	return same;
}

/* It is there already; so is what nobody else reads of what made it. */
static void
leave_out(issue_plan *plan, uint32_t unit)
{
	const int32_t i = issue_definition(plan, unit);
	if (i < 0 || plan->values.uses[unit] != 1 || !is_plain(plan, i))
		return;
	vanish(plan, i);
	for (int k = 0; k < plan->program->steps[i].sources_count; k++)
		if (issue_source(plan, i, k) != PTX_NO_UNIT)
			leave_out(plan, issue_source(plan, i, k));
}

/* Masks that one before has made. */
static void
make_once(issue_plan *plan)
{
	const int32_t count = plan->program->steps_count;
	for (int32_t i = 0; i < count; i++)
		for (int32_t before = 0; before < i && gm_ptx_issue_names_some(plan, i); before++) {
			const uint32_t unit = members_of(plan, i), first = members_of(plan, before);
			if (!gm_ptx_issue_names_some(plan, before) || unit == first ||
			    !issue_dominates(plan, plan->graph.node_of[before], plan->graph.node_of[i]) ||
			    !is_alike(plan, unit, first, ALIKE_DEPTH))
				continue;
			leave_out(plan, unit);
			break;
		}
}

/* The shuffles of a block with one mask. */
typedef struct shuffles {
	int32_t first, second;
	int count;
	bool apart; /* the first of them is behind an if that is predicated */
} shuffles;

static void
ask_for(issue_plan *plan, const shuffles *of)
{
	const int32_t asks = of->apart ? of->second : of->first;
	const int left = of->count - of->apart;
	if (of->apart || left == 1)
		issue_add(plan, of->first, GM_UNIT_CONTROL, 1);
	if (of->apart && left == 1)
		issue_add(plan, of->second, GM_UNIT_CONTROL, 1);
	if (left < 2)
		return;
	issue_add(plan, asks, GM_UNIT_OTHER, 3);
	issue_add(plan, asks, GM_UNIT_ALU, 1);
	issue_add(plan, asks, GM_UNIT_CONTROL, 1);
	plan->cost[asks].halts = true;
}

static bool
is_behind_predicated(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	for (int32_t n = 0; n < node; n++)
		for (int32_t e = 0; e < g->nodes[n].successors_count && plan->predicated[n]; e++)
			if (g->successors[g->nodes[n].successors + e] == node)
				return true;
	return false;
}

static void
ask_in(issue_plan *plan, int32_t node)
{
	shuffles now = {NO_STEP, NO_STEP, 0, is_behind_predicated(plan, node)};
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		if (!gm_ptx_issue_names_some(plan, i) || is_opcode(plan, i, OP_BAR))
			continue;
		if (!is_opcode(plan, i, OP_SHFL)) {
			issue_add(plan, i, GM_UNIT_CONTROL, 3);
			continue;
		}
		if (now.count > 0 && !is_alike(plan, members_of(plan, now.first), members_of(plan, i), ALIKE_DEPTH)) {
			ask_for(plan, &now);
			now = (shuffles){NO_STEP, NO_STEP, 0, false};
		}
		now.first = now.count == 0 ? i : now.first;
		now.second = now.count == 1 ? i : now.second;
		now.count++;
	}
	if (now.count > 0)
		ask_for(plan, &now);
}

/* What is predicated is counted with the branch before it. */
static bool
is_global(const issue_plan *plan, int32_t i, bool predicated)
{
	const ptx_step *s = &plan->program->steps[i];
	return s->action == ACTION_MEMORY && s->space == SPACE_GLOBAL && (predicated || !is_free(plan, i)) &&
	       !(word_of(plan, i)->flags & WORD_PARAMETER);
}

/* Their descriptors come into uniform registers anew. */
static void
describe_each(issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	for (int32_t n = 0; n < g->count - 1; n++) {
		const bool predicated = plan->predicated[n];
		int left = DESCRIPTORS_MOST;
		for (int32_t i = g->nodes[n].first; i < g->nodes[n].end; i++)
			if (is_global(plan, i, predicated) && left-- > 0)
				issue_add(plan, predicated ? g->nodes[plan->dominator[n]].end - 1 : i, GM_UNIT_ALU,
					  DESCRIPTOR_MOVES);
	}
}

void
gm_ptx_issue_members(issue_plan *plan)
{
	const ptx_graph *g = &plan->graph;
	bool *parted = NULL;
	bool stands_free = false;
	for (int32_t n = 0; n < g->count - 1; n++)
		for (int32_t i = g->nodes[n].first; i < g->nodes[n].end; i++) {
			if (!gm_ptx_issue_names_some(plan, i))
				continue;
			parted = parted ? parted : gm_ptx_issue_parted(plan);
			stands_free |= !parted[n];
		}
	if (!parted)
		return;
	free(parted);
	make_once(plan);
	for (int32_t n = 0; n < g->count - 1; n++)
		ask_in(plan, n);
	if (stands_free && plan->cc >= 80 && plan->program->loops_count == 0)
		describe_each(plan);
}
