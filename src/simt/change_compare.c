#include "simt/change_value.h"

static const ptx_change none = {.state = CHANGE_NONE}, unknown = {.state = CHANGE_UNKNOWN};

/* Periods until the difference a - b, which changes by `change`, comes to 0. */
static int64_t
until_equal(ptx_wide difference, ptx_wide change)
{
	if (difference == 0)
		return 0;
	if ((difference < 0) == (change < 0) || difference % change != 0)
		return INT64_MAX;
	return gm_ptx_clipped(-difference / change - 1);
}

static ptx_wide
difference_of(ptx_warp *warp, const ptx_step *step, ptx_type type, int lane)
{
	return gm_ptx_value_of(warp, step->a, type, lane) - gm_ptx_value_of(warp, step->b, type, lane);
}

static void
limit_to_equal(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_type type,
	       ptx_wide change, uint32_t active)
{
	for (uint32_t rest = active; rest; rest &= rest - 1)
		gm_ptx_change_limit(period, until_equal(difference_of(warp, step, type,
								      __builtin_ctz(rest)),
							change));
}

/* Periods until a difference passes the edge: that which is nearest before it is the first. */
static void
limit_to_edge(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_type type,
	      ptx_wide change, int edge, uint32_t active)
{
	ptx_wide nearest = -1;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const ptx_wide x = difference_of(warp, step, type, __builtin_ctz(rest)) - edge;
		const ptx_wide left = change > 0 ? -x - 1 : x;
		nearest = left >= 0 && (nearest < 0 || left < nearest) ? left : nearest;
	}
	if (nearest >= 0)
		gm_ptx_change_limit(period, gm_ptx_clipped(nearest / (change > 0 ? change : -change)));
}

/* Periods until the comparison turns true or false. `equality` for eq and ne, else the condition is
   a - b < edge. */
static void
limit_to_turn(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_type type,
	      ptx_operands o, bool equality, int edge, uint32_t active)
{
	const ptx_wide change = (ptx_wide)o.a.by - o.b.by;
	if (change != 0 && equality)
		limit_to_equal(period, warp, step, type, change, active);
	else if (change != 0)
		limit_to_edge(period, warp, step, type, change, edge, active);
	gm_ptx_limit_to_type(period, warp, step->a, type, o.a, active);
	gm_ptx_limit_to_type(period, warp, step->b, type, o.b, active);
}

/* x < 0, x >= 0, x > -1, x <= -1 */
static bool
asks_for_sign(ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	const uint8_t how = step->detail;
	ptx_wide edge;
	return step->from == PTX_S32 && gm_ptx_uniform(warp, step->b, PTX_S32, active, &edge) &&
	       (((how == MOD_lt || how == MOD_ge) && edge == 0) ||
		((how == MOD_gt || how == MOD_le) && edge == -1));
}

ptx_change
gm_ptx_change_compared(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		       uint32_t active)
{
	const ptx_type type = (ptx_type)step->from;
	const uint8_t how = step->detail;
	const bool equality = how == MOD_eq || how == MOD_ne;
	const int edge = how == MOD_le || how == MOD_ls || how == MOD_gt || how == MOD_hi;
	if (o.c.state == CHANGE_NONE && o.b.state == CHANGE_NONE &&
	    gm_ptx_change_keeps_sign(period, step->a, active) && asks_for_sign(warp, step, active))
		return none;
	if (o.c.state != CHANGE_NONE || o.a.state == CHANGE_UNKNOWN || o.b.state == CHANGE_UNKNOWN)
		return unknown;
	if (o.a.state == CHANGE_NONE && o.b.state == CHANGE_NONE)
		return none;
	if (!gm_ptx_is_integer(type))
		return unknown;
	limit_to_turn(period, warp, step, type, o, equality, edge, active);
	return none;
}

ptx_change
gm_ptx_change_chosen(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		     uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	bool first = false, second = false;
	if (o.a.state == CHANGE_UNKNOWN || o.b.state == CHANGE_UNKNOWN || !gm_ptx_is_integer(type))
		return unknown;
	for (uint32_t rest = active; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const ptx_wide x = gm_ptx_value_of(warp, step->a, type, l),
			       y = gm_ptx_value_of(warp, step->b, type, l);
		const bool takes_a = step->rule == RULE_MIN ? x < y : x > y;
		*(takes_a ? &first : &second) = true;
	}
	limit_to_turn(period, warp, step, type, o, false, step->rule == RULE_MIN ? 0 : 1, active);
	if (first && second && o.a.by != o.b.by)
		return unknown;
	return first ? o.a : o.b;
}
