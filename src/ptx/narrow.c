#include "ptx/narrow.h"

#include <math.h>
#include <stddef.h>

static const ptx_narrow formats[] = {
	{PTX_E4M3, PTX_E4M3X2, 8, 4, 3, 7, 448, 0x7f, true, false},
	{PTX_E5M2, PTX_E5M2X2, 8, 5, 2, 15, 57344, 0x7f, true, true},
	{PTX_E3M2, PTX_E3M2X2, 8, 3, 2, 3, 28, 0x1f, false, false},
	{PTX_E2M3, PTX_E2M3X2, 8, 2, 3, 1, 7.5, 0x1f, false, false},
	{PTX_E2M1, PTX_E2M1X2, 4, 2, 1, 1, 6, 0x7, false, false},
};

const ptx_narrow *
gm_ptx_narrow_of(ptx_type type)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (formats[i].type == type)
			return &formats[i];
	return NULL;
}

const ptx_narrow *
gm_ptx_narrow_of_pair(ptx_type pair)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (formats[i].pair == pair)
			return &formats[i];
	return NULL;
}

double
gm_ptx_narrow_number(const ptx_narrow *f, uint32_t bits)
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

uint32_t
gm_ptx_narrow_bits(const ptx_narrow *f, double x)
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
