#include "analysis/predict.h"

#include "base/quantity.h"
#include "model/waited.h"

#include <math.h>
#include <string.h>

/* Blocks that wait for each other through global memory: what it means for who looks at a prediction. */

/* Requests of what is asked again until it is there. */
static double
asked_once(const gm_prediction *p)
{
	double sum = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		sum += p->kernel->sites[s].polls ? (double)p->counts.sites[s].of[GM_COUNT_REQUESTS] : 0;
	return sum;
}

void
gm_prediction_fill_waits(gm_prediction *p)
{
	const gm_waited *w = &p->counts.waited;
	const gm_limit_time *limit = &p->limits[GM_LIMIT_IN_TURN];
	const double blocks = (double)p->counts.blocks_count, once = asked_once(p);
	if (!w->known || w->stuck || gm_prediction_deadlocks(p) || limit->expected_s.kind == GM_KIND_UNKNOWN || limit->expected_s.value <= 0)
		return;
	char whole[32], each[32];
	gm_quantity_format(limit->expected_s.value, GM_SECONDS, whole, sizeof whole);
	gm_quantity_format(limit->expected_s.value / blocks, GM_SECONDS, each, sizeof each);
	gm_finding *f = gm_prediction_find(
		p, GM_FINDING_BLOCKS_IN_TURN, (int)w->site,
		"blocks wait here for what others write: %s from the first block to the last, %s a block%s; how "
		"often they ask depends on time, %.0f times or so, counted are %.0f: requests, their sectors and "
		"instructions are too few",
		whole, each, w->cut ? " (of the part that was followed)" : "", fmax(w->asked, once), once);
	if (p->binding != GM_LIMIT_IN_TURN)
		f->severity = GM_SEVERITY_NOTE;
	else
		f->cost_s = limit->expected_s;
}

void
gm_prediction_fill_cooperative(gm_prediction *p)
{
	if (p->kernel->cooperative && p->occupancy.launchable)
		gm_prediction_find(p, GM_FINDING_COOPERATIVE, -1,
				   "to be launched by cudaLaunchCooperativeKernel, for barriers of the whole grid: its "
				   "%lld blocks are resident at once, %lld can be",
				   (long long)p->counts.blocks_count, (long long)gm_prediction_resident_blocks(p));
}

/* Blocks of which none is at work while it waits for those that cannot start before. */
void
gm_prediction_add_waits_hazard(gm_prediction *p)
{
	const gm_waited *w = &p->counts.waited;
	gm_hazard hazard = {.kind = GM_HAZARD_WAITS_FOR_BLOCKS, .site = w->site, .other_site = w->site};
	if (!w->known || (!w->needs_all && !w->stuck))
		return;
	strcpy(hazard.text, "spins for what a block that starts after it would do");
	for (size_t i = 0; i < p->counts.hazards_count; i++)
		if (p->counts.hazards[i].kind == hazard.kind)
			return;
	gm_counts_add_hazard(&p->counts, &hazard);
}
