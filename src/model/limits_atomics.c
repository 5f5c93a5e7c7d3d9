/*
 * Atomics of global memory: at the slices of L2 that hold what they update, and at one word.
 */
#include "model/limits_atomics.h"

#include "model/allocated.h"

#include <math.h>

enum { ALL_ARRAYS = -2 }; /* -1: of an address that is in no array */
enum { PIECE_BYTES = GM_ATOMIC_SLICE_BYTES / 2, SLICES_BYTES = 2 * GM_ATOMIC_SLICE_BYTES }; /* of two slices by turns */

static double
of_atomics(const gm_limits_input *in, gm_counter counter)
{
	double sum = 0;
	for (int s = 0; s < in->kernel->sites_count; s++) {
		if (gm_site_is_global_atomic(&in->kernel->sites[s]))
			sum += (double)in->counts->sites[s].of[counter];
	}
	return sum;
}

/* Of all passes, those that return what was there. */
static double
returning(const gm_limits_input *in, double passes)
{
	return (double)gm_counts_sum(in->kernel, in->counts, GM_COUNT_ATOMIC_PASSES, GM_ATOMIC, GM_GLOBAL) / passes;
}

/* Bytes from a multiple of SLICES_BYTES to the counters, where all are in one array, the first of which are taken to be
   updated; 0 where they are in several, which may lie anywhere to each other. */
static double
place_of_counters(const gm_limits_input *in)
{
	int array = ALL_ARRAYS;
	for (int s = 0; s < in->kernel->sites_count; s++) {
		const gm_site *site = &in->kernel->sites[s];
		if (!gm_site_is_global_atomic(site) || in->counts->sites[s].of[GM_COUNT_REQUESTS] == 0)
			continue;
		if (array != ALL_ARRAYS && array != site->array)
			return 0;
		array = site->array;
	}
	return (double)(gm_allocated_at(in->kernel, array) % SLICES_BYTES);
}

gm_atomic_way
gm_limit_atomic_way(const gm_limits_input *in)
{
	const double lanes = of_atomics(in, GM_COUNT_THREAD_INSTRUCTIONS);
	const double passes = of_atomics(in, GM_COUNT_ATOMIC_PASSES);
	const double sectors = of_atomics(in, GM_COUNT_SECTORS), lines = of_atomics(in, GM_COUNT_LINES);
	const double requests = of_atomics(in, GM_COUNT_REQUESTS);
	if (passes <= 0 || sectors <= 0)
		return (gm_atomic_way){0};
	const double several = fmin(1, fmax(1, lanes / passes) - 1);
	const double packets = 1 + several * (GM_ATOMIC_DATA + GM_ATOMIC_HEADER * lines / sectors);
	const double at_once = fmin(in->counts->atomic_block_bytes,
	                            GM_ATOMIC_SLICE_BYTES * lines / requests *
	                                    (double)in->occupancy->warps_per_block);
	const double blocks = fmin((double)in->counts->blocks_count,
	                           gm_device_value_or(in->device, GM_SM_COUNT, 0) *
	                                   (double)in->occupancy->blocks_per_sm);
	const double fullest = of_atomics(in, GM_COUNT_REQUESTED_BYTES) / GM_SECTOR_BYTES *
	                       (1 + GM_ATOMIC_DATA + GM_ATOMIC_HEADER / 4);
	const double at_once_bytes = fmin(in->counts->atomic_bytes, blocks * at_once);
	return (gm_atomic_way){.packets = packets,
	                       .returned = 1 + (GM_ATOMIC_RETURNED - 1) * returning(in, passes),
	                       .full_ratio = fmin(1, fullest / (packets * passes)),
	                       .at_once_bytes = at_once_bytes,
	                       .fullest_bytes = fmax(1, gm_limit_atomic_fullest(place_of_counters(in), at_once_bytes))};
}

/* Of the bytes from..to, those in the piece of a slice that starts at `piece`. */
static double
bytes_in(double from, double to, double piece)
{
	return fmax(0, fmin(to, piece + PIECE_BYTES) - fmax(from, piece));
}

double
gm_limit_atomic_fullest(double from, double bytes)
{
	/* Of two KiB in a row one is whole, wherever they begin: no slice holds more. */
	const double to = from + fmin(bytes, 2 * SLICES_BYTES);
	double fullest = 0;
	for (double turn = 0; turn < to; turn += SLICES_BYTES)
		for (int slice = 0; slice < 2; slice++) {
			const double piece = turn + slice * PIECE_BYTES;
			fullest = fmax(fullest, bytes_in(from, to, piece) +
							bytes_in(from, to, piece + GM_ATOMIC_SLICE_BYTES));
		}
	return fullest;
}

/* What is measured for spread addresses. */
static double
way_cycles(const gm_limits_input *in, const gm_atomic_way *way)
{
	return way->packets * way->returned * GM_ATOMIC_LONE_LANES /
	       gm_device_value_or(in->device, GM_ATOMIC_RATE_SPREAD, INFINITY);
}

