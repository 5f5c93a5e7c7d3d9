#include "model/limits_atomics.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

static gm_limit_time
taking(double time_s)
{
	const gm_value time = {time_s, GM_KIND_MODEL, ""};
	return (gm_limit_time){.least_s = time, .expected_s = time};
}

static double
together(double dram, double l2, double atomics, double full_ratio)
{
	gm_limit_time limits[GM_LIMITS_COUNT] = {0};
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_DRAM] = taking(dram);
	limits[GM_LIMIT_L2] = taking(l2);
	limits[GM_LIMIT_ATOMICS] = taking(atomics);
	limits[GM_LIMIT_ATOMICS].full_ratio = full_ratio;
	return gm_limits_time(limits).value;
}

/* Of a line's four sectors a packet each with 0.1 of data and 0.87 of a line's head for all: 4 * 1.1 + 0.87. */
static const double line = 5.27;

/* Microseconds on an H200, each alone and both at once: reductions of u32 and loads, or stores, at random places
   of 4 and 8 MiB, 1, 8 or 32 lanes in a row; single ones beside a stream of 1 GiB from DRAM; 4, 8, 16 and 32
   lanes on each word of a warp. `packets` that a request's 128 bytes come as: each lane one; a line; a sector of
   each of four lines, 1.97 each; as many as lanes meet, 1.97 each until all meet. */
static const struct {
	double dram, l2, atomics, packets, measured, within;
} rows[] = {
	{0, 31.6, 44.3, 32, 71.5, 0.01},     {0, 57.8, 43.8, 32, 98.4, 0.04},
	{0, 112.6, 43.6, 32, 152.4, 0.04},   {0, 220.3, 43.5, 32, 262.2, 0.04},
	{0, 59.6, 44.4, 32, 93.9, 0.04},     {0, 16.8, 10.1, 4 * 1.97, 22.2, 0.12},
	{0, 10.3, 7.8, 5.27, 11.0, 0.02},    {0, 17.6, 7.6, 5.27, 17.5, 0.02},
	{240.7, 122.7, 639, 32, 775, 0.06},  {240.7, 122.7, 325, 32, 468, 0.08},
	{0, 16.3, 6.8, 4 * 1.97, 18.7, 0.06}, {0, 16.6, 10.2, 8 * 1.97, 22.2, 0.08},
	{0, 15.8, 19.7, 16 * 1.97, 27.8, 0.2}, {0, 17.0, 25.4, 32, 40.4, 0.03},
};

START_TEST(atomics_and_loads_share_the_way_to_l2)
{
	const double time = together(rows[_i].dram * 1e-6, rows[_i].l2 * 1e-6, rows[_i].atomics * 1e-6,
				     line / rows[_i].packets);
	ck_near(time, rows[_i].measured * 1e-6, rows[_i].within);
}
END_TEST

/* Additions at random to so many bytes from so many behind a multiple of 1 KiB on, over what one word takes: measured on
   an H200 (few_lines: 528 blocks of 256 threads, 8 each). */
static const struct {
	double from, bytes, measured;
} few[] = {
	{0, 4, 1.01}, {0, 32, 1.04}, {0, 128, 1.04}, {0, 192, 1.06}, {0, 256, 1.03}, {0, 320, 1.29}, {0, 384, 1.52},
	{0, 400, 1.63}, {0, 448, 1.78}, {0, 512, 2.05}, {0, 640, 1.75}, {0, 768, 1.56}, {0, 1024, 2.05},
	{0, 1536, 3.05}, {0, 2048, 4.05}, {0, 3072, 6.06}, {0, 4096, 8.06}, {128, 192, 1.53}, {128, 256, 2.06},
	{128, 768, 2.07}, {128, 1536, 3.01}, {512, 640, 2.48}, {512, 768, 3.05}, {512, 1024, 4.13}, {512, 1536, 3.01},
};

START_TEST(slices_take_turns_of_256_bytes)
{
	ck_near(few[_i].bytes / gm_limit_atomic_fullest(few[_i].from, few[_i].bytes), few[_i].measured, 0.06);
}
END_TEST

/* Of 1024 bytes the fullest slice has a quarter where they begin at an odd multiple of 512, half at an even one (150 and 302
   us of additions, measure/calibrate/allocated.cu): behind 2000000 bytes, which take 3907 times 512, and behind 1500000, which
   take 2930. Where another array is added to as well nobody knows. */
