#include "describe/describe_run.h"

static const gm_sum *
constant(ptx_describing *d, int64_t value)
{
	return gm_sum_constant(d->a, value);
}

/* distance + fall * turn >= 0 with fall < 0: floor(distance / -fall) + 1 turns. NULL: it may
   rise. */
static const gm_sum *
while_above(ptx_describing *d, const gm_sum *distance, const gm_sum *fall)
{
	const gm_sum *way = gm_sum_scale(d->a, fall, -1), *step = gm_ptx_at_least_one(d, way);
	if (!step)
		return NULL;
	const gm_sum *whole = gm_sum_add(d->a, distance, step);
	/* Fewer than no turns are none, which is shorter said of the distance. */
	return gm_sum_divide(d->a, step == way ? whole : gm_sum_max(d->a, whole, constant(d, 0)),
			     step);
}

/* distance + change * turn != 0: the quotient, which leaves no remainder where the loop ends at
 * all. */
static const gm_sum *
until_reached(ptx_describing *d, const gm_sum *distance, const gm_sum *change)
{
	const gm_sum *fall = gm_ptx_at_least_one(d, gm_sum_scale(d->a, change, -1));
	const gm_sum *rise = gm_ptx_at_least_one(d, change);
	if (fall)
		return gm_sum_divide(d->a, distance, fall);
	return rise ? gm_sum_divide(d->a, gm_sum_scale(d->a, distance, -1), rise) : NULL;
}

/* distance + change * turn == 0: of all turns one at most, which goes on where it is the first. So is
   written what is true of turn 0 of two alone. */
static const gm_sum *
while_equal(ptx_describing *d, const gm_sum *distance, const gm_sum *change)
{
	if (change->low <= 0 && change->high >= 0)
		return NULL;
	return gm_sum_compare(d->a, GM_OP_EQUAL, distance, constant(d, 0));
}

/* The exponent is turn * times + ahead. */
static bool
exponent_of(ptx_describing *d, const gm_sum *exponent, const gm_factor *turn, const gm_sum **ahead)
{
	const gm_sum *times;
	return gm_sum_split(d->a, exponent, turn, &times, ahead) && gm_sum_is_constant(times) &&
	       times->constant == 1 && gm_sum_is_constant(*ahead);
}

static const gm_sum *
powers_up_to(ptx_describing *d, const gm_sum *most, const gm_sum *ahead)
{
	const gm_sum *log = gm_sum_log2(d->a, gm_sum_max(d->a, most, constant(d, 1)));
	return gm_sum_add(d->a, log, gm_sum_subtract(d->a, constant(d, 1), ahead));
}

/* (start >> turn + ahead) >= least, a constant: while 2^(turn + ahead) <= start / least. */
static const gm_sum *
while_halving(ptx_describing *d, const gm_sum *sum, const gm_factor *turn)
{
	const gm_product *p = sum->count == 1 ? &sum->products[0] : NULL;
	const gm_sum *ahead;
	if (!p || p->count != 1 || p->coefficient != 1 || p->factors[0]->op != GM_OP_SHIFT_RIGHT ||
	    sum->constant >= 0 || !exponent_of(d, p->factors[0]->operand[1], turn, &ahead))
		return NULL;
	const int64_t least = -sum->constant;
	const gm_sum *start = p->factors[0]->operand[0];
	if (least & (least - 1))
		return powers_up_to(d, gm_sum_divide(d->a, start, constant(d, least)), ahead);
	/* log2(start / 2^k) is log2(start) - k, for every start. */
	return gm_sum_subtract(d->a, powers_up_to(d, start, ahead),
			       constant(d, __builtin_ctzll((uint64_t)least)));
}

/* rest - factor * 2^(turn + ahead) >= 0 */
static const gm_sum *
while_doubling(ptx_describing *d, const gm_sum *sum, const gm_factor *turn)
{
	for (int i = 0; i < sum->count; i++) {
		const gm_product *p = &sum->products[i];
		const gm_sum *ahead, *factor, *rest;
		for (int k = 0; k < p->count; k++) {
			const gm_factor *power = p->factors[k];
			if (power->op != GM_OP_SHIFT_LEFT ||
			    !exponent_of(d, power->operand[0], turn, &ahead) ||
			    !gm_sum_split(d->a, sum, power, &factor, &rest) || factor->high >= 0 ||
			    gm_sum_contains(rest, turn) || gm_sum_contains(factor, turn))
				continue;
			const gm_sum *by = gm_sum_scale(d->a, factor, -1);
			return powers_up_to(d, gm_sum_divide(d->a, rest, by), ahead);
		}
	}
	return NULL;
}

/* distance + fall * turn >= 0 with an odd turn out: not linear in the turn. */
static const gm_sum *
while_not_negative(ptx_describing *d, const gm_sum *sum, const gm_factor *turn)
{
	const gm_sum *change, *distance, *turns = NULL;
	if (gm_sum_split(d->a, sum, turn, &change, &distance))
		turns = while_above(d, distance, change);
	if (!turns)
		turns = while_halving(d, sum, turn);
	return turns ? turns : while_doubling(d, sum, turn);
}

const gm_sum *
gm_ptx_turns(ptx_describing *d, const gm_sum *stays, const gm_factor *turn)
{
	const gm_factor *f = gm_sum_as_factor(stays);
	const gm_sum *change, *distance, *turns = NULL, *one = constant(d, 1);
	if (gm_sum_is_constant(stays))
		return stays->constant ? NULL : constant(d, 0);
	if (!f)
		return NULL;
	if (f->op == GM_OP_AND) {
		const gm_sum *x = gm_ptx_turns(d, f->operand[0], turn);
		const gm_sum *y = gm_ptx_turns(d, f->operand[1], turn);
		return x && y ? gm_sum_min(d->a, x, y) : NULL;
	}
	if (f->op == GM_OP_GREATER_EQUAL)
		turns = while_not_negative(d, f->operand[0], turn);
	if (f->op == GM_OP_EQUAL && gm_sum_split(d->a, f->operand[0], turn, &change, &distance))
		turns = while_equal(d, distance, change);
	if (f->op == GM_OP_NOT_EQUAL) {
		if (gm_sum_split(d->a, f->operand[0], turn, &change, &distance))
			turns = until_reached(d, distance, change);
		else
			turns = while_halving(d, gm_sum_subtract(d->a, f->operand[0], one), turn);
	}
	return turns && turns->known ? turns : NULL;
}
