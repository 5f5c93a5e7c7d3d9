#include "model/limits.h"

#include "support/device.h"
#include "support/near.h"

static gm_value
bytes(double value)
{
	return (gm_value){value, GM_KIND_MODEL, ""};
}

/* `brought`: from DRAM, of which `completed` only completes what was stored in part. */
static gm_limit_time
filling(const gm_device *of, double brought, double completed, double stored)
{
	const gm_kernel kernel = {0};
	const gm_counts counts = {0};
	gm_traffic traffic = {.completed_bytes = completed};
	traffic.read_bytes[GM_LEVEL_DRAM] = bytes(brought);
	traffic.written_bytes[GM_LEVEL_L2] = bytes(stored);
	const gm_limits_input in = {.device = of, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	return gm_limit_l2_fill(&in);
}

/* 4.75 TB/s: 32 MiB take 7.064 us. */
START_TEST(what_dram_brings_and_what_is_stored_follow_each_other)
{
	const double mib = 1 << 20;
	const gm_limit_time copy = filling(device, 16 * mib, 0, 16 * mib);
	ck_near(copy.expected_s.value, 7.06409e-6, 1e-5);
	ck_near(copy.work, 32 * mib, 1e-12);
	ck_near(copy.work / copy.rate_per_s, copy.expected_s.value, 1e-12);
	ck_assert_double_eq(copy.least_s.value, 0);
	ck_near(filling(device, 24 * mib, 8 * mib, 16 * mib).expected_s.value, 7.06409e-6, 1e-5);
}
END_TEST

/* One alone is as fast as its own limit allows; sectors that are only completed come after the stores. */
START_TEST(one_of_them_alone_is_no_such_work)
{
	ck_assert_double_eq(filling(device, 1e6, 0, 0).expected_s.value, 0);
	ck_assert_double_eq(filling(device, 0, 0, 1e6).expected_s.value, 0);
	ck_assert_double_eq(filling(device, 1e6, 1e6, 1e6).expected_s.value, 0);
}
END_TEST

/* A million requests of 32 floats, 32 B off a line: as many lines that two warps change, each for 320 B more. Half of what
   is read comes from DRAM: (64 MB + 128 MB + 160 MB) / 4.75 TB/s. */
START_TEST(lines_that_warps_share_and_change_take_longer)
{
	const gm_site sites[] = {{.operation = GM_LOAD, .space = GM_GLOBAL, .looping = true},
	                         {.operation = GM_STORE, .space = GM_GLOBAL, .looping = true}};
	gm_site_counts rows[2] = {0};
	rows[1].of[GM_COUNT_REQUESTS] = 1000000;
	rows[1].of[GM_COUNT_REQUESTED_BYTES] = 128000000;
	rows[1].of[GM_COUNT_SECTORS] = 4000000;
	rows[1].of[GM_COUNT_LINES] = 2000000;
	const gm_kernel kernel = {.sites = sites, .sites_count = 2};
	const gm_counts counts = {.sites = rows, .sites_count = 2};
	gm_traffic traffic = {0};
	traffic.read_bytes[GM_LEVEL_DRAM] = bytes(64e6);
	traffic.read_bytes[GM_LEVEL_L2] = traffic.written_bytes[GM_LEVEL_L2] = bytes(128e6);
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	ck_near(gm_limit_shared_line_bytes(&in), 160e6, 1e-12);
	ck_near(gm_limit_l2_fill(&in).expected_s.value, 352e6 / 4.75e12, 1e-12);
	traffic.read_bytes[GM_LEVEL_DRAM] = bytes(0);
	ck_assert_double_eq(gm_limit_shared_line_bytes(&in), 0);
}
END_TEST

/* Stores on an H200, sectors and lines of which some are stored in part, us: pieces_store of 128 MiB, words 32, 64 and
   128 B apart (two warps on a scheduler and less), and global_part (parts_of_lines, 32 words, less 1.9 us of the launch)
   of all lanes but one, every second one and all. */
static const struct {
	double sectors, lines, us;
} parts[] = {{33.5e6, 8.39e6, 296}, {33.6e6, 16.8e6, 355}, {33.6e6, 33.6e6, 473},
             {8.65e6, 2.16e6, 78.2}, {8.65e6, 2.16e6, 78.0}, {8.65e6, 0, 63.2}};

START_TEST(a_line_stored_in_part_is_a_sector_more)
{
	const gm_kernel kernel = {0};
	const gm_counts counts = {.blocks_count = 1056};
	gm_traffic traffic = {.part_lines = parts[_i].lines};
	traffic.written_bytes[GM_LEVEL_L2] = bytes(32 * parts[_i].sectors);
	traffic.caches[GM_L2_ATOMIC_SECTORS] = bytes(0);
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	ck_near(gm_limit_store_parcels(&in, 32 * parts[_i].sectors),
		parts[_i].lines > 0 ? parts[_i].sectors + parts[_i].lines : 0, 1e-12);
	ck_near(gm_limit_l2(&in).expected_s.value, parts[_i].us * 1e-6, 0.08);
}
END_TEST

/* Words 16, 32, 44 and 128 B apart, 65 turns of 32 warps of one block (at 44 B 66 of 32), less 4.8 us of two events, the
   launch and the way to L2: few0 of few_stores, us. 32 lanes take 16 sectors of 4 lines, 32 of 8, of 11 and of 32. */
static const struct {
	double requests, sectors, lines, us;
} lone[] = {{2080, 16, 4, 21.0}, {2080, 32, 8, 42.2}, {2112, 32, 11, 45.9}, {2080, 32, 32, 67.4}};

START_TEST(an_sm_sends_a_parcel_a_clock)
{
	const gm_kernel kernel = {0};
	gm_counts counts = {.blocks_count = 1};
	gm_traffic traffic = {.part_lines = lone[_i].requests * lone[_i].lines};
	traffic.written_bytes[GM_LEVEL_L2] = bytes(32 * lone[_i].requests * lone[_i].sectors);
	traffic.caches[GM_L2_ATOMIC_SECTORS] = bytes(0);
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	ck_near(gm_limit_l2(&in).expected_s.value, lone[_i].us * 1e-6, 0.02);
	counts.blocks_count = 2; /* measured: no longer for twice as much */
	ck_near(gm_limit_l2(&in).expected_s.value, lone[_i].us * 1e-6 / 2, 0.02);
}
END_TEST

START_TEST(without_a_rate_nothing_is_said)
{
	gm_device *h100 = device_load("h100");
	ck_assert_double_eq(filling(h100, 1e6, 0, 1e6).expected_s.value, 0);
	gm_device_free(h100);
}
END_TEST

static gm_limit_time
taking(double time_s)
{
	const gm_value time = {time_s, GM_KIND_MODEL, ""};
	return (gm_limit_time){.least_s = time, .expected_s = time};
}

/* Of what passes on the same bytes the longest holds; norm_4(7, 7) = 7 * 2^(1/4) of an SM that is as busy, and
   norm_4(4, 4) = 4.7568285. */
static const struct {
	double dram, l2, fill, sm, together;
} rows[] = {
	{3, 4, 7, 0, 7}, {3, 4, 4.2, 0, 4.2}, {3, 4, 7, 7, 8.3244498}, {3, 4, 0, 0, 4}, {4, 3, 0, 0, 4},
	{3, 4, 0, 4, 4.7568285},
};

START_TEST(the_longest_way_holds)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_DRAM] = taking(rows[_i].dram);
	limits[GM_LIMIT_L2] = taking(rows[_i].l2);
	limits[GM_LIMIT_L2_FILL] = taking(rows[_i].fill);
	limits[GM_LIMIT_ISSUE] = taking(rows[_i].sm);
	ck_near(gm_limits_time(limits).value, rows[_i].together, 1e-6);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_fill");
	TCase *tests = tcase_create("limits_fill");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_test(tests, what_dram_brings_and_what_is_stored_follow_each_other);
	tcase_add_test(tests, one_of_them_alone_is_no_such_work);
	tcase_add_test(tests, lines_that_warps_share_and_change_take_longer);
	tcase_add_loop_test(tests, a_line_stored_in_part_is_a_sector_more, 0, (int)(sizeof parts / sizeof *parts));
	tcase_add_loop_test(tests, an_sm_sends_a_parcel_a_clock, 0, (int)(sizeof lone / sizeof *lone));
	tcase_add_test(tests, without_a_rate_nothing_is_said);
	tcase_add_loop_test(tests, the_longest_way_holds, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
