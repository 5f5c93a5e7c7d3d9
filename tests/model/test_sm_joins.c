#include "model/sm_joins.h"

#include "support/device.h"
#include "support/near.h"

#include <math.h>

/* 132 SMs read the same in groups of 16 and 17, or rows of 16 in two groups: could_join as tests/model/test_sm_groups.c has
   it. */
static const gm_sm_sharing all_share = {0.727, 16.5, 8}, rows_share = {0.705, 8.5, 2};

/* tiles on an H200: 64 tiles, each read by a block of 256 threads on every SM, between them reads of shared memory.
   Blocks of an SM, passes through its banks (its counter), clocks that one block took and that all took, caches; sectors that
   L2 read over those that came to the SMs. The last three are of crossing: blocks in rows of 16 that read the same. */
static const struct {
	double resident, passes, alone, all;
	bool cold;
	double left, within;
	bool by_rows;
} rows[] = {
	{1, 1169, 54335, 54335, false, 0.261, 0.06, false},   {1, 34064, 110943, 110943, false, 0.341, 0.06, false},
	{1, 34064, 133760, 133760, true, 0.263, 0.06, false}, {1, 132368, 350127, 350127, true, 0.263, 0.06, false},
	{2, 18950, 54127, 61578, false, 0.417, 0.08, false},  {2, 68096, 110943, 145485, false, 0.548, 0.12, false},
	{2, 68096, 133760, 163023, true, 0.264, 0.09, false}, {4, 37955, 77443, 95742, true, 0.285, 0.09, false},
	{4, 136297, 133760, 267650, true, 0.506, 0.06, false}, {8, 76070, 77443, 168255, true, 0.489, 0.06, false},
	{2, 264729, 350127, 487026, true, 0.497, 0.16, false}, {4, 529526, 350127, 946365, true, 0.719, 0.13, false},
	{8, 1059098, 350127, 1828526, true, 0.766, 0.06, false},
	{4, 136297, 110943, 267868, false, 0.674, 0.08, false}, {4, 529524, 331548, 946821, false, 0.780, 0.06, false},
	{8, 76038, 54127, 164955, false, 0.701, 0.09, false}, {8, 272673, 110943, 499939, false, 0.744, 0.06, false},
	{8, 272673, 133760, 501553, true, 0.611, 0.06, false}, {8, 1059096, 331548, 1825900, false, 0.830, 0.06, false},
	{2, 68096, 144100, 156600, true, 0.28, 0.07, true},
	{8, 272673, 144100, 441500, true, 0.41, 0.07, true},
	{8, 1059096, 398600, 1572000, true, 0.49, 0.07, true},
};

START_TEST(as_much_is_left_as_on_the_card)
{
	const double resident = rows[_i].resident;
	const gm_sm_pace pace = {.blocks = 132 * resident,
				 .resident = resident,
				 .warps = 8 * resident,
				 .passes = rows[_i].passes,
				 .loads = 64,
				 .busy_cycles = resident > 1 ? rows[_i].all : rows[_i].all / 2,
				 .alone_cycles = rows[_i].alone,
				 .first_ratio = 1,
				 .opening = rows[_i].cold ? 1 : 0,
				 .missed = 1,
				 .barriers = true};
	const gm_sm_joins joins = gm_sm_joins_evaluate(device, &pace);
	const double left = 1 - gm_sm_joins_of(device, &joins, &pace, rows[_i].by_rows ? rows_share : all_share, 132).ratio;
	ck_assert_msg(left > rows[_i].left - rows[_i].within && left < rows[_i].left + rows[_i].within,
		      "%.3f left, measured %.3f", left, rows[_i].left);
}
END_TEST

/* Blocks of 256 threads that do little between two tiles: what L2 read over what came to the SMs, of groups of 8 and 32
   neighbours, by blocks of an SM, tiles and blocks (issuing with 16 tiles, share_tiles with 64; those of 16 rounds and more
   share_tiles). */
static const struct {
	double resident, loads, blocks, sharing, could_join, left, within;
} rounds[] = {
	{8, 32, 2112, 32, 0.74, 0.426, 0.12},   {8, 32, 16896, 32, 0.74, 0.768, 0.06}, {8, 32, 67584, 32, 0.74, 0.795, 0.06},
	{8, 32, 67584, 8, 0.72, 0.959, 0.05},   {8, 16, 2112, 8, 0.72, 0.403, 0.06},   {8, 16, 4224, 8, 0.72, 0.535, 0.06},
	{8, 16, 2112, 32, 0.74, 0.388, 0.06},   {8, 16, 4224, 32, 0.74, 0.439, 0.1},  {8, 64, 4224, 8, 0.72, 0.373, 0.06},
	{8, 64, 4224, 32, 0.74, 0.312, 0.08},   {1, 16, 264, 8, 0.72, 0.284, 0.06},    {1, 16, 528, 8, 0.72, 0.334, 0.06},
	{1, 16, 2112, 8, 0.72, 0.428, 0.08},    {1, 16, 528, 32, 0.74, 0.288, 0.06},   {1, 16, 2112, 32, 0.74, 0.332, 0.12},
	{8, 32, 67584, 1, 0, 1, 1e-9},
};

START_TEST(later_rounds_join_less)
{
	const gm_sm_pace pace = {.blocks = rounds[_i].blocks,
				 .resident = rounds[_i].resident,
				 .warps = 8 * rounds[_i].resident,
				 .passes = 1000,
				 .loads = rounds[_i].loads,
				 .busy_cycles = 1000,
				 .alone_cycles = 30000,
				 .missed = 1,
				 .barriers = true,
				 .first_ratio = 132 * rounds[_i].resident / rounds[_i].blocks};
	const gm_sm_joins joins = gm_sm_joins_evaluate(device, &pace);
	const gm_sm_sharing first = {rounds[_i].could_join, fmin(16.5, rounds[_i].sharing), 8};
	const double left = 1 - gm_sm_joins_of(device, &joins, &pace, first, rounds[_i].sharing).ratio;
	ck_assert_msg(left > rounds[_i].left - rounds[_i].within && left < rounds[_i].left + rounds[_i].within,
		      "%.3f left, measured %.3f", left, rounds[_i].left);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sm_joins");
	TCase *tests = tcase_create("sm_joins");
	tcase_add_unchecked_fixture(tests, load_device, free_device);
	tcase_add_loop_test(tests, as_much_is_left_as_on_the_card, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_loop_test(tests, later_rounds_join_less, 0, (int)(sizeof rounds / sizeof *rounds));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
