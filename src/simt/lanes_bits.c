#include "simt/lanes.h"

#include "ptx/loops.h"

/* Logic, shifts, bit fields, permutations, selections. */

#define BITWISE(s, C)                                                                              \
	LANES_2(and_##s, C, C, C, C, x &y)                                                         \
	LANES_2(or_##s, C, C, C, C, x | y)                                                         \
	LANES_2(xor_##s, C, C, C, C, x ^ y)
BITWISE(32, uint32_t)
BITWISE(64, uint64_t)

LANES_1(not_16, uint32_t, uint32_t, uint16_t, uint32_t, ~x)
LANES_1(not_32, uint32_t, uint32_t, uint32_t, uint32_t, ~x)
LANES_1(not_64, uint64_t, uint64_t, uint64_t, uint64_t, ~x)
LANES_1(cnot_32, uint32_t, uint32_t, uint32_t, uint32_t, x == 0)
LANES_1(cnot_64, uint64_t, uint64_t, uint64_t, uint64_t, x == 0)

/* Predicates are one word of bits. */
#define PREDICATE_2(name, expression)                                                              \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const uint32_t x = *ptx_u32(warp, step->a), y = *ptx_u32(warp, step->b);           \
		uint32_t *d = ptx_u32(warp, step->d);                                              \
		*d = (*d & ~mask) | ((expression)&mask);                                           \
	}
PREDICATE_2(and_predicate, x &y)
PREDICATE_2(or_predicate, x | y)
PREDICATE_2(xor_predicate, x ^ y)

/* Shift amounts are 32-bit whatever is shifted; too large a one shifts everything out. */
#define SHIFT(name, T, C, U, expression)                                                           \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const uint32_t bits = 8 * sizeof(T), *b = LANES_OF(uint32_t, step->b);             \
		const C *a = LANES_OF(C, step->a);                                                 \
		C *d = LANES_OF(C, step->d);                                                       \
		SET_LANES(mask, C, (C)(U)(expression), const T x = (T)a[l];                        \
			  const uint32_t y = b[l];)                                                \
	}
SHIFT(shl_16, uint16_t, uint32_t, uint16_t, y >= bits ? 0u : (uint32_t)x << y)
SHIFT(shl_32, uint32_t, uint32_t, uint32_t, y >= bits ? 0 : x << y)
SHIFT(shl_64, uint64_t, uint64_t, uint64_t, y >= bits ? 0 : x << y)
SHIFT(shr_u16, uint16_t, uint32_t, uint16_t, y >= bits ? 0 : x >> y)
SHIFT(shr_u32, uint32_t, uint32_t, uint32_t, y >= bits ? 0 : x >> y)
SHIFT(shr_u64, uint64_t, uint64_t, uint64_t, y >= bits ? 0 : x >> y)
SHIFT(shr_s16, int16_t, uint32_t, uint16_t, x >> (y >= bits ? bits - 1 : y))
SHIFT(shr_s32, int32_t, uint32_t, uint32_t, x >> (y >= bits ? bits - 1 : y))
SHIFT(shr_s64, int64_t, uint64_t, uint64_t, x >> (y >= bits ? bits - 1 : y))

/* Funnel shifts: a low, b high; .clamp at 32, .wrap modulo 32. */
static uint32_t
funnel_amount(const ptx_step *step, uint32_t amount)
{
	return step->clamp ? (amount > 32 ? 32 : amount) : amount & 31;
}

#define PAIR_OF(low, high) ((uint64_t)(high) << 32 | (low))
#define FUNNEL(name, expression)                                                                   \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const uint32_t *a = ptx_u32(warp, step->a), *b = ptx_u32(warp, step->b);           \
		const uint32_t *c = ptx_u32(warp, step->c);                                        \
		uint32_t *d = ptx_u32(warp, step->d);                                              \
		FOR_LANES(mask, const uint32_t n = funnel_amount(step, c[l]);                      \
			  d[l] = (uint32_t)(expression);)                                          \
	}
FUNNEL(shf_left, n == 32 ? a[l] : (PAIR_OF(a[l], b[l]) << n) >> 32)
FUNNEL(shf_right, PAIR_OF(a[l], b[l]) >> n)

LANES_1(popc_32, uint32_t, uint32_t, uint32_t, uint32_t, __builtin_popcount(x))
LANES_1(popc_64, uint64_t, uint64_t, uint32_t, uint32_t, __builtin_popcountll(x))
LANES_1(clz_32, uint32_t, uint32_t, uint32_t, uint32_t, x ? __builtin_clz(x) : 32)
LANES_1(clz_64, uint64_t, uint64_t, uint32_t, uint32_t, x ? __builtin_clzll(x) : 64)

