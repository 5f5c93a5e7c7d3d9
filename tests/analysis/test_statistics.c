#include "analysis/statistics.h"

#include "support/near.h"

#include <math.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* (0.1 + 0.2 + 0.6) / 3 */
START_TEST(the_mean_of_three)
{
	const double values[] = {0.1, 0.2, 0.6};
	ck_near(gm_statistics_mean(values, 3), 0.3, 1e-12);
}
END_TEST

START_TEST(the_median_is_the_middle_or_between_the_middle_two)
{
	double one[] = {7}, odd[] = {0.6, 0.1, 0.2}, even[] = {4, 1, 3, 2};
	ck_assert_double_eq(gm_statistics_median(one, 1), 7);
	ck_assert_double_eq(gm_statistics_median(odd, 3), 0.2);
	ck_assert_double_eq(gm_statistics_median(even, 4), 2.5);
}
END_TEST

/* Logarithms 0 1 2 and 0 1 3: deviations -1 0 1 and -4/3 -1/3 5/3; r = 3 / sqrt(2 * 42/9) =
   0.98198. 1 2 4 and 1 4 4: deviations ln 2 * (-1 0 1) and ln 4 / 3 * (-2 1 1); r = 3 / sqrt(2 * 6)
   = 0.86603. A common factor changes nothing; the reverse order is -1. */
static const struct {
	double a[3], b[3], r;
} pairs[] = {
	{{1, M_E, M_E *M_E}, {1, M_E, M_E *M_E *M_E}, 0.981980506},
	{{1, 2, 4}, {1, 4, 4}, 0.866025404},
	{{1, 2, 4}, {1e3, 4e3, 4e3}, 0.866025404},
	{{1, 2, 4}, {5, 10, 20}, 1},
	{{1, 2, 4}, {4, 2, 1}, -1},
};

START_TEST(correlation_of_logarithms)
{
	double r = 0;
	ck_assert(gm_statistics_correlation(pairs[_i].a, pairs[_i].b, 3, &r));
	ck_near(r, pairs[_i].r, 1e-8);
}
END_TEST

START_TEST(no_correlation_without_three_positive_pairs_that_vary)
{
	const double good[] = {1, 2, 4}, same[] = {0.3, 0.3, 0.3}, zero[] = {1, 0, 4},
		     minus[] = {1, -2, 4}, nothing[] = {1, (double)NAN, 4};
	double r = 0;
	ck_assert(gm_statistics_correlation(good, good, 3, &r));
	ck_assert(!gm_statistics_correlation(good, good, 2, &r));
	ck_assert(!gm_statistics_correlation(good, same, 3, &r));
	ck_assert(!gm_statistics_correlation(same, good, 3, &r));
	ck_assert(!gm_statistics_correlation(good, zero, 3, &r));
	ck_assert(!gm_statistics_correlation(minus, good, 3, &r));
	ck_assert(!gm_statistics_correlation(nothing, good, 3, &r));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("statistics");
	TCase *cases = tcase_create("statistics");
	tcase_add_test(cases, the_mean_of_three);
	tcase_add_test(cases, the_median_is_the_middle_or_between_the_middle_two);
	tcase_add_loop_test(cases, correlation_of_logarithms, 0, ROWS(pairs));
	tcase_add_test(cases, no_correlation_without_three_positive_pairs_that_vary);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
