#include "model/constants.h"

#include "base/memory.h"
#include "support/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* Clocks for each turn of a warp on an H200, of an SM by LDC, else of a quarter.
   By LDC, 64 warps, 256 B a step (constant_walk): 5.8, 11.6 and 16.4, less 2.3 in 2 KiB. From a register, 4 B a
   step, 8 KiB (constant_walk): 24 warps 5.9 and 28, 40 warps 21 and 25, 64 warps 25 and 29, half of the way between
   as they start and far out of step, less 3.7 in 256 B, four times. The same in 8 KiB by turns of 16 B, of 256 B
   of whose lines each it reads a word, and of 64 and 128 B (constants_straight: `rolled`), and places (`straight`
   of 256 words 64 B apart; `cyclic` of 192 in 48 and 32 lines, less what 12 lines take). */
static const struct {
	gm_constant_by by;
	double room, requests, fresh, lines, warps, cycles;
} measured[] = {
	{GM_CONSTANT_BY_LANES, 32, 1, 1, 1024, 64, 14.1},       {GM_CONSTANT_BY_LANES, 32, 1, 1, 512, 64, 9.3},
	{GM_CONSTANT_BY_LANES, 32, 1, 1, 32, 64, 0},            {GM_CONSTANT_BY_REGISTER, 4, 1, 0.0625, 128, 6, 53.2},
	{GM_CONSTANT_BY_REGISTER, 4, 1, 0.0625, 128, 10, 77.2}, {GM_CONSTANT_BY_REGISTER, 4, 1, 0.0625, 128, 16, 93.2},
	{GM_CONSTANT_BY_REGISTER, 4, 1, 0.0625, 4, 16, 0},      {GM_CONSTANT_BY_REGISTER, 4, 1, 0.25, 128, 16, 111.4},
	{GM_CONSTANT_BY_REGISTER, 16, 4, 4, 128, 1, 533},       {GM_CONSTANT_BY_REGISTER, 16, 4, 4, 128, 4, 137},
	{GM_CONSTANT_BY_REGISTER, 16, 4, 4, 128, 16, 42.4},     {GM_CONSTANT_BY_REGISTER, 16, 4, 4, 8, 16, 0},
	{GM_CONSTANT_BY_REGISTER, 4, 1, 1, 128, 1, 133.5},      {GM_CONSTANT_BY_REGISTER, 4, 1, 1, 128, 4, 43.9},
	{GM_CONSTANT_BY_REGISTER, 8, 2, 2, 128, 1, 267},        {GM_CONSTANT_BY_REGISTER, 8, 2, 2, 128, 4, 75.4},
	{GM_CONSTANT_BY_REGISTER, 8, 2, 2, 128, 16, 140},       {GM_CONSTANT_BY_PLACE, 32, 256, 256, 256, 1, 34142},
	{GM_CONSTANT_BY_PLACE, 32, 256, 256, 256, 4, 8788},     {GM_CONSTANT_BY_PLACE, 32, 256, 256, 256, 16, 2615},
	{GM_CONSTANT_BY_PLACE, 32, 192, 192, 48, 1, 20506},     {GM_CONSTANT_BY_PLACE, 32, 192, 192, 48, 4, 4944},
	{GM_CONSTANT_BY_PLACE, 32, 192, 192, 48, 16, 1081},     {GM_CONSTANT_BY_PLACE, 32, 192, 192, 32, 16, 0},
};

START_TEST(lines_are_fetched_again_when_others_have_come_between)
{
	const gm_constant_use use = {.requests = measured[_i].requests,
	                             .fresh = measured[_i].fresh,
	                             .lines = measured[_i].lines,
	                             .room = measured[_i].room,
	                             .warps = measured[_i].warps,
	                             .groups = measured[_i].warps};
	const bool lanes = measured[_i].by == GM_CONSTANT_BY_LANES;
	const double cycles = gm_constant_misses(measured[_i].by, &use) *
	                      (lanes ? GM_CONSTANT_SM_FETCH_CYCLES : GM_CONSTANT_FETCH_CYCLES);
	if (measured[_i].cycles == 0)
		ck_assert_double_eq(cycles, 0);
	else
		ck_near(cycles, measured[_i].cycles, lanes ? 0.75 : 0.42);
}
END_TEST

