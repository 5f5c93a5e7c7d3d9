#include "model/reach_box.h"

#include "support/near.h"

#include <math.h>

/* A box of one block: sectors from `first` on, each loaded or stored with these bytes. */
static gm_reach_box *
box_of(int64_t first, int count, bool stores, uint32_t mask)
{
	gm_reach_box *box = gm_reach_box_new(2);
	for (int i = 0; i < count; i++)
		gm_reach_box_add(box,
		                 &(gm_reach_touch){.sector = first + i,
		                                   .mask = mask,
		                                   .request = 1,
		                                   .weight = 1,
		                                   .loads = !stores,
		                                   .stores = stores},
		                 0);
	return box;
}

static gm_reach_bytes
end_box(gm_reach_box *box, double stored_weight)
{
	const gm_reach_bytes sum = gm_reach_box_sum(box, stored_weight);
	gm_reach_box_free(box);
	return sum;
}

/* Sectors 1 and 2 lie in two fetch units of 64 bytes and in one line of 128; what comes is what one
   request asks for. */
START_TEST(loads_fetch_whole_units)
{
	const gm_reach_bytes sum = end_box(box_of(1, 2, false, 0), 1);
	ck_assert_double_eq(sum.read_sectors, 64);
	ck_assert_double_eq(sum.read, 128);
	ck_assert_double_eq(sum.missed, 64);
	ck_assert_double_eq(sum.held_read, 128);
	ck_assert_double_eq(sum.written, 0);
}
END_TEST

/* Of the 16 half lines of a kilobyte one is touched: it stands alone with 15/16 of it empty around it. A
   load weighs that to the power 2.7 of a unit of 64 bytes, a store the same of 32 bytes and of one half. A
   whole line is none of it. */
START_TEST(half_lines_are_scattered_by_how_empty_it_is_around_them)
{
	const gm_reach_bytes load = end_box(box_of(0, 1, false, 0), 1);
	ck_near(load.scattered_read, 64 * pow(15.0 / 16, 2.7), 1e-12);
	const gm_reach_bytes store = end_box(box_of(0, 1, true, UINT32_MAX), 1);
	ck_near(store.scattered_written, 32 * 15.0 / 16, 1e-12);
	ck_near(store.scattered_halves, 15.0 / 16, 1e-12);
	ck_assert_double_eq(end_box(box_of(4, 4, false, 0), 1).scattered_read, 0);
	ck_assert_double_eq(end_box(box_of(4, 4, true, UINT32_MAX), 1).scattered_halves, 0);
}
END_TEST

/* Four sectors in a row are a run wherever they begin, three are none; loads and stores apart. */
static const struct {
	int64_t first;
	int count;
	double runs;
} stretches[] = {{0, 4, 1}, {2, 4, 1}, {3, 3, 0}, {5, 40, 1}, {-3, 8, 1}};

START_TEST(a_run_is_a_line_long_at_least)
{
	gm_reach_box *box = box_of(stretches[_i].first, stretches[_i].count, false, 0);
	ck_assert_double_eq(gm_reach_box_runs(box, false), stretches[_i].runs);
	ck_assert_double_eq(gm_reach_box_runs(box, true), 0);
	gm_reach_box_free(box);
}
END_TEST

/* A word of a sector: the rest has to come from DRAM, by the mean weight of stores; not when the sector is
   stored whole, nor when it was loaded too. */
START_TEST(sectors_stored_in_part_are_completed)
{
	ck_assert_double_eq(end_box(box_of(0, 3, true, 15), 0.5).partial, 3 * 32 * 0.5);
	ck_assert_double_eq(end_box(box_of(0, 3, true, UINT32_MAX), 0.5).partial, 0);
	gm_reach_box *box = box_of(0, 2, true, 15);
	gm_reach_box_add(box, &(gm_reach_touch){.sector = 1, .request = 2, .weight = 1, .loads = true}, 0);
	ck_assert_double_eq(end_box(box, 1).partial, 32);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("reach_box");
	TCase *cases = tcase_create("reach_box");
	tcase_add_test(cases, loads_fetch_whole_units);
	tcase_add_test(cases, half_lines_are_scattered_by_how_empty_it_is_around_them);
	tcase_add_loop_test(cases, a_run_is_a_line_long_at_least, 0,
	                    (int)(sizeof stretches / sizeof *stretches));
	tcase_add_test(cases, sectors_stored_in_part_are_completed);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
