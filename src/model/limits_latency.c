#include "model/limits_latency.h"

#include "model/clock.h"
#include "model/trailing.h"
#include "model/waited.h"

#include <math.h>

/* Clocks that each warp of a block adds to the gap between blocks (spin: 352 with 8 warps, 478 with 32; look
   in 16 MiB that L2 has: 395 with 16, 525 with 32), and that a block takes longer to leave that has stored
   (scale against look there: 130), H200. Where code and constants are not cached yet, the first block
   waits for them: the least sizes of look against the largest. From an equal launch they are in L2, not in
   the SMs: launches of rate_* one after the other take 2.30 us beside the clocks of their loops (median of
   22, 2.0 to 2.4), of which 1.63 are an empty launch's and 0.35 what lies between two of them (spin). */
enum {
	GAP_PER_WARP = GM_GAP_PER_WARP_CYCLES,
	GAP_OF_STORES = GM_GAP_OF_STORES_CYCLES,
	COLD_START = GM_COLD_START_CYCLES,
	WARM_START = GM_WARM_START_CYCLES
};

/* More than 1 where whole units are fetched for less. */
static double
ratio(const gm_traffic *t, gm_level inner, gm_level outer)
{
	const gm_value a = t->read_bytes[outer], b = t->read_bytes[inner];
	if (a.kind == GM_KIND_UNKNOWN || b.kind == GM_KIND_UNKNOWN || b.value <= 0)
		return 1;
	return a.value / b.value;
}

static double
share(const gm_traffic *t, gm_level inner, gm_level outer)
{
	return fmin(1, ratio(t, inner, outer));
}

double
gm_limit_opened_ratio(const gm_device *device, const gm_load_waits *waits)
{
	const double unit = gm_device_value_or(device, GM_DRAM_FETCH, GM_SECTOR_BYTES);
	return waits->fetched > 0 ? waits->units * unit / (waits->fetched * GM_SECTOR_BYTES) : 0;
}

double
gm_limit_drawn_ratio(const gm_traffic *traffic)
{
	const gm_value read = traffic->read_bytes[GM_LEVEL_DRAM];
	return read.kind != GM_KIND_UNKNOWN && read.value > 0 ? fmin(1, traffic->dram.read.bytes / read.value) : 0;
}

double
gm_limit_openers(const gm_traffic *traffic)
{
	const gm_load_waits *waits = &traffic->waits;
	if (waits->opening <= 0)
		return 1;
	return fmax(1, fmax(waits->openers, gm_limit_drawn_ratio(traffic) * waits->places) / waits->opening);
}

/* The wait for the slowest of those that L2 serves, and of those from DRAM: beyond the level before, over
   that for one. */
static double
later_of(const gm_device *device, double lines, double slowest)
{
	const double near = gm_device_value_or(device, GM_LATENCY_L1, 0), far = gm_device_value_or(device, GM_LATENCY_L2, 0);
	return near > 0 && far > near ? (far * pow(lines, GM_L2_LINES_POWER) + slowest - near) / (far - near) : 1;
}

static double
slower_of(const gm_device *device, double lines, double places)
{
	const double near = gm_device_value_or(device, GM_LATENCY_L2, 0), far = gm_device_value_or(device, GM_LATENCY_DRAM, 0);
	const double l2 = near * pow(lines, GM_L2_LINES_POWER), dram = far * pow(places, GM_DRAM_PLACES_POWER);
	return near > 0 && far > near ? fmax(0, dram - l2) / (far - near) : 1;
}

/* Of smaller groups than those simulated by how many loads of one wait, of larger ones by how many of two in a row do. */
static double
group_power(const gm_load_waits *waits, double groups, double alone, double next, double either, double ratio)
{
	const double size = waits->groups > 0 ? waits->loads / waits->groups : 1;
	if (ratio >= 1)
		return next > 0 ? fmin(1, log2(either / next)) : 1;
	if (size <= 1 || groups <= 0 || alone <= 0)
		return 1;
	return fmin(1, fmax(0, log(groups * size / alone) / log(size)));
}

double
gm_limit_waiting_power(const gm_load_waits *w, double ratio)
{
	return group_power(w, w->waiting, w->waiting_loads, w->waiting_next, w->waiting_either, ratio);
}

double
gm_limit_opening_power(const gm_load_waits *w, double ratio)
{
	return group_power(w, w->opening, w->opening_loads, w->opening_next, w->opening_either, ratio);
}

double
gm_limit_slowest_sm(const gm_limits_input *in)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	return GM_SLOWEST_SM_CYCLES * sqrt(fmin(1, (double)in->counts->blocks_count / sms));
}

