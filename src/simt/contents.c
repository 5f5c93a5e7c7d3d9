#include "simt/contents.h"

#include "base/bits.h"
#include "base/mix.h"
#include "ptx/half.h"
#include "ptx/loops.h"

#include <string.h>

/* ---- a chase in random order ---- */

/* A permutation of the numbers of `bits` bits and its inverse: each step can be undone. */
static const uint64_t odd = 0x9e3779b97f4a7c15u, odd_inverse = 0xf1de83e19937733du;

static inline uint64_t
scatter(uint64_t x, int bits)
{
	const uint64_t mask = ((uint64_t)1 << bits) - 1;
	for (int round = 0; round < 3; round++) {
		x = (x * odd + 1) & mask;
		x ^= x >> (bits + 1) / 2;
	}
	return x;
}

static inline uint64_t
gather(uint64_t x, int bits)
{
	const uint64_t mask = ((uint64_t)1 << bits) - 1;
	for (int round = 0; round < 3; round++) {
		x ^= x >> (bits + 1) / 2;
		x = ((x - 1) * odd_inverse) & mask;
	}
	return x;
}

/* The same of at most 32 bits, which processors multiply several of at once. */
static inline uint32_t
scatter_narrow(uint32_t x, int bits)
{
	const uint32_t mask = UINT32_MAX >> (32 - bits);
	for (int round = 0; round < 3; round++) {
		x = (x * (uint32_t)odd + 1) & mask;
		x ^= x >> (bits + 1) / 2;
	}
	return x;
}

static inline uint32_t
gather_narrow(uint32_t x, int bits)
{
	const uint32_t mask = UINT32_MAX >> (32 - bits);
	for (int round = 0; round < 3; round++) {
		x ^= x >> (bits + 1) / 2;
		x = ((x - 1) * (uint32_t)odd_inverse) & mask;
	}
	return x;
}

/* The fewest that count so many stops. */
static int
bits_for(uint64_t stops)
{
	return stops > 2 ? 64 - __builtin_clzll(stops - 1) : 1;
}

/* Where the chase goes after stop `i` of `stops`: the next in scattered order. Numbers that the
   permutation has beyond the last stop are passed over, at most every second one. */
static uint64_t
next_stop(uint64_t i, uint64_t stops)
{
	const int bits = bits_for(stops);
	const uint64_t mask = ((uint64_t)1 << bits) - 1;
	uint64_t place = gather(i, bits), next;
	do {
		place = (place + 1) & mask;
		next = scatter(place, bits);
	} while (next >= stops);
	return next;
}

const unsigned char *
gm_ptx_shuffled_stops(gm_arena *arena, uint64_t stops)
{
	uint32_t *next = gm_arena_allocate(arena, (size_t)stops, sizeof *next);
	for (uint64_t i = 0; i < stops; i++)
		next[i] = (uint32_t)i;
	for (uint64_t i = stops; i-- > 1;) {
		const uint64_t j = gm_mix(i) % i;
		const uint32_t swapped = next[i];
		next[i] = next[j];
		next[j] = swapped;
	}
	return (const unsigned char *)next;
}

static uint64_t
shuffled_stop(const ptx_buffer *b, uint64_t stop)
{
	uint32_t next;
	memcpy(&next, b->data + stop * sizeof next, sizeof next);
	return next;
}

static uint64_t
cycle_element(const ptx_buffer *b, uint64_t i)
{
	const uint64_t stride = (uint64_t)b->number, stops = b->elements / stride, stop = i / stride;
	if (i % stride || stop >= stops)
		return 0;
	return stride * (b->data ? shuffled_stop(b, stop) : next_stop(stop, stops));
}

/* ---- elements ---- */

static bool
is_drawn(const ptx_buffer *b)
{
	return b->contents == CONTENTS_RANDOM || b->contents == CONTENTS_SIGNED;
}

static uint64_t
bits_drawn(const ptx_buffer *b)
{
	const uint64_t all = UINT64_MAX >> (64 - gm_ptx_type_bits(b->type));
	return b->contents == CONTENTS_SIGNED ? all >> 1 : all;
}

