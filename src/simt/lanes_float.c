#include "simt/lanes.h"

#include "ptx/loops.h"

#include <math.h>
#include <string.h>

/*
 * Single and double precision. Sums, products, quotients and roots are IEEE and so equal the
 * hardware's; the approximate functions (ex2, lg2, sin, ...) are correctly rounded to within one
 * unit, where the hardware's are within two.
 */

/* A number wins over NaN, as PTX has it; step->detail asks for .NaN. -0 is less than +0. */
#define LESS(x, y) (x < y || (x == y && signbit(x)))
#define SMALLER(x, y)                                                                              \
	(isnan(x) ? (step->detail ? x : y) : isnan(y) ? (step->detail ? y : x) : LESS(x, y) ? x : y)
#define LARGER(x, y)                                                                               \
	(isnan(x) ? (step->detail ? x : y) : isnan(y) ? (step->detail ? y : x) : LESS(x, y) ? y : x)

#define DEFINE(s, T, magnitude, root, with_sign)                                                   \
	LANES_2(add_##s, T, T, T, T, x + y)                                                        \
	LANES_2(sub_##s, T, T, T, T, x - y)                                                        \
	LANES_2(mul_##s, T, T, T, T, x *y)                                                         \
	LANES_2(div_##s, T, T, T, T, x / y)                                                        \
	LANES_2(min_##s, T, T, T, T, SMALLER(x, y))                                                \
	LANES_2(max_##s, T, T, T, T, LARGER(x, y))                                                 \
	LANES_2(copysign_##s, T, T, T, T, with_sign(y, x))                                         \
	LANES_1(neg_##s, T, T, T, T, -x)                                                           \
	LANES_1(abs_##s, T, T, T, T, magnitude(x))                                                 \
	LANES_1(rcp_##s, T, T, T, T, (T)1 / x)                                                     \
	SCALAR_1(sqrt_##s, T, T, T, T, root(x))                                                     \
	SCALAR_1(rsqrt_##s, T, T, T, T, (T)(1 / sqrt((double)x)))

DEFINE(f32, float, fabsf, sqrtf, copysignf)
DEFINE(f64, double, fabs, sqrt, copysign)

SCALAR_3(fma_f32_any, float, float, float, float, fmaf(x, y, z))
SCALAR_3(fma_f64_any, double, double, double, double, fma(x, y, z))

#if defined(__x86_64__)
/* fmaf is a call where the compiler may not assume the instruction; ask the processor instead. */
#define FUSED(name, T, builtin)                                                                    \
	__attribute__((target("avx2,fma"))) static void name(ptx_warp *warp, const ptx_step *step, \
							     uint32_t mask)                        \
	{                                                                                          \
		const T *a = LANES_OF(T, step->a), *b = LANES_OF(T, step->b);                      \
		const T *c = LANES_OF(T, step->c);                                                 \
		T *d = LANES_OF(T, step->d);                                                       \
		SET_LANES(mask, T, builtin(a[l], b[l], c[l]), )                                    \
	}
FUSED(fma_f32_fused, float, __builtin_fmaf)
FUSED(fma_f64_fused, double, __builtin_fma)

static bool
has_fused(void)
{
	return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}
#else
#define fma_f32_fused fma_f32_any
#define fma_f64_fused fma_f64_any

static bool
has_fused(void)
{
	return false;
}
#endif

static void
fma_f32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(has_fused() ? fma_f32_fused : fma_f32_any)(warp, step, mask);
}

static void
fma_f64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(has_fused() ? fma_f64_fused : fma_f64_any)(warp, step, mask);
}

SCALAR_1(sin_f32, float, float, float, float, (float)sin((double)x))
SCALAR_1(cos_f32, float, float, float, float, (float)cos((double)x))
SCALAR_1(lg2_f32, float, float, float, float, (float)log2((double)x))
SCALAR_1(ex2_f32, float, float, float, float, (float)exp2((double)x))
SCALAR_1(tanh_f32, float, float, float, float, (float)tanh((double)x))

static bool
tested(uint8_t what, double x, int class)
{
	switch (what) {
	case MOD_finite:
		return isfinite(x) != 0;
	case MOD_infinite:
		return isinf(x) != 0;
	case MOD_number:
		return !isnan(x);
	case MOD_notanumber:
		return isnan(x) != 0;
	case MOD_normal:
		return class == FP_NORMAL;
	default:
		return class == FP_SUBNORMAL;
	}
}

#define TEST(name, T)                                                                              \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const T *a = LANES_OF(T, step->a);                                                 \
		uint32_t *d = ptx_u32(warp, step->d);                                              \
		uint32_t bits = 0;                                                                 \
		for (int l = 0; l < PTX_LANES; l++)                                                \
			bits |= (uint32_t)tested(step->detail, (double)a[l], fpclassify(a[l]))     \
				<< l;                                                              \
		*d = (*d & ~mask) | (bits & mask);                                                 \
	}
TEST(testp_f32, float)
TEST(testp_f64, double)

#define BOTH(opcode, name)                                                                         \
	{opcode, PTX_F32, VARIANT_PLAIN, RULE_OPAQUE, name##_f32},                                 \
	{                                                                                          \
		opcode, PTX_F64, VARIANT_PLAIN, RULE_OPAQUE, name##_f64                            \
	}
#define SINGLE(opcode, name)                                                                       \
	{                                                                                          \
		opcode, PTX_F32, VARIANT_PLAIN, RULE_OPAQUE, name##_f32                            \
	}

static const ptx_lane_row rows[] = {
	BOTH(OP_ADD, add),     BOTH(OP_SUB, sub),           BOTH(OP_MUL, mul),
	BOTH(OP_FMA, fma),     BOTH(OP_MAD, fma),           BOTH(OP_DIV, div),
	BOTH(OP_MIN, min),     BOTH(OP_MAX, max),           BOTH(OP_NEG, neg),
	BOTH(OP_ABS, abs),     BOTH(OP_RCP, rcp),           BOTH(OP_SQRT, sqrt),
	BOTH(OP_RSQRT, rsqrt), BOTH(OP_COPYSIGN, copysign), BOTH(OP_TESTP, testp),
	SINGLE(OP_SIN, sin),   SINGLE(OP_COS, cos),         SINGLE(OP_LG2, lg2),
	SINGLE(OP_EX2, ex2),   SINGLE(OP_TANH, tanh),
};

ptx_lane_table
gm_ptx_lanes_float(void)
{
	return (ptx_lane_table){rows, sizeof rows / sizeof *rows};
}
