/*
 * Arithmetic of floats that ptxas computes later than PTX writes it, by the lanes that read it.
 *
 * What is read behind a branch alone goes to the nearest block on every way to its readers, unless that
 * takes more registers than it frees: one of its operands may have no reader there or later, so that it
 * lives on in the place of the result; one that is read twice counts twice. Across barriers and shuffles,
 * too. (17 expressions before an if, an if with either of two others, and one around 15 MUFU with a barrier
 * behind it; ptxas 13.0 for sm_90.)
 * Behind an exit, which ends no block for the scheduler, it goes without that condition, whoever reads it there
 * (15 kernels), and under a predicate, too (pick.h), but not across
 * a barrier or a shuffle where a division that may call and something else are made of it (25 of 32 kernels),
 * nor as one of a long chain: of chains of 2 to 30 multiply-adds nine at most went (28 kernels), of several that
 * run side by side none.
 * Into what is predicated, or another loop, nothing goes; nor what reads a unit that is written again behind it.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_MOST = 1, HANDS_MOST = 8, CHAIN_MOST = 9, HANDS_TO_CALL = 2 };

typedef struct sinker {
	issue_plan *plan;
	int32_t *postdominator;
	int32_t *into;    /* per step: the step that it is computed with */
	int32_t *home;    /* per step: the block where it is computed */
	int32_t *first;   /* per unit: its first row among the readers; one more at the end */
	int32_t *readers; /* steps */
	int32_t *stack;   /* blocks */
	bool *reached;    /* per block */
} sinker;

/* ---- readers ---- */

static void
count_reader(sinker *s, uint32_t unit, int32_t step)
{
	(void)step;
	if (unit != PTX_NO_UNIT)
		s->first[unit + 2]++;
}

static void
note_reader(sinker *s, uint32_t unit, int32_t step)
{
	if (unit != PTX_NO_UNIT)
		s->readers[s->first[unit + 1]++] = step;
}

/* Each unit that a step reads, once for each operand; what is made once for another step is read by that one, too. */
static void
tell_readers(sinker *s, void (*tell)(sinker *, uint32_t, int32_t))
{
	const ptx_program *p = s->plan->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *step = &p->steps[i];
		if (s->plan->dropped[i])
			continue;
		for (int k = 0; k < step->sources_count; k++)
			tell(s, issue_source(s->plan, i, k), i);
		if (!gm_ptx_names_unit(p, step->sources, step->sources_count, step->guard))
			tell(s, step->guard, i);
		if (s->plan->alike[i] >= 0)
			tell(s, issue_result(s->plan, s->plan->alike[i]), i);
	}
}

static void
list_readers(sinker *s)
{
	const uint32_t units = s->plan->program->units_count;
	s->first = gm_allocate((size_t)units + 2, sizeof *s->first);
	tell_readers(s, count_reader);
	for (uint32_t u = 0; u < units; u++)
		s->first[u + 2] += s->first[u + 1];
	s->readers = gm_allocate((size_t)s->first[units + 1] + 1, sizeof *s->readers);
	tell_readers(s, note_reader);
}

/* It costs nothing: others do it for the step that it is part of, or it hands on. */
static bool
is_part(const sinker *s, int32_t i)
{
	const ptx_step *step = &s->plan->program->steps[i];
	return step->action == ACTION_LANES && step->results_count == 1 && is_free(s->plan, i) &&
	       s->into[i] == i && issue_result(s->plan, i) != PTX_NO_UNIT;
}

/* The nearest block on every way to both. */
static int32_t
common(const issue_plan *plan, int32_t a, int32_t b)
{
	while (a >= 0 && !issue_dominates(plan, a, b))
		a = plan->dominator[a];
	return a;
}

/* The nearest block on every way to all that read the unit; NO_STEP. */
static int32_t
goal_of(const sinker *s, uint32_t unit)
{
	int32_t goal = NO_STEP;
	for (int32_t r = s->first[unit]; r < s->first[unit + 1]; r++) {
		const int32_t home = s->home[s->readers[r]];
		goal = goal == NO_STEP ? home : common(s->plan, goal, home);
	}
	return goal;
}

/* The blocks to which ways lead from `from` without coming by `without`. */
static void
reach(const sinker *s, int32_t from, int32_t without)
{
	const ptx_graph *g = &s->plan->graph;
	int32_t count = 0;
	memset(s->reached, 0, (size_t)g->count * sizeof *s->reached);
	s->reached[from] = true;
	s->stack[count++] = from;
	while (count > 0) {
		const ptx_node *n = &g->nodes[s->stack[--count]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (to == without || s->reached[to])
				continue;
			s->reached[to] = true;
			s->stack[count++] = to;
		}
	}
}

