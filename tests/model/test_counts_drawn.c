/*
 * Grids too large to walk, against themselves walked block by block without any cut: what is said to be
 * exact is equal, and what was counted on drawn blocks is as near as its spread says.
 */
#include "model/counts.h"

#include "input/device_file.h"
#include "input/ptx_file.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>

static gm_device *device; /* cc 9.0: sectors of 32 B, 32 banks */

static void
load_device(void)
{
	device = device_load("sm_90");
}

static void
free_device(void)
{
	gm_device_free(device);
}

/* Each does more than is walked whole, and little more, so that all of it can be walked here. */
static const struct {
	const char *file, *entry;
	gm_dim3 grid, block;
	const char *arguments[6];
	bool same_paths; /* as the source says: no branch depends on data */
} cases[] = {
        {"meetings",
         "count_small",
         {60000, 1, 1},
         {256, 1, 1},
         {"s32[64]", "s32[15360000]:random=1000"},
         true},
        {"meetings", "sort_pairs", {44000, 1, 1}, {256, 1, 1}, {"s32[22528000]:random=100"}, false},
        {"control",
         "mandelbrot",
         {60, 60, 1},
         {32, 8, 1},
         {"s32[921600]", "s32=1920", "s32=480", "s32=1200"},
         false},
};

static gm_kernel *
load(int i)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	gm_ptx_launch launch = {.entry = cases[i].entry,
	                        .grid = cases[i].grid,
	                        .block = cases[i].block,
	                        .arguments = cases[i].arguments};
	while (launch.arguments_count < 6 && cases[i].arguments[launch.arguments_count])
		launch.arguments_count++;
	snprintf(path, sizeof path, GM_TREE "/tests/ptx/cuda/%s.sm_90.ptx", cases[i].file);
	const gm_status status = gm_ptx_kernel_load(path, &launch, &kernel, &err);
	ck_assert_msg(status == GM_OK, "%s", err.message);
	return kernel;
}

typedef struct asked {
	const gm_kernel *kernel;
	gm_counter counter;
	gm_operation operation;
	gm_space space;
} asked;

static double
sum_of(const void *what, const gm_counts *counts)
{
	const asked *a = what;
	return (double)gm_counts_sum(a->kernel, counts, a->counter, a->operation, a->space);
}

typedef struct verdict {
	int inside, outside;
} verdict;

static void
compare(verdict *v, const asked *a, const gm_counts *drawn, const gm_counts *whole)
{
	const double estimate = sum_of(a, drawn), truth = sum_of(a, whole);
	if (gm_counts_is_exact(a->kernel, drawn, a->counter, a->operation, a->space)) {
		ck_assert_msg(fabs(estimate - truth) <= 0, "counter %d: %g, walked %g", a->counter,
		              estimate, truth);
		return;
	}
	const double spread = gm_counts_spread(drawn, sum_of, a);
	const double off = fabs(estimate - truth);
	ck_assert_msg(off <= 2 * spread, "counter %d: %g, walked %g, spread %g", a->counter, estimate,
	              truth, spread);
	v->inside += off <= spread;
	v->outside += off > spread;
}

START_TEST(drawn_counts_are_as_near_as_they_say)
{
	static const gm_operation operations[] = {GM_LOAD, GM_STORE, GM_ATOMIC, GM_REDUCE,
	                                          GM_OPERATION_COUNT};
	gm_kernel *kernel = load(_i);
	gm_error err = GM_ERROR_NONE;
	gm_counts drawn, whole;
	verdict v = {0, 0};
	ck_assert(gm_counts_gather(kernel, device, false, &drawn, &err) == GM_OK);
	ck_assert(gm_counts_gather(kernel, device, true, &whole, &err) == GM_OK);
	ck_assert(!drawn.exact);
	ck_assert_int_eq(drawn.same_paths, cases[_i].same_paths);
	ck_assert_uint_lt(drawn.blocks_replayed, whole.blocks_replayed);
	for (int counter = 0; counter < GM_COUNTER_COUNT; counter++)
		for (int o = 0; o < 5; o++)
			for (int space = 0; space <= GM_SPACE_COUNT; space++)
				compare(&v,
				        &(asked){kernel, (gm_counter)counter, operations[o],
				                 (gm_space)space},
				        &drawn, &whole);
	ck_assert_int_gt(v.inside, 0);
	ck_assert_int_le(20 * v.outside, v.inside + v.outside);
	gm_counts_dispose(&drawn);
	gm_counts_dispose(&whole);
	gm_kernel_free(kernel);
}
END_TEST

/* Blocks of 16 x 16 points of the Mandelbrot set that lie wholly in the discs |c| < 1/4 and
   |c + 1| < 1/4, of which every point runs to the limit: a disc holds a square of which it holds the
   corners. */
static int
blocks_inside(int width)
{
	int inside = 0;
	for (int by = 0; by < width / 16; by++)
		for (int bx = 0; bx < width / 16; bx++) {
			bool left = true, right = true;
			for (int corner = 0; corner < 4; corner++) {
				const double x = -2 + 3.0 * (16 * bx + 15 * (corner % 2)) / width;
				const double y = -1.5 + 3.0 * (16 * by + 15 * (corner / 2)) / width;
				left = left && (x + 1) * (x + 1) + y * y < 1.0 / 16;
				right = right && x * x + y * y < 1.0 / 16;
			}
			inside += left || right;
		}
	return inside;
}

/* A turn of the loop is at least two compares, a branch, three multiply-adds and a count. */
START_TEST(heavy_blocks_that_were_seen_but_not_drawn_are_within_the_spread)
{
	enum { WIDTH = 4096, LIMIT = 100000, TURN = 7, WARPS = 8 };
	const double least = (double)blocks_inside(WIDTH) * WARPS * LIMIT * TURN;
	const gm_ptx_launch launch = {
	        .entry = "mandelbrot",
	        .grid = {WIDTH / 16, WIDTH / 16, 1},
	        .block = {16, 16, 1},
	        .arguments = (const char *[]){"s32[16777216]", "s32=4096", "s32=4096", "s32=100000"},
	        .arguments_count = 4};
	gm_kernel *kernel = NULL;
	gm_counts drawn;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_ptx_kernel_load(GM_TREE "/tests/ptx/cuda/control.sm_90.ptx", &launch, &kernel,
	                                 &err) == GM_OK,
	              "%s", err.message);
	ck_assert(gm_counts_gather(kernel, device, false, &drawn, &err) == GM_OK);
	const double executed =
	        sum_of(&(asked){kernel, GM_COUNT_INSTRUCTIONS, GM_OPERATION_COUNT, GM_SPACE_COUNT}, &drawn);
	ck_assert_msg(executed * (1 + drawn.work_spread_ratio) >= least,
	              "%g instructions, perhaps %g times as many; at least %g are executed", executed,
	              1 + drawn.work_spread_ratio, least);
	gm_counts_dispose(&drawn);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("counts of drawn blocks");
	TCase *tests = tcase_create("drawn");
	tcase_set_timeout(tests, 60);
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, heavy_blocks_that_were_seen_but_not_drawn_are_within_the_spread);
	tcase_add_loop_test(tests, drawn_counts_are_as_near_as_they_say, 0,
	                    sizeof cases / sizeof *cases);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
