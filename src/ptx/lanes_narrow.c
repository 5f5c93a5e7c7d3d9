#include "ptx/lanes.h"

#include "base/bits.h"
#include "ptx/half.h"

#include <math.h>

/*
 * Conversions of pairs of floats of 8, 6 and 4 bits: cvt.rn.satfinite.e4m3x2.f32 and its kin. Of two
 * sources the first goes to the upper half.
 *
 * Source: OCP 8-bit floating point specification 1.0 (e4m3 has no infinity and one NaN, e5m2 is
 * like IEEE), OCP microscaling formats 1.0 (e3m2, e2m3, e2m1 have neither).
 */
typedef struct narrow_format {
	ptx_type type;
	int bits, exponent_bits, fraction_bits, bias;
	double largest;
	uint8_t nan; /* what a NaN becomes */
	bool has_nan, has_infinity;
} narrow_format;

static const narrow_format formats[] = {
	{PTX_E4M3X2, 8, 4, 3, 7, 448, 0x7f, true, false},
	{PTX_E5M2X2, 8, 5, 2, 15, 57344, 0x7f, true, true},
	{PTX_E3M2X2, 8, 3, 2, 3, 28, 0x1f, false, false},
	{PTX_E2M3X2, 8, 2, 3, 1, 7.5, 0x1f, false, false},
	{PTX_E2M1X2, 4, 2, 1, 1, 6, 0x7, false, false},
};

static const narrow_format *
format_of(ptx_type type)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (formats[i].type == type)
			return &formats[i];
	return NULL;
}

static double
decoded(const narrow_format *f, uint32_t bits)
{
	const int exponent = (int)(bits >> f->fraction_bits) & ((1 << f->exponent_bits) - 1);
	const int fraction = (int)bits & ((1 << f->fraction_bits) - 1);
	const bool negative = bits >> (f->exponent_bits + f->fraction_bits) & 1;
	const bool top = exponent == (1 << f->exponent_bits) - 1;
	const int one = 1 << f->fraction_bits;
	double x = exponent ? ldexp(one + fraction, exponent - f->bias - f->fraction_bits)
			    : ldexp(fraction, 1 - f->bias - f->fraction_bits);
	if (f->has_infinity && top)
		x = fraction ? NAN : INFINITY;
	else if (f->has_nan && top && fraction == one - 1)
		x = NAN;
	return negative ? -x : x;
}

double
gm_ptx_narrow_number(ptx_type type, uint32_t bits)
{
	return decoded(format_of(type == PTX_E4M3 ? PTX_E4M3X2 : PTX_E5M2X2), bits);
}

/* To nearest, ties to even; beyond the largest number to it. */
static uint32_t
encoded(const narrow_format *f, double x)
{
	const uint32_t sign = signbit(x) ? 1u << (f->exponent_bits + f->fraction_bits) : 0;
	int exponent;
	if (isnan(x))
		return f->nan;
	const double size = fmin(fabs(x), f->largest);
	frexp(size, &exponent);
	const int least = 1 - f->bias, power = exponent - 1 > least ? exponent - 1 : least;
	const double steps = rint(ldexp(size, f->fraction_bits - power));
	/* Rounding up may reach the next power of two: the fraction carries into the exponent. */
	const uint32_t base = (uint32_t)(power - least) << f->fraction_bits;
	const uint32_t code = base + (uint32_t)steps;
	return sign | (size == 0 ? 0 : code);
}

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
	const narrow_format *f = format_of((ptx_type)step->type);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t word = 0;
		for (int part = 0; part < 2; part++) {
			double x = source_of(warp, step, l, part);
			if (step->clamp && !isnan(x))
				x = fmax(x, 0);
			word |= encoded(f, x) << (part * f->bits);
		}
		d[l] = word;
	}
}

static void
from_narrow(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const narrow_format *f = format_of((ptx_type)step->from);
	const uint32_t *a = ptx_u32(warp, step->a);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t word = 0;
		for (int part = 0; part < 2; part++) {
			const uint32_t bits = a[l] >> (part * f->bits);
			float x = (float)decoded(f, bits & ((1u << f->bits) - 1));
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
	if (format_of(to) && (from == PTX_F32 || from == PTX_F16X2 || from == PTX_BF16X2))
		return to_narrow;
	return to == PTX_F16X2 && format_of(from) ? from_narrow : NULL;
}
