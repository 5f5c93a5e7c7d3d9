#include "model/looks.h"

#include <math.h>

double
gm_looks_more(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm, int64_t blocks, double width)
{
	if (!kernel->waits_for_earlier || !gm_device_knows(device, GM_SM_COUNT))
		return 0;
	const double places = gm_device_value(device, GM_SM_COUNT) * (double)blocks_per_sm;
	return fmax(0, GM_LOOKS_OF_ROOT * sqrt(fmin((double)blocks, places) / width) - 1);
}

/* Half of L2 lies behind the far partition. */
static double
look_cycles(const gm_device *device)
{
	if (!gm_device_knows(device, GM_LATENCY_L2))
		return 0;
	const double near = gm_device_value(device, GM_LATENCY_L2);
	const bool far = gm_device_knows(device, GM_LATENCY_L2_FAR);
	return far ? (near + gm_device_value(device, GM_LATENCY_L2_FAR)) / 2 : near;
}

/* Words that lanes ask for together: so many blocks are seen at a look. */
static double
width_of(const gm_kernel *kernel, const gm_counts *counts)
{
	double widest = 1;
	for (int s = 0; s < counts->sites_count; s++) {
		const int64_t *of = counts->sites[s].of;
		const double requests = (double)of[GM_COUNT_REQUESTS];
		if (kernel->sites[s].polls && requests > 0)
			widest = fmax(widest, (double)of[GM_COUNT_DISTINCT_BYTES] / requests / kernel->sites[s].access_bytes);
	}
	return widest;
}

void
gm_looks_add(const gm_kernel *kernel, const gm_device *device, int64_t blocks_per_sm, bool warm,
             gm_counts *counts)
{
	const double looks =
	        warm || counts->waited.known ? 0 : gm_looks_more(kernel, device, blocks_per_sm, counts->blocks_count, width_of(kernel, counts));
	const double cycles = looks * look_cycles(device);
	for (int by = 0; by < GM_SERVED_COUNT; by++)
		counts->block_cycles.by[by] += cycles - counts->looks_cycles;
	counts->looks_cycles = cycles;
}
