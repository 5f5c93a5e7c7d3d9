#include "simt/lanes.h"

#include "ptx/half.h"
#include "ptx/loops.h"

#include <math.h>

/*
 * f16, bf16 and their pairs, computed in double and rounded: exact for sums, products and nearly always for fused
 * multiply-adds, whose 53 bits could meet a tie in a few cases of 2^30. On the way through a single, what is cut off
 * leaves its mark in the last place, which a half is far from.
 */
typedef double (*half_function)(double x, double y, double z);

static double
add(double x, double y, double z)
{
	(void)z;
	return x + y;
}

static double
sub(double x, double y, double z)
{
	(void)z;
	return x - y;
}

static double
mul(double x, double y, double z)
{
	(void)z;
	return x * y;
}

static double
multiply_add(double x, double y, double z)
{
	return x * y + z;
}

static double
negated(double x, double y, double z)
{
	(void)y, (void)z;
	return -x;
}

static double
magnitude(double x, double y, double z)
{
	(void)y, (void)z;
	return fabs(x);
}

/* -0 is less than +0. */
static double
smaller(double x, double y, double z)
{
	(void)z;
	return x == y ? (signbit(x) ? x : y) : fmin(x, y);
}

static double
larger(double x, double y, double z)
{
	(void)z;
	return x == y ? (signbit(x) ? y : x) : fmax(x, y);
}

static double
power_of_two(double x, double y, double z)
{
	(void)y, (void)z;
	return exp2(x);
}

static double
hyperbolic_tangent(double x, double y, double z)
{
	(void)y, (void)z;
	return tanh(x);
}

static double
read(uint32_t bits, bool brain)
{
	const uint16_t narrow = (uint16_t)bits;
	return (double)(brain ? gm_ptx_float_from_bfloat(narrow) : gm_ptx_float_from_half(narrow));
}

static float
marked_single(double value)
{
	const float nearest = (float)value;
	uint32_t bits = gm_bits_of_float(nearest);
	if ((double)nearest == value || isnan(value) || isinf(nearest))
		return nearest;
	bits -= fabs((double)nearest) > fabs(value);
	return gm_float_of_bits(bits | 1);
}

static uint32_t
rounded(double value, bool brain)
{
	const float single = marked_single(value);
	return brain ? gm_ptx_bfloat_from_float(single) : gm_ptx_half_from_float(single);
}

/* Subnormal numbers are zero where .ftz asks for it. */
static double
flushed(const ptx_step *step, double x, bool brain)
{
	return step->flush && fabs(x) < (brain ? 0x1p-126 : 0x1p-14) ? copysign(0, x) : x;
}

/* step->clamp: .relu, step->detail: .NaN of the smaller and the larger. */
static void
run(ptx_warp *warp, const ptx_step *step, uint32_t mask, half_function f)
{
	const ptx_type type = (ptx_type)step->type;
	const bool brain = type == PTX_BF16 || type == PTX_BF16X2;
	const int parts = type == PTX_F16X2 || type == PTX_BF16X2 ? 2 : 1;
	const uint32_t *a = ptx_u32(warp, step->a);
	const uint32_t *b = ptx_u32(warp, step->b == PTX_NO_UNIT ? step->a : step->b);
	const uint32_t *c = ptx_u32(warp, step->c == PTX_NO_UNIT ? step->a : step->c);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t result = 0;
		for (int i = 0; i < parts; i++) {
			const int by = 16 * i;
			const double x = flushed(step, read(a[l] >> by, brain), brain);
			const double y = flushed(step, read(b[l] >> by, brain), brain);
			const double z = flushed(step, read(c[l] >> by, brain), brain);
			double value = flushed(step, f(x, y, z), brain);
			if (step->detail && (isnan(x) || isnan(y)))
				value = NAN;
			if (step->saturate)
				value = fmin(fmax(value, 0), 1);
			if (step->clamp && !(value > 0) && !isnan(value))
				value = 0;
			result |= rounded(value, brain) << by;
		}
		d[l] = result;
	}
}

#define DEFINE(name, f)                                                                            \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		run(warp, step, mask, f);                                                          \
	}
DEFINE(run_add, add)
DEFINE(run_sub, sub)
DEFINE(run_mul, mul)
DEFINE(run_fma, multiply_add)
DEFINE(run_neg, negated)
DEFINE(run_abs, magnitude)
DEFINE(run_min, smaller)
DEFINE(run_max, larger)
DEFINE(run_ex2, power_of_two)
DEFINE(run_tanh, hyperbolic_tangent)

#define HALVES(opcode, run)                                                                        \
	{opcode, PTX_F16, VARIANT_PLAIN, RULE_OPAQUE, run},                                        \
		{opcode, PTX_F16X2, VARIANT_PLAIN, RULE_OPAQUE, run},                              \
		{opcode, PTX_BF16, VARIANT_PLAIN, RULE_OPAQUE, run},                               \
	{                                                                                          \
		opcode, PTX_BF16X2, VARIANT_PLAIN, RULE_OPAQUE, run                                \
	}

static const ptx_lane_row rows[] = {
	HALVES(OP_ADD, run_add),   HALVES(OP_SUB, run_sub), HALVES(OP_MUL, run_mul),
	HALVES(OP_FMA, run_fma),   HALVES(OP_NEG, run_neg), HALVES(OP_ABS, run_abs),
	HALVES(OP_MIN, run_min),   HALVES(OP_MAX, run_max), HALVES(OP_EX2, run_ex2),
	HALVES(OP_TANH, run_tanh),
};

ptx_lane_table
gm_ptx_lanes_half(void)
{
	return (ptx_lane_table){rows, sizeof rows / sizeof *rows};
}
