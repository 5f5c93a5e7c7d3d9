#include "analysis/predict.h"

#include <stdio.h>
#include <string.h>

/* Hazards of the replayed blocks, as findings for this device. */

static const gm_finding_id finding_of[GM_HAZARD_COUNT] = {
	[GM_HAZARD_OUT_OF_BOUNDS] = GM_FINDING_OUT_OF_BOUNDS,
	[GM_HAZARD_NULL_POINTER] = GM_FINDING_NULL_POINTER,
	[GM_HAZARD_MISALIGNED] = GM_FINDING_MISALIGNED,
	[GM_HAZARD_BARRIER_DIVERGENT] = GM_FINDING_BARRIER_DIVERGENT,
	[GM_HAZARD_BARRIER_MISMATCH] = GM_FINDING_BARRIER_MISMATCH,
	[GM_HAZARD_RACE] = GM_FINDING_SHARED_RACE,
	[GM_HAZARD_WARP_RACE] = GM_FINDING_WARP_RACE,
	[GM_HAZARD_SPIN_LOCK] = GM_FINDING_SPIN_LOCK,
	[GM_HAZARD_WAITS_FOR_BLOCKS] = GM_FINDING_WAITS_FOR_BLOCKS,
};

/* Since 7.0 lanes have program counters of their own and wait for nobody who did not ask for it. */
static bool
lanes_are_independent(const gm_prediction *p)
{
	return p->device->cc_major >= 7;
}

/* Blocks that can be resident at once. */
static int64_t
resident_blocks(const gm_prediction *p)
{
	return p->occupancy.blocks_per_sm * (int64_t)gm_device_value(p->device, GM_SM_COUNT);
}

static bool
fits_at_once(const gm_prediction *p)
{
	return p->occupancy.launchable && p->counts.blocks_count <= resident_blocks(p);
}

/* In step, lanes of one warp are ordered by their instructions. */
static bool
concerns(const gm_prediction *p, const gm_hazard *h)
{
	return h->kind != GM_HAZARD_WARP_RACE || h->one_instruction || lanes_are_independent(p);
}

static gm_severity
severity_of(const gm_prediction *p, const gm_hazard *h)
{
	if (h->kind == GM_HAZARD_SPIN_LOCK && lanes_are_independent(p))
		return GM_SEVERITY_NOTE;
	if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS && !fits_at_once(p))
		return GM_SEVERITY_ERROR;
	return gm_finding_severity(finding_of[h->kind]);
}

/* What it means on this device. */
static void
write_consequence(const gm_prediction *p, const gm_hazard *h, char *out, size_t out_bytes)
{
	out[0] = '\0';
	if (h->kind == GM_HAZARD_SPIN_LOCK && lanes_are_independent(p))
		snprintf(out, out_bytes,
			 "; it ends because lanes go on independently since cc 7.0, and is a "
			 "deadlock before");
	else if (h->kind == GM_HAZARD_SPIN_LOCK)
		snprintf(out, out_bytes,
			 "; on cc %d.%d they wait for each other until the end of time: deadlock",
			 p->device->cc_major, p->device->cc_minor);
	else if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS)
		snprintf(out, out_bytes,
			 "; %lld of the grid's %lld blocks can be resident at once%s",
			 (long long)resident_blocks(p), (long long)p->counts.blocks_count,
			 fits_at_once(p) ? ": it ends when launched as a cooperative kernel, alone"
					 : ": deadlock");
	else if (h->kind == GM_HAZARD_WARP_RACE && h->one_instruction)
		snprintf(out, out_bytes,
			 "; which lane's value stays is not defined, unless all store the same");
}

/* "store of st.shared... races with the load of ld.shared... in line 12" */
static void
write_sites(const gm_prediction *p, const gm_hazard *h, char *out, size_t out_bytes)
{
	const gm_site *site = &p->kernel->sites[h->site], *other = &p->kernel->sites[h->other_site];
	const char *of = gm_operation_is_memory(site->operation) ? " of" : "";
	int used = snprintf(out, out_bytes, "%s%s %s", gm_operation_name(site->operation), of,
			    site->text);
	if (h->other_site == h->site || used < 0 || (size_t)used >= out_bytes)
		return;
	const char *where = other->line ? "line" : "PTX line";
	snprintf(out + used, out_bytes - (size_t)used, " and %s%s %s in %s %d",
		 gm_operation_name(other->operation), of, other->text, where,
		 other->line ? other->line : other->ptx_line);
}

static void
add_finding(gm_prediction *p, const gm_hazard *h)
{
	char sites[300], consequence[200];
	write_sites(p, h, sites, sizeof sites);
	write_consequence(p, h, consequence, sizeof consequence);
	gm_finding *f = gm_prediction_find(p, finding_of[h->kind], (int)h->site, "%s: %s%s", sites,
					   h->text, consequence);
	f->severity = severity_of(p, h);
	f->other_site = h->other_site == h->site ? -1 : (int)h->other_site;
}

void
gm_prediction_fill_hazards(gm_prediction *p)
{
	for (size_t i = 0; i < p->counts.hazards_count; i++)
		if (concerns(p, &p->counts.hazards[i]))
			add_finding(p, &p->counts.hazards[i]);
}

bool
gm_prediction_deadlocks(const gm_prediction *p)
{
	for (size_t i = 0; i < p->counts.hazards_count; i++) {
		const gm_hazard *h = &p->counts.hazards[i];
		const bool waits = h->kind == GM_HAZARD_SPIN_LOCK ||
				   h->kind == GM_HAZARD_WAITS_FOR_BLOCKS;
		if (waits && severity_of(p, h) == GM_SEVERITY_ERROR)
			return true;
	}
	return false;
}
