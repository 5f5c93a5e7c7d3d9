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

/* Each site that the device cannot execute, but of one line only the first. */
static void
find_lacks(gm_prediction *p)
{
	char lack[GM_LACK_TEXT];
	for (int s = -1, before = -1; (s = gm_prediction_next_lack(p, s, lack)) >= 0; before = s)
		if (before < 0 || p->kernel->sites[s].line == 0 ||
		    p->kernel->sites[s].line != p->kernel->sites[before].line)
			gm_prediction_find(p, GM_FINDING_NO_UNIT, s, "cannot run: %s", lack);
}

static void
find_launch(gm_prediction *p)
{
	const gm_occupancy *o = &p->occupancy;
	if (!o->launchable && !p->lacks_unit)
		gm_prediction_find(p, GM_FINDING_CANNOT_LAUNCH, -1, "cannot be launched: %s", o->why_not);
	if (!p->counts.exact)
		gm_prediction_find(p, GM_FINDING_SAMPLED, -1,
				   "%s; counts are estimates (samples spread by %.1f %%)",
				   p->counts.why, 100 * p->counts.spread_ratio);
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
				   "the grid of %lld block%s fills %.2g %% of the device once",
				   (long long)p->counts.blocks_count,
				   p->counts.blocks_count == 1 ? "" : "s", 100 * waves);
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
	if (p->request.cache == GM_CACHE_WARM && !gm_cached_applies(p->device))
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
	for (int i = 0; i < GM_LIMITS_COUNT && p->occupancy.launchable; i++) {
		const gm_value time = p->limits[i].expected_s;
		if (time.kind == GM_KIND_UNKNOWN)
			gm_prediction_find(p, GM_FINDING_LIMIT_UNKNOWN, -1,
					   "the time leaves out %s: %s", gm_limit_name(i),
					   time.why);
	}
}

void
gm_prediction_fill_findings(gm_prediction *p)
{
	gm_prediction_fill_hazards(p);
	find_lacks(p);
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
	gm_prediction_write_verdict(p);
}
