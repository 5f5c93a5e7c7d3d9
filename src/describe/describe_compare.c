#include "describe/describe_run.h"

static const struct {
	ptx_modifier modifier;
	gm_operator op;
	bool without_sign;
} comparisons[] = {
	{MOD_eq, GM_OP_EQUAL, false},   {MOD_ne, GM_OP_NOT_EQUAL, false},
	{MOD_lt, GM_OP_LESS, false},    {MOD_le, GM_OP_LESS_EQUAL, false},
	{MOD_gt, GM_OP_GREATER, false}, {MOD_ge, GM_OP_GREATER_EQUAL, false},
	{MOD_lo, GM_OP_LESS, true},     {MOD_ls, GM_OP_LESS_EQUAL, true},
	{MOD_hi, GM_OP_GREATER, true},  {MOD_hs, GM_OP_GREATER_EQUAL, true},
};

/* Of unsigned numbers a negative one is the largest: i - 1 < n also says that i - 1 is not
 * negative. */
static const gm_sum *
compared_unsigned(ptx_describing *d, gm_operator op, const gm_sum *x, const gm_sum *y, int bits)
{
	const gm_sum *zero = gm_sum_constant(d->a, 0);
	const int64_t turn = bits == 32 ? INT64_C(1) << 32 : 0;
	if (gm_sum_is_constant(x) && x->constant < 0)
		x = gm_sum_constant(d->a, x->constant + turn);
	if (gm_sum_is_constant(y) && y->constant < 0)
		y = gm_sum_constant(d->a, y->constant + turn);
	const gm_sum *plain = gm_sum_compare(d->a, op, x, y);
	const bool less = op == GM_OP_LESS || op == GM_OP_LESS_EQUAL;
	const gm_sum *small = less ? x : y;
	if (op == GM_OP_EQUAL || op == GM_OP_NOT_EQUAL || gm_ptx_is_natural(d, small) ||
	    !gm_ptx_is_natural(d, less ? y : x))
		return plain; /* where both may be negative, most likely neither is */
	if (small == x)
		return gm_sum_and(d->a, gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, x, zero), plain);
	return gm_sum_and(d->a, gm_sum_compare(d->a, GM_OP_GREATER_EQUAL, y, zero), plain);
}

/* x >= y where x may be negative and then is large. */
static const gm_sum *
compared(ptx_describing *d, const ptx_step *s, const gm_sum *x, const gm_sum *y)
{
	const ptx_type type = (ptx_type)s->from;
	const ptx_kind kind = gm_ptx_type_kind(type);
	for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
		const gm_operator op = comparisons[i].op;
		if (comparisons[i].modifier != s->detail)
			continue;
		if (kind != KIND_UNSIGNED && !comparisons[i].without_sign)
			return gm_sum_compare(d->a, op, x, y);
		const bool at_least = op == GM_OP_GREATER || op == GM_OP_GREATER_EQUAL;
		if (!at_least)
			return compared_unsigned(d, op, x, y, gm_ptx_type_bits(type));
		const gm_operator opposite = op == GM_OP_GREATER ? GM_OP_LESS_EQUAL : GM_OP_LESS;
		return gm_sum_not(d->a,
				  compared_unsigned(d, opposite, x, y, gm_ptx_type_bits(type)));
	}
	return NULL;
}

static const gm_sum *
joined(ptx_describing *d, const ptx_step *s, const gm_sum *truth)
{
	const gm_sum *other = gm_ptx_unit_value(d, s->c);
	if (!s->rounding)
		return truth;
	if (!other)
		return NULL;
	if (s->rounding == MOD_xor)
		return gm_sum_compare(d->a, GM_OP_NOT_EQUAL, truth, other);
	return (s->rounding == MOD_and ? gm_sum_and : gm_sum_or)(d->a, truth, other);
}

const gm_sum *
gm_ptx_compared(ptx_describing *d, const ptx_step *s, bool second)
{
	const gm_sum *x = gm_ptx_unit_value(d, s->a), *y = gm_ptx_unit_value(d, s->b);
	const ptx_kind kind = gm_ptx_type_kind((ptx_type)s->from);
	if (!x || !y || (kind != KIND_SIGNED && kind != KIND_UNSIGNED && kind != KIND_BITS) ||
	    s->type != PTX_PRED)
		return NULL;
	const gm_sum *truth = compared(d, s, x, y);
	if (!truth || !truth->known)
		return NULL;
	return joined(d, s, second ? gm_sum_not(d->a, truth) : truth);
}
