#include "analysis/predict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the reader of a prediction should look at: facts with their place and price. */

static const double wasteful_ratio = 1.25; /* moved over ideal bytes from which a site is named */
static const double low_occupancy_ratio = 0.5;

gm_finding *
gm_prediction_find(gm_prediction *p, gm_finding_id id, int site, const char *format, ...)
{
	const bool full = p->findings_count == GM_FINDINGS_MAX;
	gm_finding *f = &p->findings[full ? GM_FINDINGS_MAX - 1 : p->findings_count++];
	const gm_value none = gm_value_unknown("no time is tied to it");
	*f = (gm_finding){.id = id,
			  .severity = gm_finding_severity(id),
			  .file = "",
			  .site = site,
			  .other_site = -1,
			  .cost_s = none,
			  .gain_s = none};
	gm_finding_place(f, p->kernel);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(f->text, sizeof f->text, format, arguments);
	va_end(arguments);
	return f;
}

static void
find_launch(gm_prediction *p)
{
	const gm_dim3 b = p->kernel->block;
	const gm_occupancy *o = &p->occupancy;
	if (!o->launchable && b.z > 1)
		gm_prediction_find(p, GM_FINDING_CANNOT_LAUNCH, -1,
				   "%lldx%lldx%lld does not fit: %s", (long long)b.x,
				   (long long)b.y, (long long)b.z, o->why_not);
	else if (!o->launchable && b.y > 1)
		gm_prediction_find(p, GM_FINDING_CANNOT_LAUNCH, -1, "%lldx%lld does not fit: %s",
				   (long long)b.x, (long long)b.y, o->why_not);
	else if (!o->launchable)
		gm_prediction_find(p, GM_FINDING_CANNOT_LAUNCH, -1,
				   "a block of %lld does not fit: %s", (long long)b.x, o->why_not);
	if (!p->counts.exact && p->counts.replicates)
		gm_prediction_find(p, GM_FINDING_SAMPLED, -1,
				   "%s; %s are estimates, the bytes that global memory moves within "
				   "%.2g %%",
				   p->counts.why,
				   p->counts.same_paths ? "sectors and passes" : "counts",
				   100 * p->counts.spread_ratio);
	else if (!p->counts.exact)
		gm_prediction_find(p, GM_FINDING_SAMPLED, -1, "%s; counts are estimates",
				   p->counts.why);
	if (p->registers_per_thread < 0 && o->launchable)
		gm_prediction_find(p, GM_FINDING_REGISTERS_UNKNOWN, -1,
				   "registers per thread are not known for this compute "
				   "capability: occupancy is what the "
				   "other resources allow");
}

/* The first few by name, the rest by number. */
static void
find_unmodelled(gm_prediction *p)
{
	enum { NAMED = 6 };
	int others = 0, named = 0;
	for (int s = -1; (s = gm_prediction_next_unmodelled(p, s)) >= 0;) {
		const gm_site *site = &p->kernel->sites[s];
		if (named++ >= NAMED) {
			others++;
			continue;
		}
		gm_prediction_find(p, GM_FINDING_NO_MODEL, s,
				   "no model for %s, executed %lld times: %s unknown",
				   site->unmodelled,
				   (long long)p->counts.sites[s].of[GM_COUNT_INSTRUCTIONS],
				   site->unmodelled_bytes ? "bytes and time are" : "the time is");
	}
	if (others > 0)
		gm_prediction_find(p, GM_FINDING_NO_MODEL, -1,
				   "%d more instructions without a model are executed", others);
}

static void
find_block(gm_prediction *p)
{
	const int lanes = (int)gm_device_value(p->device, GM_WARP_LANES);
	const int64_t threads = gm_dim3_volume(p->kernel->block);
	const gm_occupancy *o = &p->occupancy;
	if (threads % lanes)
		gm_prediction_find(
			p, GM_FINDING_PARTIAL_WARP, -1,
			"blocks of %lld threads leave %lld of %d lanes of the last warp idle",
			(long long)threads, (long long)(lanes - threads % lanes), lanes);
	if (o->launchable && o->ratio < low_occupancy_ratio)
		gm_prediction_find(
			p, GM_FINDING_LOW_OCCUPANCY, -1,
			"occupancy is %.0f %%: %s allow %lld block%s per SM, %lld of %lld warps",
			100 * o->ratio, gm_limiter_name(o->limiter), (long long)o->blocks_per_sm,
			o->blocks_per_sm == 1 ? "" : "s", (long long)o->warps_per_sm,
			(long long)o->warps_max);
	const double waves = p->traffic.waves;
	if (o->launchable && waves < 1)
		gm_prediction_find(p, GM_FINDING_SMALL_GRID, -1,
				   "the grid of %lld blocks fills %.0f %% of the device once",
				   (long long)p->counts.blocks_count, 100 * waves);
	else if (o->launchable && waves < 8 && waves - (double)(int64_t)waves > 0 &&
		 waves - (double)(int64_t)waves < 0.5)
		gm_prediction_find(p, GM_FINDING_TAIL, -1,
				   "%.2f waves of blocks: the last is %.0f %% full", waves,
				   100 * (waves - (double)(int64_t)waves));
}