/* But by the step itself, in the blocks that were reached. */
static bool
is_read(const sinker *s, uint32_t unit, int32_t step, int hands)
{
	for (int32_t r = s->first[unit]; r < s->first[unit + 1]; r++) {
		const int32_t i = s->readers[r];
		if (i == step)
			continue;
		if (!is_part(s, i) || hands == 0) {
			if (s->reached[s->home[i]])
				return true;
		} else if (is_read(s, issue_result(s->plan, i), step, hands - 1)) {
			return true;
		}
	}
	return false;
}

/* ---- what it takes ---- */

/* Operands that live on for the step alone if it goes to the block. */
static int
kept_for(const sinker *s, int32_t step, int32_t part, int32_t to, int hands)
{
	const issue_plan *plan = s->plan;
	int kept = 0;
	for (int k = 0; k < plan->program->steps[part].sources_count; k++) {
		const uint32_t unit = issue_source(plan, part, k);
		if (unit == PTX_NO_UNIT || plan->values.literal[unit])
			continue;
		const int32_t from = plan->values.definition[unit];
		if (from == MANY_STEPS)
			return KEPT_MOST + 1;
		if (from >= 0 && word_of(plan, from)->flags & WORD_PARAMETER)
			continue;
		if (from >= 0 && is_part(s, from) && hands > 0) {
			kept += kept_for(s, step, from, to, hands - 1);
			continue;
		}
		reach(s, to, from < 0 ? NO_STEP : plan->graph.node_of[from]);
		kept += !is_read(s, unit, step, HANDS_MOST);
	}
	return kept;
}

/* Something else may stand in the unit when the step is computed later. */
static bool
is_written_behind(const sinker *s, uint32_t unit, int32_t step)
{
	const ptx_program *p = s->plan->program;
	const int32_t node = s->plan->graph.node_of[step];
	if (p->loop_of[node] >= 0)
		return true;
	reach(s, node, NO_STEP);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t at = s->plan->graph.node_of[i];
		if (s->reached[at] && (at != node || i > step) &&
		    gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return true;
	}
	return false;
}

static bool
reads_changing(const sinker *s, int32_t i)
{
	const issue_plan *plan = s->plan;
	for (int k = 0; k < plan->program->steps[i].sources_count; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		if (unit != PTX_NO_UNIT && plan->values.definition[unit] == MANY_STEPS && is_written_behind(s, unit, i))
			return true;
	}
	return false;
}

/* Nothing but its result depends on where it is computed. */
static bool
can_sink(const sinker *s, int32_t i)
{
	static const uint8_t sinking[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA, OP_MAD};
	const issue_plan *plan = s->plan;
	const uint32_t unit = issue_result(plan, i);
	return memchr(sinking, word_of(plan, i)->opcode, sizeof sinking) && is_float(plan, i) &&
	       plan->program->steps[i].guard == PTX_NO_UNIT && unit != PTX_NO_UNIT && plan->values.uses[unit] > 0 &&
	       plan->values.definition[unit] == i && !is_free(plan, i) && !reads_changing(s, i);
}

/* ---- behind an exit ---- */

bool
gm_ptx_issue_is_behind_exit(const issue_plan *plan, int32_t node)
{
	const ptx_graph *g = &plan->graph;
	if (g->nodes[node].predecessors_count != 1)
		return false;
	const ptx_node *before = &g->nodes[g->predecessors[g->nodes[node].predecessors]];
	for (int k = 0; k < before->successors_count; k++) {
		const int32_t other = g->successors[before->successors + k];
		if (other != node && other < g->count - 1 && gm_ptx_issue_leaves(plan, other))
			return true;
	}
	return false;
}

/* A division that calls a subroutine for rare operands is made of it. */
static bool
leads_to_call(const sinker *s, int32_t i, int hands)
{
	const uint32_t unit = issue_result(s->plan, i);
	if (is_opcode(s->plan, i, OP_DIV) && gm_ptx_issue_calls(&s->plan->cost[i]))
		return true;
	if (unit == PTX_NO_UNIT || hands == 0)
		return false;
	for (int32_t r = s->first[unit]; r < s->first[unit + 1]; r++)
		if (leads_to_call(s, s->readers[r], hands - 1))
			return true;
	return false;
}

