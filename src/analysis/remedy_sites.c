#include "analysis/access_advice.h"
#include "analysis/derivation_build.h"
#include "analysis/remedy_build.h"

#include <math.h>
#include <stdio.h>

static const double wasteful_ratio = 1.05; /* moved over ideal bytes, passes over ideal passes */

/* ---- edits of counts ---- */

typedef struct edit {
	int site;  /* with all of its place (gm_prediction_same_place); -1: every site it fits */
	int array; /* of conflicts: the shared array; -1 */
	const gm_prediction *now;
} edit;

/* Bytes as if lane k named word k of an aligned segment; transactions of the same size as before,
   but no more of them. */
static void
coalesce(int64_t *of)
{
	const int64_t ideal = of[GM_COUNT_IDEAL_BYTES], moved = of[GM_COUNT_MOVED_BYTES];
	if (moved <= ideal)
		return;
	const int64_t fewest = (ideal + 127) / 128 > of[GM_COUNT_REQUESTS] ? (ideal + 127) / 128
									   : of[GM_COUNT_REQUESTS];
	const int64_t sectors = (ideal + 31) / 32;
	of[GM_COUNT_MOVED_BYTES] = ideal;
	of[GM_COUNT_SECTORS] = sectors < of[GM_COUNT_SECTORS] ? sectors : of[GM_COUNT_SECTORS];
	of[GM_COUNT_GROUP_SECTORS] =
		sectors < of[GM_COUNT_GROUP_SECTORS] ? sectors : of[GM_COUNT_GROUP_SECTORS];
	of[GM_COUNT_LINES] = fewest < of[GM_COUNT_LINES] ? fewest : of[GM_COUNT_LINES];
	of[GM_COUNT_TRANSACTIONS] =
		sectors < of[GM_COUNT_TRANSACTIONS] ? sectors : of[GM_COUNT_TRANSACTIONS];
	if (of[GM_COUNT_WAVEFRONTS] > of[GM_COUNT_IDEAL_WAVEFRONTS])
		of[GM_COUNT_WAVEFRONTS] = of[GM_COUNT_IDEAL_WAVEFRONTS];
}

static bool
is_wasteful(gm_space space, const gm_site_counts *counts)
{
	const int64_t *of = counts->of;
	return space == GM_GLOBAL &&
	       (double)of[GM_COUNT_MOVED_BYTES] > wasteful_ratio * (double)of[GM_COUNT_IDEAL_BYTES];
}

static bool
is_conflicting(const gm_site_counts *counts)
{
	const int64_t *of = counts->of;
	return (double)of[GM_COUNT_WAVEFRONTS] >
	       wasteful_ratio * (double)of[GM_COUNT_IDEAL_WAVEFRONTS];
}

static bool
means(const edit *e, const gm_kernel *kernel, int s)
{
	return e->site < 0 || gm_prediction_same_place(&kernel->sites[e->site], &kernel->sites[s]);
}

static void
edit_bytes(void *state, const gm_kernel *kernel, gm_counts *counts)
{
	const edit *e = state;
	for (int s = 0; s < kernel->sites_count; s++) {
		if (!is_wasteful(kernel->sites[s].space, &counts->sites[s]))
			continue;
		if (means(e, kernel, s))
			coalesce(counts->sites[s].of);
	}
}

/* Of the sites of one direction: bytes moved with the edit over those moved now, and the waste that
   is left of the waste there is. */
typedef struct left_over {
	double moved_ratio, waste_ratio;
} left_over;

static left_over
what_is_left(const edit *e, bool writes)
{
	const gm_prediction *now = e->now;
	double before = 0, after = 0, least = 0;
	for (int s = 0; s < now->kernel->sites_count; s++) {
		const int64_t *of = now->counts.sites[s].of;
		if (!gm_site_is_traffic(&now->kernel->sites[s], writes))
			continue;
		const bool wasteful = is_wasteful(now->kernel->sites[s].space, &now->counts.sites[s]);
		const bool meant = wasteful && means(e, now->kernel, s);
		before += (double)of[GM_COUNT_MOVED_BYTES];
		after += (double)of[meant ? GM_COUNT_IDEAL_BYTES : GM_COUNT_MOVED_BYTES];
		least += (double)of[wasteful ? GM_COUNT_IDEAL_BYTES : GM_COUNT_MOVED_BYTES];
	}
	return (left_over){before > 0 ? after / before : 1,
			   before > least ? (after - least) / (before - least) : 1};
}

static void
lower(gm_value *bytes, double most)
{
	if (bytes->kind == GM_KIND_UNKNOWN || bytes->value <= most)
		return;
	bytes->value = most;
	bytes->kind = GM_KIND_MODEL;
}

/* Behind L1 bytes fall as those of the requests do, but not below the data themselves; behind L2 no
   more move than there. */
static gm_dram_part
scaled(gm_dram_part part, double ratio)
{
	return (gm_dram_part){part.openings * ratio, part.bytes * ratio};
}

