#include "model/turns.h"

#include "model/copies.h"

#include <math.h>

static bool
has_barriers(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_BARRIER)
			return true;
	return false;
}

gm_turns
gm_turns_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts, double resident)
{
	const double of_each = resident / (double)counts->blocks_count;
	const double rate = gm_device_value_or(device, GM_ISSUE_RATE, 0);
	const double issued = gm_counts_issued(kernel, counts, GM_UNIT_COUNT, false) * of_each;
	const double passes = (gm_copies_data_passes(kernel, counts, GM_SHARED) +
	                       gm_copies_data_passes(kernel, counts, GM_GLOBAL)) * of_each *
	                      gm_device_value_or(device, GM_SHARED_PASS_CYCLES, 1);
	const double issue = rate > 0 ? issued / rate : 0, p = 2.5;
	const gm_turns turns = {.alone_cycles = counts->block_cycles.by[GM_SERVED_L2],
	                  .opening_cycles = counts->block_cycles.by[GM_SERVED_DRAM],
	                  .issue_cycles = issue,
	                  .passes = passes,
	                  .busy_cycles = pow(pow(issue, p) + pow(passes, p), 1 / p),
	                  .resident = resident,
	                  .warps = resident * gm_kernel_warps(kernel, (int)gm_device_value_or(device, GM_WARP_LANES, 32)),
	                  .barriers = has_barriers(kernel)};
	return turns;
}

/* Of the time that a block takes alone, that of the work of all. */
static double
busy_ratio(const gm_turns *turns, double busy_cycles, double opening)
{
	const double more = opening * fmax(0, turns->opening_cycles - turns->alone_cycles);
	const double alone = turns->alone_cycles + more;
	return alone > 0 ? busy_cycles / alone : INFINITY;
}

double
gm_turns_ahead(const gm_turns *turns, double opening)
{
	static const double together = 1.1, ahead = 1.7;
	const double ratio = busy_ratio(turns, turns->busy_cycles, opening);
	return turns->resident > 1 ? fmin(1, fmax(0, (ratio - together) / (ahead - together))) : 0;
}

double
gm_turns_apart(const gm_turns *turns, double opening)
{
	static const double together = 1.15, by_warps = 80;
	const double busy = turns->barriers ? turns->busy_cycles : turns->issue_cycles;
	const double ratio = busy_ratio(turns, busy, opening);
	return turns->resident > 1 && ratio > together ? 1 - pow(together / ratio, by_warps / turns->warps) : 0;
}
