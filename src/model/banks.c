#include "model/banks.h"

#include "base/bits.h"
#include "base/wide.h"

enum {
	BANKS_MAX = 32,
	NEAR_SHIFT = 8,
	LANES_SHIFT = 6,
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

static int
phase_lanes(const gm_bank_layout *layout, int size_shift)
{
	const int by_bytes = layout->phase_bytes >> size_shift;
	return by_bytes < layout->phase_lanes ? by_bytes : layout->phase_lanes;
}

int
gm_banks_phase_lanes(gm_bank_rule rule, int access_bytes)
{
	return phase_lanes(&layouts[rule], __builtin_ctz((unsigned)access_bytes));
}

/* In what the lanes are counted: words, or what one aligned access takes. The words of a wide unit lie
   in neighbouring banks and conflict alike, so one stands for all. */
typedef struct units {
	int shift;       /* log2 of the bytes */
	int banks_shift; /* log2 of the units after which the banks repeat */
	uint64_t paired; /* as in gm_bank_layout */
} units;

static units
units_for(const gm_bank_layout *layout, const gm_addresses *named)
{
	const bool wide = named->order != GM_UNALIGNED && named->size_shift > layout->bank_shift;
	const int shift = wide ? named->size_shift : layout->bank_shift;
	return (units){shift, layout->row_shift - shift, layout->paired_bytes >> shift};
}

/* The numbers that fall to the fullest bank, repetitions included. */
GM_WIDE static int
fullest_bank(const uint64_t *number, int count, int shift, int banks_shift)
{
	const unsigned bank_mask = (1u << banks_shift) - 1;
	uint8_t in_bank[BANKS_MAX] = {0}, most = 0;
#pragma GCC unroll 4
	for (int i = 0; i < count; i++)
		in_bank[number[i] >> shift & bank_mask]++;
	for (int bank = 0; bank < BANKS_MAX; bank++)
		most = in_bank[bank] > most ? in_bank[bank] : most;
	return most;
}

/* Of units below 1 << NEAR_SHIFT, at most 32 of a bank: a bit for each that is named. Compiled as loops over lanes are,
   for the count of bits. */
GM_WIDE static int
near_degree(const uint64_t *unit, int count, const units *in)
{
	const unsigned banks = 1u << in->banks_shift;
	uint32_t named[1 << LANES_SHIFT];
	int most = 0;
	for (unsigned bank = 0; bank < banks; bank++)
		named[bank] = 0;
	for (int i = 0; i < count; i++)
		named[unit[i] & (banks - 1)] |= UINT32_C(1) << (unit[i] % (1 << NEAR_SHIFT) >> in->banks_shift);
	for (unsigned bank = 0; bank < banks; bank++) {
		const int here = __builtin_popcount(named[bank]);
		most = here > most ? here : most;
	}
	return most;
}

/* The units of addresses that rise, each once. */
static int
changing_units(const uint64_t *address, int count, int shift, uint64_t *unit)
{
	int listed = 0;
	uint64_t here = address[0] >> shift;
#pragma GCC unroll 4
	for (int i = 1; i < count; i++) {
		const uint64_t next = address[i] >> shift;
		unit[listed] = here;
		listed += here != next;
		here = next;
	}
	unit[listed] = here;
	return listed + 1;
}

static int
rising_degree(const gm_addresses *named, int done, int count, const units *in)
{
	uint64_t unit[64];
	const uint64_t *address = named->address + done;
	if (((address[count - 1] >> in->shift) - (address[0] >> in->shift)) >> in->banks_shift == 0)
		return 1;
	if (named->order == GM_RISING && in->shift == named->size_shift &&
	    named->changes.addresses_count == named->count - 1)
		return fullest_bank(address, count, in->shift, in->banks_shift);
	return fullest_bank(unit, changing_units(address, count, in->shift, unit), 0, in->banks_shift);
}

static int
any_degree(const gm_addresses *named, int done, int count, const units *in)
{
	uint64_t unit[GM_PIECES_MAX];
	if (named->order != GM_UNALIGNED && named->changing >> in->shift >> in->banks_shift == 0)
		return 1; /* all of one row of the banks */
	int listed = gm_addresses_pieces(named, done, count, in->shift, unit);
	for (int i = 0; i < listed; i++)
		unit[i] &= ~in->paired;
	if (named->order != GM_UNALIGNED && named->changing >> in->shift >> NEAR_SHIFT == 0)
		return near_degree(unit, listed, in);
	if (!named->apart || in->paired != 0)
		listed = gm_pieces_distinct(unit, listed);
	return fullest_bank(unit, listed, 0, in->banks_shift);
}

static int
counted_degree(const gm_addresses *named, int done, int count, const units *in)
{
	const bool rising = named->order == GM_STEADY ? !named->steps.falling : named->order == GM_RISING;
	return (rising && in->paired == 0 ? rising_degree : any_degree)(named, done, count, in);
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

/* After how many lanes, as a power of two, a steady request comes back to a bank: LANES_SHIFT when it
   never does. Up to a unit apart the lanes of a phase name neighbouring units, no more than there are
   banks; whole units apart they come back after banks / gcd(distance, banks). -1: none of these. */
static int
return_shift(const gm_addresses *named, const units *in)
{
	const uint64_t distance = named->steps.distance_bytes, unit = UINT64_C(1) << in->shift;
	if (named->order != GM_STEADY || in->paired != 0)
		return -1;
	if (distance > unit && distance & (unit - 1))
		return -1;
	const int twos = __builtin_ctzll(distance >> in->shift | UINT64_C(1) << in->banks_shift);
	return distance <= unit ? LANES_SHIFT : in->banks_shift - twos;
}

/* Of the lowest `count` lanes, none left out. `returns`: see return_shift. */
static gm_bank_passes
steady_phases(int count, int step, int returns)
{
	const int whole = count >> __builtin_ctz((unsigned)step), left = count & (step - 1);
	const int of_whole = ((step - 1) >> returns) + 1, of_left = ((left - 1) >> returns) + 1;
	const int phases = whole + (left > 0), worst = whole > 0 ? of_whole : of_left;
	return (gm_bank_passes){whole * of_whole + of_left, phases, worst, phases, worst};
}

/* The phases of all rules but that of cc 1.x. */
static gm_bank_passes
count_phases(const gm_bank_layout *layout, const gm_request *request)
{
	const gm_addresses *named = &request->named;
	const units in = units_for(layout, named);
	const int step = phase_lanes(layout, named->size_shift);
	const uint64_t every = gm_access_group(0, step);
	const int returns = return_shift(named, &in);
	if (returns >= 0 && (request->lanes & (request->lanes + 1)) == 0)
		return steady_phases(named->count, step, returns);
	int wavefronts = 0, worst = 0, phases = 0, done = 0;
	for (uint64_t rest = request->lanes; rest; rest >>= step) {
		const uint64_t lanes = rest & every;
		if (!lanes)
			continue;
		const int count = lanes == every ? step : __builtin_popcountll(lanes);
		const int degree = returns >= 0 ? ((count - 1) >> returns) + 1
		                                : counted_degree(named, done, count, &in);
		done += count;
		wavefronts += degree;
		worst = degree > worst ? degree : worst;
		phases++;
	}
	return (gm_bank_passes){wavefronts, phases, worst, phases, worst};
}

/* cc 1.x: half-warps, and requests per word. */
static gm_bank_passes
count_half_warps(const gm_request *request)
{
	gm_bank_passes out = {0};
	const int size = request->access->access_bytes;
	for (int first = 0, done = 0; done < request->named.count; first += 16) {
		const int count = __builtin_popcountll(request->lanes & gm_access_group(first, 16));
		if (count == 0)
			continue;
		add_half_warp(&out, request->named.address + done, count, size);
		out.ideal_wavefronts_count += size > 4 ? size / 4 : 1;
		done += count;
	}
	out.ways_count = out.worst_degree;
	return out;
}

gm_bank_passes
gm_banks_count(gm_bank_rule rule, const gm_request *request)
{
	if (!request->lanes)
		return (gm_bank_passes){0};
	if (layouts[rule].serial_subsets)
		return count_half_warps(request);
	gm_bank_passes out = count_phases(&layouts[rule], request);
	out.ways_count += rule == GM_BANKS_32_FERMI && request->named.size_shift == 4;
	return out;
}

gm_bank_passes
gm_banks_evaluate(gm_bank_rule rule, const gm_access *access)
{
	gm_request request;
	gm_request_init(&request, access);
	return gm_banks_count(rule, &request);
}

int
gm_banks_packed(const gm_access *access, int wavefronts)
{
	enum { PASS_BYTES = 128 };
	const int bytes = gm_bits_count(gm_access_lanes(access)) * access->access_bytes;
	const int full = (bytes + PASS_BYTES - 1) / PASS_BYTES;
	return wavefronts < full ? wavefronts : full;
}
