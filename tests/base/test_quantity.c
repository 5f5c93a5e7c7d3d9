#include "base/quantity.h"

#include "support/near.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values by hand from the SI and IEC prefixes. */
static const struct {
	const char *text;
	gm_dimension dimension;
	double expected;
} good[] = {
	{"132", GM_COUNT, 132},
	{"1e3", GM_COUNT, 1000},
	{".5 %", GM_RATIO, 0.005},
	{"50%", GM_RATIO, 0.5},
	{"512 B", GM_BYTES, 512},
	{"1kB", GM_BYTES, 1000},
	{"228 KiB", GM_BYTES, 233472},
	{"1 MB", GM_BYTES, 1e6},
	{"1 MiB", GM_BYTES, 1048576},
	{"80GB", GM_BYTES, 80e9},
	{"2 GiB", GM_BYTES, 2147483648.0},
	{"1 TB", GM_BYTES, 1e12},
	{"1 TiB", GM_BYTES, 1099511627776.0},
	{"7 Hz", GM_HERTZ, 7},
	{"7 kHz", GM_HERTZ, 7000},
	{"1350 MHz", GM_HERTZ, 1.35e9},
	{"1.98GHz", GM_HERTZ, 1.98e9},
	{"2 s", GM_SECONDS, 2},
	{"2 ms", GM_SECONDS, 0.002},
	{"2.4 us", GM_SECONDS, 2.4e-6},
	{"600ns", GM_SECONDS, 6e-7},
	{"1 cycle", GM_CYCLES, 1},
	{"400 cycles", GM_CYCLES, 400},
	{"9 B/s", GM_BYTES_PER_SECOND, 9},
	{"9 kB/s", GM_BYTES_PER_SECOND, 9e3},
	{"9 MB/s", GM_BYTES_PER_SECOND, 9e6},
	{"86.4 GB/s", GM_BYTES_PER_SECOND, 86.4e9},
	{"3TB/s", GM_BYTES_PER_SECOND, 3e12},
	{"1 GiB/s", GM_BYTES_PER_SECOND, 1073741824.0},
	{"128 B/cycle", GM_BYTES_PER_CYCLE, 128},
	{"0.25 1/cycle", GM_PER_CYCLE, 0.25},
	{"0.25/cycle", GM_PER_CYCLE, 0.25},
	{"1 FLOP/s", GM_FLOP_PER_SECOND, 1},
	{"345.6 GFLOP/s", GM_FLOP_PER_SECOND, 345.6e9},
	{"66.9 TFLOP/s", GM_FLOP_PER_SECOND, 66.9e12},
	{"0.25 FLOP/B", GM_FLOP_PER_BYTE, 0.25},
	{"-1.5e-3 s", GM_SECONDS, -0.0015},
};

START_TEST(a_number_with_its_unit_is_read_in_base_units)
{
	double value = 0;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(!gm_quantity_parse_text(good[_i].text, good[_i].dimension, &value, &err),
		      "%s: %s", good[_i].text, err.message);
	ck_near(value, good[_i].expected, 1e-15);
}
END_TEST

static const struct {
	const char *text;
	gm_dimension dimension;
	gm_status status;
	const char *message; /* a part of it */
} bad[] = {
	{"64 KB", GM_BYTES, GM_BAD_UNIT, "write kB or KiB"},
	{"64 KB/s", GM_BYTES_PER_SECOND, GM_BAD_UNIT, "write kB/s or KiB/s"},
	{"10 Gb/s", GM_BYTES_PER_SECOND, GM_BAD_UNIT, "bits"},
	{"1.2 GB", GM_HERTZ, GM_BAD_UNIT, "expected a frequency, found '1.2 GB'"},
	{"1.2", GM_HERTZ, GM_BAD_UNIT, "expected a frequency in Hz, found '1.2' without a unit"},
	{"12 GHz", GM_COUNT, GM_BAD_UNIT, "expected a count without a unit"},
	{"12 GHZ", GM_HERTZ, GM_BAD_UNIT, "nearest: GHz"},
	{"12 quux", GM_COUNT, GM_BAD_UNIT, "expected a count without a unit"},
	{"3 GBs", GM_BYTES_PER_SECOND, GM_BAD_UNIT,
	 "unknown unit 'GBs'; expected a bandwidth, nearest: GB/s"},
	{"", GM_BYTES, GM_BAD_VALUE, "expected a size in bytes, found ''"},
	{"GB", GM_BYTES, GM_BAD_VALUE, "found 'GB'"},
	{" 1 B", GM_BYTES, GM_BAD_VALUE, "found ' 1 B'"},
	{"1  B", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"1 B ", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"1 ", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"1,5 GB", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"nan B", GM_BYTES, GM_BAD_VALUE, "found 'nan B'"},
	{"inf", GM_COUNT, GM_BAD_VALUE, "found 'inf'"},
	{"0x10 B", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"1e999 B", GM_BYTES, GM_BAD_VALUE, "too large"},
	{"1e308 TB", GM_BYTES, GM_BAD_VALUE, "too large"},
	{"1e-999 s", GM_SECONDS, GM_BAD_VALUE, "too small"},
	{"--1 B", GM_BYTES, GM_BAD_VALUE, "expected a size"},
	{"1.2.3 B", GM_BYTES, GM_BAD_UNIT, "unknown unit"},
	{"0000000000000000000000000000000000000000000000000000000000000000001 B", GM_BYTES,
	 GM_BAD_VALUE, "67 characters"},
};