static uint64_t
random_integer(const ptx_buffer *b, uint64_t i)
{
	if (b->number > 0)
		return (uint64_t)(gm_mix_unit(i) * (double)b->number);
	return gm_mix(i) & bits_drawn(b);
}

static double
random_real(const ptx_buffer *b, uint64_t i)
{
	const double unit = gm_mix_unit(i);
	if (b->contents == CONTENTS_SIGNED)
		return 2 * unit - 1;
	return b->most > 0 ? b->most * unit : unit;
}

static uint64_t
integer_element(const ptx_buffer *b, uint64_t i)
{
	const uint64_t k = (uint64_t)b->number, count = b->elements;
	switch (b->contents) {
	case CONTENTS_FILL:
		return k;
	case CONTENTS_STEP:
		return i * k;
	case CONTENTS_POINTERS:
		return b->first + i * k;
	case CONTENTS_CHAIN:
		return (i + k) % count;
	case CONTENTS_GATHER:
		return i * k % count;
	case CONTENTS_BAND:
		return (i / k + gm_mix(i) % (4 * k)) % (count / k);
	case CONTENTS_CYCLE:
		return cycle_element(b, i);
	case CONTENTS_RANDOM:
	case CONTENTS_SIGNED:
		return random_integer(b, i);
	case CONTENTS_ZERO:
	case CONTENTS_BYTES:
		return 0;
	}
	return 0;
}

uint64_t
gm_ptx_buffer_element(const ptx_buffer *b, uint64_t i)
{
	if (gm_ptx_type_kind(b->type) != KIND_FLOAT)
		return integer_element(b, i);
	if (is_drawn(b))
		return gm_ptx_bits_of_number(b->type, random_real(b, i));
	if (b->contents == CONTENTS_FILL)
		return gm_ptx_bits_of_number(b->type, b->most);
	return gm_ptx_bits_of_number(b->type, (double)(int64_t)integer_element(b, i));
}

/* Element i[l] for all lanes, the mask left aside: one loop for each kind, which compilers make fast. */
#define EACH_LANE(...)                                                                             \
	for (int l = 0; l < 32; l++) {                                                             \
		__VA_ARGS__                                                                        \
	}                                                                                          \
	return true;

/* gm_mix_unit, the same number: each half of the 53 bits is put behind the exponent with which a double
   holds it, for vectors do not turn 64 bits into doubles. */
static inline double
unit_of(uint64_t i)
{
	const uint64_t bits = gm_mix(i) >> 11;
	const double high = gm_double_of_bits(bits >> 32 | gm_bits_of_double(0x1p84)) - 0x1p84;
	const double low = gm_double_of_bits((bits & UINT32_MAX) | gm_bits_of_double(0x1p52)) - 0x1p52;
	return (high + low) * 0x1p-53;
}

GM_WIDE static bool
draw_integers(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const double most = (double)b->number;
	const uint64_t bits = bits_drawn(b);
	if (b->number > 0 && b->number <= INT32_MAX) {
		EACH_LANE(out[l] = (uint32_t)(int32_t)(unit_of(i[l]) * most);)
	}
	if (b->number > 0) {
		EACH_LANE(out[l] = (uint64_t)(unit_of(i[l]) * most);)
	}
	EACH_LANE(out[l] = gm_mix(i[l]) & bits;)
}

/* A number drawn from 0 to 1 is that many times as large, and begins there. */
typedef struct range {
	double scale, start;
} range;

static range
range_of(const ptx_buffer *b)
{
	const bool is_signed = b->contents == CONTENTS_SIGNED;
	return (range){is_signed ? 2 : b->most > 0 ? b->most : 1, is_signed ? -1 : 0};
}

static inline uint64_t
single_at(range r, uint64_t i)
{
	return gm_bits_of_float((float)(r.scale * unit_of(i) + r.start));
}

GM_WIDE static bool
draw_singles(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const range r = range_of(b);
	EACH_LANE(out[l] = single_at(r, i[l]);)
}

GM_WIDE static bool
draw_doubles(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const range r = range_of(b);
	EACH_LANE(out[l] = gm_bits_of_double(r.scale * unit_of(i[l]) + r.start);)
}

