/*
 * Arithmetic of floats that is done once for all that do it again.
 *
 * What has the same operation, rounding and operands as an instruction on every way to it, ptxas leaves out:
 * across branches, barriers and the turns of a loop, with the operands in either order where that is the same,
 * through moves, conversions, and what is itself done once; also of registers that several instructions write,
 * if none does on a way from the first to the second. `add` and `add.rn` are two operations, as are `sub` and
 * `add` of a sign. Divisions and roots that call a subroutine are done again, and so is everything behind them,
 * if only on some ways: nothing is kept across a call. (55 and 22 such pairs, ptxas 13.0 for sm_90.) A product
 * that has become part of a sum is made in each sum.
 */
#include "sass/issue_step.h"

#include <stdlib.h>
#include <string.h>

typedef enum value_kind { VALUE_NONE, VALUE_LITERAL, VALUE_MADE, VALUE_UNIT } value_kind;

typedef struct value {
	value_kind kind;
	uint64_t number;
} value;

enum { BUCKETS = 1 << 10, SOURCES_MOST = 3 };

typedef struct finder {
	issue_plan *plan;
	int32_t *first; /* per step: the first that makes the same, NO_STEP: it makes nothing that is looked for */
	int32_t *before; /* per step: the one before it in its bucket */
	int32_t buckets[BUCKETS]; /* last step of each */
	int32_t *stack; /* blocks */
	bool *reached;  /* per block */
} finder;

/* ---- what a step makes ---- */

/* Its result follows from its operands, and ptxas looks whether it is there already. */
static bool
is_looked_for(const issue_plan *plan, int32_t i)
{
	static const uint8_t opcodes[] = {OP_ADD, OP_SUB, OP_MUL, OP_FMA,   OP_MAD, OP_EX2, OP_LG2,
					  OP_SIN, OP_COS, OP_ABS, OP_RSQRT, OP_NEG, OP_CVT};
	const ptx_step *s = &plan->program->steps[i];
	const ptx_word *w = word_of(plan, i);
	const bool plain = s->guard == PTX_NO_UNIT && s->results_count == 1 && (w->flags & WORD_FIRST) &&
			   issue_result(plan, i) != PTX_NO_UNIT && s->sources_count <= SOURCES_MOST;
	if (w->opcode == OP_LD)
		return plain && (w->flags & WORD_PARAMETER);
	return plain && s->action == ACTION_LANES && !s->streams_itself && memchr(opcodes, w->opcode, sizeof opcodes) &&
	       (is_float(plan, i) || w->opcode == OP_CVT);
}

static value
value_of(const finder *f, uint32_t unit)
{
	const issue_plan *plan = f->plan;
	uint64_t literal;
	if (unit == PTX_NO_UNIT)
		return (value){VALUE_NONE, 0};
	if (gm_ptx_issue_literal_value(plan, unit, &literal))
		return (value){VALUE_LITERAL, literal};
	const int32_t from = issue_definition(plan, unit);
	if (is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 1 &&
	    plan->program->steps[from].results_count == 1)
		return value_of(f, issue_source(plan, from, 0));
	if (from >= 0 && f->first[from] >= 0)
		return (value){VALUE_MADE, (uint64_t)f->first[from]};
	return (value){VALUE_UNIT, unit};
}

static bool
is_same_value(value a, value b)
{
	return a.kind == b.kind && a.number == b.number;
}

static bool
is_same_operation(const issue_plan *plan, int32_t a, int32_t b)
{
	const ptx_step *s = &plan->program->steps[a], *t = &plan->program->steps[b];
	const ptx_word *v = word_of(plan, a), *w = word_of(plan, b);
	const int flags = (v->flags ^ w->flags) & ~(WORD_NO_UNROLL | WORD_CALLED);
	return v->opcode == w->opcode && v->type == w->type && v->second == w->second && flags == 0 &&
	       v->offset == w->offset && s->type == t->type && s->from == t->from && s->detail == t->detail &&
	       s->rounding == t->rounding && s->flush == t->flush && s->saturate == t->saturate &&
	       s->immediate == t->immediate && s->sources_count == t->sources_count && s->run == t->run;
}

static bool
can_swap(const issue_plan *plan, int32_t i)
{
	return is_opcode(plan, i, OP_ADD) || is_opcode(plan, i, OP_MUL) || is_opcode(plan, i, OP_FMA) ||
	       is_opcode(plan, i, OP_MAD);
}

static bool
has_same_sources(const finder *f, int32_t a, int32_t b, bool swapped)
{
	for (int k = 0; k < f->plan->program->steps[a].sources_count; k++) {
		const int other = swapped && k < 2 ? 1 - k : k;
		if (!is_same_value(value_of(f, issue_source(f->plan, a, k)),
				   value_of(f, issue_source(f->plan, b, other))))
			return false;
	}
	return true;
}

/* ---- whether it is there already ---- */

