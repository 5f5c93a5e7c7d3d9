#include "model/counts.h"

#include "base/memory.h"
#include "model/replicates.h"

#include <stdlib.h>

/* Of the number, once for each replicate. */
static void
replicate(const gm_counts *counts, gm_counted *of, const void *what, double estimate[GM_REPLICATES])
{
	for (int g = 0; g < GM_REPLICATES; g++) {
		gm_counts again = *counts;
		/* Only read. */
		again.sites = (gm_site_counts *)(uintptr_t)gm_replicates_sites(counts->replicates, g);
		estimate[g] = of(what, &again);
	}
}

double
gm_counts_by_chance(const gm_counts *counts, gm_counted *of, const void *what)
{
	double estimate[GM_REPLICATES];
	if (!counts->replicates)
		return 0;
	replicate(counts, of, what, estimate);
	return gm_replicates_by_chance(counts->replicates, estimate, of(what, counts));
}

double
gm_counts_unseen(const gm_counts *counts)
{
	return counts->replicates ? gm_replicates_unseen(counts->replicates) : 0;
}

bool
gm_counts_shows_all(const gm_counts *counts)
{
	return counts->exact || counts->same_paths || gm_counts_unseen(counts) <= 0;
}

/* Some site would add to it; rounds are of atomics of shared memory alone. */
static bool
may_be(const gm_counts *counts, gm_counted *of, const void *what)
{
	gm_counts ones = *counts;
	ones.sites = gm_allocate((size_t)counts->sites_count + 1, sizeof *ones.sites);
	for (int s = 0; s < counts->sites_count; s++)
		for (int k = 0; k < GM_COUNTER_COUNT; k++)
			ones.sites[s].of[k] = k != GM_COUNT_ROUNDS && k != GM_COUNT_ROUND_LANES;
	const bool may = of(what, &ones) > 0;
	free(ones.sites);
	return may;
}

double
gm_counts_spread(const gm_counts *counts, gm_counted *of, const void *what)
{
	double estimate[GM_REPLICATES];
	const double total = of(what, counts);
	if (!counts->replicates || (total == 0 && !may_be(counts, of, what)))
		return 0;
	replicate(counts, of, what, estimate);
	return gm_replicates_spread(counts->replicates, estimate, total);
}
