#include "base/algebra.h"

static int64_t
floor_of(int64_t x, int64_t by)
{
	return x / by - (x % by < 0);
}

static const gm_sum *
one_product(gm_algebra *a, const gm_product *p)
{
	gm_product copy = *p;
	return gm_sum_of_products(a, 0, &copy, 1);
}

/* ---- exact quotients ---- */

/* p / q of products: the factors of q are struck out of p. False when one is missing. */
static bool
strike(const gm_product *p, const gm_product *q, gm_product *out, const gm_factor **room)
{
	int at = 0;
	if (p->coefficient % q->coefficient)
		return false;
	*out = (gm_product){p->coefficient / q->coefficient, 0, room};
	for (int i = 0; i < p->count; i++)
		if (at < q->count && p->factors[i] == q->factors[at])
			at++;
		else
			room[out->count++] = p->factors[i];
	return at == q->count;
}

const gm_sum *
gm_sum_exact_quotient(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	const gm_factor *room[16];
	const bool constant = gm_sum_is_constant(y);
	if ((constant && y->constant == 0) || y->count > 1 || (y->count == 1 && y->constant))
		return NULL;
	const gm_product by = constant ? (gm_product){y->constant, 0, NULL} : y->products[0];
	if (constant ? x->constant % y->constant != 0 : x->constant != 0)
		return NULL;
	const gm_sum *sum = gm_sum_constant(a, constant ? x->constant / y->constant : 0);
	for (int i = 0; i < x->count; i++) {
		gm_product p;
		if (!strike(&x->products[i], &by, &p, room))
			return NULL;
		sum = gm_sum_add(a, sum,
				 p.count ? one_product(a, &p) : gm_sum_constant(a, p.coefficient));
	}
	return sum;
}

/* ---- floors ---- */

/* x = *whole * y + *rest, with as much in *whole as can be seen. */
static void
part(gm_algebra *a, const gm_sum *x, const gm_sum *y, const gm_sum **whole, const gm_sum **rest)
{
	const int64_t whole_constant =
		gm_sum_is_constant(y) ? floor_of(x->constant, y->constant) : 0;
	*whole = gm_sum_constant(a, whole_constant);
	*rest = gm_sum_constant(
		a, x->constant - (gm_sum_is_constant(y) ? whole_constant * y->constant : 0));
	for (int i = 0; i < x->count; i++) {
		const gm_sum *p = one_product(a, &x->products[i]);
		const gm_sum *quotient = gm_sum_exact_quotient(a, p, y);
		if (quotient)
			*whole = gm_sum_add(a, *whole, quotient);
		else
			*rest = gm_sum_add(a, *rest, p);
	}
}

static int64_t
common_divisor(int64_t x, int64_t y)
{
	while (y) {
		const int64_t rest = x % y;
		x = y;
		y = rest;
	}
	return x < 0 ? -x : x;
}

static const gm_sum *
quotient_factor(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	const int64_t low = x->low > -GM_SUM_MOST ? floor_of(x->low, y->high) : -GM_SUM_MOST;
	const int64_t least = x->low > -GM_SUM_MOST && x->low < 0 ? floor_of(x->low, y->low) : low;
	const int64_t high = x->high >= GM_SUM_MOST ? GM_SUM_MOST
			     : x->high >= 0         ? floor_of(x->high, y->low)
						    : floor_of(x->high, y->high);
	return gm_sum_of_factor(a, (gm_factor){.op = GM_OP_DIVIDE,
					       .operand = {x, y},
					       .low = least < low ? least : low,
					       .high = high});
}

static int64_t
common_of(const gm_sum *x)
{
	int64_t common = x->constant;
	for (int i = 0; i < x->count; i++)
		common = common_divisor(common, x->products[i].coefficient);
	return common;
}

/* (m x) >> s stands for x / d where m is 2^s / d rounded up: so compilers divide by a constant.
   What divides all of x too has to be told from m. */
static const gm_sum *
divisor_behind(gm_algebra *a, const gm_sum *x, int64_t by)
{
	if ((by & (by - 1)) || x->low < 0)
		return NULL;
	for (int64_t m = common_of(x); m > 2; m /= 2) {
		const int64_t d = by / m + 1;
		const __int128 excess = (__int128)m * d - by;
		const gm_sum *plain = gm_sum_exact_quotient(a, x, gm_sum_constant(a, m));
		if (m < by && plain && excess > 0 && plain->high < GM_SUM_MOST &&
		    excess * plain->high < by)
			return gm_sum_divide(a, plain, gm_sum_constant(a, d));
		if (m % 2)
			break;
	}
	return NULL;
}

