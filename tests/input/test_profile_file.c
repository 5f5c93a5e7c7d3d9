#include "input/csv.h"
#include "input/profile_file.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

static gm_profile *
profile_of(const char *text)
{
	gm_profile *profile;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_profile_load_text(text, "x.csv", &profile, &err) == GM_OK, "%d: %s", err.line,
	              err.message);
	return profile;
}

static const gm_measured *
measured(const gm_profile_row *row, const char *metric)
{
	for (int i = 0; i < row->measured_count; i++)
		if (strcmp(row->measured[i].metric, metric) == 0)
			return &row->measured[i];
	return NULL;
}

/* ---- records ---- */

START_TEST(quoted_fields_hold_commas_quotes_and_line_breaks)
{
	char text[] = "a,\"b,1\",\"say \"\"x\"\"\"\r\n\"two\nlines\",,\nlast";
	char *fields[GM_CSV_FIELDS_MAX], *rest = text;
	int line = 1;
	ck_assert_int_eq(gm_csv_record(&rest, fields, &line), 3);
	ck_assert_str_eq(fields[1], "b,1");
	ck_assert_str_eq(fields[2], "say \"x\"");
	ck_assert_int_eq(line, 2);
	ck_assert_int_eq(gm_csv_record(&rest, fields, &line), 3);
	ck_assert_str_eq(fields[0], "two\nlines");
	ck_assert_str_eq(fields[2], "");
	ck_assert_int_eq(line, 4);
	ck_assert_int_eq(gm_csv_record(&rest, fields, &line), 1);
	ck_assert_str_eq(fields[0], "last");
	ck_assert_str_eq(rest, "");
}
END_TEST

/* ---- the two layouts ---- */

static const char raw[] =
        "==PROF== Connected to process 4711 (/tmp/measure)\n"
        "array_copy-1\n"
        "==PROF== Profiling \"array_copy\" - 0: 0%....50%....100% - 14 passes\n"
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","
        "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"dram__bytes_read.sum\","
        "\"gpu__time_duration.sum\",\"launch__registers_per_thread\",\"smsp__cycles_active.avg\","
        "\"smsp__inst_executed.sum\",\"l1tex__t_sector_hit_rate.pct\"\n"
        "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"byte\",\"ns\",\"register/thread\","
        "\"cycle\",\"inst\",\"%\"\n"
        "\"0\",\"4711\",\"measure\",\"host\",\"array_copy(unsigned long, float *, const float *)\",\"1\","
        "\"7\",\"(256, 1, 1)\",\"(4096, 1, 1)\",\"0\",\"9.0\",\"4,196,864\",\"4,752\",\"16\",\"12.5\","
        "\"688,128\",\"0\"\n"
        "\"1\",\"4711\",\"measure\",\"host\",\"void ns::copy<float, 4>(float *)\",\"1\",\"7\","
        "\"(32, 8, 1)\",\"(64, 64, 2)\",\"0\",\"9.0\",\"n/a\",\"1,234,567\",\"32\",\"1\",\"\",\"53.82\"\n"
        "==PROF== Disconnected from process 4711\n";

START_TEST(the_raw_page_is_a_row_for_each_launch)
{
	gm_profile *p = profile_of(raw);
	ck_assert_int_eq(p->count, 2);
	const gm_profile_row *first = &p->rows[0], *second = &p->rows[1];
	ck_assert_str_eq(first->entry, "array_copy");
	ck_assert_int_eq(first->grid.x, 4096);
	ck_assert_int_eq(first->block.x, 256);
	ck_assert_int_eq(first->line, 6);
	ck_assert_int_eq(first->measured_count, 5);
	ck_near(measured(first, "gpu__time_duration.sum")->value, 4.752e-6, 1e-12);
	ck_assert_str_eq(measured(first, "gpu__time_duration.sum")->unit, "s");
	ck_near(measured(first, "dram__bytes_read.sum")->value, 4196864, 0);
	ck_assert_str_eq(measured(first, "launch__registers_per_thread")->unit, "count");
	ck_assert_ptr_null(measured(first, "smsp__cycles_active.avg"));
	ck_assert_str_eq(second->entry, "copy");
	ck_assert_int_eq(second->grid.z, 2);
	ck_assert_int_eq(second->block.y, 8);
	ck_assert_ptr_null(measured(second, "dram__bytes_read.sum"));
	ck_assert_ptr_null(measured(second, "smsp__inst_executed.sum"));
	ck_near(measured(second, "gpu__time_duration.sum")->value, 1.234567e-3, 1e-12);
	ck_near(measured(second, "l1tex__t_sector_hit_rate.pct")->value, 53.82, 1e-12);
	gm_profile_free(p);
}
END_TEST

#define DETAILS_HEAD                                                                               \
	"\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\","  \
	"\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\","             \
	"\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\"\n"
