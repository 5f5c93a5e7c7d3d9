#include "support/near.h"

#include <math.h>

START_TEST(the_relative_helper_fails_on_twice_minus_and_nan)
{
	ck_assert(near_ratio(100.4, 100.0, 0.005));
	ck_assert(!near_ratio(100.6, 100.0, 0.005));
	ck_assert(!near_ratio(200.0, 100.0, 0.5));
	ck_assert(!near_ratio(-100.0, 100.0, 0.5));
	ck_assert(!near_ratio((double)NAN, 100.0, 0.5));
	ck_assert(!near_ratio(100.0, (double)NAN, 0.5));
	ck_assert(!near_ratio((double)INFINITY, 100.0, 0.5));
	ck_assert(!near_ratio(1e-300, 0.0, 0.5));
	ck_assert(near_ratio(0.0, 0.0, 0.0));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("near");
	TCase *cases = tcase_create("near");
	tcase_add_test(cases, the_relative_helper_fails_on_twice_minus_and_nan);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