static bool
writes_source(const issue_plan *plan, int32_t i, int32_t of)
{
	const ptx_program *p = plan->program;
	for (int k = 0; k < p->steps[of].sources_count; k++) {
		const uint32_t unit = issue_source(plan, of, k);
		if (unit != PTX_NO_UNIT &&
		    gm_ptx_names_unit(p, p->steps[i].results, p->steps[i].results_count, unit))
			return true;
	}
	return false;
}

/* Of the steps from `from` on one writes an operand, or calls. */
static bool
ends_in(const issue_plan *plan, int32_t from, int32_t end, int32_t of)
{
	for (int32_t i = from; i < end; i++)
		if (writes_source(plan, i, of) || gm_ptx_issue_calls(&plan->cost[i]) ||
		    (word_of(plan, i)->flags & WORD_CALLED) || plan->program->steps[i].calls)
			return true;
	return false;
}

/* So it does on a way from the first to the second, which every way reaches through it. */
static bool
ends_between(const finder *f, int32_t first, int32_t second)
{
	const issue_plan *plan = f->plan;
	const ptx_graph *g = &plan->graph;
	const int32_t top = g->node_of[first], bottom = g->node_of[second];
	int32_t count = 0;
	if (top == bottom)
		return ends_in(plan, first, second, first);
	if (ends_in(plan, first, g->nodes[top].end, first) ||
	    ends_in(plan, g->nodes[bottom].first, second, first))
		return true;
	memset(f->reached, 0, (size_t)g->count * sizeof *f->reached);
	f->reached[top] = true;
	f->stack[count++] = bottom;
	while (count > 0) {
		const ptx_node *n = &g->nodes[f->stack[--count]];
		for (int32_t e = 0; e < n->predecessors_count; e++) {
			const int32_t from = g->predecessors[n->predecessors + e];
			if (f->reached[from])
				continue;
			f->reached[from] = true;
			if (ends_in(plan, g->nodes[from].first, g->nodes[from].end, first))
				return true;
			f->stack[count++] = from;
		}
	}
	return false;
}

static bool
makes_same(const finder *f, int32_t a, int32_t b)
{
	const issue_plan *plan = f->plan;
	if (!is_same_operation(plan, a, b) ||
	    !(has_same_sources(f, a, b, false) || (can_swap(plan, a) && has_same_sources(f, a, b, true))))
		return false;
	return is_opcode(plan, a, OP_LD) || (issue_comes_before(plan, a, b) && !ends_between(f, a, b));
}

static uint32_t
bucket_of(const finder *f, int32_t i)
{
	const ptx_word *w = word_of(f->plan, i);
	uint64_t sum = 0; /* of the operands in any order */
	for (int k = 0; k < f->plan->program->steps[i].sources_count; k++) {
		const value v = value_of(f, issue_source(f->plan, i, k));
		sum += (v.number * 4 + v.kind) * 0x9e3779b97f4a7c15u;
	}
	return (uint32_t)((sum ^ (uint64_t)w->opcode * 0xff51afd7ed558ccdu) >> 40) % BUCKETS;
}

static bool
is_done_once(const issue_plan *plan, int32_t i)
{
	return is_float(plan, i) && !is_opcode(plan, i, OP_LD) && !is_opcode(plan, i, OP_CVT) && !is_free(plan, i) &&
	       !gm_ptx_issue_calls(&plan->cost[i]);
}

static void
leave_out(issue_plan *plan, int32_t i, int32_t first)
{
	const uint32_t unit = issue_result(plan, first);
	vanish(plan, i);
	plan->alike[i] = first;
	plan->values.uses[unit]++;
	plan->values.user[unit] = MANY_STEPS;
}

static void
look(finder *f, int32_t i)
{
	issue_plan *plan = f->plan;
	if (!is_looked_for(plan, i))
		return;
	int32_t *bucket = &f->buckets[bucket_of(f, i)];
	f->first[i] = i;
	for (int32_t k = *bucket; k != NO_STEP; k = f->before[k]) {
		if (!makes_same(f, k, i))
			continue;
		f->first[i] = f->first[k];
		if (is_done_once(plan, k) && is_done_once(plan, i)) {
			leave_out(plan, i, k);
			break;
		}
	}
	f->before[i] = *bucket;
	*bucket = i;
}

void
gm_ptx_issue_alike(issue_plan *plan)
{
	const size_t steps = (size_t)plan->program->steps_count, nodes = (size_t)plan->graph.count;
	finder f = {.plan = plan};
	f.first = gm_allocate(steps, sizeof *f.first);
	f.before = gm_allocate(steps, sizeof *f.before);
	f.stack = gm_allocate(nodes, sizeof *f.stack);
	f.reached = gm_allocate(nodes, sizeof *f.reached);
	for (size_t i = 0; i < steps; i++)
		f.first[i] = f.before[i] = plan->alike[i] = NO_STEP;
	for (size_t b = 0; b < BUCKETS; b++)
		f.buckets[b] = NO_STEP;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		look(&f, i);
	free(f.first);
	free(f.before);
	free(f.stack);
	free(f.reached);
}