START_TEST(the_array_before_the_counters_says_where_they_lie)
{
	gm_site sites[] = {{.operation = GM_REDUCE, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4, .array = 1},
			   {.operation = GM_REDUCE, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4, .array = 1}};
	gm_array arrays[] = {{.space = GM_GLOBAL, .type = GM_U8, .length = 2000000},
			     {.space = GM_GLOBAL, .type = GM_U32, .length = 256}};
	const gm_kernel kernel = {.sites = sites, .sites_count = 2, .arrays = arrays, .arrays_count = 2};
	const gm_site_counts each = {.of = {[GM_COUNT_REQUESTS] = 500, [GM_COUNT_THREAD_INSTRUCTIONS] = 16000,
					    [GM_COUNT_REQUESTED_BYTES] = 64000, [GM_COUNT_SECTORS] = 16000,
					    [GM_COUNT_LINES] = 4000, [GM_COUNT_ATOMIC_PASSES] = 16000}};
	gm_site_counts of[] = {each, each};
	const gm_counts counts = {.sites = of, .sites_count = 2, .blocks_count = 132,
				  .atomic_bytes = 1024, .atomic_block_bytes = 1024};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .occupancy = &occupancy};
	ck_assert_double_eq(gm_limit_atomic_way(&in).fullest_bytes, 256);
	arrays[0].length = 1500000;
	ck_assert_double_eq(gm_limit_atomic_way(&in).fullest_bytes, 512);
	arrays[0].length = 2000000;
	sites[1].array = 0;
	ck_assert_double_eq(gm_limit_atomic_way(&in).fullest_bytes, 512);
	of[1] = (gm_site_counts){0};
	ck_assert_double_eq(gm_limit_atomic_way(&in).fullest_bytes, 256);
}
END_TEST

/* Requests of a warp, by how its lanes lie, 64 requests of each of 8448 warps in blocks of 8. Packets of a pass,
   and what full lines would take over what these take. `hull`: what a block updates lies within. Slices: 1056
   blocks at once, with 8 requests each. */
static const struct {
	double sectors, lines, passes, hull; /* of a request; of a block */
	double packets, full, at_once;
} shapes[] = {
	{4, 1, 4, 1e6, 1.3175, 1, 1056.0 * 512 * 8},
	{32, 32, 32, 1e9, 1, 5.27 / 32, 64 << 20}, /* all that is updated */
	{1, 1, 16, 64, 1.97, 5.27 / (16 * 1.97), 1056.0 * 64},
	{1, 1, 32, 32, 1, 5.27 / 32, 1056.0 * 32},
};

static gm_site site = {.operation = GM_REDUCE, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4};

START_TEST(packets_are_those_of_the_lanes)
{
	const double requests = 8448 * 64;
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	gm_site_counts of = {
		.of = {[GM_COUNT_REQUESTS] = (int64_t)requests,
		       [GM_COUNT_THREAD_INSTRUCTIONS] = (int64_t)(requests * 32),
		       [GM_COUNT_REQUESTED_BYTES] = (int64_t)(requests * 128),
		       [GM_COUNT_SECTORS] = (int64_t)(requests * shapes[_i].sectors),
		       [GM_COUNT_LINES] = (int64_t)(requests * shapes[_i].lines),
		       [GM_COUNT_ATOMIC_PASSES] = (int64_t)(requests * shapes[_i].passes)}};
	const gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 8448,
				  .atomic_bytes = 64 << 20, .atomic_block_bytes = shapes[_i].hull};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .occupancy = &occupancy};
	const gm_atomic_way way = gm_limit_atomic_way(&in);
	ck_near(way.packets, shapes[_i].packets, 1e-9);
	ck_near(way.full_ratio, shapes[_i].full, 1e-9);
	ck_near(way.at_once_bytes, shapes[_i].at_once, 1e-9);
}
END_TEST

/* Lanes of 8448 warps, one each, that add to one word (word_types, 1056 blocks, less 2.6 us that two events take and the
   way to L2 and back): 17.1 us of doubles and 18.0 of floats, 8.6 of integers of 4 bytes and 8.9 of 8. */
static const struct {
	gm_type type;
	uint8_t bytes;
	double us;
} one_word[] = {{GM_F64, 8, 17.1}, {GM_F32, 4, 18.0}, {GM_U32, 4, 8.6}, {GM_U64, 8, 8.9}};