/* Of places that are drawn in no order, the mean chance over a launch that one of `count` is the first to come to its
   own: of `each` draws for a place the part that is left falls as exp(-each * t), t from 0 to 1. */
static double
drawn_first(double each, double count)
{
	enum { STEPS = 32 };
	double sum = 0;
	for (int i = 0; i < STEPS; i++)
		sum += 1 - pow(1 - exp(-each * (i + 0.5) / STEPS), count);
	return sum / STEPS;
}

/* So many draws for each place make the mean chance of one draw `first`. */
static double
draws_of_each(double first)
{
	double least = 0, most = 1 / fmax(first, 1e-9);
	for (int i = 0; i < 40; i++) {
		const double each = (least + most) / 2;
		const double chance = each > 1e-9 ? (1 - exp(-each)) / each : 1;
		*(chance > first ? &least : &most) = each;
	}
	return (least + most) / 2;
}

double
gm_limit_drawn_chance(double first, double count)
{
	return first > 0 && first < 1 ? drawn_first(draws_of_each(first), count) : first;
}

static double
first_chance(double first, double count, double drawn)
{
	const double evenly = 1 - pow(1 - first, count);
	return drawn > 0 ? (1 - drawn) * evenly + drawn * gm_limit_drawn_chance(first, count) : evenly;
}

gm_wait_chances
gm_limit_wait_chances(const gm_limits_input *in)
{
	const gm_load_waits *w = &in->traffic->waits;
	const double loads = in->counts->block_cycles.loads_per_wait;
	const double past_l1 = share(in->traffic, GM_LEVEL_TRANSACTIONS, GM_LEVEL_L2);
	const double past_l2 = ratio(in->traffic, GM_LEVEL_L2, GM_LEVEL_DRAM);
	if (w->groups <= 0)
		return (gm_wait_chances){fmin(1, past_l1 * fmax(1, loads)),
		                         fmin(1, past_l1 * fmin(1, past_l2) * fmax(1, loads)), 1, 1, 1, 1};
	const double more = loads > 0 ? fmax(1, loads) * w->groups / w->loads : 1;
	const double waiting = gm_limit_waiting_power(w, more);
	const double opening = gm_limit_opening_power(w, more);
	/* Of smaller groups those that wait do so for less. */
	const double less = more < 1 ? pow(more, 1 - opening) : 1;
	const double opened = gm_limit_opened_ratio(in->device, w);
	const double one = opened > 0 ? fmin(1, past_l2 * in->traffic->sharers / opened) : 0;
	const double each = w->opening > 0 ? w->places / w->opening : 1;
	const double openers = fmax(1, gm_limit_openers(in->traffic) * less);
	const double l2 = fmin(1, w->waiting / w->groups * pow(more, waiting));
	const double lines = l2 > 0 ? fmax(1, w->lines / w->groups * more / l2) : 1;
	const double places = fmax(1, one * each * fmax(1, more) * less);
	return (gm_wait_chances){l2,
	                         fmin(1, w->opening / w->groups * pow(more, opening)) *
	                                 first_chance(one, openers, gm_limit_drawn_ratio(in->traffic)),
	                         places,
	                         slower_of(in->device, lines, places),
	                         lines,
	                         later_of(in->device, lines, gm_limit_slowest_sm(in))};
}

/* Between the clocks of loads that L1, L2 and DRAM serve, as often as a group of them waits for each. */
static double
mixed(const gm_wait_chances *waits, const double by[GM_SERVED_COUNT])
{
	return by[GM_SERVED_L1] + waits->l2 * waits->later * (by[GM_SERVED_L2] - by[GM_SERVED_L1]) +
	       waits->dram * waits->slower * (by[GM_SERVED_DRAM] - by[GM_SERVED_L2]);
}

static double
block_cycles(const gm_limits_input *in)
{
	const gm_wait_chances waits = gm_limit_wait_chances(in);
	return mixed(&waits, in->counts->block_cycles.by);
}

double
gm_limit_resident(const gm_limits_input *in)
{
	const double sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	return fmax(1, fmin((double)in->occupancy->blocks_per_sm, ceil((double)in->counts->blocks_count / sms)));
}

static double
parted_by(const gm_limits_input *in, const gm_wait_chances *waits)
{
	const gm_phase_sums *sums = &in->counts->block_cycles.phases;
	const double blocks = gm_limit_resident(in), busy = blocks * sums->busy;
	double by[GM_SERVED_COUNT];
	for (int l = 0; l < GM_SERVED_COUNT; l++)
		by[l] = gm_phase_sums_at(sums, blocks, l);
	const double together = mixed(waits, by), alone = mixed(waits, in->counts->block_cycles.by);
	return fmax(alone, sqrt(fmax(0, together * together - busy * busy)));
}

