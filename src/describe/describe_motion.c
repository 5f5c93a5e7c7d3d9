#include "describe/describe_motion.h"

static bool
holds_symbols(const ptx_carrying *c, const gm_sum *sum)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].symbol &&
		    gm_sum_contains(sum, gm_sum_as_symbol(c->units[i].symbol)))
			return true;
	return false;
}

/* With every register of known motion in place of its symbol. */
static const gm_sum *
resolved(const ptx_carrying *c, const gm_sum *sum)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].value && c->units[i].symbol)
			sum = gm_sum_substitute(c->d->a, sum, gm_sum_as_symbol(c->units[i].symbol),
						c->units[i].value);
	return sum;
}

static const gm_sum *
odd_turns(const ptx_carrying *c)
{
	return gm_sum_modulo(c->d->a, c->turn, gm_sum_constant(c->d->a, 2));
}

/* x' = factor x + more. */
static const gm_sum *
moved_linearly(const ptx_carrying *c, const ptx_carried *u, const gm_sum *factor,
	       const gm_sum *more)
{
	gm_algebra *a = c->d->a;
	const int64_t by = gm_sum_is_constant(factor) ? factor->constant : 0;
	if (by == 1)
		return gm_sum_add(a, u->before, gm_sum_multiply(a, more, c->turn));
	if (by == -1) {
		const gm_sum *swing = gm_sum_subtract(a, more, gm_sum_scale(a, u->before, 2));
		return gm_sum_add(a, u->before, gm_sum_multiply(a, swing, odd_turns(c)));
	}
	if (by > 1 && (by & (by - 1)) == 0 && gm_sum_is_constant(more) && more->constant == 0)
		return gm_sum_shift_left(a, u->before,
					 gm_sum_scale(a, c->turn, __builtin_ctzll((uint64_t)by)));
	return NULL;
}

/* x' = x / 2^k */
static const gm_sum *
halved(const ptx_carrying *c, const ptx_carried *u)
{
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (!f || f->op != GM_OP_DIVIDE || f->operand[0] != u->symbol || u->before->low < 0 ||
	    !gm_sum_is_constant(f->operand[1]))
		return NULL;
	const int64_t by = f->operand[1]->constant;
	if (by & (by - 1))
		return NULL;
	return gm_sum_shift_right(c->d->a, u->before,
				  gm_sum_scale(c->d->a, c->turn, __builtin_ctzll((uint64_t)by)));
}

/* x' = (x + step) % size, or x + step == size ? 0 : x + step */
static const gm_sum *
turned_round(const ptx_carrying *c, const ptx_carried *u)
{
	gm_algebra *a = c->d->a;
	gm_modulo modulos[GM_MODULOS_MAX];
	bool taken[GM_PRODUCTS_MAX] = {false};
	int64_t rest;
	const gm_sum *size = NULL, *next = NULL;
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (gm_sum_modulos(u->after, modulos, taken, &rest) == 1 && rest == 0 &&
	    modulos[0].coefficient == 1 && modulos[0].count == 0 && !modulos[0].part &&
	    !modulos[0].left) {
		next = modulos[0].x;
		size = modulos[0].y;
	} else if (f && f->op == GM_OP_CHOOSE && gm_sum_is_constant(f->operand[1]) &&
		   f->operand[1]->constant == 0) {
		const gm_factor *test = gm_sum_as_factor(f->operand[0]);
		next = f->operand[2];
		if (test && test->op == GM_OP_EQUAL) {
			size = gm_sum_subtract(a, next, test->operand[0]);
			if (size->high <= 0 || !gm_sum_is_constant(size))
				size = gm_sum_add(a, next, test->operand[0]);
		}
	}
	const gm_sum *step = next ? gm_sum_subtract(a, next, u->symbol) : NULL;
	if (!size || !gm_sum_is_constant(size) || size->constant < 1 || !gm_sum_is_constant(step) ||
	    u->before->low < 0 || u->before->high >= size->constant)
		return NULL;
	const gm_sum *way = gm_sum_add(a, u->before, gm_sum_multiply(a, step, c->turn));
	return gm_sum_modulo(a, way, size);
}

/* x' = x ^ bits */
static const gm_sum *
flipped(const ptx_carrying *c, const ptx_carried *u)
{
	gm_algebra *a = c->d->a;
	const gm_factor *f = gm_sum_as_factor(u->after);
	if (!f || f->op != GM_OP_BIT_XOR || f->operand[0] != u->symbol ||
	    !gm_sum_is_constant(f->operand[1]) || !gm_sum_is_constant(u->before))
		return NULL;
	const int64_t other = u->before->constant ^ f->operand[1]->constant;
	return gm_sum_add(a, u->before, gm_sum_scale(a, odd_turns(c), other - u->before->constant));
}

static const gm_sum *
motion_of(const ptx_carrying *c, const ptx_carried *u)
{
	const gm_sum *factor, *more;
	if (u->after == u->symbol)
		return u->before;
	const gm_sum *after = resolved(c, u->after);
	if (gm_sum_split(c->d->a, after, gm_sum_as_symbol(u->symbol), &factor, &more) &&
	    !(gm_sum_is_constant(factor) && factor->constant == 0)) {
		const bool free = !holds_symbols(c, factor) && !holds_symbols(c, more) &&
				  !gm_sum_contains(more, gm_sum_as_symbol(c->turn));
		return free ? moved_linearly(c, u, factor, more) : NULL;
	}
	const gm_sum *value = halved(c, u);
	value = value ? value : turned_round(c, u);
	return value ? value : flipped(c, u);
}

/* x' = f(turn), and what it was before is f(-1): the value made in the turn before. */
static const gm_sum *
made_before(const ptx_carrying *c, const ptx_carried *u)
{
	gm_algebra *a = c->d->a;
	const gm_factor *turn = gm_sum_as_symbol(c->turn);
	const gm_sum *after = resolved(c, u->after);
	if (holds_symbols(c, after))
		return NULL;
	const gm_sum *one = gm_sum_constant(a, 1);
	const gm_sum *value = gm_sum_substitute(a, after, turn, gm_sum_subtract(a, c->turn, one));
	const gm_sum *first = gm_sum_substitute(a, value, turn, gm_sum_constant(a, 0));
	return first == u->before && value->known ? value : NULL;
}

/* What stays comes first: others may grow by it. */
void
gm_ptx_find_motions(ptx_carrying *c)
{
	for (int i = 0; i < c->count; i++)
		if (c->units[i].symbol && c->units[i].after == c->units[i].symbol)
			c->units[i].value = c->units[i].before;
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < c->count; i++) {
			ptx_carried *u = &c->units[i];
			if (u->symbol && u->after && !u->value)
				u->value = round == 0 ? motion_of(c, u) : made_before(c, u);
			if (u->value && !u->value->known)
				u->value = NULL;
		}
}
