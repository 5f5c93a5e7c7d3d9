/*
 * The time of matches of lanes: model/limits.h.
 */
#include "model/limits.h"

#include "support/device.h"
#include "support/near.h"

/* 132 blocks whose matches go through so many values together. */
static gm_limit_time
match_of(const gm_device *of, gm_type type, int64_t values)
{
	const gm_site site = {.operation = GM_VOTE, .type = type, .count = 1};
	const gm_kernel kernel = {.issues_known = true, .sites = &site, .sites_count = 1};
	gm_site_counts counted = {.of = {[GM_COUNT_INSTRUCTIONS] = values, [GM_COUNT_MATCHED] = values}};
	gm_issue issue = {.of = {[GM_UNIT_OTHER] = 1}};
	const gm_counts counts = {.sites = &counted, .issue = &issue, .sites_count = 1, .blocks_count = 132};
	const gm_occupancy occupancy = {.blocks_per_sm = 8};
	const gm_limits_input in = {.device = of, .kernel = &kernel, .counts = &counts, .occupancy = &occupancy};
	return gm_limit_match(&in);
}

/* 1000 values of each of 132 SMs at 2 clocks, 1.98 GHz: 1.0101 us; 64 bits twice. */
START_TEST(an_sm_goes_through_a_value_in_two_clocks)
{
	const gm_limit_time words = match_of(device, GM_U32, 132000), long_words = match_of(device, GM_U64, 132000);
	ck_near(words.least_s.value, 1.0101e-6, 1e-4);
	ck_near(long_words.least_s.value, 2.0202e-6, 1e-4);
	ck_assert_int_eq(words.expected_s.kind, GM_KIND_MODEL);
}
END_TEST

START_TEST(without_a_match_it_is_nothing_and_without_a_rate_unknown)
{
	gm_device *other = device_load("a100");
	ck_near(match_of(other, GM_U32, 0).expected_s.value + 1, 1, 1e-12);
	ck_assert_int_eq(match_of(other, GM_U32, 0).expected_s.kind, GM_KIND_MODEL);
	ck_assert_int_eq(match_of(other, GM_U32, 100).expected_s.kind, GM_KIND_UNKNOWN);
	gm_device_free(other);
}
END_TEST

/* Clocks of a match for each of 16 warps, and of the others that stand beside it: an SM takes two for a value, one for a
   shuffle or a load from shared memory, and issues four slots a clock: three for the match and what adds its result up, for
   each other the same with its addition, a shuffle taking two, but one for a multiply-add. Seen: runs match_any_32,
   match_any_32_loads, _shuffles and _multiply_adds of reports/runs/h200_calibration.xml. */
static const struct {
	double match, issue, shuffle, passes, seen, within;
} rows[] = {
	{2, 0.75, 0, 0, 2.03, 0.03},     {32, 0.75, 0, 0, 32.04, 0.01},   {8, 2.75, 0, 4, 8.03, 0.03},
	{8, 8.75, 0, 16, 16.06, 0.02},   {32, 8.75, 0, 16, 32.69, 0.01},  {2, 3.75, 4, 4, 5.03, 0.01},
	{2, 12.75, 16, 16, 16.22, 0.03}, {8, 3.75, 4, 4, 10.03, 0.01},    {8, 12.75, 16, 16, 19.27, 0.05},
	{32, 3.75, 4, 4, 34.09, 0.03},   {32, 12.75, 16, 16, 39.73, 0.02}, {2, 1.75, 0, 0, 2.38, 0.05},
	{2, 4.75, 0, 0, 5.38, 0.08},     {8, 4.75, 0, 0, 9.80, 0.11},     {32, 4.75, 0, 0, 34.61, 0.08},
};

START_TEST(matches_hold_shuffles_up_and_loads_hardly)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int l = 0; l < GM_LIMITS_COUNT; l++)
		limits[l].expected_s = (gm_value){0, GM_KIND_MODEL, ""};
	limits[GM_LIMIT_MATCH].expected_s.value = rows[_i].match;
	limits[GM_LIMIT_ISSUE].expected_s.value = rows[_i].issue;
	limits[GM_LIMIT_PIPE + GM_PIPE_SHUFFLE].expected_s.value = rows[_i].shuffle;
	limits[GM_LIMIT_L1_DATA].expected_s.value = rows[_i].passes;
	ck_near(gm_limits_time(limits).value, rows[_i].seen, rows[_i].within);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("match");
	TCase *tests = tcase_create("match");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, an_sm_goes_through_a_value_in_two_clocks);
	tcase_add_test(tests, without_a_match_it_is_nothing_and_without_a_rate_unknown);
	tcase_add_loop_test(tests, matches_hold_shuffles_up_and_loads_hardly, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