#define DETAILS(id, kernel, metric, unit, value)                                                   \
	"\"" id "\",\"1\",\"p\",\"h\",\"" kernel "\",\"1\",\"7\",\"(256, 1, 1)\",\"(8, 1, 1)\",\"0\","  \
	"\"9.0\",\"Command line profiler metrics\",\"" metric "\",\"" unit "\",\"" value "\",\"\",\"\",\"\"\n"

/* As Nsight Compute 2025.3 writes them: a details row ends with its value, and a launch has facts that are
   words. */
START_TEST(rows_may_end_early_and_facts_may_be_words)
{
	gm_profile *p = profile_of(DETAILS_HEAD
	                           "\"0\",\"1\",\"m\",\"h\",\"saxpy\",\"1\",\"7\",\"(256, 1, 1)\","
	                           "\"(8, 1, 1)\",\"0\",\"9.0\",\"Launch Statistics\","
	                           "\"launch__cluster_scheduling_policy\",\"\",\"PolicySpread\"\n"
	                           "\"0\",\"1\",\"m\",\"h\",\"saxpy\",\"1\",\"7\",\"(256, 1, 1)\","
	                           "\"(8, 1, 1)\",\"0\",\"9.0\",\"Launch Statistics\",\"Duration\","
	                           "\"us\",\"57.68\"\n");
	ck_assert_int_eq(p->count, 1);
	ck_assert_int_eq(p->rows[0].measured_count, 1);
	ck_near(p->rows[0].measured[0].value, 57.68e-6, 1e-12);
	gm_profile_free(p);
}
END_TEST

/* Launches 0 and 1 are of the same kernel; the advice of a rule has no metric. */
START_TEST(the_details_page_is_a_row_for_each_metric)
{
	gm_profile *p = profile_of(
	        "==PROF== x\n" DETAILS_HEAD DETAILS("0", "copy(float *)", "gpu__time_duration.sum",
	                                            "usecond", "12.50")
	                DETAILS("0", "copy(float *)", "Registers Per Thread", "register/thread", "32")
	                        DETAILS("0", "copy(float *)", "Duration", "usecond", "99.9")
	                                DETAILS("0", "copy(float *)", "", "", "")
	                                        DETAILS("1", "copy(float *)", "Duration", "msecond", "1.5")
	                                                DETAILS("2", "fill(float *)",
	                                                        "dram__bytes_write.sum", "Mbyte", "2.25"));
	ck_assert_int_eq(p->count, 3);
	ck_near(measured(&p->rows[0], "gpu__time_duration.sum")->value, 12.5e-6, 1e-12);
	ck_near(measured(&p->rows[0], "launch__registers_per_thread")->value, 32, 0);
	ck_near(measured(&p->rows[1], "gpu__time_duration.sum")->value, 1.5e-3, 1e-12);
	ck_assert_str_eq(p->rows[2].entry, "fill");
	ck_near(measured(&p->rows[2], "dram__bytes_write.sum")->value, 2.25e6, 1e-12);
	ck_assert_int_eq(p->rows[2].block.x, 256);
	gm_profile_free(p);
}
END_TEST

/* As a machine with a German locale writes them: "1.234,5" is 1234.5, and so "2.000" is 2000. */
START_TEST(a_file_with_decimal_commas_is_read_in_its_style)
{
	gm_profile *p = profile_of(DETAILS_HEAD DETAILS("0", "k()", "gpu__time_duration.sum", "ns", "2.000")
	                                   DETAILS("0", "k()", "l1tex__t_sector_hit_rate.pct", "%", "9,00")
	                                           DETAILS("0", "k()", "dram__bytes_read.sum", "byte",
	                                                   "1.234,5"));
	ck_near(measured(&p->rows[0], "gpu__time_duration.sum")->value, 2e-6, 1e-12);
	ck_near(measured(&p->rows[0], "l1tex__t_sector_hit_rate.pct")->value, 9, 1e-12);
	ck_near(measured(&p->rows[0], "dram__bytes_read.sum")->value, 1234.5, 1e-12);
	gm_profile_free(p);
}
END_TEST

/* ---- numbers ---- */

static const struct {
	const char *number;
	gm_number_style style;
	double point, comma; /* read in that style; -1: refused */
} numbers[] = {
        {"1234", GM_STYLE_OPEN, 1234, 1234},        {"1,234", GM_STYLE_OPEN, 1234, 1.234},
        {"1.234", GM_STYLE_OPEN, 1.234, 1234},      {"1,234,567", GM_STYLE_POINT, 1234567, -1},
        {"1.234.567", GM_STYLE_COMMA, -1, 1234567}, {"9,00", GM_STYLE_COMMA, -1, 9},
        {"9.00", GM_STYLE_POINT, 9, -1},           {"0,123", GM_STYLE_COMMA, 123, 0.123},
        {"1,234.5", GM_STYLE_POINT, 1234.5, -1},    {"1.234,5", GM_STYLE_COMMA, -1, 1234.5},
        {"12345.678", GM_STYLE_POINT, 12345.678, 12345678},
};

