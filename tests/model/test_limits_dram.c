#include "model/limits.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

static gm_value
bytes(double value)
{
	return (gm_value){value, GM_KIND_MODEL, ""};
}

static gm_limit_time
streaming(double read, double written, bool once)
{
	const gm_kernel kernel = {0};
	const gm_counts counts = {0};
	gm_traffic traffic = {.once = once};
	traffic.read_bytes[GM_LEVEL_DRAM] = bytes(read);
	traffic.written_bytes[GM_LEVEL_DRAM] = bytes(written);
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	return gm_limit_dram(&in);
}

/* GB that an H200 moves in a millisecond: of blocks that stay 4.55 read, 4.36 written, 3.97 copied; of blocks that leave
   4.68 either way, 4.27 copied. Of two arrays read and one stored streams_two moves 1591.6 MB in 361.9 us, the
   launch aside. */
static const struct {
	double read, written;
	bool once;
	double time_s, within;
} streams[] = {
	{4.55e9, 0, false, 1e-3, 1e-9},          {0, 4.36e9, false, 1e-3, 1e-9},
	{1.985e9, 1.985e9, false, 1e-3, 1e-9},   {4.68e9, 0, true, 1e-3, 1e-9},
	{0, 4.68e9, true, 1e-3, 1e-9},           {2.135e9, 2.135e9, true, 1e-3, 1e-9},
	{1073.7e6, 517.9e6, true, 361.9e-6, 5e-3},
};

START_TEST(a_stream_takes_what_was_measured)
{
	const gm_limit_time dram = streaming(streams[_i].read, streams[_i].written, streams[_i].once);
	ck_near(dram.expected_s.value, streams[_i].time_s, streams[_i].within);
}
END_TEST

START_TEST(how_far_dram_only_reads)
{
	ck_assert_double_eq(streaming(1e9, 0, true).reads_ratio, 1);
	ck_near(streaming(3e9, 1e9, true).reads_ratio, 0.5, 1e-12);
	ck_assert_double_eq(streaming(1e9, 1e9, true).reads_ratio, 0);
	ck_assert_double_eq(streaming(0, 1e9, true).reads_ratio, 0);
	ck_assert_double_eq(streaming(0, 0, true).reads_ratio, 0);
}
END_TEST

/* Measured on an H200; what is known of cards before cc 7.0 (seeds.xml) speaks against it. */
START_TEST(older_cards_do_not_tell)
{
	gm_device_free(device);
	device = device_load("geforce_gtx_580");
	ck_assert_double_eq(streaming(1e9, 0, false).reads_ratio, 0);
}
END_TEST

static gm_limit_time
taking(double time_s)
{
	const gm_value time = {time_s, GM_KIND_MODEL, ""};
	return (gm_limit_time){.least_s = time, .expected_s = time};
}

/* A wait of 1 beside DRAM and an SM: norm_2.4(1, 1) = 2^(1/2.4) of reads, norm_2(1, 1) of copies, of an SM
   and of L2 alone. */
static const struct {
	double dram, l2, sm, reads, together;
} waits[] = {
	{1, 0, 0, 1, 1.3348399}, {1, 0, 0, 0, 1.4142136}, {0, 0, 1, 1, 1.4142136}, {0, 1, 0, 1, 1.4142136},
	{1, 0, 0, 0.5, 1.3703510}, /* 2^(1/2.2) */
};

START_TEST(waiting_beside_reads_hides_better)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_DRAM] = taking(waits[_i].dram);
	limits[GM_LIMIT_DRAM].reads_ratio = waits[_i].reads;
	limits[GM_LIMIT_L2] = taking(waits[_i].l2);
	limits[GM_LIMIT_ISSUE] = taking(waits[_i].sm);
	limits[GM_LIMIT_LATENCY] = taking(1);
	ck_near(gm_limits_time(limits).value, waits[_i].together, 1e-6);
}
END_TEST

