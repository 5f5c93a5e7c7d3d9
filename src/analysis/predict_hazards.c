#include "analysis/predict.h"

#include <stdio.h>
#include <string.h>

/* Hazards of the replayed blocks, as findings for this device. */

static const gm_finding_id finding_of[GM_HAZARD_COUNT] = {
	[GM_HAZARD_OUT_OF_BOUNDS] = GM_FINDING_OUT_OF_BOUNDS,
	[GM_HAZARD_NULL_POINTER] = GM_FINDING_NULL_POINTER,
	[GM_HAZARD_MISALIGNED] = GM_FINDING_MISALIGNED,
	[GM_HAZARD_BARRIER_DIVERGENT] = GM_FINDING_BARRIER_DIVERGENT,
	[GM_HAZARD_SHUFFLE_DIVERGENT] = GM_FINDING_SHUFFLE_DIVERGENT,
	[GM_HAZARD_BARRIER_MISMATCH] = GM_FINDING_BARRIER_MISMATCH,
	[GM_HAZARD_RACE] = GM_FINDING_SHARED_RACE,
	[GM_HAZARD_COPY_UNDER_WAY] = GM_FINDING_COPY_UNDER_WAY,
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

int64_t
gm_prediction_resident_blocks(const gm_prediction *p)
{
	return p->occupancy.blocks_per_sm * (int64_t)gm_device_value(p->device, GM_SM_COUNT);
}

static bool
fits_at_once(const gm_prediction *p)
{
	return p->occupancy.launchable && p->counts.blocks_count <= gm_prediction_resident_blocks(p);
}

/* Each block waits for those before it alone, and these have a place. */
static bool
ends_in_order(const gm_prediction *p)
{
	const gm_waited *w = &p->counts.waited;
	return w->known && !w->needs_all && !w->stuck;
}

/* All of them have a place, or the launch is refused. */
static bool
are_all_there(const gm_prediction *p)
{
	return p->kernel->cooperative && !(p->counts.waited.known && p->counts.waited.stuck);
}

/* In step, lanes of one warp are ordered by their instructions. */
static bool
concerns(const gm_prediction *p, const gm_hazard *h)
{
	if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS && (ends_in_order(p) || are_all_there(p)))
		return false;
	return h->kind != GM_HAZARD_WARP_RACE || h->one_instruction || lanes_are_independent(p);
}

/* There is nobody to wait for. */
static bool
is_alone(const gm_prediction *p)
{
	return p->counts.blocks_count == 1;
}

/* Some access of the kernel may change what the load waits for. */
static bool
has_writer(const gm_prediction *p, uint32_t load)
{
	const gm_site *sites = p->kernel->sites, *read = &sites[load];
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_operation op = sites[s].operation;
		const bool elsewhere = sites[s].space == GM_SHARED || sites[s].space == GM_LOCAL ||
				       (sites[s].array >= 0 && read->array >= 0 &&
					sites[s].array != read->array);
		if (gm_operation_is_memory(op) && op != GM_LOAD && !elsewhere)
			return true;
	}
	return false;
}

static bool
waits_in_vain(const gm_prediction *p, const gm_hazard *h)
{
	return is_alone(p) || !has_writer(p, h->site) || (p->counts.waited.stuck && fits_at_once(p));
}

static gm_severity
severity_of(const gm_prediction *p, const gm_hazard *h)
{
	if (h->kind == GM_HAZARD_SPIN_LOCK && lanes_are_independent(p))
		return GM_SEVERITY_NOTE;
	if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS && (!fits_at_once(p) || waits_in_vain(p, h)))
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
	else if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS && waits_in_vain(p, h))
		snprintf(out, out_bytes,
			 "; %s: it never ends, unless the host or another kernel writes there",
			 is_alone(p) ? "the grid has no other block" : "this kernel never does");
	else if (h->kind == GM_HAZARD_WAITS_FOR_BLOCKS)
		snprintf(out, out_bytes,
			 "; %lld blocks can be resident at once, the grid has %lld%s",
			 (long long)gm_prediction_resident_blocks(p), (long long)p->counts.blocks_count,
			 fits_at_once(p) ? ": it ends when launched as a cooperative kernel, alone"
					 : ": deadlock");
	else if (h->kind == GM_HAZARD_WARP_RACE && h->one_instruction)
		snprintf(out, out_bytes,
			 "; which lane's value stays is not defined, unless all store the same");
}