/* Such a division and something else are made of it, and a shuffle or a barrier stands behind it in its block: it is
   not moved across. */
static bool
is_held(const sinker *s, int32_t i)
{
	static const uint8_t holds[] = {OP_SHFL, OP_VOTE, OP_MATCH, OP_REDUX, OP_BAR, OP_BARRIER};
	const issue_plan *plan = s->plan;
	const int32_t end = plan->graph.nodes[plan->graph.node_of[i]].end;
	for (int32_t k = i + 1; k < end && !used_once(plan, i); k++)
		if (memchr(holds, word_of(plan, k)->opcode, sizeof holds))
			return leads_to_call(s, i, HANDS_TO_CALL);
	return false;
}

/* One of its operands comes from another lane, a double as two halves. */
static bool
takes_shuffled(const issue_plan *plan, int32_t i)
{
	for (int k = 0; k < plan->program->steps[i].sources_count; k++)
		if (is_opcode(plan, step_behind(plan, issue_source(plan, i, k)), OP_SHFL))
			return true;
	return false;
}

int
gm_ptx_issue_chain_to(const issue_plan *plan, int32_t i, int most)
{
	int longest = 0;
	for (int k = 0; k < plan->program->steps[i].sources_count && longest < most; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, i, k));
		const bool chained = from >= 0 && issue_same_block(plan, from, i) && is_float(plan, from) &&
				     plan->program->steps[from].action == ACTION_LANES && used_once(plan, from);
		const int chain = chained ? gm_ptx_issue_chain_to(plan, from, most - 1) : 0;
		longest = chain > longest ? chain : longest;
	}
	return longest + !is_free(plan, i);
}

/* RSQRT, and what begins with the upper half of a double, keep a shuffle's sum where it is. Code of ptxas 13.0
   for sm_90; of conversions and comparisons some keep it there, and some do not. */
static bool
keeps_sum(const issue_plan *plan, int32_t reader)
{
	return is_opcode(plan, reader, OP_RSQRT) ||
	       (bits_of(plan, reader) == 64 &&
		(is_opcode(plan, reader, OP_SQRT) || is_opcode(plan, reader, OP_RCP)));
}

/* One value in all lanes: arithmetic of what they load from one place, or know. */
static bool
is_alike(const issue_plan *plan, uint32_t unit, int hands)
{
	const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : issue_definition(plan, unit);
	if (unit == PTX_NO_UNIT || !plan->values.varies[unit])
		return true;
	if (from < 0 || hands == 0)
		return false;
	const ptx_step *s = &plan->program->steps[from];
	if (is_opcode(plan, from, OP_LD))
		return s->a == PTX_NO_UNIT || !plan->values.varies[s->a];
	if (s->action != ACTION_LANES || !is_float(plan, from))
		return false;
	for (int k = 0; k < s->sources_count; k++)
		if (!is_alike(plan, issue_source(plan, from, k), hands - 1))
			return false;
	return true;
}

static bool
all_read_in(const sinker *s, uint32_t unit, int32_t node)
{
	for (int32_t r = s->first[unit]; r < s->first[unit + 1]; r++)
		if (s->home[s->readers[r]] != node)
			return false;
	return true;
}

/* What is alike in all lanes may go into a uniform register, which is done before lanes leave: it stays, if others
   than the block behind the exit read it. */
static bool
passes_exit(const sinker *s, int32_t i, int32_t to)
{
	const uint32_t unit = issue_result(s->plan, i);
	const int32_t reader = s->readers[s->first[unit]];
	return gm_ptx_issue_is_behind_exit(s->plan, to) && !is_held(s, i) &&
	       (all_read_in(s, unit, to) || !is_alike(s->plan, unit, HANDS_MOST)) &&
	       gm_ptx_issue_chain_to(s->plan, i, CHAIN_MOST + 1) <= CHAIN_MOST &&
	       !(s->home[reader] == to && keeps_sum(s->plan, reader) && takes_shuffled(s->plan, i));
}

/* ---- going there ---- */

/* All lanes that come to the block are counted with it. */
static bool
can_carry(const ptx_step *s)
{
	return s->site != PTX_NO_SITE && s->only == PTX_NO_UNIT &&
	       (s->guard == PTX_NO_UNIT || s->action == ACTION_BRANCH);
}

