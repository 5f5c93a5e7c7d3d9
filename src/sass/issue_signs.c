/*
 * Signs of floats that something takes as a number: FADD or DADD with -0, where that stands.
 *
 * What has a modifier takes a sign along; a copy into a register that several ways write, and a store, do not. Where
 * all of these are behind branches, under a predicate or in a loop, the sign is made there: once for each such block,
 * not for one that another of them always comes before. What is under predicates is one block with what is around it:
 * a sign that all of its lanes need is made once for them.
 *
 * Source: code of ptxas 13.0 for sm_90, of 45 kernels: absolute values and negations of singles and doubles that are
 * compared, and copied or stored in one if, in one of two, in two of three, in a loop, behind an if, or beside the
 * comparison.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

enum { READERS_MOST = 32 };

typedef struct sign_search {
	issue_plan *plan;
	int32_t *whole;   /* per block: the first of those that are one with it, as they are under predicates or between */
	bool *read_alike; /* per step: another's result is the same */
} sign_search;

/* Blocks that need the sign. */
typedef struct sign_homes {
	int32_t node[READERS_MOST];
	int count;
} sign_homes;

/* A copy that has a register for itself hands the sign on. */
static bool
is_plain_copy(const issue_plan *plan, int32_t step)
{
	const uint32_t unit = issue_result(plan, step);
	return is_opcode(plan, step, OP_MOV) && unit != PTX_NO_UNIT && plan->values.definition[unit] != MANY_STEPS;
}

static bool
is_sign(const issue_plan *plan, int32_t i)
{
	const ptx_type type = (ptx_type)word_of(plan, i)->type;
	const uint32_t unit = issue_result(plan, i), of = issue_source(plan, i, 0);
	return (is_opcode(plan, i, OP_ABS) || is_opcode(plan, i, OP_NEG)) && (type == PTX_F32 || type == PTX_F64) &&
	       !is_free(plan, i) && plan->program->steps[i].guard == PTX_NO_UNIT && unit != PTX_NO_UNIT &&
	       plan->values.definition[unit] == i && issue_definition(plan, of) >= 0;
}

/* The block where it is needed; that of the sign itself where both are one. */
static int32_t
home_of(const sign_search *s, int32_t i, int32_t reader)
{
	const int32_t own = s->plan->graph.node_of[i], node = s->plan->graph.node_of[reader];
	return !s->plan->predicated[node] && s->whole[node] == s->whole[own] ? own : node;
}

/* False: it is made where it is written. */
static bool
find_homes(const sign_search *s, int32_t i, sign_homes *out)
{
	const issue_plan *plan = s->plan;
	const issue_values *v = &plan->values;
	const uint32_t unit = issue_result(plan, i);
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++) {
		const int32_t reader = v->readers[r], home = home_of(s, i, reader);
		if (plan->dropped[reader] || gm_ptx_issue_takes_sign(plan, i, reader))
			continue;
		if (home == plan->graph.node_of[i] || is_plain_copy(plan, reader) || out->count == READERS_MOST ||
		    !issue_dominates(plan, plan->graph.node_of[i], home))
			return false;
		out->node[out->count++] = home;
	}
	return out->count > 0;
}

/* Another makes it for it. */
static bool
is_served(const sign_search *s, const sign_homes *homes, int which)
{
	const int32_t node = homes->node[which];
	for (int k = 0; k < homes->count; k++) {
		const int32_t other = homes->node[k];
		const bool whole = s->plan->predicated[node] && !s->plan->predicated[other] &&
				   s->whole[node] == s->whole[other];
		if (node == other ? k < which : whole || issue_dominates(s->plan, other, node))
			return true;
	}
	return false;
}

/* A step whose lanes are all that come to the block; NO_STEP. */
static int32_t
carrier_in(const issue_plan *plan, int32_t node)
{
	for (int32_t i = plan->graph.nodes[node].first; i < plan->graph.nodes[node].end; i++) {
		const ptx_step *s = &plan->program->steps[i];
		if (s->site != PTX_NO_SITE && s->only == PTX_NO_UNIT &&
		    (s->guard == PTX_NO_UNIT || s->action == ACTION_BRANCH))
			return i;
	}
	return NO_STEP;
}

/* What is under a predicate is issued with the branch that it stands for. */
static int32_t
issuer_of(const issue_plan *plan, int32_t node, int32_t carrier)
{
	if (!plan->predicated[node])
		return carrier;
	while (plan->predicated[node])
		node = plan->dominator[node];
	return plan->graph.nodes[node].end - 1;
}

static void
carry(issue_plan *plan, int32_t node, const gm_issue *cost)
{
	const int32_t carrier = carrier_in(plan, node);
	gm_issue_add(&plan->cost[issuer_of(plan, node, carrier)], cost);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		plan->cost[carrier].floats[f] += cost->floats[f];
}

static void
move_sign(const sign_search *s, int32_t i, const sign_homes *homes)
{
	const gm_issue cost = s->plan->cost[i];
	for (int k = 0; k < homes->count; k++)
		if (carrier_in(s->plan, homes->node[k]) == NO_STEP)
			return;
	for (int k = 0; k < homes->count; k++)
		if (!is_served(s, homes, k))
			carry(s->plan, homes->node[k], &cost);
	vanish(s->plan, i);
}

/* The block is under a predicate, or all ways to it come from one block and what stands under its predicates: it is
   one with that. */
static int32_t
whole_of(const sign_search *s, int32_t node)
{
	const issue_plan *plan = s->plan;
	const ptx_node *n = &plan->graph.nodes[node];
	int32_t whole = NO_STEP;
	bool under = plan->predicated[node];
	for (int32_t e = 0; e < n->predecessors_count; e++) {
		const int32_t from = plan->graph.predecessors[n->predecessors + e];
		if (from >= node || (whole != NO_STEP && s->whole[from] != whole))
			return node;
		whole = s->whole[from];
		under |= plan->predicated[from];
	}
	return under && whole != NO_STEP ? whole : node;
}

void
gm_ptx_issue_signs(issue_plan *plan)
{
	const int32_t steps = plan->program->steps_count;
	const sign_search s = {plan, gm_allocate((size_t)plan->graph.count, sizeof *s.whole),
			       gm_allocate((size_t)steps, sizeof *s.read_alike)};
	for (int32_t n = 0; n < plan->graph.count; n++)
		s.whole[n] = whole_of(&s, n);
	for (int32_t i = 0; i < steps; i++)
		if (plan->alike[i] >= 0)
			s.read_alike[plan->alike[i]] = true;
	for (int32_t i = 0; i < steps; i++) {
		sign_homes homes = {.count = 0};
		if (is_sign(plan, i) && !s.read_alike[i] && find_homes(&s, i, &homes))
			move_sign(&s, i, &homes);
	}
	free(s.whole);
	free(s.read_alike);
}
