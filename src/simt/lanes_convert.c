#include "simt/lanes.h"

#include "base/bits.h"
#include "ptx/half.h"
#include "ptx/loops.h"
#include "ptx/round.h"

#include <math.h>

/*
 * cvt: a source is read as a wide integer or a double, changed, and written. Integers keep their
 * exact value on the way (u64 and s64 do not fit a double). The frequent widenings have loops of
 * their own.
 */
typedef struct value {
	bool is_float;
	bool negative; /* of an integer: it is read as int64_t */
	uint64_t integer;
	double number;
} value;

static uint64_t
raw(ptx_warp *warp, uint32_t unit, ptx_type type, int l)
{
	return gm_ptx_type_bits(type) == 64 ? ptx_u64(warp, unit)[l] : ptx_u32(warp, unit)[l];
}

static value
read_integer(uint64_t bits, ptx_type type)
{
	const int width = gm_ptx_type_bits(type), unused = 64 - width;
	if (gm_ptx_type_kind(type) != KIND_SIGNED)
		return (value){.integer = bits << unused >> unused};
	const int64_t extended = (int64_t)(bits << unused) >> unused;
	return (value){.integer = (uint64_t)extended, .negative = extended < 0};
}

static value
read_value(uint64_t bits, ptx_type type)
{
	if (gm_ptx_type_kind(type) != KIND_FLOAT)
		return read_integer(bits, type);
	return (value){.is_float = true, .number = gm_ptx_number_of_bits(type, bits)};
}

/* To an integral value: .rni .rzi .rmi .rpi, kept in a double. */
static double
integral(double x, uint8_t rounding)
{
	switch (rounding) {
	case MOD_rzi:
		return trunc(x);
	case MOD_rmi:
		return floor(x);
	case MOD_rpi:
		return ceil(x);
	default:
		return rint(x);
	}
}

/* Floats beyond the range clamp to it; NaN becomes 0 for 32 bits and more (PTX manual, cvt). */
static uint64_t
integer_of_float(double x, ptx_type to, uint8_t rounding)
{
	const bool is_signed = gm_ptx_type_kind(to) == KIND_SIGNED;
	const int bits = gm_ptx_type_bits(to) - (is_signed ? 1 : 0);
	const double limit = bits == 64 ? 0x1p64 : (double)((uint64_t)1 << bits), whole = integral(x, rounding);
	if (isnan(x))
		return gm_ptx_type_bits(to) == 64 ? (uint64_t)1 << 63 : 0;
	if (whole >= limit)
		return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
	if (!is_signed)
		return whole <= 0 ? 0 : (uint64_t)whole;
	return (uint64_t)(whole <= -limit ? -(int64_t)(limit / 2) * 2 : (int64_t)whole);
}

static uint64_t
saturated_integer(value v, ptx_type to)
{
	const bool is_signed = gm_ptx_type_kind(to) == KIND_SIGNED;
	const int bits = gm_ptx_type_bits(to) - (is_signed ? 1 : 0);
	const uint64_t top = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
	if (v.negative && !is_signed)
		return 0;
	if (v.negative)
		return (int64_t)v.integer < -(int64_t)top - 1 ? ~top : v.integer;
	return v.integer > top ? top : v.integer;
}

/* What a number becomes in the type, before it is encoded. */
static double
rounded_to(const ptx_step *step, double x, ptx_type to)
{
	if (step->clamp && x < 0)
		return 0;
	const double number = gm_ptx_rounded(to, x, step->rounding), largest = gm_ptx_largest(to);
	return step->finite && fabs(x) > largest ? copysign(largest, x) : number;
}

static uint64_t
bits_of_double(const ptx_step *step, value v)
{
	const uint64_t magnitude = v.negative ? 0 - v.integer : v.integer;
	return gm_bits_of_double(v.is_float ? v.number
	                                    : gm_ptx_double_of_integer(magnitude, v.negative, step->rounding));
}