/* Neighbours change places, then pairs, then fours; the bytes last. */
static inline uint64_t
reversed(uint64_t x, int bits)
{
	x = (x >> 1 & UINT64_C(0x5555555555555555)) | (x & UINT64_C(0x5555555555555555)) << 1;
	x = (x >> 2 & UINT64_C(0x3333333333333333)) | (x & UINT64_C(0x3333333333333333)) << 2;
	x = (x >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
	return __builtin_bswap64(x) >> (64 - bits);
}
LANES_1(brev_32, uint32_t, uint32_t, uint32_t, uint32_t, reversed(x, 32))
LANES_1(brev_64, uint64_t, uint64_t, uint64_t, uint64_t, reversed(x, 64))

/* The highest bit that differs from the sign; -1 when there is none. `clamp` marks .shiftamt. */
static uint32_t
found(const ptx_step *step, uint64_t x, int bits)
{
	if (x == 0)
		return UINT32_MAX;
	const int at = 63 - __builtin_clzll(x);
	return (uint32_t)(step->clamp ? bits - 1 - at : at);
}
LANES_1(bfind_u32, uint32_t, uint32_t, uint32_t, uint32_t, found(step, x, 32))
LANES_1(bfind_s32, uint32_t, uint32_t, uint32_t, uint32_t,
	found(step, (int32_t)x < 0 ? (uint32_t)~x : x, 32))
LANES_1(bfind_u64, uint64_t, uint64_t, uint32_t, uint32_t, found(step, x, 64))
LANES_1(bfind_s64, uint64_t, uint64_t, uint32_t, uint32_t, found(step, (int64_t)x < 0 ? ~x : x, 64))

/* `length` bits from `start`; a signed field fills with its top bit, or the top bit of the value
   when the field reaches beyond it. */
static uint64_t
field(uint64_t x, uint32_t start, uint32_t length, uint32_t bits, bool is_signed)
{
	start &= 0xff;
	length &= 0xff;
	if (length == 0)
		return 0;
	const uint32_t top = start + length - 1 < bits - 1 ? start + length - 1 : bits - 1;
	const uint64_t fill = is_signed && ((x >> top) & 1) ? ~(uint64_t)0 : 0;
	if (start >= bits)
		return fill;
	const uint64_t shifted = x >> start | (start ? fill << (bits - start) : 0);
	if (length >= 64)
		return shifted;
	return (shifted & (((uint64_t)1 << length) - 1)) | fill << length;
}

static uint64_t
inserted(uint64_t from, uint64_t into, uint32_t start, uint32_t length, uint32_t bits)
{
	start &= 0xff;
	length &= 0xff;
	if (start >= bits || length == 0)
		return into;
	const uint64_t ones = length >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
	return (into & ~(ones << start)) | ((from & ones) << start);
}

#define FIELD(name, C, bits, is_signed)                                                            \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a);                                                 \
		const uint32_t *b = ptx_u32(warp, step->b), *c = ptx_u32(warp, step->c);           \
		C *d = LANES_OF(C, step->d);                                                       \
		FOR_LANES(mask, d[l] = (C)field(a[l], b[l], c[l], bits, is_signed);)               \
	}
FIELD(bfe_u32, uint32_t, 32, false)
FIELD(bfe_s32, uint32_t, 32, true)
FIELD(bfe_u64, uint64_t, 64, false)
FIELD(bfe_s64, uint64_t, 64, true)

/* The fourth source stands only in the list. */
static uint32_t
fourth(const ptx_warp *warp, const ptx_step *step)
{
	return warp->program->units[step->sources + 3];
}

#define INSERT(name, C, bits)                                                                      \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const uint32_t *c = ptx_u32(warp, step->c);                                        \
		const uint32_t *e = ptx_u32(warp, fourth(warp, step));                             \
		C *d = LANES_OF(C, step->d);                                                       \
		FOR_LANES(mask, d[l] = (C)inserted(a[l], b[l], c[l], e[l], bits);)                 \
	}
INSERT(bfi_32, uint32_t, 32)
INSERT(bfi_64, uint64_t, 64)