/* x / y with 0 <= rest of x below y gone. */
static const gm_sum *
divide_rest(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	if (x->low >= 0 && x->high < y->low)
		return gm_sum_constant(a, 0);
	if (!gm_sum_is_constant(y))
		return quotient_factor(a, x, y);
	const gm_factor *inner = gm_sum_as_factor(x);
	if (inner && inner->op == GM_OP_DIVIDE && gm_sum_is_constant(inner->operand[1]))
		return gm_sum_divide(a, inner->operand[0],
				     gm_sum_multiply(a, inner->operand[1], y));
	if (inner && inner->op == GM_OP_SHIFT_RIGHT && (y->constant & (y->constant - 1)) == 0)
		return gm_sum_shift_right(
			a, inner->operand[0],
			gm_sum_add(a, inner->operand[1],
				   gm_sum_constant(a, __builtin_ctzll((uint64_t)y->constant))));
	const gm_sum *behind = divisor_behind(a, x, y->constant);
	if (behind)
		return behind;
	int64_t common = y->constant;
	for (int i = 0; i < x->count; i++)
		common = common_divisor(common, x->products[i].coefficient);
	if (common <= 1)
		return quotient_factor(a, x, y);
	const int64_t constant = floor_of(x->constant, common);
	const gm_sum *scaled = gm_sum_subtract(a, x, gm_sum_constant(a, x->constant));
	scaled = gm_sum_exact_quotient(a, scaled, gm_sum_constant(a, common));
	return gm_sum_divide(a, gm_sum_add(a, scaled, gm_sum_constant(a, constant)),
			     gm_sum_constant(a, y->constant / common));
}

const gm_sum *
gm_sum_divide(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	const gm_sum *whole, *rest;
	if (y->low < 1)
		return gm_sum_unknown(a, "a division by what may not be positive");
	if (!x->known || !y->known)
		return gm_sum_unknown(a, "data");
	part(a, x, y, &whole, &rest);
	/* What cannot be negative stays together: (x - 1 + n)/n rather than 1 + (x - 1)/n. */
	if (x->low >= 0 && rest->low < 0) {
		whole = gm_sum_constant(a, 0);
		rest = x;
	}
	return gm_sum_is_constant(rest) && rest->constant == 0
		       ? whole
		       : gm_sum_add(a, whole, divide_rest(a, rest, y));
}

const gm_sum *
gm_sum_modulo(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	return gm_sum_subtract(a, x, gm_sum_multiply(a, y, gm_sum_divide(a, x, y)));
}

const gm_sum *
gm_sum_quotient(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	if (y->high < 0)
		return gm_sum_scale(a, gm_sum_quotient(a, x, gm_sum_scale(a, y, -1)), -1);
	if (x->low >= 0)
		return gm_sum_divide(a, x, y);
	const gm_sum *positive = gm_sum_compare(a, GM_OP_GREATER_EQUAL, x, gm_sum_constant(a, 0));
	const gm_sum *mirrored = gm_sum_scale(a, gm_sum_divide(a, gm_sum_scale(a, x, -1), y), -1);
	return gm_sum_choose(a, positive, gm_sum_divide(a, x, y), mirrored);
}

const gm_sum *
gm_sum_remainder(gm_algebra *a, const gm_sum *x, const gm_sum *y)
{
	return gm_sum_subtract(a, x, gm_sum_multiply(a, y, gm_sum_quotient(a, x, y)));
}

/* ---- shifts and bits ---- */

const gm_sum *
gm_sum_shift_left(gm_algebra *a, const gm_sum *x, const gm_sum *by)
{
	if (!gm_sum_is_constant(by)) {
		const int64_t high = by->high < 62 ? INT64_C(1) << by->high : GM_SUM_MOST;
		if (by->low < 0)
			return gm_sum_unknown(a, "a shift by what may be negative");
		return gm_sum_multiply(a, x,
				       gm_sum_of_factor(a, (gm_factor){.op = GM_OP_SHIFT_LEFT,
								       .operand = {by},
								       .low = 1,
								       .high = high}));
	}
	return by->constant < 0 || by->constant > 61
		       ? gm_sum_unknown(a, "a shift by more than 61")
		       : gm_sum_scale(a, x, INT64_C(1) << by->constant);
}

const gm_sum *
gm_sum_shift_right(gm_algebra *a, const gm_sum *x, const gm_sum *by)
{
	if (gm_sum_is_constant(by))
		return by->constant < 0 || by->constant > 61
			       ? gm_sum_unknown(a, "a shift by more than 61")
			       : gm_sum_divide(a, x,
					       gm_sum_constant(a, INT64_C(1) << by->constant));
	if (by->low < 0)
		return gm_sum_unknown(a, "a shift by what may be negative");
	return gm_sum_of_factor(a, (gm_factor){.op = GM_OP_SHIFT_RIGHT,
					       .operand = {x, by},
					       .low = x->low < 0 ? x->low : 0,
					       .high = x->high < 0 ? 0 : x->high});
}

