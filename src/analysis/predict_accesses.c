#include "analysis/contention.h"
#include "analysis/predict.h"

#include <stdarg.h>
#include <stdio.h>

/* What single accesses waste: sectors, passes, rounds of atomics. */

static const double wasteful_ratio = 1.25; /* moved over ideal bytes from which a site is named */
static const double notable_ratio = 0.001; /* of the time: what costs less is not told */

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

enum { WAYS_BYTES = 64 };

/* A copy past L1 may take a line in parts without two words of a bank: model/copies.h. */
static const char *
say_ways(const gm_site_counts *c, char out[WAYS_BYTES])
{
	if (c->worst_degree < 2)
		return "writes lines in parts";
	snprintf(out, WAYS_BYTES, "has %s%lld-way bank conflicts", conflicts_vary(c) ? "up to " : "",
		 (long long)c->worst_degree);
	return out;
}

static void
find_conflicts(gm_prediction *p, int s)
{
	const gm_site *site = &p->kernel->sites[s];
	gm_site_counts place;
	const int copies = gm_prediction_place(p, s, &place);
	char more[48], ways[WAYS_BYTES];
	if (copies == 0 || place.of[GM_COUNT_WAVEFRONTS] <= place.of[GM_COUNT_IDEAL_WAVEFRONTS])
		return;
	const int worst =
		gm_prediction_worst_of_place(p, s, GM_COUNT_WAVEFRONTS, GM_COUNT_IDEAL_WAVEFRONTS);
	const int64_t *of = p->counts.sites[worst].of;
	if (site->space == GM_SHARED)
		price_place(p, find_at(p, GM_FINDING_BANK_CONFLICT, s, worst,
				       "%s of %s %s: %.1f passes per request where %.1f would do%s",
				       gm_operation_name(site->operation),
				       p->kernel->sites[worst].text,
				       say_ways(&p->counts.sites[worst], ways),
				       per_request(of, GM_COUNT_WAVEFRONTS),
				       per_request(of, GM_COUNT_IDEAL_WAVEFRONTS),
				       say_copies(count_conflicting(p, s), more)));
	else if (site->space == GM_CONSTANT)
		gm_prediction_find(p, GM_FINDING_CONSTANT_SERIALISED, s,
				   "%s of %s names up to %lld different places: a pass each%s",
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

void
gm_prediction_fill_accesses(gm_prediction *p)
{
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_uncoalesced(p, s);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_conflicts(p, s);
	for (int s = 0; s < p->kernel->sites_count; s++)
		find_contention(p, s);
}
