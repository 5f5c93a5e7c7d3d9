#include "model/l1_share.h"

#include "model/block_places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WALKED_MAX = 9000, /* requests of a wave that are simulated */
	WAVES_MOST = 12,
	SPARE_BLOCKS_MOST = 28, /* and the threads from which on a block has no spare room: see set_aside */
	SPARE_THREADS_BELOW = 1024,
};

static double
lesser(double a, double b)
{
	return a < b ? a : b;
}

static double
greater(double a, double b)
{
	return a > b ? a : b;
}

static double
smallest_carveout(const gm_device *device, double bytes)
{
	for (int i = 0; i < device->carveouts_count; i++)
		if (device->carveouts_bytes[i] >= bytes)
			return device->carveouts_bytes[i];
	return gm_device_value_or(device, GM_SHARED_PER_SM, bytes);
}

/* Shared memory that the driver sets aside: without any use of shared memory the system's own share of four times
   as many blocks as threads allow, 32 at most (8 KiB at blocks of 1024 threads, 16 at 512, 32 below: seen on an
   H200). */
static double
set_aside_without_use(const gm_device *device, double threads, double reserved)
{
	const double fit = floor(gm_device_value(device, GM_THREADS_PER_SM) / threads);
	return smallest_carveout(device, lesser(4 * fit, gm_device_value(device, GM_BLOCKS_PER_SM)) * reserved);
}

/* Of kernels that use it what the resident blocks need. Where several are resident, of less than 1024 threads,
   room for twice as many, 28 at most, but for these no more than 132 KiB of 228. So it is in 162 launches of 32 to
   1024 threads, 22 and 72 registers, 4 B to 216 KiB, on an H200 (launch__shared_mem_config_size). */
static double
set_aside(const gm_device *device, double block_bytes, double threads, double blocks)
{
	const double needed = smallest_carveout(device, blocks * block_bytes);
	const double twice = lesser(2 * blocks, SPARE_BLOCKS_MOST);
	const double half = smallest_carveout(device, gm_device_value_or(device, GM_SHARED_PER_SM, 0) / 2);
	if (blocks <= 1 || threads >= SPARE_THREADS_BELOW)
		return needed;
	return greater(needed, lesser(half, smallest_carveout(device, twice * block_bytes)));
}

double
gm_l1_left_bytes(const gm_device *device, const gm_kernel *kernel, int64_t blocks_per_sm)
{
	const double size = gm_device_value(device, GM_L1_SIZE);
	const gm_resources *r = &kernel->resources;
	const double reserved = gm_device_value_or(device, GM_SHARED_RESERVED, 0);
	const double granule = gm_device_value_or(device, GM_SHARED_UNIT, 1);
	const double shared = greater((double)r->shared_static_bytes, 0) +
	                      greater((double)r->shared_dynamic_bytes, 0);
	const double of_block = ceil((shared + reserved) / granule) * granule;
	const double threads = (double)gm_dim3_volume(kernel->block);
	if (gm_device_value_or(device, GM_L1_UNIFIED, 0) == 0)
		return size;
	return greater(size - (shared > 0 ? set_aside(device, of_block, threads, (double)blocks_per_sm)
	                                  : set_aside_without_use(device, threads, reserved)), 0);
}

/* The longest walk of loops that keeps `times` waves affordable. */
static int64_t
affordable_runs(const gm_grid_trace *trace, int64_t resident, int times)
{
	static const int64_t tries[] = {INT64_MAX, 1024, 256, 128, 64, 32, 16, 8};
	size_t i = 0;
	while (i + 1 < sizeof tries / sizeof *tries &&
	       gm_trace_length(&trace->here, tries[i]) * (double)resident * times > WALKED_MAX)
		i++;
	return tries[i];
}

/* Hits in L1 that take as long as a wait for L2; 8 where the latencies are not known. */
static int
hits_per_turn(const gm_device *device)
{
	const double hit = gm_device_value_or(device, GM_LATENCY_L1, 0), miss = gm_device_value_or(device, GM_LATENCY_L2, 0);
	return hit > 0 && miss > hit ? (int)(miss / hit) : 8;
}

/* An SM's blocks. */
typedef struct placement {
	const gm_grid_trace *trace;
	const gm_turns *turns; /* NULL: its blocks stay together */
	gm_cache_state state;
	gm_block_places places;
	int64_t sm; /* of those that are not early */
	bool filled; /* no other blocks follow these */
	gm_resident *on; /* of one wave after the other */
	int64_t *moves; /* per block and site */
	int count;
} placement;

/* Blocks that were traced themselves; a single one is the first of the grid, and the traced one is more like most. */
static bool
has_own(const gm_grid_trace *trace)
{
	return trace->others_count > 1;
}

