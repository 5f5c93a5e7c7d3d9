/*
 * Fields of bits: bfe and bfi, with place and length that stand still and are the same in all
 * lanes.
 */
#include "simt/change_value.h"

static const ptx_change none = {.state = CHANGE_NONE}, unknown = {.state = CHANGE_UNKNOWN};

typedef struct field {
	ptx_period *period;
	ptx_warp *warp;
	const ptx_step *step;
	ptx_type type;
	int start, end, bits; /* bits [start, end) of `bits`: start <= end <= bits */
	uint32_t active;
} field;

static bool
find_field(field *f, uint32_t start, uint32_t length)
{
	ptx_wide at, size;
	const bool still = gm_ptx_change_of(f->period, start, f->active).state == CHANGE_NONE &&
			   gm_ptx_change_of(f->period, length, f->active).state == CHANGE_NONE;
	if (!still || !gm_ptx_uniform(f->warp, start, PTX_U32, f->active, &at) ||
	    !gm_ptx_uniform(f->warp, length, PTX_U32, f->active, &size))
		return false;
	const int from = (int)(at & 0xff), to = from + (int)(size & 0xff);
	f->start = from < f->bits ? from : f->bits;
	f->end = to < f->bits ? to : f->bits;
	return true;
}

static bool
is_empty(const field *f)
{
	return f->start == f->end;
}

/* As long as no lane leaves its stretch of 2^bits, which may be all of the type. */
static bool
stays_below(const field *f, uint32_t unit, ptx_change x, int bits)
{
	return (bits == f->bits || gm_ptx_change_may_be_short(f->period, f->step)) &&
	       gm_ptx_change_shorten_to_stretch(f->period, f->warp, unit, f->type, x, (ptx_wide)1 << bits,
						f->active);
}

ptx_change
gm_ptx_change_extracted(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
			uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	const bool is_signed = gm_ptx_type_kind(type) == KIND_SIGNED;
	field f = {period, warp, step, type, 0, 0, gm_ptx_type_bits(type), active};
	if (o.a.state != CHANGE_BY || !find_field(&f, step->b, step->c))
		return unknown;
	const int zeros = gm_ptx_trailing_zeros(o.a.by);
	if (zeros >= f.end || (is_empty(&f) && !is_signed))
		return none;
	if (is_signed)
		return unknown;
	if (zeros >= f.start)
		return stays_below(&f, step->a, o.a, f.end)
			       ? gm_ptx_change_by(o.a.by >> f.start, f.bits)
			       : unknown;
	return stays_below(&f, step->a, o.a, f.start) ? none : unknown;
}

/* What the field brings: all that moves below its end, shifted. */
static bool
brought(const field *f, uint32_t unit, ptx_change x, uint64_t *by)
{
	const int length = f->end - f->start;
	*by = 0;
	if (x.state != CHANGE_BY || is_empty(f))
		return x.state != CHANGE_UNKNOWN || is_empty(f);
	const bool fits = f->end == f->bits || gm_ptx_trailing_zeros(x.by) >= length;
	if (f->end == f->bits || gm_ptx_trailing_zeros(x.by) < length)
		*by = (uint64_t)x.by << f->start;
	return fits || stays_below(f, unit, x, length);
}

/* What is left around the field: what moves above it or below it, not through it. */
static bool
left(const field *f, uint32_t unit, ptx_change x, uint64_t *by)
{
	*by = 0;
	if (x.state != CHANGE_BY)
		return x.state == CHANGE_NONE;
	const int zeros = gm_ptx_trailing_zeros(x.by);
	if (zeros < f->start || zeros >= f->end || is_empty(f))
		*by = (uint64_t)x.by;
	if (is_empty(f) || zeros >= f->end || (f->end == f->bits && zeros >= f->start))
		return true;
	return stays_below(f, unit, x, zeros < f->start ? f->start : f->end);
}

ptx_change
gm_ptx_change_inserted(ptx_period *period, ptx_warp *warp, const ptx_step *step, ptx_operands o,
		       uint32_t active)
{
	const ptx_type type = (ptx_type)step->type;
	const uint32_t length = warp->program->units[step->sources + 3];
	field f = {period, warp, step, type, 0, 0, gm_ptx_type_bits(type), active};
	uint64_t inside, around;
	if (!find_field(&f, step->c, length) || !brought(&f, step->a, o.a, &inside) ||
	    !left(&f, step->b, o.b, &around))
		return unknown;
	return gm_ptx_change_by((int64_t)(inside + around), f.bits);
}
