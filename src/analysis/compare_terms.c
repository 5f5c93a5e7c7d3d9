#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Limits whose exchange is weighed in every order; the rest, the smallest, are exchanged before
 * all. */
enum { PLAYERS_MAX = 14 };

static const double shown_ratio = 1e-9; /* of the time: smaller times are left out */

static double
value_or_zero(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? 0 : value.value;
}

typedef struct exchange {
	gm_limit_time before[GM_LIMITS_COUNT], after[GM_LIMITS_COUNT];
	int players[PLAYERS_MAX]; /* limits */
	int terms[PLAYERS_MAX];   /* rows of the comparison */
	int count;
} exchange;

/* The time when the limits in `exchanged` are those after, the other players those before. */
static double
time_of(const exchange *e, unsigned exchanged)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	memcpy(limits, e->after, sizeof limits);
	for (int i = 0; i < e->count; i++)
		if (!(exchanged >> i & 1))
			limits[e->players[i]] = e->before[e->players[i]];
	return value_or_zero(gm_limits_time(limits));
}

/* Weight of an order in which `earlier` of `count` come before: earlier! (count - earlier - 1)! /
 * count! */
static double
weight_of(int earlier, int count)
{
	double weight = 1.0 / count;
	for (int i = 1; i <= earlier; i++)
		weight *= (double)i / (count - i);
	return weight;
}

static double
share_of(const double *times, int count, int player)
{
	double share = 0;
	for (unsigned set = 0; set < 1u << count; set++)
		if (!(set >> player & 1))
			share += weight_of(__builtin_popcount(set), count) *
				 (times[set | 1u << player] - times[set]);
	return share;
}

static int
by_size(const void *left, const void *right)
{
	const gm_comparison_term *a = left, *b = right;
	const double x = fmax(value_or_zero(a->before_s), value_or_zero(a->after_s));
	const double y = fmax(value_or_zero(b->before_s), value_or_zero(b->after_s));
	return x != y ? (x < y ? 1 : -1) : a->limit - b->limit;
}

static int
by_share(const void *left, const void *right)
{
	const gm_comparison_term *a = left, *b = right;
	const double x = fabs(value_or_zero(a->share_s)), y = fabs(value_or_zero(b->share_s));
	return x != y ? (x < y ? 1 : -1) : by_size(left, right);
}

static void
gather(gm_comparison *c)
{
	const double shown = shown_ratio * fmax(value_or_zero(c->before->time_s),
						value_or_zero(c->after->time_s));
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_limit_time *a = &c->before->limits[i], *b = &c->after->limits[i];
		const bool known = a->expected_s.kind != GM_KIND_UNKNOWN &&
				   b->expected_s.kind != GM_KIND_UNKNOWN;
		if (known && a->expected_s.value <= shown && b->expected_s.value <= shown)
			continue;
		c->terms[c->terms_count++] = (gm_comparison_term){
			.limit = i,
			.before_s = a->expected_s,
			.after_s = b->expected_s,
			.work_before = a->work,
			.work_after = b->work,
			.rate_before = a->rate_per_s,
			.rate_after = b->rate_per_s,
			.share_s = gm_value_unknown("the time before or after is not known"),
		};
	}
}

static bool
is_unknown(const gm_comparison_term *term)
{
	return term->before_s.kind == GM_KIND_UNKNOWN || term->after_s.kind == GM_KIND_UNKNOWN;
}

static void
attribute(gm_comparison *c)
{
	exchange e = {.count = 0};
	const char *why = "the mean change over all orders of exchange";
	gm_comparison_limits(c, c->before, e.before);
	gm_comparison_limits(c, c->after, e.after);
	for (int i = 0; i < c->terms_count; i++) {
		gm_comparison_term *term = &c->terms[i];
		if (is_unknown(term))
			continue;
		term->share_s = (gm_value){0, GM_KIND_MODEL, why};
		if (e.count == PLAYERS_MAX)
			continue;
		e.terms[e.count] = i;
		e.players[e.count++] = term->limit;
	}
	double *times = gm_allocate((size_t)1 << e.count, sizeof *times);
	for (unsigned set = 0; set < 1u << e.count; set++)
		times[set] = time_of(&e, set);
	for (int i = 0; i < e.count; i++)
		c->terms[e.terms[i]].share_s.value = share_of(times, e.count, i);
	free(times);
}

void
gm_comparison_fill_terms(gm_comparison *comparison)
{
	gather(comparison);
	qsort(comparison->terms, (size_t)comparison->terms_count, sizeof *comparison->terms,
	      by_size);
	if (comparison->change_s.kind != GM_KIND_UNKNOWN)
		attribute(comparison);
	qsort(comparison->terms, (size_t)comparison->terms_count, sizeof *comparison->terms,
	      by_share);
}