START_TEST(a_wrong_number_or_unit_is_refused_with_what_was_expected)
{
	double value = -7;
	gm_error err = GM_ERROR_NONE;
	const gm_status status =
		gm_quantity_parse_text(bad[_i].text, bad[_i].dimension, &value, &err);
	ck_assert_msg(status == bad[_i].status, "'%s': status %d, %s", bad[_i].text, status,
		      err.message);
	ck_assert_msg(strstr(err.message, bad[_i].message) != NULL, "'%s': %s", bad[_i].text,
		      err.message);
	ck_assert_double_eq(value, -7);
}
END_TEST

START_TEST(a_plain_number_takes_no_unit_blank_or_rest)
{
	static const char *const refused[] = {"",  "1 ", " 1",    "1e",       "1e+",
					      ".", "-",  "0x1p3", "infinity", "1_000"};
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		double value;
		ck_assert_msg(gm_number_parse(refused[i], &value, NULL) == GM_BAD_VALUE, "'%s'",
			      refused[i]);
	}
	double value;
	ck_assert_int_eq(gm_number_parse("-2.5E+1", &value, NULL), GM_OK);
	ck_assert_double_eq(value, -25);
	ck_assert_int_eq(gm_number_parse("5.", &value, NULL), GM_OK);
	ck_assert_double_eq(value, 5);
}
END_TEST

START_TEST(integers_span_exactly_64_bits)
{
	static const struct {
		const char *text;
		int64_t expected;
	} rows[] = {
		{"0", 0},
		{"-0", 0},
		{"010", 10},
		{"+7", 7},
		{"0xff", 255},
		{"-0x10", -16},
		{"9223372036854775807", INT64_MAX},
		{"-9223372036854775808", INT64_MIN},
		{"0x7fffffffffffffff", INT64_MAX},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		int64_t value = 99;
		ck_assert_int_eq(gm_integer_parse(rows[i].text, &value, NULL), GM_OK);
		ck_assert_int_eq(value, rows[i].expected);
	}
	static const char *const refused[] = {"",
					      "-",
					      "0x",
					      "1.0",
					      "1e3",
					      " 1",
					      "1 ",
					      "12a",
					      "--1",
					      "9223372036854775808",
					      "-9223372036854775809",
					      "0x8000000000000000"};
	for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
		int64_t value;
		ck_assert_msg(gm_integer_parse(refused[i], &value, NULL) == GM_BAD_VALUE, "'%s'",
			      refused[i]);
	}
}
END_TEST

static const struct {
	double value;
	gm_dimension dimension;
	const char *expected;
} formats[] = {
	{3.35e12, GM_BYTES_PER_SECOND, "3.35 TB/s"},
	{86.4e9, GM_BYTES_PER_SECOND, "86.4 GB/s"},
	{999.96e9, GM_BYTES_PER_SECOND, "1 TB/s"},
	{999.9e9, GM_BYTES_PER_SECOND, "999.9 GB/s"},
	{233472, GM_BYTES, "228 KiB"},
	{1023, GM_BYTES, "1023 B"},
	{1024, GM_BYTES, "1 KiB"},
	{0, GM_BYTES, "0 B"},
	{1.98e9, GM_HERTZ, "1.98 GHz"},
	{12.34e-6, GM_SECONDS, "12.34 us"},
	{4e-10, GM_SECONDS, "0.4 ns"},
	{0, GM_SECONDS, "0 s"},
	{90, GM_SECONDS, "90 s"},
	{-12e-6, GM_SECONDS, "-12 us"},
	{0.5, GM_RATIO, "50 %"},
	{0.25, GM_FLOP_PER_BYTE, "0.25 FLOP/B"},
	{66.9e12, GM_FLOP_PER_SECOND, "66.9 TFLOP/s"},
	{43435342, GM_COUNT, "43435342"},
	{1.0 / 3, GM_COUNT, "0.3333"},
	{1, GM_CYCLES, "1 cycle"},
	{400, GM_CYCLES, "400 cycles"},
	{128, GM_BYTES_PER_CYCLE, "128 B/cycle"},
	{0.25, GM_PER_CYCLE, "0.25 /cycle"},
};

