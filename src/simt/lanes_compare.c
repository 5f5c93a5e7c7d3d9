#include "simt/lanes.h"

#include "ptx/half.h"
#include "ptx/loops.h"

#include <float.h>
#include <math.h>

static uint32_t
combined(ptx_warp *warp, const ptx_step *step, uint32_t bits)
{
	const uint32_t other = step->c == PTX_NO_UNIT ? 0 : *ptx_u32(warp, step->c);
	switch (step->rounding) {
	case MOD_and:
		return bits & other;
	case MOD_or:
		return bits | other;
	case MOD_xor:
		return bits ^ other;
	default:
		return bits;
	}
}

static void
write_predicate(ptx_warp *warp, uint32_t unit, uint32_t bits, uint32_t mask)
{
	uint32_t *d = ptx_u32(warp, unit);
	*d = (*d & ~mask) | (bits & mask);
}

/* What set writes for true: all bits, or 1.0. Of a pair, one half. */
static uint32_t
one_of(ptx_type type)
{
	switch (type) {
	case PTX_F32:
		return 0x3f800000;
	case PTX_F16:
	case PTX_F16X2:
		return 0x3c00;
	case PTX_BF16:
	case PTX_BF16X2:
		return 0x3f80;
	default:
		return gm_ptx_type_bits(type) == 16 ? 0xffff : PTX_ALL_LANES;
	}
}

/* setp writes p and the complement q; set writes all ones, or 1.0. */
static void
finish(ptx_warp *warp, const ptx_step *step, uint32_t mask, uint32_t bits)
{
	const uint32_t straight = combined(warp, step, bits);
	if (step->type == PTX_PRED && step->results_count > 1) {
		const uint32_t inverse = combined(warp, step, ~bits);
		write_predicate(warp, warp->program->units[step->results + 1], inverse, mask);
	}
	if (step->type == PTX_PRED) {
		write_predicate(warp, step->d, straight, mask);
		return;
	}
	const uint32_t one = one_of((ptx_type)step->type);
	uint32_t *d = ptx_u32(warp, step->d);
	FOR_LANES(mask, d[l] = (straight >> l) & 1 ? one : 0;)
}

/* The bits of the lanes for which it holds. */
#define FLAGS(C, T, expression)                                                                    \
	do {                                                                                       \
		for (int l = 0; l < PTX_LANES; l++) {                                              \
			const T x = (T)a[l], y = (T)b[l];                                          \
			bits |= (expression) ? ptx_lane_bits[l] : 0;                               \
		}                                                                                  \
	} while (0)

#define DEFINE_INTEGER(name, C, T)                                                                 \
	GM_WIDE static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const C *a = LANES_OF(C, step->a), *b = LANES_OF(C, step->b);                      \
		uint32_t bits = 0;                                                                 \
		switch (step->detail) {                                                            \
		case MOD_eq:                                                                       \
			FLAGS(C, T, x == y);                                                       \
			break;                                                                     \
		case MOD_ne:                                                                       \
			FLAGS(C, T, x != y);                                                       \
			break;                                                                     \
		case MOD_lt:                                                                       \
		case MOD_lo:                                                                       \
			FLAGS(C, T, x < y);                                                        \
			break;                                                                     \
		case MOD_le:                                                                       \
		case MOD_ls:                                                                       \
			FLAGS(C, T, x <= y);                                                       \
			break;                                                                     \
		case MOD_gt:                                                                       \
		case MOD_hi:                                                                       \
			FLAGS(C, T, x > y);                                                        \
			break;                                                                     \
		default:                                                                           \
			FLAGS(C, T, x >= y);                                                       \
			break;                                                                     \
		}                                                                                  \
		finish(warp, step, mask, bits);                                                    \
	}
DEFINE_INTEGER(compare_u16, uint32_t, uint16_t)
DEFINE_INTEGER(compare_s16, uint32_t, int16_t)
DEFINE_INTEGER(compare_u32, uint32_t, uint32_t)
DEFINE_INTEGER(compare_s32, uint32_t, int32_t)
DEFINE_INTEGER(compare_u64, uint64_t, uint64_t)
DEFINE_INTEGER(compare_s64, uint64_t, int64_t)

/* Ordered comparisons are false with a NaN, those that end in u are true. */
static bool
compared(uint8_t how, double x, double y)
{
	const bool unordered = isnan(x) || isnan(y);
	switch (how) {
	case MOD_eq:
		return x == y;
	case MOD_ne:
		return !unordered && x != y;
	case MOD_lt:
		return x < y;
	case MOD_le:
		return x <= y;
	case MOD_gt:
		return x > y;
	case MOD_ge:
		return x >= y;
	case MOD_equ:
		return unordered || x == y;
	case MOD_neu:
		return x != y;
	case MOD_ltu:
		return !(x >= y);
	case MOD_leu:
		return !(x > y);
	case MOD_gtu:
		return !(x <= y);
	case MOD_geu:
		return !(x < y);
	case MOD_num:
		return !unordered;
	default:
		return unordered;
	}
}

