#include "base/algebra.h"

#include <string.h>

/* The factors of both, by id. */
static int
merged(const gm_factor *const *x, int x_count, const gm_factor *const *y, int y_count,
       const gm_factor **out)
{
	int m = 0, n = 0;
	for (int i = 0; i < x_count + y_count; i++)
		out[i] = n == y_count || (m < x_count && x[m]->id <= y[n]->id) ? x[m++] : y[n++];
	return x_count + y_count;
}

/* The product  coefficient * factors  in the sum, -1 when it is not there or taken. */
static int
find_product(const gm_sum *sum, const bool *taken, int64_t coefficient,
	     const gm_factor *const *factors, int count)
{
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		if (!taken[i] && p->coefficient == coefficient && p->count == count &&
		    memcmp(p->factors, factors, (size_t)count * sizeof *factors) == 0)
			return i;
	}
	return -1;
}

/* product = -out * y * quotient, and some of the quotient left over where y is a number: of 68*x -
   543*(x/8), 68*(x % 8) and 1*(x/8). `times` is how often x stands in the sum, 0 to ask nothing. */
static bool
take_out(const gm_product *product, const gm_factor *quotient, int64_t times, gm_modulo *out)
{
	const gm_sum *y = quotient->operand[1];
	const gm_product constant = {y->constant, 0, NULL};
	const gm_product *by = y->count ? &y->products[0] : &constant;
	bool struck = false;
	int64_t taken;
	int at = 0;
	if (y->count > 1 || (y->count == 1 && y->constant))
		return false;
	if (times == 0 && product->coefficient % by->coefficient)
		return false;
	*out = (gm_modulo){.x = quotient->operand[0],
			   .y = y,
			   .quotient = product,
			   .coefficient =
				   times ? times : -(product->coefficient / by->coefficient)};
	if (__builtin_mul_overflow(out->coefficient, by->coefficient, &taken) ||
	    __builtin_add_overflow(product->coefficient, taken, &out->left))
		return false;
	for (int i = 0; i < product->count; i++) {
		const gm_factor *f = product->factors[i];
		if (!struck && f == quotient)
			struck = true;
		else if (at < by->count && f == by->factors[at])
			at++;
		else
			out->factors[out->count++] = f;
	}
	return at == by->count;
}

/* How often the first product of x stands in the sum, beside the factors of `modulo`. */
static int64_t
times_of(const gm_sum *sum, const gm_modulo *modulo)
{
	const gm_factor *factors[2 * GM_FACTORS_MAX];
	if (modulo->x->count == 0 || modulo->x->products[0].count + modulo->count > GM_FACTORS_MAX)
		return 0;
	const gm_product *first = &modulo->x->products[0];
	const int count =
		merged(first->factors, first->count, modulo->factors, modulo->count, factors);
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		if (p->count == count && p->coefficient % first->coefficient == 0 &&
		    memcmp(p->factors, factors, (size_t)count * sizeof *factors) == 0)
			return p->coefficient / first->coefficient;
	}
	return 0;
}

static int64_t
size_of(int64_t x)
{
	return x < 0 ? -x : x;
}

/* Whether out * x stands in the sum too; then it is taken. */
static bool
take_rest(const gm_sum *sum, const gm_modulo *modulo, int product, bool *taken, int64_t *constant)
{
	const gm_sum *x = modulo->x;
	const gm_factor *factors[2 * GM_FACTORS_MAX];
	bool now[GM_PRODUCTS_MAX];
	memcpy(now, taken, (size_t)sum->count);
	now[product] = true;
	for (int i = -1; i < x->count; i++) {
		const gm_product whole = {x->constant, 0, NULL};
		const gm_product *p = i < 0 ? &whole : &x->products[i];
		int64_t coefficient;
		if (p->coefficient == 0 || (i < 0 && modulo->count == 0))
			continue;
		if (p->count + modulo->count > GM_FACTORS_MAX ||
		    __builtin_mul_overflow(p->coefficient, modulo->coefficient, &coefficient))
			return false;
		const int count =
			merged(p->factors, p->count, modulo->factors, modulo->count, factors);
		const int at = find_product(sum, now, coefficient, factors, count);
		if (at < 0)
			return false;
		now[at] = true;
	}
	if (modulo->count == 0)
		*constant -= modulo->coefficient * x->constant;
	memcpy(taken, now, (size_t)sum->count);
	return true;
}

/* m/d, of which the quotient m/(d*size) takes `size` times away; then both are taken. */
static bool
take_part(const gm_sum *sum, int product, const gm_factor *quotient, bool *taken, gm_modulo *out)
{
	const gm_product *p = &sum->products[product];
	for (int i = 0; i < sum->count && gm_sum_is_constant(quotient->operand[1]); i++) {
		const gm_product *q = &sum->products[i];
		if (taken[i] || i == product || q->count != p->count ||
		    p->coefficient % q->coefficient)
			continue;
		const int64_t size = -(p->coefficient / q->coefficient);
		*out = (gm_modulo){.size = size, .coefficient = q->coefficient};
		int unlike = 0;
		for (int k = 0, n = 0; k < q->count; k++) {
			n += p->factors[n] == quotient && n < p->count;
			if (n < p->count && q->factors[k] == p->factors[n]) {
				out->factors[out->count++] = p->factors[n++];
			} else {
				out->part = q->factors[k];
				unlike++;
			}
		}
		const gm_factor *f = out->part;
		if (size < 2 || unlike != 1 || out->count != p->count - 1 ||
		    f->op != GM_OP_DIVIDE || f->operand[0] != quotient->operand[0] ||
		    !gm_sum_is_constant(f->operand[1]) ||
		    f->operand[1]->constant * size != quotient->operand[1]->constant)
			continue;
		taken[i] = taken[product] = true;
		return true;
	}
	return false;
}

/* The same where some of the quotient is left over, less than there was. */
static bool
take_with_rest(const gm_sum *sum, int product, const gm_factor *quotient, bool *taken,
	       gm_modulo *out, int64_t *constant)
{
	const gm_product *p = &sum->products[product];
	if (!gm_sum_is_constant(quotient->operand[1]) || !take_out(p, quotient, 1, out))
		return false;
	const int64_t times = times_of(sum, out);
	return times && take_out(p, quotient, times, out) &&
	       size_of(out->left) < size_of(p->coefficient) &&
	       take_rest(sum, out, product, taken, constant);
}

int
gm_sum_modulos(const gm_sum *sum, gm_modulo *out, bool *taken, int64_t *constant)
{
	int found = 0;
	*constant = sum->constant;
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		for (int k = 0; k < p->count && found < GM_MODULOS_MAX && !taken[i]; k++) {
			const gm_factor *f = p->factors[k];
			if (f->op != GM_OP_DIVIDE)
				continue;
			if ((take_out(p, f, 0, &out[found]) &&
			     take_rest(sum, &out[found], i, taken, constant)) ||
			    take_part(sum, i, f, taken, &out[found]) ||
			    take_with_rest(sum, i, f, taken, &out[found], constant))
				found++;
		}
	}
	return found;
}
