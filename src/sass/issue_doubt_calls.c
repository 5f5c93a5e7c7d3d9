/*
 * Doubles that may be made again behind the subroutine of a reciprocal or root of doubles, so that they need no
 * registers in it: what is read behind it, and made before it of what is read behind it as well.
 *
 * Source: code of ptxas 13.0 for sm_90, of 700 kernels of one call, one to four such products and as many other
 * doubles as make 6 to 140 registers. Roots made up to all of them again where more than 12 registers were read behind
 * the call, inverse roots from 18 on and reciprocals from 20 on none, one or two, by what the number leaves when it is
 * divided by 8. Quotients and single precision did so from 57 on. It is not foreseen which, and said to be in doubt.
 */
#include "sass/issue_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTERS_SURE = 12, STEPS_DEEP = 4 };

typedef struct call_doubt {
	issue_plan *plan;
	int32_t call;
	bool *behind;   /* per block: ways lead there from the end of that of the call, */
	bool *around;   /* and also by another turn of a loop */
	int32_t *stack; /* blocks */
} call_doubt;

static bool
calls_for_doubles(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 64 && gm_ptx_issue_calls(&plan->cost[i]) &&
	       (is_opcode(plan, i, OP_RCP) || is_opcode(plan, i, OP_SQRT) || is_opcode(plan, i, OP_RSQRT));
}

static void
note_reached(call_doubt *d, bool *reached, bool turns)
{
	const ptx_graph *g = &d->plan->graph;
	int32_t count = 0;
	memset(reached, 0, (size_t)g->count * sizeof *reached);
	d->stack[count++] = g->node_of[d->call];
	while (count > 0) {
		const int32_t from = d->stack[--count];
		const ptx_node *n = &g->nodes[from];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = g->successors[n->successors + e];
			if (reached[to] || (!turns && issue_dominates(d->plan, to, from)))
				continue;
			reached[to] = true;
			d->stack[count++] = to;
		}
	}
}

static bool
is_behind(const call_doubt *d, const bool *reached, int32_t step)
{
	const int32_t node = d->plan->graph.node_of[step];
	return reached[node] || (node == d->plan->graph.node_of[d->call] && step > d->call);
}

/* What the loop around the call leaves alone is read by its next turn, too. */
static bool
is_read_behind(const call_doubt *d, uint32_t unit)
{
	const issue_values *v = &d->plan->values;
	const int32_t loop = issue_loop_of(d->plan, d->call);
	const bool stays = loop >= 0 && !gm_ptx_loop_has_step(d->plan->program, &d->plan->program->loops[loop],
							      issue_definition(d->plan, unit));
	const bool *reached = stays ? d->around : d->behind;
	for (int32_t r = v->first[unit]; r < v->first[unit + 1]; r++)
		if (!d->plan->dropped[v->readers[r]] && is_behind(d, reached, v->readers[r]))
			return true;
	return false;
}

/* In a register: not known before a warp starts. */
static bool
is_held_across(const call_doubt *d, uint32_t unit)
{
	const int32_t from = issue_definition(d->plan, unit);
	return from >= 0 && !d->plan->values.literal[unit] && d->plan->program->unit_bits[unit] >= 32 &&
	       !(word_of(d->plan, from)->flags & WORD_PARAMETER) && !is_handing_on(d->plan, from) &&
	       issue_comes_before(d->plan, from, d->call) && is_read_behind(d, unit);
}

static int
registers_across(const call_doubt *d)
{
	int registers = 0;
	for (uint32_t u = 0; u < d->plan->program->units_count; u++)
		if (d->plan->values.first[u] < d->plan->values.first[u + 1] && is_held_across(d, u))
			registers += d->plan->program->unit_bits[u] / 32;
	return registers;
}

static bool
makes_doubles(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 64 && is_float(plan, i) && plan->program->steps[i].action == ACTION_LANES &&
	       !gm_ptx_issue_calls(&plan->cost[i]) && issue_result(plan, i) != PTX_NO_UNIT;
}

/* What the unit is made of is there behind the call, or can be made again itself. */
static bool
can_be_made_again(const call_doubt *d, uint32_t unit, int deep)
{
	const int32_t from = issue_definition(d->plan, unit);
	if (from < 0 || deep == 0 || !makes_doubles(d->plan, from))
		return false;
	for (int k = 0; k < d->plan->program->steps[from].sources_count; k++) {
		const uint32_t source = issue_source(d->plan, from, k);
		if (source == PTX_NO_UNIT || gm_ptx_issue_is_literal(d->plan, source) || is_held_across(d, source))
			continue;
		if (!can_be_made_again(d, source, deep - 1))
			return false;
	}
	return true;
}

static void
mark(call_doubt *d, uint32_t unit)
{
	const int32_t from = issue_definition(d->plan, unit);
	if (from < 0 || !makes_doubles(d->plan, from))
		return;
	d->plan->cost[from].doubtful = GM_DOUBTFUL_CALL;
	for (int k = 0; k < d->plan->program->steps[from].sources_count; k++) {
		const uint32_t source = issue_source(d->plan, from, k);
		if (source != PTX_NO_UNIT && !is_held_across(d, source))
			mark(d, source);
	}
}

static void
mark_before(call_doubt *d)
{
	for (uint32_t u = 0; u < d->plan->program->units_count; u++)
		if (is_held_across(d, u) && can_be_made_again(d, u, STEPS_DEEP))
			mark(d, u);
}

void
gm_ptx_issue_doubt_calls(issue_plan *plan)
{
	const size_t nodes = (size_t)plan->graph.count;
	call_doubt d = {.plan = plan};
	d.behind = gm_allocate(nodes, sizeof *d.behind);
	d.around = gm_allocate(nodes, sizeof *d.around);
	d.stack = gm_allocate(nodes + 1, sizeof *d.stack);
	for (d.call = 0; d.call < plan->program->steps_count; d.call++) {
		if (!calls_for_doubles(plan, d.call))
			continue;
		note_reached(&d, d.behind, false);
		note_reached(&d, d.around, true);
		if (registers_across(&d) > REGISTERS_SURE)
			mark_before(&d);
	}
	free(d.behind);
	free(d.around);
	free(d.stack);
}