/* Clocks of a quarter for each turn of a warp through one set, less none: turns of 64 and 36 B that 8 and 9
   instructions load, with 16 and 4 warps (constants_straight: `rolled`, 8 KiB), 8 with 4 multiply-adds between, sums
   over a table of 6 KiB by 4 instructions to half a line and 8 to a line (constant_turns: `close` in step; `bodies`,
   waves and words), with 12 and 16. */
static const struct {
	double again, fresh, lines, warps, cycles;
} turns[] = {{6, 1, 128, 16, 506},   {7, 0.56, 128, 16, 572}, {6, 1, 128, 4, 42.9},   {7, 0.56, 128, 4, 42.4},
             {6, 1, 128, 12, 415},   {6, 1, 128, 16, 440},    {2, 0.5, 96, 12, 215}, {2, 0.5, 96, 16, 213},
             {6, 1, 96, 12, 641},    {6, 1, 96, 16, 614}};

START_TEST(the_line_of_a_turn_is_gone_for_its_next_instruction)
{
	const gm_constant_use use = {.requests = 1,
	                             .fresh = turns[_i].fresh,
	                             .again = turns[_i].again,
	                             .lines = turns[_i].lines,
	                             .room = GM_CONSTANT_SET_LINES,
	                             .warps = turns[_i].warps,
	                             .groups = turns[_i].warps};
	ck_near(gm_constant_misses(GM_CONSTANT_BY_REGISTER, &use) * GM_CONSTANT_FETCH_CYCLES, turns[_i].cycles, 0.45);
}
END_TEST

/* Clocks of a quarter for each turn of a warp beyond those with 4 warps, six rounds of blocks, or one (8 KiB,
   reports/measured/constant_structures.csv): a structure of 16 B a turn whose halves are waited for one after the
   other, and four, by eight instructions to a line; 16 and 12 warps. */
static const struct {
	double again, fresh, rounds, warps, cycles;
} rounds[] = {{1, 0.25, 6, 16, 234}, {1, 0.25, 6, 12, 222}, {1, 0.25, 1, 16, 193},
              {6, 1, 6, 16, 932},    {6, 1, 6, 12, 715}};

START_TEST(blocks_behind_the_first_round_are_out_of_step)
{
	const gm_constant_use use = {.requests = 1,
	                             .fresh = rounds[_i].fresh,
	                             .again = rounds[_i].again,
	                             .lines = 128,
	                             .room = GM_CONSTANT_SET_LINES,
	                             .warps = rounds[_i].warps,
	                             .groups = rounds[_i].warps,
	                             .rounds = rounds[_i].rounds};
	ck_near(gm_constant_misses(GM_CONSTANT_BY_REGISTER, &use) * GM_CONSTANT_FETCH_CYCLES, rounds[_i].cycles, 0.25);
}
END_TEST

/* Clocks of an SM for each tap of a warp, 16 warps on a quarter, four rounds of blocks, at the same time as what those
   with 64 taps take, which are all there (reports/measured/constant_filters.csv): a tap a turn, samples side by side; and sixteen, which are eight
   instructions, samples 2 and 4 apart: the 32 and 64 passes of L1 are 128 and 256 clocks of a quarter. */
static const struct {
	double requests, again, taps, groups, apart, there, cycles;
} filters[] = {{16, 0, 96, 16, 0, 3, 24.9},   {16, 0, 128, 16, 0, 3, 27.1},  {16, 0, 512, 16, 0, 3, 28.3},
               {16, 0, 128, 8, 0, 3, 19.1},   {16, 0, 200, 8, 0, 3, 21.6},   {16, 0, 512, 8, 0, 3, 24.4},
               {16, 0, 128, 4, 0, 2.9, 2.7},  {16, 0, 512, 4, 0, 2.9, 21.2}, {16, 0, 200, 2, 0, 3, 2.6},
               {1, 7, 128, 16, 128, 2.4, 4.8}, {1, 7, 200, 16, 128, 2.4, 13.9}, {1, 7, 128, 8, 128, 2.5, 2.2},
               {1, 7, 200, 8, 128, 2.5, 3.4},  {1, 7, 512, 8, 128, 2.5, 11.2},  {1, 7, 200, 4, 128, 2.3, 2},
               {1, 7, 512, 16, 256, 4.3, 3.8}, {1, 7, 512, 8, 256, 4.2, 3.7}};

enum { TAPS_OF_LINE = 16, QUARTERS = 4 };

