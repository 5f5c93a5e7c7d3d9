#include "analysis/contention.h"

#include <math.h>
#include <string.h>

enum { SECTOR_BYTES = 32, MOST = 64 };

static int64_t
divided_up(int64_t amount, int64_t by)
{
	return (amount + by - 1) / by;
}

/* The product of two polynomials up to the power `most`, in place of the first. */
static void
multiply(double a[MOST + 1], const double b[MOST + 1], int most)
{
	double product[MOST + 1];
	for (int n = 0; n <= most; n++) {
		product[n] = 0;
		for (int j = 0; j <= n; j++)
			product[n] += a[n - j] * b[j];
	}
	memcpy(a, product, ((size_t)most + 1) * sizeof *a);
}

/* Of the lanes' ways to the banks, those that leave no bank with more than `most`:
   lanes! * [x^lanes] (sum of x^j / j! up to j = most)^banks / banks^lanes, the power by squares. */
static double
chance_of_at_most(int most, int lanes, int banks)
{
	double all[MOST + 1] = {1}, some[MOST + 1] = {1}, square[MOST + 1];
	for (int j = 1; j <= most && j <= lanes; j++)
		some[j] = some[j - 1] / j;
	for (int left = banks; left > 0; left /= 2) {
		if (left % 2)
			multiply(all, some, lanes);
		memcpy(square, some, sizeof square);
		multiply(some, square, lanes);
	}
	double chance = all[lanes];
	for (int n = 1; n <= lanes; n++)
		chance *= (double)n / banks;
	return chance;
}

double
gm_contention_most_in_a_bank(int lanes, int banks)
{
	double mean = 0;
	for (int most = 0; most < lanes; most++)
		mean += 1 - chance_of_at_most(most, lanes, banks);
	return mean;
}

/* Words of random banks; of one word, every lane in turn. */
static double
shared_passes(const gm_contention *c)
{
	const int64_t each = c->requests > 0 ? divided_up(c->lanes, c->requests) : 0;
	const int lanes = each > MOST ? MOST : (int)each, banks = 32;
	if (lanes == 0)
		return 0;
	return (double)c->requests *
	       (c->one_word ? lanes
			    : gm_contention_most_in_a_bank(lanes, c->words < banks ? (int)c->words
										   : banks));
}

/* What all atomics of the kernel reach into, but no more than the array has. */
static int64_t
words_of(const gm_prediction *p, const gm_site *s)
{
	const int64_t seen = (int64_t)fmax(1, ceil(p->counts.atomic_bytes / s->access_bytes));
	if (s->array < 0)
		return seen;
	const gm_array *array = &p->kernel->arrays[s->array];
	const int64_t has = array->length * gm_type_bytes(array->type) / s->access_bytes;
	return has >= 1 && has < seen ? has : seen;
}

bool
gm_contention_of_place(const gm_prediction *p, int site, gm_contention *out)
{
	const gm_site *s = &p->kernel->sites[site];
	gm_site_counts place;
	if (s->operation != GM_REDUCE || s->space != GM_GLOBAL || s->access_bytes == 0 ||
	    gm_prediction_place(p, site, &place) == 0)
		return false;
	const int64_t size = s->access_bytes, blocks = p->counts.blocks_count;
	const int64_t lanes_per_warp = (int64_t)gm_device_value(p->device, GM_WARP_LANES);
	const int64_t words = words_of(p, s);
	const int64_t distinct = place.of[GM_COUNT_DISTINCT_BYTES] / size;
	*out = (gm_contention){
		.requests = place.of[GM_COUNT_REQUESTS],
		.lanes = place.of[GM_COUNT_REQUESTED_BYTES] / size,
		.passes = place.of[GM_COUNT_ATOMIC_PASSES],
		.words = words,
		.one_word = distinct <= place.of[GM_COUNT_REQUESTS],
		.warp_lanes = distinct,
		.warp_passes = place.of[GM_COUNT_SECTORS],
		.block_lanes = blocks * words,
		.block_passes = blocks * divided_up(words * size, SECTOR_BYTES),
		.block_requests = blocks * divided_up(words, lanes_per_warp),
		.block_bytes = words * size,
	};
	out->shared_passes = shared_passes(out);
	return true;
}

int64_t
gm_contention_fewest_passes(const gm_contention *c)
{
	const int64_t warps = c->one_word ? c->warp_passes : c->passes;
	const int64_t fewest = warps < c->block_passes ? warps : c->block_passes;
	return fewest < c->passes ? fewest : c->passes;
}
