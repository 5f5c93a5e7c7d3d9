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
	const int by_bytes = layouts[rule].phase_bytes >> __builtin_ctz((unsigned)access_bytes);
	return by_bytes < layouts[rule].phase_lanes ? by_bytes : layouts[rule].phase_lanes;
}

/* log2 of the unit in which an aligned access can be counted: a word, or what one lane takes. The
   words of a wide unit lie in neighbouring banks and conflict alike, so one stands for all. */
static int
aligned_unit_shift(const gm_bank_layout *layout, int size)
{
	const int own = __builtin_ctz((unsigned)size);
	return own > layout->bank_shift ? own : layout->bank_shift;
}

/* The units of aligned accesses; words that may share a pass become one. */
static int
units_of_aligned(const gm_bank_layout *layout, const uint64_t *address, int count, int shift,
                 uint64_t *unit)
{
	for (int i = 0; i < count; i++)
		unit[i] = (address[i] & ~layout->paired_bytes) >> shift;
	return count;
}

/* The words of accesses that may straddle, repetitions included. */
static int
units_of_any(const gm_bank_layout *layout, const uint64_t *address, int count, int size,
             uint64_t *unit)
{
	const int shift = layout->bank_shift;
	int units = 0;
	for (int i = 0; i < count; i++)
		for (uint64_t at = address[i] >> shift;
		     at <= (address[i] + (unsigned)size - 1) >> shift; at++)
			unit[units++] = at & ~(layout->paired_bytes >> shift);
	return units;
}

/* Then no unit is named twice. Subtraction, not comparison, as compilers can vectorise it. */
static bool
is_rising(const uint64_t *unit, int count)
{
	uint64_t rising = 1;
	for (int i = 1; i < count; i++)
		rising &= (unit[i - 1] - unit[i]) >> 63;
	return rising != 0;
}

/* The units of the fullest bank, repetitions included. */
static int
fullest_bank(const uint64_t *unit, int count, unsigned bank_mask)
{
	uint8_t in_bank[BANKS_MAX] = {0}, most = 0;
	for (int i = 0; i < count; i++)
		in_bank[unit[i] & bank_mask]++;
	for (int bank = 0; bank < BANKS_MAX; bank++)
		most = in_bank[bank] > most ? in_bank[bank] : most;
	return most;
}

/* The largest number of distinct units in one bank. In each round every bank serves the last unit
   that claims it, to all that name it; the rounds needed are the distinct units of the fullest
   bank. */
static int
rounds_needed(uint64_t *unit, int count, unsigned bank_mask)
{
	uint64_t claim[BANKS_MAX];
	if (is_rising(unit, count))
		return fullest_bank(unit, count, bank_mask);
	int rounds = 0;
	for (; count > 0; rounds++) {
		for (int i = 0; i < count; i++)
			claim[unit[i] & bank_mask] = unit[i];
		int left = 0;
		for (int i = 0; i < count; i++) {
			const bool waits = claim[unit[i] & bank_mask] != unit[i];
			unit[left] = unit[i];
			left += waits;
		}
		count = left;
	}
	return rounds;
}

/* `count` aligned accesses a constant distance apart. Up to a unit apart the lanes of a phase name
   neighbouring units, no more than there are banks. Whole units apart they come back to a bank
   after banks / gcd(distance, banks). 0: neither. */
static int
progression_degree(int count, uint64_t distance_bytes, int shift, int banks_shift)
{
	const uint64_t unit = UINT64_C(1) << shift;
	if (distance_bytes <= unit)
		return 1;
	if (distance_bytes & (unit - 1))
		return 0;
	const int twos = __builtin_ctzll(distance_bytes >> shift | UINT64_C(1) << banks_shift);
	return ((count - 1) >> (banks_shift - twos)) + 1;
}

/* Is there a closed form for accesses of `size` bytes that progress like this? */
static bool
is_steady(const gm_bank_layout *layout, const gm_progression *steps, int size)
{
	return layout->paired_bytes == 0 &&
	       ((steps->low_bytes | steps->distance_bytes) & ((unsigned)size - 1)) == 0;
}

static int
counted_degree(const gm_bank_layout *layout, const uint64_t *address, int count, int size)
{
	uint64_t unit[WORDS_MAX];
	if (gm_addresses_aligned(address, count, size)) {
		const int shift = aligned_unit_shift(layout, size);
		return rounds_needed(unit, units_of_aligned(layout, address, count, shift, unit),
		                     (1u << (layout->row_shift - shift)) - 1);
	}
	return rounds_needed(unit, units_of_any(layout, address, count, size, unit),
	                     (1u << (layout->row_shift - layout->bank_shift)) - 1);
}