/* A reader in the block, or any of its steps; NO_STEP. */
static int32_t
carrier_in(const sinker *s, uint32_t unit, int32_t node)
{
	const ptx_program *p = s->plan->program;
	for (int32_t r = s->first[unit]; r < s->first[unit + 1]; r++) {
		const int32_t user = s->into[s->readers[r]];
		if (s->plan->graph.node_of[user] == node && can_carry(&p->steps[user]))
			return user;
	}
	for (int32_t i = s->plan->graph.nodes[node].first; i < s->plan->graph.nodes[node].end; i++)
		if (can_carry(&p->steps[i]))
			return i;
	return NO_STEP;
}

static bool
comes_after(const sinker *s, int32_t node, int32_t of)
{
	while (of >= 0 && of != node)
		of = s->postdominator[of];
	return of >= 0;
}

/* The block that the step goes to; NO_STEP. */
static int32_t
place_for(const sinker *s, int32_t i)
{
	const issue_plan *plan = s->plan;
	const int32_t from = plan->graph.node_of[i];
	int32_t to = goal_of(s, issue_result(plan, i));
	for (; to >= 0 && to != from && issue_dominates(plan, from, to); to = plan->dominator[to]) {
		if (plan->program->loop_of[to] != plan->program->loop_of[from] || plan->predicated[to])
			continue;
		if (comes_after(s, to, from))
			return NO_STEP;
		if (passes_exit(s, i, to) || kept_for(s, i, i, to, HANDS_MOST) <= KEPT_MOST)
			return to;
	}
	return NO_STEP;
}

static void
carry(sinker *s, int32_t user, int32_t i)
{
	issue_plan *plan = s->plan;
	gm_issue_add(&plan->cost[user], &plan->cost[i]);
	for (int f = 0; f < GM_FLOAT_COUNT; f++)
		plan->cost[user].floats[f] += plan->cost[i].floats[f];
	if (plan->cost[i].doubtful)
		gm_ptx_issue_doubt_of(&plan->cost[user], &plan->cost[i]);
	vanish(plan, i);
	s->into[i] = user;
	s->home[i] = plan->graph.node_of[user];
}

/* Of a selection that is made under a predicate; see pick.h. */
static bool
sinks_picked(sinker *s, int32_t i)
{
	issue_plan *plan = s->plan;
	const ptx_step *step = &plan->program->steps[i];
	if (step->behind < 0 || step->only == PTX_NO_UNIT || !is_free(plan, i) ||
	    plan->program->steps[step->behind].only != step->only || is_held(s, i) ||
	    gm_ptx_issue_chain_to(plan, step->picks, CHAIN_MOST + 1) > CHAIN_MOST)
		return false;
	carry(s, step->behind, i);
	carry(s, step->behind, step->picks);
	return true;
}

/* Later steps first, so that a chain goes as a whole. */
static void
sink(sinker *s, int32_t i)
{
	issue_plan *plan = s->plan;
	const uint32_t unit = issue_result(plan, i);
	if (sinks_picked(s, i))
		return;
	if (is_part(s, i) && plan->values.definition[unit] == i && plan->values.uses[unit] > 0)
		s->home[i] = goal_of(s, unit);
	if (!can_sink(s, i) || plan->predicated[plan->graph.node_of[i]])
		return;
	const int32_t to = place_for(s, i);
	const int32_t user = to == NO_STEP ? NO_STEP : carrier_in(s, unit, to);
	if (user == NO_STEP)
		return;
	carry(s, user, i);
}

void
gm_ptx_issue_sink(issue_plan *plan)
{
	const ptx_program *p = plan->program;
	const size_t steps = (size_t)p->steps_count, nodes = (size_t)plan->graph.count;
	sinker s = {.plan = plan, .postdominator = gm_ptx_dominators(&plan->graph, true)};
	s.into = gm_allocate(steps, sizeof *s.into);
	s.home = gm_allocate(steps, sizeof *s.home);
	s.stack = gm_allocate(nodes, sizeof *s.stack);
	s.reached = gm_allocate(nodes, sizeof *s.reached);
	list_readers(&s);
	for (int32_t i = 0; i < p->steps_count; i++) {
		s.into[i] = i;
		s.home[i] = plan->graph.node_of[i];
	}
	for (int32_t i = p->steps_count - 1; i >= 0; i--)
		sink(&s, i);
	free(s.postdominator);
	free(s.into);
	free(s.home);
	free(s.first);
	free(s.readers);
	free(s.stack);
	free(s.reached);
}
