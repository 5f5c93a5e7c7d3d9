#include "ptx/round.h"

#include <math.h>
#include <stddef.h>

enum { DOUBLE_PRECISION = 53 };

typedef struct format {
	uint8_t type;
	int precision;     /* bits of the significand, the first included */
	int least, most;   /* exponents of the normal numbers: 1 <= significand < 2 */
} format;

static const format formats[] = {
	{PTX_F16, 11, -14, 15}, {PTX_BF16, 8, -126, 127}, {PTX_TF32, 11, -126, 127}, {PTX_F32, 24, -126, 127}};

static const format *
format_of(ptx_type type)
{
	size_t i = sizeof formats / sizeof *formats - 1;
	while (i > 0 && formats[i].type != type)
		i--;
	return &formats[i];
}

double
gm_ptx_largest(ptx_type type)
{
	const format *f = format_of(type);
	return ldexp(2 - ldexp(1, 1 - f->precision), f->most);
}

static double
whole_of(double x, uint8_t way)
{
	switch (way) {
	case MOD_rz:
		return trunc(x);
	case MOD_rm:
		return floor(x);
	case MOD_rp:
		return ceil(x);
	case MOD_rna:
		return round(x);
	default:
		return rint(x);
	}
}

double
gm_ptx_rounded(ptx_type type, double x, uint8_t way)
{
	const format *f = format_of(type);
	const bool nearest = way != MOD_rz && way != MOD_rm && way != MOD_rp && way != MOD_rna;
	if (x == 0 || !isfinite(x))
		return x;
	if (type == PTX_F32 && nearest)
		return (double)(float)x;
	const int exponent = ilogb(x) > f->least ? ilogb(x) : f->least;
	const int last = exponent - (f->precision - 1);
	const double rounded = ldexp(whole_of(ldexp(x, -last), way), last), largest = gm_ptx_largest(type);
	if (fabs(rounded) <= largest)
		return copysign(rounded, x);
	const bool back = way == MOD_rz || (way == MOD_rm && x > 0) || (way == MOD_rp && x < 0);
	return copysign(back ? largest : INFINITY, x);
}

/* What of a magnitude a double cannot hold. */
typedef struct cut {
	uint64_t kept, rest;
	int dropped; /* bits */
} cut;

static cut
cut_of(uint64_t magnitude)
{
	const int bits = magnitude ? 64 - __builtin_clzll(magnitude) : 0;
	const int dropped = bits > DOUBLE_PRECISION ? bits - DOUBLE_PRECISION : 0;
	const uint64_t kept = magnitude >> dropped;
	return (cut){kept, magnitude - (kept << dropped), dropped};
}

static double
number_of(uint64_t kept, int dropped, bool negative)
{
	const double number = ldexp((double)kept, dropped);
	return negative ? -number : number;
}

double
gm_ptx_double_of_integer(uint64_t magnitude, bool negative, uint8_t way)
{
	const cut c = cut_of(magnitude);
	const bool away = c.rest > 0 && way == (negative ? MOD_rm : MOD_rp);
	if (way != MOD_rz && way != MOD_rm && way != MOD_rp)
		return negative ? -(double)magnitude : (double)magnitude;
	return number_of(c.kept + away, c.dropped, negative);
}

double
gm_ptx_marked_double_of_integer(uint64_t magnitude, bool negative)
{
	const cut c = cut_of(magnitude);
	return number_of(c.kept | (c.rest > 0), c.dropped, negative);
}
