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

/* What a thread has loaded or made stores in a row (items.csv, on an H200, 64 warps on an SM, 8 and 16 lines): how warps come to
   it, pieces, whether they are of more than 4 bytes, and what joins. */
typedef enum coming { IN_STEP, STAGGERED, BEHIND } coming;
static const struct {
	coming how;
	int stores, lines;
	bool wide;
	double joined;
} items[] = {
        {IN_STEP, 2, 8, true, 0.09},   {IN_STEP, 4, 8, true, 0.07},    {IN_STEP, 8, 8, false, 0.14},
        {IN_STEP, 4, 16, true, 0.00},  {STAGGERED, 2, 8, true, 0.96},  {STAGGERED, 4, 8, true, 0.94},
        {STAGGERED, 8, 8, false, 0.97}, {STAGGERED, 4, 16, true, 0.10}, {STAGGERED, 8, 16, true, 0.09},
        {BEHIND, 2, 8, true, 0.59},    {BEHIND, 4, 8, true, 0.53},     {BEHIND, 8, 8, false, 0.45},
        {BEHIND, 4, 16, true, 0.01},   {BEHIND, 8, 16, true, 0.05},
};

/* Full and free, of stores of all sectors of so many lines, each joining the one before. */
static gm_l1_joins
share_with(int stores, int lines, int warps, gm_trace_request kind)
{
	gm_trace_run run = {.sector = 0, .count = 4 * lines};
	const gm_trace trace = {.runs = &run, .runs_count = 1, .warps_count = 8};
	gm_l1_joins sum = {0, 0, 0};
	for (int k = 1; k < stores; k++) {
		const gm_trace_request last = {.access = GM_TRACE_STORE, .runs_count = 1};
		gm_trace_request request = kind;
		request.access = GM_TRACE_STORE;
		request.runs_count = 1;
		request.row = (uint8_t)k;
		const gm_l1_joins one = gm_l1_joined(&trace, &last, 0, &request, 0, warps);
		sum.full += one.full / (4 * lines) / (stores - 1);
		sum.free += one.free / (4 * lines) / (stores - 1);
		sum.shared += one.shared;
	}
	return sum;
}

static gm_l1_joins
share_of(int stores, int lines, int warps, bool paced)
{
	return share_with(stores, lines, warps, (gm_trace_request){.paced = paced});
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

START_TEST(stores_of_what_is_there_join_as_warps_come)
{
	const gm_trace_request kind = {.in_step = items[_i].how == IN_STEP, .staggered = items[_i].how == STAGGERED,
	                               .behind = items[_i].how == BEHIND, .wide = items[_i].wide};
	const gm_l1_joins joins = share_with(items[_i].stores, items[_i].lines, 64, kind);
	ck_assert_double_eq_tol(joins.full, items[_i].joined, 0.16);
	ck_assert_double_eq_tol(joins.shared, (items[_i].stores - 1) * 4 * items[_i].lines, 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_joins");
	TCase *cases = tcase_create("l1_joins");
	tcase_add_loop_test(cases, stores_behind_loads_that_l1_has_join, 0, sizeof members / sizeof *members);
	tcase_add_loop_test(cases, stores_of_what_is_there_join_as_warps_come, 0, sizeof items / sizeof *items);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
