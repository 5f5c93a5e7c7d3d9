/*
 * The one relative comparison of the tests, and the frame every test program shares.
 */
#ifndef GM_TESTS_NEAR_H
#define GM_TESTS_NEAR_H

#include <check.h>
#include <stdbool.h>

/* |value - expected| <= tolerance_ratio * |expected|; false on NaN, infinity and wrong sign. An
   expected zero needs an exact zero. */
bool near_ratio(double value, double expected, double tolerance_ratio);

#define ck_near(value, expected, tolerance_ratio)                                                  \
	do {                                                                                       \
		const double near_value_ = (value), near_expected_ = (expected);                   \
		ck_assert_msg(near_ratio(near_value_, near_expected_, (tolerance_ratio)),          \
		              "%s is %.9g, expected %.9g within %g", #value, near_value_,          \
		              near_expected_, (double)(tolerance_ratio));                          \
	} while (0)

/* Runs one suite and prints Check's own summary; the exit code for main. */
int run_suite(Suite *suite);

#endif
