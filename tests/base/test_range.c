#include "base/range.h"
#include "support/near.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *text;
	gm_dimension dimension;
	size_t count;
	int64_t values[8];
} good[] = {
	{"16", GM_COUNT, 1, {16}},
	{"8,16,32", GM_COUNT, 3, {8, 16, 32}},
	{"1:4", GM_COUNT, 4, {1, 2, 3, 4}},
	{"1:10:4", GM_COUNT, 3, {1, 5, 9}},
	{"1024:8192:*2", GM_COUNT, 4, {1024, 2048, 4096, 8192}},
	{"1:2,8,16:64:*2", GM_COUNT, 6, {1, 2, 8, 16, 32, 64}},
	{"24KiB", GM_BYTES, 1, {24576}},
	{"0", GM_BYTES, 1, {0}},
	{"0:4KiB:1KiB", GM_BYTES, 5, {0, 1024, 2048, 3072, 4096}},
	{"0,1.5KiB,100B", GM_BYTES, 3, {0, 1536, 100}},
	{"1KiB:8KiB:*2", GM_BYTES, 4, {1024, 2048, 4096, 8192}},
	{"1kB:3kB:1kB", GM_BYTES, 3, {1000, 2000, 3000}},
};

START_TEST(a_range_names_its_values)
{
	int64_t *values;
	size_t count;
	gm_error err = GM_ERROR_NONE;
	const gm_status status =
		gm_range_parse_quantity(good[_i].text, good[_i].dimension, &values, &count, &err);
	ck_assert_msg(status == GM_OK, "%s: %s", good[_i].text, err.message);
	ck_assert_uint_eq(count, good[_i].count);
	for (size_t i = 0; i < count; i++)
		ck_assert_int_eq(values[i], good[_i].values[i]);
	free(values);
}
END_TEST

static const struct {
	const char *text;
	gm_dimension dimension;
	gm_status status;
	const char *says;
} bad[] = {
	{"", GM_COUNT, GM_BAD_SYNTAX, "is no range"},
	{"many", GM_COUNT, GM_BAD_SYNTAX, "1024:8192:*2"},
	{"1,", GM_COUNT, GM_BAD_SYNTAX, "is no range"},
	{"1 ,2", GM_COUNT, GM_BAD_SYNTAX, "is no range"},
	{"24KiB", GM_COUNT, GM_BAD_SYNTAX, "is no range"},
	{"4:1", GM_COUNT, GM_BAD_VALUE, "from 4 to 1 is empty"},
	{"1:4:0", GM_COUNT, GM_BAD_VALUE, "at least 1"},
	{"1:4:*1", GM_COUNT, GM_BAD_VALUE, "at least 2"},
	{"0:4:*2", GM_COUNT, GM_BAD_VALUE, "start at least 1"},
	{"0:2000000", GM_COUNT, GM_TOO_LARGE, "values"},
	{"", GM_BYTES, GM_BAD_SYNTAX, "0:64KiB:1KiB"},
	{"24KiB,", GM_BYTES, GM_BAD_SYNTAX, "is no range"},
	{"6144", GM_BYTES, GM_BAD_UNIT, "without a unit"},
	{"24KB", GM_BYTES, GM_BAD_UNIT, "kB or KiB"},
	{"0:64KiB:1024", GM_BYTES, GM_BAD_UNIT, "without a unit"},
	{"24GHz", GM_BYTES, GM_BAD_UNIT, "a frequency"},
	{"0.3B", GM_BYTES, GM_BAD_VALUE, "no whole number of B"},
	{"1KiB:4KiB:*2KiB", GM_BYTES, GM_BAD_SYNTAX, "is no range"},
};

START_TEST(what_is_no_range_is_refused)
{
	int64_t *values;
	size_t count;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(
		gm_range_parse_quantity(bad[_i].text, bad[_i].dimension, &values, &count, &err),
		bad[_i].status);
	ck_assert_ptr_null(values);
	ck_assert_msg(strstr(err.message, bad[_i].says) != NULL, "%s", err.message);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("range");
	TCase *tests = tcase_create("range");
	tcase_add_loop_test(tests, a_range_names_its_values, 0, sizeof good / sizeof *good);
	tcase_add_loop_test(tests, what_is_no_range_is_refused, 0, sizeof bad / sizeof *bad);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
