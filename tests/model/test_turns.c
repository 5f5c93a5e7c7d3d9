#include "model/turns.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

/* Two sites: passes through the banks of L1 alone, 1.2 million of each block, and a barrier or none, beside blocks of 256
   threads that wait so many clocks: one clock and 0.6 percent for each pass (1.006 of share_rounds). */
static gm_turns
turns_of(double resident, double alone_cycles, bool barriers)
{
	gm_site sites[] = {{.operation = GM_LOAD, .space = GM_SHARED, .type = GM_F32, .access_bytes = 4},
	                   {.operation = barriers ? GM_BARRIER : GM_LOAD}};
	const gm_kernel kernel = {.sites = sites, .sites_count = 2, .block = {256, 1, 1}};
	gm_site_counts of[] = {{.of = {[GM_COUNT_WAVEFRONTS] = 1200000LL * 132, [GM_COUNT_REQUESTS] = 132}}, {.of = {0}}};
	gm_counts counts = {.sites = of, .sites_count = 2, .blocks_count = 132};
	gm_issue issue[2] = {0};
	counts.issue = issue;
	counts.block_cycles.by[GM_SERVED_L2] = alone_cycles;
	counts.block_cycles.by[GM_SERVED_DRAM] = 2 * alone_cycles;
	return gm_turns_evaluate(device, &kernel, &counts, resident);
}

/* Measured: model/turns.h, the table. */
static const struct {
	double resident, ratio, apart;
} rows[] = {{2, 1.07, 0},    {2, 1.10, 0},    {2, 1.45, 0.80}, {4, 1.11, 0},    {4, 1.98, 0.67}, {4, 2.79, 0.87},
            {8, 1.99, 0.49}, {8, 3.76, 0.80}, {8, 5.40, 0.89}, {8, 3.33, 0.70}, {8, 3.48, 0.74}, {8, 3.52, 0.75},
            {8, 4.23, 0.81}, {8, 4.59, 0.83}, {8, 4.70, 0.84}, {2, 1.15, 0},    {1, 3, 0}};

START_TEST(busy_blocks_lose_what_others_have_read)
{
	const double busy = 1.2e6 * 1.006 * rows[_i].resident, alone = busy / rows[_i].ratio;
	const gm_turns turns = turns_of(rows[_i].resident, alone, true);
	ck_near(turns.busy_cycles, busy, 0.01);
	const double apart = gm_turns_apart(&turns, 0);
	ck_assert_msg(fabs(apart - rows[_i].apart) < 0.13, "%.3f, measured %.3f", apart, rows[_i].apart);
}
END_TEST

START_TEST(who_waits_for_dram_is_less_far_apart)
{
	const gm_turns turns = turns_of(8, 1.2e6 * 1.006 * 8 / 3.76, true), slower = turns_of(8, 1.2e6 * 1.006 * 8 / 1.88, true);
	ck_near(gm_turns_apart(&turns, 1), gm_turns_apart(&slower, 0), 1e-9);
	ck_near(gm_turns_ahead(&turns, 1), gm_turns_ahead(&slower, 0), 1e-9);
}
END_TEST

START_TEST(passes_through_l1_part_no_blocks_without_barriers)
{
	const gm_turns turns = turns_of(8, 1e6, false);
	ck_near(turns.busy_cycles, 1.2e6 * 8, 0.01);
	ck_near(gm_turns_apart(&turns, 0), 0, 1e-12);
}
END_TEST

/* Measured: gm_turns_ahead. */
static const struct {
	double ratio, ahead;
} joins[] = {{1.3, 0.30}, {1.6, 0.93}, {1.9, 0.74}, {3.6, 0.99}};

START_TEST(busy_blocks_do_not_meet_at_l2)
{
	const gm_turns turns = turns_of(8, 1.2e6 * 1.006 * 8 / joins[_i].ratio, true);
	const double ahead = gm_turns_ahead(&turns, 0);
	ck_assert_msg(fabs(ahead - joins[_i].ahead) < 0.28, "%.3f, measured %.3f", ahead, joins[_i].ahead);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("turns");
	TCase *tests = tcase_create("turns");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, busy_blocks_lose_what_others_have_read, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, who_waits_for_dram_is_less_far_apart);
	tcase_add_test(tests, passes_through_l1_part_no_blocks_without_barriers);
	tcase_add_loop_test(tests, busy_blocks_do_not_meet_at_l2, 0, (int)(sizeof joins / sizeof *joins));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