START_TEST(one_number_may_tell_the_style_of_all)
{
	double value;
	ck_assert_int_eq(gm_number_style_of(numbers[_i].number), numbers[_i].style);
	if (gm_styled_number_parse(numbers[_i].number, GM_STYLE_POINT, &value))
		ck_near(value, numbers[_i].point, 1e-12);
	else
		ck_assert(numbers[_i].point < 0);
	if (gm_styled_number_parse(numbers[_i].number, GM_STYLE_COMMA, &value))
		ck_near(value, numbers[_i].comma, 1e-12);
	else
		ck_assert(numbers[_i].comma < 0);
}
END_TEST

static const struct {
	const char *unit, *kept; /* NULL: not kept */
	double factor;
} units[] = {
        {"nsecond", "s", 1e-9},  {"us", "s", 1e-6},          {"msecond", "s", 1e-3},
        {"byte", "byte", 1},     {"Kbyte", "byte", 1e3},     {"Mbyte/block", "byte", 1e6},
        {"byte/thread", "byte", 1}, {"Gbyte/second", "byte/s", 1e9}, {"byte/ns", "byte/s", 1e9},
        {"%", "%", 1},           {"cycle", "cycle", 1},      {"inst", "count", 1},
        {"register/thread", "count", 1}, {"", "count", 1},   {"sector/request", "count", 1},
        {"inst/cycle", "ratio", 1}, {"cycle/nsecond", NULL, 1}, {"Ghz", NULL, 1},
        {"block", "count", 1},   {"Kbyte/s", "byte/s", 1e3}, {"parsec", "", 1},
        {"inst/parsec", "", 1},  {"parsec/s", "", 1},
};

START_TEST(units_become_those_of_runs)
{
	double factor = 0;
	const char *unit = gm_profile_unit(units[_i].unit, &factor);
	if (!units[_i].kept) {
		ck_assert_ptr_null(unit);
		return;
	}
	ck_assert_str_eq(unit, units[_i].kept);
	ck_near(factor, units[_i].factor, 1e-12);
}
END_TEST

/* ---- what is refused ---- */

static const struct {
	const char *text;
	int line;
	const char *expected;
} malformed[] = {
        {"", 0, "holds no launch"},
        {"==PROF== nothing\n==ERROR== no kernels were profiled\n", 0, "holds no launch"},
        {DETAILS_HEAD, 0, "holds no launch"},
        {DETAILS_HEAD DETAILS("0", "k()", "gpu__time_duration.sum", "ns", "fast"), 2,
         "expected a number from 0 on, found 'fast'"},
        {DETAILS_HEAD DETAILS("0", "k()", "gpu__time_duration.sum", "ns", "-5"), 2, "found '-5'"},
        {DETAILS_HEAD DETAILS("0", "k()", "a__b.pct", "%", "9,00")
                 DETAILS("0", "k()", "c__d.pct", "%", "9.00"),
         3, "decimal mark"},
        {DETAILS_HEAD DETAILS("0", "", "a__b.pct", "%", "9"), 2, "without a kernel's name"},
        {DETAILS_HEAD "\"0\",\"1\"\n", 2, "expected 18 fields, found 2"},
        {DETAILS_HEAD "0,1,2,3,k,5,6,7,8,9,10,11,12,13,14,15,16,17,18\n", 2,
         "expected 18 fields, found 19"},
        {DETAILS_HEAD "\"0\n", 2, "a quote is never closed"},
        {"\"ID\",\"Kernel Name\",\"a__b.sum\"\n\"0\",\"k()\",\"5\"\n", 2, "a row of units"},
};

START_TEST(what_is_malformed_is_refused_with_its_line)
{
	gm_profile *profile;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_profile_load_text(malformed[_i].text, "x.csv", &profile, &err), GM_OK);
	ck_assert_ptr_null(profile);
	ck_assert_msg(strstr(err.message, malformed[_i].expected) != NULL, "%s", err.message);
	ck_assert_int_eq(err.line, malformed[_i].line);
}
END_TEST

#define ROWS(table) (int)(sizeof table / sizeof *table)

int
main(void)
{
	Suite *suite = suite_create("profile_file");
	TCase *cases = tcase_create("profile_file");
	tcase_add_test(cases, quoted_fields_hold_commas_quotes_and_line_breaks);
	tcase_add_test(cases, the_raw_page_is_a_row_for_each_launch);
	tcase_add_test(cases, the_details_page_is_a_row_for_each_metric);
	tcase_add_test(cases, rows_may_end_early_and_facts_may_be_words);
	tcase_add_test(cases, a_file_with_decimal_commas_is_read_in_its_style);
	tcase_add_loop_test(cases, one_number_may_tell_the_style_of_all, 0, ROWS(numbers));
	tcase_add_loop_test(cases, units_become_those_of_runs, 0, ROWS(units));
	tcase_add_loop_test(cases, what_is_malformed_is_refused_with_its_line, 0, ROWS(malformed));
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
