/*
 * Arithmetic of halves. Two of a block that do the same to what lies or can be put side by side are one of a pair.
 * That of pairs is made by HADD2, HMUL2 and HFMA2, or all three as multiply-adds of the tensor unit (HFMA2.MMA),
 * in turns.
 */
#include "sass/issue_step.h"

#include <stdlib.h>

typedef enum pair_kind {
	PAIR_SUM,
	PAIR_PRODUCT,
	PAIR_FUSED,
	PAIR_KINDS
} pair_kind;

/* Of each kind: the last was made by the tensor unit, or counts as if it was. */
typedef struct pair_turns {
	bool tensor[PAIR_KINDS];
} pair_turns;

enum { TERMS = 3 };

/* What one instruction reads; those of a product that is part of the sum among it. */
typedef struct pair_terms {
	uint32_t units[TERMS];
	int count;
} pair_terms;

static void
list_terms(const issue_plan *plan, int32_t i, pair_terms *out)
{
	for (int k = 0; k < plan->program->steps[i].sources_count && out->count < TERMS; k++) {
		const uint32_t unit = issue_source(plan, i, k);
		const int32_t from = issue_definition(plan, unit);
		if (is_opcode(plan, from, OP_MUL) && is_free(plan, from))
			list_terms(plan, from, out);
		else
			out->units[out->count++] = unit;
	}
}

static pair_terms
terms_of(const issue_plan *plan, int32_t i)
{
	pair_terms terms = {0};
	list_terms(plan, i, &terms);
	return terms;
}

static pair_kind
kind_of(const issue_plan *plan, int32_t i)
{
	if (is_free(plan, i) || gm_ptx_issue_class((ptx_type)word_of(plan, i)->type) != CLASS_HALF)
		return PAIR_KINDS;
	switch (word_of(plan, i)->opcode) {
	case OP_ADD:
	case OP_SUB: return (double)plan->cost[i].floats[GM_FLOAT_HFMA] > 0 ? PAIR_FUSED : PAIR_SUM;
	case OP_MUL: return PAIR_PRODUCT;
	case OP_FMA: return PAIR_FUSED;
	default: return PAIR_KINDS;
	}
}

/* A literal, or a pair that is made of literals. */
static bool
is_known(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (gm_ptx_issue_is_literal(plan, unit))
		return true;
	if (!is_opcode(plan, from, OP_MOV) && !is_opcode(plan, from, OP_CVT))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_known(plan, issue_source(plan, from, k)))
			return false;
	return plan->program->steps[from].sources_count > 0;
}

/* The step behind a unit, through copies of it. */
static int32_t
maker_of(const issue_plan *plan, uint32_t unit)
{
	int32_t from = issue_definition(plan, unit);
	while (is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 1 &&
	       plan->program->steps[from].results_count == 1)
		from = issue_definition(plan, issue_source(plan, from, 0));
	return from;
}

/* ---- two halves ---- */

/* Which half of a word it is, 0 or 1; -1: of none. */
static int
half_of(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (!is_opcode(plan, from, OP_MOV) || plan->program->steps[from].results_count != 2)
		return -1;
	return plan->program->units[plan->program->steps[from].results] == unit ? 0 : 1;
}

/* Two terms can lie in one register: as they do, one half twice, or put there. *order: of those that lie in one,
   1 as they stand, -1 the other way round, for all terms; 0: none yet. */
static bool
can_join(const issue_plan *plan, uint32_t a, uint32_t b, int *order)
{
	if (a == b || (is_known(plan, a) && is_known(plan, b)))
		return true;
	const int32_t of_a = issue_definition(plan, a), of_b = issue_definition(plan, b);
	const int half_a = half_of(plan, a), half_b = half_of(plan, b);
	if (of_a < 0 || of_b < 0)
		return false;
	if (half_a < 0 && half_b < 0)
		return true;
	if (half_a < 0 || half_b < 0 || of_a != of_b || (*order != 0 && *order != half_b - half_a))
		return false;
	*order = half_b - half_a;
	return true;
}

static bool
reads(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[step];
	return gm_ptx_names_unit(plan->program, s->sources, s->sources_count, unit);
}

/* All that the second reads is there before anything reads what the first makes. */
static bool
can_be_made_together(const issue_plan *plan, int32_t first, int32_t second)
{
	const pair_terms terms = terms_of(plan, second);
	int32_t reader = first + 1;
	while (reader < second && !reads(plan, reader, issue_result(plan, first)))
		reader++;
	for (int k = 0; k < terms.count; k++)
		if (issue_definition(plan, terms.units[k]) >= reader)
			return false;
	return !reads(plan, second, issue_result(plan, first));
}

static bool
is_partner(const issue_plan *plan, int32_t i, int32_t other)
{
	const ptx_word *w = word_of(plan, i), *v = word_of(plan, other);
	const pair_terms a = terms_of(plan, i), b = terms_of(plan, other);
	int order = 0;
	if (w->opcode != v->opcode || w->type != v->type || w->flags != v->flags ||
	    kind_of(plan, i) != kind_of(plan, other) || a.count != b.count)
		return false;
	for (int k = 0; k < a.count; k++)
		if (!can_join(plan, a.units[k], b.units[k], &order))
			return false;
	return can_be_made_together(plan, i, other);
}

