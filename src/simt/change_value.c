#include "simt/change_value.h"

ptx_wide
gm_ptx_value_of(ptx_warp *warp, uint32_t unit, ptx_type type, int lane)
{
	const int bits = gm_ptx_type_bits(type), unused = 64 - bits;
	const uint64_t raw = bits == 64 ? ptx_u64(warp, unit)[lane] : ptx_u32(warp, unit)[lane];
	if (gm_ptx_type_kind(type) == KIND_SIGNED)
		return (int64_t)(raw << unused) >> unused;
	return raw << unused >> unused;
}

static ptx_wide
lowest(ptx_type type)
{
	return gm_ptx_type_kind(type) == KIND_SIGNED
		       ? -((ptx_wide)1 << (gm_ptx_type_bits(type) - 1))
		       : 0;
}

ptx_wide
gm_ptx_highest(ptx_type type)
{
	const int sign = gm_ptx_type_kind(type) == KIND_SIGNED;
	return ((ptx_wide)1 << (gm_ptx_type_bits(type) - sign)) - 1;
}

bool
gm_ptx_is_integer(ptx_type type)
{
	const ptx_kind kind = gm_ptx_type_kind(type);
	return kind == KIND_SIGNED || kind == KIND_UNSIGNED || kind == KIND_BITS;
}

int64_t
gm_ptx_clipped(ptx_wide x)
{
	return x > INT64_MAX ? INT64_MAX : x < 0 ? 0 : (int64_t)x;
}

/* The largest of the lanes, or the smallest. */
static ptx_wide
outermost(ptx_warp *warp, uint32_t unit, ptx_type type, bool largest, uint32_t active)
{
	ptx_wide out = gm_ptx_value_of(warp, unit, type, __builtin_ctz(active));
	for (uint32_t rest = active & (active - 1); rest; rest &= rest - 1) {
		const ptx_wide x = gm_ptx_value_of(warp, unit, type, __builtin_ctz(rest));
		out = (largest ? x > out : x < out) ? x : out;
	}
	return out;
}

/* Periods for which no lane of the source leaves [low, high]: the outermost is the first that does. */
void
gm_ptx_limit_to_range(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
		      ptx_wide low, ptx_wide high, ptx_change c, uint32_t active)
{
	if (active == 0 || c.state != CHANGE_BY)
		return;
	const ptx_wide x = outermost(warp, unit, type, c.by > 0, active);
	const ptx_wide room = c.by > 0 ? high - x : x - low;
	gm_ptx_change_limit(period, gm_ptx_clipped(room / (c.by > 0 ? c.by : -(ptx_wide)c.by)));
}

void
gm_ptx_limit_to_type(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type, ptx_change c,
		     uint32_t active)
{
	gm_ptx_limit_to_range(period, warp, unit, type, lowest(type), gm_ptx_highest(type), c,
			      active);
}

bool
gm_ptx_uniform(ptx_warp *warp, uint32_t unit, ptx_type type, uint32_t active, ptx_wide *out)
{
	const uint64_t bits = UINT64_MAX >> (64 - gm_ptx_type_bits(type));
	const bool wide = gm_ptx_type_bits(type) == 64;
	const int first = __builtin_ctz(active);
	const uint64_t *eights = ptx_u64(warp, unit);
	const uint32_t *fours = ptx_u32(warp, unit);
	*out = gm_ptx_value_of(warp, unit, type, first);
	for (uint32_t rest = active & (active - 1); rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t unlike = wide ? eights[l] ^ eights[first] : fours[l] ^ fours[first];
		if (unlike & bits)
			return false;
	}
	return true;
}

bool
gm_ptx_change_may_be_short(const ptx_period *p, const ptx_step *step)
{
	return p->of_blocks && !p->admits && step->decides;
}

bool
gm_ptx_change_shorten(ptx_period *period, const ptx_period *within)
{
	if (within->limit < 1)
		return false;
	period->shortened = true;
	gm_ptx_change_limit(period, within->limit);
	return true;
}

int
gm_ptx_trailing_zeros(int64_t x)
{
	return x == 0 ? 64 : __builtin_ctzll((uint64_t)x);
}

bool
gm_ptx_limit_to_stretch(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
			ptx_change x, ptx_wide length, int lane)
{
	const ptx_wide value = gm_ptx_value_of(warp, unit, type, lane);
	if (value < 0 || length <= 0)
		return false;
	const ptx_wide first = value - value % length, last = first + length - 1;
	const ptx_wide highest = gm_ptx_highest(type);
	gm_ptx_limit_to_range(period, warp, unit, type, first, last < highest ? last : highest, x,
			      (uint32_t)1 << lane);
	return true;
}

void
gm_ptx_rows_add(ptx_rows *rows, int64_t length)
{
	bool known = length < 2 || length > PTX_ROW_LONGEST || rows->count == PTX_ROWS_MAX;
	for (int i = 0; i < rows->count; i++)
		known |= rows->lengths[i] == length;
	if (!known)
		rows->lengths[rows->count++] = length;
}

bool
gm_ptx_change_shorten_to_stretch(ptx_period *period, ptx_warp *warp, uint32_t unit, ptx_type type,
				 ptx_change x, ptx_wide length, uint32_t active)
{
	ptx_period within = {.limit = PTX_LIMIT_NONE};
	for (uint32_t rest = active; rest; rest &= rest - 1)
		if (!gm_ptx_limit_to_stretch(&within, warp, unit, type, x, length, __builtin_ctz(rest)))
			return false;
	return gm_ptx_change_shorten(period, &within);
}

ptx_change
gm_ptx_change_by(int64_t amount, int bits)
{
	const int unused = 64 - bits;
	const int64_t by = (int64_t)((uint64_t)amount << unused) >> unused;
	return (ptx_change){.state = by == 0 ? CHANGE_NONE : CHANGE_BY, .by = by};
}
