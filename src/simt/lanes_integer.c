#include "simt/lanes.h"

#include "ptx/loops.h"

/*
 * Integer arithmetic. U is the unsigned type of the same width, in which sums and products wrap
 * without undefined behaviour. Division by zero gives all ones, as the hardware does; the remainder
 * is then the dividend.
 */

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

/* Division of signed minima by -1 wraps. */
#define QUOTIENT(T, U) (y == 0 ? (U)-1 : (T)-1 < (T)1 && y == (T)-1 ? (U)(0 - (U)x) : (U)(x / y))
#define REMAINDER(T, U) (y == 0 ? (U)x : (T)-1 < (T)1 && y == (T)-1 ? (U)0 : (U)(x % y))

/*      suffix, type, container, unsigned, double width and its unsigned type, bits */
#define INTEGER_TYPES(X)                                                                           \
	X(u16, uint16_t, uint32_t, uint16_t, uint32_t, uint32_t, 16)                               \
	X(s16, int16_t, uint32_t, uint16_t, int32_t, uint32_t, 16)                                 \
	X(u32, uint32_t, uint32_t, uint32_t, uint64_t, uint64_t, 32)                               \
	X(s32, int32_t, uint32_t, uint32_t, int64_t, uint64_t, 32)                                 \
	X(u64, uint64_t, uint64_t, uint64_t, uint128, uint128, 64)                                 \
	X(s64, int64_t, uint64_t, uint64_t, int128, uint128, 64)

