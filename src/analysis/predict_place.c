#include "analysis/predict.h"

#include <string.h>

bool
gm_prediction_same_place(const gm_site *a, const gm_site *b)
{
	if (a == b)
		return true;
	if (a->line <= 0 || a->line != b->line || a->array != b->array ||
	    a->operation != b->operation)
		return false;
	return a->file == b->file || (a->file && b->file && !strcmp(a->file, b->file));
}

static void
add_counts(gm_site_counts *sum, const gm_site_counts *counts)
{
	for (int k = 0; k < GM_COUNTER_COUNT; k++)
		sum->of[k] += counts->of[k];
	if (counts->worst_degree > sum->worst_degree)
		sum->worst_degree = counts->worst_degree;
}

int
gm_prediction_worst_of_place(const gm_prediction *p, int site, gm_counter counter, gm_counter ideal)
{
	int worst = site;
	int64_t most = -1;
	if (p->kernel->sites[site].line <= 0)
		return site;
	for (int s = site; s < p->counts.sites_count; s++) {
		const int64_t *of = p->counts.sites[s].of;
		const int64_t beyond = of[counter] - of[ideal];
		if (beyond <= most || of[GM_COUNT_REQUESTS] == 0 ||
		    !gm_prediction_same_place(&p->kernel->sites[site], &p->kernel->sites[s]))
			continue;
		most = beyond;
		worst = s;
	}
	return worst;
}

int
gm_prediction_place(const gm_prediction *p, int site, gm_site_counts *out)
{
	const gm_site *sites = p->kernel->sites;
	int count = 0;
	*out = (gm_site_counts){0};
	if (p->counts.sites[site].of[GM_COUNT_REQUESTS] == 0)
		return 0;
	if (sites[site].line <= 0) { /* alone in its place */
		*out = p->counts.sites[site];
		return 1;
	}
	for (int s = 0; s < p->counts.sites_count; s++) {
		if (p->counts.sites[s].of[GM_COUNT_REQUESTS] == 0 ||
		    !gm_prediction_same_place(&sites[site], &sites[s]))
			continue;
		if (s < site)
			return 0;
		add_counts(out, &p->counts.sites[s]);
		count++;
	}
	return count;
}