static bool
is_single(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 16 && kind_of(plan, i) != PAIR_KINDS &&
	       plan->program->steps[i].guard == PTX_NO_UNIT;
}

/* PRMT puts together what lies in two registers. */
static double
joining(const issue_plan *plan, int32_t i, int32_t other)
{
	const pair_terms a = terms_of(plan, i), b = terms_of(plan, other);
	double count = 0;
	for (int k = 0; k < a.count; k++)
		count += a.units[k] != b.units[k] && half_of(plan, a.units[k]) < 0 && !is_known(plan, a.units[k]);
	return count;
}

/* Each with the first behind it in its block that it can be made together with. */
static void
find_partners(issue_plan *plan, int32_t *partner)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t end = plan->graph.nodes[plan->graph.node_of[i]].end;
		for (int32_t k = i + 1; k < end && is_single(plan, i) && partner[i] == NO_STEP; k++) {
			if (!is_single(plan, k) || partner[k] != NO_STEP || !is_partner(plan, i, k))
				continue;
			partner[i] = k;
			partner[k] = i;
		}
	}
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (partner[i] > i)
			plan->cost[partner[i]] = issue_of(GM_UNIT_ALU, joining(plan, i, partner[i]));
}

/* ---- turns ---- */

/* One half, of which HADD2, HMUL2 and HFMA2 make a pair themselves. */
static bool
is_half_twice(const issue_plan *plan, uint32_t unit, uint32_t beside)
{
	const int32_t from = maker_of(plan, unit);
	if (beside != PTX_NO_UNIT)
		return unit == beside && !is_known(plan, unit);
	return is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 2 &&
	       issue_source(plan, from, 0) == issue_source(plan, from, 1) &&
	       !is_known(plan, issue_source(plan, from, 0));
}

/* The tensor unit takes no half for a pair, adds no literal and has room for one. `other`: the step that it is a
   pair with. */
static bool
can_be_tensor(const issue_plan *plan, int32_t i, int32_t other, pair_kind kind)
{
	static const int most_known[PAIR_KINDS] = {[PAIR_SUM] = 0, [PAIR_PRODUCT] = 1, [PAIR_FUSED] = 1};
	const pair_terms terms = terms_of(plan, i);
	const pair_terms beside = other == NO_STEP ? (pair_terms){0} : terms_of(plan, other);
	int known = 0;
	for (int k = 0; k < terms.count; k++) {
		if (is_half_twice(plan, terms.units[k], other == NO_STEP ? PTX_NO_UNIT : beside.units[k]))
			return false;
		known += is_known(plan, terms.units[k]);
	}
	return known <= most_known[kind];
}

static pair_turns
turns_after(pair_kind kind)
{
	return (pair_turns){{[PAIR_SUM] = true, [PAIR_PRODUCT] = true, [PAIR_FUSED] = kind == PAIR_FUSED}};
}

static void
take_tensor(issue_plan *plan, int32_t i)
{
	plan->cost[i] = issue_of(GM_UNIT_TENSOR, 1);
	plan->cost[i].floats[GM_FLOAT_HFMA] = 1;
}

/* A multiply-add by a literal and with another has one of them in a register, which outside of loops the tensor
   unit writes before all else. */
static bool
moves_literal(const issue_plan *plan, int32_t i)
{
	const pair_terms terms = terms_of(plan, i);
	int known = 0;
	for (int k = 0; k < terms.count; k++)
		known += is_known(plan, terms.units[k]);
	return kind_of(plan, i) == PAIR_FUSED && known > 1 && issue_loop_of(plan, i) < 0;
}

static pair_turns
first_turns(const issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (moves_literal(plan, i))
			return turns_after(PAIR_SUM);
	return (pair_turns){0};
}

/* Each kind takes turns by itself, and whatever the tensor unit makes is the turn of sums and products, too;
   one of these ends the turn of multiply-adds (876 sequences of one to six, ptxas 13.0 for sm_90). */
static void
take_turns(issue_plan *plan, const int32_t *partner)
{
	pair_turns turns = first_turns(plan);
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const pair_kind kind = kind_of(plan, i);
		if (kind == PAIR_KINDS || (bits_of(plan, i) == 16 && partner[i] <= i))
			continue;
		if (turns.tensor[kind] || !can_be_tensor(plan, i, partner[i], kind)) {
			turns.tensor[kind] = false;
			continue;
		}
		take_tensor(plan, i);
		turns = turns_after(kind);
	}
}

void
gm_ptx_issue_pairs(issue_plan *plan)
{
	const size_t count = (size_t)plan->program->steps_count;
	if (plan->cc < 80 || plan->cc >= 100)
		return;
	int32_t *partner = gm_allocate(count, sizeof *partner);
	for (size_t i = 0; i < count; i++)
		partner[i] = NO_STEP;
	find_partners(plan, partner);
	take_turns(plan, partner);
	free(partner);
}
