#include "model/l1_joins.h"

#include "support/near.h"

/* A million structures whose members are changed in place, all of a line awaited before the members that are stored are
   loaded (after.csv, kinds 1 and 3, on an H200): stores of a thread in a row, lines of a store, warps on an SM, and of what can
   join what does: in the mean of three kernels. */
static const struct {
	int stores, lines, warps;
	double joined;
} members[] = {
        {2, 8, 64, 0.93}, {3, 8, 8, 1.0},   {3, 8, 16, 0.99}, {3, 8, 32, 0.85}, {3, 8, 64, 0.82},  {6, 7, 16, 0.96},
        {6, 7, 32, 0.86}, {6, 7, 64, 0.73}, {6, 8, 64, 0.65}, {3, 16, 64, 0.17}, {6, 16, 64, 0.11},
};

/* Full and free, of stores of all sectors of so many lines, each joining the one before. */
static gm_l1_joins
share_of(int stores, int lines, int warps, bool paced)
{
	gm_trace_run run = {.sector = 0, .count = 4 * lines};
	const gm_trace trace = {.runs = &run, .runs_count = 1, .warps_count = 8};
	gm_l1_joins sum = {0, 0, 0};
	for (int k = 1; k < stores; k++) {
		const gm_trace_request last = {.access = GM_TRACE_STORE, .runs_count = 1};
		const gm_trace_request request = {
		        .access = GM_TRACE_STORE, .runs_count = 1, .row = (uint8_t)k, .paced = paced};
		const gm_l1_joins one = gm_l1_joined(&trace, &last, 0, &request, 0, warps);
		sum.full += one.full / (4 * lines) / (stores - 1);
		sum.free += one.free / (4 * lines) / (stores - 1);
	}
	return sum;
}

START_TEST(stores_behind_loads_that_l1_has_join)
{
	const gm_l1_joins paced = share_of(members[_i].stores, members[_i].lines, members[_i].warps, true);
	ck_assert_double_eq_tol(paced.full, members[_i].joined, 0.14);
	ck_assert_double_eq_tol(paced.free, members[_i].joined, 0.14);
	/* not what a queue does that stores alone fill */
	if (members[_i].lines <= 8)
		ck_assert_double_lt(share_of(members[_i].stores, members[_i].lines, members[_i].warps, false).full,
		                    members[_i].joined - 0.3);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_joins");
	TCase *cases = tcase_create("l1_joins");
	tcase_add_loop_test(cases, stores_behind_loads_that_l1_has_join, 0, sizeof members / sizeof *members);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
