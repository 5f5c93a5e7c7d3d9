#include "model/l1_waits.h"
#include "support/near.h"

/* Loads of sectors of one line, one after the other, where DRAM fetches 1, 2 or 4 sectors at once.
   What a load finds is what others have asked for before. By hand, from what the header says. */
typedef struct touch {
	uint32_t round;
	unsigned there, missing;
	bool lost;
	gm_l1_luck luck;
} touch;

enum { TOUCHES = 3 };

static const struct {
	int unit_sectors;
	touch touches[TOUCHES];
} lines[] = {
	/* The whole line; who needs a part of it in the same round waits for DRAM as well, who
	   comes later waits for nothing. */
	{2,
	 {{1, 0, 15, false, {4, 1, 2, 0, true, true}},
	  {1, 4, 0, false, {0, 0, 0, 0, true, true}},
	  {2, 15, 0, false, {0, 0, 0, 0, false, false}}}},
	/* One sector after the other: the second lies in the unit of the first and is in L2 by
	   then, the third opens the other unit. */
	{2,
	 {{1, 0, 1, false, {1, 1, 1, 0, true, true}},
	  {2, 1, 2, false, {1, 1, 0, 0, true, false}},
	  {3, 3, 4, false, {1, 1, 1, 0, true, true}}}},
	/* In the same round the unit is still on its way from DRAM. */
	{2,
	 {{1, 0, 1, false, {1, 1, 1, 0, true, true}},
	  {1, 1, 2, false, {1, 1, 0, 0, true, true}},
	  {1, 0, 4, false, {1, 1, 1, 0, true, true}}}},
	/* Units of a whole line, and of a sector. */
	{4,
	 {{1, 0, 1, false, {1, 1, 1, 0, true, true}},
	  {2, 0, 2, false, {1, 1, 0, 0, true, false}},
	  {3, 0, 12, false, {2, 1, 0, 0, true, false}}}},
	{1,
	 {{1, 0, 1, false, {1, 1, 1, 0, true, true}},
	  {2, 0, 2, false, {1, 1, 1, 0, true, true}},
	  {3, 0, 12, false, {2, 1, 2, 0, true, true}}}},
	/* L1 has dropped it: L2 serves it again; until L2 has lost it too. */
	{2,
	 {{1, 0, 3, false, {2, 1, 1, 0, true, true}},
	  {2, 0, 3, false, {2, 1, 0, 0, true, false}},
	  {3, 0, 3, true, {2, 1, 1, 0, true, true}}}},
};

START_TEST(a_load_waits_for_what_is_on_its_way)
{
	gm_l1_waits waits = {.unit_sectors = lines[_i].unit_sectors};
	uint32_t line = 0;
	for (int t = 0; t < TOUCHES; t++) {
		const touch *now = &lines[_i].touches[t];
		gm_l1_luck luck = {0};
		waits.round = now->round;
		gm_l1_waits_touch(&waits, &line, now->there, now->missing, now->lost, &luck);
		ck_assert_msg(luck.fetched == now->luck.fetched && luck.lines == now->luck.lines &&
				      luck.units == now->luck.units,
			      "touch %d: %d sectors, %d units", t, luck.fetched, luck.units);
		ck_assert_msg(luck.waits == now->luck.waits &&
				      luck.opening == now->luck.opening,
			      "touch %d: waits %d, opening %d", t, luck.waits, luck.opening);
	}
}
END_TEST

START_TEST(lines_are_told_apart_and_luck_is_a_sum)
{
	gm_l1_waits waits = {.unit_sectors = 2, .round = 1};
	gm_l1_luck luck = {0};
	uint32_t first = 0, second = 0;
	gm_l1_waits_touch(&waits, &first, 0, 15, false, &luck);
	gm_l1_waits_touch(&waits, &second, 0, 1, false, &luck);
	ck_assert_int_eq(luck.fetched, 5);
	ck_assert_int_eq(luck.units, 3);
}
END_TEST

/* All of a line is in L2, so that its first sectors are waited for there, but not beyond. */
START_TEST(nobody_waits_for_dram_where_l2_has_the_line)
{
	gm_l1_waits waits = {.unit_sectors = 2, .round = 2};
	gm_l1_luck luck = {0};
	uint32_t line = 0;
	gm_l1_waits_know(&line);
	gm_l1_waits_touch(&waits, &line, 0, 3, false, &luck);
	ck_assert(luck.waits && !luck.opening);
	ck_assert_int_eq(luck.fetched, 2);
	ck_assert_int_eq(luck.units, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("l1_waits");
	TCase *tests = tcase_create("l1_waits");
	tcase_add_loop_test(tests, a_load_waits_for_what_is_on_its_way, 0,
			    (int)(sizeof lines / sizeof *lines));
	tcase_add_test(tests, lines_are_told_apart_and_luck_is_a_sum);
	tcase_add_test(tests, nobody_waits_for_dram_where_l2_has_the_line);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