static uint32_t
mask_of(const ptx_step *step, uint32_t start, uint32_t length)
{
	start = step->clamp ? (start > 32 ? 32 : start) : start & 31;
	length = step->clamp ? (length > 32 ? 32 : length) : length & 31;
	return (uint32_t)((((uint64_t)1 << length) - 1) << start);
}
LANES_2(bmsk_32, uint32_t, uint32_t, uint32_t, uint32_t, mask_of(step, x, y))

/* .clamp of 32 bits and more keeps all of them; .wrap has none of 32. */
static uint32_t
width_of(const ptx_step *step, uint32_t bits)
{
	return !step->clamp ? bits & 31 : bits > 32 ? 32 : bits;
}
LANES_2(szext_u32, uint32_t, uint32_t, uint32_t, uint32_t, field(x, 0, width_of(step, y), 32, false))
LANES_2(szext_s32, uint32_t, uint32_t, uint32_t, uint32_t, field(x, 0, width_of(step, y), 32, true))

/* The default mode picks each byte by a nibble, whose top bit spreads the byte's sign; the special
   modes pick four bytes by the low two bits of the selector (PTX manual, prmt). */
static uint32_t
permuted(const ptx_step *step, uint32_t low, uint32_t high, uint32_t selector)
{
	static const uint16_t modes[7][4] = {
		{0},
		{0x3210, 0x4321, 0x5432, 0x6543},
		{0x5670, 0x6701, 0x7012, 0x0123},
		{0x0000, 0x1111, 0x2222, 0x3333},
		{0x3210, 0x3211, 0x3222, 0x3333},
		{0x0000, 0x1110, 0x2210, 0x3210},
		{0x1010, 0x3232, 0x1010, 0x3232},
	};
	const uint64_t bytes = PAIR_OF(low, high);
	uint32_t result = 0;
	if (step->detail)
		selector = modes[step->detail][selector & 3];
	for (int i = 0; i < 4; i++) {
		const uint32_t nibble = (selector >> (4 * i)) & 0xf;
		uint32_t byte = (uint32_t)(bytes >> (8 * (nibble & 7))) & 0xff;
		if (nibble & 8)
			byte = byte & 0x80 ? 0xff : 0;
		result |= byte << (8 * i);
	}
	return result;
}
LANES_3(prmt_32, uint32_t, uint32_t, uint32_t, uint32_t, permuted(step, x, y, z))

/* Bit i of the table is the result where the bits of a, b, c spell i. */
#define LOP3_TERM(i, p, q, r) (step->immediate >> i & 1 ? (p) & (q) & (r) : 0)
#define LOP3(x, y, z)                                                                              \
	(LOP3_TERM(0, ~x, ~y, ~z) | LOP3_TERM(1, ~x, ~y, z) | LOP3_TERM(2, ~x, y, ~z) |            \
	 LOP3_TERM(3, ~x, y, z) | LOP3_TERM(4, x, ~y, ~z) | LOP3_TERM(5, x, ~y, z) |               \
	 LOP3_TERM(6, x, y, ~z) | LOP3_TERM(7, x, y, z))
LANES_3(lop3_32, uint32_t, uint32_t, uint32_t, uint32_t, LOP3(x, y, z))

/* Sums of products of bytes; `from` tells the signedness of the second operand. */
static uint32_t
dot(const ptx_step *step, uint32_t x, uint32_t y, uint32_t z, int bytes_of_x)
{
	const bool a_signed = step->type == PTX_S32, b_signed = step->from == PTX_S32;
	const int count = bytes_of_x == 1 ? 4 : 2;
	int64_t sum = 0;
	for (int i = 0; i < count; i++) {
		const uint32_t wide = x >> (8 * bytes_of_x * i);
		const uint32_t narrow = y >> (8 * (i + (bytes_of_x == 2 ? step->detail : 0)));
		const int64_t p = bytes_of_x == 1 ? (a_signed ? (int8_t)wide : (uint8_t)wide)
						  : (a_signed ? (int16_t)wide : (uint16_t)wide);
		sum += p * (b_signed ? (int8_t)narrow : (uint8_t)narrow);
	}
	return z + (uint32_t)sum;
}
LANES_3(dp4a_32, uint32_t, uint32_t, uint32_t, uint32_t, dot(step, x, y, z, 1))
LANES_3(dp2a_32, uint32_t, uint32_t, uint32_t, uint32_t, dot(step, x, y, z, 2))

/* Without a branch: which lanes take which side is as good as random. */
#define SELECT(name, C)                                                                            \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)              \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const uint32_t p = *ptx_u32(warp, step->c);                                        \
		C *d = LANES_OF(C, step->d);                                                       \
		SET_LANES(mask, C, (x & chosen) | (y & ~chosen), const C x = a[l], y = b[l];       \
			  const C chosen = (C)0 - (C)(p & ptx_lane_bits[l] ? 1 : 0);)              \
	}
