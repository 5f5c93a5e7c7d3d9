#include "simt/lanes.h"

#include "base/bits.h"
#include "ptx/half.h"
#include "ptx/narrow.h"

#include <math.h>

/*
 * Conversions of pairs of floats of 8, 6 and 4 bits: cvt.rn.satfinite.e4m3x2.f32 and its kin. Of two
 * sources the first goes to the upper half.
 */

/* Number `part` (0 low, 1 high) of the sources of a lane. */
static double
source_of(ptx_warp *warp, const ptx_step *step, int lane, int part)
{
	const uint32_t a = ptx_u32(warp, step->a)[lane];
	const uint16_t half = (uint16_t)(a >> (16 * part));
	switch (step->from) {
	case PTX_F32:
		return (double)gm_float_of_bits(part ? a : ptx_u32(warp, step->b)[lane]);
	case PTX_F16X2:
		return (double)gm_ptx_float_from_half(half);
	default:
		return (double)gm_ptx_float_from_bfloat(half);
	}
}

static void
to_narrow(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_narrow *f = gm_ptx_narrow_of_pair((ptx_type)step->type);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t word = 0;
		for (int part = 0; part < 2; part++) {
			double x = source_of(warp, step, l, part);
			if (step->clamp && !isnan(x))
				x = fmax(x, 0);
			word |= gm_ptx_narrow_bits(f, x) << (part * f->bits);
		}
		d[l] = word;
	}
}

static void
from_narrow(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const ptx_narrow *f = gm_ptx_narrow_of_pair((ptx_type)step->from);
	const uint32_t *a = ptx_u32(warp, step->a);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t word = 0;
		for (int part = 0; part < 2; part++) {
			const uint32_t bits = a[l] >> (part * f->bits);
			float x = (float)gm_ptx_narrow_number(f, bits & ((1u << f->bits) - 1));
			if (step->clamp && x < 0)
				x = 0;
			word |= (uint32_t)gm_ptx_half_from_float(x) << (16 * part);
		}
		d[l] = word;
	}
}

ptx_run
gm_ptx_lanes_narrow(ptx_type to, ptx_type from)
{
	if (gm_ptx_narrow_of_pair(to) && (from == PTX_F32 || from == PTX_F16X2 || from == PTX_BF16X2))
		return to_narrow;
	return to == PTX_F16X2 && gm_ptx_narrow_of_pair(from) ? from_narrow : NULL;
}
