#include "model/l1_window.h"

#include "support/near.h"

static const gm_l1_luck found = {0}, fetched = {.fetched = 1, .lines = 1, .waits = true};

/* Loads of 16 bytes side by side, two to a sector: every second one is the first at its sector. */
static gm_load_waits
walk(int loads, double parted, int parted_every)
{
	const gm_trace_request request = {.access = GM_TRACE_LOAD, .sectors = 1};
	gm_load_waits sum = {0};
	gm_l1_window window = {.most = GM_TRACE_TOGETHER};
	for (int i = 0; i < loads; i++) {
		gm_l1_window_part(&window, &request, i % parted_every == 0 ? parted : 0);
		if (!gm_l1_window_takes(&window, &request))
			gm_l1_window_end(&window);
		gm_l1_window_add(&window, &request, i % 2 ? &found : &fetched, 0, 1, &sum);
	}
	gm_l1_window_end(&window);
	return sum;
}

/* Four loads wait once for two sectors; where the third finds no registers beside the first two, twice. */
START_TEST(loads_that_are_parted_wait_by_themselves)
{
	ck_near(walk(4, 0, 2).groups, 1, 1e-9);
	ck_near(walk(4, 0, 2).waiting, 1, 1e-9);
	ck_near(walk(4, 1, 2).groups, 2, 1e-9);
	ck_near(walk(4, 1, 2).waiting, 2, 1e-9);
	ck_near(walk(4, 1, 1).groups, 4, 1e-9);
	ck_near(walk(4, 1, 1).waiting, 2, 1e-9);
}
END_TEST

/* Of a site that stands for all turns of a loop, a third of the loads: three go out together. */
START_TEST(shares_of_a_site_add_up)
{
	ck_near(walk(6, 1.0 / 3, 1).groups, 2, 1e-9);
}
END_TEST

/* One load a window, which waits at every second turn or in all of the first half of them. Of eight, seven follow
   another. */
static gm_load_waits
turns(bool halves, gm_l1_before *before)
{
	const gm_trace_request request = {.access = GM_TRACE_LOAD, .sectors = 1};
	gm_load_waits sum = {0};
	gm_l1_window window = {.most = GM_TRACE_TOGETHER, .before = before};
	for (int i = 0; i < 8; i++) {
		gm_l1_window_add(&window, &request, (halves ? i < 4 : i % 2) ? &fetched : &found, 0, 1, &sum);
		gm_l1_window_end(&window);
	}
	return sum;
}

START_TEST(a_group_is_held_beside_the_one_before)
{
	gm_l1_before before[2] = {0};
	const gm_load_waits in_turn = turns(false, &before[0]), halves = turns(true, &before[1]);
	ck_near(in_turn.waiting_next, 4, 1e-12);
	ck_near(in_turn.waiting_either, 7, 1e-12);
	ck_near(halves.waiting_next, 3, 1e-12);
	ck_near(halves.waiting_either, 4, 1e-12);
	ck_near(halves.opening_either, 0, 1e-12);
	ck_near(turns(true, NULL).waiting_either, 0, 1e-12);
}
END_TEST

START_TEST(stores_part_nothing)
{
	const gm_trace_request load = {.access = GM_TRACE_LOAD}, store = {.access = GM_TRACE_STORE};
	gm_load_waits sum = {0};
	gm_l1_window window = {.most = GM_TRACE_TOGETHER};
	gm_l1_window_add(&window, &load, &found, 0, 1, &sum);
	gm_l1_window_part(&window, &store, 1);
	ck_assert(gm_l1_window_takes(&window, &load));
	gm_l1_window_part(&window, &load, 1);
	ck_assert(!gm_l1_window_takes(&window, &load));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_window");
	TCase *tests = tcase_create("l1_window");
	tcase_add_test(tests, loads_that_are_parted_wait_by_themselves);
	tcase_add_test(tests, shares_of_a_site_add_up);
	tcase_add_test(tests, a_group_is_held_beside_the_one_before);
	tcase_add_test(tests, stores_part_nothing);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
