#include "analysis/predict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A prediction in a sentence. */

static const double notable_ratio = 0.02; /* of drawn blocks: below, other errors are larger */

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

/* "launch, atomics"; "" when all is known. */
static void
name_unknown(const gm_prediction *p, char *out, size_t room)
{
	int unknown[GM_LIMITS_COUNT];
	const int count = gm_limits_unknown(p->limits, unknown);
	size_t used = 0;
	out[0] = '\0';
	for (int i = 0; i < count && used < room; i++)
		used += (size_t)snprintf(out + used, room - used, "%s%s", i ? ", " : "",
					 gm_limit_name(unknown[i]));
}

/* Blocks of a grid that were drawn may miss what others do: " +- 20 %", or how long it may take. */
static void
say_spread(const gm_prediction *p, char *out, size_t room)
{
	const gm_counts *c = &p->counts;
	const double spread = c->exact ? 0 : fmax(c->spread_ratio, c->work_spread_ratio);
	char most[32];
	out[0] = '\0';
	gm_quantity_format(p->time_s.value * (1 + spread), GM_SECONDS, most, sizeof most);
	if (c->too_low)
		snprintf(out, room, " or more");
	else if (spread >= 1)
		snprintf(out, room, ", perhaps %s, as the blocks drawn differ", most);
	else if (spread >= notable_ratio)
		snprintf(out, room, " +- %.2g %%", 100 * spread);
}

/* "; next is fp32, 2.1x away" */
static void
name_next(const gm_prediction *p, char *out, size_t room)
{
	out[0] = '\0';
	if (p->runner_up < 0)
		return;
	const double apart = p->limits[p->binding].expected_s.value /
			     p->limits[p->runner_up].expected_s.value;
	if (apart < 1.05)
		snprintf(out, room, "; next is %s, as long", gm_limit_name(p->runner_up));
	else
		snprintf(out, room, apart < 99.5 ? "; next is %s, %.2gx away" : "; next is %s, %.0fx away",
			 gm_limit_name(p->runner_up), apart);
}

/* "l1_data holds: about 67.1 us, by shared memory and L1 data banks; next is fp32, 2.1x away" */
static void
write_time(gm_prediction *p)
{
	char time[32], spread[80], next[80], unknown[120];
	const size_t used = strlen(p->verdict), room = sizeof p->verdict - used;
	gm_quantity_format(p->time_s.value, GM_SECONDS, time, sizeof time);
	name_next(p, next, sizeof next);
	name_unknown(p, unknown, sizeof unknown);
	say_spread(p, spread, sizeof spread);
	snprintf(p->verdict + used, room, "%s holds%s: about %s%s%s, by %s%s%s%s",
		 gm_limit_name(p->binding), unknown[0] ? " of what is known" : "", time, spread,
		 unknown[0] ? " and more" : "", gm_limit_what(p->binding), next,
		 unknown[0] ? "; left out as unknown: " : "", unknown);
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
			 "%s never ends on %s: threads wait for what does not come (see what to "
			 "look at)",
			 p->kernel->name, p->device->title);
		return;
	}
	if (p->binding < 0) {
		snprintf(p->verdict, sizeof p->verdict, "nothing is known of what limits %s on %s",
			 p->kernel->name, p->device->title);
		return;
	}
	if (p->time_s.kind == GM_KIND_UNKNOWN) {
		snprintf(p->verdict, sizeof p->verdict,
			 "unknown: %s; of what is known, %s is longest", p->time_s.why,
			 gm_limit_name(p->binding));
		return;
	}
	write_faults(p);
	write_time(p);
}
