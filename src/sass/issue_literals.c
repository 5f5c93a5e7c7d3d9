/*
 * Literals that the counter of a loop alone makes, where all of its turns are written out, or another number that begins
 * with a literal and is moved on by literals, of which more is read than places of memory (key schedules).
 *
 *     for (k = -2; k <= 2; k++) sum += a[k] * (float)(k * k);
 *
 * multiplies by 4, 1, 0, 1 and 4. What makes them is nothing; a product by 1 or -1 is none, nor is one by a power of two
 * from 1/8 to 8 of a product that nobody else reads (issue_floats.c). Where a sum takes it in, the sum takes another
 * product instead, if it has one; else it is a sum. Products and sums with 0 are made, and so is fma.
 * Products by one number of what the loop leaves alone, that no sum takes in, are one for all turns.
 * Source: code of ptxas 13.0 for sm_90, of 28 loops; tests/sass/test_literals.c.
 */
#include "base/bits.h"
#include "base/memory.h"
#include "sass/issue_step.h"

#include <math.h>
#include <stdlib.h>

enum { PRODUCTS_MOST = 64, MOVED_MOST = 4 };

/* Beside the counter: by what each turn moves it. */
typedef struct moved_number {
	uint32_t unit;
	int32_t sum; /* the step that does */
	uint64_t begin, step;
} moved_number;

typedef struct literals {
	const issue_plan *plan;
	const ptx_loop *loop;
	bool *known;     /* per unit */
	uint64_t *value;
	moved_number moved[MOVED_MOST];
	int moved_count;
} literals;

static bool
find_value(const literals *l, uint32_t unit, uint64_t *value)
{
	if (unit != PTX_NO_UNIT && l->known[unit]) {
		*value = l->value[unit];
		return true;
	}
	return unit != PTX_NO_UNIT && gm_ptx_issue_literal_value(l->plan, unit, value);
}

static uint64_t
shifted_right(ptx_type type, uint64_t a, uint64_t b)
{
	const int bits = gm_ptx_type_bits(type);
	if (gm_ptx_type_kind(type) != KIND_SIGNED)
		return b < (uint64_t)bits ? a >> b : 0;
	const int64_t value = bits == 32 ? (int32_t)a : (int64_t)a;
	return (uint64_t)(value >> (b < (uint64_t)bits ? b : (uint64_t)bits - 1));
}

/* Integers of 32 bits to 64: by the sign, or with zeros. */
static uint64_t
converted(ptx_type from, uint64_t a)
{
	return gm_ptx_type_bits(from) != 32 ? a : gm_ptx_type_kind(from) == KIND_SIGNED ? (uint64_t)(int32_t)a : (uint32_t)a;
}

static uint64_t
integer_of(uint8_t opcode, uint64_t a, uint64_t b, uint64_t c)
{
	switch (opcode) {
	case OP_ADD: return a + b;
	case OP_SUB: return a - b;
	case OP_MUL: return a * b;
	case OP_MAD: return a * b + c;
	case OP_NEG: return 0 - a;
	case OP_NOT: return ~a;
	case OP_AND: return a & b;
	case OP_OR: return a | b;
	case OP_XOR: return a ^ b;
	case OP_SHL: return b < 64 ? a << b : 0;
	default: return a;
	}
}

/* Integers and singles that are made of them. */
static bool
is_followed(const issue_plan *plan, int32_t i)
{
	static const uint8_t followed[] = {OP_ADD, OP_SUB, OP_MUL, OP_MAD, OP_NEG, OP_NOT,
					   OP_AND, OP_OR,  OP_XOR, OP_SHL, OP_SHR, OP_MOV};
	const ptx_step *s = &plan->program->steps[i];
	const ptx_word *w = word_of(plan, i);
	const ptx_type from = (ptx_type)s->from;
	if (s->action != ACTION_LANES || s->guard != PTX_NO_UNIT || s->results_count != 1 || s->sources_count == 0 ||
	    !(w->flags & WORD_FIRST) || w->flags & (WORD_WIDE | WORD_HIGH) ||
	    issue_definition(plan, issue_result(plan, i)) != i)
		return false;
	if (w->opcode == OP_CVT && gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT)
		return gm_ptx_type_bits((ptx_type)w->type) >= 32 && gm_ptx_type_kind(from) != KIND_FLOAT &&
		       gm_ptx_type_bits(from) >= 32 && !s->saturate;
	if (w->opcode == OP_CVT)
		return w->type == PTX_F32 && (!s->rounding || s->rounding == MOD_rn) && !s->saturate && gm_ptx_type_kind(from) != KIND_FLOAT &&
		       gm_ptx_type_bits(from) == 32;
	return memchr(followed, w->opcode, sizeof followed) && bits_of(plan, i) >= 32 && !is_float(plan, i);
}

