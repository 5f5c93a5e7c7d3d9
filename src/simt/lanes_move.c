#include "simt/lanes.h"

#include "ptx/loops.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

LANES_1(copy_lanes_32, uint32_t, uint32_t, uint32_t, uint32_t, x)
LANES_1(copy_lanes_64, uint64_t, uint64_t, uint64_t, uint64_t, x)

void
gm_ptx_copy_32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	copy_lanes_32(warp, step, mask);
}

void
gm_ptx_copy_64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	copy_lanes_64(warp, step, mask);
}

void
gm_ptx_copy_128(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	ptx_step half = *step;
	copy_lanes_64(warp, &half, mask);
	half.a += 2;
	half.d += 2;
	copy_lanes_64(warp, &half, mask);
}

void
gm_ptx_copy_predicate(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint32_t *d = ptx_u32(warp, step->d);
	*d = (*d & ~mask) | (*ptx_u32(warp, step->a) & mask);
}

void
gm_ptx_not_predicate(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	uint32_t *d = ptx_u32(warp, step->d);
	*d = (*d & ~mask) | (~*ptx_u32(warp, step->a) & mask);
}

static uint64_t
ones(int bits)
{
	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* A value of up to 128 bits is two 64-bit words; word 1 of a 128-bit register is two units on. */
static uint64_t
word_of(ptx_warp *warp, uint32_t unit, int bits, int word, int l)
{
	if (bits <= 32)
		return ptx_u32(warp, unit)[l];
	return ptx_u64(warp, unit + 2 * (uint32_t)word)[l];
}

static void
set_word(ptx_warp *warp, uint32_t unit, int bits, int word, int l, uint64_t value)
{
	if (bits <= 32)
		ptx_u32(warp, unit)[l] = (uint32_t)value;
	else
		ptx_u64(warp, unit + 2 * (uint32_t)word)[l] = value;
}

/* Two halves of 32 bits are most of what is packed. */
static bool
is_of_halves(const ptx_step *step, int parts)
{
	return step->immediate == 64 && step->detail == 32 && parts == 2;
}

GM_WIDE static void
join_halves(uint64_t *d, const uint32_t *low, const uint32_t *high, uint32_t mask)
{
	FOR_LANES(mask, d[l] = low[l] | (uint64_t)high[l] << 32;)
}

/* Nearly all others are of one word, and their parts of half of one. */
static bool
is_of_words(const ptx_step *step)
{
	return step->immediate <= 64 && step->detail <= 32;
}

GM_WIDE static void
put_part(uint32_t *d, const uint32_t *part, int at, uint32_t kept, uint32_t mask)
{
	FOR_LANES(mask, d[l] = (at ? d[l] : 0) | (part[l] & kept) << at;)
}

GM_WIDE static void
put_part_of_long(uint64_t *d, const uint32_t *part, int at, uint32_t kept, uint32_t mask)
{
	FOR_LANES(mask, d[l] = (at ? d[l] : 0) | (uint64_t)(part[l] & kept) << at;)
}

GM_WIDE static void
take_part(uint32_t *d, const uint32_t *whole, int at, uint32_t kept, uint32_t mask)
{
	FOR_LANES(mask, d[l] = whole[l] >> at & kept;)
}

GM_WIDE static void
take_part_of_long(uint32_t *d, const uint64_t *whole, int at, uint32_t kept, uint32_t mask)
{
	FOR_LANES(mask, d[l] = (uint32_t)(whole[l] >> at) & kept;)
}

static void
pack_words(ptx_warp *warp, const ptx_step *step, const uint32_t *parts, uint32_t mask)
{
	const uint32_t kept = (uint32_t)ones(step->detail);
	for (int i = 0, at = 0; i < step->sources_count; i++, at += step->detail)
		if (step->immediate <= 32)
			put_part(ptx_u32(warp, step->d), ptx_u32(warp, parts[i]), at, kept, mask);
		else
			put_part_of_long(ptx_u64(warp, step->d), ptx_u32(warp, parts[i]), at, kept, mask);
}

static void
unpack_words(ptx_warp *warp, const ptx_step *step, const uint32_t *parts, uint32_t mask)
{
	const uint32_t kept = (uint32_t)ones(step->detail);
	for (int i = 0, at = 0; i < step->results_count; i++, at += step->detail)
		if (parts[i] == PTX_NO_UNIT)
			continue;
		else if (step->immediate <= 32)
			take_part(ptx_u32(warp, parts[i]), ptx_u32(warp, step->a), at, kept, mask);
		else
			take_part_of_long(ptx_u32(warp, parts[i]), ptx_u64(warp, step->a), at, kept, mask);
}

/* step->immediate: bits of the whole; step->detail: of a part. */
void
gm_ptx_pack(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *parts = warp->program->units + step->sources;
	const int whole = (int)step->immediate, part = step->detail;
	if (is_of_halves(step, step->sources_count)) {
		join_halves(ptx_u64(warp, step->d), ptx_u32(warp, parts[0]), ptx_u32(warp, parts[1]), mask);
		return;
	}
	if (is_of_words(step)) {
		pack_words(warp, step, parts, mask);
		return;
	}
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		uint64_t words[2] = {0, 0};
		for (int i = 0; i < step->sources_count; i++) {
			const int at = i * part;
			const uint64_t bits = word_of(warp, parts[i], part, 0, l) & ones(part);
			words[at / 64] |= bits << (at % 64);
		}
		for (int w = 0; w < (whole + 63) / 64; w++)
			set_word(warp, step->d, whole, w, l, words[w] & ones(whole));
	}
}

