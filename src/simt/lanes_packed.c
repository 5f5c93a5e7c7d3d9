#include "simt/lanes.h"

#include "ptx/loops.h"

#include <math.h>

/*
 * Several numbers in one register: pairs of f32 in 64 bits, pairs of 16-bit integers and fours of
 * bytes in 32.
 */

/* ---- f32x2: rounded to nearest whatever the instruction asks; only addresses must be exact ---- */

#define PAIRS(name, expression)                                                                    \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const ptx_pair *a = LANES_OF(ptx_pair, step->a), *b = LANES_OF(ptx_pair, step->b); \
		const ptx_pair *c = step->c == PTX_NO_UNIT ? a : LANES_OF(ptx_pair, step->c);      \
		ptx_pair *d = LANES_OF(ptx_pair, step->d);                                         \
		FOR_LANES(mask, for (int i = 0; i < 2; i++) {                                      \
			const float x = a[l].of[i], y = b[l].of[i], z = c[l].of[i];                \
			(void)z;                                                                   \
			d[l].of[i] = (expression);                                                 \
		})                                                                                 \
	}

typedef struct ptx_pair {
	float of[2];
} ptx_pair;

PAIRS(add_f32x2, x + y)
PAIRS(sub_f32x2, x - y)
PAIRS(mul_f32x2, x *y)
PAIRS(fma_f32x2, fmaf(x, y, z))

/* ---- integers: `bits` wide parts, each computed in 64 bits and cut or saturated ---- */

typedef int64_t (*part_function)(int64_t x, int64_t y);

static int64_t
sum(int64_t x, int64_t y)
{
	return x + y;
}

static int64_t
difference(int64_t x, int64_t y)
{
	return x - y;
}

static int64_t
distance(int64_t x, int64_t y)
{
	return x > y ? x - y : y - x;
}

/* Rounded away from zero at a half, as vavrg does. */
static int64_t
mean(int64_t x, int64_t y)
{
	const int64_t twice = x + y;
	return twice >= 0 ? (twice + 1) / 2 : twice / 2;
}

static int64_t
smaller(int64_t x, int64_t y)
{
	return x < y ? x : y;
}

static int64_t
larger(int64_t x, int64_t y)
{
	return x > y ? x : y;
}

static int64_t
part_of(uint32_t word, int index, int bits, bool is_signed)
{
	const uint64_t cut = ((uint64_t)word >> (bits * index)) & (((uint64_t)1 << bits) - 1);
	return is_signed ? (int64_t)(cut << (64 - bits)) >> (64 - bits) : (int64_t)cut;
}

static int64_t
kept_in_range(int64_t x, int bits, bool is_signed)
{
	const int64_t top = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
	const int64_t low = is_signed ? -top - 1 : 0;
	return x > top ? top : x < low ? low : x;
}

/* step->type: of the result, step->from: of the sources; step->detail: the parts are summed and
   added to c (.add); relu: step->clamp. */
static void
run_parts(ptx_warp *warp, const ptx_step *step, uint32_t mask, part_function f, int bits,
	  bool is_signed, bool signed_result)
{
	const uint32_t *a = ptx_u32(warp, step->a), *b = ptx_u32(warp, step->b);
	uint32_t *d = ptx_u32(warp, step->d);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint32_t word = 0;
		int64_t total = 0;
		for (int i = 0; i < 32 / bits; i++) {
			int64_t x = f(part_of(a[l], i, bits, is_signed),
				      part_of(b[l], i, bits, is_signed));
			if (step->saturate)
				x = kept_in_range(x, bits, signed_result);
			if (step->clamp && x < 0)
				x = 0;
			total += x;
			word |= ((uint32_t)x & (uint32_t)(((uint64_t)1 << bits) - 1)) << (bits * i);
		}
		d[l] = step->detail ? ptx_u32(warp, step->c)[l] + (uint32_t)total : word;
	}
}

#define DEFINE_HALVES(name, f)                                                                     \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		const bool is_signed = step->type == PTX_S16X2;                                    \
		run_parts(warp, step, mask, f, 16, is_signed, is_signed);                          \
	}
DEFINE_HALVES(add_16x2, sum)
DEFINE_HALVES(min_16x2, smaller)
DEFINE_HALVES(max_16x2, larger)

#define DEFINE_VIDEO(name, f, bits)                                                                \
	static void name(ptx_warp *warp, const ptx_step *step, uint32_t mask)                      \
	{                                                                                          \
		run_parts(warp, step, mask, f, bits, step->from == PTX_S32,                        \
			  step->type == PTX_S32);                                                  \
	}
DEFINE_VIDEO(vabsdiff2, distance, 16)
DEFINE_VIDEO(vabsdiff4, distance, 8)
DEFINE_VIDEO(vadd2, sum, 16)
DEFINE_VIDEO(vadd4, sum, 8)
DEFINE_VIDEO(vavrg2, mean, 16)
DEFINE_VIDEO(vavrg4, mean, 8)
DEFINE_VIDEO(vmax2, larger, 16)
DEFINE_VIDEO(vmax4, larger, 8)
DEFINE_VIDEO(vmin2, smaller, 16)
DEFINE_VIDEO(vmin4, smaller, 8)
DEFINE_VIDEO(vsub2, difference, 16)
DEFINE_VIDEO(vsub4, difference, 8)

#define ONE(opcode, type, run)                                                                     \
	{                                                                                          \
		opcode, type, VARIANT_PLAIN, RULE_OPAQUE, run                                      \
	}
#define HALVES(opcode, run) ONE(opcode, PTX_U16X2, run), ONE(opcode, PTX_S16X2, run)
#define VIDEO(opcode, run) ONE(opcode, PTX_U32, run), ONE(opcode, PTX_S32, run)

static const ptx_lane_row rows[] = {
	ONE(OP_ADD, PTX_F32X2, add_f32x2), ONE(OP_SUB, PTX_F32X2, sub_f32x2),
	ONE(OP_MUL, PTX_F32X2, mul_f32x2), ONE(OP_FMA, PTX_F32X2, fma_f32x2),
	HALVES(OP_ADD, add_16x2),          HALVES(OP_MIN, min_16x2),
	HALVES(OP_MAX, max_16x2),          VIDEO(OP_VABSDIFF2, vabsdiff2),
	VIDEO(OP_VABSDIFF4, vabsdiff4),    VIDEO(OP_VADD2, vadd2),
	VIDEO(OP_VADD4, vadd4),            VIDEO(OP_VAVRG2, vavrg2),
	VIDEO(OP_VAVRG4, vavrg4),          VIDEO(OP_VMAX2, vmax2),
	VIDEO(OP_VMAX4, vmax4),            VIDEO(OP_VMIN2, vmin2),
	VIDEO(OP_VMIN4, vmin4),            VIDEO(OP_VSUB2, vsub2),
	VIDEO(OP_VSUB4, vsub4),
};

ptx_lane_table
gm_ptx_lanes_packed(void)
{
	return (ptx_lane_table){rows, sizeof rows / sizeof *rows};
}