static void
place_waves(placement *p, int waves)
{
	const int sites = p->trace->here.sites_count;
	const bool own = has_own(p->trace);
	p->count = 0;
	for (int64_t i = 0; i < waves * p->places.resident; i++) {
		const int64_t at = own ? i * p->places.sms : gm_block_places_at(&p->places, p->sm, i);
		if (at >= p->places.blocks || (own && i >= p->places.resident && i >= p->trace->others_count))
			break;
		const gm_dim3 block = gm_grid_trace_block(p->trace, at);
		int64_t *move = p->moves + (size_t)p->count * (size_t)sites;
		for (int s = 0; s < sites; s++)
			move[s] = gm_grid_trace_move(p->trace, s, block);
		p->on[p->count++] = (gm_resident){
		        own ? &p->trace->others[i % p->trace->others_count] : &p->trace->here,
		        own ? NULL : move, -((i + 1) << 32)};
	}
}

static void
add_wave(gm_l1_tally *sum, const gm_l1_tally *wave, int sites, double weight)
{
	for (int s = 0; s < sites; s++) {
		sum[s].asked += weight * wave[s].asked;
		sum[s].found += weight * wave[s].found;
		sum[s].loads += weight * wave[s].loads;
		sum[s].missing += weight * wave[s].missing;
		sum[s].first_round += weight * wave[s].first_round;
		sum[s].merged += weight * wave[s].merged;
		sum[s].merged_free += weight * wave[s].merged_free;
		sum[s].merged_own += weight * wave[s].merged_own;
		sum[s].merged_own_free += weight * wave[s].merged_own_free;
		sum[s].shared += weight * wave[s].shared;
		sum[s].split += weight * wave[s].split;
		sum[s].refetched += weight * wave[s].refetched;
		gm_load_waits_add(&sum[s].waits, &wave[s].waits, weight);
	}
}

/* The last of them stands for all that follow: what blocks that come anywhere have in common is there after some. */
static int
simulated_waves(const placement *p, double waves, int64_t runs)
{
	const double each = gm_trace_length(&p->trace->here, runs) * (double)p->places.resident;
	if (waves <= 1 || p->filled)
		return 1;
	if (has_own(p->trace))
		return (int)((p->trace->others_count + p->places.resident - 1) / p->places.resident);
	return (int)lesser(ceil(waves), lesser(WAVES_MOST, greater(3, WALKED_MAX / greater(each, 1))));
}

/* Of so many bytes of L1, those whose lines are found again. */
static double
found_again_bytes(const gm_device *device, double l1_bytes)
{
	const bool unified = gm_device_value_or(device, GM_L1_UNIFIED, 0) != 0;
	return unified ? greater(l1_bytes - GM_L1_APART_LINES * GM_LINE_BYTES, 0) : l1_bytes;
}

/* Through an L1 of their own; adds to `sites`. */
static void
run_waves(placement *p, const gm_device *device, bool in_turn, int64_t runs, double l1_bytes,
          gm_l2_room room, gm_l1_tally *sites)
{
	const gm_grid_trace *trace = p->trace;
	const int count = trace->here.sites_count;
	const double waves = (double)p->places.blocks / ((double)p->places.sms * (double)p->places.resident);
	const int simulated = simulated_waves(p, waves, runs);
	const int64_t resident = p->places.resident, placed = simulated + (waves > simulated);
	gm_l1_tally *all = gm_allocate((size_t)(placed * count) + 1, sizeof *all);
	p->on = gm_allocate((size_t)(placed * resident) + 1, sizeof *p->on);
	p->moves = gm_allocate((size_t)(placed * resident * count) + 1, sizeof *p->moves);
	place_waves(p, (int)placed);
	gm_l1_cache cache = gm_l1_cache_new(found_again_bytes(device, l1_bytes));
	const gm_l1_blocks blocks = {.all = p->on, .count = p->count, .wave = (int)resident, .in_turn = in_turn};
	gm_l1_simulate(&cache, &blocks, runs, hits_per_turn(device), room, all);
	for (int i = 0; i < simulated && i * resident < p->count; i++) {
		gm_l1_tally *wave = all + (size_t)i * (size_t)count;
		const double there = fmin((double)resident, (double)(p->count - i * resident));
		for (int s = 0; s < count && i == 0; s++)
			wave[s].first_round = wave[s].asked - wave[s].found;
		const double times = i + 1 < simulated ? 1 : waves - i;
		add_wave(sites, wave, count, i == 0 ? 1 : times * (double)resident / there);
	}
	gm_l1_cache_dispose(&cache);
	free(p->moves);
	free(p->on);
	free(all);
}

static double
found_in(const gm_l1_tally *sites, int count)
{
	double found = 0;
	for (int s = 0; s < count; s++)
		found += sites[s].found;
	return found;
}

/* How far its blocks run apart, as these are who stay together. */
static double
apart_part(const placement *p, const gm_l1_tally *together)
{
	const double opening = gm_l1_opening_ratio(together, p->trace->here.sites_count, p->state);
	return p->turns && p->places.resident > 1 ? gm_turns_apart(p->turns, opening) : 0;
}

