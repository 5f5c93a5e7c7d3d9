#include "analysis/predict.h"

#include <stdio.h>

/* Instructions that the device cannot execute: see model/support.h. */

/* By an instruction of its own, or as what another moves. */
static bool
is_used(const gm_site_counts *site)
{
	return site->of[GM_COUNT_THREAD_INSTRUCTIONS] > 0 || site->of[GM_COUNT_REQUESTS] > 0;
}

int
gm_prediction_next_lack(const gm_prediction *p, int site, char out[GM_LACK_TEXT])
{
	for (site++; site < p->counts.sites_count; site++)
		if (is_used(&p->counts.sites[site]) &&
		    !gm_site_supported(p->device, &p->kernel->sites[site], out))
			return site;
	return -1;
}

void
gm_prediction_check_units(gm_prediction *p)
{
	char lack[GM_LACK_TEXT];
	gm_occupancy *o = &p->occupancy;
	const int site = o->launchable ? gm_prediction_next_lack(p, -1, lack) : -1;
	if (site < 0)
		return;
	const int line = p->kernel->sites[site].line;
	p->lacks_unit = true;
	*o = (gm_occupancy){.warps_max = o->warps_max, .warps_per_block = o->warps_per_block};
	if (line)
		snprintf(o->why_not, sizeof o->why_not, "%s (line %d)", lack, line);
	else
		snprintf(o->why_not, sizeof o->why_not, "%s", lack);
}