void
gm_ptx_unpack(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const uint32_t *parts = warp->program->units + step->results;
	const int whole = (int)step->immediate, part = step->detail;
	if (is_of_words(step)) {
		unpack_words(warp, step, parts, mask);
		return;
	}
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		for (int i = 0; i < step->results_count; i++) {
			const int at = i * part;
			const uint64_t word = word_of(warp, step->a, whole, at / 64, l);
			if (parts[i] != PTX_NO_UNIT)
				set_word(warp, parts[i], part, 0, l,
					 (word >> (at % 64)) & ones(part));
		}
	}
}

static int
mode_of(uint8_t rounding)
{
	switch (rounding) {
	case MOD_rz:
		return FE_TOWARDZERO;
	case MOD_rm:
		return FE_DOWNWARD;
	case MOD_rp:
		return FE_UPWARD;
	default:
		return FE_TONEAREST;
	}
}

/* fesetround, where it also sets a unit that computes nothing here, which costs several times as much. */
static void
round_by(int mode)
{
#if defined(__x86_64__)
	enum { FROM_X87 = 3 }; /* its bits lie so much further down */
	_MM_SET_ROUNDING_MODE((unsigned)mode << FROM_X87);
#else
	fesetround(mode);
#endif
}

GM_WIDE static void
flush(float *lanes)
{
	for (int l = 0; l < PTX_LANES; l++)
		lanes[l] = fabsf(lanes[l]) < FLT_MIN ? copysignf(0, lanes[l]) : lanes[l];
}

static uint32_t
flushed_copy(ptx_warp *warp, uint32_t unit, uint32_t scratch)
{
	if (unit == PTX_NO_UNIT)
		return unit;
	memcpy(ptx_f32(warp, scratch), ptx_f32(warp, unit), PTX_UNIT_BYTES);
	flush(ptx_f32(warp, scratch));
	return scratch;
}

static void
saturate_single(float *lanes, uint32_t mask)
{
	FOR_LANES(mask, const float x = lanes[l];
		  lanes[l] = x != x || x < 0 ? 0 : x > 1 ? 1 : x;)
}

static void
saturate_double(double *lanes, uint32_t mask)
{
	FOR_LANES(mask, const double x = lanes[l];
		  lanes[l] = x != x || x < 0 ? 0 : x > 1 ? 1 : x;)
}

void
gm_ptx_lanes_wrapped(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	ptx_step plain = *step;
	const int mode = mode_of(step->rounding);
	if (step->flush && step->type == PTX_F32) {
		plain.a = flushed_copy(warp, step->a, 0);
		plain.b = flushed_copy(warp, step->b, 1);
		plain.c = flushed_copy(warp, step->c, 2);
		plain.d = 3;
	}
	if (mode != FE_TONEAREST)
		round_by(mode);
	step->inner(warp, &plain, mask);
	if (mode != FE_TONEAREST)
		round_by(FE_TONEAREST);
	if (plain.d != step->d) {
		flush(ptx_f32(warp, plain.d));
		const ptx_step back = {.d = step->d, .a = plain.d};
		gm_ptx_copy_32(warp, &back, mask);
	}
	if (step->saturate && step->type == PTX_F32)
		saturate_single(ptx_f32(warp, step->d), mask);
	if (step->saturate && step->type == PTX_F64)
		saturate_double(ptx_f64(warp, step->d), mask);
}