static void
edit_traffic(void *state, gm_traffic *traffic)
{
	const edit *e = state;
	const gm_traffic *now = &e->now->traffic;
	const left_over read = what_is_left(e, false), written = what_is_left(e, true);
	const double from_l2 = now->read_bytes[GM_LEVEL_L2].value;
	const double from_dram = now->read_bytes[GM_LEVEL_DRAM].value;
	/* Sectors that are written in part are fetched first: whole ones are not. */
	const double fills = from_dram > from_l2 ? from_dram - from_l2 : 0;
	const double reads = fmax(from_l2 * read.moved_ratio, fmin(from_l2, now->grid.read_bytes));
	const double writes = now->written_bytes[GM_LEVEL_L2].value * written.moved_ratio;
	/* The caches were modelled on the addresses as they are, scaled by edited counts: start
	 * anew. */
	for (int level = GM_LEVEL_L2; level < GM_LEVEL_COUNT; level++) {
		traffic->read_bytes[level] = now->read_bytes[level];
		traffic->written_bytes[level] = now->written_bytes[level];
	}
	lower(&traffic->read_bytes[GM_LEVEL_L2], reads);
	lower(&traffic->read_bytes[GM_LEVEL_DRAM], reads + fills * written.waste_ratio);
	lower(&traffic->written_bytes[GM_LEVEL_L2], writes);
	lower(&traffic->written_bytes[GM_LEVEL_DRAM], writes);
	traffic->completed_bytes = now->completed_bytes * written.waste_ratio;
	traffic->dram.read = scaled(now->dram.read, read.waste_ratio);
	traffic->dram.written = scaled(now->dram.written, written.waste_ratio);
}

static void
edit_passes(void *state, const gm_kernel *kernel, gm_counts *counts)
{
	const edit *e = state;
	for (int s = 0; s < kernel->sites_count; s++) {
		int64_t *of = counts->sites[s].of;
		const bool meant = e->array >= 0 ? kernel->sites[s].array == e->array
						 : means(e, kernel, s);
		if (meant && of[GM_COUNT_WAVEFRONTS] > of[GM_COUNT_IDEAL_WAVEFRONTS])
			of[GM_COUNT_WAVEFRONTS] = of[GM_COUNT_IDEAL_WAVEFRONTS];
	}
}

/* ---- global memory ---- */

static double
per_request(const int64_t *of, gm_counter counter)
{
	return (double)of[counter] / (double)of[GM_COUNT_REQUESTS];
}

/* "Coalesce load x[i] (line 12) and 15 more like it" */
static void
say_site(gm_remedy_search *c, gm_remedy *remedy, const char *verb, int copies)
{
	gm_text site = {0};
	char more[40] = "";
	if (copies > 1)
		snprintf(more, sizeof more, " and %d more like it", copies - 1);
	gm_site_say(&site, c->now->kernel, remedy->site);
	gm_remedy_say(remedy->what, "%s %.300s%s", verb, site.bytes, more);
	gm_text_dispose(&site);
}

static gm_status
find_wasteful(gm_remedy_search *c, int s, int copies, const gm_site_counts *place)
{
	const int64_t *of = place->of;
	gm_remedy *remedy = gm_remedy_add(c, GM_REMEDY_COALESCE, s);
	edit e = {s, -1, c->now};
	if (!remedy)
		return GM_OK;
	say_site(c, remedy, "Coalesce", copies);
	gm_remedy_say(
		remedy->evidence,
		"%.4g transactions per request, %.3g %% of %.4g bytes used; coalesced, %.4g bytes",
		per_request(of, GM_COUNT_TRANSACTIONS),
		100 * (double)of[GM_COUNT_DISTINCT_BYTES] / (double)of[GM_COUNT_MOVED_BYTES],
		per_request(of, GM_COUNT_MOVED_BYTES), per_request(of, GM_COUNT_IDEAL_BYTES));
	return gm_remedy_predict(
		c, remedy,
		&(gm_what_if){.counts = edit_bytes, .traffic = edit_traffic, .state = &e});
}

static gm_status
find_all_wasteful(gm_remedy_search *c, int count)
{
	gm_remedy *remedy = count > 1 ? gm_remedy_add(c, GM_REMEDY_COALESCE, -1) : NULL;
	edit e = {-1, -1, c->now};
	if (!remedy)
		return GM_OK;
	gm_remedy_say(remedy->what, "Coalesce all accesses of these %d places", count);
	gm_remedy_say(remedy->evidence, "each of them moves more than its lanes ask for");
	return gm_remedy_predict(
		c, remedy,
		&(gm_what_if){.counts = edit_bytes, .traffic = edit_traffic, .state = &e});
}

static gm_status
find_passes(gm_remedy_search *c, int s, int copies, const gm_site_counts *place)
{
	const int64_t *of = place->of;
	gm_remedy *remedy = gm_remedy_add(c, GM_REMEDY_PASSES, s);
	edit e = {s, -1, c->now};
	if (!remedy)
		return GM_OK;
	say_site(c, remedy, "Spread over all banks of L1", copies);
	gm_remedy_say(remedy->evidence,
		      "%.4g passes through the banks of L1 per request, where its bytes need %.4g",
		      per_request(of, GM_COUNT_WAVEFRONTS),
		      per_request(of, GM_COUNT_IDEAL_WAVEFRONTS));
	return gm_remedy_predict(c, remedy, &(gm_what_if){.counts = edit_passes, .state = &e});
}

