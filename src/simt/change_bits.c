#include "simt/change_value.h"

static const ptx_change none = {.state = CHANGE_NONE}, unknown = {.state = CHANGE_UNKNOWN};

static int
bits_of(const ptx_step *step)
{
	return gm_ptx_type_bits((ptx_type)step->type);
}

static ptx_type
type_of(const ptx_step *step)
{
	return bits_of(step) == 64 ? PTX_U64 : PTX_U32;
}

/* How a bitwise operation of what changes, x, and what stands still, m, changes. */
typedef struct operation {
	ptx_period *period;
	ptx_warp *warp;
	const ptx_step *step;
	uint32_t unit, other; /* of x, of m */
	ptx_change x;
	uint32_t active;
} operation;

static uint64_t
mask_of(const operation *op, int lane)
{
	return (uint64_t)gm_ptx_value_of(op->warp, op->other, type_of(op->step), lane);
}

/* ---- within stretches ---- */

static bool
may_be_short(const operation *op)
{
	return bits_of(op->step) >= 32 && gm_ptx_change_may_be_short(op->period, op->step);
}

/* As long as no lane of x leaves its stretch of the length that is said of its m. False where that is not
   even one period. */
static bool
stays(const operation *op, uint64_t (*length)(uint64_t mask, int zeros))
{
	const ptx_type type = type_of(op->step);
	const int zeros = gm_ptx_trailing_zeros(op->x.by);
	ptx_period within = {.limit = PTX_LIMIT_NONE};
	for (uint32_t rest = op->active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctz(rest);
		const uint64_t stretch = length(mask_of(op, lane), zeros);
		if (stretch == 0 || !gm_ptx_limit_to_stretch(&within, op->warp, op->unit, type, op->x,
							     (ptx_wide)stretch, lane))
			return false;
	}
	return gm_ptx_change_shorten(op->period, &within);
}

/* Below the lowest bit of m; all where it has none. */
static uint64_t
below_mask(uint64_t mask, int zeros)
{
	(void)zeros;
	return mask ? mask & -mask : (uint64_t)1 << 63;
}

/* m keeps the bits that change and some above without a gap: below the first that it does not keep. */
static uint64_t
inside_mask(uint64_t mask, int zeros)
{
	const uint64_t kept = zeros < 64 ? mask >> zeros : 0;
	const bool whole = kept && (kept & (kept + 1)) == 0;
	return whole ? (kept + 1) << zeros : 0;
}

/* ---- signs ---- */

/* The sign of a source stands still for as long as `within` says. */
static bool
keeps_sign(const operation *op, uint32_t unit, ptx_period *within)
{
	const ptx_change c = gm_ptx_change_of(op->period, unit, op->active);
	if (c.state == CHANGE_UNKNOWN)
		return gm_ptx_change_keeps_sign(op->period, unit, op->active);
	for (uint32_t rest = op->active; rest && c.state == CHANGE_BY; rest &= rest - 1) {
		const int lane = __builtin_ctz(rest);
		const bool negative = gm_ptx_value_of(op->warp, unit, PTX_S32, lane) < 0;
		const ptx_wide most = gm_ptx_highest(PTX_S32);
		gm_ptx_limit_to_range(within, op->warp, unit, PTX_S32, negative ? -most - 1 : 0,
				      negative ? -1 : most, c, (uint32_t)1 << lane);
	}
	return true;
}

/* nvcc asks whether one of several numbers is negative by the sign of (x | y). */
static ptx_change
sign_of(const operation *op)
{
	const uint32_t a = op->step->a, b = op->step->b;
	const bool follows = may_be_short(op) && bits_of(op->step) == 32 && a != PTX_NO_UNIT &&
			     b != PTX_NO_UNIT;
	ptx_period within = {.limit = PTX_LIMIT_NONE};
	if (!follows || !keeps_sign(op, a, &within) || !keeps_sign(op, b, &within) ||
	    !gm_ptx_change_shorten(op->period, &within))
		return unknown;
	return (ptx_change){.state = CHANGE_SIGN};
}

/* ---- and ---- */

/* x & m: nothing when m lies below the bits that change, all of it when m keeps those and all
 * above. */
static ptx_change
masked(const operation *op)
{
	const int zeros = gm_ptx_trailing_zeros(op->x.by);
	bool below = true, above = true;
	for (uint32_t rest = op->active; rest; rest &= rest - 1) {
		const uint64_t m = mask_of(op, __builtin_ctz(rest));
		const uint64_t ones = bits_of(op->step) == 64 ? UINT64_MAX : UINT32_MAX;
		below = below && (zeros >= 64 || m >> zeros == 0);
		above = above && zeros < 64 && (m | (((uint64_t)1 << zeros) - 1)) == ones;
	}
	if (below || above)
		return below ? none : op->x;
	if (may_be_short(op) && stays(op, inside_mask))
		return op->x;
	return may_be_short(op) && stays(op, below_mask) ? none : sign_of(op);
}

/* x & m of what changes in its lower half, with m in the upper one. */
static bool
is_upper_mask(const operation *op, uint32_t low, uint32_t mask)
{
	ptx_wide value;
	return gm_ptx_change_is_low(op->period, low, op->active) &&
	       gm_ptx_change_of(op->period, mask, op->active).state == CHANGE_NONE &&
	       gm_ptx_uniform(op->warp, mask, PTX_U64, op->active, &value) && (uint32_t)value == 0;
}

/* ---- or ---- */

/* x | m: where m has bits among those that change, the upper half stands still for as long as that
   of x does. nvcc asks (x | n) >> 32 before it divides in 32 bits. */
static ptx_change
low_of(const operation *op)
{
	if (!op->period->of_blocks || bits_of(op->step) != 64)
		return unknown;
	for (uint32_t rest = op->active; rest; rest &= rest - 1)
		gm_ptx_limit_to_stretch(op->period, op->warp, op->unit, PTX_U64, op->x,
					(ptx_wide)1 << 32, __builtin_ctz(rest));
	return (ptx_change){.state = CHANGE_LOW};
}

/* x | m and x ^ m with m below the bits that change, or above them. */
static ptx_change
joined(const operation *op)
{
	const int zeros = gm_ptx_trailing_zeros(op->x.by);
	bool below = true;
	for (uint32_t rest = op->active; rest && below; rest &= rest - 1)
		below = mask_of(op, __builtin_ctz(rest)) >> zeros == 0;
	if (below || (may_be_short(op) && stays(op, below_mask)))
		return op->x;
	return bits_of(op->step) == 64 ? low_of(op) : sign_of(op);
}

ptx_change
gm_ptx_change_bits(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		   uint32_t active)
{
	const bool first = o.a.state == CHANGE_BY, is_and = step->rule == RULE_AND;
	const operation op = {.period = period,
			      .warp = warp,
			      .step = step,
			      .unit = first ? step->a : step->b,
			      .other = first ? step->b : step->a,
			      .x = first ? o.a : o.b,
			      .active = active};
	if (is_and && bits_of(step) == 64 &&
	    (is_upper_mask(&op, step->a, step->b) || is_upper_mask(&op, step->b, step->a)))
		return none;
	if (o.a.state == CHANGE_UNKNOWN || o.b.state == CHANGE_UNKNOWN ||
	    (first && o.b.state == CHANGE_BY))
		return sign_of(&op);
	return is_and ? masked(&op) : joined(&op);
}
