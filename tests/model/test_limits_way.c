#include "model/limits.h"

#include "input/device_file.h"
#include "support/near.h"

static gm_device *device;

static void
load_device(void)
{
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_device_load(GM_TREE "/devices/h200.xml", &device, &err) == GM_OK, "%s",
		      err.message);
}

static void
free_device(void)
{
	gm_device_free(device);
}

static gm_limit_time
taking(double time_s)
{
	const gm_value time = {time_s, GM_KIND_MODEL, ""};
	return (gm_limit_time){.least_s = time, .expected_s = time};
}

static double
together(double dram, double l2, double atomics, double way_ratio, double way_lines)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_DRAM] = taking(dram);
	limits[GM_LIMIT_L2] = taking(l2);
	limits[GM_LIMIT_ATOMICS] = taking(atomics);
	limits[GM_LIMIT_ATOMICS].way_ratio = way_ratio;
	limits[GM_LIMIT_ATOMICS].way_lines = way_lines;
	return gm_limits_time(limits).value;
}

/* Microseconds on an H200, each alone and both at once: reductions of u32 and loads, or stores, at random places
   of 4 and 8 MiB, 1, 8 or 32 lanes in a row; and single ones beside a stream of 1 GiB from DRAM. */
static const struct {
	double dram, l2, atomics, lines, measured, within;
} rows[] = {
	{0, 31.6, 44.3, 32, 71.5, 0.01},   {0, 57.8, 43.8, 32, 98.4, 0.03},
	{0, 112.6, 43.6, 32, 152.4, 0.03}, {0, 220.3, 43.5, 32, 262.2, 0.04},
	{0, 59.6, 44.4, 32, 93.9, 0.05},   {0, 16.8, 10.1, 4, 22.2, 0.09},
	{0, 10.3, 7.8, 1, 11.0, 0.02},	   {0, 17.6, 7.6, 1, 17.5, 0.02},
	{240.7, 122.7, 639, 32, 775, 0.06}, {240.7, 122.7, 325, 32, 468, 0.08},
};

START_TEST(atomics_and_loads_share_the_way_to_l2)
{
	const double time = together(rows[_i].dram * 1e-6, rows[_i].l2 * 1e-6, rows[_i].atomics * 1e-6,
				     1, rows[_i].lines);
	ck_near(time, rows[_i].measured * 1e-6, rows[_i].within);
}
END_TEST

/* 3 and 4 hide as norm_4, (81 + 256)^(1/4) = 4.28458. Of 4 s of which a quarter is on the way, and requests of
   32 lines, 3 + 1 would be 3.9: less than that. A half on the way: (3^q + 2^q)^(1/q) with q = 1 + 3/32,
   3^q = 3.32546, 2^q = 2.13428, their sum 5.45974^(0.914286) = 4.72047: more. */
START_TEST(what_waits_at_a_slice_hides)
{
	ck_near(together(0, 3, 4, 0, 32), 4.28458, 1e-5);
	ck_near(together(0, 3, 4, 0.25, 32), 4.28458, 1e-5);
	ck_near(together(0, 3, 4, 0.5, 32), 4.72047, 1e-4);
}
END_TEST

/* One site: 1000 requests of 32 lanes, each in a sector of its own, over 64 MiB; loads at L2 of 320 KB beside
   them. Passes at the rate of lone lanes: 32000 * 6.07 / 309 = 628.6 clocks; at 131072 slices 32000 / (0.688
   * 131072) = 0.355 clocks. All but 0.06 % of the time is on the way. */
START_TEST(what_atomics_change_is_counted_once)
{
	gm_site site = {.operation = GM_REDUCE, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4};
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	gm_site_counts of = {.of = {[GM_COUNT_REQUESTS] = 1000,
				    [GM_COUNT_THREAD_INSTRUCTIONS] = 32000,
				    [GM_COUNT_LINES] = 32000,
				    [GM_COUNT_ATOMIC_PASSES] = 32000}};
	const gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 132,
				  .atomic_bytes = 64 << 20};
	gm_traffic traffic = {.sharers = 1};
	traffic.read_bytes[GM_LEVEL_L2] = (gm_value){320e3, GM_KIND_MODEL, ""};
	traffic.written_bytes[GM_LEVEL_L2] = (gm_value){32000 * 32, GM_KIND_MODEL, ""};
	traffic.caches[GM_L2_ATOMIC_SECTORS] = (gm_value){32000, GM_KIND_MODEL, ""};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .traffic = &traffic};
	const gm_limit_time atomics = gm_limit_atomics(&in), l2 = gm_limit_l2(&in);
	ck_near(atomics.expected_s.value, (628.6 + 0.355) / 1.977e9, 1e-4);
	ck_near(atomics.way_ratio, 628.6 / 628.955, 1e-5);
	ck_near(atomics.way_lines, 32, 1e-9);
	ck_near(gm_limit_way_norm(&atomics), 1.09375, 1e-9);
	ck_near(l2.work, 320e3, 1e-9);
	ck_near(l2.expected_s.value, 320e3 / 8.75e12, 1e-3);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_way");
	TCase *tests = tcase_create("limits_way");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, atomics_and_loads_share_the_way_to_l2, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, what_waits_at_a_slice_hides);
	tcase_add_test(tests, what_atomics_change_is_counted_once);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
