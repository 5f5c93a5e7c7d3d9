#include "model/replicates.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREES = GM_REPLICATES - 1 };

/* Student's t for 95 %, both sides, by degrees of freedom from 1. */
static const double student[DEGREES] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                        2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131};

/* The blocks drawn from one part of the grid. */
typedef struct pool {
	double weight, group_weight[GM_REPLICATES];
	int count;
} pool;

struct gm_replicates {
	const gm_block_samples *samples; /* borrowed until finish */
	int sites_count;
	int *turn;             /* of each sample in its pool */
	pool *pools;           /* by number; 0: none */
	double *sums;          /* per group, site and counter */
	gm_site_counts *sites; /* per group and site, once finished */
	double unseen_ratio;   /* 1 - n/N of the blocks that were drawn from */
	double factor;         /* N/n */
	double student;
};

static int
pools_of(const gm_block_samples *samples)
{
	int most = 0;
	for (size_t i = 0; i < samples->count; i++)
		most = samples->samples[i].pool > most ? samples->samples[i].pool : most;
	return most + 1;
}

static void
deal(gm_replicates *r)
{
	for (size_t i = 0; i < r->samples->count; i++) {
		const gm_block_sample *b = &r->samples->samples[i];
		pool *p = &r->pools[b->pool];
		r->turn[i] = p->count++;
		p->weight += (double)b->weight;
		p->group_weight[r->turn[i] % GM_REPLICATES] += (double)b->weight;
	}
}

static void
look_at_pools(gm_replicates *r, int pools)
{
	double drawn = 0, stood_for = 0;
	const pool *largest = &r->pools[0];
	for (int i = 1; i < pools; i++) {
		const pool *p = &r->pools[i];
		drawn += p->count;
		stood_for += p->weight;
		largest = i == 1 || p->weight > largest->weight ? p : largest;
	}
	const int degrees = largest->count < 2          ? 1
	                    : largest->count > DEGREES ? DEGREES
	                                                : largest->count - 1;
	r->student = student[degrees - 1];
	r->factor = drawn > 0 ? stood_for / drawn : 1;
	r->unseen_ratio = 1 - 1 / r->factor;
}

gm_replicates *
gm_replicates_new(const gm_block_samples *samples, int sites_count)
{
	gm_replicates *r = gm_allocate(1, sizeof *r);
	const int pools = pools_of(samples);
	r->samples = samples;
	r->sites_count = sites_count;
	r->turn = gm_allocate(samples->count + 1, sizeof *r->turn);
	r->pools = gm_allocate((size_t)pools, sizeof *r->pools);
	r->sums = gm_allocate((size_t)GM_REPLICATES * (size_t)sites_count * GM_COUNTER_COUNT,
	                      sizeof *r->sums);
	deal(r);
	look_at_pools(r, pools);
	return r;
}

gm_replicates *
gm_replicates_copy(const gm_replicates *from)
{
	gm_replicates *r = gm_allocate(1, sizeof *r);
	const size_t rows = (size_t)GM_REPLICATES * (size_t)from->sites_count;
	*r = *from;
	r->turn = NULL;
	r->pools = NULL;
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
	free(r->turn);
	free(r->pools);
	free(r->sums);
	free(r->sites);
	free(r);
}

static double *
sums_of(gm_replicates *r, int group)
{
	return r->sums + (size_t)group * (size_t)r->sites_count * GM_COUNTER_COUNT;
}

static void
add_to(gm_replicates *r, int group, double weight, const gm_site_counts *block)
{
	double *sum = sums_of(r, group);
	for (int s = 0; s < r->sites_count; s++)
		for (int k = 0; k < GM_COUNTER_COUNT; k++)
			sum[s * GM_COUNTER_COUNT + k] += weight * (double)block[s].of[k];
}

void
gm_replicates_add(gm_replicates *r, size_t index, const gm_site_counts *block)
{
	const gm_block_sample *b = &r->samples->samples[index];
	const pool *p = &r->pools[b->pool];
	const int turn = r->turn[index], own = turn % GM_REPLICATES, n = p->count;
	const double weight = (double)b->weight;
	if (b->pool > 0 && n >= GM_REPLICATES) {
		add_to(r, own, weight * p->weight / p->group_weight[own], block);
		return;
	}
	const bool told = b->pool > 0 && n > 1;
	const double stretch = told ? sqrt((double)DEGREES / (n - 1)) : 0;
	for (int g = 0; g < GM_REPLICATES; g++)
		add_to(r, g, weight * (1 - stretch + (g % n == turn ? stretch * n : 0)), block);
}

void
gm_replicates_finish(gm_replicates *r)
{
	r->sites = gm_allocate((size_t)GM_REPLICATES * (size_t)r->sites_count, sizeof *r->sites);
	for (int g = 0; g < GM_REPLICATES; g++)
		for (int s = 0; s < r->sites_count; s++)
			for (int k = 0; k < GM_COUNTER_COUNT; k++)
				r->sites[g * r->sites_count + s].of[k] =
				        llround(sums_of(r, g)[s * GM_COUNTER_COUNT + k]);
	r->samples = NULL;
}

const gm_site_counts *
gm_replicates_sites(const gm_replicates *r, int group)
{
	return r->sites + (size_t)group * (size_t)r->sites_count;
}

double
gm_replicates_spread(const gm_replicates *r, const double estimate[GM_REPLICATES], double total)
{
	double mean = 0, squares = 0;
	for (int g = 0; g < GM_REPLICATES; g++)
		mean += estimate[g] / GM_REPLICATES;
	for (int g = 0; g < GM_REPLICATES; g++)
		squares += (estimate[g] - mean) * (estimate[g] - mean);
	const double variance = squares / (GM_REPLICATES * (GM_REPLICATES - 1));
	const double by_chance = r->student * sqrt(variance * r->unseen_ratio);
	const double never_seen = total != 0 ? 3 * r->factor * r->unseen_ratio : 0;
	return by_chance > never_seen ? by_chance : never_seen;
}
