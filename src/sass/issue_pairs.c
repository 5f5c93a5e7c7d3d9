/*
 * Arithmetic of halves. Two of a block that do the same to what lies or can be put side by side are one of a pair.
 * Halves of different words are put side by side (issue_halves.h) where what is made of them is read by two alike.
 */
#include "sass/issue_pairs.h"

#include <stdlib.h>

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

pair_terms
gm_ptx_issue_pair_terms(const issue_plan *plan, int32_t i)
{
	pair_terms terms = {0};
	list_terms(plan, i, &terms);
	return terms;
}

pair_kind
gm_ptx_issue_pair_kind(const issue_plan *plan, int32_t i)
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

bool
gm_ptx_issue_is_known_pair(const issue_plan *plan, uint32_t unit)
{
	const int32_t from = issue_definition(plan, unit);
	if (gm_ptx_issue_is_literal(plan, unit))
		return true;
	if (!is_opcode(plan, from, OP_MOV) && !is_opcode(plan, from, OP_CVT))
		return false;
	for (int k = 0; k < plan->program->steps[from].sources_count; k++)
		if (!gm_ptx_issue_is_known_pair(plan, issue_source(plan, from, k)))
			return false;
	return plan->program->steps[from].sources_count > 0;
}

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
	if (a == b || (gm_ptx_issue_is_known_pair(s->plan, a) && gm_ptx_issue_is_known_pair(s->plan, b)))
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

/* Arithmetic of one half, or the lesser or greater of two. */
static bool
is_single(const issue_plan *plan, int32_t i)
{
	return bits_of(plan, i) == 16 && plan->program->steps[i].guard == PTX_NO_UNIT &&
	       (gm_ptx_issue_pair_kind(plan, i) != PAIR_KINDS ||
		(gm_ptx_issue_class((ptx_type)word_of(plan, i)->type) == CLASS_HALF &&
		 (is_opcode(plan, i, OP_MIN) || is_opcode(plan, i, OP_MAX))));
}

static bool
are_alike(const pair_search *s, int32_t i, int32_t other, pair_order *order)
{
	const issue_plan *plan = s->plan;
	const ptx_word *w = word_of(plan, i), *v = word_of(plan, other);
	const pair_terms a = gm_ptx_issue_pair_terms(plan, i), b = gm_ptx_issue_pair_terms(plan, other);
	if (w->opcode != v->opcode || w->type != v->type || w->flags != v->flags ||
	    gm_ptx_issue_pair_kind(plan, i) != gm_ptx_issue_pair_kind(plan, other) || a.count != b.count)
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
		const pair_terms terms = is_single(s->plan, k) ? gm_ptx_issue_pair_terms(s->plan, k) : (pair_terms){0};
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
		const pair_terms terms = gm_ptx_issue_pair_terms(s->plan, a);
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
	const pair_terms before = gm_ptx_issue_pair_terms(plan, first), terms = gm_ptx_issue_pair_terms(plan, second);
	int32_t reader = first + 1;
	while (reader < second && !issue_reads(plan, reader, issue_result(plan, first)))
		reader++;
	for (int k = 0; k < terms.count; k++) {
		const int32_t from = issue_definition(plan, terms.units[k]);
		const bool with = from >= 0 && s->partner[from] != NO_STEP &&
				  s->partner[from] == issue_definition(plan, before.units[k]);
		if (from >= reader && !with)
			return false;
	}
	return !issue_reads(plan, second, issue_result(plan, first));
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
	const pair_terms a = gm_ptx_issue_pair_terms(s->plan, i), b = gm_ptx_issue_pair_terms(s->plan, other);
	double count = 0;
	for (int k = 0; k < a.count; k++) {
		const half_place x = place_of(s, a.units[k]);
		const bool apart = x.word == PTX_NO_UNIT || x.word != place_of(s, b.units[k]).word;
		count += a.units[k] != b.units[k] && apart && !gm_ptx_issue_is_known_pair(s->plan, a.units[k]);
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
	gm_ptx_issue_pair_turns(plan, &s);
	free(s.joined);
	free(s.partner);
	free(s.read);
}
