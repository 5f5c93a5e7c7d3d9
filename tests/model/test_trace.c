#include "model/trace.h"

#include "model/traced.h"
#include "support/near.h"

/* Stores of the first block's last warp, and those that wait for a load that none before has waited for. */
typedef struct stores {
	int all, fresh, in_step, staggered;
} stores;

static stores
stores_of(const char *file, const gm_ptx_launch *launch)
{
	stores found = {0, 0, 0, 0};
	traced t = traced_ptx(file, launch);
	const gm_program *program = &t.trace->here.warps[t.trace->here.warps_count - 1];
	for (size_t i = 0; i < program->count; i++) {
		const gm_trace_request *r = &t.trace->here.requests[program->steps[i].index];
		if (program->steps[i].kind != GM_STEP_REQUEST || r->access != GM_TRACE_STORE)
			continue;
		found.all++;
		found.fresh += r->fresh;
		found.in_step += r->in_step;
		found.staggered += r->staggered;
	}
	traced_dispose(&t);
	return found;
}

/* Three values loaded one after the other, stored side by side: each store waits for its own. */
START_TEST(stores_of_what_was_just_loaded_wait_for_it)
{
	const stores s = stores_of("ferry", &(gm_ptx_launch){.entry = "dup_zip_three",
	                                                     .grid = {4, 1, 1},
	                                                     .block = {256, 1, 1},
	                                                     .arguments = (const char *[]){"f32[1024]", "f32[1024]", "f32[1024]",
	                                                                                   "f32[3072]", "s32=1024"},
	                                                     .arguments_count = 5});
	ck_assert_int_eq(s.all, 3);
	ck_assert_int_eq(s.fresh, 3);
}
END_TEST

/* Eight columns of a matrix are worked out one after the other with roots and divisions, which branch; then all are stored. */
START_TEST(stores_behind_branches_find_their_loads_done)
{
	const stores s = stores_of("tiny", &(gm_ptx_launch){.entry = "sys_cholesky_8",
	                                                    .grid = {4, 1, 1},
	                                                    .block = {128, 1, 1},
	                                                    .arguments = (const char *[]){"f32[4096]:random", "f32[4096]", "s32=64"},
	                                                    .arguments_count = 3});
	ck_assert_int_eq(s.all, 8);
	ck_assert_int_eq(s.fresh, 0);
}
END_TEST

/* Each warp adds the sums of those before it, then stores twice: the last does so later than the first. It alone stores the
   block's sum. */
START_TEST(warps_that_do_more_since_the_barrier_are_not_in_step)
{
	const stores s = stores_of("orders", &(gm_ptx_launch){.entry = "order_prefix",
	                                                      .grid = {4, 1, 1},
	                                                      .block = {256, 1, 1},
	                                                      .arguments = (const char *[]){"s32[8192]", "s32[8192]", "s32[4]"},
	                                                      .arguments_count = 3});
	ck_assert_int_eq(s.all, 3);
	ck_assert_int_eq(s.in_step, 1);
	ck_assert_int_eq(s.staggered, 2);
}
END_TEST

/* All but the first warp read a sum more before they store twice: seven of eight are in step. The last stores the block's sum. */
START_TEST(warps_of_which_one_does_less_are_in_step)
{
	const stores s = stores_of("running", &(gm_ptx_launch){.entry = "cum_eight_each",
	                                                      .grid = {4, 1, 1},
	                                                      .block = {256, 1, 1},
	                                                      .arguments = (const char *[]){"s32[8192]", "s32[8192]", "s32[4]"},
	                                                      .arguments_count = 3});
	ck_assert_int_eq(s.all, 3);
	ck_assert_int_eq(s.in_step, 3);
	ck_assert_int_eq(s.staggered, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace");
	TCase *cases = tcase_create("trace");
	tcase_add_test(cases, stores_of_what_was_just_loaded_wait_for_it);
	tcase_add_test(cases, stores_behind_branches_find_their_loads_done);
	tcase_add_test(cases, warps_that_do_more_since_the_barrier_are_not_in_step);
	tcase_add_test(cases, warps_of_which_one_does_less_are_in_step);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