/* ---- constant memory ---- */

static gm_status
find_constant(gm_remedy_search *c, int s, int copies, const gm_site_counts *place)
{
	gm_remedy *remedy = gm_remedy_add(c, GM_REMEDY_CONSTANT, s);
	edit e = {s, -1, c->now};
	if (!remedy)
		return GM_OK;
	say_site(c, remedy, "Let all lanes name one place:", copies);
	gm_remedy_say(remedy->evidence,
		      "up to %lld different places of constant memory, a pass each",
		      (long long)place->worst_degree);
	return gm_remedy_predict(c, remedy, &(gm_what_if){.counts = edit_passes, .state = &e});
}

/* ---- shared memory ---- */

/* The site of the array that conflicts most; -1 when none does. */
static int
worst_site(const gm_prediction *p, int array)
{
	int worst = -1;
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site_counts *counts = &p->counts.sites[s];
		if (p->kernel->sites[s].array != array || p->kernel->sites[s].space != GM_SHARED)
			continue;
		if (is_conflicting(counts) &&
		    (worst < 0 || counts->worst_degree > p->counts.sites[worst].worst_degree))
			worst = s;
	}
	return worst;
}

static void
say_layout(gm_remedy *remedy, const char *array, const gm_array_advice *advice)
{
	if (advice->width_elements > 0 && advice->found.padding_found &&
	    advice->found.padding.padding_elements > 0)
		gm_remedy_say(remedy->what,
			      "Lengthen the rows of %.80s from %lld to %lld elements (%lld B more)",
			      array, (long long)advice->width_elements,
			      (long long)(advice->width_elements +
					  advice->found.padding.padding_elements),
			      (long long)advice->added_bytes);
	else if (advice->width_elements > 0 && advice->found.swizzle_found &&
		 advice->found.swizzle.swizzle_mask)
		gm_remedy_say(remedy->what, "Swizzle the columns of %.80s, rows of %lld elements",
			      array, (long long)advice->width_elements);
	else
		gm_remedy_say(remedy->what,
			      "Free %.80s of bank conflicts (no padding or swizzle is known)",
			      array);
}

static gm_status
find_conflicts(gm_remedy_search *c, int array)
{
	const gm_prediction *p = c->now;
	gm_array_advice advice = {0};
	const int worst = worst_site(p, array);
	if (worst < 0)
		return GM_OK;
	const gm_status status = gm_access_advise(p->kernel, p->device, (gm_dim3){0, 0, 0}, array,
						  0, &advice, c->err);
	gm_remedy *remedy = status == GM_OK ? gm_remedy_add(c, GM_REMEDY_CONFLICTS, worst) : NULL;
	if (!remedy)
		return status;
	const bool padded = advice.width_elements > 0 && advice.found.padding_found;
	edit e = {-1, array, c->now};
	say_layout(remedy, p->kernel->arrays[array].name, &advice);
	const int64_t *of = p->counts.sites[worst].of;
	gm_text site = {0};
	gm_site_say(&site, p->kernel, worst);
	gm_remedy_say(remedy->evidence,
		      "%.200s conflicts up to %lld-way: %.4g passes per request for %.4g",
		      site.bytes, (long long)p->counts.sites[worst].worst_degree,
		      per_request(of, GM_COUNT_WAVEFRONTS),
		      per_request(of, GM_COUNT_IDEAL_WAVEFRONTS));
	gm_text_dispose(&site);
	return gm_remedy_predict(
		c, remedy,
		&(gm_what_if){.counts = edit_passes,
			      .state = &e,
			      .more_shared_bytes = padded ? advice.added_bytes : 0});
}

/* ---- all ---- */

gm_status
gm_remedies_of_sites(gm_remedy_search *c)
{
	const gm_prediction *p = c->now;
	gm_status status = GM_OK;
	int wasteful = 0;
	for (int s = 0; s < p->kernel->sites_count && status == GM_OK; s++) {
		const gm_space space = p->kernel->sites[s].space;
		gm_site_counts place;
		const int copies = gm_prediction_place(p, s, &place);
		if (copies == 0)
			continue;
		if (is_wasteful(space, &place)) {
			wasteful++;
			status = find_wasteful(c, s, copies, &place);
		} else if (space == GM_GLOBAL && is_conflicting(&place)) {
			status = find_passes(c, s, copies, &place);
		} else if (space == GM_CONSTANT && is_conflicting(&place)) {
			status = find_constant(c, s, copies, &place);
		}
	}
	if (status == GM_OK)
		status = find_all_wasteful(c, wasteful);
	for (int a = 0; a < p->kernel->arrays_count && status == GM_OK; a++)
		if (p->kernel->arrays[a].space == GM_SHARED)
			status = find_conflicts(c, a);
	return status;
}