/* What fetching takes of a tap; all but the lines and the room is told of one line. */
static double
fetching_of_tap(gm_constant_use use, double taps)
{
	use.fresh = 1;
	use.lines = ceil(taps / TAPS_OF_LINE);
	use.room = GM_CONSTANT_SET_LINES;
	return gm_constant_misses(GM_CONSTANT_BY_REGISTER, &use) * GM_CONSTANT_FETCH_CYCLES / TAPS_OF_LINE / QUARTERS;
}

START_TEST(blocks_of_many_warps_walk_in_step)
{
	const gm_constant_use use = {.requests = filters[_i].requests,
	                             .again = filters[_i].again,
	                             .warps = 16,
	                             .groups = filters[_i].groups,
	                             .rounds = 4,
	                             .apart_cycles = filters[_i].apart};
	ck_near(fmax(filters[_i].there, fetching_of_tap(use, filters[_i].taps)), filters[_i].cycles, 0.6);
}
END_TEST

/* The same of sixteen taps a turn where an SM has half the warps or one round: those that load samples, too, fall apart from
   the first on. */
static const struct {
	double warps, groups, rounds, taps, apart, cycles;
} few[] = {{8, 8, 0.5, 512, 0, 4.2},  {8, 8, 0.5, 200, 64, 7.2},   {8, 8, 0.5, 512, 64, 8.9},
           {8, 8, 0.5, 200, 128, 8},  {8, 8, 0.5, 512, 128, 10.1}, {16, 16, 1, 512, 128, 13.3},
           {16, 16, 1, 512, 0, 10.0}, {16, 16, 1, 200, 64, 11.6}, {16, 16, 1, 512, 64, 12.8},
           {16, 8, 1, 200, 64, 7.6},  {16, 8, 1, 512, 64, 10.1},  {16, 16, 4, 512, 64, 14.1}};

START_TEST(warps_that_wait_for_samples_fall_apart_sooner)
{
	const gm_constant_use use = {.requests = 1,
	                             .again = 7,
	                             .warps = few[_i].warps,
	                             .groups = few[_i].groups,
	                             .rounds = few[_i].rounds,
	                             .apart_cycles = few[_i].apart};
	ck_near(fetching_of_tap(use, few[_i].taps), few[_i].cycles, 0.4);
}
END_TEST

/* Of 16 B, one by ULDC: the other is LDC; both by ULDC: none is; all by LDC: they are no rest. */
START_TEST(what_uniform_registers_leave_of_a_load_comes_by_others)
{
	static const struct {
		uint8_t sets, loads;
		int beside;
	} rows[] = {{1, 1, 1}, {1, 2, 0}, {0, 0, 0}, {GM_ISSUE_CONSTANT_PLACED, 1, 0}};
	const gm_site site = {.operation = GM_LOAD, .space = GM_CONSTANT, .access_bytes = 16};
	const gm_issue issue = {.constant_sets = rows[_i].sets, .constant_loads = rows[_i].loads};
	ck_assert_int_eq(gm_constant_loads_beside(&site, &issue), rows[_i].beside);
}
END_TEST

/* All lanes at `bytes`, or lane l at bytes + l * apart. */
static gm_constant_lines
name_by(gm_constant_places *places, uint32_t site, uint64_t bytes, uint64_t apart, gm_constant_way way)
{
	uint64_t address[GM_LANES_MAX];
	for (uint64_t l = 0; l < GM_LANES_MAX; l++)
		address[l] = bytes + l * apart;
	const gm_warp_instr instr = {.site = site, .active = UINT32_MAX, .address = address};
	const gm_constant_set set = gm_constant_set_of(&instr);
	return gm_constant_places_name(places, &instr, &set, way);
}

static gm_constant_lines
name(gm_constant_places *places, uint32_t site, uint64_t bytes, uint64_t apart)
{
	return name_by(places, site, bytes, apart, (gm_constant_way){.by = GM_CONSTANT_BY_REGISTER, .loads = 1});
}

START_TEST(the_second_load_of_a_turn_finds_the_line_of_the_first)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	for (uint64_t turn = 0; turn < 8; turn++) {
		const gm_constant_lines first = name(&places, 3, turn * 16, 0);
		const gm_constant_lines second = name(&places, 4, turn * 16 + 8, 0);
		ck_assert_int_eq(first.requests, 1);
		ck_assert_int_eq(first.fresh, turn % 4 == 0);
		ck_assert_int_eq(second.requests, 0);
	}
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 2);
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_LANES), 0);
}
END_TEST

