#include "model/constant_lanes.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

static gm_constant_lanes lanes; /* too large for a stack that is small */

static void
begin(bool alone)
{
	memset(&lanes, 0, sizeof lanes);
	gm_constant_lanes_begin(&lanes, alone);
}

/* Lane l at `bytes` + l * apart. */
static gm_constant_named
name(uint16_t warp, uint64_t bytes, uint64_t apart)
{
	uint64_t address[GM_LANES_MAX];
	for (uint64_t l = 0; l < GM_LANES_MAX; l++)
		address[l] = bytes + l * apart;
	const gm_warp_instr instr = {.site = 5, .warp = warp, .active = UINT32_MAX, .address = address};
	const gm_constant_set set = gm_constant_set_of(&instr);
	return gm_constant_lanes_name(&lanes, &instr, &set);
}

/* 32 lanes 64 B apart, a line on in each turn: one line is new each time, to the warp and to the block; a second warp that
   does the same brings the block nothing. */
START_TEST(a_turn_names_again_what_the_one_before_did)
{
	begin(false);
	for (uint64_t turn = 0; turn < 4; turn++) {
		const gm_constant_named now = name(0, 64 * turn, 64);
		ck_assert_int_eq(now.lines, 32);
		ck_assert_int_eq(now.renewed, turn == 0 ? 32 : 1);
		ck_assert_int_eq(now.added, turn == 0 ? 32 : 1);
		ck_assert_int_eq(now.compared, 32);
		ck_assert_int_eq(now.distinct, 32);
	}
	for (uint64_t turn = 0; turn < 4; turn++) {
		const gm_constant_named now = name(1, 64 * turn, 64);
		ck_assert_int_eq(now.renewed, turn == 0 ? 32 : 1);
		ck_assert_int_eq(now.added, 0);
		ck_assert_int_eq(now.distinct, 0);
	}
}
END_TEST

START_TEST(later_turns_and_warps_that_stand_for_others_are_not_compared)
{
	begin(false);
	for (int turn = 0; turn < 2 * GM_CONSTANT_TURNS; turn++)
		ck_assert_int_eq(name(0, 0, 0).compared, turn < GM_CONSTANT_TURNS);
	begin(true);
	ck_assert_int_eq(name(0, 0, 0).compared, 0);
	ck_assert_int_eq(name(0, 0, 64).lines, 32);
}
END_TEST

START_TEST(a_block_begins_with_nothing)
{
	begin(false);
	name(0, 0, 64);
	gm_constant_lanes_begin(&lanes, false);
	ck_assert_int_eq(name(0, 0, 64).added, 32);
}
END_TEST

/* Clocks of an SM for each load beyond those in 2 KiB (reports/measured/constant_lookup.csv): places drawn each turn, by every
   warp its own or by all alike; 64 warps of blocks of 32, 16 and 8 of one block. `lines` of a load in the mean; of a turn
   that warps draw apart a block names what so many draws by lot find: all 64, or of 1024 so many. */
static const struct {
	double lines, turn, all, warps, cycles;
} drawn[] = {
	{26.3, 64, 64, 64, 216},      {1, 25.3, 64, 64, 7.4},      {29.1, 128, 128, 64, 512},  {7.7, 110.6, 128, 64, 129},
	{31.3, 644, 1024, 64, 870},   {4, 120.2, 1024, 64, 106},   {1, 31.5, 1024, 64, 26},    {31.3, 399, 1024, 16, 862},
	{1, 15.9, 1024, 16, 27.3},    {31.3, 31.3, 1024, 64, 698}, {15.8, 15.8, 1024, 64, 312}, {7.9, 7.9, 1024, 64, 126},
	{1, 1, 1024, 64, 2.3},        {31.3, 31.3, 1024, 16, 71},  {31.3, 31.3, 1024, 8, 280},
};

START_TEST(warps_that_draw_apart_wait_for_every_line)
{
	const double of_block = drawn[_i].warps > 32 ? 32 : drawn[_i].warps;
	const gm_constant_asked asked = {.loads = of_block,
	                                 .lines = drawn[_i].lines * of_block,
	                                 .renewed = drawn[_i].lines * of_block,
	                                 .added = drawn[_i].all,
	                                 .compared = drawn[_i].lines * of_block,
	                                 .distinct = drawn[_i].turn};
	const gm_constant_place place = {.lines = drawn[_i].all,
	                                 .blocks = 1,
	                                 .warps_per_block = of_block,
	                                 .under_way = drawn[_i].warps};
	const bool little = drawn[_i].cycles < 5;
	ck_near(gm_constant_lanes_cycles(&asked, &place) / of_block, drawn[_i].cycles, little || drawn[_i].warps < 32 ? 0.6 : 0.3);
}
END_TEST

/* Up to 32 lines are there; behind barriers a line is fetched once for its block, a half of 64. */
START_TEST(what_is_there_costs_nothing_and_barriers_keep_warps_in_step)
{
	const gm_constant_asked asked = {.loads = 16, .lines = 256, .renewed = 256, .added = 64, .compared = 256, .distinct = 64};
	gm_constant_place place = {.lines = 32, .blocks = 1, .warps_per_block = 16, .under_way = 64, .in_step = true};
	ck_assert_double_eq(gm_constant_lanes_cycles(&asked, &place), 0);
	place.lines = 64;
	ck_assert_double_eq(gm_constant_lanes_cycles(&asked, &place), 28 * 0.5 * 64);
	place.in_step = false;
	ck_assert_double_gt(gm_constant_lanes_cycles(&asked, &place), 28 * 0.2 * 256);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("constant_lanes");
	TCase *tests = tcase_create("constant_lanes");
	tcase_add_test(tests, a_turn_names_again_what_the_one_before_did);
	tcase_add_test(tests, later_turns_and_warps_that_stand_for_others_are_not_compared);
	tcase_add_test(tests, a_block_begins_with_nothing);
	tcase_add_loop_test(tests, warps_that_draw_apart_wait_for_every_line, 0, ROWS(drawn));
	tcase_add_test(tests, what_is_there_costs_nothing_and_barriers_keep_warps_in_step);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
