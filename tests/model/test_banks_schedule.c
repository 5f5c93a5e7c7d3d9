#include "model/banks_schedule.h"

#include "model/banks.h"
#include "model/reference_patterns.h"
#include "support/near.h"

typedef struct drawn {
	gm_bank_cell cells[GM_BANK_CELLS_MAX];
	int count;
} drawn;

static void
draw(drawn *out, gm_bank_rule rule, int bytes, uint64_t stride)
{
	uint64_t address[64];
	for (uint64_t lane = 0; lane < 64; lane++)
		address[lane] = lane * stride;
	const gm_access access = {32, bytes, UINT64_MAX, address};
	out->count = gm_banks_schedule(rule, &access, out->cells);
}

/* A column of 32 words on cc 7.5: bank 0 serves lane p in pass p. */
START_TEST(a_column_is_served_lane_by_lane)
{
	drawn d;
	draw(&d, GM_BANKS_32, 4, 128);
	ck_assert_int_eq(d.count, 32);
	for (int i = 0; i < 32; i++) {
		ck_assert_int_eq(d.cells[i].pass, i);
		ck_assert_int_eq(d.cells[i].bank, 0);
		ck_assert_uint_eq(d.cells[i].word, 32 * (uint64_t)i);
		ck_assert_uint_eq(d.cells[i].lanes, UINT64_C(1) << i);
	}
}
END_TEST

/* Doubles on cc 7.5: half-warps are phases; lane 17 is in the second, on banks 2 and 3. */
START_TEST(doubles_go_by_half_warps)
{
	drawn d;
	draw(&d, GM_BANKS_32, 8, 8);
	ck_assert_int_eq(d.count, 64);
	ck_assert_int_eq(d.cells[34].phase, 1);
	ck_assert_int_eq(d.cells[34].pass, 1);
	ck_assert_int_eq(d.cells[34].bank, 2);
	ck_assert_uint_eq(d.cells[34].lanes, UINT64_C(1) << 17);
	ck_assert_uint_eq(d.cells[35].lanes, UINT64_C(1) << 17);
}
END_TEST

/* The guide's example for cc 1.x: doubles are two requests of words two apart, each two-way: lanes
   0 and 8 meet in bank 0. Two half-warps x two words x two passes. */
START_TEST(doubles_on_the_first_devices_conflict_two_way)
{
	drawn d;
	draw(&d, GM_BANKS_16, 8, 8);
	ck_assert_int_eq(d.cells[d.count - 1].pass, 7);
	ck_assert_int_eq(d.cells[d.count - 1].phase, 3);
	ck_assert_uint_eq(d.cells[0].lanes, UINT64_C(1) << 0);
	ck_assert_uint_eq(d.cells[8].lanes, UINT64_C(1) << 8);
	ck_assert_int_eq(d.cells[8].bank, 0);
}
END_TEST

START_TEST(one_word_for_all_is_one_cell)
{
	drawn d;
	draw(&d, GM_BANKS_32, 4, 0);
	ck_assert_int_eq(d.count, 1);
	ck_assert_uint_eq(d.cells[0].lanes, 0xffffffff);
}
END_TEST

/* cc 3.x in 4-byte mode: words 0 and 32 share a pass. Stride 64 B puts lanes 0 and 2 on words 0 and
   32 of bank 0; lanes 4, 6 come in the next pass. */
START_TEST(words_that_share_a_pass_are_one_cell)
{
	drawn d;
	draw(&d, GM_BANKS_32X8_4, 4, 64);
	ck_assert_int_eq(d.cells[0].bank, 0);
	ck_assert_uint_eq(d.cells[0].lanes, 0x5);
	ck_assert_int_eq(d.cells[d.count - 1].pass, 7);
}
END_TEST

/* Passes and phases as gm_banks_evaluate counts them, which its own tests hold against a reference;
   no bank twice in a pass; every lane once for each of its words; nobody served by a foreign bank.
 */
static void
check_whole(gm_bank_rule rule, const gm_access *access)
{
	char story[4096];
	gm_bank_cell cell[GM_BANK_CELLS_MAX];
	const int count = gm_banks_schedule(rule, access, cell);
	const gm_bank_passes expected = gm_banks_evaluate(rule, access);
	const int passes = count ? cell[count - 1].pass + 1 : 0;
	const int phases = count ? cell[count - 1].phase + 1 : 0;
	reference_pattern_print(access, story, sizeof story);
	ck_assert_msg(passes == expected.wavefronts_count && phases == expected.phases_count,
		      "%s: %d passes in %d phases, counted %d in %d: %s", gm_banks_name(rule),
		      passes, phases, expected.wavefronts_count, expected.phases_count, story);
	uint64_t lanes = 0;
	for (int i = 0; i < count; i++) {
		lanes |= cell[i].lanes;
		ck_assert_int_eq(cell[i].bank,
				 (int)(cell[i].word % (unsigned)gm_bank_rule_banks(rule)));
		ck_assert_msg(i == 0 || cell[i].pass > cell[i - 1].pass ||
				      cell[i].bank > cell[i - 1].bank,
			      "%s: a bank twice in a pass: %s", gm_banks_name(rule), story);
	}
	ck_assert_uint_eq(lanes, gm_access_lanes(access));
}

START_TEST(what_is_drawn_is_what_is_counted)
{
	const uint64_t count = reference_count(2000, 200000);
	const gm_bank_rule rule = (gm_bank_rule)_i;
	for (uint64_t seed = 0; seed < count; seed++) {
		reference_pattern pattern;
		reference_pattern_fill(&pattern, seed, rule == GM_BANKS_32_GCN ? 64 : 32,
				       1 << seed % 5);
		check_whole(rule, &pattern.access);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("banks_schedule");
	TCase *tcase = tcase_create("drawn");
	tcase_add_test(tcase, a_column_is_served_lane_by_lane);
	tcase_add_test(tcase, doubles_go_by_half_warps);
	tcase_add_test(tcase, doubles_on_the_first_devices_conflict_two_way);
	tcase_add_test(tcase, one_word_for_all_is_one_cell);
	tcase_add_test(tcase, words_that_share_a_pass_are_one_cell);
	tcase_add_loop_test(tcase, what_is_drawn_is_what_is_counted, 0, GM_BANKS_COUNT);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