/* Instructions of four sites, 16 B each, that read a line in a turn: one each, of which two find it gone, or two each,
   of which six do; and by LDC, whose lines stay. */
START_TEST(instructions_behind_the_second_of_a_turn_name_the_line_again)
{
	static const struct {
		gm_constant_by by;
		int loads;
		int64_t again;
		bool waited;
	} rows[] = {{GM_CONSTANT_BY_REGISTER, 1, 2, false},
	            {GM_CONSTANT_BY_REGISTER, 2, 6, false},
	            {GM_CONSTANT_BY_LANES, 2, 0, false},
	            {GM_CONSTANT_BY_REGISTER, 1, 3, true}};
	enum { TURNS = 5, SITES = 4 };
	gm_constant_places places;
	int64_t again = 0;
	memset(&places, 0, sizeof places);
	for (uint64_t k = 0; k < TURNS * SITES; k++)
		again += name_by(&places, (uint32_t)(k % SITES), 16 * k, 0,
		                 (gm_constant_way){.by = rows[_i].by, .waited = rows[_i].waited, .loads = rows[_i].loads}).again;
	ck_assert_int_eq(again, TURNS * rows[_i].again);
}
END_TEST

/* Sites: a load of 16 B, a branch, two of 16 B, a branch, one of 8 B: what stands alone in its block takes one; two,
   where they are waited for one after the other. */
START_TEST(the_halves_of_a_load_that_stands_alone_follow_each_other)
{
	static const int loads[] = {1, 0, 2, 2, 0, 1}, in_turn[] = {2, 0, 2, 2, 0, 1};
	enum { SITES = sizeof loads / sizeof *loads };
	gm_site sites[SITES] = {0};
	gm_issue issue[SITES] = {0};
	const gm_kernel kernel = {.sites = sites, .sites_count = SITES};
	for (int s = 0; s < SITES; s++) {
		sites[s].operation = loads[s] ? GM_LOAD : GM_BRANCH;
		issue[s].constant_sets = loads[s] > 0;
		issue[s].constant_loads = loads[s] == 0 ? 0 : s < SITES - 1 ? 2 : 1;
		issue[s].constant_in_turn = _i && issue[s].constant_loads == 2;
	}
	gm_constant_way *ways = gm_constant_ways(&kernel, issue);
	for (int s = 0; s < SITES; s++)
		ck_assert_int_eq(ways[s].loads, (_i ? in_turn : loads)[s]);
	ck_assert_int_eq(ways[0].waited, _i);
	free(ways);
}
END_TEST

/* Eight turns of 18 words each, 576 bytes: of every turn two lines, as its words lie; written out each line once. */
START_TEST(turns_that_are_written_out_are_one)
{
	enum { TURNS = 8, LOADS = 18 };
	static const int64_t requests[] = {16, 9};
	gm_constant_places places;
	int64_t named = 0;
	memset(&places, 0, sizeof places);
	for (uint64_t word = 0; word < TURNS * LOADS; word++)
		named += name_by(&places, (uint32_t)(word % LOADS), 4 * word, 0,
		                 (gm_constant_way){.by = GM_CONSTANT_BY_REGISTER, .straight = _i}).requests;
	ck_assert_int_eq(named, requests[_i]);
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 9);
}
END_TEST

START_TEST(lanes_apart_name_a_line_each)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	ck_assert_int_eq(name(&places, 0, 0, 64).fresh, 32);
	ck_assert_int_eq(name(&places, 1, 8192, 4).fresh, 2);
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 34);
}
END_TEST

/* Lane l at so many times l: bytes, words, all at one place and bytes of eight words; an H200 takes 65.1, 64.6, 2.6 and
   64.8 clocks (constants_straight: `bytes`). */