START_TEST(a_word_of_eight_bytes_takes_as_long_as_one_of_four)
{
	const gm_site add = {.operation = GM_REDUCE, .type = one_word[_i].type, .space = GM_GLOBAL,
			     .access_bytes = one_word[_i].bytes};
	const gm_kernel kernel = {.sites = &add, .sites_count = 1};
	gm_site_counts of = {.of = {[GM_COUNT_REQUESTS] = 8448,
				    [GM_COUNT_THREAD_INSTRUCTIONS] = 8448,
				    [GM_COUNT_REQUESTED_BYTES] = 8448 * one_word[_i].bytes,
				    [GM_COUNT_SECTORS] = 8448,
				    [GM_COUNT_LINES] = 8448,
				    [GM_COUNT_ATOMIC_PASSES] = 8448}};
	const gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 1056,
				  .atomic_bytes = one_word[_i].bytes, .atomic_block_bytes = one_word[_i].bytes};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	gm_traffic traffic = {.sharers = 1};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .traffic = &traffic, .occupancy = &occupancy};
	ck_near(gm_limit_atomics(&in).expected_s.value * 1e6, one_word[_i].us, 0.3);
}
END_TEST

/* One site: 1000 requests of 32 lanes, each in a sector of its own, over 64 MiB; loads at L2 of 320 KB beside
   them. Passes at the rate of lone lanes: 32000 * 6.07 / 309 = 628.6 clocks; at once one block of each SM, 512
   bytes for each of 32 lines of 8 warps: 33792 slices, 32000 / (0.688 * 33792) = 1.376 clocks; both together
   628.6 * (1 + (1.376 / 628.6)^1.25)^0.8 = 628.84. Where all is within 4 KiB: 8 slices, 5814 clocks, and together
   5814 * (1 + (628.6 / 5814)^1.25)^0.8 = 6101. */
START_TEST(what_atomics_change_is_counted_once)
{
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	gm_site_counts of = {.of = {[GM_COUNT_REQUESTS] = 1000,
				    [GM_COUNT_THREAD_INSTRUCTIONS] = 32000,
				    [GM_COUNT_REQUESTED_BYTES] = 128000,
				    [GM_COUNT_SECTORS] = 32000,
				    [GM_COUNT_LINES] = 32000,
				    [GM_COUNT_ATOMIC_PASSES] = 32000}};
	gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 132,
			    .atomic_bytes = 64 << 20, .atomic_block_bytes = 64 << 20};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	gm_traffic traffic = {.sharers = 1};
	traffic.read_bytes[GM_LEVEL_L2] = (gm_value){320e3, GM_KIND_MODEL, ""};
	traffic.written_bytes[GM_LEVEL_L2] = (gm_value){32000 * 32, GM_KIND_MODEL, ""};
	traffic.caches[GM_L2_ATOMIC_SECTORS] = (gm_value){32000, GM_KIND_MODEL, ""};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .traffic = &traffic, .occupancy = &occupancy};
	const gm_limit_time atomics = gm_limit_atomics(&in), l2 = gm_limit_l2(&in);
	ck_near(atomics.expected_s.value, 628.84 / 1.977e9, 1e-4);
	ck_near(gm_limit_way_norm(&atomics), 1.1 + 2.9 * pow(5.27 / 32, 3), 1e-9);
	ck_near(l2.work, 320e3, 1e-9);
	ck_near(l2.expected_s.value, 320e3 / 8.75e12, 1e-3);
	counts.atomic_bytes = counts.atomic_block_bytes = 4096;
	ck_near(gm_limit_atomics(&in).expected_s.value, 6101 / 1.977e9, 2e-3);
}
END_TEST

/* Of 1056 blocks of 256, 128 additions of u32 by each thread over 4 MiB: neighbours side by side, and each in a sector of its
   own; what was there returned or not (atomic_global and atomic_global_returning, 15 and 16, H200, us, 1.6 of them of a
   launch). */
static const struct {
	gm_operation operation;
	double passes, lines, us; /* of a request */
} returned[] = {
	{GM_REDUCE, 4, 1, 55.1}, {GM_ATOMIC, 4, 1, 74.7}, {GM_REDUCE, 32, 32, 345.2}, {GM_ATOMIC, 32, 32, 459.9},
};