static uint64_t
float_bits(const ptx_step *step, value v, ptx_type to)
{
	const uint8_t rounding = step->rounding;
	const bool to_integral = v.is_float && (rounding == MOD_rni || rounding == MOD_rzi ||
						rounding == MOD_rmi || rounding == MOD_rpi);
	if (to_integral)
		v.number = integral(v.number, rounding);
	if (step->saturate && v.is_float)
		v.number = isnan(v.number) ? 0 : fmin(fmax(v.number, 0), 1);
	if (to == PTX_F64)
		return bits_of_double(step, v);
	if (!v.is_float)
		v.number = gm_ptx_marked_double_of_integer(v.negative ? 0 - v.integer : v.integer, v.negative);
	float single = (float)rounded_to(step, v.number, to);
	if (to == PTX_F16)
		return gm_ptx_half_from_float(single);
	if (to == PTX_BF16)
		return gm_ptx_bfloat_from_float(single);
	if (step->flush && fpclassify(single) == FP_SUBNORMAL)
		single = copysignf(0, single);
	return gm_bits_of_float(single);
}

static uint64_t
converted(const ptx_step *step, uint64_t bits)
{
	const ptx_type to = (ptx_type)step->type, from = (ptx_type)step->from;
	value v = read_value(bits, from);
	if (step->flush && from == PTX_F32 && fabs(v.number) < 0x1p-126)
		v.number = copysign(0, v.number);
	if (gm_ptx_type_kind(to) == KIND_FLOAT)
		return float_bits(step, v, to);
	if (v.is_float)
		return integer_of_float(v.number, to, step->rounding);
	return step->saturate ? saturated_integer(v, to) : v.integer;
}

static void
convert(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const int width = gm_ptx_type_bits((ptx_type)step->type);
	/* An integer narrower than its register is extended to all of it. */
	const uint64_t kept = width >= 32 || gm_ptx_type_kind((ptx_type)step->type) == KIND_SIGNED
				      ? UINT64_MAX
				      : ((uint64_t)1 << width) - 1;
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint64_t bits = raw(warp, step->a, (ptx_type)step->from, l);
		bits = converted(step, bits) & kept;
		if (width < 32 && gm_ptx_type_kind((ptx_type)step->type) == KIND_SIGNED)
			bits = (uint64_t)((int64_t)(bits << (64 - width)) >> (64 - width));
		if (step->detail == 2)
			ptx_u64(warp, step->d)[l] = bits;
		else
			ptx_u32(warp, step->d)[l] = (uint32_t)bits;
	}
}

/* cvt.rn.f16x2.f32 d, a, b: a goes to the upper half. */
static void
convert_pair(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const float *a = ptx_f32(warp, step->a), *b = ptx_f32(warp, step->b);
	const bool brain = step->type == PTX_BF16X2;
	const bool nearest = step->rounding == MOD_rn && !step->clamp && !step->finite;
	const ptx_type type = brain ? PTX_BF16 : PTX_F16;
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const float high = nearest ? a[l] : (float)rounded_to(step, (double)a[l], type);
		const float low = nearest ? b[l] : (float)rounded_to(step, (double)b[l], type);
		d[l] = brain ? (uint32_t)gm_ptx_bfloat_from_float(high) << 16 |
				       gm_ptx_bfloat_from_float(low)
			     : (uint32_t)gm_ptx_half_from_float(high) << 16 |
				       gm_ptx_half_from_float(low);
	}
}

LANES_1(u64_of_u32, uint32_t, uint32_t, uint64_t, uint64_t, x)
LANES_1(s64_of_s32, int32_t, uint32_t, int64_t, uint64_t, x)
LANES_1(b32_of_b64, uint64_t, uint64_t, uint32_t, uint32_t, x)
LANES_1(f32_of_s32, int32_t, uint32_t, float, float, x)
LANES_1(f32_of_u32, uint32_t, uint32_t, float, float, x)
LANES_1(f64_of_f32, float, float, double, double, x)
LANES_1(f32_of_s16, int16_t, uint32_t, float, float, x)
LANES_1(f32_of_u16, uint16_t, uint32_t, float, float, x)
LANES_1(f64_of_s32, int32_t, uint32_t, double, double, x)
LANES_1(f64_of_s64, int64_t, uint64_t, double, double, x)
LANES_1(f64_of_word, uint64_t, uint64_t, double, double, x)
LANES_1(f64_of_u32, uint32_t, uint32_t, double, double, x)
LANES_1(b32_of_u16, uint16_t, uint32_t, uint32_t, uint32_t, x)
LANES_1(nearest_single, double, double, float, float, x)
LANES_1(nearest_bfloat, float, float, uint16_t, uint32_t, gm_ptx_bfloat_from_float(x))
LANES_1(nearest_half, float, float, uint16_t, uint32_t, gm_ptx_half_from_float(x))
SCALAR_1(nearest_tf32, float, float, float, float, gm_ptx_tf32_from_float(x))
SCALAR_1(single_of_bfloat, uint16_t, uint32_t, float, float, gm_ptx_float_from_bfloat(x))
LANES_1(rounded_single, float, float, float, float, rintf(x))
LANES_1(truncated_single, float, float, float, float, truncf(x))
LANES_1(floor_single, float, float, float, float, floorf(x))
LANES_1(saturated_single, float, float, float, float, x != x || x < 0 ? 0 : x > 1 ? 1 : x)
LANES_1(single_of_half, uint16_t, uint32_t, float, float, gm_ptx_float_from_half(x))
LANES_1(truncated, float, float, int32_t, uint32_t,
	x >= 0x1p31f    ? INT32_MAX
	: x <= -0x1p31f ? INT32_MIN
	: x != x        ? 0
			: (int32_t)x)