START_TEST(each_place_is_a_pass)
{
	static const struct {
		uint64_t apart;
		int bytes, passes;
	} rows[] = {{64, 1, 32}, {4, 4, 32}, {0, 1, 1}, {1, 1, 32}};
	uint64_t address[GM_LANES_MAX];
	for (uint64_t l = 0; l < GM_LANES_MAX; l++)
		address[l] = l * rows[_i].apart;
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	const gm_warp_instr instr = {.active = UINT32_MAX, .address = address};
	const gm_access access = {.lanes_count = 32, .active = UINT32_MAX, .address = address,
	                          .access_bytes = rows[_i].bytes};
	gm_site_counts site = {0};
	gm_constant_count(&places, &instr, &access, (gm_constant_way){0}, &site);
	ck_assert_int_eq(site.of[GM_COUNT_WAVEFRONTS], rows[_i].passes);
	ck_assert_int_eq(site.worst_degree, rows[_i].passes);
	gm_constant_places_dispose(&places);
}
END_TEST

/* 99 more turns of 128 B each: 1 + 198 lines. */
START_TEST(turns_that_are_not_walked_name_their_lines)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	name(&places, 5, 0, 0);
	gm_constant_places_repeat(&places, 5, GM_CONSTANT_BY_REGISTER, 99, 128);
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 199);
	gm_constant_places_begin(&places, false);
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 0);
}
END_TEST

/* Two warps, one after the other, of each of which one turn of eight is walked: 8 lines, as the second begins where the
   first one did. */
START_TEST(a_walk_goes_on_where_its_own_warp_is)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	for (uint32_t warp = 0; warp < 2; warp++) {
		uint64_t address[GM_LANES_MAX] = {0};
		const gm_warp_instr instr = {.warp = (uint16_t)warp, .active = UINT32_MAX, .address = address};
		const gm_constant_set first = gm_constant_set_of(&instr);
		gm_constant_places_name(&places, &instr, &first, (gm_constant_way){.by = GM_CONSTANT_BY_REGISTER, .loads = 1});
		gm_constant_places_repeat(&places, 0, GM_CONSTANT_BY_REGISTER, 6, 64);
		for (int l = 0; l < GM_LANES_MAX; l++)
			address[l] = 7 * 64;
		const gm_constant_set last = gm_constant_set_of(&instr);
		gm_constant_places_name(&places, &instr, &last, (gm_constant_way){.by = GM_CONSTANT_BY_REGISTER, .loads = 1});
	}
	ck_assert_int_eq(gm_constant_places_count(&places, GM_CONSTANT_BY_REGISTER), 8);
}
END_TEST

/* Whoever looks from each place through all others does not end before a test has to. */
START_TEST(megabytes_of_code_without_such_loads_are_passed_over)
{
	enum { SITES = 400000 };
	gm_site *sites = gm_allocate(SITES, sizeof *sites);
	gm_issue *issue = gm_allocate(SITES, sizeof *issue);
	const gm_kernel kernel = {.sites = sites, .sites_count = SITES};
	gm_constant_way *ways = gm_constant_ways(&kernel, issue);
	ck_assert_int_eq(ways[SITES - 1].loads, 0);
	free(ways);
	free(issue);
	free(sites);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("constants");
	TCase *tests = tcase_create("constants");
	tcase_add_loop_test(tests, lines_are_fetched_again_when_others_have_come_between, 0,
	                    ROWS(measured));
	tcase_add_loop_test(tests, the_line_of_a_turn_is_gone_for_its_next_instruction, 0, ROWS(turns));
	tcase_add_loop_test(tests, blocks_behind_the_first_round_are_out_of_step, 0, ROWS(rounds));
	tcase_add_loop_test(tests, blocks_of_many_warps_walk_in_step, 0, ROWS(filters));
	tcase_add_loop_test(tests, warps_that_wait_for_samples_fall_apart_sooner, 0, ROWS(few));
	tcase_add_loop_test(tests, what_uniform_registers_leave_of_a_load_comes_by_others, 0, 4);
	tcase_add_test(tests, the_second_load_of_a_turn_finds_the_line_of_the_first);
	tcase_add_loop_test(tests, instructions_behind_the_second_of_a_turn_name_the_line_again, 0, 4);
	tcase_add_loop_test(tests, the_halves_of_a_load_that_stands_alone_follow_each_other, 0, 2);
	tcase_add_loop_test(tests, turns_that_are_written_out_are_one, 0, 2);
	tcase_add_test(tests, lanes_apart_name_a_line_each);
	tcase_add_loop_test(tests, each_place_is_a_pass, 0, 4);
	tcase_add_test(tests, turns_that_are_not_walked_name_their_lines);
	tcase_add_test(tests, a_walk_goes_on_where_its_own_warp_is);
	tcase_add_test(tests, megabytes_of_code_without_such_loads_are_passed_over);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
