#include "base/algebra.h"

/* ---- truth ---- */

static const gm_sum *
truth_factor(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	return gm_sum_of_factor(a, (gm_factor){.op = op, .operand = {x, y}, .low = 0, .high = 1});
}

static int64_t
common_divisor(const gm_sum *x)
{
	int64_t common = 0;
	for (int i = 0; i < x->count; i++) {
		int64_t p = x->products[i].coefficient;
		p = p < 0 ? -p : p;
		while (p) {
			const int64_t rest = common % p;
			common = p;
			p = rest;
		}
	}
	return common;
}

/* A quotient against a constant is its numerator against a multiple: n/16 >= 1 is n >= 16. */
static const gm_sum *
without_quotient(gm_algebra *a, const gm_sum *d)
{
	const gm_product *p = d->count == 1 ? &d->products[0] : NULL;
	if (!p || p->count != 1 || p->factors[0]->op != GM_OP_DIVIDE)
		return d;
	const gm_sum *x = p->factors[0]->operand[0], *y = p->factors[0]->operand[1];
	const gm_sum *bound;
	if (p->coefficient == 1) { /* x/y >= -c: x >= -c y */
		bound = gm_sum_scale(a, y, d->constant);
		return gm_sum_add(a, x, bound);
	}
	if (p->coefficient == -1) { /* c >= x/y: (c + 1) y - 1 >= x */
		bound = gm_sum_subtract(a, gm_sum_scale(a, y, d->constant + 1),
					gm_sum_constant(a, 1));
		return gm_sum_subtract(a, bound, x);
	}
	return d;
}

static int64_t
floor_of(int64_t x, int64_t by)
{
	return x / by - (x % by < 0);
}

/* d == 0 or d != 0; the sign of d is that of its first product. */
static const gm_sum *
zero_or_not(gm_algebra *a, gm_operator op, const gm_sum *d)
{
	if (gm_sum_is_constant(d))
		return gm_sum_constant(a, (d->constant == 0) == (op == GM_OP_EQUAL));
	if (d->low > 0 || d->high < 0)
		return gm_sum_constant(a, op == GM_OP_NOT_EQUAL);
	if (d->products[0].coefficient < 0)
		d = gm_sum_scale(a, d, -1);
	return truth_factor(a, op, d, NULL);
}

/* d >= 0 */
static const gm_sum *
not_negative(gm_algebra *a, const gm_sum *d)
{
	const int64_t common = common_divisor(d);
	if (common > 1) {
		const gm_sum *rest = gm_sum_subtract(a, d, gm_sum_constant(a, d->constant));
		rest = gm_sum_exact_quotient(a, rest, gm_sum_constant(a, common));
		d = gm_sum_add(a, rest, gm_sum_constant(a, floor_of(d->constant, common)));
	}
	d = without_quotient(a, d);
	if (d->low >= 0 || d->high < 0)
		return gm_sum_constant(a, d->low >= 0);
	if (d->high == 0)
		return zero_or_not(a, GM_OP_EQUAL, d);
	return truth_factor(a, GM_OP_GREATER_EQUAL, d, NULL);
}

const gm_sum *
gm_sum_compare(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	const gm_sum *d = gm_sum_subtract(a, x, y), *one = gm_sum_constant(a, 1);
	if (!x->known || !y->known)
		return gm_sum_unknown(a, "data");
	switch (op) {
	case GM_OP_LESS:
		return not_negative(a, gm_sum_subtract(a, gm_sum_scale(a, d, -1), one));
	case GM_OP_LESS_EQUAL:
		return not_negative(a, gm_sum_scale(a, d, -1));
	case GM_OP_GREATER:
		return not_negative(a, gm_sum_subtract(a, d, one));
	case GM_OP_GREATER_EQUAL:
		return not_negative(a, d);
	default:
		return zero_or_not(a, op, d);
	}
}

const gm_sum *
gm_sum_not(gm_algebra *a, const gm_sum *truth)
{
	const gm_factor *f = gm_sum_as_factor(truth);
	const gm_sum *one = gm_sum_constant(a, 1);
	if (!f || !f->known)
		return gm_sum_subtract(a, one, truth);
	switch (f->op) {
	case GM_OP_GREATER_EQUAL:
		return not_negative(a, gm_sum_subtract(a, gm_sum_scale(a, f->operand[0], -1), one));
	case GM_OP_EQUAL:
		return truth_factor(a, GM_OP_NOT_EQUAL, f->operand[0], NULL);
	case GM_OP_NOT_EQUAL:
		return truth_factor(a, GM_OP_EQUAL, f->operand[0], NULL);
	case GM_OP_AND:
		return gm_sum_or(a, gm_sum_not(a, f->operand[0]), gm_sum_not(a, f->operand[1]));
	case GM_OP_OR:
		return gm_sum_and(a, gm_sum_not(a, f->operand[0]), gm_sum_not(a, f->operand[1]));
	default:
		return gm_sum_subtract(a, one, truth);
	}
}

const gm_sum *
gm_sum_and(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	if (gm_sum_is_constant(x))
		return x->constant ? y : x;
	if (gm_sum_is_constant(y))
		return y->constant ? x : y;
	return x == y ? x : truth_factor(a, GM_OP_AND, x, y);
}