START_TEST(people_read_a_fitting_prefix_and_four_digits)
{
	char text[64];
	ck_assert_str_eq(
		gm_quantity_format(formats[_i].value, formats[_i].dimension, text, sizeof text),
		formats[_i].expected);
}
END_TEST

START_TEST(what_is_shown_can_be_typed_in_again)
{
	char text[64];
	double value;
	gm_quantity_format(formats[_i].value, formats[_i].dimension, text, sizeof text);
	ck_assert_int_eq(gm_quantity_parse_text(text, formats[_i].dimension, &value, NULL), GM_OK);
	ck_near(value, formats[_i].value, 5e-4);
}
END_TEST

START_TEST(machines_read_back_the_same_double_from_the_shortest_text)
{
	static const struct {
		double value;
		const char *expected;
	} rows[] = {{0.1, "0.1"},
		    {3e12, "3000000000000"},
		    {2.4e-6, "2.4e-06"},
		    {0, "0"},
		    {-1.5, "-1.5"}};
	char text[64];
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		ck_assert_str_eq(gm_number_format(rows[i].value, text, sizeof text),
				 rows[i].expected);
	/* 1/3 has no text of 15 digits that reads back, and 0.1 + 0.2 none of 16. */
	static const double awkward[] = {1.0 / 3, 0.1 + 0.2, 5e-324, 1.7976931348623157e308};
	for (size_t i = 0; i < sizeof awkward / sizeof awkward[0]; i++)
		ck_assert(strtod(gm_number_format(awkward[i], text, sizeof text), NULL) ==
			  awkward[i]);
}
END_TEST

/* Builds a locale with a decimal comma in a folder of its own where the system's tools allow it;
   the machine's list may hold none. */
static bool
comma_locale(void)
{
	static const char *const names[] = {"fi_FI.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8",
					    "cs_CZ.UTF-8", "de_DE",       "fi_FI"};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (setlocale(LC_ALL, names[i]) && strcmp(localeconv()->decimal_point, ",") == 0)
			return true;
	char folder[] = "/tmp/gm_locale_XXXXXX", command[256], path[64];
	if (!mkdtemp(folder))
		return false;
	snprintf(path, sizeof path, "%s/comma", folder);
	snprintf(command, sizeof command, "localedef -c -i de_DE -f UTF-8 %s >/dev/null 2>&1",
		 path);
	const bool built = system(command) <= 256;
	setenv("LOCPATH", folder, 1);
	const bool set = built && setlocale(LC_ALL, "comma") != NULL;
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command) == 0 && set && strcmp(localeconv()->decimal_point, ",") == 0;
}

START_TEST(a_process_locale_with_a_decimal_comma_changes_nothing)
{
	char probe[16], text[64];
	double value;
	if (!comma_locale()) {
		fprintf(stderr, "no locale with a decimal comma on this system: not checked\n");
		return;
	}
	snprintf(probe, sizeof probe, "%.1f", 1.5);
	ck_assert_str_eq(probe, "1,5");
	ck_assert_int_eq(gm_quantity_parse_text("1.5 GB/s", GM_BYTES_PER_SECOND, &value, NULL),
			 GM_OK);
	ck_assert_double_eq(value, 1.5e9);
	ck_assert_str_eq(gm_quantity_format(1.5e9, GM_HERTZ, text, sizeof text), "1.5 GHz");
	ck_assert_str_eq(gm_number_format(0.1, text, sizeof text), "0.1");
	snprintf(probe, sizeof probe, "%.1f", 1.5);
	ck_assert_str_eq(probe, "1,5"); /* and the process keeps its locale */
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof table[0])

int
main(void)
{
	Suite *suite = suite_create("quantity");
	TCase *cases = tcase_create("quantity");
	tcase_add_loop_test(cases, a_number_with_its_unit_is_read_in_base_units, 0, ROWS(good));
	tcase_add_loop_test(cases, a_wrong_number_or_unit_is_refused_with_what_was_expected, 0,
			    ROWS(bad));
	tcase_add_test(cases, a_plain_number_takes_no_unit_blank_or_rest);
	tcase_add_test(cases, integers_span_exactly_64_bits);
	tcase_add_loop_test(cases, people_read_a_fitting_prefix_and_four_digits, 0, ROWS(formats));
	tcase_add_loop_test(cases, what_is_shown_can_be_typed_in_again, 0, ROWS(formats));
	tcase_add_test(cases, machines_read_back_the_same_double_from_the_shortest_text);
	tcase_add_test(cases, a_process_locale_with_a_decimal_comma_changes_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
