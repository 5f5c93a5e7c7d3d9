#include "model/sharers.h"

#include "model/grid_doubt.h"
#include "model/traced.h"
#include "model/traffic.h"
#include "support/device.h"
#include "support/near.h"

#include <string.h>

/* All on an H200. Expected is what so many blocks ask for in their first requests, each for itself, over what of it is
   distinct: hand calculation. */

static gm_grid_trace *
trace_of(const gm_kernel *kernel, int64_t resident)
{
	gm_error err = GM_ERROR_NONE;
	gm_grid_trace *trace = NULL;
	ck_assert_msg(gm_grid_trace_gather(kernel, 32, resident, 132, &trace, &err) == GM_OK, "%s", err.message);
	return trace;
}

static const struct {
	const char *name, *loads;
	double sharers;
} rows[] = {
	{"all the same", "<load array='x' index='t*128 + threadIdx.x'/>", 400},
	{"each its own", "<load array='x' index='blockIdx.x*128 + threadIdx.x'/>", 1},
	/* 512 bytes of each, 4 from one to the next: 512 + 399 * 4 in all. */
	{"a word further", "<load array='x' index='t*128 + blockIdx.x + threadIdx.x'/>", 400.0 * 512 / 2108},
	/* Half a block further. */
	{"half of the next", "<load array='x' index='blockIdx.x*64 + threadIdx.x'/>", 400 / (1 + 399 * 0.5)},
	/* As much of either: one comes 400 times, the other once. */
	{"one shared, one not", "<load array='x' index='t*128 + threadIdx.x'/><load array='y' index='blockIdx.x*128 + threadIdx.x'/>",
	 2 / (1.0 / 400 + 1)},
	/* Two rows side by side, of which the next block asks for the second: 401 rows for 800. */
	{"neighbours' rows at once",
	 "<load array='x' index='blockIdx.x*128 + threadIdx.x'/><load array='x' index='(blockIdx.x + 1)*128 + threadIdx.x'/>",
	 800.0 / 401},
	/* What is loaded behind a barrier another has brought before. */
	{"neighbours' rows later",
	 "<load array='x' index='blockIdx.x*128 + threadIdx.x'/><barrier/>"
	 "<load array='x' index='(blockIdx.x + 1)*128 + threadIdx.x'/>",
	 1},
};

START_TEST(blocks_share_what_they_load_at_once)
{
	char text[2048];
	snprintf(text, sizeof text,
	         "<kernel name='k' schema='1'><launch grid='400' block='128'/>"
	         "<array name='x' space='global' type='f32' length='1048576'/>"
	         "<array name='y' space='global' type='f32' length='1048576'/>"
	         "<loop variable='t' count='16'>%s</loop></kernel>", rows[_i].loads);
	gm_kernel *kernel = text_load(text, NULL, 0);
	gm_grid_trace *trace = trace_of(kernel, 4);
	const double sharers = gm_sharers_at_once(trace, NULL, 400);
	ck_assert_msg(sharers > 0.99 * rows[_i].sharers && sharers < 1.01 * rows[_i].sharers, "%s: %g, expected %g",
	              rows[_i].name, sharers, rows[_i].sharers);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* Sums of x[i] * x[i + lag], a lag by each of 400 blocks of 128: turns end elsewhere in each block, and there the lanes of
   a warp part, which is no reason not to see that all walk along together. Of x[i] 400 blocks load the same, of x[i + lag]
   with a word between them, as much of either. */
START_TEST(blocks_that_end_elsewhere_walk_together)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = ptx_load("pianos", &(gm_ptx_launch){.entry = "sig_likeness_at_lags",
	                                                        .grid = {400, 1, 1},
	                                                        .block = {128, 1, 1},
	                                                        .arguments = (const char *[]){"f32[50000]", "f32[400]", "s32=50000"},
	                                                        .arguments_count = 3});
	gm_grid_trace *trace = trace_of(kernel, 16);
	gm_counts counts;
	ck_assert(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK);
	ck_assert(!gm_grid_led_by_data(trace));
	const double expected = 2 / (1.0 / 400 + 2108 / (400.0 * 512));
	ck_near(gm_sharers_at_once(trace, NULL, 400), expected, 0.02);
	const gm_traffic traffic = gm_traffic_evaluate(device, kernel, &counts, trace, 16, GM_CACHE_COLD, NULL);
	ck_assert_msg(traffic.sharers > 0.8 * expected && traffic.sharers <= 1.02 * expected, "%g, expected %g", traffic.sharers,
	              expected);
	gm_counts_dispose(&counts);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

/* Four chains a thread, from place to place of a ring that is stored in no order. */
START_TEST(who_follows_data_walks_alone)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = ptx_load("quivers", &(gm_ptx_launch){.entry = "_Z13chaseTogetherILi4EEvPKjPjij",
	                                                         .grid = {132, 1, 1},
	                                                         .block = {64, 1, 1},
	                                                         .arguments = (const char *[]){"u32[1048576]:cycle=1", "u32[33792]",
	                                                                                       "s32=60", "u32=31"},
	                                                         .arguments_count = 4});
	gm_grid_trace *trace = trace_of(kernel, 1);
	gm_counts counts;
	ck_assert(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK);
	ck_assert(gm_grid_led_by_data(trace));
	ck_near(gm_traffic_evaluate(device, kernel, &counts, trace, 1, GM_CACHE_COLD, NULL).sharers, 1, 1e-9);
	gm_counts_dispose(&counts);
	gm_grid_trace_free(trace);
	gm_kernel_free(kernel);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sharers");
	TCase *tests = tcase_create("hand calculation");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, blocks_share_what_they_load_at_once, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, blocks_that_end_elsewhere_walk_together);
	tcase_add_test(tests, who_follows_data_walks_alone);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
