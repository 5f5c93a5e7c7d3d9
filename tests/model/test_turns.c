#include "model/turns.h"

#include "support/device.h"
#include "support/near.h"

/* Passes through the banks of L1 alone, 1.2 million of each block, beside blocks that wait so many clocks: one clock
   and 0.6 percent for each pass (1.006 of share_rounds). Two blocks are busy for 2.4 million clocks and some more. */
static const struct {
	double resident, alone_cycles;
	bool in_turn;
} rows[] = {{2, 1.9e6, true}, {2, 2.2e6, false}, {1, 0.5e6, false}, {8, 7.8e6, true}, {8, 8.4e6, false}};

START_TEST(busy_blocks_run_one_ahead_of_the_other)
{
	gm_site site = {.operation = GM_LOAD, .space = GM_SHARED, .type = GM_F32, .access_bytes = 4};
	const gm_kernel kernel = {.sites = &site, .sites_count = 1};
	gm_site_counts of = {.of = {[GM_COUNT_WAVEFRONTS] = 1200000LL * 132, [GM_COUNT_REQUESTS] = 132}};
	gm_counts counts = {.sites = &of, .sites_count = 1, .blocks_count = 132};
	gm_issue issue = {0};
	counts.issue = &issue;
	counts.block_cycles.by[GM_SERVED_L2] = rows[_i].alone_cycles;
	const gm_turns turns = gm_turns_evaluate(device, &kernel, &counts, rows[_i].resident);
	ck_near(turns.busy_cycles, 1.2e6 * rows[_i].resident, 0.03);
	ck_assert_int_eq(turns.in_turn, rows[_i].in_turn);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("turns");
	TCase *tests = tcase_create("turns");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, busy_blocks_run_one_ahead_of_the_other, 0,
			    (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
