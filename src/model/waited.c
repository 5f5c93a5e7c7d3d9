#include "model/waited.h"

#include <math.h>

static gm_ways
ways_of(const gm_kernel *kernel, const gm_device *device, int64_t resident, bool warm)
{
	const double l2 = gm_device_value(device, GM_LATENCY_L2), load = GM_WAITED_LOAD * l2;
	const double start = gm_device_value_or(device, GM_BLOCK_START_RATE, 0);
	return (gm_ways){.fma = gm_device_value_or(device, GM_LATENCY_FMA, 4),
	                 .shared = gm_device_value_or(device, GM_LATENCY_SHARED, 30),
	                 .load = load,
	                 .fetch = warm ? load : gm_device_value_or(device, GM_LATENCY_DRAM, load),
	                 .atomic = GM_WAITED_ATOMIC * l2,
	                 .fence = GM_WAITED_FENCE * l2,
	                 .fence_stored = GM_WAITED_FENCE_STORED * l2,
	                 .apart = GM_WAITED_APART,
	                 .load_served = GM_WAITED_LOAD_SERVED_CYCLES,
	                 .asker_served = GM_WAITED_ASKER_SERVED_CYCLES,
	                 .atomic_served = GM_WAITED_ATOMIC_SERVED_CYCLES,
	                 .block = start > 0 ? 1 / start : 1,
	                 .gap = gm_device_value_or(device, GM_BLOCK_GAP, 0),
	                 .sms = (int64_t)gm_device_value(device, GM_SM_COUNT),
	                 .resident = resident,
	                 .cc_major = device->cc_major,
	                 .cc_minor = device->cc_minor,
	                 .again = warm && kernel->later != GM_LATER_ALL};
}

void
gm_waited_add(const gm_kernel *kernel, const gm_device *device, const gm_occupancy *occupancy, bool warm,
              gm_counts *counts)
{
	if (!kernel->awaits || !gm_device_knows(device, GM_LATENCY_L2) || !gm_device_knows(device, GM_SM_COUNT) ||
	    !occupancy->launchable) {
		counts->waited = (gm_waited){0};
		return;
	}
	const int64_t resident = occupancy->blocks_per_sm * (int64_t)gm_device_value(device, GM_SM_COUNT);
	if (counts->waited.known && counts->waited.resident == resident && counts->waited.again == warm)
		return;
	const gm_ways ways = ways_of(kernel, device, resident, warm);
	gm_kernel_wait(kernel, &ways, &counts->waited);
	counts->waited.resident = resident;
	counts->waited.again = warm;
}

/* Of what was cut short: all that is to be told, to what was, where that is least. */
static double
stretch(const gm_counts *counts)
{
	const gm_waited *w = &counts->waited;
	double most = 1;
	for (int i = 0; i < GM_TOLD_MOST && w->told[i].times > 0; i++)
		most = fmax(most, (double)counts->sites[w->told[i].site].of[GM_COUNT_REQUESTS] / w->told[i].times);
	return most;
}

bool
gm_waited_is_short(const gm_counts *counts)
{
	const gm_waited *w = &counts->waited;
	return w->known && !w->stuck && w->needs_all && w->cut && w->told[0].times < (double)counts->blocks_count;
}

/* How often each block waits. */
static double
meetings(const gm_kernel *kernel, const gm_counts *counts)
{
	double most = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].polls)
			most = fmax(most, (double)counts->sites[s].of[GM_COUNT_REQUESTS]);
	return most / (double)counts->blocks_count;
}

double
gm_waited_meeting_cycles(const gm_kernel *kernel, const gm_device *device, const gm_counts *counts)
{
	const double load = GM_WAITED_LOAD * gm_device_value_or(device, GM_LATENCY_L2, 0);
	const double served = GM_WAITED_ATOMIC_SERVED_CYCLES + GM_WAITED_ASKER_SERVED_CYCLES;
	return meetings(kernel, counts) * fmax(2 * load, served * (double)counts->blocks_count);
}

double
gm_waited_cycles(const gm_counts *counts)
{
	const gm_waited *w = &counts->waited;
	return w->known && !w->stuck ? w->clocks * (w->cut ? stretch(counts) : 1) : 0;
}
