#include "report/placement.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

/* Two squares of side 2 whose middles lie 1.9 or 2.1 apart; the second turned by an eighth: its corner
   reaches sqrt(2) from its middle, so that along x they meet up to 1 + sqrt(2) = 2.414. */
static const struct {
	double x, y, angle_rad;
	bool overlaps;
} pairs[] = {
	{1.9, 0, 0, true},	      {2.1, 0, 0, false},	 {0, -1.9, 0, true},
	{0, 2.1, 0, false},	      {1.9, 1.9, 0, true},	 {1.9, 2.1, 0, false},
	{2.4, 0, M_PI_4, true},	      {2.43, 0, M_PI_4, false},	 {2.4, 2.4, M_PI_4, false},
	/* Corner to side along the diagonal: sqrt(2) + 1 apart at most, 1.7 * sqrt(2) = 2.404. */
	{1.7, 1.7, M_PI_4, true},     {1.72, 1.72, M_PI_4, false},
};

START_TEST(boxes_overlap_where_they_cover_the_same_ground)
{
	const gm_box a = {0, 0, 1, 1, 0};
	const gm_box b = {pairs[_i].x, pairs[_i].y, 1, 1, pairs[_i].angle_rad};
	ck_assert_msg(gm_box_overlaps(&a, &b) == pairs[_i].overlaps, "pair %d", _i);
	ck_assert_msg(gm_box_overlaps(&b, &a) == pairs[_i].overlaps, "pair %d the other way", _i);
}
END_TEST

/* From (0,0) to (4,4): passes through a box about (2,2), and by one about (3,1) of half side 0.9. */
START_TEST(a_line_is_a_box_of_no_width)
{
	const gm_box line = gm_box_of_line(0, 0, 4, 4);
	const gm_box on = {2, 2, 0.1, 0.1, 0}, by = {3, 1, 0.9, 0.9, 0}, near = {3, 1, 1.1, 1.1, 0};
	ck_assert(gm_box_overlaps(&line, &on));
	ck_assert(!gm_box_overlaps(&line, &by));
	ck_assert(gm_box_overlaps(&line, &near));
}
END_TEST

START_TEST(a_place_costs_what_it_covers_and_more_outside)
{
	gm_placement p = {.frame = {0, 0, 10, 10, 0}};
	const gm_box mark = {0, 0, 1, 1, 0}, line = gm_box_of_line(-5, 2, 5, 2);
	gm_placement_avoid(&p, &mark, GM_PLACEMENT_CLASH);
	gm_placement_avoid(&p, &line, 8);
	const gm_box free = {5, 5, 1, 1, 0}, both = {0, 1.5, 1, 1, 0}, outside = {9.5, 5, 1, 1, 0};
	ck_assert_double_eq(gm_placement_cost(&p, &free), 0);
	ck_assert_double_eq(gm_placement_cost(&p, &both), GM_PLACEMENT_CLASH + 8);
	ck_assert_double_ge(gm_placement_cost(&p, &outside), 1000);
	gm_placement_dispose(&p);
}
END_TEST

/* Helvetica: W 944, i 222 thousandths; a sixth more. */
START_TEST(wide_letters_are_wider)
{
	ck_near(gm_text_width_em("W"), 0.944 * 7 / 6, 1e-12);
	ck_near(gm_text_width_em("iii"), 3 * 0.222 * 7 / 6, 1e-12);
	/* One character of two bytes. */
	ck_near(gm_text_width_em("\xc3\xa9"), 0.6 * 7 / 6, 1e-12);
}
END_TEST

static const struct {
	const char *text;
	double width_em;
} names[] = {{"a_rather_long_kernel_name_that_has_sixty_characters_in_all__1", 20},
	     {"a_rather_long_kernel_name_that_has_sixty_characters_in_all__1", 5},
	     {"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 5}};

START_TEST(a_long_name_keeps_its_beginning_and_its_end)
{
	char out[256];
	gm_text_shorten(out, sizeof out, names[_i].text, names[_i].width_em);
	const char *dots = strstr(out, "...");
	ck_assert_ptr_nonnull(dots);
	ck_assert_msg(gm_text_width_em(out) <= names[_i].width_em, "'%s'", out);
	ck_assert(strncmp(out, names[_i].text, (size_t)(dots - out)) == 0);
	const size_t tail = strlen(dots + 3);
	ck_assert_str_eq(dots + 3, names[_i].text + strlen(names[_i].text) - tail);
	/* No character is cut. */
	ck_assert_int_ne(dots[3] & 0xC0, 0x80);
}
END_TEST

START_TEST(a_short_name_stays)
{
	char out[64];
	gm_text_shorten(out, sizeof out, "tiled_mm", 20);
	ck_assert_str_eq(out, "tiled_mm");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("placement");
	TCase *tests = tcase_create("placement");
	tcase_add_loop_test(tests, boxes_overlap_where_they_cover_the_same_ground, 0,
			    sizeof pairs / sizeof *pairs);
	tcase_add_test(tests, a_line_is_a_box_of_no_width);
	tcase_add_test(tests, a_place_costs_what_it_covers_and_more_outside);
	tcase_add_test(tests, wide_letters_are_wider);
	tcase_add_loop_test(tests, a_long_name_keeps_its_beginning_and_its_end, 0,
			    sizeof names / sizeof *names);
	tcase_add_test(tests, a_short_name_stays);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
