#include "model/limits.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

enum { SMS = 132, LINES = 1000000, BLOCKS = 32 * SMS, KIB = 1024 };

/* Loads that touch LINES lines: how many a group of them waits for, the share of what they ask L2 for that L1 lacks and
   that DRAM brings, and what shared memory leaves of L1. */
typedef struct loads {
	double together, missing, from_dram, l1_kib;
} loads;

/* Clocks of an SM for each line that the loads touch. */
static double
clocks(const gm_device *of, loads what)
{
	const gm_kernel kernel = {0};
	gm_counts counts = {.blocks_count = BLOCKS};
	counts.block_cycles.loads_per_wait = 1;
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	gm_traffic traffic = {.l1_bytes = what.l1_kib * KIB, .sharers = 1, .read_lines = LINES * what.missing};
	traffic.waits = (gm_load_waits){.groups = 1, .loads = 1, .waiting = 1, .opening = what.from_dram > 0, .lines = what.together,
	                                .fetched = what.together, .units = what.together, .places = what.together};
	traffic.read_bytes[GM_LEVEL_L2] = (gm_value){32e6 * what.missing, GM_KIND_MODEL, ""};
	traffic.read_bytes[GM_LEVEL_DRAM] = (gm_value){32e6 * what.missing * what.from_dram, GM_KIND_MODEL, ""};
	const gm_limits_input in = {
	        .device = of, .kernel = &kernel, .counts = &counts, .traffic = &traffic, .occupancy = &occupancy};
	const gm_limit_time time = gm_limit_held_lines(&in);
	ck_assert_double_eq(time.least_s.value, 0);
	return time.expected_s.value * gm_limit_sm_clock(&in) * SMS / LINES;
}

/* 28 KiB are 224 lines of 128 bytes; one line comes from L2 after 281 clocks. */
START_TEST(each_line_holds_its_place_for_the_latency)
{
	ck_near(clocks(device, (loads){1, 1, 0, 28}), 281.0 / 224, 1e-9);
	ck_near(clocks(device, (loads){1, 1, 0, 56}), 281.0 / 448, 1e-9);
	ck_near(clocks(device, (loads){1, 0.25, 0, 28}), 281.0 / 224 / 4, 1e-9);
	/* of 32 it takes 32 to the power of 0.0575 as long: 1.2205 */
	ck_near(clocks(device, (loads){32, 1, 0, 28}), 281 * 1.22052 / 224, 1e-4);
}
END_TEST

/* From DRAM 660 clocks: all, or half of them, or what brings more bytes than are asked for. */
START_TEST(what_dram_brings_holds_it_longer)
{
	ck_near(clocks(device, (loads){1, 1, 1, 28}), 660.0 / 224, 1e-9);
	ck_near(clocks(device, (loads){1, 1, 0.5, 28}), (281 + 660) / 2.0 / 224, 1e-9);
	ck_near(clocks(device, (loads){1, 1, 2, 28}), 660.0 / 224, 1e-9);
}
END_TEST

START_TEST(what_hits_or_has_no_such_cache_holds_nothing)
{
	ck_assert_double_eq(clocks(device, (loads){1, 0, 0, 28}), 0);
	ck_assert_double_eq(clocks(device, (loads){1, 1, 0, 0}), 0);
	gm_device *old = device_load("geforce_8800_gtx");
	ck_assert_double_eq(clocks(old, (loads){1, 1, 0, 28}), 0);
	gm_device_free(old);
}
END_TEST

/* Clocks of an SM for a line, H200 (reports/measured/held_lines.csv): 64 warps, one load of so many lines at a time, L1
   of 248 KiB, where units alone decide, and of 28; from 8 MiB that L2 holds, and from 512 MiB. */
static const struct {
	double together, from_dram, free, measured, within;
} rows[] = {
        {32, 0, 1.715, 2.163, 0.09},       {16, 0, 1.753, 2.104, 0.09},       {8, 0, 1.832, 2.133, 0.09},
        {32, 1, 6.233, 8.115, 0.07},       {16, 1, 6.346, 7.875, 0.05},       {8, 1, 6.656, 7.711, 0.05},
};

static gm_limit_time
taking(double time_s)
{
	const gm_value time = {time_s, GM_KIND_MODEL, ""};
	return (gm_limit_time){.least_s = time, .expected_s = time};
}

START_TEST(lines_on_their_way_hold_up_what_units_could_do)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_L2] = taking(rows[_i].free);
	limits[GM_LIMIT_LINES] = taking(clocks(device, (loads){rows[_i].together, 1, rows[_i].from_dram, 28}));
	ck_near(gm_limits_time(limits).value, rows[_i].measured, rows[_i].within);
	ck_assert_double_gt(gm_limits_time(limits).value, 1.1 * rows[_i].free);
	/* who waits longer by himself does not wait for both */
	limits[GM_LIMIT_LATENCY] = taking(2 * limits[GM_LIMIT_LINES].expected_s.value);
	const double waiting = gm_limits_time(limits).value;
	limits[GM_LIMIT_LINES] = taking(0);
	ck_assert_double_eq(gm_limits_time(limits).value, waiting);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_lines");
	TCase *tests = tcase_create("limits_lines");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, each_line_holds_its_place_for_the_latency);
	tcase_add_test(tests, what_dram_brings_holds_it_longer);
	tcase_add_test(tests, what_hits_or_has_no_such_cache_holds_nothing);
	tcase_add_loop_test(tests, lines_on_their_way_hold_up_what_units_could_do, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