double
gm_limit_parted_cycles(const gm_limits_input *in)
{
	const gm_wait_chances waits = gm_limit_wait_chances(in);
	return parted_by(in, &waits);
}

static double
phased_by(const gm_limits_input *in, const gm_wait_chances *waits)
{
	const double alone = mixed(waits, in->counts->block_cycles.by);
	return alone + (parted_by(in, waits) - alone) / gm_limit_resident(in);
}

/* Where those who come first have brought most of what is read. */
static gm_wait_chances
found_chances(const gm_limits_input *in)
{
	gm_wait_chances waits = gm_limit_wait_chances(in);
	const double first = gm_device_value_or(in->device, GM_L2_FIRST_SMS, INFINITY);
	if (in->device->cc_major >= 7)
		waits.dram *= fmin(1, first / fmax(1, in->traffic->sharers));
	return waits;
}

/* Rounds of resident blocks one after the other: whole ones when they are few, and half a block more than
   the mean when the places have long been out of step. */
static double
rounds_of(double blocks, double places)
{
	return fmax(1, fmin(ceil(blocks / places), blocks / places + 0.5));
}

static double
places(const gm_limits_input *in)
{
	return gm_device_value_or(in->device, GM_SM_COUNT, 0) * (double)in->occupancy->blocks_per_sm;
}

/* No grid ends before its longest block. */
double
gm_limit_rounds(const gm_limits_input *in)
{
	const double alike = rounds_of((double)in->counts->blocks_count, places(in));
	return in->uneven.known ? in->uneven.rounds_ratio : fmax(alike, in->counts->longest_ratio);
}

double
gm_limit_sm_clock(const gm_limits_input *in)
{
	return gm_clock_hz(in->device, in->kernel, in->counts);
}

static gm_limit_time
cycles_of(const gm_limits_input *in, double cycles, const char *why)
{
	const double clock = gm_limit_sm_clock(in);
	const gm_value time = {cycles / clock, GM_KIND_MODEL, why};
	return (gm_limit_time){.least_s = time, .expected_s = time, .work = cycles, .rate_per_s = clock};
}

static gm_limit_time
not_known(const char *why)
{
	const gm_value unknown = gm_value_unknown(why);
	return (gm_limit_time){.least_s = unknown, .expected_s = unknown};
}

double
gm_limit_first_cycles(const gm_limits_input *in)
{
	int64_t requests = 0;
	for (int space = 0; space < GM_SPACE_COUNT; space++)
		requests += gm_counts_sum(in->kernel, in->counts, GM_COUNT_REQUESTS, GM_OPERATION_COUNT,
		                          (gm_space)space);
	if (in->device->cc_major < 7 || requests == 0)
		return 0;
	return in->warm ? WARM_START : COLD_START;
}

/* The last finds in L2 what those before it have fetched. */
static double
last_cycles(const gm_limits_input *in)
{
	gm_wait_chances waits = gm_limit_wait_chances(in);
	waits.dram = 0;
	return gm_trailing_cycles(in->kernel, in->counts, gm_limit_resident(in), mixed(&waits, in->counts->block_cycles.by));
}

enum { ROUNDS_APART = 4 }; /* in more, places are out of step (gm_limit_imbalance) */

/* Blocks of the last round have fewer beside them that cover their waits, and find what those before them have brought. */
static gm_last_round
last_round(const gm_limits_input *in, double start, double phased, double found)
{
	const double blocks = (double)in->counts->blocks_count, sms = gm_device_value_or(in->device, GM_SM_COUNT, 1);
	const double each = ceil(blocks / sms), resident = (double)in->occupancy->blocks_per_sm;
	const double whole = floor(blocks / places(in)), left = each - whole * resident, clock = gm_limit_sm_clock(in);
	const double waits = GM_WAITS_OF_FEW + (1 - GM_WAITS_OF_FEW) * left / resident;
	const bool alike = !in->uneven.known && in->counts->longest_ratio <= rounds_of(blocks, places(in));
	if (whole < 1 || left <= 0 || blocks > ROUNDS_APART * places(in) || !alike || in->device->cc_major < 7)
		return (gm_last_round){0};
	return (gm_last_round){.sm_ratio = left / each,
	                       .grid_ratio = 1 - whole * places(in) / blocks,
	                       .before_s = (start + whole * phased) / clock,
	                       .before_found_s = (start + whole * found) / clock,
	                       .own_s = waits * found / clock};
}