/* The slices that the counters lie in, working at once, clocks of a sector pass: one slice takes what
   one address takes; many together what the way to them takes, and the two overlap in most. How much lies
   in a slice and how far they overlap is that of random_atomic over 4 B to 4 MiB (with the measured passes: 2.8 % on
   average; as a sum 6.6 %, and nearly all too long; with a norm of 2 5.2 %). */
static double
pass_cycles(const gm_limits_input *in, const gm_atomic_way *way)
{
	const double slices = fmax(1, way->at_once_bytes / way->fullest_bytes);
	const double served = 1 / (gm_device_value(in->device, GM_ATOMIC_RATE_SAME) * slices);
	return pow(pow(served, GM_ATOMIC_SLICES_NORM) + pow(way_cycles(in, way), GM_ATOMIC_SLICES_NORM),
		   1 / GM_ATOMIC_SLICES_NORM);
}

/* In integer additions: floating-point ones to one address take 2.4 times as long (0.287 and 0.688 a clock,
   atomic_global with f32, f64 and u32 on an H200). */
static double
lanes_per_word(gm_atomic_crowd crowd)
{
	return (crowd.lanes + GM_ATOMIC_FLOATING * crowd.floating) * crowd.word_bytes /
	       fmax(crowd.word_bytes, crowd.bytes);
}

/* Those of an array, or of all. */
static gm_atomic_crowd
crowd_at(const gm_limits_input *in, int array)
{
	const gm_kernel *k = in->kernel;
	gm_atomic_crowd crowd = {.word_bytes = GM_ATOMIC_WORD_BYTES, .bytes = in->counts->atomic_bytes};
	double bytes = 0;
	for (int s = 0; s < k->sites_count; s++) {
		const gm_site *site = &k->sites[s];
		if (!gm_site_is_global_atomic(site) || (array != ALL_ARRAYS && site->array != array))
			continue;
		const double lanes = (double)in->counts->sites[s].of[GM_COUNT_THREAD_INSTRUCTIONS];
		*(gm_type_is_floating(site->type) ? &crowd.floating : &crowd.lanes) += lanes;
		bytes += lanes * fmax(GM_ATOMIC_WORD_BYTES, site->access_bytes);
	}
	if (bytes > 0)
		crowd.word_bytes = bytes / (crowd.lanes + crowd.floating);
	if (array >= 0)
		crowd.bytes = fmin(crowd.bytes, (double)k->arrays[array].length * gm_type_bytes(k->arrays[array].type));
	return crowd;
}

gm_atomic_crowd
gm_limit_atomic_crowd(const gm_limits_input *in)
{
	gm_atomic_crowd most = crowd_at(in, ALL_ARRAYS);
	for (int a = 0; a < in->kernel->arrays_count; a++) {
		const gm_atomic_crowd crowd = crowd_at(in, a);
		if (lanes_per_word(crowd) > lanes_per_word(most))
			most = crowd;
	}
	return most;
}

/* Stores of the grid to one word that wait for those before: its slice takes one in the time of so many atomics
   (calibration, one_word with 1, 2, 4 and 8 places in 256 bytes: 1.14, 0.89, 0.77 and 0.82 ns a sector at L2, without the
   2.6 us of launch and first block; reductions 0.70 to 0.74 ns). How many an SM joins before they leave it is not known:
   all of 13000 stores to one word are seen to leave, or one of 26 where all its warps do nothing else. */
#define ATOMICS_OF_STORE 1.23

static double
stores_in_line(const gm_limits_input *in)
{
	return ATOMICS_OF_STORE * fmax(0, in->traffic->common_store_sectors - 1);
}

gm_limit_time
gm_limit_atomics(const gm_limits_input *in)
{
	const double passes =
	        (double)gm_counts_sum(in->kernel, in->counts, GM_COUNT_ATOMIC_PASSES, GM_OPERATION_COUNT,
	                              GM_GLOBAL);
	const double clock = gm_limit_clock(in->device);
	const double stores = stores_in_line(in);
	const gm_value none = {0, GM_KIND_MODEL, "no such work"};
	if (passes == 0 && stores == 0)
		return (gm_limit_time){.least_s = none, .expected_s = none};
	if (gm_device_value_or(in->device, GM_ATOMIC_RATE_SAME, 0) <= 0 || clock <= 0) {
		const gm_value unknown =
		        gm_value_unknown("the device file does not know the rate of global atomics");
		return (gm_limit_time){.least_s = unknown, .expected_s = unknown, .work = passes};
	}
	const double one_word = fmax(lanes_per_word(gm_limit_atomic_crowd(in)), stores) /
	                        (gm_device_value(in->device, GM_ATOMIC_RATE_SAME) * clock);
	const gm_atomic_way way = gm_limit_atomic_way(in);
	const gm_value time = {fmax(passes * pass_cycles(in, &way) / clock, one_word), GM_KIND_MODEL,
			       "passes at the slices of L2 that hold the counters, or at one word"};
	return (gm_limit_time){.least_s = time,
	                       .expected_s = time,
	                       .work = passes + stores,
	                       .rate_per_s = (passes + stores) / time.value,
	                       .full_ratio = way.full_ratio};
}
