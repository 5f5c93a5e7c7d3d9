#include "model/banks.h"

enum {
	WORDS_MAX = 2 * 64, /* of one phase: 32 lanes with 3 words each when 8 bytes straddle */
	BANKS_MAX = 32,
};

static const gm_bank_layout layouts[GM_BANKS_COUNT] = {
        [GM_BANKS_16] = {2, 6, 0, 16, 16 * 16, true},
        [GM_BANKS_32_FERMI] = {2, 7, 0, 32, 128, false},
        [GM_BANKS_32X8_4] = {2, 7, 128, 32, 256, false},
        [GM_BANKS_32X8_8] = {3, 8, 0, 32, 256, false},
        [GM_BANKS_32] = {2, 7, 0, 32, 128, false},
        [GM_BANKS_32_GCN] = {2, 7, 0, 32, 128, false},
};

const gm_bank_layout *
gm_banks_layout(gm_bank_rule rule)
{
	return &layouts[rule];
}

int
gm_banks_phase_lanes(gm_bank_rule rule, int access_bytes)
{
	const int by_bytes = layouts[rule].phase_bytes / access_bytes;
	return by_bytes < layouts[rule].phase_lanes ? by_bytes : layouts[rule].phase_lanes;
}

static bool
is_aligned(const gm_access *access, uint64_t lanes)
{
	uint64_t address_bits = 0;
	for (; lanes; lanes &= lanes - 1)
		address_bits |= access->address[__builtin_ctzll(lanes)];
	return address_bits % (unsigned)access->access_bytes == 0;
}

/* log2 of the unit in which an aligned access can be counted: a word, or what one lane takes. The
   words of a wide unit lie in neighbouring banks and conflict alike, so one stands for all. */
static int
unit_shift(const gm_bank_layout *layout, const gm_access *access, bool aligned)
{
	const int own = __builtin_ctz((unsigned)access->access_bytes);
	return aligned && own > layout->bank_shift ? own : layout->bank_shift;
}

/* The units that lanes name, repetitions included; words that may share a pass become one. */
static int
units_gather(const gm_bank_layout *layout, const gm_access *access, uint64_t lanes, int shift,
             uint64_t *unit)
{
	int count = 0;
	for (; lanes; lanes &= lanes - 1) {
		const uint64_t first = access->address[__builtin_ctzll(lanes)];
		const uint64_t last = first + (uint64_t)access->access_bytes - 1;
		for (uint64_t at = first >> shift; at <= last >> shift; at++)
			unit[count++] = at & ~(layout->paired_bytes >> shift);
	}
	return count;
}

/* The largest number of distinct units in one bank. In each round every bank serves the last unit that
   claims it, to all that name it; the rounds needed are the distinct units of the fullest bank. */
static int
rounds_needed(uint64_t *unit, int count, unsigned banks_count)
{
	uint64_t claim[BANKS_MAX];
	int rounds = 0;
	for (; count > 0; rounds++) {
		for (int i = 0; i < count; i++)
			claim[unit[i] % banks_count] = unit[i];
		int left = 0;
		for (int i = 0; i < count; i++) {
			const bool waits = claim[unit[i] % banks_count] != unit[i];
			unit[left] = unit[i];
			left += waits;
		}
		count = left;
	}
	return rounds;
}

/* `count` units, `stride` units apart: they come back to a bank after banks / gcd(stride, banks). */
static int
progression_degree(int count, uint64_t stride, int banks_count)
{
	if (stride == 0)
		return 1;
	const uint64_t bits = stride | (uint64_t)banks_count;
	const int period = banks_count / (int)(bits & (0 - bits));
	return (count + period - 1) / period;
}

static int
phase_degree(const gm_bank_layout *layout, const gm_access *access, uint64_t lanes)
{
	gm_progression steps;
	if (layout->paired_bytes == 0 && gm_access_progression(access, lanes, &steps)) {
		const int shift = unit_shift(layout, access, true);
		const uint64_t offsets = steps.low_bytes | steps.distance_bytes;
		if (offsets % (UINT64_C(1) << shift) == 0)
			return progression_degree(steps.count, steps.distance_bytes >> shift,
			                          1 << (layout->row_shift - shift));
	}
	uint64_t unit[WORDS_MAX];
	const int shift = unit_shift(layout, access, is_aligned(access, lanes));
	const int count = units_gather(layout, access, lanes, shift, unit);
	return rounds_needed(unit, count, 1u << (layout->row_shift - shift));
}

/* One request of cc 1.x: the `nth` word of each lane's access, for the lanes that have so many. */
static int
serial_subsets(const gm_access *access, uint64_t lanes, unsigned nth)
{
	uint64_t word[64], waiting = 0;
	for (; lanes; lanes &= lanes - 1) {
		const int lane = __builtin_ctzll(lanes);
		const uint64_t first = access->address[lane];
		const uint64_t last = first + (uint64_t)access->access_bytes - 1;
		word[lane] = (first >> 2) + nth;
		if (word[lane] <= last >> 2)
			waiting |= UINT64_C(1) << lane;
	}
	int passes = 0;
	for (; waiting; passes++) {
		const uint64_t broadcast = word[__builtin_ctzll(waiting)];
		unsigned busy = 1u << (broadcast % 16);
		for (uint64_t rest = waiting; rest; rest &= rest - 1) {
			const int lane = __builtin_ctzll(rest);
			const unsigned bank = 1u << (word[lane] % 16);
			if (word[lane] == broadcast || !(busy & bank))
				waiting &= ~(UINT64_C(1) << lane);
			busy |= bank;
		}
	}
	return passes;
}

static void
add_phase(gm_bank_passes *out, int degree)
{
	out->wavefronts_count += degree;
	out->phases_count++;
	if (degree > out->worst_degree)
		out->worst_degree = degree;
}

static void
add_half_warp(gm_bank_passes *out, const gm_access *access, uint64_t lanes)
{
	for (unsigned nth = 0;; nth++) {
		const int passes = serial_subsets(access, lanes, nth);
		if (passes == 0)
			return;
		add_phase(out, passes);
	}
}

gm_bank_passes
gm_banks_evaluate(gm_bank_rule rule, const gm_access *access)
{
	gm_bank_passes out = {0};
	const gm_bank_layout *layout = &layouts[rule];
	const int size = access->access_bytes, step = gm_banks_phase_lanes(rule, size);
	const int least = layout->serial_subsets && size > 4 ? size / 4 : 1;
	const uint64_t active = gm_access_lanes(access);
	for (int first = 0; first < access->lanes_count; first += step) {
		const uint64_t lanes = active & gm_access_group(first, step);
		if (!lanes)
			continue;
		out.ideal_wavefronts_count += least;
		if (layout->serial_subsets)
			add_half_warp(&out, access, lanes);
		else
			add_phase(&out, phase_degree(layout, access, lanes));
	}
	const bool one_more = rule == GM_BANKS_32_FERMI && size == 16 && active != 0;
	out.ways_count = out.worst_degree + one_more;
	return out;
}