START_TEST(what_was_there_takes_its_way_back)
{
	const gm_site sites[] = {{.operation = returned[_i].operation, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4}};
	const gm_kernel kernel = {.sites = sites, .sites_count = 1};
	const double requests = 8448.0 * 128;
	gm_site_counts of = {.of = {[GM_COUNT_REQUESTS] = (int64_t)requests,
				    [GM_COUNT_THREAD_INSTRUCTIONS] = (int64_t)(requests * 32),
				    [GM_COUNT_REQUESTED_BYTES] = (int64_t)(requests * 128),
				    [GM_COUNT_SECTORS] = (int64_t)(requests * returned[_i].passes),
				    [GM_COUNT_LINES] = (int64_t)(requests * returned[_i].lines),
				    [GM_COUNT_ATOMIC_PASSES] = (int64_t)(requests * returned[_i].passes)}};
	const gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 1056,
				  .atomic_bytes = 4 << 20, .atomic_block_bytes = 4 << 20};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	gm_traffic traffic = {.sharers = 1};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .traffic = &traffic, .occupancy = &occupancy};
	ck_near(gm_limit_atomics(&in).expected_s.value * 1e6 + 1.6, returned[_i].us, 0.06);
}
END_TEST

/* 32000 lanes at random words of 64 MiB, and 30000 that count in another array: at one word 30000 / 0.688 = 43605 clocks;
   at 1000 words 44 each, so that all 62000 passes take longer: on their way there and back 62000 * 6.07 / 309 * 1.33 =
   1619.9, at 2112 slices (512 bytes for each of two lines of 8 warps of 132 blocks) 62000 / (0.688 * 2112) = 42.7, both
   together 1619.9 * (1 + (42.7 / 1619.9)^1.25)^0.8 = 1633.6. */
START_TEST(a_counter_beside_a_table_is_one_word)
{
	const gm_site both[] = {{.operation = GM_ATOMIC, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4},
				{.operation = GM_ATOMIC, .space = GM_GLOBAL, .type = GM_U32, .access_bytes = 4, .array = 1}};
	gm_array arrays[] = {{.space = GM_GLOBAL, .type = GM_U32, .length = 16 << 20},
			     {.space = GM_GLOBAL, .type = GM_U32, .length = 1}};
	const gm_kernel kernel = {.sites = both, .sites_count = 2, .arrays = arrays, .arrays_count = 2};
	gm_site_counts of[] = {{.of = {[GM_COUNT_REQUESTS] = 1000,
				       [GM_COUNT_THREAD_INSTRUCTIONS] = 32000,
				       [GM_COUNT_REQUESTED_BYTES] = 128000,
				       [GM_COUNT_SECTORS] = 32000,
				       [GM_COUNT_LINES] = 32000,
				       [GM_COUNT_ATOMIC_PASSES] = 32000}},
			       {.of = {[GM_COUNT_REQUESTS] = 30000,
				       [GM_COUNT_THREAD_INSTRUCTIONS] = 30000,
				       [GM_COUNT_REQUESTED_BYTES] = 120000,
				       [GM_COUNT_SECTORS] = 30000,
				       [GM_COUNT_LINES] = 30000,
				       [GM_COUNT_ATOMIC_PASSES] = 30000}}};
	const gm_counts counts = {.sites = of, .sites_count = 2, .blocks_count = 132,
				  .atomic_bytes = 64 << 20, .atomic_block_bytes = 64 << 20};
	const gm_occupancy occupancy = {.blocks_per_sm = 8, .warps_per_block = 8};
	gm_traffic traffic = {.sharers = 1};
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts,
				    .traffic = &traffic, .occupancy = &occupancy};
	ck_near(gm_limit_atomics(&in).expected_s.value, 43605 / 1.977e9, 1e-3);
	arrays[1].length = 1000;
	ck_near(gm_limit_atomics(&in).expected_s.value, 1633.6 / 1.977e9, 1e-3);
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
	tcase_add_loop_test(tests, packets_are_those_of_the_lanes, 0,
			    (int)(sizeof shapes / sizeof *shapes));
	tcase_add_loop_test(tests, a_word_of_eight_bytes_takes_as_long_as_one_of_four, 0,
			    (int)(sizeof one_word / sizeof *one_word));
	tcase_add_loop_test(tests, slices_take_turns_of_256_bytes, 0, (int)(sizeof few / sizeof *few));
	tcase_add_test(tests, the_array_before_the_counters_says_where_they_lie);
	tcase_add_test(tests, what_atomics_change_is_counted_once);
	tcase_add_loop_test(tests, what_was_there_takes_its_way_back, 0, (int)(sizeof returned / sizeof *returned));
	tcase_add_test(tests, a_counter_beside_a_table_is_one_word);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