/* "line 12", "PTX line 345" */
static void
name_line(const gm_site *site, char out[32])
{
	snprintf(out, 32, "%s %d", site->line ? "line" : "PTX line",
		 site->line ? site->line : site->ptx_line);
}

/* "store of st.shared... and load of ld.shared... in line 12" */
static void
write_sites(const gm_prediction *p, const gm_hazard *h, char *out, size_t out_bytes)
{
	const gm_site *site = &p->kernel->sites[h->site], *other = &p->kernel->sites[h->other_site];
	const bool memory = gm_operation_is_memory(site->operation);
	const char *name = *site->text ? site->text : gm_operation_name(site->operation);
	char where[32];
	name_line(other, where);
	if (!memory && h->other_site == h->site)
		snprintf(out, out_bytes, "%s", name);
	else if (!memory)
		snprintf(out, out_bytes, "%s and %s in %s", name, other->text, where);
	else if (h->other_site == h->site)
		snprintf(out, out_bytes, "%s of %s", gm_operation_name(site->operation),
			 site->text);
	else
		snprintf(out, out_bytes, "%s of %s and %s of %s in %s",
			 gm_operation_name(site->operation), site->text,
			 gm_operation_name(other->operation), other->text, where);
}

static bool
is_alike(const gm_prediction *p, const gm_hazard *a, const gm_hazard *b)
{
	const gm_site *sites = p->kernel->sites;
	const bool before = strstr(a->text, " before the start of ") != NULL;
	return before == (strstr(b->text, " before the start of ") != NULL) && a->kind == b->kind &&
	       a->one_instruction == b->one_instruction &&
	       gm_prediction_same_place(&sites[a->site], &sites[b->site]) &&
	       gm_prediction_same_place(&sites[a->other_site], &sites[b->other_site]);
}

/* Whether one before it says the same of the same lines. */
static bool
is_repeated(const gm_prediction *p, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (is_alike(p, &p->counts.hazards[i], &p->counts.hazards[at]))
			return true;
	return false;
}

static size_t
count_alike(const gm_prediction *p, size_t at)
{
	size_t count = 0;
	for (size_t i = at; i < p->counts.hazards_count; i++)
		count += is_alike(p, &p->counts.hazards[at], &p->counts.hazards[i]);
	return count;
}

static void
add_finding(gm_prediction *p, size_t at)
{
	const gm_hazard *h = &p->counts.hazards[at];
	const size_t alike = count_alike(p, at);
	char sites[300], consequence[200], more[60] = "";
	write_sites(p, h, sites, sizeof sites);
	write_consequence(p, h, consequence, sizeof consequence);
	if (alike > 1)
		snprintf(more, sizeof more, "; %zu more like it in %s", alike - 1,
			 h->site == h->other_site ? "this line" : "these lines");
	gm_finding *f = gm_prediction_find(p, finding_of[h->kind], (int)h->site, "%s: %s%s%s",
					   sites, h->text, consequence, more);
	f->severity = severity_of(p, h);
	f->other_site = h->other_site == h->site ? -1 : (int)h->other_site;
}

void
gm_prediction_fill_hazards(gm_prediction *p)
{
	for (size_t i = 0; i < p->counts.hazards_count; i++)
		if (concerns(p, &p->counts.hazards[i]) && !is_repeated(p, i))
			add_finding(p, i);
}

bool
gm_prediction_deadlocks(const gm_prediction *p)
{
	for (size_t i = 0; i < p->counts.hazards_count; i++) {
		const gm_hazard *h = &p->counts.hazards[i];
		const bool waits =
			h->kind == GM_HAZARD_SPIN_LOCK || h->kind == GM_HAZARD_WAITS_FOR_BLOCKS;
		if (waits && concerns(p, h) && severity_of(p, h) == GM_SEVERITY_ERROR)
			return true;
	}
	return false;
}
