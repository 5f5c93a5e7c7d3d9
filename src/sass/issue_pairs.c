/*
 * Arithmetic of halves. Two of a block that do the same to what lies or can be put side by side are one of a pair.
 * Halves of different words are put side by side (issue_halves.h) where what is made of them is read by two alike.
 * That of pairs is made by HADD2, HMUL2 and HFMA2, or all three as multiply-adds of the tensor unit (HFMA2.MMA),
 * in turns.
 */
#include "sass/issue_halves.h"

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

/* What pairs are looked for in. */
typedef struct pair_search {
	const issue_plan *plan;
	uint8_t *read;       /* gm_ptx_issue_halves_read */
	int32_t *partner;    /* per step, NO_STEP */
	uint8_t *joined;     /* per step, of a pair the first: the terms that were put together for it */
} pair_search;

/* How the terms of two lie beside each other. */
typedef struct pair_order {
	int direction; /* of those of one word: 1 as they stand, -1 the other way round; 0: none yet */
	bool across;   /* two of them are of different words */
} pair_order;

static half_place
place_of(const pair_search *s, uint32_t unit)
{
	return gm_ptx_issue_half_place(s->plan, s->read, unit);
}

/* A half of no word, or of one that arithmetic made. */
static bool
can_leave(const pair_search *s, half_place place)
{
	return place.word == PTX_NO_UNIT || gm_ptx_issue_is_made_word(s->plan, place.word);
}

/* Two terms can lie in one register: as they do, one half twice, or put there. */
static bool
can_join(const pair_search *s, uint32_t a, uint32_t b, pair_order *order)
{
	if (a == b || (is_known(s->plan, a) && is_known(s->plan, b)))
		return true;
	if (issue_definition(s->plan, a) < 0 || issue_definition(s->plan, b) < 0)
		return false;
	const half_place x = place_of(s, a), y = place_of(s, b);
	if (x.word != y.word) {
		order->across = true;
		return can_leave(s, x) && can_leave(s, y);
	}
	const int direction = y.upper - x.upper;
	if (x.word == PTX_NO_UNIT || direction == 0)
		return true;
	if (order->direction != 0 && order->direction != direction)
		return false;
	order->direction = direction;
	return true;
}

static bool
reads(const issue_plan *plan, int32_t step, uint32_t unit)
{
	const ptx_step *s = &plan->program->steps[step];
	return gm_ptx_names_unit(plan->program, s->sources, s->sources_count, unit);
}

/* Arithmetic of one half, or the lesser or greater of two. */
static bool
is_single(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 16 && plan->program->steps[i].guard == PTX_NO_UNIT &&
	       (kind_of(plan, i) != PAIR_KINDS ||
		(gm_ptx_issue_class((ptx_type)word_of(plan, i)->type) == CLASS_HALF &&
		 (is_opcode(plan, i, OP_MIN) || is_opcode(plan, i, OP_MAX))));
}

static bool
are_alike(const pair_search *s, int32_t i, int32_t other, pair_order *order)
{
	const issue_plan *plan = s->plan;
	const ptx_word *w = word_of(plan, i), *v = word_of(plan, other);
	const pair_terms a = terms_of(plan, i), b = terms_of(plan, other);
	if (w->opcode != v->opcode || w->type != v->type || w->flags != v->flags ||
	    kind_of(plan, i) != kind_of(plan, other) || a.count != b.count)
		return false;
	for (int k = 0; k < a.count; k++)
		if (!can_join(s, a.units[k], b.units[k], order))
			return false;
	return true;
}

/* The place of a unit among the terms; -1: none. */
static int
place_among(const pair_terms *terms, uint32_t unit)
{
	for (int k = 0; k < terms->count; k++)
		if (terms->units[k] == unit)
			return k;
	return -1;
}

/* Of a pair the first. */
static int32_t
first_of_pair(const pair_search *s, int32_t i)
{
	return s->partner[i] != NO_STEP && s->partner[i] < i ? s->partner[i] : i;
}

/* Behind `from` in its block: what reads the unit at that place (-1: at any), for which nothing was put together there;
   NO_STEP. */
static int32_t
next_reader(const pair_search *s, int32_t from, uint32_t unit, int place)
{
	const int32_t end = s->plan->graph.nodes[s->plan->graph.node_of[from]].end;
	for (int32_t k = from + 1; k < end; k++) {
		const pair_terms terms = is_single(s->plan, k) ? terms_of(s->plan, k) : (pair_terms){0};
		const int at = place_among(&terms, unit);
		if (at >= 0 && (place < 0 || at == place) && !(s->joined[first_of_pair(s, k)] >> at & 1))
			return k;
	}
	return NO_STEP;
}

/* Two steps that read a unit each, at the same place among their terms. */
typedef struct pair_readers {
	int32_t a, b;
	int place;
} pair_readers;

/* Two others that do the same to what the two make, at one place. */
static bool
find_readers(const pair_search *s, int32_t i, int32_t other, pair_readers *out)
{
	const uint32_t left = issue_result(s->plan, i), right = issue_result(s->plan, other);
	for (int32_t a = next_reader(s, i, left, -1); a != NO_STEP; a = next_reader(s, a, left, -1)) {
		const pair_terms terms = terms_of(s->plan, a);
		const int place = place_among(&terms, left);
		const int32_t b = next_reader(s, other, right, place);
		pair_readers further;
		pair_order order = {0};
		if (b == NO_STEP || a == b || !are_alike(s, a, b, &order) ||
		    (order.across && !find_readers(s, a, b, &further)))
			continue;
		*out = (pair_readers){a, b, place};
		return true;
	}
	return false;
}

