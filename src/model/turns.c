#include "model/turns.h"

#include "model/copies.h"

#include <math.h>

static const double ahead_ratio = 1.2; /* between 1.11 and 1.45 */

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
	gm_turns turns = {.alone_cycles = counts->block_cycles.by[GM_SERVED_L2],
	                  .opening_cycles = counts->block_cycles.by[GM_SERVED_DRAM],
	                  .issue_cycles = issue,
	                  .passes = passes,
	                  .busy_cycles = pow(pow(issue, p) + pow(passes, p), 1 / p)};
	turns.in_turn = resident > 1 && turns.busy_cycles > ahead_ratio * turns.alone_cycles;
	return turns;
}
