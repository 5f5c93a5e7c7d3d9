/*
 * Quotients: by division, by a shift, and by a product whose upper half is used.
 */
#include "simt/change_value.h"

static const ptx_change none = {.state = CHANGE_NONE}, unknown = {.state = CHANGE_UNKNOWN};

/* Of numbers other than INT64_MIN, not both 0; positive. */
static int64_t
common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		const int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

/* Blocks so far apart that x moves by a multiple of the divisor. */
static void
add_row(ptx_period *period, ptx_change x, int64_t divisor)
{
	if (period->of_blocks)
		gm_ptx_rows_add(&period->rows, divisor / common_divisor(divisor, x.by));
}

/* ---- quotients of powers of two ---- */

/* What stands still until the bits that are shifted out are full. */
ptx_change
gm_ptx_change_shifted_out(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_change x,
			  int amount, uint32_t active)
{
	return gm_ptx_change_may_be_short(period, step) &&
			       gm_ptx_change_shorten_to_stretch(period, warp, step->a, (ptx_type)step->type, x,
								(ptx_wide)1 << amount, active)
		       ? none
		       : unknown;
}

/* ---- any quotient ---- */

/* x / d stands still and x % d changes as x does until x comes to the next multiple of d. */
static ptx_change
divided_within(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
	       uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	if (!period->of_blocks || o.a.state != CHANGE_BY || o.b.state != CHANGE_NONE ||
	    !gm_ptx_is_integer(type))
		return unknown;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctz(rest);
		const ptx_wide divisor = gm_ptx_value_of(warp, step->b, type, lane);
		if (!gm_ptx_limit_to_stretch(period, warp, step->a, type, o.a, divisor, lane))
			return unknown;
	}
	return step->rule == RULE_REM ? o.a : none;
}

/* x / d and x % d with x >= 0 throughout and d dividing the change. */
ptx_change
gm_ptx_change_divided(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		      uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	ptx_wide divisor;
	if (o.a.state != CHANGE_BY || o.b.state != CHANGE_NONE || !gm_ptx_is_integer(type) ||
	    !gm_ptx_uniform(warp, step->b, type, active, &divisor) || divisor <= 0)
		return divided_within(period, warp, step, o, active);
	if (o.a.by % divisor) {
		add_row(period, o.a, (int64_t)divisor);
		return divided_within(period, warp, step, o, active);
	}
	for (uint32_t rest = active; rest; rest &= rest - 1)
		if (gm_ptx_value_of(warp, step->a, type, __builtin_ctz(rest)) < 0)
			return unknown;
	gm_ptx_limit_to_range(period, warp, step->a, type, 0, gm_ptx_highest(type), o.a, active);
	return step->rule == RULE_REM ? none : gm_ptx_change_by((int64_t)(o.a.by / divisor), 64);
}

/* ---- products ---- */

/* The upper half of x * m, with which nvcc divides. In each period it moves by `whole`, as long as
   what that leaves over, `rest` of `one`, does not add up to one more or less. */
typedef struct upper_half {
	ptx_wide whole, rest, one;
} upper_half;

static upper_half
move_of(ptx_change x, ptx_wide factor, int bits)
{
	const ptx_wide one = (ptx_wide)1 << bits, moved = (ptx_wide)x.by * factor;
	const ptx_wide whole = (moved + one / 2) >> bits;
	return (upper_half){whole, moved - whole * one, one};
}

/* The factor of a division is one / d, rounded: what d divides leaves over less than one for each
 * unit. */
static bool
is_rounding(ptx_wide rest, ptx_wide moved)
{
	return (rest < 0 ? -rest : rest) <= (moved < 0 ? -moved : moved);
}

static void
add_row_of_product(ptx_period *period, ptx_change x, upper_half m)
{
	enum { LONGEST = 1 << 10 };
	ptx_wide rest = 0;
	for (int64_t i = 1; i < LONGEST; i++) {
		rest += m.rest;
		rest -= rest > m.one / 2 ? m.one : rest < -m.one / 2 ? -m.one : 0;
		if (is_rounding(rest, (ptx_wide)x.by * i)) {
			gm_ptx_rows_add(&period->rows, i);
			return;
		}
	}
}

/* Periods for which no lane's lower half is left by what adds up. */
static void
limit_to_rest(ptx_period *within, ptx_wide product, upper_half m)
{
	const ptx_wide low = product & (m.one - 1);
	const ptx_wide periods = m.rest > 0   ? (m.one - 1 - low) / m.rest
				 : m.rest < 0 ? low / -m.rest
					      : m.one;
	gm_ptx_change_limit(within, gm_ptx_clipped(periods));
}

ptx_change
gm_ptx_change_high(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		   uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	const bool first = o.a.state == CHANGE_BY;
	const ptx_change x = first ? o.a : o.b, still = first ? o.b : o.a;
	const uint32_t unit = first ? step->a : step->b;
	ptx_period within = {.limit = PTX_LIMIT_NONE};
	ptx_wide factor;
	if (!period->of_blocks || x.state != CHANGE_BY || still.state != CHANGE_NONE ||
	    gm_ptx_type_bits(type) != 32 ||
	    !gm_ptx_uniform(warp, first ? step->b : step->a, type, active, &factor))
		return unknown;
	const upper_half m = move_of(x, factor, 32);
	const bool whole = is_rounding(m.rest, x.by);
	if (!whole)
		add_row_of_product(period, x, m);
	if (!whole && !gm_ptx_change_may_be_short(period, step))
		return unknown;
	gm_ptx_limit_to_type(&within, warp, unit, type, x, active);
	for (uint32_t rest = active; rest; rest &= rest - 1)
		limit_to_rest(&within,
			      gm_ptx_value_of(warp, unit, type, __builtin_ctz(rest)) * factor, m);
	if (whole)
		gm_ptx_change_limit(period, within.limit);
	else if (!gm_ptx_change_shorten(period, &within))
		return unknown;
	return gm_ptx_change_by((int64_t)m.whole, 32);
}