/* SMs of one kind, this part of all. */
static void
add_kind(placement *p, const gm_device *device, int64_t runs, double l1_bytes, gm_l2_room room, double part,
         gm_l1_tally *sites)
{
	const int count = p->trace->here.sites_count;
	gm_l1_tally *together = gm_allocate((size_t)count + 1, sizeof *together);
	gm_l1_tally *apart = gm_allocate((size_t)count + 1, sizeof *apart);
	run_waves(p, device, false, runs, l1_bytes, room, together);
	const double found = found_in(together, count), most = found > 0 ? apart_part(p, together) : 0;
	if (most > 0)
		run_waves(p, device, true, runs, l1_bytes, room, apart);
	const double lost = most > 0 && found_in(apart, count) < found ? most : 0;
	add_wave(sites, together, count, part * (1 - lost));
	add_wave(sites, apart, count, part * lost);
	free(together);
	free(apart);
}

/* Of all groups of loads, those that wait for L2. */
static double
waiting_part(const gm_l1_tally *sites, int count)
{
	double groups = 0, waiting = 0;
	for (int s = 0; s < count; s++) {
		groups += sites[s].waits.groups;
		waiting += sites[s].waits.waiting;
	}
	return groups > 0 ? waiting / groups : 0;
}

/* Of two kinds of SM those whose blocks wait more often are the last to end: nothing is left of the waits of the others. */
static void
leave_to_later(gm_l1_tally *one, gm_l1_tally *other, int count)
{
	gm_l1_tally *earlier = waiting_part(one, count) < waiting_part(other, count) ? one : other;
	for (int s = 0; s < count; s++)
		earlier[s].waits = (gm_load_waits){0};
}

/* The SM of the block that is like most; of a row of blocks that all run at once and lie regularly the middle one. At the
   first, a block's own data may be those with which loops begin that all blocks go through: what is walked of them, found
   all, would stand for the rest. Where some SMs have a block less, one of the others. */
static int64_t
common_sm(const gm_grid_trace *trace, const gm_block_places *places)
{
	const gm_dim3 at = trace->block, grid = trace->grid;
	const int64_t others = gm_block_places_others(places);
	const int64_t turns = (places->blocks - 1) / places->sms;
	int64_t fuller = 0;
	while (fuller < others && turns < places->resident &&
	       gm_block_places_at(places, fuller, turns) < places->blocks)
		fuller++;
	const int64_t sms = fuller > 0 ? fuller : others;
	const bool row = trace->regular && grid.x == places->blocks && places->blocks <= places->sms * places->resident;
	return row ? sms / 2 : gm_block_places_sm(places, gm_dim3_number(grid, at)) % sms;
}

void
gm_l1_share(const gm_device *device, const gm_grid_trace *trace, int64_t resident, const gm_turns *turns,
            gm_cache_state state, double l1_bytes, gm_l2_room room, gm_l1_tally *sites)
{
	placement p = {.trace = trace,
	               .turns = turns,
	               .state = state,
	               .places = {.blocks = gm_dim3_volume(trace->kernel->grid),
	                          .sms = (int64_t)gm_device_value(device, GM_SM_COUNT),
	                          .early = (int64_t)gm_device_value_or(device, GM_SMS_EARLY, 0),
	                          .resident = resident}};
	p.sm = common_sm(trace, &p.places);
	const int64_t runs = affordable_runs(trace, resident, turns && gm_turns_apart(turns, 0) > 0 ? 4 : 1);
	const int64_t spare = p.places.blocks % p.places.sms;
	const bool uneven = p.places.blocks > p.places.sms && spare > 0 &&
	                    p.places.blocks <= p.places.sms * resident;
	const double fuller = uneven ? (double)spare / (double)p.places.sms : 1;
	add_kind(&p, device, runs, l1_bytes, room, fuller, sites);
	if (uneven) {
		const int count = trace->here.sites_count;
		gm_l1_tally *rest = gm_allocate((size_t)count + 1, sizeof *rest);
		p.places.resident = p.places.blocks / p.places.sms;
		p.filled = true;
		add_kind(&p, device, runs, l1_bytes, room, 1 - fuller, rest);
		leave_to_later(sites, rest, count);
		add_wave(sites, rest, count, 1);
		free(rest);
	}
}

double
gm_l1_first_round_ratio(const gm_kernel *kernel, const gm_l1_tally *sites)
{
	double first = 0, all = 0;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (kernel->sites[s].space != GM_GLOBAL || kernel->sites[s].operation != GM_LOAD)
			continue;
		first += sites[s].first_round;
		all += sites[s].asked - sites[s].found;
	}
	return all > 0 ? first / all : 1;
}

double
gm_l1_opening_ratio(const gm_l1_tally *sites, int count, gm_cache_state state)
{
	double waiting = 0, opening = 0;
	for (int s = 0; s < count; s++) {
		waiting += sites[s].waits.waiting;
		opening += sites[s].waits.opening;
	}
	return state == GM_CACHE_COLD && waiting > 0 ? opening / waiting : 0;
}
