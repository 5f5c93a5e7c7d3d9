#include "model/shared_lines.h"

#include "model/l1_cache.h"
#include "model/trace.h"

#include <math.h>

static bool
touches(const gm_site *site, gm_operation operation, int array)
{
	return site->operation == operation && site->space == GM_GLOBAL && site->array == array;
}

/* In the loop of the store, so that its warp comes back to load more. What is stored first L2 has when it is loaded. */
static bool
is_loaded_before(const gm_kernel *kernel, const gm_site *store)
{
	for (int s = 0; s < kernel->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (touches(site, GM_STORE, store->array))
			return false;
		if (touches(site, GM_LOAD, store->array) && site->looping == store->looping)
			return true;
	}
	return false;
}

/* A request of one stretch touches a line more than it could fill when it begins off a line. */
static double
shared_by(const int64_t *of)
{
	const double bytes = (double)of[GM_COUNT_REQUESTED_BYTES], requests = (double)of[GM_COUNT_REQUESTS];
	const bool stretches = requests > 0 && (double)of[GM_COUNT_SECTORS] <= bytes / GM_SECTOR_BYTES + requests;
	return stretches ? fmax(0, (double)of[GM_COUNT_LINES] - requests * ceil(bytes / requests / GM_LINE_BYTES)) : 0;
}

double
gm_shared_lines(const gm_kernel *kernel, const gm_counts *counts)
{
	double lines = 0;
	for (int s = 0; s < counts->sites_count; s++) {
		const gm_site *site = &kernel->sites[s];
		if (site->looping && site->array >= 0 && touches(site, GM_STORE, site->array) &&
		    is_loaded_before(kernel, site))
			lines += shared_by(counts->sites[s].of);
	}
	return lines;
}
