#include "base/algebra.h"

bool
gm_sum_contains(const gm_sum *sum, const gm_factor *symbol)
{
	if (!(sum->symbols & symbol->symbols))
		return false;
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			if (f == symbol)
				return true;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				if (gm_sum_contains(f->operand[n], symbol))
					return true;
		}
	return false;
}

bool
gm_sum_holds(const gm_sum *sum, gm_symbol_class of)
{
	for (int i = 0; i < sum->count; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k];
			if (f->op == GM_OP_NAME && f->symbol == of)
				return true;
			for (int n = 0; n < 3 && f->operand[n]; n++)
				if (gm_sum_holds(f->operand[n], of))
					return true;
		}
	return false;
}

static const gm_sum *
sum_of_one(gm_algebra *a, const gm_product *p)
{
	gm_product copy = *p;
	return gm_sum_of_products(a, 0, &copy, 1);
}

bool
gm_sum_split(gm_algebra *a, const gm_sum *sum, const gm_factor *symbol, const gm_sum **coefficient,
	     const gm_sum **rest)
{
	const gm_product one = {1, 1, &symbol};
	const gm_sum *alone = sum_of_one(a, &one);
	*coefficient = gm_sum_constant(a, 0);
	*rest = gm_sum_constant(a, sum->constant);
	for (int i = 0; i < sum->count; i++) {
		const gm_sum *p = sum_of_one(a, &sum->products[i]);
		const gm_sum *factor = gm_sum_exact_quotient(a, p, alone);
		if (factor)
			*coefficient = gm_sum_add(a, *coefficient, factor);
		else
			*rest = gm_sum_add(a, *rest, p);
	}
	return !gm_sum_contains(*coefficient, symbol) && !gm_sum_contains(*rest, symbol);
}

const gm_factor *
gm_sum_find_unknown(const gm_sum *sum)
{
	for (int i = 0; i < sum->count && !sum->known; i++)
		for (int k = 0; k < sum->products[i].count; k++) {
			const gm_factor *f = sum->products[i].factors[k], *inner = NULL;
			if (f->op == GM_OP_CONSTANT)
				return f;
			for (int n = 0; n < 3 && f->operand[n] && !inner; n++)
				inner = gm_sum_find_unknown(f->operand[n]);
			if (inner)
				return inner;
		}
	return NULL;
}

/* ---- another in place of a symbol ---- */

static const gm_sum *
rebuilt(gm_algebra *a, const gm_factor *f, const gm_sum *x, const gm_sum *y, const gm_sum *z)
{
	const gm_sum *zero = gm_sum_constant(a, 0);
	switch (f->op) {
	case GM_OP_DIVIDE:
		return gm_sum_divide(a, x, y);
	case GM_OP_SHIFT_LEFT:
		return gm_sum_shift_left(a, gm_sum_constant(a, 1), x);
	case GM_OP_SHIFT_RIGHT:
		return gm_sum_shift_right(a, x, y);
	case GM_OP_BIT_AND:
	case GM_OP_BIT_OR:
	case GM_OP_BIT_XOR:
		return gm_sum_bits(a, f->op, x, y);
	case GM_OP_MIN:
		return gm_sum_min(a, x, y);
	case GM_OP_MAX:
		return gm_sum_max(a, x, y);
	case GM_OP_AND:
		return gm_sum_and(a, x, y);
	case GM_OP_OR:
		return gm_sum_or(a, x, y);
	case GM_OP_CHOOSE:
		return gm_sum_choose(a, x, y, z);
	case GM_OP_LOG2:
		return gm_sum_log2(a, x);
	case GM_OP_RANDOM:
	case GM_OP_MIX:
		return gm_sum_drawn(a, f->op, x, y);
	default:
		return gm_sum_compare(a, f->op, x, zero);
	}
}

static const gm_sum *
factor_with(gm_algebra *a, const gm_factor *f, const gm_factor *symbol, const gm_sum *by)
{
	const gm_sum *operand[3] = {NULL, NULL, NULL};
	bool changed = false;
	if (f == symbol)
		return by;
	for (int i = 0; i < 3 && f->operand[i]; i++) {
		operand[i] = gm_sum_substitute(a, f->operand[i], symbol, by);
		changed = changed || operand[i] != f->operand[i];
	}
	if (changed)
		return rebuilt(a, f, operand[0], operand[1], operand[2]);
	const gm_product one = {1, 1, &f};
	return sum_of_one(a, &one);
}

const gm_sum *
gm_sum_substitute(gm_algebra *a, const gm_sum *sum, const gm_factor *symbol, const gm_sum *by)
{
	if (!(sum->symbols & symbol->symbols))
		return sum;
	const gm_sum *result = gm_sum_constant(a, sum->constant);
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		const gm_sum *product = gm_sum_constant(a, p->coefficient);
		for (int k = 0; k < p->count; k++)
			product = gm_sum_multiply(a, product,
						  factor_with(a, p->factors[k], symbol, by));
		result = gm_sum_add(a, result, product);
	}
	return result;
}

/* ---- another in place of a product with a symbol ---- */

static const gm_sum *
factor_exchanged(gm_algebra *a, const gm_factor *f, const gm_sum *step, const gm_factor *symbol,
		 const gm_sum *by)
{
	const gm_sum *operand[3] = {NULL, NULL, NULL};
	bool changed = false;
	for (int i = 0; i < 3 && f->operand[i]; i++) {
		operand[i] = gm_sum_exchange(a, f->operand[i], step, symbol, by);
		if (!operand[i])
			return NULL;
		changed = changed || operand[i] != f->operand[i];
	}
	if (changed)
		return rebuilt(a, f, operand[0], operand[1], operand[2]);
	const gm_product one = {1, 1, &f};
	return sum_of_one(a, &one);
}

/* A product that holds the symbol itself, or only what holds it. */
static const gm_sum *
product_exchanged(gm_algebra *a, const gm_product *p, const gm_sum *step, const gm_factor *symbol,
		  const gm_sum *by)
{
	const gm_sum *whole = sum_of_one(a, p), *result = gm_sum_constant(a, p->coefficient);
	const gm_product one = {1, 1, &symbol};
	const gm_sum *alone = sum_of_one(a, &one);
	if (gm_sum_exact_quotient(a, whole, alone)) {
		const gm_sum *rest =
			gm_sum_exact_quotient(a, whole, gm_sum_multiply(a, step, alone));
		return rest ? gm_sum_exchange(a, gm_sum_multiply(a, rest, by), step, symbol, by)
			    : NULL;
	}
	for (int k = 0; k < p->count; k++) {
		const gm_sum *factor = factor_exchanged(a, p->factors[k], step, symbol, by);
		if (!factor)
			return NULL;
		result = gm_sum_multiply(a, result, factor);
	}
	return result;
}

const gm_sum *
gm_sum_exchange(gm_algebra *a, const gm_sum *sum, const gm_sum *step, const gm_factor *symbol,
		const gm_sum *by)
{
	const gm_sum *result = gm_sum_constant(a, sum->constant);
	if (!gm_sum_contains(sum, symbol))
		return sum;
	for (int i = 0; i < sum->count; i++) {
		const gm_sum *product = product_exchanged(a, &sum->products[i], step, symbol, by);
		if (!product)
			return NULL;
		result = gm_sum_add(a, result, product);
	}
	return result;
}
