#include "model/constants.h"

#include "support/near.h"

#include <math.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* Clocks of an SM for each load on an H200 (calibration, constant_walk), less those in 256 B, by warps that
   walk through constant memory; half of the way between as they start and far out of step where both were
   measured: 24 warps 5.9 and 28, 40 warps 21 and 25, 64 warps 25 and 29, of 3.7; 16 warps in four blocks 7.9
   and 31.6 of 2.7; by LDC, 64 warps, 256 B a step, 5.8, 11.6 and 16.4 of 2.3. */
static const struct {
	bool uniform;
	double step_bytes, bytes, warps, cycles;
} measured[] = {
	{true, 4, 8192, 24 / 4, 13.3},  {true, 4, 8192, 40 / 4, 19.3},  {true, 4, 8192, 64 / 4, 23.3},
	{true, 16, 16384, 16 / 4, 5.2}, {true, 64, 16384, 16 / 4, 28.9}, {true, 4, 256, 64 / 4, 0},
	{false, 256, 65536, 64, 14.1},  {false, 256, 32768, 64, 9.3},   {false, 256, 2048, 64, 0},
};

START_TEST(lines_are_fetched_again_when_others_have_come_between)
{
	const gm_constant_use use = {.requests = 1,
	                             .fresh = fmin(1, measured[_i].step_bytes / GM_CONSTANT_LINE_BYTES),
	                             .lines = measured[_i].bytes / GM_CONSTANT_LINE_BYTES,
	                             .warps = measured[_i].warps};
	const double fetch = measured[_i].uniform ? GM_CONSTANT_FETCH_CYCLES / 4.0
	                                          : GM_CONSTANT_SM_FETCH_CYCLES;
	const double cycles = fetch * gm_constant_misses(measured[_i].uniform, &use);
	if (measured[_i].cycles == 0)
		ck_assert_double_eq(cycles, 0);
	else
		ck_near(cycles, measured[_i].cycles, measured[_i].uniform ? 0.55 : 0.75);
}
END_TEST

/* All lanes at `bytes`, or lane l at bytes + l * apart. */
static gm_constant_lines
name_by(gm_constant_places *places, uint32_t site, uint64_t bytes, uint64_t apart, bool straight)
{
	uint64_t address[GM_LANES_MAX];
	for (uint64_t l = 0; l < GM_LANES_MAX; l++)
		address[l] = bytes + l * apart;
	const gm_warp_instr instr = {.site = site, .active = UINT32_MAX, .address = address};
	return gm_constant_places_name(places, &instr, (gm_constant_way){.uniform = true, .straight = straight});
}

static gm_constant_lines
name(gm_constant_places *places, uint32_t site, uint64_t bytes, uint64_t apart)
{
	return name_by(places, site, bytes, apart, false);
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
	ck_assert_int_eq(gm_constant_places_count(&places, true), 2);
	ck_assert_int_eq(gm_constant_places_count(&places, false), 0);
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
		named += name_by(&places, (uint32_t)(word % LOADS), 4 * word, 0, _i).requests;
	ck_assert_int_eq(named, requests[_i]);
	ck_assert_int_eq(gm_constant_places_count(&places, true), 9);
}
END_TEST

START_TEST(lanes_apart_name_a_line_each)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	ck_assert_int_eq(name(&places, 0, 0, 64).fresh, 32);
	ck_assert_int_eq(name(&places, 1, 8192, 4).fresh, 2);
	ck_assert_int_eq(gm_constant_places_count(&places, true), 34);
}
END_TEST

/* 99 more turns of 128 B each: 1 + 198 lines. */
START_TEST(turns_that_are_not_walked_name_their_lines)
{
	gm_constant_places places;
	memset(&places, 0, sizeof places);
	name(&places, 5, 0, 0);
	gm_constant_places_repeat(&places, 5, true, 99, 128);
	ck_assert_int_eq(gm_constant_places_count(&places, true), 199);
	gm_constant_places_begin(&places);
	ck_assert_int_eq(gm_constant_places_count(&places, true), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("constants");
	TCase *tests = tcase_create("constants");
	tcase_add_loop_test(tests, lines_are_fetched_again_when_others_have_come_between, 0,
	                    ROWS(measured));
	tcase_add_test(tests, the_second_load_of_a_turn_finds_the_line_of_the_first);
	tcase_add_loop_test(tests, turns_that_are_written_out_are_one, 0, 2);
	tcase_add_test(tests, lanes_apart_name_a_line_each);
	tcase_add_test(tests, turns_that_are_not_walked_name_their_lines);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
