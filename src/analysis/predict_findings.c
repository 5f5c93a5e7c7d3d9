#include "analysis/contention.h"
#include "analysis/predict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the reader of a prediction should look at: facts with their place and price. */

static const double wasteful_ratio = 1.25; /* moved over ideal bytes from which a site is named */
static const double low_occupancy_ratio = 0.5;
static const double notable_ratio = 0.001; /* of the time: what costs less is not told */

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

/* Of the place that `site` stands for, told of one of its sites: `told`. */
static gm_finding *
find_at(gm_prediction *p, gm_finding_id id, int site, int told, const char *format, ...)
{
	char text[sizeof p->findings->text];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	gm_finding *f = gm_prediction_find(p, id, site, "%s", text);
	f->ptx_line = p->kernel->sites[told].ptx_line;
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

/* "17 of 65536 blocks drawn ...; counts are estimates, instructions within 40 %, bytes ..." */
static void
find_sampled(gm_prediction *p)
{
	const gm_counts *c = &p->counts;
	char work[48] = "";
	if (!c->same_paths && c->work_spread_ratio < 1)
		snprintf(work, sizeof work, "instructions within %.2g %%, ", 100 * c->work_spread_ratio);
	else if (!c->same_paths)
		snprintf(work, sizeof work, "instructions perhaps %.2g times as many, ",
			 1 + c->work_spread_ratio);
	gm_prediction_find(p, GM_FINDING_SAMPLED, -1,
			   "%s; %s are estimates, %sthe bytes that global memory moves within %.2g %%",
			   c->why, c->same_paths ? "sectors and passes" : "counts", work,
			   100 * c->spread_ratio);
}

static void
find_launch(gm_prediction *p)
{
	const gm_occupancy *o = &p->occupancy;
	if (!o->launchable && !p->lacks_unit)
		gm_prediction_find(p, GM_FINDING_CANNOT_LAUNCH, -1, "cannot be launched: %s", o->why_not);
	if (p->counts.all_walked && p->counts.exact)
		gm_prediction_find(p, GM_FINDING_ALL_BLOCKS, -1,
				   "all %lld blocks were walked: counts are exact",
				   (long long)p->counts.blocks_count);
	else if (p->counts.all_walked)
		gm_prediction_find(p, GM_FINDING_ALL_BLOCKS, -1,
				   "all %lld blocks were walked; %s: counts are those of that run",
				   (long long)p->counts.blocks_count, p->counts.why);
	else if (!p->counts.exact && p->counts.replicates)
		find_sampled(p);
	else if (!p->counts.exact)
		gm_prediction_find(p, GM_FINDING_SAMPLED, -1, "%s; counts are estimates",
				   p->counts.why);
	if (p->registers_per_thread < 0 && o->launchable)
		gm_prediction_find(p, GM_FINDING_REGISTERS_UNKNOWN, -1,
				   "registers per thread are not known%s: occupancy is what the "
				   "other resources allow",
				   p->kernel->origin == GM_FROM_PTX
					   ? ", as PTX does not say them (a cubin of it does, or --registers)"
					   : " for this compute capability");
}

/* Which values, and how often they move, machine code alone says. */
static void
find_spills(gm_prediction *p)
{
	const long long bytes = (long long)p->kernel->resources.spilled_bytes;
	if (bytes > 0)
		gm_prediction_find(p, GM_FINDING_SPILLS, -1,
				   "the machine code keeps %lld B of each thread's registers in local "
				   "memory (spills): their stores and loads are not counted, and the kernel "
				   "takes longer than predicted; more registers per thread avoid them",
				   bytes);
}

static void
find_debug(gm_prediction *p)
{
	if (p->kernel->debug)
		gm_prediction_find(p, GM_FINDING_DEBUG, -1,
				   "the PTX is for a debugger (nvcc -G): predicted is what optimizing "
				   "makes of it; without -G, or with -lineinfo, it is faster");
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
		const long long times = (long long)p->counts.sites[s].of[GM_COUNT_INSTRUCTIONS];
		gm_prediction_find(p, GM_FINDING_NO_MODEL, s,
				   "no model for %s, executed %lld time%s: %s unknown",
				   site->unmodelled, times, times == 1 ? "" : "s",
				   site->unmodelled_bytes ? "bytes and time are" : "the time is");
	}
	if (others > 0)
		gm_prediction_find(p, GM_FINDING_NO_MODEL, -1,
				   "%d more instructions without a model are executed", others);
}