gm_limit_time
gm_limit_latency(const gm_limits_input *in)
{
	const gm_device *device = in->device;
	const double blocks = (double)in->counts->blocks_count;
	if (gm_limit_sm_clock(in) <= 0 || places(in) <= 0)
		return not_known("the clock or the resident blocks are not known");
	const double start_rate = gm_device_value_or(device, GM_BLOCK_START_RATE, 0);
	const double start = start_rate > 0 ? fmin(blocks, places(in)) / start_rate : 0;
	const double first = gm_limit_first_cycles(in);
	const double rounds = gm_limit_rounds(in);
	const gm_wait_chances waits = gm_limit_wait_chances(in), found = found_chances(in);
	const double phased = phased_by(in, &waits), phased_found = phased_by(in, &found);
	gm_limit_time time =
	        cycles_of(in, rounds * phased + start + first,
	                  "each block waits for its operands alone; the resident ones wait together");
	time.found_s = (rounds * phased_found + start) / gm_limit_sm_clock(in);
	time.last = last_round(in, start, phased, phased_found);
	time.own_ratio = 1 / gm_limit_resident(in);
	time.first_s = first / gm_limit_sm_clock(in);
	if (device->cc_major >= 7)
		time.last_s = last_cycles(in) / gm_limit_sm_clock(in);
	return time;
}

double
gm_limit_dram_writes_s(const gm_limits_input *in)
{
	const gm_traffic *t = in->traffic;
	const gm_value read = t->read_bytes[GM_LEVEL_DRAM], written = t->written_bytes[GM_LEVEL_DRAM];
	const gm_value time = gm_limit_dram(in).expected_s;
	if (time.kind == GM_KIND_UNKNOWN || read.kind == GM_KIND_UNKNOWN ||
	    written.kind == GM_KIND_UNKNOWN || written.value <= 0)
		return 0;
	return time.value * fmin(read.value, written.value) / (read.value + written.value);
}

gm_limit_time
gm_limit_blocks(const gm_limits_input *in)
{
	const double blocks = (double)in->counts->blocks_count;
	if (!gm_device_knows(in->device, GM_BLOCK_START_RATE) || gm_limit_sm_clock(in) <= 0)
		return not_known("the device file does not know how fast blocks start");
	const double rate = gm_device_value(in->device, GM_BLOCK_START_RATE);
	return cycles_of(in, blocks / rate + block_cycles(in),
	                 "one starts after the other, over the whole device, and the last runs");
}

static double
in_turn_cycles(const gm_limits_input *in)
{
	const gm_limit_time latency = gm_limit_latency(in);
	if (!gm_waited_is_short(in->counts) || latency.expected_s.kind == GM_KIND_UNKNOWN)
		return fmax(gm_waited_cycles(in->counts), in->counts->fought_cycles);
	return (latency.expected_s.value - latency.first_s) * gm_limit_sm_clock(in) +
	       gm_waited_meeting_cycles(in->kernel, in->device, in->counts);
}

gm_limit_time
gm_limit_in_turn(const gm_limits_input *in)
{
	const double cycles = in_turn_cycles(in);
	if (cycles <= 0) {
		const gm_value none = {0, GM_KIND_MODEL, "no block waits for another"};
		return (gm_limit_time){.least_s = none, .expected_s = none};
	}
	if (gm_limit_sm_clock(in) <= 0)
		return not_known("the clock is not known");
	gm_limit_time time = cycles_of(in, gm_limit_first_cycles(in) + cycles,
	                               "blocks side by side, each with what it waits for from others");
	time.all_wait = in->counts->waited.needs_all;
	return time;
}

gm_limit_time
gm_limit_gaps(const gm_limits_input *in)
{
	const int64_t stores = gm_counts_sum(in->kernel, in->counts, GM_COUNT_REQUESTS, GM_STORE, GM_GLOBAL);
	if (places(in) > 0 && (double)in->counts->blocks_count <= places(in)) {
		const gm_value none = {0, GM_KIND_MODEL, "no block follows another in its place"};
		return (gm_limit_time){.least_s = none, .expected_s = none};
	}
	if (gm_limit_sm_clock(in) <= 0 || places(in) <= 0 ||
	    !gm_device_knows(in->device, GM_BLOCK_GAP))
		return not_known("the device file does not know how long the place of a block is empty");
	const double gap = gm_device_value(in->device, GM_BLOCK_GAP) +
	                   GAP_PER_WARP * (double)in->occupancy->warps_per_block +
	                   (stores > 0 ? GAP_OF_STORES : 0);
	const double rounds = rounds_of((double)in->counts->blocks_count, places(in));
	const double writes = GM_GAP_OF_WRITES * gm_limit_dram_writes_s(in) * gm_limit_sm_clock(in);
	return cycles_of(in, (rounds - 1) * gap + writes, "the next block starts when the last has left");
}