/* Latency 3 and units 4 take 5 together: 2 more than the latency, while nobody stands at a barrier. */
START_TEST(where_all_wait_for_the_last_units_come_on_top)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_ISSUE] = taking(4);
	limits[GM_LIMIT_LATENCY] = taking(3);
	limits[GM_LIMIT_IN_TURN] = taking(10);
	ck_near(gm_limits_time(limits).value, 10, 1e-9);
	limits[GM_LIMIT_IN_TURN].all_wait = true;
	ck_near(gm_limits_time(limits).value, 12, 1e-9);
	limits[GM_LIMIT_IN_TURN].expected_s.value = 2;
	ck_near(gm_limits_time(limits).value, 5, 1e-9);
}
END_TEST

/* Stores at places in no order on an H200 (calibration, scattering): us from caches that an equal launch has left, of
   DRAM at the rates of scattered pieces for what it moves when cold, and cold, 1.9 of launch and start less. */
static const struct {
	double warm, dram, cold;
} held_up[] = {{54.0, 27.0, 74.1}, {27.1, 26.4, 48.5}, {13.7, 20.8, 32.7}};

START_TEST(what_completes_sectors_holds_l2_up)
{
	gm_limit_time limits[GM_LIMITS_COUNT];
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		limits[i] = taking(0);
	limits[GM_LIMIT_DRAM] = taking(held_up[_i].dram);
	limits[GM_LIMIT_DRAM].completing_ratio = 1;
	limits[GM_LIMIT_L2] = taking(held_up[_i].warm);
	ck_near(gm_limits_time(limits).value, held_up[_i].cold, 0.1);
	limits[GM_LIMIT_DRAM].completing_ratio = 0;
	ck_near(gm_limits_time(limits).value, fmax(held_up[_i].warm, held_up[_i].dram), 1e-9);
}
END_TEST

static double
completing(double read, double completed, double apart, double filled, double occupancy)
{
	const gm_kernel kernel = {0};
	const gm_counts counts = {0};
	gm_traffic traffic = {.completed_bytes = completed};
	traffic.read_bytes[GM_LEVEL_DRAM] = bytes(read + completed);
	traffic.written_bytes[GM_LEVEL_DRAM] = bytes(completed);
	traffic.dram.written = (gm_dram_part){apart * completed / 32, apart * completed};
	traffic.how.filling.completed_bytes = filled;
	traffic.how.life.occupancy = occupancy;
	const gm_limits_input in = {.device = device, .kernel = &kernel, .counts = &counts, .traffic = &traffic};
	return gm_limit_dram(&in).completing_ratio;
}

/* All of it, half of it where L2 has half the room, none where L2 has no room, of neighbours or where warps fill the sectors; beside a
   stream that takes as long, half. 16 MB twice in pieces of 32 B at 32.0 a ns: 31.2 us, as 142 MB that are read at
   4.55 TB/s. */
START_TEST(sectors_are_completed_in_bursts_while_l2_has_room)
{
	ck_near(completing(0, 16e6, 2, 0, 0.5), 1, 1e-9);
	ck_near(completing(0, 16e6, 2, 0, 1.5), 0.5, 0.02);
	ck_assert_double_eq(completing(0, 16e6, 2, 0, 2), 0);
	ck_assert_double_eq(completing(0, 16e6, 0, 0, 0.5), 0);
	ck_assert_double_eq(completing(0, 16e6, 2, 16e6, 0.5), 0);
	ck_near(completing(142e6, 16e6, 2, 0, 0.5), 0.5, 0.05);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("limits_dram");
	TCase *tests = tcase_create("limits_dram");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, a_stream_takes_what_was_measured, 0, (int)(sizeof streams / sizeof *streams));
	tcase_add_test(tests, how_far_dram_only_reads);
	tcase_add_test(tests, older_cards_do_not_tell);
	tcase_add_loop_test(tests, waiting_beside_reads_hides_better, 0, (int)(sizeof waits / sizeof *waits));
	tcase_add_loop_test(tests, what_completes_sectors_holds_l2_up, 0, 3);
	tcase_add_test(tests, sectors_are_completed_in_bursts_while_l2_has_room);
	tcase_add_test(tests, where_all_wait_for_the_last_units_come_on_top);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