GM_WIDE static bool
draw_halves(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const range r = range_of(b);
	EACH_LANE(out[l] = gm_ptx_half_from_float((float)(r.scale * unit_of(i[l]) + r.start));)
}

/* One place further on the way, for all lanes. */
GM_WIDE static void
step_on(const uint64_t stop[32], int bits, uint64_t out[32])
{
	const uint64_t mask = ((uint64_t)1 << bits) - 1;
	if (bits <= 32)
		for (int l = 0; l < 32; l++) {
			const uint32_t place = gather_narrow((uint32_t)(stop[l] & mask), bits);
			out[l] = scatter_narrow((place + 1) & (uint32_t)mask, bits);
		}
	else
		for (int l = 0; l < 32; l++)
			out[l] = scatter((gather(stop[l] & mask, bits) + 1) & mask, bits);
}

/* Lanes do not wait for each other: few have to pass over a number. */
static bool
chase(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const uint64_t stride = (uint64_t)b->number, stops = b->elements / stride;
	const bool shifts = (stride & (stride - 1)) == 0;
	const int shift = __builtin_ctzll(stride);
	uint64_t stop[32];
	for (int l = 0; l < 32; l++)
		stop[l] = shifts ? i[l] >> shift : i[l] / stride;
	step_on(stop, bits_for(stops), out);
	EACH_LANE(if (stop[l] >= stops || i[l] != stop[l] * stride) out[l] = 0;
		  else out[l] = stride * (out[l] < stops ? out[l] : next_stop(stop[l], stops));)
}

static bool
all_elements(const ptx_buffer *b, const uint64_t i[32], uint64_t out[32])
{
	const bool real = gm_ptx_type_kind(b->type) == KIND_FLOAT;
	const uint64_t k = (uint64_t)b->number;
	if (b->contents == CONTENTS_ZERO) {
		EACH_LANE(out[l] = 0;)
	}
	if (is_drawn(b) && !real)
		return draw_integers(b, i, out);
	if (is_drawn(b) && b->type == PTX_F32)
		return draw_singles(b, i, out);
	if (is_drawn(b) && b->type == PTX_F64)
		return draw_doubles(b, i, out);
	if (is_drawn(b) && b->type == PTX_F16)
		return draw_halves(b, i, out);
	if (b->contents == CONTENTS_CYCLE && !real && !b->data)
		return chase(b, i, out);
	if (b->contents == CONTENTS_STEP && !real) {
		EACH_LANE(out[l] = i[l] * k;)
	}
	return false;
}

/* All lanes of the mask go to one element. */
GM_WIDE static bool
are_one(const uint64_t i[32], uint32_t mask)
{
	const uint64_t first = i[__builtin_ctz(mask)], last = i[31 - __builtin_clz(mask)];
	uint64_t unlike = 0;
	if (first != last)
		return false;
	for (int l = 0; l < 32; l++)
		unlike |= mask & ptx_lane_bits[l] ? i[l] ^ first : 0;
	return unlike == 0;
}

GM_WIDE static void
keep(uint32_t mask, uint64_t out[32])
{
	for (int l = 0; l < 32; l++)
		out[l] = mask & ptx_lane_bits[l] ? out[l] : 0;
}

static void
each_element(const ptx_buffer *b, const uint64_t i[32], uint32_t mask, uint64_t out[32])
{
	const bool singles = is_drawn(b) && b->type == PTX_F32;
	const range r = range_of(b);
	memset(out, 0, 32 * sizeof *out);
	for (uint32_t rest = mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		out[l] = singles ? single_at(r, i[l]) : gm_ptx_buffer_element(b, i[l]);
	}
}

void
gm_ptx_buffer_elements(const ptx_buffer *b, const uint64_t i[32], uint32_t mask, uint64_t out[32])
{
	if (mask && are_one(i, mask)) {
		const uint64_t one = gm_ptx_buffer_element(b, i[__builtin_ctz(mask)]);
		for (int l = 0; l < 32; l++)
			out[l] = one;
	} else if (gm_bits_count(mask) < PTX_LANES_MANY || !all_elements(b, i, out)) {
		each_element(b, i, mask, out);
		return;
	}
	if (mask != UINT32_MAX)
		keep(mask, out);
}
