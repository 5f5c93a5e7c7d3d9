#include "kernel/compile_run.h"

/* Of additions of 32 bits ptxas writes some for the ALU and some for the FMA unit: the share in the
   code of tests/ptx/lowering. */
static const gm_issue addition = {.of = {[GM_UNIT_ALU] = 0.8F, [GM_UNIT_FMA] = 0.2F}};
static const gm_issue addition_64 = {.of = {[GM_UNIT_ALU] = 2}};
static const gm_issue multiply_add = {.of = {[GM_UNIT_FMA] = 1}, .twice = 1}; /* IMAD.WIDE */

/* The factor of the turn, and a product of 64 bits that takes the rest along. */
static const gm_issue wide_step = {.of = {[GM_UNIT_ALU] = 1, [GM_UNIT_FMA] = 2}, .twice = 1};

static const gm_issue *
of_pointer(const gm_compile_need *need)
{
	return need->shared ? &addition : &addition_64;
}

/* base + size*index: LEA, or IMAD.WIDE; of an index of 64 bits LEA and LEA.HI.X. */
static const gm_issue *
of_element(const gm_compiling *c, const gm_compile_need *need)
{
	const bool wide = !need->shared && gm_compile_is_wide(c, need->index);
	return need->shared ? &addition : wide ? &addition_64 : &multiply_add;
}

static bool
is_needed(const gm_compiling *c, size_t first, int array, const gm_sum *index)
{
	for (size_t i = first; i < c->needs_count; i++)
		if (c->needs[i].array == array && c->needs[i].index == index)
			return true;
	return false;
}

static void
need(gm_compiling *c, size_t first, gm_compile_need wanted)
{
	if (is_needed(c, first, wanted.array, wanted.index))
		return;
	c->needs = gm_grow(c->needs, &c->needs_room, c->needs_count + 1, sizeof *c->needs);
	c->needs[c->needs_count++] = wanted;
}

/* Constants go into the instruction. */
static const gm_sum *
without_constant(gm_compiling *c, const gm_sum *sum)
{
	return gm_sum_subtract(c->algebra, sum, gm_sum_constant(c->algebra, sum->constant));
}

void
gm_compile_need_address(gm_compiling *c, int array, const gm_sum *index)
{
	const gm_space space = c->written->kernel.arrays[array].space;
	need(c, c->needs_count,
	     (gm_compile_need){array, without_constant(c, index), space != GM_GLOBAL});
}

/* Data that came in the loop, or in one inside. */
static bool
holds_data(const gm_compiling *c, const gm_sum *sum)
{
	for (size_t i = 0; i < c->data_count; i++)
		if (c->data[i].depth >= c->depth && gm_sum_contains(sum, c->data[i].symbol))
			return true;
	return false;
}

/* Computed anew in every copy: what moves, and the address. */
static void
pay_each(gm_compiling *c, const gm_compile_need *n, gm_compile_turn_cost *cost)
{
	const size_t made = c->made_count;
	const gm_issue sum = gm_compile_cost(c, n->index);
	c->made_count = made;
	gm_issue_add(&cost->each, &sum);
	gm_issue_add(&cost->each, of_element(c, n));
}

static void
take(gm_compiling *c, size_t first, gm_compile_need n, const gm_factor *variable,
     const gm_sum *from, const gm_sum *step, gm_compile_turn_cost *cost)
{
	gm_algebra *a = c->algebra;
	const gm_sum *coefficient, *rest;
	if (!n.index->known)
		return;
	if (holds_data(c, n.index)) {
		pay_each(c, &n, cost);
	} else if (!gm_sum_contains(n.index, variable)) {
		need(c, first, n);
	} else if (!gm_sum_split(a, n.index, variable, &coefficient, &rest)) {
		pay_each(c, &n, cost);
	} else {
		const bool by_number = gm_sum_is_constant(coefficient) && gm_sum_is_constant(step);
		n.index = without_constant(
			c, gm_sum_add(a, rest, gm_sum_multiply(a, coefficient, from)));
		const bool anew = !by_number && !n.shared && gm_compile_is_wide(c, n.index);
		if (!anew)
			need(c, first, n);
		gm_issue_add(by_number ? &cost->once : &cost->each,
			     by_number ? of_pointer(&n) : of_element(c, &n));
		if (anew)
			gm_issue_add(&cost->each, &wide_step);
	}
}

gm_compile_turn_cost
gm_compile_turn_needs(gm_compiling *c, size_t first, const gm_factor *variable,
		      const gm_sum *from, const gm_sum *step)
{
	gm_compile_turn_cost cost = {0};
	const size_t count = c->needs_count - first;
	gm_compile_need *needs = gm_arena_allocate(c->arena, count + 1, sizeof *needs);
	size_t distinct = 0;
	for (size_t i = 0; i < count; i++) {
		const gm_compile_need n = c->needs[first + i];
		bool seen = false;
		for (size_t k = 0; k < distinct; k++)
			seen = seen || (needs[k].array == n.array && needs[k].index == n.index);
		if (!seen)
			needs[distinct++] = n;
	}
	c->needs_count = first;
	for (size_t i = 0; i < distinct; i++)
		take(c, first, needs[i], variable, from, step, &cost);
	return cost;
}

/* An index of 64 bits into several arrays becomes bytes once, by two shifts; the sums with each base are
   two instructions as LEA is. */
static bool
is_shifted_once(const gm_compiling *c, size_t first, size_t i)
{
	const gm_compile_need *n = &c->needs[i];
	bool others = false;
	if (n->shared || !gm_compile_is_wide(c, n->index))
		return false;
	for (size_t k = first; k < c->needs_count; k++) {
		const bool same = c->needs[k].index == n->index && c->needs[k].array != n->array;
		if (same && k < i)
			return false;
		others = others || same;
	}
	return others;
}

gm_issue
gm_compile_make_needs(gm_compiling *c, size_t first)
{
	gm_issue sum = {0};
	for (size_t i = first; i < c->needs_count; i++) {
		const gm_compile_need *n = &c->needs[i];
		bool seen = !n->index->known;
		for (size_t k = first; k < i; k++)
			seen = seen || (c->needs[k].array == n->array &&
					c->needs[k].index == n->index);
		if (seen || (n->shared && gm_sum_is_constant(n->index)))
			continue;
		const gm_issue own = gm_compile_cost(c, n->index);
		gm_issue_add(&sum, &own);
		if (is_shifted_once(c, first, i))
			gm_issue_add(&sum, &addition_64);
		if (!gm_sum_is_constant(n->index))
			gm_issue_add(&sum, of_element(c, n));
	}
	c->needs_count = first;
	return sum;
}