static double
per_request(const int64_t *of, gm_counter counter)
{
	return (double)of[counter] / (double)of[GM_COUNT_REQUESTS];
}

static void
price_site(gm_prediction *p, gm_finding *f)
{
	double excess[GM_LIMITS_COUNT];
	gm_prediction_excess_of_site(p, f->site, excess);
	gm_finding_price(f, p, excess);
}

/* The L1 data banks also take more passes for such a request; its price has both. */
static void
find_uncoalesced(gm_prediction *p, int s)
{
	const gm_site *site = &p->kernel->sites[s];
	const int64_t *of = p->counts.sites[s].of;
	const double ideal = (double)of[GM_COUNT_IDEAL_BYTES],
		     moved = (double)of[GM_COUNT_MOVED_BYTES];
	char excess[32];
	if (site->space != GM_GLOBAL || ideal == 0 || moved < wasteful_ratio * ideal)
		return;
	gm_quantity_format(moved - ideal, GM_BYTES, excess, sizeof excess);
	price_site(
		p,
		gm_prediction_find(
			p, GM_FINDING_UNCOALESCED, s,
			"%s of %s is not coalesced: %.1f transactions per request, %.0f %% of %.0f "
			"bytes used; %.1f sectors where %.1f would do, %s too much",
			gm_operation_name(site->operation), site->text,
			per_request(of, GM_COUNT_TRANSACTIONS),
			100 * (double)of[GM_COUNT_DISTINCT_BYTES] / moved,
			per_request(of, GM_COUNT_MOVED_BYTES), per_request(of, GM_COUNT_SECTORS),
			per_request(of, GM_COUNT_IDEAL_BYTES) / 32, excess));
}

static void
find_conflicts(gm_prediction *p, int s)
{
	const gm_site *site = &p->kernel->sites[s];
	const int64_t *of = p->counts.sites[s].of;
	if (of[GM_COUNT_WAVEFRONTS] <= of[GM_COUNT_IDEAL_WAVEFRONTS])
		return;
	const double passes = per_request(of, GM_COUNT_WAVEFRONTS);
	const long long worst = p->counts.sites[s].worst_degree;
	if (site->space == GM_SHARED)
		price_site(p,
			   gm_prediction_find(
				   p, GM_FINDING_BANK_CONFLICT, s,
				   "%s of %s has %lld-way bank conflicts: %.1f passes per request "
				   "where %.1f would do",
				   gm_operation_name(site->operation), site->text, worst, passes,
				   per_request(of, GM_COUNT_IDEAL_WAVEFRONTS)));
	else if (site->space == GM_CONSTANT)
		gm_prediction_find(p, GM_FINDING_CONSTANT_SERIALISED, s,
				   "%s of %s names up to %lld different words: a pass each",
				   gm_operation_name(site->operation), site->text, worst);
}

static void
find_cache_state(gm_prediction *p)
{
	if (p->request.cache == GM_CACHE_WARM)
		gm_prediction_find(p, GM_FINDING_WARM_AS_COLD, -1,
				   "warm caches are predicted as cold ones: what an equal launch "
				   "leaves behind "
				   "is not modelled");
}

static void
find_divergence(gm_prediction *p)
{
	const gm_metric *ratio =
		gm_prediction_metric(p, "smsp__thread_inst_executed_per_inst_executed.ratio");
	const double lanes = gm_device_value(p->device, GM_WARP_LANES);
	if (ratio && ratio->value.kind != GM_KIND_UNKNOWN && ratio->value.value < 0.9 * lanes)
		gm_prediction_find(p, GM_FINDING_DIVERGENCE, -1,
				   "%.1f of %.0f lanes are active in the average instruction",
				   ratio->value.value, lanes);
}

static void
find_unknown_limits(gm_prediction *p)
{
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value time = p->limits[i].expected_s;
		if (time.kind == GM_KIND_UNKNOWN && i != GM_LIMIT_LAUNCH &&
		    i != GM_LIMIT_BLOCKS_STARTED)
			gm_prediction_find(p, GM_FINDING_LIMIT_UNKNOWN, -1,
					   "the %s limit is unknown: %s", gm_limit_name(i),
					   time.why);
	}
}

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

static void
write_verdict(gm_prediction *p)
{
	const gm_dim3 b = p->kernel->block;
	if (!p->occupancy.launchable) {
		snprintf(p->verdict, sizeof p->verdict,
			 "%s cannot run on %s: a block of %lld x %lld x %lld does not fit (%s)",
			 p->kernel->name, p->device->title, (long long)b.x, (long long)b.y,
			 (long long)b.z, p->occupancy.why_not);
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

void
gm_prediction_fill_findings(gm_prediction *p)
{
	gm_prediction_fill_hazards(p);
	find_unmodelled(p);
	find_launch(p);
	find_block(p);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_uncoalesced(p, s);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_conflicts(p, s);
	find_divergence(p);
	find_cache_state(p);
	find_unknown_limits(p);
	qsort(p->findings, (size_t)p->findings_count, sizeof *p->findings, gm_finding_compare);
	write_verdict(p);
}
