#include "model/replicates.h"

#include "base/chance.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A neighbour in its pool: the pair, which of the two, and how much of the difference counts. */
typedef struct place {
	int group; /* -1: none */
	double factor;
} place;

/* A block is in a pair with the one before or after it; the last but one of an odd number in two. */
typedef struct places {
	place of[2];
} places;

struct gm_replicates {
	const gm_block_samples *samples; /* borrowed until finish */
	int sites_count;
	bool is_part;
	size_t first; /* sample: of a part */
	places *places;        /* of each sample; of a part borrowed */
	double *sums;          /* per group, site and counter: differences; the last group: the grid */
	gm_site_counts *sites; /* per group and site, once finished */
	double unseen_ratio;   /* 1 - n/N of the blocks that were drawn from */
	double factor;         /* N/n */
	double student;
};

/* Forward or backward, by chance. */
static double
sign_of(int pair)
{
	return ((uint32_t)pair * 0x9e3779b9u >> 16) & 1 ? 1 : -1;
}

static void
add_place(places *p, place added)
{
	p->of[p->of[0].group >= 0] = added;
}

static void
pair_up(gm_replicates *r, size_t a, size_t b, int pair, double part)
{
	const gm_block_sample *s = r->samples->samples;
	const double v = (double)gm_block_sample_times(&s[a]);
	const double w = (double)gm_block_sample_times(&s[b]);
	const double factor = sign_of(pair) * part * sqrt((v * (v - 1) + w * (w - 1)) / 2);
	add_place(&r->places[a], (place){pair % GM_REPLICATES, factor});
	add_place(&r->places[b], (place){pair % GM_REPLICATES, -factor});
}

/* The samples of a pool follow each other. Of an odd number the last is paired with one that has a pair
   already; the difference then counts for one of them. Returns how many pairs there are. */
static int
pair_pool(gm_replicates *r, size_t first, size_t count, int pairs)
{
	const int before = pairs;
	for (size_t i = 0; i + 1 < count; i += 2)
		pair_up(r, first + i, first + i + 1, pairs++, 1);
	if (count % 2 && count > 1)
		pair_up(r, first + count - 2, first + count - 1, pairs++, sqrt(0.5));
	return pairs - before;
}

static void
look_at_pools(gm_replicates *r)
{
	const gm_block_samples *s = r->samples;
	double drawn = 0, stood_for = 0, largest = 0;
	int pairs = 0, degrees = 1;
	for (size_t first = 0, end; first < s->count; first = end) {
		double weight = 0;
		for (end = first; end < s->count && s->samples[end].pool == s->samples[first].pool; end++)
			weight += (double)gm_block_sample_times(&s->samples[end]);
		if (s->samples[first].pool == 0)
			continue;
		const int added = pair_pool(r, first, end - first, pairs);
		degrees = weight > largest && added > 0 ? added : degrees;
		largest = weight > largest ? weight : largest;
		pairs += added;
		drawn += (double)(end - first);
		stood_for += weight;
	}
	r->student = gm_students_t(degrees < GM_REPLICATES ? degrees : GM_REPLICATES);
	r->factor = drawn > 0 ? stood_for / drawn : 1;
	r->unseen_ratio = 1 - 1 / r->factor;
}

static size_t
sums_count(int sites_count)
{
	return (size_t)(GM_REPLICATES + 1) * (size_t)sites_count * GM_COUNTER_COUNT;
}

gm_replicates *
gm_replicates_new(const gm_block_samples *samples, int sites_count)
{
	gm_replicates *r = gm_allocate(1, sizeof *r);
	r->samples = samples;
	r->sites_count = sites_count;
	r->places = gm_allocate(samples->count + 1, sizeof *r->places);
	for (size_t i = 0; i < samples->count; i++)
		r->places[i].of[0].group = r->places[i].of[1].group = -1;
	r->sums = gm_allocate(sums_count(sites_count), sizeof *r->sums);
	look_at_pools(r);
	return r;
}

gm_replicates *
gm_replicates_part(const gm_replicates *whole, size_t first)
{
	gm_replicates *r = gm_allocate(1, sizeof *r);
	*r = *whole;
	r->first = first;
	r->is_part = true;
	r->sums = gm_allocate(sums_count(r->sites_count), sizeof *r->sums);
	return r;
}