LANES_1(rounded_double, double, double, int32_t, uint32_t,
	rint(x) >= 0x1p31    ? INT32_MAX
	: rint(x) <= -0x1p31 ? INT32_MIN
	: x != x             ? 0
			     : (int32_t)rint(x))
LANES_1(integral_double, double, double, double, double, rint(x))

LANES_1(rounded, float, float, int32_t, uint32_t,
	rintf(x) >= 0x1p31f    ? INT32_MAX
	: rintf(x) <= -0x1p31f ? INT32_MIN
	: x != x               ? 0
			       : (int32_t)rintf(x))

static bool
is_plain(const ptx_step *step)
{
	return !step->saturate && !step->clamp && !step->flush && !step->finite;
}

/* Integers that are not saturated: the bits of the narrower type are left, and those of a signed one extended. */
typedef struct widths {
	uint64_t from, from_sign, to, to_sign; /* masks; signs are 0 where nothing is extended */
} widths;

static uint64_t
mask_of(int bits)
{
	return UINT64_MAX >> (64 - bits);
}

static uint64_t
sign_of(ptx_type type)
{
	return gm_ptx_type_kind(type) == KIND_SIGNED ? (uint64_t)1 << (gm_ptx_type_bits(type) - 1) : 0;
}

static widths
widths_of(const ptx_step *step)
{
	const ptx_type from = (ptx_type)step->from, to = (ptx_type)step->type;
	const int from_bits = gm_ptx_type_bits(from), to_bits = gm_ptx_type_bits(to);
	const bool narrow = to_bits < 32; /* and extended to all of its register */
	return (widths){mask_of(from_bits), from_bits < 64 ? sign_of(from) : 0,
			narrow ? mask_of(to_bits) : UINT64_MAX, narrow ? sign_of(to) : 0};
}

#define RESIZED(name, C, RC)                                                                       \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a);                                                 \
		RC *d = LANES_OF(RC, step->d);                                                     \
		const widths w = widths_of(step);                                                  \
		const RC from = (RC)w.from, from_sign = (RC)w.from_sign;                           \
		const RC to = (RC)w.to, to_sign = (RC)w.to_sign;                                   \
		SET_LANES(mask, RC, ((((x ^ from_sign) - from_sign) & to) ^ to_sign) - to_sign,    \
			  const RC x = (RC)a[l] & from;)                                           \
	}
RESIZED(word_of_word, uint32_t, uint32_t)
RESIZED(word_of_double_word, uint64_t, uint32_t)
RESIZED(double_word_of_word, uint32_t, uint64_t)
RESIZED(double_word_of_double_word, uint64_t, uint64_t)

static void
integer_of_integer(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	static const ptx_run run[2][2] = {{word_of_word, word_of_double_word},
					  {double_word_of_word, double_word_of_double_word}};
	const bool from_two = gm_ptx_type_bits((ptx_type)step->from) == 64;
	(step->saturate ? convert : run[step->detail == 2][from_two])(warp, step, mask);
}

/* A half is no subnormal single. */
static void
f32_of_f16(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const bool plain = !step->saturate && !step->clamp && step->rounding == 0;
	(plain ? single_of_half : convert)(warp, step, mask);
}

static void
s32_of_f32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint8_t how = step->rounding;
	(how == MOD_rzi ? truncated : how == MOD_rni ? rounded : convert)(warp, step, mask);
}

