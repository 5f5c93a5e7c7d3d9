/* Blocks that wait for each other: what was cut short is stretched. */
#include "model/waited.h"

#include "model/limits.h"

#include "support/near.h"

#include <stdlib.h>

/* 40 and 60 requests to be made; told 10 of the one site and 60 of the other: a quarter is done. */
static gm_counts
counts_of(gm_site_counts sites[2], gm_waited waited)
{
	sites[0].of[GM_COUNT_REQUESTS] = 40;
	sites[1].of[GM_COUNT_REQUESTS] = 60;
	return (gm_counts){.sites = sites, .sites_count = 2, .blocks_count = 40, .waited = waited};
}

START_TEST(what_was_cut_short_is_stretched_by_what_is_furthest_behind)
{
	gm_site_counts sites[2] = {0};
	gm_waited waited = {.known = true, .cut = true, .clocks = 1000, .told = {{0, 10}, {1, 60}}};
	gm_counts counts = counts_of(sites, waited);
	ck_near(gm_waited_cycles(&counts), 4000, 1e-12);
	counts.waited.cut = false;
	ck_near(gm_waited_cycles(&counts), 1000, 1e-12);
}
END_TEST

START_TEST(nobody_waits_who_is_not_known_to_or_never_ends)
{
	gm_site_counts sites[2] = {0};
	gm_counts counts = counts_of(sites, (gm_waited){.known = false, .clocks = 1000});
	ck_assert_double_eq(gm_waited_cycles(&counts), 0);
	counts.waited.known = counts.waited.stuck = true;
	ck_assert_double_eq(gm_waited_cycles(&counts), 0);
}
END_TEST

/* Blocks wait beside all else: the time is the launch and the longest of both. */
START_TEST(the_time_is_at_least_that_of_the_chain)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i].expected_s.kind = GM_KIND_MODEL;
	limits[GM_LIMIT_LAUNCH].expected_s.value = 2e-6;
	limits[GM_LIMIT_LATENCY].expected_s.value = 5e-6;
	limits[GM_LIMIT_IN_TURN].expected_s.value = 600e-6;
	ck_near(gm_limits_time(limits).value, 602e-6, 1e-9);
	limits[GM_LIMIT_IN_TURN].expected_s.value = 3e-6;
	ck_near(gm_limits_time(limits).value, 7e-6, 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("waited");
	TCase *tests = tcase_create("waited");
	tcase_add_test(tests, what_was_cut_short_is_stretched_by_what_is_furthest_behind);
	tcase_add_test(tests, nobody_waits_who_is_not_known_to_or_never_ends);
	tcase_add_test(tests, the_time_is_at_least_that_of_the_chain);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
