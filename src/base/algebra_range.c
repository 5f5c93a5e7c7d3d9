#include "base/algebra.h"

#include <string.h>

int
gm_product_compare(const gm_product *p, const gm_product *q)
{
	for (int i = 0; i < p->count && i < q->count; i++)
		if (p->factors[i] != q->factors[i])
			return p->factors[i]->id < q->factors[i]->id ? -1 : 1;
	return p->count - q->count;
}

/* Beyond GM_SUM_MOST is anything. */
static int64_t
clipped(__int128 x)
{
	return x > GM_SUM_MOST ? GM_SUM_MOST : x < -GM_SUM_MOST ? -GM_SUM_MOST : (int64_t)x;
}

static void
multiply_range(__int128 *low, __int128 *high, int64_t by_low, int64_t by_high)
{
	const __int128 ends[4] = {*low * by_low, *low * by_high, *high * by_low, *high * by_high};
	*low = *high = ends[0];
	for (int i = 1; i < 4; i++) {
		*low = ends[i] < *low ? ends[i] : *low;
		*high = ends[i] > *high ? ends[i] : *high;
	}
	*low = clipped(*low);
	*high = clipped(*high);
}

/* coefficient * factors * a value from `least` to `most` */
static void
add_range(int64_t coefficient, const gm_factor *const *factors, int count, int64_t least,
	  int64_t most, __int128 *low, __int128 *high)
{
	__int128 from = coefficient, to = coefficient;
	for (int i = 0; i < count; i++)
		multiply_range(&from, &to, factors[i]->low, factors[i]->high);
	multiply_range(&from, &to, least, most);
	*low += from;
	*high += to;
}

/* max(x, y) - x and x - min(x, y) are not negative: such pairs in a sum, times a number, are taken
 * at once. */
static bool
add_extreme(const gm_sum *sum, int at, const gm_sum *operand, bool *taken, __int128 *low,
	    __int128 *high)
{
	const gm_product *p = &sum->products[at];
	const gm_factor *f = p->factors[0];
	const gm_sum *other = f->operand[operand == f->operand[0]];
	bool now[GM_PRODUCTS_MAX];
	memcpy(now, taken, (size_t)sum->count);
	for (int i = 0; i < operand->count; i++) {
		int found = -1;
		for (int k = 0; k < sum->count && found < 0; k++)
			if (!now[k] &&
			    gm_product_compare(&sum->products[k], &operand->products[i]) == 0 &&
			    (__int128)sum->products[k].coefficient ==
				    -(__int128)p->coefficient * operand->products[i].coefficient)
				found = k;
		if (found < 0)
			return false;
		now[found] = true;
	}
	now[at] = true;
	memcpy(taken, now, (size_t)sum->count);
	const __int128 apart = f->op == GM_OP_MAX ? (__int128)other->high - operand->low
						  : (__int128)operand->high - other->low;
	const int64_t sign = f->op == GM_OP_MAX ? p->coefficient : -p->coefficient;
	const __int128 end = (apart > 0 ? apart : 0) * sign;
	const __int128 moved = (__int128)p->coefficient * operand->constant;
	*low += moved + (end < 0 ? end : 0);
	*high += moved + (end > 0 ? end : 0);
	return true;
}

static void
add_extremes(const gm_sum *sum, bool *taken, __int128 *low, __int128 *high)
{
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		const gm_factor *f = p->factors[0];
		if (taken[i] || p->count != 1 || (f->op != GM_OP_MAX && f->op != GM_OP_MIN))
			continue;
		if (f->operand[0]->count > 0 &&
		    add_extreme(sum, i, f->operand[0], taken, low, high))
			continue;
		if (f->operand[1]->count > 0)
			add_extreme(sum, i, f->operand[1], taken, low, high);
	}
}

void
gm_sum_describe(gm_sum *sum)
{
	gm_modulo modulos[GM_MODULOS_MAX];
	bool taken[GM_PRODUCTS_MAX] = {false};
	int64_t constant;
	const int count = gm_sum_modulos(sum, modulos, taken, &constant);
	__int128 low = constant, high = constant;
	for (int i = 0; i < count; i++)
		if (modulos[i].left)
			add_range(modulos[i].left, modulos[i].quotient->factors,
				  modulos[i].quotient->count, 1, 1, &low, &high);
	for (int i = 0; i < count; i++)
		add_range(modulos[i].coefficient, modulos[i].factors, modulos[i].count, 0,
			  (modulos[i].part ? modulos[i].size : modulos[i].y->high) - 1, &low,
			  &high);
	sum->known = true;
	sum->weight = 0;
	add_extremes(sum, taken, &low, &high);
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		if (!taken[i])
			add_range(p->coefficient, p->factors, p->count, 1, 1, &low, &high);
		for (int k = 0; k < p->count; k++) {
			sum->known = sum->known && p->factors[k]->known;
			sum->symbols |= p->factors[k]->symbols;
			sum->weight += p->factors[k]->weight;
		}
	}
	sum->low = clipped(low);
	sum->high = clipped(high);
}
