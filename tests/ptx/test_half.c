/*
 * binary32 to binary16 and back. The value of a half with exponent field e and fraction f is, by IEEE 754,
 * f * 2^-24 where e = 0 and (1024 + f) * 2^(e - 25) elsewhere; between two neighbours the nearer one is
 * taken, in the middle the one whose last bit is 0.
 */
#include "ptx/half.h"
#include "support/near.h"

#include <math.h>

static double
value_of(int bits)
{
	const int e = bits >> 10, f = bits & 0x3ff;
	return e == 0 ? ldexp(f, -24) : ldexp(1024 + f, e - 25);
}

static void
check(double value, int expected)
{
	ck_assert_int_eq(gm_ptx_half_from_float((float)value), expected);
	ck_assert_int_eq(gm_ptx_half_from_float(-(float)value), expected | 0x8000);
}

START_TEST(every_half_is_the_float_of_its_value)
{
	for (int bits = 0; bits < 0x7c00; bits++) {
		ck_assert_double_eq((double)gm_ptx_float_from_half((uint16_t)bits), value_of(bits));
		ck_assert_double_eq((double)gm_ptx_float_from_half((uint16_t)(bits | 0x8000)), -value_of(bits));
	}
	ck_assert(signbit(gm_ptx_float_from_half(0x8000)));
	ck_assert_float_eq(gm_ptx_float_from_half(0x7c00), INFINITY);
	ck_assert_float_eq(gm_ptx_float_from_half(0xfc00), -INFINITY);
	for (int bits = 0x7c01; bits < 0x8000; bits++)
		ck_assert(isnan(gm_ptx_float_from_half((uint16_t)bits)));
}
END_TEST

/* All finite ones, and what lies between each and the next: middles are floats, 11 bits and one more. */
START_TEST(floats_go_to_the_nearest_half)
{
	for (int bits = 0; bits < 0x7c00; bits++) {
		const double here = value_of(bits), next = value_of(bits + 1);
		const float middle = (float)((here + next) / 2);
		check(here, bits);
		check((double)middle, bits + (bits & 1));
		check((double)nextafterf(middle, 0), bits);
		check((double)nextafterf(middle, INFINITY), bits + 1);
	}
}
END_TEST

START_TEST(what_is_no_finite_half_is_infinite_or_no_number)
{
	check(65520, 0x7c00);
	check((double)INFINITY, 0x7c00);
	check(3e38, 0x7c00);
	ck_assert_int_eq(gm_ptx_half_from_float(NAN), 0x7fff);
	ck_assert_int_eq(gm_ptx_half_from_float(-NAN), 0x7fff);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("half");
	TCase *tests = tcase_create("half");
	tcase_add_test(tests, every_half_is_the_float_of_its_value);
	tcase_add_test(tests, floats_go_to_the_nearest_half);
	tcase_add_test(tests, what_is_no_finite_half_is_infinite_or_no_number);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