/* Ordered comparisons and those that end in u, of all lanes: each the same loop as of integers. */
#define DEFINE_FLAGS(name, T)                                                                      \
	GM_WIDE static uint32_t name(uint8_t how, const T *a, const T *b)                          \
	{                                                                                          \
		uint32_t bits = 0;                                                                 \
		switch (how) {                                                                     \
		case MOD_eq:                                                                       \
			FLAGS(T, T, x == y);                                                       \
			break;                                                                     \
		case MOD_ne:                                                                       \
			FLAGS(T, T, (x < y) | (x > y));                                            \
			break;                                                                     \
		case MOD_lt:                                                                       \
			FLAGS(T, T, x < y);                                                        \
			break;                                                                     \
		case MOD_le:                                                                       \
			FLAGS(T, T, x <= y);                                                       \
			break;                                                                     \
		case MOD_gt:                                                                       \
			FLAGS(T, T, x > y);                                                        \
			break;                                                                     \
		case MOD_ge:                                                                       \
			FLAGS(T, T, x >= y);                                                       \
			break;                                                                     \
		case MOD_neu:                                                                      \
			FLAGS(T, T, x != y);                                                       \
			break;                                                                     \
		case MOD_ltu:                                                                      \
			FLAGS(T, T, !(x >= y));                                                    \
			break;                                                                     \
		case MOD_leu:                                                                      \
			FLAGS(T, T, !(x > y));                                                     \
			break;                                                                     \
		case MOD_gtu:                                                                      \
			FLAGS(T, T, !(x <= y));                                                    \
			break;                                                                     \
		case MOD_geu:                                                                      \
			FLAGS(T, T, !(x < y));                                                     \
			break;                                                                     \
		default:                                                                           \
			FLAGS(T, T, compared(how, (double)x, (double)y));                          \
			break;                                                                     \
		}                                                                                  \
		return bits;                                                                       \
	}
DEFINE_FLAGS(flags_f32, float)
DEFINE_FLAGS(flags_f64, double)

/* A subnormal number compares as 0 does. */
GM_WIDE static void
flush_lanes(const float *from, float *to)
{
	for (int l = 0; l < PTX_LANES; l++)
		to[l] = fabsf(from[l]) < FLT_MIN ? 0 : from[l];
}

static void
compare_f32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const float *a = ptx_f32(warp, step->a), *b = ptx_f32(warp, step->b);
	float x[PTX_LANES], y[PTX_LANES];
	if (step->flush) {
		flush_lanes(a, x);
		flush_lanes(b, y);
	}
	finish(warp, step, mask, flags_f32(step->detail, step->flush ? x : a, step->flush ? y : b));
}

static void
compare_f64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	finish(warp, step, mask, flags_f64(step->detail, ptx_f64(warp, step->a), ptx_f64(warp, step->b)));
}

/* .ftz of a half. */
static double
flushed_half(const ptx_step *step, uint32_t bits)
{
	const double x = (double)gm_ptx_float_from_half((uint16_t)bits);
	return step->flush && fabs(x) < 0x1p-14 ? 0 : x;
}

#define READ_HALF(x) flushed_half(step, x)
#define READ_BRAIN(x) (double)gm_ptx_float_from_bfloat((uint16_t)(x))
#define DEFINE_NARROW(name, read)                                                                  \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const uint32_t *a = ptx_u32(warp, step->a), *b = ptx_u32(warp, step->b);           \
		uint32_t bits = 0;                                                                 \
		for (int l = 0; l < PTX_LANES; l++)                                                \
			bits |= (uint32_t)compared(step->detail, read(a[l]), read(b[l])) << l;     \
		finish(warp, step, mask, bits);                                                    \
	}
DEFINE_NARROW(compare_f16, READ_HALF)
DEFINE_NARROW(compare_bf16, READ_BRAIN)

/* The lower halves decide p, the upper ones q. */
static void
finish_pairs(ptx_warp *warp, const ptx_step *step, uint32_t mask, const uint32_t bits[2])
{
	const uint32_t one = one_of((ptx_type)step->type) & 0xffff;
	uint32_t *d = ptx_u32(warp, step->d);
	const uint32_t low = combined(warp, step, bits[0]), high = combined(warp, step, bits[1]);
	if (step->type == PTX_PRED) {
		for (int i = 0; i < step->results_count; i++)
			write_predicate(warp, warp->program->units[step->results + (uint32_t)i],
					i ? high : low, mask);
		return;
	}
	FOR_LANES(mask, d[l] = ((low >> l) & 1 ? one : 0) | ((high >> l) & 1 ? one << 16 : 0);)
}

static void
compare_pairs(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *a = ptx_u32(warp, step->a), *b = ptx_u32(warp, step->b);
	const bool brain = step->from == PTX_BF16X2;
	uint32_t bits[2] = {0, 0};
	for (int l = 0; l < PTX_LANES; l++)
		for (int i = 0; i < 2; i++) {
			const uint32_t x = a[l] >> (16 * i), y = b[l] >> (16 * i);
			const bool holds = brain ? compared(step->detail, READ_BRAIN(x), READ_BRAIN(y))
						 : compared(step->detail, READ_HALF(x), READ_HALF(y));
			bits[i] |= (uint32_t)holds << l;
		}
	finish_pairs(warp, step, mask, bits);
}

ptx_run
gm_ptx_lanes_compare(ptx_type type)
{
	static const ptx_run rows[PTX_TYPE_COUNT + 1] = {
		[PTX_B16] = compare_u16,   [PTX_B32] = compare_u32, [PTX_B64] = compare_u64,
		[PTX_U16] = compare_u16,   [PTX_U32] = compare_u32, [PTX_U64] = compare_u64,
		[PTX_S16] = compare_s16,   [PTX_S32] = compare_s32, [PTX_S64] = compare_s64,
		[PTX_F16] = compare_f16,   [PTX_F32] = compare_f32, [PTX_F64] = compare_f64,
		[PTX_BF16] = compare_bf16, [PTX_F16X2] = compare_pairs,
		[PTX_BF16X2] = compare_pairs,
	};
	return rows[type];
}
