#include "model/divergence.h"

#include "support/near.h"

#include <math.h>

/* 1 - (1 - p)^w with bc -l, 9 digits: 1-.99^32, 1-.99^64, 1-.5^32, 1-.9^32, 1-.9^64; 32p for tiny
 * p. */
static const struct {
	double p;
	int lanes;
	double ratio;
} paying[] = {
	{0.0, 32, 0.0},           {1.0, 32, 1.0},         {0.01, 32, 0.275019664},
	{0.01, 64, 0.474403513},  {0.5, 1, 0.5},          {0.5, 2, 0.75},
	{0.1, 32, 0.965663161},   {0.1, 64, 0.998820982}, {1e-18, 32, 32e-18},
	{0.5, 32, 0.99999999977}, {0.25, 3, 37.0 / 64.0},
};

START_TEST(warps_that_pay_for_a_branch)
{
	ck_near(gm_divergence_paying_ratio(paying[_i].p, paying[_i].lanes), paying[_i].ratio, 5e-9);
}
END_TEST

/* The sum over all outcomes of w independent lanes, k of them on the path: binomial terms, k >= 1.
 */
START_TEST(the_formula_agrees_with_the_sum_over_outcomes)
{
	for (int lanes = 32; lanes <= 64; lanes += 32)
		for (int percent = 1; percent < 100; percent++) {
			const double p = percent / 100.0;
			double sum = 0, ways = 1;
			for (int k = 1; k <= lanes; k++) {
				ways = ways * (lanes - k + 1) / k;
				sum += ways * pow(p, k) * pow(1 - p, lanes - k);
			}
			ck_near(gm_divergence_paying_ratio(p, lanes), sum, 1e-12);
		}
}
END_TEST

START_TEST(a_wavefront_never_pays_less_often_than_a_warp)
{
	for (int percent = 0; percent <= 100; percent++)
		ck_assert(gm_divergence_paying_ratio(percent / 100.0, 64) >=
		          gm_divergence_paying_ratio(percent / 100.0, 32));
}
END_TEST

START_TEST(lanes_used_over_lanes_issued)
{
	ck_near(gm_divergence_lane_use_ratio(10, 320, 32), 1.0, 0);
	ck_near(gm_divergence_lane_use_ratio(10, 10, 32), 1.0 / 32, 0);
	ck_near(gm_divergence_lane_use_ratio(2, 32 + 16, 32), 0.75, 0);
	ck_near(gm_divergence_lane_use_ratio(0, 0, 32), 1.0, 0);
}
END_TEST

/* By hand: if (tid % 2) of a full warp: both sides with 16 lanes, half of the lanes used; if (tid <
   16) without else: one path, 16 lanes skip; a switch of four cases of which one has no lane. */
static const struct {
	uint64_t active, path[4];
	size_t count;
	gm_divergent_paths expected;
} conditions[] = {
	{0xffffffff, {0xaaaaaaaa, 0x55555555}, 2, {2, 32, 16, 0, 0.5}},
	{0xffffffff, {0x0000ffff}, 1, {1, 32, 16, 16, 0.5}},
	{0xffffffff, {0xffffffff, 0}, 2, {1, 32, 32, 0, 1.0}},
	{0x000000ff, {0x3, 0xfc, 0xff00, 0}, 4, {2, 8, 6, 0, 0.5}},
	{0x0000000f, {0xf0}, 1, {0, 4, 0, 4, 1.0}},
	{0, {0xffffffff}, 1, {0, 0, 0, 0, 1.0}},
	{0xf, {0x3, 0x7, 0xf}, 3, {3, 4, 2, 0, 1.0 / 3}},
};

START_TEST(paths_of_a_condition_are_serialised)
{
	const gm_divergent_paths got = gm_divergence_paths(
		conditions[_i].active, conditions[_i].path, conditions[_i].count);
	const gm_divergent_paths expected = conditions[_i].expected;
	ck_assert_int_eq(got.serialised_count, expected.serialised_count);
	ck_assert_int_eq(got.active_count, expected.active_count);
	ck_assert_int_eq(got.widest_count, expected.widest_count);
	ck_assert_int_eq(got.without_path_count, expected.without_path_count);
	ck_near(got.lane_use_ratio, expected.lane_use_ratio, 1e-15);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("divergence");
	TCase *cases = tcase_create("divergence");
	tcase_add_loop_test(cases, warps_that_pay_for_a_branch, 0,
	                    sizeof paying / sizeof paying[0]);
	tcase_add_test(cases, the_formula_agrees_with_the_sum_over_outcomes);
	tcase_add_test(cases, a_wavefront_never_pays_less_often_than_a_warp);
	tcase_add_test(cases, lanes_used_over_lanes_issued);
	tcase_add_loop_test(cases, paths_of_a_condition_are_serialised, 0,
	                    sizeof conditions / sizeof conditions[0]);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