#define DEFINE(s, T, C, U, W, WU, bits)                                                            \
	LANES_2(add_##s, T, C, U, C, (U)((U)x + (U)y))                                             \
	LANES_2(sub_##s, T, C, U, C, (U)((U)x - (U)y))                                             \
	LANES_2(mul_lo_##s, T, C, U, C, (U)((WU)(U)x * (WU)(U)y))                                  \
	LANES_2(mul_hi_##s, T, C, U, C, (U)((WU)((W)x * (W)y) >> bits))                            \
	LANES_3(mad_lo_##s, T, C, U, C, (U)((WU)(U)x * (WU)(U)y + (WU)z))                          \
	LANES_3(mad_hi_##s, T, C, U, C, (U)((U)((WU)((W)x * (W)y) >> bits) + z))                   \
	SCALAR_2(div_##s, T, C, U, C, QUOTIENT(T, U))                                               \
	SCALAR_2(rem_##s, T, C, U, C, REMAINDER(T, U))                                              \
	LANES_2(min_##s, T, C, U, C, x < y ? x : y)                                                \
	LANES_2(max_##s, T, C, U, C, x > y ? x : y)                                                \
	LANES_3(sad_##s, T, C, U, C, (U)(z + (x < y ? (U)((U)y - (U)x) : (U)((U)x - (U)y))))       \
	LANES_1(neg_##s, T, C, U, C, (U)(0 - (U)x))                                                \
	LANES_1(abs_##s, T, C, U, C, x < (T)1 ? (U)(0 - (U)x) : (U)x)

INTEGER_TYPES(DEFINE)

/* Products of double width; 64 x 64 has none. */
#define DEFINE_WIDE(s, T, C, W, R, RC)                                                             \
	LANES_2(mul_wide_##s, T, C, R, RC, (R)((W)x * (W)y))                                       \
	LANES_3(mad_wide_##s, T, C, R, RC, (R)((R)((W)x * (W)y) + z))

DEFINE_WIDE(u16, uint16_t, uint32_t, uint32_t, uint32_t, uint32_t)
DEFINE_WIDE(s16, int16_t, uint32_t, int32_t, uint32_t, uint32_t)
DEFINE_WIDE(u32, uint32_t, uint32_t, uint64_t, uint64_t, uint64_t)
DEFINE_WIDE(s32, int32_t, uint32_t, int64_t, uint64_t, uint64_t)

/* mul24: the low 24 bits of each operand; .lo is bits 0 to 31 of the product, .hi bits 16 to 47. */
#define U24(v) ((uint64_t)(v)&0xffffff)
#define S24(v) ((int64_t)(int32_t)((uint32_t)(v) << 8) >> 8)
LANES_2(mul24_lo_u32, uint32_t, uint32_t, uint32_t, uint32_t, U24(x) * U24(y))
LANES_2(mul24_lo_s32, uint32_t, uint32_t, uint32_t, uint32_t, S24(x) * S24(y))
LANES_2(mul24_hi_u32, uint32_t, uint32_t, uint32_t, uint32_t, (U24(x) * U24(y)) >> 16)
LANES_2(mul24_hi_s32, uint32_t, uint32_t, uint32_t, uint32_t, (S24(x) * S24(y)) >> 16)
LANES_3(mad24_lo_u32, uint32_t, uint32_t, uint32_t, uint32_t, (uint32_t)(U24(x) * U24(y)) + z)
LANES_3(mad24_lo_s32, uint32_t, uint32_t, uint32_t, uint32_t, (uint32_t)(S24(x) * S24(y)) + z)
LANES_3(mad24_hi_u32, uint32_t, uint32_t, uint32_t, uint32_t, (uint32_t)((U24(x) * U24(y)) >> 16) + z)
LANES_3(mad24_hi_s32, uint32_t, uint32_t, uint32_t, uint32_t, (uint32_t)((S24(x) * S24(y)) >> 16) + z)

/* .sat, of s32 alone; of mad and mad24 their .hi. */
#define SATURATED(v) ((v) > INT32_MAX ? INT32_MAX : (v) < INT32_MIN ? INT32_MIN : (v))
LANES_2(add_sat, int32_t, uint32_t, int32_t, uint32_t, SATURATED((int64_t)x + y))
LANES_2(sub_sat, int32_t, uint32_t, int32_t, uint32_t, SATURATED((int64_t)x - y))
LANES_3(mad_hi_sat, int32_t, uint32_t, int32_t, uint32_t, SATURATED(((int64_t)x * y >> 32) + z))
LANES_3(mad24_hi_sat, int32_t, uint32_t, int32_t, uint32_t, SATURATED((S24(x) * S24(y) >> 16) + z))
#define NOT_NEGATIVE(v) ((v) < 0 ? 0 : (v))
LANES_2(min_relu, int32_t, uint32_t, int32_t, uint32_t, NOT_NEGATIVE(x < y ? x : y))
LANES_2(max_relu, int32_t, uint32_t, int32_t, uint32_t, NOT_NEGATIVE(x > y ? x : y))

/* Extended precision. The carry of each lane is step->c (in) and step->results[1] (out), both as
   predicates; see lower_plain.c. */
static uint32_t *
carry_out(ptx_warp *warp, const ptx_step *step)
{
	return ptx_u32(warp, warp->program->units[step->results + 1]);
}

#define DEFINE_CARRY(name, C, W, expression, with_in)                                              \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		C *d = LANES_OF(C, step->d);                                                       \
		uint32_t *carry = carry_out(warp, step);                                           \
		const uint32_t in = with_in ? *carry : 0;                                          \
		for (uint32_t rest = mask; rest; rest &= rest - 1) {                               \
			const int l = __builtin_ctz(rest);                                         \
			const W x = a[l], y = b[l], one = (in >> l) & 1;                           \
			const W sum = expression;                                                  \
			d[l] = (C)sum;                                                             \
			if (step->detail)                                                          \
				*carry = (*carry & ~(1u << l)) |                                   \
					 (uint32_t)((sum >> (8 * sizeof(C))) & 1) << l;            \
		}                                                                                  \
	}

DEFINE_CARRY(add_cc_32, uint32_t, uint64_t, x + y + 0 * one, 0)
DEFINE_CARRY(add_cc_64, uint64_t, uint128, x + y + 0 * one, 0)
DEFINE_CARRY(addc_32, uint32_t, uint64_t, x + y + one, 1)
DEFINE_CARRY(addc_64, uint64_t, uint128, x + y + one, 1)
DEFINE_CARRY(sub_cc_32, uint32_t, uint64_t, x - y + 0 * one, 0)
DEFINE_CARRY(sub_cc_64, uint64_t, uint128, x - y + 0 * one, 0)
DEFINE_CARRY(subc_32, uint32_t, uint64_t, x - y - one, 1)
DEFINE_CARRY(subc_64, uint64_t, uint128, x - y - one, 1)

#define DEFINE_MAD_CARRY(name, T, C, W, high, with_in)                                             \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const C *c = LANES_OF(C, step->c);                                                 \
		C *d = LANES_OF(C, step->d);                                                       \
		uint32_t *carry = carry_out(warp, step);                                           \
		const uint32_t in = with_in ? *carry : 0;                                          \
		for (uint32_t rest = mask; rest; rest &= rest - 1) {                               \
			const int l = __builtin_ctz(rest);                                         \
			const W product = (W)(T)a[l] * (W)(T)b[l];                                 \
			const C part = (C)(high ? product >> (8 * sizeof(C)) : product);           \
			const uint128 sum = (uint128)part + c[l] + ((in >> l) & 1);                \
			d[l] = (C)sum;                                                             \
			if (step->detail)                                                          \
				*carry = (*carry & ~(1u << l)) |                                   \
					 (uint32_t)((sum >> (8 * sizeof(C))) & 1) << l;            \
		}                                                                                  \
	}

DEFINE_MAD_CARRY(mad_lo_cc_32, uint32_t, uint32_t, uint64_t, 0, 0)
DEFINE_MAD_CARRY(mad_hi_cc_u32, uint32_t, uint32_t, uint64_t, 1, 0)
DEFINE_MAD_CARRY(madc_lo_32, uint32_t, uint32_t, uint64_t, 0, 1)
DEFINE_MAD_CARRY(madc_hi_u32, uint32_t, uint32_t, uint64_t, 1, 1)
DEFINE_MAD_CARRY(mad_hi_cc_s32, int32_t, uint32_t, int64_t, 1, 0)
DEFINE_MAD_CARRY(madc_hi_s32, int32_t, uint32_t, int64_t, 1, 1)
DEFINE_MAD_CARRY(mad_lo_cc_64, uint64_t, uint64_t, uint128, 0, 0)
DEFINE_MAD_CARRY(mad_hi_cc_u64, uint64_t, uint64_t, uint128, 1, 0)
DEFINE_MAD_CARRY(madc_lo_64, uint64_t, uint64_t, uint128, 0, 1)
DEFINE_MAD_CARRY(madc_hi_u64, uint64_t, uint64_t, uint128, 1, 1)
DEFINE_MAD_CARRY(mad_hi_cc_s64, int64_t, uint64_t, int128, 1, 0)
DEFINE_MAD_CARRY(madc_hi_s64, int64_t, uint64_t, int128, 1, 1)

#define SIX(opcode, variant, rule, name)                                                           \
	{opcode, PTX_U16, variant, rule, name##_u16},                                              \
		{opcode, PTX_S16, variant, rule, name##_s16},                                      \
		{opcode, PTX_U32, variant, rule, name##_u32},                                      \
		{opcode, PTX_S32, variant, rule, name##_s32},                                      \
		{opcode, PTX_U64, variant, rule, name##_u64},                                      \
	{                                                                                          \
		opcode, PTX_S64, variant, rule, name##_s64                                         \
	}

#define FOUR(opcode, variant, rule, name)                                                          \
	{opcode, PTX_U16, variant, rule, name##_u16},                                              \
		{opcode, PTX_S16, variant, rule, name##_s16},                                      \
		{opcode, PTX_U32, variant, rule, name##_u32},                                      \
	{                                                                                          \
		opcode, PTX_S32, variant, rule, name##_s32                                         \
	}

#define CARRY(opcode, variant, name)                                                               \
	{opcode, PTX_U32, variant, RULE_OPAQUE, name##_32},                                        \
		{opcode, PTX_S32, variant, RULE_OPAQUE, name##_32},                                \
		{opcode, PTX_U64, variant, RULE_OPAQUE, name##_64},                                \
	{                                                                                          \
		opcode, PTX_S64, variant, RULE_OPAQUE, name##_64                                   \
	}

static const ptx_lane_row rows[] = {
	SIX(OP_ADD, VARIANT_PLAIN, RULE_ADD, add),
	SIX(OP_SUB, VARIANT_PLAIN, RULE_SUB, sub),
	SIX(OP_MUL, VARIANT_LO, RULE_MUL, mul_lo),
	SIX(OP_MUL, VARIANT_HI, RULE_MUL_HIGH, mul_hi),
	FOUR(OP_MUL, VARIANT_WIDE, RULE_MUL_WIDE, mul_wide),
	SIX(OP_MAD, VARIANT_LO, RULE_MAD, mad_lo),
	SIX(OP_MAD, VARIANT_HI, RULE_OPAQUE, mad_hi),
	FOUR(OP_MAD, VARIANT_WIDE, RULE_MAD_WIDE, mad_wide),
	SIX(OP_DIV, VARIANT_PLAIN, RULE_DIV, div),
	SIX(OP_REM, VARIANT_PLAIN, RULE_REM, rem),
	SIX(OP_MIN, VARIANT_PLAIN, RULE_MIN, min),
	SIX(OP_MAX, VARIANT_PLAIN, RULE_MAX, max),
	SIX(OP_SAD, VARIANT_PLAIN, RULE_OPAQUE, sad),
	SIX(OP_NEG, VARIANT_PLAIN, RULE_NEG, neg),
	SIX(OP_ABS, VARIANT_PLAIN, RULE_OPAQUE, abs),
	{OP_MUL24, PTX_U32, VARIANT_LO, RULE_OPAQUE, mul24_lo_u32},
	{OP_MUL24, PTX_S32, VARIANT_LO, RULE_OPAQUE, mul24_lo_s32},
	{OP_MUL24, PTX_U32, VARIANT_HI, RULE_OPAQUE, mul24_hi_u32},
	{OP_MUL24, PTX_S32, VARIANT_HI, RULE_OPAQUE, mul24_hi_s32},
	{OP_MAD24, PTX_U32, VARIANT_LO, RULE_OPAQUE, mad24_lo_u32},
	{OP_MAD24, PTX_S32, VARIANT_LO, RULE_OPAQUE, mad24_lo_s32},
	{OP_MAD24, PTX_U32, VARIANT_HI, RULE_OPAQUE, mad24_hi_u32},
	{OP_MAD24, PTX_S32, VARIANT_HI, RULE_OPAQUE, mad24_hi_s32},
	{OP_ADD, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, add_sat},
	{OP_SUB, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, sub_sat},
	{OP_MAD, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, mad_hi_sat},
	{OP_MAD24, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, mad24_hi_sat},
	{OP_MIN, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, min_relu},
	{OP_MAX, PTX_S32, VARIANT_BOUNDED, RULE_OPAQUE, max_relu},
	CARRY(OP_ADD, VARIANT_CARRY, add_cc),
	CARRY(OP_SUB, VARIANT_CARRY, sub_cc),
	CARRY(OP_ADDC, VARIANT_PLAIN, addc),
	CARRY(OP_ADDC, VARIANT_CARRY, addc),
	CARRY(OP_SUBC, VARIANT_PLAIN, subc),
	CARRY(OP_SUBC, VARIANT_CARRY, subc),
	CARRY(OP_MADC, VARIANT_LO, madc_lo),
	{OP_MADC, PTX_U32, VARIANT_HI, RULE_OPAQUE, madc_hi_u32},
	{OP_MADC, PTX_U64, VARIANT_HI, RULE_OPAQUE, madc_hi_u64},
	{OP_MADC, PTX_S32, VARIANT_HI, RULE_OPAQUE, madc_hi_s32},
	{OP_MADC, PTX_S64, VARIANT_HI, RULE_OPAQUE, madc_hi_s64},
	/* mad.lo.cc and mad.hi.cc: found as MADC without a carry in; see gm_ptx_lanes_find. */
	CARRY(OP_MADC, VARIANT_LEFT, mad_lo_cc),
	{OP_MADC, PTX_U32, VARIANT_RIGHT, RULE_OPAQUE, mad_hi_cc_u32},
	{OP_MADC, PTX_U64, VARIANT_RIGHT, RULE_OPAQUE, mad_hi_cc_u64},
	{OP_MADC, PTX_S32, VARIANT_RIGHT, RULE_OPAQUE, mad_hi_cc_s32},
	{OP_MADC, PTX_S64, VARIANT_RIGHT, RULE_OPAQUE, mad_hi_cc_s64},
};

ptx_lane_table
gm_ptx_lanes_integer(void)
{
	return (ptx_lane_table){rows, sizeof rows / sizeof *rows};
}