/* What a step makes in the turn; false: not of literals alone. */
static bool
value_of(const literals *l, int32_t i, uint64_t *value)
{
	uint64_t x[3] = {0, 0, 0};
	const ptx_step *s = &l->plan->program->steps[i];
	bool counts = false;
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = issue_source(l->plan, i, k);
		if (k >= 3 || !find_value(l, unit, &x[k]))
			return false;
		counts |= l->known[unit];
	}
	const ptx_word *w = word_of(l->plan, i);
	if (w->opcode == OP_SHR)
		*value = shifted_right((ptx_type)w->type, x[0], x[1]);
	else if (w->opcode != OP_CVT)
		*value = integer_of(w->opcode, x[0], x[1], x[2]);
	else if (gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT)
		*value = converted((ptx_type)s->from, x[0]);
	else if (gm_ptx_type_kind((ptx_type)s->from) == KIND_SIGNED)
		*value = gm_bits_of_float((float)(int32_t)x[0]);
	else
		*value = gm_bits_of_float((float)(uint32_t)x[0]);
	if (gm_ptx_type_bits((ptx_type)w->type) == 32)
		*value = (uint32_t)*value;
	return counts;
}

static uint64_t
as_wide(const issue_plan *plan, uint32_t unit, uint64_t value)
{
	return plan->program->unit_bits[unit] == 64 ? value : (uint32_t)value;
}

/* The step moves such a number on. */
static const moved_number *
moved_by(const literals *l, int32_t i)
{
	for (int m = 0; m < l->moved_count; m++)
		if (l->moved[m].sum == i)
			return &l->moved[m];
	return NULL;
}

static void
begin_turn(const literals *l, const issue_turn *t, uint64_t counter, int64_t turn)
{
	memset(l->known, 0, ((size_t)l->plan->program->units_count + 1) * sizeof *l->known);
	l->known[issue_result(l->plan, t->counter)] = true;
	l->value[issue_result(l->plan, t->counter)] = (uint32_t)counter;
	for (int m = 0; m < l->moved_count; m++) {
		const moved_number *n = &l->moved[m];
		l->known[n->unit] = true;
		l->value[n->unit] = as_wide(l->plan, n->unit, n->begin + (uint64_t)turn * n->step);
	}
}

/* In the order of the program: a literal of one turn is made before it is read. `marks` may be NULL. */
static int
follow(const literals *l, const issue_turn *t, uint64_t counter, int64_t turn, bool *marks)
{
	const ptx_program *p = l->plan->program;
	int count = 0;
	begin_turn(l, t, counter, turn);
	for (int32_t i = l->loop->header; i < t->counter; i++) {
		uint64_t value;
		const moved_number *n = moved_by(l, i);
		if (n)
			value = as_wide(l->plan, n->unit, l->value[n->unit] + n->step);
		else if (!gm_ptx_loop_has_step(p, l->loop, i) || !is_followed(l->plan, i) || !value_of(l, i, &value))
			continue;
		l->known[issue_result(l->plan, i)] = true;
		l->value[issue_result(l->plan, i)] = value;
		count += !is_handing_on(l->plan, i);
		if (marks)
			marks[i] = true;
	}
	return count;
}

/* Of the loop's own block; not what is an address and nothing else, which turns take as an offset. */
static void
find_moved(literals *l, const issue_turn *t)
{
	const issue_plan *plan = l->plan;
	for (int32_t i = l->loop->header; i < t->counter && l->moved_count < MOVED_MOST; i++) {
		moved_number n = {.unit = issue_result(plan, i), .sum = i};
		if (issue_loop_of(plan, i) != l->loop - plan->program->loops || !gm_ptx_issue_is_literal_sum(plan, i) ||
		    n.unit == PTX_NO_UNIT || issue_source(plan, i, 0) != n.unit ||
		    plan->graph.node_of[i] != plan->graph.node_of[t->branch] ||
		    (n.step = (uint64_t)gm_ptx_issue_advance(plan, l->loop, n.unit)) == 0 ||
		    !gm_ptx_issue_begins_with(plan, l->loop, n.unit, &n.begin) ||
		    gm_ptx_issue_is_offset(plan, l->loop, t, i))
			continue;
		l->moved[l->moved_count++] = n;
	}
}

