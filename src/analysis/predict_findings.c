#include "analysis/predict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the reader of a prediction should look at: facts with their place and price. */

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
	char unseen[96] = "";
	if (!c->paths_but_order && gm_counts_unseen(c) >= 1)
		snprintf(unseen, sizeof unseen, "; what none of these did may still be done up to %.0f times",
			 gm_counts_unseen(c));
	gm_prediction_find(p, GM_FINDING_SAMPLED, -1,
			   "%s; %s are estimates, %sthe bytes that global memory moves within %.2g %%%s",
			   c->why, c->same_paths ? "sectors and passes" : "counts", work,
			   100 * c->spread_ratio, unseen);
}

static void
find_unknown_registers(gm_prediction *p)
{
	const gm_resources *r = &p->kernel->resources;
	const gm_registers *row = r->registers_by_capability;
	const bool compiled = r->registers_by_capability_count > 0;
	char why[160] = " for this compute capability";
	if (p->kernel->origin == GM_FROM_PTX)
		snprintf(why, sizeof why, ", as PTX does not say them (a cubin of it does, or --registers)");
	if (p->kernel->origin == GM_FROM_PTX && compiled)
		snprintf(why, sizeof why, ", as %.80s has them for sm_%d%d, not for sm_%d%d", row->source, row->cc_major,
			 row->cc_minor, p->device->cc_major, p->device->cc_minor);
	gm_prediction_find(p, GM_FINDING_REGISTERS_UNKNOWN, -1,
			   "registers per thread are not known%s: occupancy is what the other resources allow", why);
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
		gm_prediction_find(p, GM_FINDING_SAMPLED, -1, "%s; counts%s are estimates", p->counts.why,
				   p->counts.exact_but_order ? " that depend on it" : "");
	if (p->registers_per_thread < 0 && o->launchable)
		find_unknown_registers(p);
}

/* A metric before it that the same result decides. */
static bool
is_told(const gm_prediction *p, int metric)
{
	for (int i = 0; i < metric; i++)
		if (p->metrics[i].value.kind == GM_KIND_TIMING && p->metrics[i].site == p->metrics[metric].site)
			return true;
	return false;
}

/* Counts that one result decides: "what ... decides it: ...: a, b and 2 more". */
static void
find_timing_of(gm_prediction *p, int first)
{
	enum { NAMED = 3 };
	char names[256] = "";
	int count = 0;
	for (int i = first; i < p->metrics_count; i++) {
		const gm_metric *m = &p->metrics[i];
		if (m->value.kind != GM_KIND_TIMING || m->site != p->metrics[first].site)
			continue;
		const size_t used = strlen(names);
		if (count++ < NAMED)
			snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", m->name);
	}
	const size_t used = strlen(names);
	if (count > NAMED)
		snprintf(names + used, sizeof names - used, " and %d more", count - NAMED);
	gm_prediction_find(p, GM_FINDING_TIMING, p->metrics[first].site, "%s: %s", p->metrics[first].value.why,
			   names);
}

static void
find_timing(gm_prediction *p)
{
	for (int i = 0; i < p->metrics_count; i++)
		if (p->metrics[i].value.kind == GM_KIND_TIMING && !is_told(p, i))
			find_timing_of(p, i);
}

static int64_t
count_spilled(const gm_prediction *p, gm_operation operation)
{
	int64_t sum = 0;
	for (int s = 0; s < p->kernel->sites_count; s++)
		if (p->kernel->sites[s].spills && p->kernel->sites[s].operation == operation)
			sum += p->counts.sites[s].of[GM_COUNT_REQUESTS];
	return sum;
}

/* How it is known how often they move. */
static const char *const spills_known[] = {
	[GM_SPILLS_ESTIMATED] = "by a model of what it chooses",
	[GM_SPILLS_READ] = "as the machine code says",
	[GM_SPILLS_NOT_FOUND] = "by a model of what it chooses, as a loop of the machine code that spills is not found in the PTX",
};

static void
find_spills(gm_prediction *p)
{
	const long long bytes = (long long)p->kernel->resources.spilled_bytes;
	const long long stores = (long long)count_spilled(p, GM_STORE), loads = (long long)count_spilled(p, GM_LOAD);
	if (bytes > 0 && stores + loads == 0)
		gm_prediction_find(p, GM_FINDING_SPILLS, -1,
				   "the machine code keeps %lld B of each thread's registers in local "
				   "memory (spills): their stores and loads are not counted, and the kernel "
				   "takes longer than predicted; more registers per thread avoid them",
				   bytes);
	else if (bytes > 0)
		gm_prediction_find(p, GM_FINDING_SPILLS, -1,
				   "the compiler keeps %lld B of each thread's registers in local memory "
				   "(spills): warps store %lld times and load %lld times there, %s; more registers per "
				   "thread avoid them",
				   bytes, stores, loads, spills_known[p->kernel->resources.spills]);
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
					   "decide addresses or paths%s: say it (%s)",
					   p->kernel->arrays[a].name,
					   p->kernel->sites[found].chases
						   ? "; a chase through zeros never leaves one element"
						   : "",
					   p->kernel->arrays[a].of_module
						   ? "--constant NAME:TYPE=VALUE or NAME:TYPE[COUNT]:random=N; in a descriptor "
						     "<constant>"
						   : ":random=N, :cycle=K, :iota, @FILE, or :zero");
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

static void
find_cache_state(gm_prediction *p)
{
	if (p->request.cache == GM_CACHE_WARM && !gm_cached_applies(p->device))
		gm_prediction_find(p, GM_FINDING_WARM_AS_COLD, -1,
				   "warm caches are predicted as cold ones: what an equal launch "
				   "leaves behind "
				   "is not modelled");
}

/* Which is predicted, and how well that is known. */
static void
find_later(gm_prediction *p)
{
	static const char *const knows[] = {
		[GM_LATER_ALL] = "predicted is the second launch, after all blocks of the first were run in order",
		[GM_LATER_OWN] = "predicted is the second launch, in which each block finds what it has left itself",
		[GM_LATER_OWN_ONLY] = "predicted is the second launch, as if each block found what it has left itself and "
				      "nothing of what others have left, as all are too much work to be run before",
		[GM_LATER_GIVEN] = "predicted is the second launch, as if it found what the first did, as all blocks are too much "
				   "work to be run before, and what one has made largest or smallest others change again",
		[GM_LATER_DRAWN] = "predicted is the second launch, which finds its counter as the first has left it, and all else "
				   "as it was given"};
	if (p->later)
		gm_prediction_find(p, GM_FINDING_LATER_LAUNCH, -1,
				   "a later launch finds in memory what the one before has left, and that decides paths or "
				   "addresses: %s",
				   knows[p->later->later]);
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
	find_timing(p);
	find_debug(p);
	find_spills(p);
	find_block(p);
	gm_prediction_fill_accesses(p);
	find_divergence(p);
	gm_prediction_fill_cooperative(p);
	gm_prediction_fill_waits(p);
	find_cache_state(p);
	find_later(p);
	find_unknown_limits(p);
	qsort(p->findings, (size_t)p->findings_count, sizeof *p->findings, gm_finding_compare);
	gm_prediction_write_verdict(p);
}