const gm_sum *
gm_sum_or(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	if (gm_sum_is_constant(x))
		return x->constant ? x : y;
	if (gm_sum_is_constant(y))
		return y->constant ? y : x;
	return x == y ? x : truth_factor(a, GM_OP_OR, x, y);
}

/* ---- choices ---- */

static const gm_sum *
extreme(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	const bool least = op == GM_OP_MIN;
	const gm_sum *d = gm_sum_subtract(a, x, y);
	if (d->low >= 0)
		return least ? y : x;
	if (d->high <= 0)
		return least ? x : y;
	const int64_t low_of_two = x->low < y->low ? x->low : y->low;
	const int64_t high_of_two = x->high > y->high ? x->high : y->high;
	const int64_t low = least ? low_of_two : (x->low > y->low ? x->low : y->low);
	const int64_t high = least ? (x->high < y->high ? x->high : y->high) : high_of_two;
	return gm_sum_of_factor(a,
				(gm_factor){.op = op, .operand = {x, y}, .low = low, .high = high});
}

const gm_sum *
gm_sum_min(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	return extreme(a, GM_OP_MIN, x, y);
}

const gm_sum *
gm_sum_max(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	return extreme(a, GM_OP_MAX, x, y);
}

/* x < y ? x : y is a minimum. */
static const gm_sum *
as_extreme(gm_algebra *a, const gm_sum *truth, const gm_sum *x, const gm_sum *y)
{
	const gm_factor *f = gm_sum_as_factor(truth);
	const gm_sum *d = gm_sum_subtract(a, x, y);
	if (!f || f->op != GM_OP_GREATER_EQUAL)
		return NULL;
	const gm_sum *one = gm_sum_constant(a, 1), *above = f->operand[0];
	if (above == d || gm_sum_add(a, above, one) == d)
		return gm_sum_max(a, x, y);
	d = gm_sum_scale(a, d, -1);
	return above == d || gm_sum_add(a, above, one) == d ? gm_sum_min(a, x, y) : NULL;
}

static bool
all_hold(const gm_sum *sum, const gm_factor *factor)
{
	for (int i = 0; i < sum->count; i++) {
		bool holds = false;
		for (int k = 0; k < sum->products[i].count; k++)
			holds = holds || sum->products[i].factors[k] == factor;
		if (!holds)
			return false;
	}
	return sum->count > 0 && sum->constant == 0;
}

/* n >= 4 ? n/4*4 : 0 is n/4*4: where the test fails, what the two differ by is 0. */
static bool
differ_by_none(gm_algebra *a, const gm_sum *truth, const gm_sum *x, const gm_sum *y)
{
	const gm_sum *d = gm_sum_subtract(a, x, y), *one = gm_sum_constant(a, 1);
	for (int k = 0; d->count > 0 && k < d->products[0].count; k++) {
		const gm_factor *f = d->products[0].factors[k];
		const gm_product alone = {1, 1, &f};
		gm_product copy = alone;
		if (f->low < 0 || f->op != GM_OP_DIVIDE || !all_hold(d, f))
			continue;
		const gm_sum *sum = gm_sum_of_products(a, 0, &copy, 1);
		if (gm_sum_compare(a, GM_OP_GREATER_EQUAL, sum, one) == truth)
			return true;
	}
	return false;
}

/* d is a number times e. */
static bool
is_multiple(gm_algebra *a, const gm_sum *d, const gm_sum *e)
{
	if (d->count != e->count || e->count == 0 ||
	    d->products[0].coefficient % e->products[0].coefficient)
		return false;
	return gm_sum_scale(a, e, d->products[0].coefficient / e->products[0].coefficient) == d;
}

/* e == 0 ? y : y + 4*e is y + 4*e. */
static const gm_sum *
chosen_by_difference(gm_algebra *a, const gm_sum *truth, const gm_sum *x, const gm_sum *y)
{
	const gm_factor *f = gm_sum_as_factor(truth);
	if (!f || (f->op != GM_OP_EQUAL && f->op != GM_OP_NOT_EQUAL) ||
	    !is_multiple(a, gm_sum_subtract(a, x, y), f->operand[0]))
		return NULL;
	return f->op == GM_OP_EQUAL ? y : x;
}

const gm_sum *
gm_sum_choose(gm_algebra *a, const gm_sum *truth, const gm_sum *x, const gm_sum *y)
{
	if (x == y)
		return x;
	if (gm_sum_is_constant(truth))
		return truth->constant ? x : y;
	if (!truth->known || !x->known || !y->known)
		return gm_sum_unknown(a, "data");
	if (gm_sum_is_constant(x) && gm_sum_is_constant(y) && x->constant == 1 && y->constant == 0)
		return truth;
	const gm_sum *same = as_extreme(a, truth, x, y);
	if (same)
		return same;
	const gm_sum *general = chosen_by_difference(a, truth, x, y);
	if (general)
		return general;
	if (differ_by_none(a, truth, x, y))
		return x;
	if (differ_by_none(a, gm_sum_not(a, truth), y, x))
		return y;
	return gm_sum_of_factor(a, (gm_factor){.op = GM_OP_CHOOSE,
					       .operand = {truth, x, y},
					       .low = x->low < y->low ? x->low : y->low,
					       .high = x->high > y->high ? x->high : y->high});
}