static literals
literals_of(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t)
{
	const size_t units = (size_t)plan->program->units_count + 1;
	literals l = {plan, loop, gm_allocate(units, sizeof(bool)), gm_allocate(units, sizeof(uint64_t)), {{0}}, 0};
	find_moved(&l, t);
	return l;
}

static void
dispose(literals *l)
{
	free(l->known);
	free(l->value);
}

int
gm_ptx_issue_find_literals(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, bool *marks)
{
	literals l = literals_of(plan, loop, t);
	const int count = follow(&l, t, 0, 0, marks);
	dispose(&l);
	return count;
}

static bool
is_number(const literals *l, uint32_t unit, float *value)
{
	if (unit == PTX_NO_UNIT || !l->known[unit])
		return false;
	*value = gm_float_of_bits((uint32_t)l->value[unit]);
	return true;
}

/* A product of singles by such a literal; its other factor. */
static bool
is_product(const literals *l, int32_t i, float *by, uint32_t *other)
{
	if (!is_opcode(l->plan, i, OP_MUL) || word_of(l->plan, i)->type != PTX_F32)
		return false;
	for (int k = 0; k < 2; k++)
		if (is_number(l, issue_source(l->plan, i, k), by)) {
			*other = issue_source(l->plan, i, 1 - k);
			return true;
		}
	return false;
}

static double
made(const issue_plan *plan, int32_t i, gm_float kind)
{
	return i < 0 ? 0 : (double)plan->cost[i].floats[kind];
}

/* The product that the sum takes in, not the literal's, is made in no turn in which that one is none; NO_STEP: the sum
   has no other. */
static int32_t
taken_instead(const issue_plan *plan, int32_t sum, int32_t product)
{
	for (int k = 0; k < plan->program->steps[sum].sources_count; k++) {
		const int32_t from = issue_definition(plan, issue_source(plan, sum, k));
		if (from >= 0 && from != product && is_opcode(plan, from, OP_MUL) && used_once(plan, from) &&
		    made(plan, from, GM_FLOAT_FMUL) == 1)
			return from;
	}
	return NO_STEP;
}

/* A product that a sum has taken in: the sum. */
static int32_t
sum_of(const issue_plan *plan, int32_t product)
{
	const uint32_t unit = issue_result(plan, product);
	const int32_t reader = unit == PTX_NO_UNIT || !used_once(plan, product) ? NO_STEP : plan->values.user[unit];
	const bool fused = made(plan, product, GM_FLOAT_FMUL) == 0 && reader >= 0 && made(plan, reader, GM_FLOAT_FFMA) == 1;
	return fused && !is_opcode(plan, reader, OP_FMA) ? reader : NO_STEP;
}

/* The step that is not made where the product is by the number, -1 none; *sum: it becomes one. */
static int32_t
not_made(const literals *l, int32_t i, int32_t *sum)
{
	const issue_plan *plan = l->plan;
	float by;
	uint32_t other;
	*sum = NO_STEP;
	if (!is_product(l, i, &by, &other))
		return NO_STEP;
	const bool is_one = fabsf(by) == 1;
	const int32_t factor = issue_definition(plan, other);
	if (made(plan, i, GM_FLOAT_FMUL) == 1)
		return is_one || (gm_ptx_issue_scales(by) && factor >= 0 && gm_ptx_issue_can_scale(plan, factor)) ? i : NO_STEP;
	const int32_t reader = is_one ? sum_of(plan, i) : NO_STEP;
	if (reader == NO_STEP)
		return NO_STEP;
	const int32_t instead = taken_instead(plan, reader, i);
	*sum = instead == NO_STEP ? reader : NO_STEP;
	return instead;
}

/* Products that stand there by a number of something that the loop leaves alone: made once for all turns. */
typedef struct met_products {
	uint32_t of[PRODUCTS_MOST];
	float by[PRODUCTS_MOST];
	int count;
} met_products;

static bool
is_met(const literals *l, int32_t i, met_products *met)
{
	float by;
	uint32_t other;
	int32_t last;
	if (!is_product(l, i, &by, &other) || made(l->plan, i, GM_FLOAT_FMUL) != 1 || other == PTX_NO_UNIT ||
	    gm_ptx_issue_writers_in(l->plan, l->loop, other, &last) > 0)
		return false;
	for (int k = 0; k < met->count; k++)
		if (met->of[k] == other && met->by[k] == by)
			return true;
	if (met->count < PRODUCTS_MOST) {
		met->of[met->count] = other;
		met->by[met->count++] = by;
	}
	return false;
}

