#include "model/trailing.h"

static const double last_alone = 0.5;

static bool
waits_at_barriers(const gm_kernel *kernel, const gm_counts *counts)
{
	for (int s = 0; s < counts->sites_count; s++)
		if (kernel->sites[s].operation == GM_BARRIER && !kernel->sites[s].goes_on &&
		    counts->sites[s].of[GM_COUNT_INSTRUCTIONS] > 0)
			return true;
	return false;
}

double
gm_trailing_cycles(const gm_kernel *kernel, const gm_counts *counts, double resident, double block_cycles)
{
	return resident > 1 && waits_at_barriers(kernel, counts) ? last_alone * block_cycles : 0;
}
