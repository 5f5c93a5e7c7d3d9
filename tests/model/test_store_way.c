#include "model/store_way.h"

#include "support/near.h"

#include <math.h>

/* Written of what is asked, of two 16-byte stores side by side beyond L2 on an H200, 33.8 thousand warps four times:
   alone 0.03 of the halves join (138 MB into L2 take 32 us, nothing else does), after 138 MB have been read, 35 us,
   0.65, and after 256 multiply-adds, some 75 us, 0.98. */
START_TEST(stores_join_while_the_rest_takes_longer_than_they)
{
	ck_assert_double_eq(gm_store_way_spare(32e-6, 5e-6), 0);
	ck_assert_double_eq(gm_store_way_spare(32e-6, 75e-6), 1);
	ck_near(0.06 + gm_store_way_spare(32e-6, 35e-6) * (0.98 - 0.06), 0.65, 0.1);
	ck_assert_double_eq(gm_store_way_spare(32e-6, 0), 0);
}
END_TEST

/* Two halves of 100 sectors: none joined are 200 pieces, half of them 50 whole sectors and 100 halves. Four
   quarters of 100: three in a row join with 1/2 each, so that 100/8 are whole; 400 - 150 leave L1. */
START_TEST(pieces_that_all_join_are_whole)
{
	const gm_store_way halves = {.shared = 100}, quarters = {.shared = 300};
	ck_near(gm_store_way_pieces(&halves, 200, 0), 200, 1e-12);
	ck_near(gm_store_way_pieces(&halves, 200, 50), 100, 1e-12);
	ck_assert_double_eq_tol(gm_store_way_pieces(&halves, 200, 100), 0, 1e-9);
	ck_near(gm_store_way_pieces(&quarters, 400, 150), 250 - 12.5, 1e-12);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("store_way");
	TCase *cases = tcase_create("store_way");
	tcase_add_test(cases, stores_join_while_the_rest_takes_longer_than_they);
	tcase_add_test(cases, pieces_that_all_join_are_whole);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
