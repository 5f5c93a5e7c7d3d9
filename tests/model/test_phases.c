#include "model/phases.h"

#include "model/chain.h"
#include "model/limits_latency.h"

#include "support/loading.h"
#include "support/near.h"

#include <math.h>

static void
work(gm_phases *phases, double issue, double passes, double l1, double l2, double dram)
{
	phases->issue += issue;
	phases->passes += passes;
	gm_phases_close(phases, (double[GM_PHASES_LEVELS]){l1, l2, dram});
}

/* One phase that waits 300 clocks, 400 of loads that L2 serves, and is busy for 200: of the schedulers, of the
   data banks or of matches of lanes. Two blocks are busy for 400: 300 and 400 make 500. */
START_TEST(in_a_phase_waits_and_work_hide_behind_each_other)
{
	for (int unit = 0; unit < 3; unit++) {
		gm_phases phases = {.matches = unit == 2 ? 200 : 50};
		work(&phases, unit == 0 ? 200 : 50, unit == 1 ? 200 : 50, 300, 400, 900);
		ck_near(phases.sums.busy, 200, 1e-9);
		ck_near(phases.sums.together[1][0], 500, 1e-9);
		ck_near(phases.sums.together[1][1], sqrt(2) * 400, 1e-9);
		ck_near(phases.sums.together[0][0], sqrt(300 * 300 + 200 * 200), 1e-9);
		ck_near(gm_phase_sums_at(&phases.sums, 2, 0), 500, 1e-9);
	}
}
END_TEST

/* 300 clocks of waiting, then, behind a barrier, 400 of work while nothing is waited for: 700 where one
   phase takes 500. */
START_TEST(phases_follow_each_other)
{
	gm_phases phases = {0};
	work(&phases, 0, 0, 300, 300, 300);
	work(&phases, 400, 0, 300, 300, 300);
	ck_near(gm_phase_sums_at(&phases.sums, 1, 0), 700, 1e-9);
	ck_near(phases.sums.busy, 400, 1e-9);
	/* 3 lie between 2 blocks, 300 + 800, and 4, 300 + 1600, as log2(3) = 1.58496 does between 1 and 2. */
	ck_near(gm_phase_sums_at(&phases.sums, 3, 0), 1100 + 0.58496 * 800, 1e-5);
}
END_TEST

/* The two again and again: ten times in all, then one of 30 more clocks and 40 of work. */
START_TEST(repeated_phases_count_as_often)
{
	gm_phases phases = {0};
	const gm_phases before = phases;
	work(&phases, 0, 0, 300, 300, 300);
	work(&phases, 400, 0, 300, 300, 300);
	gm_phases_repeat(&phases, &before, 9, (double[GM_PHASES_LEVELS]){300, 300, 300});
	ck_near(gm_phase_sums_at(&phases.sums, 1, 2), 7000, 1e-9);
	work(&phases, 40, 0, 3030, 3030, 3030);
	ck_near(gm_phase_sums_at(&phases.sums, 1, 2), 7050, 1e-9);
	ck_near(phases.sums.busy, 4040, 1e-9);
}
END_TEST

/* What lies within a phase only grows it. */
START_TEST(a_repeated_part_of_a_phase_is_work)
{
	gm_phases phases = {.issue = 10};
	const gm_phases before = phases;
	phases.issue += 30;
	gm_phases_repeat(&phases, &before, 9, (double[GM_PHASES_LEVELS]){40, 40, 40});
	work(&phases, 0, 0, 0, 0, 0);
	ck_near(phases.sums.busy, 310, 1e-9);
}
END_TEST

/* The two phases once more, in clocks of an H200 that L1 serves: what one block of an SM waits beside its work of
   400 is root(700^2 - 400^2) = 574.46, of 300 where it waits alone. Of two blocks, 300 + 800 in all, root(1100^2 -
   800^2) = 754.98 beside 800; the latency is half way to it. */
START_TEST(other_blocks_cover_what_barriers_part)
{
	static const struct {
		int64_t resident;
		double parted, latency;
	} rows[] = {{1, 574.46, 574.46}, {2, 754.98, 527.49}};
	gm_device *device = device_load("h200");
	gm_phases phases = {0};
	work(&phases, 0, 0, 300, 300, 300);
	work(&phases, 400, 0, 300, 300, 300);
	const gm_traffic traffic = {.sharers = 1};
	const gm_kernel kernel = {.name = "told"};
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
		const gm_counts counts = {.blocks_count = 132 * rows[r].resident,
					  .longest_ratio = 1,
					  .block_cycles = {.by = {300, 300, 300}, .phases = phases.sums}};
		const gm_occupancy occupancy = {.blocks_per_sm = rows[r].resident};
		const gm_limits_input in = {.device = device,
					    .kernel = &kernel,
					    .counts = &counts,
					    .traffic = &traffic,
					    .occupancy = &occupancy};
		const double start = 132 * (double)rows[r].resident / gm_device_value(device, GM_BLOCK_START_RATE);
		ck_near(gm_limit_parted_cycles(&in), rows[r].parted, 1e-4);
		ck_near(gm_limit_latency(&in).work, rows[r].latency + start, 1e-4);
	}
	gm_device_free(device);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("phases");
	TCase *tests = tcase_create("phases");
	tcase_add_test(tests, in_a_phase_waits_and_work_hide_behind_each_other);
	tcase_add_test(tests, phases_follow_each_other);
	tcase_add_test(tests, repeated_phases_count_as_often);
	tcase_add_test(tests, a_repeated_part_of_a_phase_is_work);
	tcase_add_test(tests, other_blocks_cover_what_barriers_part);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