SELECT(selp_32, uint32_t)
SELECT(selp_64, uint64_t)

/* slct: a where c >= 0, else b; c is s32 or f32 (-0 counts as 0, NaN as negative). */
#define SELECT_BY_SIGN(name, C, T)                                                                 \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		const T *c = LANES_OF(T, step->c);                                                 \
		C *d = LANES_OF(C, step->d);                                                       \
		FOR_LANES(mask, d[l] = c[l] >= 0 ? a[l] : b[l];)                                   \
	}
SELECT_BY_SIGN(slct_32_s32, uint32_t, int32_t)
SELECT_BY_SIGN(slct_32_f32, uint32_t, float)
SELECT_BY_SIGN(slct_64_s32, uint64_t, int32_t)
SELECT_BY_SIGN(slct_64_f32, uint64_t, float)

static void
slct_32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(step->from == PTX_F32 ? slct_32_f32 : slct_32_s32)(warp, step, mask);
}

static void
slct_64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	(step->from == PTX_F32 ? slct_64_f32 : slct_64_s32)(warp, step, mask);
}

/* The offset-th set bit from the base upwards (offset > 0) or downwards (< 0). */
static uint32_t
nth_set(uint32_t bits, uint32_t base, int32_t offset)
{
	const int step = offset < 0 ? -1 : 1;
	int64_t left = offset < 0 ? -(int64_t)offset : offset;
	if (left == 0)
		return base < 32 && (bits >> base & 1) ? base : UINT32_MAX;
	for (int i = (int)(base & 31); i >= 0 && i < 32; i += step)
		if ((bits >> i & 1) && --left == 0)
			return (uint32_t)i;
	return UINT32_MAX;
}
SCALAR_3(fns_32, uint32_t, uint32_t, uint32_t, uint32_t, nth_set(x, y, (int32_t)z))