static void
s32_of_f64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(step->rounding == MOD_rni ? rounded_double : convert)(warp, step, mask);
}

static ptx_run
single_of_single(const ptx_step *step)
{
	if (step->flush || step->clamp || step->finite || (step->saturate && step->rounding))
		return convert;
	switch (step->rounding) {
	case MOD_rni:
		return rounded_single;
	case MOD_rzi:
		return truncated_single;
	case MOD_rmi:
		return floor_single;
	default:
		return step->saturate ? saturated_single : convert;
	}
}

static void
f32_of_f32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	single_of_single(step)(warp, step, mask);
}

/* A conversion that has a loop of its own when nothing but the types and this rounding is asked for. */
#define PLAIN(name, how, run)                                                                      \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		(is_plain(step) && step->rounding == how ? run : convert)(warp, step, mask);       \
	}
PLAIN(f32_of_f64, MOD_rn, nearest_single)
PLAIN(f32_of_int, MOD_rn, f32_of_s32)
PLAIN(f32_of_unsigned, MOD_rn, f32_of_u32)
PLAIN(f64_of_long, MOD_rn, f64_of_s64)
PLAIN(f64_of_u64, MOD_rn, f64_of_word)
PLAIN(f64_of_single, 0, f64_of_f32)
PLAIN(low_of_long, 0, b32_of_b64)
PLAIN(f16_of_f32, MOD_rn, nearest_half)
PLAIN(bf16_of_f32, MOD_rn, nearest_bfloat)
PLAIN(f64_of_f64, MOD_rni, integral_double)
PLAIN(tf32_of_f32, MOD_rna, nearest_tf32)
PLAIN(f32_of_bf16, 0, single_of_bfloat)
PLAIN(u32_of_u16, 0, b32_of_u16)
PLAIN(u16_of_u32, 0, b32_of_u16)

static const struct {
	uint8_t to, from;
	ptx_run run;
} quick[] = {
	{PTX_U64, PTX_U32, u64_of_u32}, {PTX_S64, PTX_S32, s64_of_s32},
	{PTX_U32, PTX_U64, low_of_long}, {PTX_S32, PTX_S64, low_of_long},
	{PTX_F32, PTX_S32, f32_of_int}, {PTX_F64, PTX_F32, f64_of_single},
	{PTX_F32, PTX_U32, f32_of_unsigned}, {PTX_F32, PTX_F16, f32_of_f16},
	{PTX_S32, PTX_F32, s32_of_f32}, {PTX_F32, PTX_F32, f32_of_f32},
	{PTX_F32, PTX_S16, f32_of_s16}, {PTX_F32, PTX_U16, f32_of_u16},
	{PTX_F64, PTX_S32, f64_of_s32}, {PTX_F64, PTX_S64, f64_of_long},
	{PTX_F64, PTX_U32, f64_of_u32}, {PTX_F64, PTX_U64, f64_of_u64},
	{PTX_F32, PTX_F64, f32_of_f64}, {PTX_F16, PTX_F32, f16_of_f32},
	{PTX_F64, PTX_F64, f64_of_f64}, {PTX_S32, PTX_F64, s32_of_f64},
	{PTX_TF32, PTX_F32, tf32_of_f32}, {PTX_F32, PTX_BF16, f32_of_bf16},
	{PTX_U32, PTX_U16, u32_of_u16}, {PTX_U16, PTX_U32, u16_of_u32},
	{PTX_BF16, PTX_F32, bf16_of_f32},
};

static bool
is_integer(ptx_type type)
{
	const ptx_kind kind = gm_ptx_type_kind(type);
	return kind == KIND_SIGNED || kind == KIND_UNSIGNED;
}

static bool
is_scalar(ptx_type type)
{
	return is_integer(type) || type == PTX_F16 || type == PTX_BF16 || type == PTX_F32 ||
	       type == PTX_F64 || type == PTX_TF32;
}

ptx_run
gm_ptx_lanes_convert(ptx_type to, ptx_type from)
{
	if ((to == PTX_F16X2 || to == PTX_BF16X2) && from == PTX_F32)
		return convert_pair;
	for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
		if (quick[i].to == to && quick[i].from == from)
			return quick[i].run;
	if (is_integer(to) && is_integer(from))
		return integer_of_integer;
	return is_scalar(to) && is_scalar(from) ? convert : gm_ptx_lanes_narrow(to, from);
}
