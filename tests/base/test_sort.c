#include "base/sort.h"
#include "support/near.h"

enum { MOST = 130 };

/* Falling, rising, alike, and multiples of 37 modulo 64, of which each comes twice. */
static int64_t
value_of(int kind, int i)
{
	switch (kind) {
	case 0:
		return -i;
	case 1:
		return i;
	case 2:
		return 7;
	default:
		return i * 37 % 64 + ((int64_t)(i % 2) << 40);
	}
}

/* Each stands behind none that is larger, and as often as before. */
START_TEST(few_numbers_are_put_in_order)
{
	for (int kind = 0; kind < 4; kind++) {
		int64_t values[MOST + 1] = {0};
		values[_i] = 12345; /* what lies behind stays */
		for (int i = 0; i < _i; i++)
			values[i] = value_of(kind, i);
		gm_sort_few(values, _i);
		for (int i = 0; i < _i; i++) {
			int smaller = 0, same = 0;
			for (int j = 0; j < _i; j++) {
				smaller += value_of(kind, j) < values[i];
				same += value_of(kind, j) == values[i];
			}
			ck_assert_int_gt(same, 0);
			ck_assert_int_le(smaller, i);
			ck_assert_int_lt(i, smaller + same);
		}
		ck_assert_int_eq(values[_i], 12345);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sort");
	TCase *cases = tcase_create("sort");
	tcase_add_loop_test(cases, few_numbers_are_put_in_order, 0, MOST);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