#define BY_WIDTH(opcode, rule, name)                                                               \
	{opcode, PTX_B16, VARIANT_PLAIN, rule, name##_32},                                         \
		{opcode, PTX_B32, VARIANT_PLAIN, rule, name##_32},                                 \
	{                                                                                          \
		opcode, PTX_B64, VARIANT_PLAIN, rule, name##_64                                    \
	}
#define FOR_ALL_TYPES(opcode, rule, name)                                                          \
	BY_WIDTH(opcode, rule, name), {opcode, PTX_U16, VARIANT_PLAIN, rule, name##_32},           \
		{opcode, PTX_S16, VARIANT_PLAIN, rule, name##_32},                                 \
		{opcode, PTX_U32, VARIANT_PLAIN, rule, name##_32},                                 \
		{opcode, PTX_S32, VARIANT_PLAIN, rule, name##_32},                                 \
		{opcode, PTX_F32, VARIANT_PLAIN, rule, name##_32},                                 \
		{opcode, PTX_U64, VARIANT_PLAIN, rule, name##_64},                                 \
		{opcode, PTX_S64, VARIANT_PLAIN, rule, name##_64},                                 \
	{                                                                                          \
		opcode, PTX_F64, VARIANT_PLAIN, rule, name##_64                                    \
	}
#define ONE(opcode, type, rule, name)                                                              \
	{                                                                                          \
		opcode, type, VARIANT_PLAIN, rule, name                                            \
	}

static const ptx_lane_row rows[] = {
	BY_WIDTH(OP_AND, RULE_AND, and),
	BY_WIDTH(OP_OR, RULE_OR, or),
	BY_WIDTH(OP_XOR, RULE_OR, xor),
	ONE(OP_AND, PTX_PRED, RULE_OPAQUE, and_predicate),
	ONE(OP_OR, PTX_PRED, RULE_OPAQUE, or_predicate),
	ONE(OP_XOR, PTX_PRED, RULE_OPAQUE, xor_predicate),
	ONE(OP_NOT, PTX_PRED, RULE_OPAQUE, gm_ptx_not_predicate),
	ONE(OP_NOT, PTX_B16, RULE_OPAQUE, not_16),
	ONE(OP_NOT, PTX_B32, RULE_NEG, not_32), /* ~x is -x - 1 */
	ONE(OP_NOT, PTX_B64, RULE_NEG, not_64),
	BY_WIDTH(OP_CNOT, RULE_OPAQUE, cnot),
	ONE(OP_SHL, PTX_B16, RULE_SHL, shl_16),
	ONE(OP_SHL, PTX_B32, RULE_SHL, shl_32),
	ONE(OP_SHL, PTX_B64, RULE_SHL, shl_64),
	ONE(OP_SHR, PTX_B16, RULE_SHR, shr_u16),
	ONE(OP_SHR, PTX_B32, RULE_SHR, shr_u32),
	ONE(OP_SHR, PTX_B64, RULE_SHR, shr_u64),
	ONE(OP_SHR, PTX_U16, RULE_SHR, shr_u16),
	ONE(OP_SHR, PTX_U32, RULE_SHR, shr_u32),
	ONE(OP_SHR, PTX_U64, RULE_SHR, shr_u64),
	ONE(OP_SHR, PTX_S16, RULE_SHR, shr_s16),
	ONE(OP_SHR, PTX_S32, RULE_SHR, shr_s32),
	ONE(OP_SHR, PTX_S64, RULE_SHR, shr_s64),
	{OP_SHF, PTX_B32, VARIANT_LEFT, RULE_OPAQUE, shf_left},
	{OP_SHF, PTX_B32, VARIANT_RIGHT, RULE_OPAQUE, shf_right},
	ONE(OP_POPC, PTX_B32, RULE_OPAQUE, popc_32),
	ONE(OP_POPC, PTX_B64, RULE_OPAQUE, popc_64),
	ONE(OP_CLZ, PTX_B32, RULE_OPAQUE, clz_32),
	ONE(OP_CLZ, PTX_B64, RULE_OPAQUE, clz_64),
	ONE(OP_BREV, PTX_B32, RULE_OPAQUE, brev_32),
	ONE(OP_BREV, PTX_B64, RULE_OPAQUE, brev_64),
	ONE(OP_BFIND, PTX_U32, RULE_OPAQUE, bfind_u32),
	ONE(OP_BFIND, PTX_S32, RULE_OPAQUE, bfind_s32),
	ONE(OP_BFIND, PTX_U64, RULE_OPAQUE, bfind_u64),
	ONE(OP_BFIND, PTX_S64, RULE_OPAQUE, bfind_s64),
	ONE(OP_BFE, PTX_U32, RULE_FIELD, bfe_u32),
	ONE(OP_BFE, PTX_S32, RULE_FIELD, bfe_s32),
	ONE(OP_BFE, PTX_U64, RULE_FIELD, bfe_u64),
	ONE(OP_BFE, PTX_S64, RULE_FIELD, bfe_s64),
	ONE(OP_BFI, PTX_B32, RULE_INSERT, bfi_32),
	ONE(OP_BFI, PTX_B64, RULE_INSERT, bfi_64),
	ONE(OP_BMSK, PTX_B32, RULE_OPAQUE, bmsk_32),
	ONE(OP_SZEXT, PTX_U32, RULE_OPAQUE, szext_u32),
	ONE(OP_SZEXT, PTX_S32, RULE_OPAQUE, szext_s32),
	ONE(OP_PRMT, PTX_B32, RULE_OPAQUE, prmt_32),
	ONE(OP_LOP3, PTX_B32, RULE_OPAQUE, lop3_32),
	ONE(OP_DP4A, PTX_U32, RULE_OPAQUE, dp4a_32),
	ONE(OP_DP4A, PTX_S32, RULE_OPAQUE, dp4a_32),
	{OP_DP2A, PTX_U32, VARIANT_LO, RULE_OPAQUE, dp2a_32},
	{OP_DP2A, PTX_S32, VARIANT_LO, RULE_OPAQUE, dp2a_32},
	{OP_DP2A, PTX_U32, VARIANT_HI, RULE_OPAQUE, dp2a_32},
	{OP_DP2A, PTX_S32, VARIANT_HI, RULE_OPAQUE, dp2a_32},
	ONE(OP_FNS, PTX_B32, RULE_OPAQUE, fns_32),
	FOR_ALL_TYPES(OP_SELP, RULE_SELECT, selp),
	ONE(OP_SELP, PTX_F16, RULE_SELECT, selp_32),
	ONE(OP_SELP, PTX_BF16, RULE_SELECT, selp_32),
	FOR_ALL_TYPES(OP_SLCT, RULE_OPAQUE, slct),
};

ptx_lane_table
gm_ptx_lanes_bits(void)
{
	return (ptx_lane_table){rows, sizeof rows / sizeof *rows};
}
