#include "sass/rare.h"

#include "base/bits.h"
#include "base/chance.h"

#include <float.h>
#include <math.h>

static uint32_t
high_of(double x)
{
	return (uint32_t)(gm_bits_of_double(x) >> 32);
}

static bool
is_special(double x)
{
	return x == 0 || !isfinite(x);
}

static float
flushed(float x, bool flush)
{
	return flush && fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x;
}

ptx_rare_kind
gm_ptx_rare_quotient_f32(float a, float b, bool flush)
{
	if (ptx_rare_passes_quotient_f32(gm_bits_of_float(a), gm_bits_of_float(b)))
		return RARE_NOT;
	const float x = flushed(a, flush), y = flushed(b, flush);
	if (is_special((double)x) || is_special((double)y))
		return RARE_SPECIAL;
	const bool tiny = fabsf(x) < FLT_MIN || fabsf(y) < FLT_MIN || fabsf(x / y) < FLT_MIN;
	return tiny && !flush ? RARE_TINY : RARE_SCALED;
}

/* The high word of the numerator, and that of the quotient plus 0 times the denominator's. */
ptx_rare_kind
gm_ptx_rare_quotient_f64(double a, double b)
{
	static const float numerator_least = 6.5827683646048100446e-37f,
			   quotient_least = 1.469367938527859385e-39f;
	const bool fine = !(fabsf(gm_float_of_bits(high_of(a))) < numerator_least);
	const float tested = 0.0f * gm_float_of_bits(high_of(b)) + gm_float_of_bits(high_of(a / b));
	if (fine && fabsf(tested) > quotient_least)
		return RARE_NOT;
	if (is_special(a) || is_special(b))
		return RARE_SPECIAL;
	return fabs(a) < DBL_MIN || fabs(a / b) < DBL_MIN ? RARE_TINY : RARE_SCALED;
}

ptx_rare_kind
gm_ptx_rare_reciprocal_f32(float a, bool flush)
{
	if (ptx_rare_passes_reciprocal_f32(gm_bits_of_float(a)))
		return RARE_NOT;
	const float x = flushed(a, flush);
	if (is_special((double)x))
		return RARE_SPECIAL;
	return fabsf(x) < FLT_MIN || flush ? RARE_SCALED : RARE_TINY;
}

ptx_rare_kind
gm_ptx_rare_reciprocal_f64(double a)
{
	const float tested = gm_float_of_bits(high_of(a) + 0x300402u);
	if (!(fabsf(tested) < 5.8789094863358348022e-39f))
		return RARE_NOT;
	if (is_special(a))
		return RARE_SPECIAL;
	return fabs(a) < DBL_MIN ? RARE_SCALED : RARE_TINY;
}

ptx_rare_kind
gm_ptx_rare_root_f32(float a, bool flush)
{
	if (ptx_rare_passes_root_f32(gm_bits_of_float(a)))
		return RARE_NOT;
	const float x = flushed(a, flush);
	return is_special((double)x) || x < 0 ? RARE_SPECIAL : RARE_SCALED;
}

ptx_rare_kind
gm_ptx_rare_root_f64(double a)
{
	if (high_of(a) - 0x3500000u < 0x7ca00000u)
		return RARE_NOT;
	if (is_special(a) || a < 0)
		return RARE_SPECIAL;
	return a < DBL_MIN ? RARE_SCALED : RARE_TINY;
}

ptx_rare_kind
gm_ptx_rare_inverse_root_f64(double a)
{
	if (high_of(a) - 0x100000u < 0x7fe00000u)
		return RARE_NOT;
	return is_special(a) || a < 0 ? RARE_SPECIAL : RARE_SCALED;
}

ptx_rare_kind
gm_ptx_rare_power_f32(float a)
{
	return a < -126 ? RARE_SCALED : RARE_NOT;
}

ptx_rare_kind
gm_ptx_rare_denormal_f32(float a)
{
	return fabsf(a) < FLT_MIN ? RARE_SCALED : RARE_NOT;
}

double
gm_ptx_rare_lanes(const ptx_rare_tally *t)
{
	double rare = 0;
	for (int k = RARE_SPECIAL; k < RARE_KINDS; k++)
		rare += (double)t->rare_lanes[k];
	return rare;
}

/* Of the ratio of two sums over n of N drawn blocks, R = sum r / sum l:

       t sqrt(n / (n - 1) * sum (r - R l)^2 * (1 - n / N)) / sum l

   Source: Cochran, Sampling Techniques, 3rd edition, section 6.4. */
double
gm_ptx_rare_spread(const ptx_rare_tally *t, int64_t blocks)
{
	const double rare = gm_ptx_rare_lanes(t);
	if (rare <= 0 || t->blocks < 2)
		return 0;
	const double n = t->blocks, share = rare / (double)t->lanes;
	const double squares = t->of_blocks[0] - 2 * share * t->of_blocks[1] + share * share * t->of_blocks[2];
	const double left = t->blocks_cut > 0 || t->blocks > blocks ? 1 : 1 - n / (double)blocks;
	return gm_students_t(t->blocks - 1) * sqrt(n / (n - 1) * fmax(squares, 0) * left) / rare;
}

static bool
is_denormal(float x, bool flush)
{
	return !flush && fpclassify(x) == FP_SUBNORMAL;
}

/* The biased exponent that the quotient of two numbers would have if there were no least one. */
static int
exponent_of_quotient(float a, float b)
{
	enum { BIAS = 127 };
	int of_a, of_b;
	const float x = frexpf(a, &of_a), y = frexpf(b, &of_b);
	return ilogbf(x / y) + of_a - of_b + BIAS;
}

void
gm_ptx_rare_quotient_floats(float a, float b, bool flush, int64_t floats[GM_FLOAT_COUNT])
{
	enum { LEAST_NORMAL = 1, LEAST_DENORMAL = -24, ALWAYS = 7, TO_ROUND = 3 };
	const float x = flushed(a, flush), y = flushed(b, flush);
	floats[GM_FLOAT_FADD] += isnan(x) || isnan(y) || !(is_special((double)x) || is_special((double)y));
	if (is_special((double)x) || is_special((double)y))
		return;
	const int exponent = exponent_of_quotient(x, y);
	const bool rounds = !flush && exponent < LEAST_NORMAL && exponent >= LEAST_DENORMAL;
	floats[GM_FLOAT_FFMA] += ALWAYS + is_denormal(x, flush) + is_denormal(y, flush) +
				 (rounds ? TO_ROUND : 0);
}

void
gm_ptx_rare_root_floats(float a, bool flush, int64_t floats[GM_FLOAT_COUNT])
{
	enum { OF_SCALED = 3 };
	const float x = flushed(a, flush);
	const bool scaled = !is_special((double)x) && x > 0;
	floats[GM_FLOAT_FADD] += scaled || isnan(x);
	floats[GM_FLOAT_FMUL] += scaled ? OF_SCALED : 0;
	floats[GM_FLOAT_FFMA] += scaled ? OF_SCALED : 0;
}

bool
gm_ptx_rare_is_counted(const ptx_word *w)
{
	return (w->opcode == OP_DIV || w->opcode == OP_SQRT) && w->type == PTX_F32 &&
	       !(w->flags & (WORD_APPROXIMATE | WORD_FULL));
}
