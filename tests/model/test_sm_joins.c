#include "model/sm_joins.h"

#include "support/loading.h"
#include "support/near.h"

#include <math.h>

static gm_device *device;

static void
load_device(void)
{
	device = device_load("h200");
}

static void
free_device(void)
{
	gm_device_free(device);
}

/* share_tiles on an H200, tiles of 1 KiB that L2 has: sectors read from L2 over sectors that come to the SMs. Blocks,
   resident ones, neighbours that read the same, microseconds that a block runs. */
static const struct {
	double blocks, resident, sharing, run_us, left, within;
} rows[] = {
	/* all of one group, fewer than SMs */
	{2, 1, 2, 28, 0.5, 0.06}, {4, 1, 4, 28, 0.25, 0.06}, {8, 1, 8, 28, 0.258, 0.06},
	{16, 1, 16, 27, 0.625, 0.03}, {24, 1, 24, 26, 0.417, 0.05}, {32, 1, 32, 26, 0.313, 0.06},
	{48, 1, 48, 27, 0.355, 0.05}, {64, 1, 64, 27, 0.267, 0.06}, {128, 1, 128, 27, 0.253, 0.06},
	{64, 1, 64, 2464, 0.737, 0.16}, {128, 1, 128, 2465, 0.734, 0.16},
	/* neighbours, in rounds */
	{1056, 8, 32, 40, 0.337, 0.06}, {2112, 8, 32, 34, 0.426, 0.05}, {4224, 8, 32, 31, 0.604, 0.06},
	{8448, 8, 32, 30, 0.718, 0.05}, {16896, 8, 32, 29, 0.768, 0.05}, {67584, 8, 32, 29, 0.795, 0.06},
	{4224, 8, 8, 31, 0.810, 0.12}, {16896, 8, 8, 29, 0.928, 0.06}, {67584, 8, 8, 29, 0.959, 0.05},
	{67584, 8, 32, 184, 0.837, 0.06},
	/* nobody shares */
	{67584, 8, 1, 100, 1, 1e-9},
};

START_TEST(as_much_is_left_as_on_the_card)
{
	const gm_sm_joins joins = gm_sm_joins_evaluate(device, rows[_i].blocks, rows[_i].resident,
						       rows[_i].sharing,
						       fmin(1, 132 * rows[_i].resident / rows[_i].blocks),
						       rows[_i].run_us * 1e-6);
	const double left = 1 - joins.ratio;
	ck_assert_msg(left > rows[_i].left - rows[_i].within && left < rows[_i].left + rows[_i].within,
		      "%.3f left, measured %.3f", left, rows[_i].left);
}
END_TEST

/* Two rounds of 1056 blocks, 32 share: three quarters start in order, where 3 of 4 could join; of the others 33
   groups of SMs are hit 33 * (1 - (32/33)^32) = 20.673 times, so 1 - 20.673/32 = 0.35397 could. Of these 95 and
   45 of 100: 0.75 * 0.95 * 0.75 + 0.25 * 0.45 * 0.35397 = 0.57420. Half of it for blocks of 3 ms. */
START_TEST(later_blocks_join_as_chance_has_it)
{
	ck_near(gm_sm_joins_evaluate(device, 2112, 8, 32, 0.5, 0).ratio, 0.57420, 1e-4);
	ck_near(gm_sm_joins_evaluate(device, 2112, 8, 32, 0.5, 3e-3).ratio, 0.57420 / 2, 1e-4);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sm_joins");
	TCase *tests = tcase_create("sm_joins");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, as_much_is_left_as_on_the_card, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, later_blocks_join_as_chance_has_it);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
