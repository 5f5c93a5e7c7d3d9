#include "model/sm_groups.h"

#include "support/near.h"

#include <check.h>

static int64_t
one_for_all(const void *state, int64_t block)
{
	(void)state;
	(void)block;
	return 7;
}

/* Of a grid so many blocks wide. */
static int64_t
row_of(const void *state, int64_t block)
{
	return block / *(const int64_t *)state;
}

static int64_t
column_of(const void *state, int64_t block)
{
	return block % *(const int64_t *)state;
}

static gm_sm_groups
h200(int64_t blocks, int64_t resident)
{
	return (gm_sm_groups){.blocks = blocks, .sms = 132, .resident = resident, .groups = 8, .joined = 4};
}

/* share_tiles on an H200: all blocks read the same tiles, which L2 was asked for so often. */
static const struct {
	int64_t blocks;
	double times;
} rows[] = {{2, 1},   {4, 1},   {8, 2.06}, {16, 10},   {24, 10},
	    {32, 10}, {48, 17}, {64, 17},  {96, 25.2}, {128, 32.5}};

START_TEST(tiles_of_all_blocks_are_fetched_as_often_as_on_the_card)
{
	const gm_sm_groups groups = h200(rows[_i].blocks, 1);
	const double left = 1 - gm_sm_groups_share(&groups, one_for_all, NULL).could_join;
	ck_near(left * (double)rows[_i].blocks, rows[_i].times, 0.065);
}
END_TEST

/* 136 blocks in rows of 68, a block on each of 132 SMs and four more: the first 8 SMs have blocks 0 to 7 and 132 to 135 of
   the other row, each group of 15 or 16 one row or parts of two. Row 0 ends at block 67, in SMs 54 to 69 (8 + 46.5 to 62):
   13 of row 0 and 2 of row 1, if 54 is the first. By hand: first SMs of groups 1 to 8 are 8, 24, 39, 55, 70, 86, 101,
   117. Left over: row 0 8 readers, 2 fetches; row 1 4, 1. Groups of 16, 15: 4 each, but that of 55 to 69: 13 of row
   0, 4 fetches, and 2 of row 1, 1. So 2 + 1 + 7 * 4 + 5 = 36 of 136 are left. */
START_TEST(rows_join_within_groups)
{
	const int64_t width = 68;
	const gm_sm_groups groups = h200(136, 2);
	ck_near(gm_sm_groups_share(&groups, row_of, &width).could_join, 1 - 36. / 136, 1e-9);
}
END_TEST

/* Blocks of a column that is 132 blocks wide are on one SM: it fetches once for itself, and nobody else has them. One that
   is 133 wide has its second block on the next SM: 132 columns of 264 blocks, of which 131 have two SMs, and they join where
   both are of one group: not over the 8 ends of groups, so 131 - 8 = 123 times. */
START_TEST(columns_join_where_neighbours_have_them)
{
	const int64_t same = 132, next = 131;
	const gm_sm_groups groups = h200(264, 2);
	ck_near(gm_sm_groups_share(&groups, column_of, &same).could_join, 0, 1e-9);
	ck_near(gm_sm_groups_share(&groups, column_of, &same).sharers, 1, 1e-9);
	ck_assert(gm_sm_groups_share(&groups, column_of, &next).could_join > 123. / 264 - 0.01);
	ck_assert(gm_sm_groups_share(&groups, column_of, &next).could_join < 125. / 264);
}
END_TEST

/* crossing on an H200: rows of 16 blocks, 2 on an SM. Blocks of a column are 16 apart, so neighbours of one group have none in
   common but by their second blocks, which are 132 later: 4 columns further. */
START_TEST(blocks_that_run_in_turn_join_with_those_of_their_round)
{
	const int64_t width = 16;
	gm_sm_groups groups = h200(264, 2);
	ck_assert_double_gt(gm_sm_groups_share(&groups, column_of, &width).could_join, 0.4);
	ck_near(gm_sm_groups_share(&groups, row_of, &width).could_join, 0.71, 0.02);
	const double all = gm_sm_groups_share(&groups, column_of, &width).groups;
	groups.in_turn = true;
	ck_assert_double_lt(gm_sm_groups_share(&groups, column_of, &width).could_join, 0.03);
	ck_near(gm_sm_groups_share(&groups, row_of, &width).could_join, 0.71, 0.02);
	ck_near(gm_sm_groups_share(&groups, column_of, &width).groups, all, 1e-9);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sm_groups");
	TCase *tests = tcase_create("sm_groups");
	tcase_add_loop_test(tests, tiles_of_all_blocks_are_fetched_as_often_as_on_the_card, 0,
			    (int)(sizeof rows / sizeof *rows));
	tcase_add_test(tests, rows_join_within_groups);
	tcase_add_test(tests, columns_join_where_neighbours_have_them);
	tcase_add_test(tests, blocks_that_run_in_turn_join_with_those_of_their_round);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
