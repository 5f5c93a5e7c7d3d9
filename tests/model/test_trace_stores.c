#include "model/trace_stores.h"

#include "support/near.h"

/* A load of this number from there, or an instruction that needs one. */
static void
load(gm_trace_stores *s, uint32_t number, uint64_t address)
{
	gm_trace_stores_pass(s, &(gm_trace_stores_step){.loads = number, .address = &address});
}

static void
step(gm_trace_stores *s, gm_trace_stores_step step)
{
	gm_trace_stores_pass(s, &step);
}

static gm_trace_request
store(gm_trace_stores *s, uint32_t needed)
{
	gm_trace_request request = {.access = GM_TRACE_STORE};
	gm_trace_stores_add(s, needed, &request);
	return request;
}

/* Members of a structure come in one line; values of several arrays do not. */
START_TEST(stores_wait_anew_for_loads_of_other_lines)
{
	gm_trace_stores s = {0};
	load(&s, 1, 1024);
	load(&s, 2, 1028);
	load(&s, 3, 4096);
	ck_assert(store(&s, 1).fresh);
	const gm_trace_request beside = store(&s, 2), other = store(&s, 3), again = store(&s, 2);
	ck_assert(beside.fresh && !beside.far);
	ck_assert(other.fresh && other.far);
	ck_assert(!again.fresh && !again.far);
}
END_TEST

/* What was loaded at once may come apart; of a line that the warp has waited for L1 has the rest: behind a division that
   branches, or where the first says from where the second is loaded. Of another line it has not. What is loaded behind the
   last store is waited for. */
START_TEST(what_l1_has_is_not_waited_for)
{
	gm_trace_stores s = {0};
	const uint64_t near[] = {1028, 1032}, apart = 4096;
	load(&s, 1, 1024);
	if (_i == 0)
		step(&s, (gm_trace_stores_step){.load = 1, .loads = 1, .ends = true});
	const uint32_t needed = _i == 1 ? 1 : 0;
	step(&s, (gm_trace_stores_step){.load = needed, .loads = 2, .address = &near[0]});
	step(&s, (gm_trace_stores_step){.load = needed, .loads = 3, .address = &near[1]});
	step(&s, (gm_trace_stores_step){.load = needed, .loads = 4, .address = &apart});
	store(&s, 1);
	const gm_trace_request second = store(&s, 2), third = store(&s, 3), last = store(&s, 4);
	ck_assert(second.paced == (_i < 2) && second.fresh == (_i == 2));
	ck_assert(third.paced == (_i < 2) && third.fresh == (_i == 2));
	ck_assert(last.fresh && last.far && !last.paced);
	step(&s, (gm_trace_stores_step){.load = needed, .loads = 5, .address = &near[1]});
	const gm_trace_request behind = store(&s, 5);
	ck_assert(behind.fresh && !behind.paced);
}
END_TEST

START_TEST(what_stands_before_the_end_of_a_window_has_waited)
{
	gm_trace_stores s = {0};
	load(&s, 1, 0);
	load(&s, 2, 512);
	step(&s, (gm_trace_stores_step){.load = 2, .loads = 2, .ends = true});
	ck_assert(!store(&s, 2).fresh);
}
END_TEST

START_TEST(stores_behind_a_barrier_are_in_step_until_a_warp_waits_for_a_load)
{
	gm_trace_stores s = {0};
	load(&s, 1, 0);
	ck_assert(!store(&s, 1).in_step);
	step(&s, (gm_trace_stores_step){.loads = 1, .barrier = true});
	ck_assert(store(&s, 1).in_step);
	load(&s, 2, 512);
	ck_assert(store(&s, 0).in_step);
	ck_assert(store(&s, 2).fresh);
	step(&s, (gm_trace_stores_step){.load = 2, .loads = 2});
	ck_assert(!store(&s, 0).in_step);
}
END_TEST

START_TEST(stores_in_a_row_are_counted_from_a_branch_or_barrier_on)
{
	gm_trace_stores s = {0};
	for (int i = 0; i < 3; i++) {
		const gm_trace_request r = store(&s, 0);
		ck_assert_int_eq(r.row, i);
		ck_assert(!r.apart);
	}
	step(&s, (gm_trace_stores_step){.parts = true});
	const gm_trace_request first = store(&s, 0);
	ck_assert_int_eq(first.row, 0);
	ck_assert(first.apart);
	ck_assert_int_eq(store(&s, 0).row, 1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_stores");
	TCase *cases = tcase_create("trace_stores");
	tcase_add_test(cases, stores_wait_anew_for_loads_of_other_lines);
	tcase_add_loop_test(cases, what_l1_has_is_not_waited_for, 0, 3);
	tcase_add_test(cases, what_stands_before_the_end_of_a_window_has_waited);
	tcase_add_test(cases, stores_behind_a_barrier_are_in_step_until_a_warp_waits_for_a_load);
	tcase_add_test(cases, stores_in_a_row_are_counted_from_a_branch_or_barrier_on);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
