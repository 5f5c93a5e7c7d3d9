/* How often blocks that wait for earlier ones look back. */
#include "model/looks.h"

#include "input/device_file.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS_MOST = 4096 };

/* The recurrence itself, for blocks that start together: block i looks at one after the other, a look a unit
   of time that reads memory half-way, until one is seen to be done; a store is seen `seen` units after it
   was made. */
static double
mean_looks(int blocks, double seen, int width)
{
	static double done[BLOCKS_MOST];
	double sum = 0;
	done[0] = seen;
	for (int i = 1; i < blocks; i++) {
		int d = 1;
		while (width * d < i && done[i - width * d] > d - 0.5)
			d++;
		done[i] = d + seen;
		sum += d;
	}
	return sum / blocks;
}

START_TEST(looks_are_those_of_stores_seen_after_half_a_look_to_a_whole_one)
{
	static const int rows[] = {64, 132, 264, 528, 1056, 2112};
	gm_device *device = device_load("h200");
	const gm_kernel kernel = {.waits_for_earlier = true};
	const double sms = gm_device_value(device, GM_SM_COUNT);
	const int blocks = rows[_i];
	const double looks = 1 + gm_looks_more(&kernel, device, (int64_t)(2112 / sms), blocks, 1);
	ck_assert_double_ge(looks, mean_looks(blocks, 0.5, 1));
	ck_assert_double_le(looks, 1.04 * mean_looks(blocks, 1, 1));
	gm_device_free(device);
}
END_TEST

/* 32 blocks at a look, by the recurrence too. */
START_TEST(wide_looks_are_fewer)
{
	gm_device *device = device_load("h200");
	const gm_kernel kernel = {.waits_for_earlier = true};
	const double looks = 1 + gm_looks_more(&kernel, device, 16, 2112, 32);
	ck_assert_double_ge(looks, mean_looks(2112, 0.5, 32));
	ck_assert_double_le(looks, 1.1 * mean_looks(2112, 1, 32));
	gm_device_free(device);
}
END_TEST

START_TEST(nobody_looks_who_does_not_wait)
{
	gm_device *device = device_load("h200");
	const gm_kernel kernel = {.waits_for_earlier = false};
	ck_assert_double_eq(gm_looks_more(&kernel, device, 8, 1000, 1), 0);
	gm_device_free(device);
}
END_TEST

START_TEST(the_clocks_of_a_block_have_them_once_and_not_after_an_equal_launch)
{
	gm_device *device = device_load("h200");
	const gm_kernel kernel = {.waits_for_earlier = true};
	gm_counts counts = {.blocks_count = 100000, .block_cycles = {.by = {1000, 2000, 3000}}};
	gm_looks_add(&kernel, device, 8, false, &counts);
	const double more = counts.block_cycles.by[GM_SERVED_L1] - 1000;
	gm_looks_add(&kernel, device, 8, false, &counts);
	ck_near(counts.block_cycles.by[GM_SERVED_L1], 1000 + more, 1e-9);
	ck_near(counts.block_cycles.by[GM_SERVED_DRAM], 3000 + more, 1e-9);
	gm_looks_add(&kernel, device, 8, true, &counts);
	ck_near(counts.block_cycles.by[GM_SERVED_L2], 2000, 1e-9);
	ck_assert_double_gt(more, 0);
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	TCase *tests = tcase_create("looks");
	tcase_add_loop_test(tests, looks_are_those_of_stores_seen_after_half_a_look_to_a_whole_one, 0, 6);
	tcase_add_test(tests, wide_looks_are_fewer);
	tcase_add_test(tests, nobody_looks_who_does_not_wait);
	tcase_add_test(tests, the_clocks_of_a_block_have_them_once_and_not_after_an_equal_launch);
	Suite *suite = suite_create("looks");
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
