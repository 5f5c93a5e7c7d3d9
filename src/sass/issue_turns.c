/*
 * Arithmetic of pairs of halves is made by HADD2, HMUL2 and HFMA2, or all three as multiply-adds of the tensor unit
 * (HFMA2.MMA), in turns.
 */
#include "sass/issue_pairs.h"

#include <stdlib.h>

enum { BEGINNINGS_MOST = 16 };

/* Of each kind: the last was made by the tensor unit, or counts as if it was. */
typedef struct pair_turns {
	bool tensor[PAIR_KINDS];
} pair_turns;

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

/* One half, of which HADD2, HMUL2 and HFMA2 make a pair themselves. */
static bool
is_half_twice(const issue_plan *plan, uint32_t unit, uint32_t beside)
{
	const int32_t from = maker_of(plan, unit);
	if (beside != PTX_NO_UNIT)
		return unit == beside && !gm_ptx_issue_is_known_pair(plan, unit);
	return is_opcode(plan, from, OP_MOV) && plan->program->steps[from].sources_count == 2 &&
	       issue_source(plan, from, 0) == issue_source(plan, from, 1) &&
	       !gm_ptx_issue_is_known_pair(plan, issue_source(plan, from, 0));
}

/* A literal zero, or a pair of such, which is a register (RZ). */
static bool
is_zero_pair(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	uint64_t value;
	if (gm_ptx_issue_literal_value(plan, unit, &value))
		return value == 0;
	if (!is_opcode(plan, from, OP_MOV) && !is_opcode(plan, from, OP_CVT))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!is_zero_pair(plan, issue_source(plan, from, k)))
			return false;
	return plan->program->steps[from].sources_count > 0;
}

/* What is taken off is turned, and no register but a literal: -0. */
static bool
is_added_zero(const issue_plan *plan, int32_t i, int term, const pair_terms *terms)
{
	const bool taken_off = is_opcode(plan, i, OP_SUB) && term == 1;
	return gm_ptx_issue_pair_kind(plan, i) == PAIR_SUM && !taken_off && is_zero_pair(plan, terms->units[term]);
}

/* The tensor unit takes no half for a pair, adds no literal but zero and has room for one. `other`: the step that it
   is a pair with. */