/* Per turn from the first on: what its counter is. */
static bool
counts_from(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, uint64_t *begin, uint64_t *step)
{
	return gm_ptx_issue_begins_with(plan, loop, issue_result(plan, t->counter), begin) &&
	       gm_ptx_issue_literal_value(plan, issue_source(plan, t->counter, 1), step);
}

void
gm_ptx_issue_take_literals(issue_plan *plan, const ptx_loop *loop, const issue_turn *t, const bool *marks)
{
	uint64_t begin, step;
	const int64_t turns = plan->rounds[loop - plan->program->loops].turns;
	literals l = literals_of(plan, loop, t);
	for (int64_t turn = 0; turn < turns && counts_from(plan, loop, t, &begin, &step); turn++) {
		if (follow(&l, t, begin + (uint64_t)turn * step, turn, NULL) == 0)
			break;
		for (int32_t i = loop->header; i < t->counter; i++) {
			int32_t sum;
			if (gm_ptx_loop_has_step(plan->program, loop, i) &&
			    (not_made(&l, i, &sum) >= 0 ? turn >= PTX_UNMADE_TURNS : sum >= 0))
				plan->cost[sum >= 0 ? sum : i].doubtful = GM_DOUBTFUL_TURN;
		}
	}
	for (int m = 0; m < l.moved_count; m++)
		vanish(plan, gm_ptx_issue_beginning(plan, loop, l.moved[m].unit));
	dispose(&l);
	for (int32_t i = 0; i < plan->program->steps_count; i++)
		if (marks[i] && issue_picked_by(plan, i) == NO_STEP) /* else it is a move under the predicate */
			vanish(plan, i);
}

double
gm_ptx_issue_distinct_literals(const issue_plan *plan, const ptx_loop *loop, const issue_turn *t, const uint32_t *part)
{
	enum { DISTINCT_MOST = 64 };
	uint64_t begin, step, places[DISTINCT_MOST];
	const int64_t turns = plan->rounds[loop - plan->program->loops].turns;
	int64_t all = 0;
	int distinct = 0;
	literals l = literals_of(plan, loop, t);
	for (int64_t turn = 0; turn < turns && counts_from(plan, loop, t, &begin, &step); turn++) {
		follow(&l, t, begin + (uint64_t)turn * step, turn, NULL);
		for (int32_t i = loop->header; i < t->counter; i++) {
			if (part[i] == PTX_NO_UNIT)
				continue;
			const uint64_t place = l.value[part[i]] + (uint64_t)plan->program->steps[i].immediate;
			int k = 0;
			while (k < distinct && places[k] != place)
				k++;
			if (k == distinct && distinct < DISTINCT_MOST)
				places[distinct++] = place;
			all++;
		}
	}
	dispose(&l);
	return all > 0 && distinct < DISTINCT_MOST ? (double)distinct / (double)all : 1;
}

void
gm_ptx_issue_literals(const issue_plan *plan, ptx_program *p, int32_t index)
{
	issue_turn t;
	uint64_t begin, step;
	ptx_loop *loop = &p->loops[index];
	if (!plan->unrolled[index] || !gm_ptx_issue_find_turn(plan, loop, &t))
		return;
	const int64_t turns = gm_ptx_issue_turns_written(plan, index, &t);
	met_products met = {.count = 0};
	literals l = literals_of(plan, loop, &t);
	for (int64_t turn = 0; turn < turns && turn < PTX_UNMADE_TURNS && counts_from(plan, loop, &t, &begin, &step); turn++) {
		if (follow(&l, &t, begin + (uint64_t)turn * step, turn, NULL) == 0)
			break;
		for (int32_t i = loop->header; i < t.counter; i++) {
			int32_t sum;
			if (!gm_ptx_loop_has_step(p, loop, i))
				continue;
			const int32_t found = not_made(&l, i, &sum), gone = found < 0 && is_met(&l, i, &met) ? i : found;
			if (gone < 0)
				continue;
			p->steps[gone].unmade |= 1u << turn;
			loop->has_once = true;
			loop->can_cut = false;
			loop->why_not = "products by what is 1 in one of its turns are not made there";
		}
	}
	dispose(&l);
}
