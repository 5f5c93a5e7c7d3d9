/*
 * The spread of drawn blocks against the truth: grids whose every block is known are drawn from again
 * and again, and the whole must lie within the spread as often as is said.
 */
#include "model/replicates.h"

#include "base/memory.h"
#include "support/near.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS = 4096, DRAWS = 400 };

/* splitmix64 */
static uint64_t
next(uint64_t *state)
{
	uint64_t x = *state += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* What block b of a grid counts. */
typedef int64_t grid(uint64_t seed, int64_t b);

static int64_t
noise(uint64_t seed, int64_t b)
{
	uint64_t state = seed * 7919 + (uint64_t)b;
	return 1000 + (int64_t)(next(&state) % 201);
}

/* A slope from one end to the other beneath the noise: strata take it out. */
static int64_t
slope(uint64_t seed, int64_t b)
{
	return noise(seed, b) + b;
}

/* One block in 16 does twenty times as much as the others. */
static int64_t
heavy(uint64_t seed, int64_t b)
{
	uint64_t state = seed * 104729 + (uint64_t)b;
	return next(&state) % 16 ? 100 : 2000;
}

/* One block in 200 does something that no other does: of few that are drawn none shows it, or one. */
static int64_t
rare(uint64_t seed, int64_t b)
{
	uint64_t state = seed * 15485863 + (uint64_t)b;
	return next(&state) % 200 == 0;
}

/* As many blocks as `drawn` from stretches of equal length. */
static gm_block_samples
draw(int64_t drawn, uint64_t *state)
{
	gm_block_samples out = {.samples = gm_allocate((size_t)drawn, sizeof *out.samples)};
	for (int64_t i = 0; i < drawn; i++) {
		const int64_t from = BLOCKS * i / drawn, to = BLOCKS * (i + 1) / drawn;
		const int64_t at = from + (int64_t)(next(state) % (uint64_t)(to - from));
		out.samples[out.count++] = (gm_block_sample){.block = {at, 0, 0}, .weight = to - from, .pool = 1};
	}
	return out;
}

static double
spread_of(const gm_replicates *r, double total)
{
	double of[GM_REPLICATES];
	for (int g = 0; g < GM_REPLICATES; g++)
		of[g] = (double)gm_replicates_sites(r, g)[0].of[GM_COUNT_SECTORS];
	return gm_replicates_spread(r, of, total);
}

static const struct {
	grid *of;
	int64_t drawn;
	int most_in_half; /* of 100 */
} cases[] = {{noise, 16, 85},  {noise, 40, 85},  {noise, 300, 85}, {noise, 3000, 85}, {slope, 40, 95},
	     {slope, 300, 85}, {heavy, 160, 85}, {heavy, 700, 85}, {noise, 3, 85},    {noise, 6, 85},
	     {rare, 40, 100},  {rare, 300, 100}};

/* 95 in 100 on the average; with 400 draws 91 to 99 are within four standard deviations. And not
   because the spread is huge: half of it holds for at most 85 (a normal error is within half of its 95 %
   in 67 of 100); where a stretch has a slope, for more. */
START_TEST(the_truth_lies_within_the_spread_as_often_as_is_said)
{
	int inside = 0, inside_half = 0;
	uint64_t state = 42;
	for (uint64_t seed = 0; seed < DRAWS; seed++) {
		double truth = 0, total = 0;
		for (int64_t b = 0; b < BLOCKS; b++)
			truth += (double)cases[_i].of(seed, b);
		gm_block_samples samples = draw(cases[_i].drawn, &state);
		gm_replicates *r = gm_replicates_new(&samples, 1);
		for (size_t i = 0; i < samples.count; i++) {
			gm_site_counts one = {.of = {[GM_COUNT_REQUESTS] = 1}};
			one.of[GM_COUNT_SECTORS] = cases[_i].of(seed, samples.samples[i].block.x);
			total += (double)one.of[GM_COUNT_SECTORS] * (double)samples.samples[i].weight;
			gm_replicates_add(r, i, &one, &(uint32_t){0}, 1);
		}
		gm_replicates_finish(r);
		const double spread = spread_of(r, total);
		inside += fabs(total - truth) <= spread;
		inside_half += fabs(total - truth) <= spread / 2;
		gm_replicates_free(r);
		gm_block_samples_dispose(&samples);
	}
	ck_assert_int_ge(inside, DRAWS * 91 / 100);
	ck_assert_int_le(inside_half, DRAWS * cases[_i].most_in_half / 100);
}
END_TEST

/* 8 blocks drawn of 4096, each with 10: nothing differs, but what one block in some hundred does
   otherwise would hardly have been seen. Of 80 that were seen 3 may be others: 3/80 of 40960 = 1536,
   less the 1/512 that was looked at. */
START_TEST(what_was_never_seen_may_be_there_all_the_same)
{
	uint64_t state = 1;
	gm_block_samples samples = draw(8, &state);
	gm_replicates *r = gm_replicates_new(&samples, 1);
	for (size_t i = 0; i < samples.count; i++) {
		gm_site_counts one = {.of = {[GM_COUNT_REQUESTS] = 1}};
		one.of[GM_COUNT_SECTORS] = 10;
		gm_replicates_add(r, i, &one, &(uint32_t){0}, 1);
	}
	gm_replicates_finish(r);
	ck_near(spread_of(r, 40960), 1536 * (1 - 1 / 512.0), 1e-12);
	gm_replicates_free(r);
	gm_block_samples_dispose(&samples);
}
END_TEST

/* Poisson's bounds: with as many events in 95 of 100 cases more than k are seen (Garwood 1936; half of the quantile of
   chi square with 2 k + 2 degrees of freedom). */
static const double poisson[] = {2.996, 4.744, 6.296, 7.754, 9.154, 10.513, 11.842, 13.148, 14.435, 15.705, 16.962};

/* 64 blocks drawn of 4096, of which k show the event once, none beside another. */
START_TEST(rare_events_are_bounded_as_those_of_poisson)
{
	uint64_t state = 1;
	const double factor = 64;
	gm_block_samples samples = draw(64, &state);
	gm_replicates *r = gm_replicates_new(&samples, 1);
	for (size_t i = 0; i < samples.count; i++) {
		gm_site_counts one = {.of = {[GM_COUNT_REQUESTS] = 1}};
		one.of[GM_COUNT_SECTORS] = i % 2 == 0 && i / 2 < (size_t)_i;
		gm_replicates_add(r, i, &one, &(uint32_t){0}, 1);
	}
	gm_replicates_finish(r);
	const double most = _i + spread_of(r, _i * factor) / factor;
	ck_assert_msg(most > 0.97 * poisson[_i] && most < 1.04 * poisson[_i],
	              "%d seen: %.2f at most, Poisson %.2f", _i, most, poisson[_i]);
	gm_replicates_free(r);
	gm_block_samples_dispose(&samples);
}
END_TEST

/* A part that is there as a whole is the same in every replicate; what none of the rest counts may still be there in
   that. */
START_TEST(blocks_without_a_pool_do_not_vary)
{
	uint64_t state = 1;
	gm_block_samples samples = draw(64, &state);
	for (size_t i = 0; i < samples.count; i++)
		samples.samples[i].pool = i >= 32;
	gm_replicates *r = gm_replicates_new(&samples, 1);
	for (size_t i = 0; i < samples.count; i++) {
		gm_site_counts one = {.of = {[GM_COUNT_REQUESTS] = 1}};
		one.of[GM_COUNT_SECTORS] = i < 32 ? (int64_t)i : 0;
		gm_replicates_add(r, i, &one, &(uint32_t){0}, 1);
	}
	gm_replicates_finish(r);
	for (int g = 0; g < GM_REPLICATES; g++)
		ck_assert_int_eq(gm_replicates_sites(r, g)[0].of[GM_COUNT_SECTORS], 64 * 31 * 32 / 2);
	const double none[GM_REPLICATES] = {0};
	ck_assert(gm_replicates_by_chance(r, none, 0) <= 0);
	ck_near(gm_replicates_spread(r, none, 0), gm_replicates_unseen(r), 1e-12);
	gm_replicates_free(r);
	gm_block_samples_dispose(&samples);
}
END_TEST

/* Pools of 7 and 5 blocks cut into parts in the middle of pairs. */
START_TEST(parts_come_to_the_same_as_the_whole)
{
	enum { DRAWN = 12 };
	static const size_t cuts[] = {0, 3, 4, 9, DRAWN};
	uint64_t state = 5;
	gm_block_samples samples = draw(DRAWN, &state);
	for (size_t i = 7; i < DRAWN; i++)
		samples.samples[i].pool = 2;
	gm_replicates *whole = gm_replicates_new(&samples, 1), *sum = gm_replicates_new(&samples, 1);
	for (size_t c = 0; c + 1 < sizeof cuts / sizeof *cuts; c++) {
		gm_replicates *part = gm_replicates_part(sum, cuts[c]);
		for (size_t i = cuts[c]; i < cuts[c + 1]; i++) {
			gm_site_counts one = {.of = {0}};
			one.of[GM_COUNT_REQUESTS] = 1;
			one.of[GM_COUNT_SECTORS] = noise(3, samples.samples[i].block.x);
			gm_replicates_add(whole, i, &one, &(uint32_t){0}, 1);
			gm_replicates_add(part, i - cuts[c], &one, &(uint32_t){0}, 1);
		}
		gm_replicates_add_part(sum, part);
		gm_replicates_free(part);
	}
	gm_replicates_finish(whole);
	gm_replicates_finish(sum);
	for (int g = 0; g < GM_REPLICATES; g++)
		ck_assert_int_eq(gm_replicates_sites(whole, g)[0].of[GM_COUNT_SECTORS],
		                 gm_replicates_sites(sum, g)[0].of[GM_COUNT_SECTORS]);
	gm_replicates_free(whole);
	gm_replicates_free(sum);
	gm_block_samples_dispose(&samples);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("replicates");
	TCase *tests = tcase_create("replicates");
	tcase_add_loop_test(tests, the_truth_lies_within_the_spread_as_often_as_is_said, 0,
			    sizeof cases / sizeof *cases);
	tcase_add_test(tests, what_was_never_seen_may_be_there_all_the_same);
	tcase_add_loop_test(tests, rare_events_are_bounded_as_those_of_poisson, 0, sizeof poisson / sizeof *poisson);
	tcase_add_test(tests, blocks_without_a_pool_do_not_vary);
	tcase_add_test(tests, parts_come_to_the_same_as_the_whole);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