void
gm_replicates_add_part(gm_replicates *r, const gm_replicates *part)
{
	const size_t count = sums_count(r->sites_count);
	for (size_t i = 0; i < count; i++)
		r->sums[i] += part->sums[i];
}

double
gm_replicates_bytes(int sites_count)
{
	return (double)sums_count(sites_count) * sizeof(double);
}

gm_replicates *
gm_replicates_copy(const gm_replicates *from)
{
	gm_replicates *r = gm_allocate(1, sizeof *r);
	const size_t rows = (size_t)GM_REPLICATES * (size_t)from->sites_count;
	*r = *from;
	r->places = NULL;
	r->sums = NULL;
	r->sites = gm_allocate(rows + 1, sizeof *r->sites);
	memcpy(r->sites, from->sites, rows * sizeof *r->sites);
	return r;
}

void
gm_replicates_free(gm_replicates *r)
{
	if (!r)
		return;
	if (!r->is_part)
		free(r->places);
	free(r->sums);
	free(r->sites);
	free(r);
}

static double *
sums_of(gm_replicates *r, int group)
{
	return r->sums + (size_t)group * (size_t)r->sites_count * GM_COUNTER_COUNT;
}

/* What of a row is not 0: a site is asked for few of all counters. */
typedef struct counted {
	int counter[GM_COUNTER_COUNT], count;
	double of[GM_COUNTER_COUNT];
} counted;

static void
take_counted(counted *out, const gm_site_counts *row)
{
	const int most = gm_counters_of(row);
	out->count = 0;
	for (int k = 0; k < most; k++) {
		out->counter[out->count] = k;
		out->of[out->count] = (double)row->of[k];
		out->count += row->of[k] != 0;
	}
}

static void
add_to(gm_replicates *r, int group, double weight, const counted *c, uint32_t site)
{
	double *sum = sums_of(r, group) + (size_t)site * GM_COUNTER_COUNT;
	for (int i = 0; i < c->count; i++)
		sum[c->counter[i]] += weight * c->of[i];
}

void
gm_replicates_add(gm_replicates *r, size_t index, const gm_site_counts *block,
                  const uint32_t *sites, int count)
{
	const size_t at = r->first + index;
	const places *p = &r->places[at];
	const double weight = (double)gm_block_sample_times(&r->samples->samples[at]);
	for (int s = 0; s < count; s++) {
		counted row;
		take_counted(&row, &block[sites[s]]);
		add_to(r, GM_REPLICATES, weight, &row, sites[s]);
		for (int i = 0; i < 2; i++)
			if (p->of[i].group >= 0)
				add_to(r, p->of[i].group, GM_REPLICATES * p->of[i].factor, &row, sites[s]);
	}
}

void
gm_replicates_finish(gm_replicates *r)
{
	const double *grid = sums_of(r, GM_REPLICATES);
	r->sites = gm_allocate((size_t)GM_REPLICATES * (size_t)r->sites_count + 1, sizeof *r->sites);
	for (int g = 0; g < GM_REPLICATES; g++)
		for (int s = 0; s < r->sites_count; s++)
			for (int k = 0; k < GM_COUNTER_COUNT; k++) {
				const int at = s * GM_COUNTER_COUNT + k;
				r->sites[g * r->sites_count + s].of[k] =
				        llround(grid[at] + sums_of(r, g)[at]);
			}
	r->samples = NULL;
}

const gm_site_counts *
gm_replicates_sites(const gm_replicates *r, int group)
{
	return r->sites + (size_t)group * (size_t)r->sites_count;
}

double
gm_replicates_by_chance(const gm_replicates *r, const double estimate[GM_REPLICATES], double total)
{
	double squares = 0;
	for (int g = 0; g < GM_REPLICATES; g++)
		squares += (estimate[g] - total) * (estimate[g] - total);
	const double variance = squares / (GM_REPLICATES * GM_REPLICATES);
	return r->student * sqrt(variance);
}

double
gm_replicates_unseen(const gm_replicates *r)
{
	return 3 * r->factor * r->unseen_ratio;
}

double
gm_replicates_spread(const gm_replicates *r, const double estimate[GM_REPLICATES], double total)
{
	return hypot(gm_replicates_by_chance(r, estimate, total), gm_replicates_unseen(r));
}