/* The largest power of two, up to 2^40, of which the sum is a multiple. */
static int64_t
power_in(const gm_sum *x)
{
	int64_t common = INT64_C(1) << 40;
	if (x->constant)
		common = common_divisor(common, x->constant);
	for (int i = 0; i < x->count; i++)
		common = common_divisor(common, x->products[i].coefficient);
	return common;
}

static int64_t
bits_above(int64_t x)
{
	int64_t all = 1;
	while (all <= x && all < GM_SUM_MOST / 2)
		all *= 2;
	return all;
}

static const gm_sum *
bit_factor(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	const bool natural = x->low >= 0 && y->low >= 0;
	const int64_t wider = x->high > y->high ? x->high : y->high;
	const int64_t most = op == GM_OP_BIT_AND ? (x->high < y->high ? x->high : y->high)
						 : bits_above(wider) - 1;
	return gm_sum_of_factor(a, (gm_factor){.op = op,
					       .operand = {x, y},
					       .low = natural ? 0 : -GM_SUM_MOST,
					       .high = natural ? most : GM_SUM_MOST});
}

/* Below 0 where the sum is 2^63 or more. */
static int64_t
wrapped(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* x & 31 is x % 32, x & ~31 is x - x % 32, x & 28 is x % 32 - x % 4, for negative x too. */
static const gm_sum *
mask(gm_algebra *a, const gm_sum *x, int64_t bits)
{
	const int64_t width = wrapped(bits, 1), from = wrapped(~bits, 1);
	if (bits == INT64_MAX)
		return x->low >= 0 ? x : NULL;
	if (bits >= 0 && (width & bits) == 0)
		return gm_sum_modulo(a, x, gm_sum_constant(a, width));
	if (bits < 0 && from > 0 && (from & (from - 1)) == 0)
		return gm_sum_subtract(a, x, gm_sum_modulo(a, x, gm_sum_constant(a, from)));
	const int64_t lowest = bits & from, above = wrapped(bits, lowest);
	if (bits > 0 && above > 0 && (above & (above - 1)) == 0)
		return gm_sum_subtract(a, gm_sum_modulo(a, x, gm_sum_constant(a, above)),
				       gm_sum_modulo(a, x, gm_sum_constant(a, lowest)));
	return NULL;
}

const gm_sum *
gm_sum_bits(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *y)
{
	int64_t both;
	gm_error ignored = GM_ERROR_NONE;
	if (gm_sum_is_constant(x) && gm_sum_is_constant(y) &&
	    gm_operator_apply(op, x->constant, y->constant, 0, &both, &ignored) == GM_OK)
		return gm_sum_constant(a, both);
	if (gm_sum_is_constant(x))
		return gm_sum_bits(a, op, y, x);
	/* Low bits that neither has stay out of it: 4*x & 1020 is 4*(x & 255). */
	const int64_t p = power_in(x), q = power_in(y), low = op == GM_OP_BIT_AND || p < q ? p : q;
	if (low > 1 && (gm_sum_is_constant(y) || q >= low)) {
		const gm_sum *by = gm_sum_constant(a, low);
		const gm_sum *half = gm_sum_is_constant(y)
					     ? gm_sum_constant(a, floor_of(y->constant, low))
					     : gm_sum_exact_quotient(a, y, by);
		return gm_sum_scale(a, gm_sum_bits(a, op, gm_sum_exact_quotient(a, x, by), half),
				    low);
	}
	const gm_sum *masked =
		op == GM_OP_BIT_AND && gm_sum_is_constant(y) ? mask(a, x, y->constant) : NULL;
	if (masked)
		return masked;
	/* So are x of 0 to 31 and -32. */
	const bool apart = (x->low >= 0 && x->high < power_in(y)) ||
			   (y->low >= 0 && y->high < power_in(x));
	if (apart)
		return op == GM_OP_BIT_AND ? gm_sum_constant(a, 0) : gm_sum_add(a, x, y);
	return bit_factor(a, op, x, y);
}

const gm_sum *
gm_sum_log2(gm_algebra *a, const gm_sum *x)
{
	if (gm_sum_is_constant(x) && x->constant > 0)
		return gm_sum_constant(a, 63 - __builtin_clzll((uint64_t)x->constant));
	return gm_sum_of_factor(
		a, (gm_factor){.op = GM_OP_LOG2, .operand = {x}, .low = 0, .high = 62});
}

const gm_sum *
gm_sum_drawn(gm_algebra *a, gm_operator op, const gm_sum *x, const gm_sum *n)
{
	const int64_t most = n->high > 0 ? n->high - 1 : INT32_MAX;
	return gm_sum_of_factor(a, (gm_factor){.op = op, .operand = {x, n}, .low = 0, .high = most});
}