/* For a pair things are put together at one place once. */
static bool
are_read_alike(const pair_search *s, int32_t i, int32_t other)
{
	pair_readers readers;
	if (!find_readers(s, i, other, &readers))
		return false;
	s->joined[first_of_pair(s, readers.a)] |= (uint8_t)(1 << readers.place);
	s->joined[first_of_pair(s, readers.b)] |= (uint8_t)(1 << readers.place);
	return true;
}

/* All that the second reads is there before anything reads what the first makes. */
static bool
can_be_made_together(const pair_search *s, int32_t first, int32_t second)
{
	const issue_plan *plan = s->plan;
	const pair_terms before = terms_of(plan, first), terms = terms_of(plan, second);
	int32_t reader = first + 1;
	while (reader < second && !reads(plan, reader, issue_result(plan, first)))
		reader++;
	for (int k = 0; k < terms.count; k++) {
		const int32_t from = issue_definition(plan, terms.units[k]);
		const bool with = from >= 0 && s->partner[from] != NO_STEP &&
				  s->partner[from] == issue_definition(plan, before.units[k]);
		if (from >= reader && !with)
			return false;
	}
	return !reads(plan, second, issue_result(plan, first));
}

static bool
is_partner(const pair_search *s, int32_t i, int32_t other, bool across)
{
	pair_order order = {0};
	return are_alike(s, i, other, &order) && order.across == across &&
	       can_be_made_together(s, i, other) && (!across || are_read_alike(s, i, other));
}

/* PRMT puts together what lies in two registers. */
static double
joining(const pair_search *s, int32_t i, int32_t other)
{
	const pair_terms a = terms_of(s->plan, i), b = terms_of(s->plan, other);
	double count = 0;
	for (int k = 0; k < a.count; k++) {
		const half_place x = place_of(s, a.units[k]);
		const bool apart = x.word == PTX_NO_UNIT || x.word != place_of(s, b.units[k]).word;
		count += a.units[k] != b.units[k] && apart && !is_known(s->plan, a.units[k]);
	}
	return count;
}

/* Each with the first behind it in its block that it can be made together with; how many were found. */
static int
find_more(const pair_search *s, bool across)
{
	const issue_plan *plan = s->plan;
	int found = 0;
	for (int32_t i = 0; i < plan->program->steps_count; i++) {
		const int32_t end = plan->graph.nodes[plan->graph.node_of[i]].end;
		for (int32_t k = i + 1; k < end && is_single(plan, i) && s->partner[i] == NO_STEP; k++) {
			if (!is_single(plan, k) || s->partner[k] != NO_STEP || !is_partner(s, i, k, across))
				continue;
			s->partner[i] = k;
			s->partner[k] = i;
			found++;
		}
	}
	return found;
}

static void
find_partners(issue_plan *plan, const pair_search *s)
{
	while (find_more(s, false) + find_more(s, true) > 0)
		continue;
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (s->partner[i] > i)
			plan->cost[s->partner[i]] = issue_of(GM_UNIT_ALU, joining(s, i, s->partner[i]));
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

/* Where an instruction stands when turns are taken: that of two halves before the first that reads one of them. */
static int32_t
stand_of(const issue_plan *plan, int32_t i, int32_t other)
{
	const int32_t last = i > other ? i : other, end = plan->graph.nodes[plan->graph.node_of[i]].end;
	int32_t k = last + 1;
	while (other != NO_STEP && k < end && !reads(plan, k, issue_result(plan, i)) &&
	       !reads(plan, k, issue_result(plan, other)))
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
	const pair_kind kind = kind_of(plan, i);
	const bool one = (bits_of(plan, i) == 16 && other == NO_STEP) || gm_ptx_issue_is_halved(plan, s->read, i);
	if (one || turns->tensor[kind] || !can_be_tensor(plan, i, other, kind)) {
		turns->tensor[kind] = false;
		return;
	}
	take_tensor(plan, i);
	*turns = turns_after(kind);
}

typedef struct pair_stand {
	int32_t at, step;
} pair_stand;

static int
by_place(const void *left, const void *right)
{
	const pair_stand *a = left, *b = right;
	return a->at != b->at ? (a->at > b->at) - (a->at < b->at) : (a->step > b->step) - (a->step < b->step);
}

static void
take_turns(issue_plan *plan, const pair_search *s)
{
	const int32_t steps = plan->program->steps_count;
	pair_stand *stands = gm_allocate((size_t)steps, sizeof *stands);
	size_t count = 0;
	for (int32_t i = 0; i < steps; i++)
		if (kind_of(plan, i) != PAIR_KINDS && (s->partner[i] == NO_STEP || s->partner[i] > i))
			stands[count++] = (pair_stand){stand_of(plan, i, s->partner[i]), i};
	qsort(stands, count, sizeof *stands, by_place);
	pair_turns turns = first_turns(plan);
	for (size_t k = 0; k < count; k++)
		take_turn(plan, s, &turns, stands[k].step);
	free(stands);
}

void
gm_ptx_issue_pairs(issue_plan *plan)
{
	const size_t count = (size_t)plan->program->steps_count;
	if (plan->cc < 80 || plan->cc >= 100)
		return;
	const pair_search s = {plan, gm_ptx_issue_halves_read(plan), gm_allocate(count, sizeof *s.partner),
			       gm_allocate(count, sizeof *s.joined)};
	for (size_t i = 0; i < count; i++)
		s.partner[i] = NO_STEP;
	find_partners(plan, &s);
	take_turns(plan, &s);
	free(s.joined);
	free(s.partner);
	free(s.read);
}