/* Of each array once, the chase before others. */
static void
find_zeros(gm_prediction *p)
{
	for (int a = 0; a < p->kernel->arrays_count; a++) {
		int found = -1;
		for (int s = 0; s < p->kernel->sites_count; s++) {
			const gm_site *site = &p->kernel->sites[s];
			const bool here = site->array == a && site->reads_unsaid &&
					  p->counts.sites[s].of[GM_COUNT_INSTRUCTIONS] > 0;
			if (here && (found < 0 || (site->chases && !p->kernel->sites[found].chases)))
				found = s;
		}
		if (found >= 0)
			gm_prediction_find(p, GM_FINDING_ZEROS_DECIDE, found,
					   "%s holds zeros, as nothing says what it holds, and they "
					   "decide addresses or paths%s: say it (:random=N, :cycle=K, "
					   ":iota, @FILE, or :zero)",
					   p->kernel->arrays[a].name,
					   p->kernel->sites[found].chases
						   ? "; a chase through zeros never leaves one element"
						   : "");
	}
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

/* What costs next to nothing is no news: the finding, the latest, is taken back. */
static void
price(gm_prediction *p, gm_finding *f, const double excess[GM_LIMITS_COUNT])
{
	gm_finding_price(f, p, excess);
	if (f->cost_s.kind != GM_KIND_UNKNOWN && p->time_s.kind != GM_KIND_UNKNOWN &&
	    f->cost_s.value < notable_ratio * p->time_s.value)
		p->findings_count--;
}

static void
price_place(gm_prediction *p, gm_finding *f)
{
	double excess[GM_LIMITS_COUNT];
	gm_prediction_excess_of_place(p, f->site, excess);
	price(p, f, excess);
}

/* "; 15 more like it in this line" */
static const char *
say_copies(int copies, char out[48])
{
	out[0] = '\0';
	if (copies > 1)
		snprintf(out, 48, "; %d more like it in this line", copies - 1);
	return out;
}

/* "8.0 sectors where 4.0 would do"; before there were sectors, in bytes. */
static void
say_waste(const gm_prediction *p, const int64_t *of, char *out, size_t room)
{
	char excess[32];
	gm_quantity_format((double)(of[GM_COUNT_MOVED_BYTES] - of[GM_COUNT_IDEAL_BYTES]), GM_BYTES,
			   excess, sizeof excess);
	const double ideal = per_request(of, GM_COUNT_IDEAL_BYTES);
	if (p->device->coalescing == GM_SECTORS_32)
		snprintf(out, room, "%.1f sectors where %.1f would do, %s too much",
			 per_request(of, GM_COUNT_SECTORS), ideal / 32, excess);
	else
		snprintf(out, room, "%.0f bytes would do, %s too much", ideal, excess);
}

/* The L1 data banks also take more passes for such a request; its price has both. */
static void
find_uncoalesced(gm_prediction *p, int s)
{
	const gm_site *site = &p->kernel->sites[s];
	gm_site_counts place;
	const int copies = gm_prediction_place(p, s, &place);
	const double ideal = (double)place.of[GM_COUNT_IDEAL_BYTES],
		     moved = (double)place.of[GM_COUNT_MOVED_BYTES];
	char waste[80], more[48];
	if (site->space != GM_GLOBAL || ideal == 0 || moved < wasteful_ratio * ideal)
		return;
	say_waste(p, place.of, waste, sizeof waste);
	price_place(p,
		    gm_prediction_find(p, GM_FINDING_UNCOALESCED, s,
				       "%s of %s is not coalesced: %.1f transactions per request, "
				       "%.0f %% of %.0f bytes used; %s%s",
				       gm_operation_name(site->operation), site->text,
				       per_request(place.of, GM_COUNT_TRANSACTIONS),
				       100 * (double)place.of[GM_COUNT_DISTINCT_BYTES] / moved,
				       per_request(place.of, GM_COUNT_MOVED_BYTES), waste,
				       say_copies(copies, more)));
}

/* Of the place, those that have conflicts. */
static int
count_conflicting(const gm_prediction *p, int site)
{
	int count = 0;
	for (int s = site; s < p->counts.sites_count; s++) {
		const int64_t *of = p->counts.sites[s].of;
		count += of[GM_COUNT_WAVEFRONTS] > of[GM_COUNT_IDEAL_WAVEFRONTS] &&
			 gm_prediction_same_place(&p->kernel->sites[site], &p->kernel->sites[s]);
	}
	return count;
}

/* Most requests have less than the worst. */
static bool
conflicts_vary(const gm_site_counts *c)
{
	return per_request(c->of, GM_COUNT_WAVEFRONTS) <
	       0.95 * (double)c->worst_degree * per_request(c->of, GM_COUNT_IDEAL_WAVEFRONTS);
}

static void
find_conflicts(gm_prediction *p, int s)
{
	const gm_site *site = &p->kernel->sites[s];
	gm_site_counts place;
	const int copies = gm_prediction_place(p, s, &place);
	char more[48];
	if (copies == 0 || place.of[GM_COUNT_WAVEFRONTS] <= place.of[GM_COUNT_IDEAL_WAVEFRONTS])
		return;
	const int worst =
		gm_prediction_worst_of_place(p, s, GM_COUNT_WAVEFRONTS, GM_COUNT_IDEAL_WAVEFRONTS);
	const int64_t *of = p->counts.sites[worst].of;
	if (site->space == GM_SHARED)
		price_place(p, find_at(p, GM_FINDING_BANK_CONFLICT, s, worst,
				       "%s of %s has %s%lld-way bank conflicts: %.1f passes per "
				       "request where %.1f would do%s",
				       gm_operation_name(site->operation),
				       p->kernel->sites[worst].text,
				       conflicts_vary(&p->counts.sites[worst]) ? "up to " : "",
				       (long long)p->counts.sites[worst].worst_degree,
				       per_request(of, GM_COUNT_WAVEFRONTS),
				       per_request(of, GM_COUNT_IDEAL_WAVEFRONTS),
				       say_copies(count_conflicting(p, s), more)));
	else if (site->space == GM_CONSTANT)
		gm_prediction_find(p, GM_FINDING_CONSTANT_SERIALISED, s,
				   "%s of %s names up to %lld different words: a pass each%s",
				   gm_operation_name(site->operation), site->text,
				   (long long)place.worst_degree, say_copies(copies, more));
}

/* Beyond the fewest passes that warps or blocks with words of their own would need. */
static void
find_contention(gm_prediction *p, int s)
{
	gm_contention now;
	double excess[GM_LIMITS_COUNT] = {0};
	if (!gm_contention_of_place(p, s, &now) || p->limits[GM_LIMIT_ATOMICS].work <= 0)
		return;
	const int64_t fewest = gm_contention_fewest_passes(&now);
	if (fewest == now.passes)
		return;
	excess[GM_LIMIT_ATOMICS] = (double)(now.passes - fewest) / p->limits[GM_LIMIT_ATOMICS].work;
	gm_finding *f = gm_prediction_find(
		p, GM_FINDING_CONTENDED_ATOMIC, s,
		"%s of %s is contended: %lld updates by threads change %lld word%s, in %lld passes "
		"at L2 where %lld would do",
		gm_operation_name(p->kernel->sites[s].operation), p->kernel->sites[s].text,
		(long long)now.lanes, (long long)now.words, now.words == 1 ? "" : "s",
		(long long)now.passes, (long long)fewest);
	price(p, f, excess);
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
	find_zeros(p);
	find_launch(p);
	find_debug(p);
	find_spills(p);
	find_block(p);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_uncoalesced(p, s);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_conflicts(p, s);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_contention(p, s);
	find_divergence(p);
	gm_prediction_fill_waits(p);
	find_cache_state(p);
	find_unknown_limits(p);
	qsort(p->findings, (size_t)p->findings_count, sizeof *p->findings, gm_finding_compare);
	gm_prediction_write_verdict(p);
}
