#include "analysis/predict.h"

#include <stdio.h>
#include <string.h>

/* A prediction in a sentence. */

/* "faulty: out_of_bounds, shared_race (see what to look at); were it right, " */
static void
write_faults(gm_prediction *p)
{
	size_t used = 0;
	const size_t room = sizeof p->verdict;
	gm_finding_id last = GM_FINDING_COUNT;
	for (int i = 0; i < p->findings_count && used < room / 2; i++) {
		const gm_finding *f = &p->findings[i];
		if (f->severity != GM_SEVERITY_ERROR || f->id == last)
			continue;
		used += (size_t)snprintf(p->verdict + used, room - used, "%s%s",
					 used ? ", " : "faulty: ", gm_finding_name(f->id));
		last = f->id;
	}
	if (used)
		snprintf(p->verdict + used, room - used, " (see what to look at); were it right, ");
}

void
gm_prediction_write_verdict(gm_prediction *p)
{
	if (!p->occupancy.launchable) {
		snprintf(p->verdict, sizeof p->verdict, "%s cannot run on %s: %s", p->kernel->name,
			 p->device->title, p->occupancy.why_not);
		return;
	}
	if (gm_prediction_deadlocks(p)) {
		snprintf(p->verdict, sizeof p->verdict,
			 "%s never ends on %s: its threads wait for each other (see what to look "
			 "at)",
			 p->kernel->name, p->device->title);
		return;
	}
	if (p->binding < 0) {
		snprintf(p->verdict, sizeof p->verdict, "nothing is known of what limits %s on %s",
			 p->kernel->name, p->device->title);
		return;
	}
	char time[32], next[160] = "";
	if (p->time_s.kind == GM_KIND_UNKNOWN) {
		snprintf(p->verdict, sizeof p->verdict,
			 "unknown: %s; of what is known, %s is longest", p->time_s.why,
			 gm_limit_name(p->binding));
		return;
	}
	gm_quantity_format(p->time_s.value, GM_SECONDS, time, sizeof time);
	if (p->runner_up >= 0)
		snprintf(next, sizeof next, "; next is %s, %.2gx away", gm_limit_name(p->runner_up),
			 p->limits[p->binding].expected_s.value /
				 p->limits[p->runner_up].expected_s.value);
	write_faults(p);
	const size_t used = strlen(p->verdict);
	snprintf(p->verdict + used, sizeof p->verdict - used, "%s holds: about %s, by %s%s",
		 gm_limit_name(p->binding), time, gm_limit_what(p->binding), next);
}