static int
phase_degree(const gm_bank_layout *layout, const uint64_t *address, int count, int size)
{
	const int shift = aligned_unit_shift(layout, size);
	gm_progression steps;
	int degree = 0;
	if (gm_progression_find(address, count, &steps) && is_steady(layout, &steps, size))
		degree = progression_degree(count, steps.distance_bytes, shift,
		                            layout->row_shift - shift);
	return degree > 0 ? degree : counted_degree(layout, address, count, size);
}

/* One request of cc 1.x: the `nth` word of each lane's access, for the lanes that have so many. */
static int
serial_subsets(const uint64_t *address, int count, int size, unsigned nth)
{
	uint64_t word[16];
	int waiting = 0, passes = 0;
	for (int i = 0; i < count; i++) {
		word[waiting] = (address[i] >> 2) + nth;
		waiting += word[waiting] <= (address[i] + (unsigned)size - 1) >> 2;
	}
	for (; waiting > 0; passes++) {
		const uint64_t broadcast = word[0];
		unsigned busy = 1u << broadcast % 16;
		int left = 0;
		for (int i = 0; i < waiting; i++) {
			const uint64_t here = word[i];
			const unsigned bank = 1u << here % 16;
			word[left] = here;
			left += here != broadcast && (busy & bank) != 0;
			busy |= bank;
		}
		waiting = left;
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
add_half_warp(gm_bank_passes *out, const uint64_t *address, int count, int size)
{
	for (unsigned nth = 0;; nth++) {
		const int passes = serial_subsets(address, count, size, nth);
		if (passes == 0)
			return;
		add_phase(out, passes);
	}
}

/* The phases of all rules but that of cc 1.x. A progression of the whole warp is found only once.
 */
static void
add_phases(gm_bank_passes *out, const gm_bank_layout *layout, const gm_access *access, int step)
{
	uint64_t storage[64];
	const uint64_t *address;
	const int size = access->access_bytes, shift = aligned_unit_shift(layout, size);
	uint64_t rest = gm_access_lanes(access);
	const int all = gm_access_gather(access, rest, storage, &address);
	gm_progression steps;
	const bool steady = all > 0 && gm_progression_find(address, all, &steps) &&
	                    is_steady(layout, &steps, size);
	for (int done = 0, count; done < all; done += count) {
		/* step is a power of two */
		const int first = __builtin_ctzll(rest) & ~(step - 1);
		const uint64_t lanes = rest & gm_access_group(first, step);
		rest &= ~lanes;
		count = lanes == gm_access_group(first, step) ? step : __builtin_popcountll(lanes);
		int degree = 0;
		if (steady)
			degree = progression_degree(count, steps.distance_bytes, shift,
			                            layout->row_shift - shift);
		if (degree == 0)
			degree = count == all ? counted_degree(layout, address, count, size)
			                      : phase_degree(layout, address + done, count, size);
		add_phase(out, degree);
	}
	out->ideal_wavefronts_count = out->phases_count;
}

/* cc 1.x: half-warps, and requests per word. */
static void
add_half_warps(gm_bank_passes *out, const gm_access *access)
{
	const int size = access->access_bytes;
	for (int first = 0; first < access->lanes_count; first += 16) {
		uint64_t storage[64];
		const uint64_t *address;
		const uint64_t lanes = gm_access_lanes(access) & gm_access_group(first, 16);
		const int count = gm_access_gather(access, lanes, storage, &address);
		if (count == 0)
			continue;
		add_half_warp(out, address, count, size);
		out->ideal_wavefronts_count += size > 4 ? size / 4 : 1;
	}
}

gm_bank_passes
gm_banks_evaluate(gm_bank_rule rule, const gm_access *access)
{
	gm_bank_passes out = {0};
	const int size = access->access_bytes;
	if (layouts[rule].serial_subsets)
		add_half_warps(&out, access);
	else
		add_phases(&out, &layouts[rule], access, gm_banks_phase_lanes(rule, size));
	const bool one_more = rule == GM_BANKS_32_FERMI && size == 16 && out.phases_count > 0;
	out.ways_count = out.worst_degree + one_more;
	return out;
}
