#include "simt/lanes.h"

#include "ptx/loops.h"

#include <math.h>
#include <string.h>

/*
 * Single and double precision. Sums, products, quotients and roots are IEEE and so equal the
 * hardware's; the approximate functions (ex2, lg2, sin, ...) are correctly rounded to within one
 * unit, where the hardware's are within two.
 */

/* A number wins over NaN, as PTX has it, unless .NaN is asked for (none: all bits, else 0), and -0 is less than +0. Of
   bits, which vectors compare as integers without a branch; those of numbers below zero rise as these fall. */
#define EXTREMES(s, U, I, infinity)                                                                \
	static inline U extreme_##s(U x, U y, U none, bool largest)                                \
	{                                                                                          \
		const U magnitude = (U)-1 >> 1;                                                    \
		const I first = (I)(x ^ ((U)((I)x >> (8 * sizeof(I) - 1)) & magnitude));           \
		const I second = (I)(y ^ ((U)((I)y >> (8 * sizeof(I) - 1)) & magnitude));          \
		const U x_is_none = (U)-(I)((I)(x & magnitude) > (I)(infinity));                   \
		const U y_is_none = (U)-(I)((I)(y & magnitude) > (I)(infinity));                   \
		const U by_rank = (U)-(I)(largest ? first < second : first >= second);             \
		const U takes_y = (x_is_none & ~none) |                                            \
				  (~x_is_none & ((y_is_none & none) | (~y_is_none & by_rank)));    \
		return (x & ~takes_y) | (y & takes_y);                                             \
	}                                                                                          \
	EXTREME(min_##s, s, U, false)                                                              \
	EXTREME(max_##s, s, U, true)
#define EXTREME(name, s, U, largest)                                                               \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const U *a = LANES_OF(U, step->a), *b = LANES_OF(U, step->b);                      \
		U *d = LANES_OF(U, step->d);                                                       \
		const U none = (U)0 - (step->detail != 0);                                         \
		SET_LANES(mask, U, extreme_##s(x, y, none, largest), const U x = a[l], y = b[l];)  \
	}
EXTREMES(f32, uint32_t, int32_t, 0x7f800000)
EXTREMES(f64, uint64_t, int64_t, 0x7ff0000000000000)

#define DEFINE(s, T, magnitude, root, with_sign)                                                   \
	LANES_2(add_##s, T, T, T, T, x + y)                                                        \
	LANES_2(sub_##s, T, T, T, T, x - y)                                                        \
	LANES_2(mul_##s, T, T, T, T, x *y)                                                         \
	LANES_2(div_##s, T, T, T, T, x / y)                                                        \
	LANES_2(copysign_##s, T, T, T, T, with_sign(y, x))                                         \
	LANES_1(neg_##s, T, T, T, T, -x)                                                           \
	LANES_1(abs_##s, T, T, T, T, magnitude(x))                                                 \
	LANES_1(rcp_##s, T, T, T, T, (T)1 / x)                                                     \
	SCALAR_1(sqrt_##s, T, T, T, T, root(x))                                                     \
	SCALAR_1(rsqrt_##s, T, T, T, T, (T)(1 / sqrt((double)x)))

DEFINE(f32, float, fabsf, sqrtf, copysignf)
DEFINE(f64, double, fabs, sqrt, copysign)

#if defined(__x86_64__)
/* fmaf is a call where the compiler may not assume the instruction; ask the processor instead. */
#define FUSED(name, T, builtin, product, other)                                                    \
	__attribute__((target("avx2,fma"))) static void name##_at_once(ptx_warp *warp, const ptx_step *step, \
								       uint32_t mask)              \
	{                                                                                          \
		const T *a = LANES_OF(T, step->a), *b = LANES_OF(T, step->b);                      \
		const T *c = LANES_OF(T, step->c);                                                 \
		T *d = LANES_OF(T, step->d);                                                       \
		SET_LANES(mask, T, builtin(product a[l], b[l], other c[l]), )                      \
	}

static bool
has_fused(void)
{
	return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}
#else
#define FUSED(name, T, builtin, product, other)                                                    \
	static void name##_at_once(ptx_warp *warp, const ptx_step *step, uint32_t mask)            \
	{                                                                                          \
		name##_any(warp, step, mask);                                                      \
	}

static bool
has_fused(void)
{
	return false;
}
#endif

/* A product of A and B and the number C, with a sign each. */
#define FUSED_EITHER_WAY(name, T, call, builtin, product, other)                                   \
	SCALAR_3(name##_any, T, T, T, T, call(product x, y, other z))                              \
	FUSED(name, T, builtin, product, other)                                                    \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		(has_fused() ? name##_at_once : name##_any)(warp, step, mask);                     \
	}
#define FUSED_WITH_SIGNS(s, T, call, builtin)                                                      \
	FUSED_EITHER_WAY(fma_##s, T, call, builtin, +, +)                                          \
	FUSED_EITHER_WAY(fma_less_##s, T, call, builtin, +, -)                                     \
	FUSED_EITHER_WAY(fma_from_##s, T, call, builtin, -, +)                                     \
	FUSED_EITHER_WAY(fma_below_##s, T, call, builtin, -, -)
FUSED_WITH_SIGNS(f32, float, fmaf, __builtin_fmaf)
FUSED_WITH_SIGNS(f64, double, fma, __builtin_fma)

ptx_run
gm_ptx_lanes_fused(ptx_type type, ptx_fused how)
{
	static const ptx_run singles[] = {fma_f32, fma_less_f32, fma_from_f32, fma_below_f32},
			     doubles[] = {fma_f64, fma_less_f64, fma_from_f64, fma_below_f64};
	return type == PTX_F32 ? singles[how] : doubles[how];
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
