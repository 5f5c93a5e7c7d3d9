/*
 * Loops that a count and a value end: how long a warp alone takes for a turn. Measured: reports/measured/loop_ends.csv.
 */
#include "support/loading.h"

#include "analysis/predict.h"
#include "input/ptx_file.h"
#include "support/near.h"

#include <stdlib.h>

/* Clocks of a block of one warp for each scheduler that turns so often. */
static double
clocks_of(const char *entry, const char *point, const char *turns)
{
	const char *const arguments[] = {"s32[128]", turns, point, point};
	const gm_ptx_launch launch = {.entry = entry,
				      .grid = {1, 1, 1},
				      .block = {128, 1, 1},
				      .arguments = arguments,
				      .arguments_count = 4};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_device *device = device_load("h200");
	gm_prediction *p = gm_allocate(1, sizeof *p);
	ck_assert_msg(gm_ptx_kernel_load(GM_TREE "/tests/ptx/lowering/loop_ends.ptx", &launch, &kernel, &err) ==
				      GM_OK &&
			      gm_predict(kernel, device, NULL, p, &err) == GM_OK,
		      "%s", err.message);
	const double clocks = p->counts.block_cycles.by[GM_SERVED_L1];
	gm_prediction_dispose(p);
	free(p);
	gm_kernel_free(kernel);
	gm_device_free(device);
	return clocks;
}

/* 90.34 us and 122.91 us for 4000 turns at 1.98 GHz, of which some 2 us are the launch's. */
static const struct {
	const char *entry, *point;
	double clocks;
} rows[] = {
	{"_Z10ends_twiceIfEvPiiT_S1_", "f32=0", 43.7},
	{"_Z10ends_twiceIdEvPiiT_S1_", "f64=0", 59.9},
};

START_TEST(both_conditions_are_waited_for_under_the_branch)
{
	const double few = clocks_of(rows[_i].entry, rows[_i].point, "s32=1000");
	const double many = clocks_of(rows[_i].entry, rows[_i].point, "s32=2000");
	ck_near((many - few) / 1000, rows[_i].clocks, 0.03 * rows[_i].clocks);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("loop_ends");
	TCase *tests = tcase_create("loop_ends");
	tcase_add_loop_test(tests, both_conditions_are_waited_for_under_the_branch, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
