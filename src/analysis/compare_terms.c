#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>

/* Limits whose exchange is weighed in every order; the rest, the smallest, are exchanged before
 * all. */
enum { PLAYERS_MAX = 14 };

static const double shown_ratio = 1e-9; /* of the time: smaller times are left out */

static double
value_or_zero(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? 0 : value.value;
}

/* The time when the limits in `exchanged` are those after, the other players those before. */
static double
time_of(const gm_comparison *c, const int *players, int count, unsigned exchanged)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = c->after->limits[i];
	for (int i = 0; i < count; i++)
		if (!(exchanged >> i & 1))
			limits[players[i]] = c->before->limits[players[i]];
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
	const double x = fabs(a->share_s), y = fabs(b->share_s);
	return x != y ? (x < y ? 1 : -1) : by_size(left, right);
}

static void
gather(gm_comparison *c)
{
	const double shown = shown_ratio * fmax(value_or_zero(c->before->time_s),
						value_or_zero(c->after->time_s));
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_limit_time *a = &c->before->limits[i], *b = &c->after->limits[i];
		if (value_or_zero(a->expected_s) <= shown && value_or_zero(b->expected_s) <= shown)
			continue;
		c->terms[c->terms_count++] = (gm_comparison_term){
			.limit = i,
			.before_s = a->expected_s,
			.after_s = b->expected_s,
			.work_before = a->work,
			.work_after = b->work,
			.rate_before = a->rate_per_s,
			.rate_after = b->rate_per_s,
		};
	}
}

static void
attribute(gm_comparison *c)
{
	const int count = c->terms_count < PLAYERS_MAX ? c->terms_count : PLAYERS_MAX;
	int players[PLAYERS_MAX];
	double *times = gm_allocate((size_t)1 << count, sizeof *times);
	for (int i = 0; i < count; i++)
		players[i] = c->terms[i].limit;
	for (unsigned set = 0; set < 1u << count; set++)
		times[set] = time_of(c, players, count, set);
	for (int i = 0; i < count; i++)
		c->terms[i].share_s = share_of(times, count, i);
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
