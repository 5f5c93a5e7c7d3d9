#include "model/filling.h"

#include "support/near.h"

/* A warp that fills so many sectors of a row one after the other, each by so many stores, with a load before
   each of them. */
static gm_filling_sums
row(int sectors, uint32_t bytes, int stores)
{
	gm_filling f = {0};
	for (int s = 0; s < sectors; s++)
		for (int k = 0; k < stores; k++) {
			gm_filling_next(&f, 0);
			gm_filling_next(&f, 0.5);
			gm_filling_store(&f, s, stores == 1 ? bytes : bytes << (32 / stores * k));
		}
	gm_filling_end_warp(&f);
	const gm_filling_sums sums = f.sums;
	gm_filling_dispose(&f);
	return sums;
}

/* 4 sectors of one line, each open from its first store to its eighth: 14 of 64 requests, one after the
   other, so that the line is open for 56 of 64. */
START_TEST(sectors_stored_word_by_word_are_open_in_between)
{
	const gm_filling_sums sums = row(4, 0xf, 8);
	ck_near(sums.sectors, 4, 1e-12);
	ck_near(sums.again, 4 * 7, 1e-12);
	ck_near(sums.lines, 56.0 / 64, 1e-12);
	ck_near(sums.share, 4 * 14.0 / 64, 1e-12);
	ck_near(sums.apart, 4 * 0.5, 1e-12);
}
END_TEST

/* Halves: open for 2 of each 4 requests. */
START_TEST(larger_stores_leave_them_open_for_less)
{
	const gm_filling_sums sums = row(4, 0xffff, 2);
	ck_near(sums.again, 4, 1e-12);
	ck_near(sums.lines, 0.5, 1e-12);
}
END_TEST

START_TEST(whole_sectors_and_those_left_open_do_not_count)
{
	ck_assert_double_eq(row(4, UINT32_MAX, 1).sectors, 0);
	ck_assert_double_eq(row(4, 0xf, 1).sectors, 0);
	ck_assert_double_eq(row(4, 0xf, 1).lines, 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("filling");
	TCase *cases = tcase_create("filling");
	tcase_add_test(cases, sectors_stored_word_by_word_are_open_in_between);
	tcase_add_test(cases, larger_stores_leave_them_open_for_less);
	tcase_add_test(cases, whole_sectors_and_those_left_open_do_not_count);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