static bool
can_be_tensor(const issue_plan *plan, int32_t i, int32_t other, pair_kind kind)
{
	static const int most_known[PAIR_KINDS] = {[PAIR_SUM] = 0, [PAIR_PRODUCT] = 1, [PAIR_FUSED] = 1};
	const pair_terms terms = gm_ptx_issue_pair_terms(plan, i);
	const pair_terms beside = other == NO_STEP ? (pair_terms){0} : gm_ptx_issue_pair_terms(plan, other);
	int known = 0;
	for (int k = 0; k < terms.count; k++) {
		if (is_half_twice(plan, terms.units[k], other == NO_STEP ? PTX_NO_UNIT : beside.units[k]))
			return false;
		known += gm_ptx_issue_is_known_pair(plan, terms.units[k]) && !is_added_zero(plan, i, k, &terms);
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
	const pair_terms terms = gm_ptx_issue_pair_terms(plan, i);
	int known = 0;
	for (int k = 0; k < terms.count; k++)
		known += gm_ptx_issue_is_known_pair(plan, terms.units[k]);
	return gm_ptx_issue_pair_kind(plan, i) == PAIR_FUSED && known > 1 && issue_loop_of(plan, i) < 0;
}

/* Neither half of the number is infinite or none. */
static bool
is_of_finite_halves(uint64_t value)
{
	enum { EXPONENT = 0x7c00 };
	return value <= UINT32_MAX && (value & EXPONENT) != EXPONENT && (value >> 16 & EXPONENT) != EXPONENT;
}

/* Zeros that are stored as parts of a vector are made two by two (CS2R). */
static bool
is_part_of_vector(const issue_plan *plan, uint32_t unit)
{
	for (int32_t r = plan->values.first[unit]; r < plan->values.first[unit + 1]; r++)
		if (gm_ptx_issue_is_vector(plan, plan->values.readers[r], OP_ST))
			return true;
	return false;
}

/* A literal that a register begins with which others write as well, as sums and counters of loops do: the tensor unit
   moves the first such one, if each half of it is a number (34 kernels, ptxas 13.0 for sm_90). */
static bool
begins_register(const issue_plan *plan, int32_t i)
{
	const ptx_step *s = &plan->program->steps[i];
	const uint32_t unit = issue_result(plan, i);
	uint64_t value;
	if (!is_opcode(plan, i, OP_MOV) || bits_of(plan, i) != 32 || s->results_count != 1 || s->sources_count != 1 ||
	    plan->values.definition[unit] != MANY_STEPS)
		return false;
	if (!gm_ptx_issue_literal_value(plan, issue_source(plan, i, 0), &value))
		return gm_ptx_issue_is_known_pair(plan, issue_source(plan, i, 0));
	return is_of_finite_halves(value) && (value != 0 || !is_part_of_vector(plan, unit));
}

/* Such a literal, one of the first, is moved on every way to the step. */
static bool
comes_behind_beginning(const issue_plan *plan, const int32_t *beginnings, int32_t count, int32_t step)
{
	const int32_t *node_of = plan->graph.node_of;
	for (int32_t k = 0; k < count; k++)
		if (beginnings[k] < step && issue_dominates(plan, node_of[beginnings[k]], node_of[step]))
			return true;
	return false;
}

static pair_turns
first_turns(const issue_plan *plan)
{
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (moves_literal(plan, i))
			return turns_after(PAIR_SUM);
	return (pair_turns){0};
}

/* Where an instruction stands when turns are taken: that of two halves before the first that reads one of them. */
static int32_t
stand_of(const issue_plan *plan, int32_t i, int32_t other)
{
	const int32_t last = i > other ? i : other, end = plan->graph.nodes[plan->graph.node_of[i]].end;
	int32_t k = last + 1;
	while (other != NO_STEP && k < end && !issue_reads(plan, k, issue_result(plan, i)) &&
	       !issue_reads(plan, k, issue_result(plan, other)))
		k++;
	return other == NO_STEP ? i : k;
}

/* Each kind takes turns by itself, and whatever the tensor unit makes is the turn of sums and products, too;
   one of these ends the turn of multiply-adds (876 sequences of one to six, ptxas 13.0 for sm_90). One half ends
   the turn of its kind. */
static void
take_turn(issue_plan *plan, const pair_search *s, pair_turns *turns, int32_t i)
{
	const int32_t other = s->partner[i];
	const pair_kind kind = gm_ptx_issue_pair_kind(plan, i);
	const bool one = (bits_of(plan, i) == 16 && other == NO_STEP) || gm_ptx_issue_is_halved(plan, s->read, i);
	if (one || turns->tensor[kind] || !can_be_tensor(plan, i, other, kind)) {
		turns->tensor[kind] = false;
		return;
	}
	take_tensor(plan, i);
	*turns = turns_after(kind);
}

/* Where a step stands when turns are taken. */
typedef struct pair_stand {
	int32_t at, step;
} pair_stand;

static int
by_place(const void *left, const void *right)
{
	const pair_stand *a = left, *b = right;
	return a->at != b->at ? (a->at > b->at) - (a->at < b->at) : (a->step > b->step) - (a->step < b->step);
}

static size_t
list_stands(const issue_plan *plan, const pair_search *s, pair_stand *out)
{
	const int32_t steps = plan->program->steps_count;
	size_t count = 0;
	for (int32_t i = 0; i < steps; i++)
		if (gm_ptx_issue_pair_kind(plan, i) != PAIR_KINDS && (s->partner[i] == NO_STEP || s->partner[i] > i))
			out[count++] = (pair_stand){stand_of(plan, i, s->partner[i]), i};
	qsort(out, count, sizeof *out, by_place);
	return count;
}

/* In the order of the program, the first few. */
static int32_t
list_beginnings(const issue_plan *plan, int32_t *out)
{
	int32_t count = 0;
	for (int32_t i = 0; i < plan->program->steps_count && count < BEGINNINGS_MOST; i++)
		if (begins_register(plan, i))
			out[count++] = i;
	return count;
}

void
gm_ptx_issue_pair_turns(issue_plan *plan, const pair_search *s)
{
	const size_t steps = (size_t)plan->program->steps_count;
	pair_stand *stands = gm_allocate(steps, sizeof *stands);
	int32_t beginnings[BEGINNINGS_MOST];
	const size_t count = list_stands(plan, s, stands);
	const int32_t beginnings_count = count > 0 ? list_beginnings(plan, beginnings) : 0;
	pair_turns turns = first_turns(plan);
	bool begun = false;
	for (size_t k = 0; k < count; k++) {
		if (!begun && comes_behind_beginning(plan, beginnings, beginnings_count, stands[k].step)) {
			turns = turns_after(PAIR_SUM);
			begun = true;
		}
		take_turn(plan, s, &turns, stands[k].step);
	}
	free(stands);
}
