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

static bool
is_among(const int64_t *values, int count, int64_t value)
{
	for (int i = 0; i < count; i++)
		if (values[i] == value)
			return true;
	return false;
}

/* Of i * step modulo `of`, from `first`: each rises, and all are there. */
START_TEST(near_numbers_are_put_in_order_each_once)
{
	static const int64_t firsts[] = {0, -700, INT64_MIN, INT64_MAX - GM_SORT_NEAR + 1};
	static const int64_t of[] = {1, 64, 130, GM_SORT_NEAR};
	for (int f = 0; f < 4; f++)
		for (int k = 0; k < 4; k++) {
			int64_t given[MOST], values[MOST];
			int kept = MOST;
			for (int i = 0; i < MOST; i++)
				given[i] = values[i] = firsts[f] + (i * 389 + of[k] - 1) % of[k];
			ck_assert(gm_sort_near(values, &kept));
			for (int i = 1; i < kept; i++)
				ck_assert_int_lt(values[i - 1], values[i]);
			for (int i = 0; i < MOST; i++)
				ck_assert(is_among(values, kept, given[i]));
			for (int i = 0; i < kept; i++)
				ck_assert(is_among(given, MOST, values[i]));
		}
}
END_TEST

START_TEST(numbers_far_apart_stay_as_they_are)
{
	int64_t values[3] = {GM_SORT_NEAR, 5, 0};
	int count = 3;
	ck_assert(!gm_sort_near(values, &count));
	ck_assert_int_eq(count, 3);
	ck_assert_int_eq(values[0], GM_SORT_NEAR);
	values[0]--;
	ck_assert(gm_sort_near(values, &count));
	ck_assert_int_eq(values[0], 0);
	ck_assert_int_eq(values[2], GM_SORT_NEAR - 1);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("sort");
	TCase *cases = tcase_create("sort");
	tcase_add_loop_test(cases, few_numbers_are_put_in_order, 0, MOST);
	tcase_add_test(cases, near_numbers_are_put_in_order_each_once);
	tcase_add_test(cases, numbers_far_apart_stay_as_they_are);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
