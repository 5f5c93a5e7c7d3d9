#include "model/limits.h"

#include <math.h>

/* Clocks that each warp of a block adds to the gap between blocks: spin with 1 to 32 warps, H200. */
enum { GAP_PER_WARP = 4 };

static double
fact_or(const gm_device *device, gm_fact_id id, double otherwise)
{
	return gm_device_knows(device, id) ? gm_device_value(device, id) : otherwise;
}

static double
share(const gm_traffic *t, gm_level inner, gm_level outer)
{
	const gm_value a = t->read_bytes[outer], b = t->read_bytes[inner];
	if (a.kind == GM_KIND_UNKNOWN || b.kind == GM_KIND_UNKNOWN || b.value <= 0)
		return 1;
	return fmin(1, a.value / b.value);
}

/* The chance that a window of loads waits for a level: one load that goes there is enough. */
static double
window_share(double load_share, double loads_per_window)
{
	return 1 - pow(1 - load_share, fmax(1, loads_per_window));
}

static double
block_cycles(const gm_limits_input *in)
{
	const gm_chain_cycles *chain = &in->counts->block_cycles;
	const double l2 = share(in->traffic, GM_LEVEL_TRANSACTIONS, GM_LEVEL_L2);
	const double dram = l2 * share(in->traffic, GM_LEVEL_L2, GM_LEVEL_DRAM);
	const double behind_l1 = window_share(l2, chain->loads_per_window);
	const double behind_l2 = window_share(dram, chain->loads_per_window);
	return chain->by[GM_SERVED_L1] +
	       behind_l1 * (chain->by[GM_SERVED_L2] - chain->by[GM_SERVED_L1]) +
	       behind_l2 * (chain->by[GM_SERVED_DRAM] - chain->by[GM_SERVED_L2]);
}

/* Rounds of resident blocks one after the other: whole ones when they are few, and half a block more
   than the mean when the places have long been out of step. */
static double
rounds_of(double blocks, double places)
{
	return fmax(1, fmin(ceil(blocks / places), blocks / places + 0.5));
}

gm_limit_time
gm_limit_latency(const gm_limits_input *in)
{
	const gm_device *device = in->device;
	const double clock = gm_limit_clock(device), blocks = (double)in->counts->blocks_count;
	const double places = fact_or(device, GM_SM_COUNT, 0) * (double)in->occupancy->blocks_per_sm;
	if (clock <= 0 || places <= 0) {
		const gm_value unknown = gm_value_unknown("the clock or the resident blocks are not known");
		return (gm_limit_time){unknown, unknown, 0, 0};
	}
	const double gap = fact_or(device, GM_BLOCK_GAP, 0) +
	                   GAP_PER_WARP * (double)in->occupancy->warps_per_block;
	const double rounds = rounds_of(blocks, places);
	const double start_rate = fact_or(device, GM_BLOCK_START_RATE, 0);
	const double start = start_rate > 0 ? fmin(blocks, places) / start_rate : 0;
	const double cycles = rounds * (block_cycles(in) + gap) - gap + start;
	const gm_value time = {cycles / clock, GM_KIND_MODEL,
	                       "each block waits for its operands alone; the resident ones wait together"};
	return (gm_limit_time){time, time, cycles, clock};
}
