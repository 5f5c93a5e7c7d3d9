/* The block of an SM that ends last: by hand, and as measured. */
#include "model/trailing.h"

#include "support/near.h"

static double
trailing(gm_site site, int64_t executed, double resident, double alone)
{
	gm_site_counts of = {.of = {[GM_COUNT_INSTRUCTIONS] = executed}};
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	return gm_trailing_cycles(&kernel, &(gm_counts){.sites = &of, .sites_count = 1}, resident, alone);
}

START_TEST(half_of_a_block_trails_where_blocks_wait_at_barriers)
{
	const gm_site barrier = {.operation = GM_BARRIER}, arrival = {.operation = GM_BARRIER, .goes_on = true};
	ck_assert_double_eq(trailing(barrier, 64, 2, 1000), 500);
	ck_assert_double_eq(trailing(barrier, 64, 1, 1000), 0);
	ck_assert_double_eq(trailing(barrier, 0, 2, 1000), 0);
	ck_assert_double_eq(trailing(arrival, 64, 2, 1000), 0);
	ck_assert_double_eq(trailing((gm_site){.operation = GM_LOAD}, 64, 2, 1000), 0);
}
END_TEST

/* cold_tiles, 8 blocks of an SM, H200, us: what the SM works for all of them, what one takes alone, and all together without
   1.9 until the first begin and the launch. */
static const struct {
	double work_us, alone_us, all_us;
} measured[] = {{12.5, 10.1, 18.4}, {22.0, 15.3, 31.5}, {58.1, 28.4, 74.3}, {207.6, 80.7, 250.6}};

START_TEST(the_last_ends_as_late_as_on_an_h200)
{
	const gm_site barrier = {.operation = GM_BARRIER};
	ck_near(measured[_i].work_us + trailing(barrier, 64, 8, measured[_i].alone_us), measured[_i].all_us, 0.06);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trailing");
	TCase *tests = tcase_create("trailing");
	tcase_add_test(tests, half_of_a_block_trails_where_blocks_wait_at_barriers);
	tcase_add_loop_test(tests, the_last_ends_as_late_as_on_an_h200, 0, (int)(sizeof measured / sizeof *measured));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
