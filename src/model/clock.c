#include "model/clock.h"

static bool
lowers(const gm_site *site, const gm_site_counts *counts)
{
	return site->operation == GM_MMA && site->type != GM_F64 && counts->of[GM_COUNT_INSTRUCTIONS] > 0;
}

gm_fact_id
gm_clock_row(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts)
{
	if (!gm_device_knows(device, GM_SM_CLOCK_MEASURED))
		return GM_SM_CLOCK;
	for (int s = 0; gm_device_knows(device, GM_SM_CLOCK_TENSOR) && s < kernel->sites_count; s++)
		if (lowers(&kernel->sites[s], &counts->sites[s]))
			return GM_SM_CLOCK_TENSOR;
	return GM_SM_CLOCK_MEASURED;
}

double
gm_clock_hz(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts)
{
	return gm_device_value_or(device, gm_clock_row(device, kernel, counts), 0);
}
