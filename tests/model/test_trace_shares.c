#include "model/trace_shares.h"

#include "support/near.h"

#define WHOLE UINT32_MAX

/* Sectors 4 to 7 whole, 8 and 10 in part, 12 whole and 13 in part, all by one store: of lines 1, 2 and 3 two are
   written in part. Another one has sector 3 of line 0 in part and sector 4 of line 1; loads and local memory are left
   out. Together 3 lines for 10 sectors, of which 4 are pieces. */
static gm_trace_run runs[] = {{4, 5}, {10, 1}, {12, 2}, {3, 2}, {100, 2}};
static uint32_t masks[] = {WHOLE, WHOLE, WHOLE, WHOLE, 1, 2, WHOLE, 0xffff, 4, WHOLE};
static gm_trace_request requests[] = {
	{.access = GM_TRACE_STORE, .first_run = 0, .runs_count = 3, .sectors = 8, .first_mask = 0},
	{.access = GM_TRACE_STORE, .first_run = 3, .runs_count = 1, .sectors = 2, .first_mask = 8},
	{.access = GM_TRACE_LOAD, .first_run = 4, .runs_count = 1, .sectors = 2},
	{.access = GM_TRACE_STORE, .local = true, .first_run = 4, .runs_count = 1, .sectors = 2},
};

START_TEST(lines_of_which_a_sector_is_written_in_part)
{
	const gm_grid_trace grid = {
		.here = {.runs = runs, .masks = masks, .requests = requests, .requests_count = 4}};
	ck_near(gm_trace_part_lines(&grid), 3.0 / 10, 1e-12);
	ck_near(gm_trace_share_of_pieces(&grid), 4.0 / 10, 1e-12);
}
END_TEST

START_TEST(without_stores_there_are_none)
{
	const gm_grid_trace grid = {.here = {.runs = runs, .requests = requests + 2, .requests_count = 2}};
	ck_assert_double_eq(gm_trace_part_lines(&grid), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("trace_shares");
	TCase *tests = tcase_create("trace_shares");
	tcase_add_test(tests, lines_of_which_a_sector_is_written_in_part);
	tcase_add_test(tests, without_stores_there_are_none);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
