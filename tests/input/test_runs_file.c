#include "input/runs_file.h"

#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

static gm_runs *
loaded(const char *text)
{
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	ck_assert_msg(gm_runs_load_text(text, "t.xml", &runs, &err) == GM_OK, "line %d: %s",
		      err.line, err.message);
	return runs;
}

/* The example of the header, with what may be left out left out in the second run. */
static const char example[] =
	"<runs schema='1' title='Two runs'>\n"
	"<source id='h200-2026-11-21' title='A card' url='u' read='2026-11-21'/>\n"
	"<run kernel='tiled_mm' device='h200' set='calibration' cache='warm'\n"
	"     source='h200-2026-11-21' where='row 3' note='n' group='matrix product'>\n"
	"<parameter name='n' value='1024'/>\n"
	"<parameter name='TILE' value='0x10'/>\n"
	"<measured metric='gpu__time_duration.sum' value='123' unit='us' spread='0.02'/>\n"
	"<measured metric='dram__bytes_read.sum' value='8' unit='MiB'/>\n"
	"</run>\n"
	"<run kernel=' first  second ' device='g80' set='validation' source='h200-2026-11-21' "
	"where=''>\n"
	"<measured metric='m' value='0' unit='count'/>\n"
	"</run>\n"
	"</runs>";

START_TEST(a_run_keeps_everything_that_is_said)
{
	gm_runs *runs = loaded(example);
	ck_assert_str_eq(runs->title, "Two runs");
	ck_assert_str_eq(runs->file, "t.xml");
	ck_assert_int_eq(runs->sources_count, 1);
	ck_assert_int_eq(runs->count, 2);
	const gm_run *run = &runs->items[0];
	ck_assert_str_eq(run->kernels[0], "tiled_mm");
	ck_assert_str_eq(run->device, "h200");
	ck_assert_int_eq(run->set, GM_RUN_CALIBRATION);
	ck_assert(run->warm);
	ck_assert_str_eq(run->source->read, "2026-11-21");
	ck_assert_str_eq(run->where, "row 3");
	ck_assert_str_eq(run->note, "n");
	ck_assert_str_eq(run->group, "matrix product");
	ck_assert_int_eq(run->line, 4);
	ck_assert_int_eq(run->parameters_count, 2);
	ck_assert_str_eq(run->parameters[1].name, "TILE");
	ck_assert_int_eq(run->parameters[1].value, 16);
	ck_assert_int_eq(run->measured_count, 2);
	ck_assert_str_eq(run->measured[0].unit, "s");
	ck_near(run->measured[0].value, 123e-6, 1e-15);
	ck_near(run->measured[0].spread_ratio, 0.02, 1e-15);
	ck_assert_int_eq(run->measured[0].line, 7);
	ck_assert_str_eq(run->measured[1].unit, "byte");
	ck_assert_double_eq(run->measured[1].value, 8 * 1024 * 1024);
	ck_assert_double_eq(run->measured[1].spread_ratio, 0);
	gm_runs_free(runs);
}
END_TEST

START_TEST(several_kernels_stand_in_one_run_and_the_rest_has_defaults)
{
	gm_runs *runs = loaded(example);
	const gm_run *run = &runs->items[1];
	ck_assert_int_eq(run->kernels_count, 2);
	ck_assert_str_eq(run->kernels[0], "first");
	ck_assert_str_eq(run->kernels[1], "second");
	ck_assert_int_eq(run->set, GM_RUN_VALIDATION);
	ck_assert(!run->warm);
	ck_assert_str_eq(run->note, "");
	ck_assert_str_eq(run->group, "other");
	ck_assert_ptr_eq(run->file, runs);
	gm_runs_free(runs);
}
END_TEST

/* Two runs of one table, the second with a spread and a number of its own. */
START_TEST(a_row_is_one_number_for_each_column_of_its_table)
{
	gm_runs *runs = loaded(
		"<runs schema='1' title='t'><source id='s' title='x'/>\n"
		"<table id='both'><column metric='gpu__time_duration.sum' unit='us'/>\n"
		"<column metric='dram__bytes_read.sum' unit='byte'/></table>\n"
		"<run kernel='a' device='d' source='s' where='' set='validation'>\n"
		"<row table='both' values='20 4096'/></run>\n"
		"<run kernel='b' device='d' source='s' where='' set='validation'>\n"
		"<measured metric='event_time' value='3' unit='s'/>\n"
		"<row table='both' values='\t1.50~0.25\n 0'/></run></runs>");
	static const struct {
		int run;
		const char *metric, *unit;
		double value, spread_ratio, rounding_ratio;
	} expected[] = {
		{0, "gpu__time_duration.sum", "s", 20e-6, 0, 0.5 / 20},
		{0, "dram__bytes_read.sum", "byte", 4096, 0, 0.5 / 4096},
		{1, "event_time", "s", 3, 0, 0.5 / 3},
		{1, "gpu__time_duration.sum", "s", 1.5e-6, 0.25, 0.005 / 1.5},
		{1, "dram__bytes_read.sum", "byte", 0, 0, 0},
	};
	ck_assert_int_eq(runs->items[0].measured_count, 2);
	ck_assert_int_eq(runs->items[1].measured_count, 3);
	for (int i = 0; i < ROWS(expected); i++) {
		const gm_measured *m =
			&runs->items[expected[i].run].measured[expected[i].run ? i - 2 : i];
		ck_assert_str_eq(m->metric, expected[i].metric);
		ck_assert_str_eq(m->unit, expected[i].unit);
		ck_near(m->value, expected[i].value, 1e-15);
		ck_near(m->spread_ratio, expected[i].spread_ratio, 1e-15);
		ck_near(m->rounding_ratio, expected[i].rounding_ratio, 1e-9);
	}
	ck_assert_int_eq(runs->items[0].measured[1].line, 5);
	gm_runs_free(runs);
}
END_TEST

#define RUNS(rest) "<runs schema='1' title='t'>\n<source id='s' title='x'/>\n" rest "\n</runs>"
#define RUN(attributes, rest)                                                                      \
	RUNS("<run kernel='k' device='d' source='s' where='' set='validation'" attributes          \
	     ">\n" rest "\n</run>")
#define MEASURED(attributes) "<measured metric='m' " attributes "/>"

/* Half a unit of the last digit over the value: 36.6 +- 0.05, 15 +- 0.5, 1200 +- 5 for 1.20e3. */
static const struct {
	const char *value, *unit;
	double expected;
	const char *base_unit;
	double rounding_ratio;
} quantities[] = {
	{"36.6", "GFLOP/s", 36.6e9, "flop/s", 0.05 / 36.6},
	{"15", "flop/s", 15, "flop/s", 0.5 / 15},
	{"485.398", "GB/s", 485.398e9, "byte/s", 0.0005 / 485.398},
	{"2", "byte/s", 2, "byte/s", 0.25},
	{"0.00473809", "s", 0.00473809, "s", 0.000000005 / 0.00473809},
	{"1.20e3", "ms", 1.2, "s", 5.0 / 1200},
	{"3e-6", "s", 3e-6, "s", 0.5 / 3},
	{"4", "KiB", 4096, "byte", 0.125},
	{"5", "byte", 5, "byte", 0.1},
	{"7", "cycles", 7, "cycle", 0.5 / 7},
	{"99.5", "%", 99.5, "%", 0.05 / 99.5},
	{"4.0", "ratio", 4, "ratio", 0.0125},
	{"12", "count", 12, "count", 0.5 / 12},
	{"0", "count", 0, "count", 0},
};

START_TEST(values_are_kept_in_the_units_of_predictions_with_their_precision)
{
	char text[512];
	snprintf(text, sizeof text, RUN("", MEASURED("value='%s' unit='%s'")), quantities[_i].value,
		 quantities[_i].unit);
	gm_runs *runs = loaded(text);
	const gm_measured *m = &runs->items[0].measured[0];
	ck_near(m->value, quantities[_i].expected, 1e-15);
	ck_assert_str_eq(m->unit, quantities[_i].base_unit);
	ck_near(m->rounding_ratio, quantities[_i].rounding_ratio, 1e-9);
	gm_runs_free(runs);
}
END_TEST

#define GOOD MEASURED("value='1' unit='s'")
#define COLUMN "<column metric='m' unit='s'/>"
#define TABLE "<table id='a'>" COLUMN "</table>"
#define ROW(row)                                                                                   \
	RUNS(TABLE "\n<run kernel='k' device='d' source='s' where='' set='validation'>\n" row      \
		   "</run>")

/* Lines counted by hand; a run's line is the one its start tag ends on. */
static const struct {
	const char *text;
	gm_status status;
	int line;
	const char *message;
} bad[] = {
	{"<run/>", GM_BAD_SYNTAX, 1, "expected <runs>, found <run>"},
	{"<runs schema='2' title='t'/>", GM_BAD_VALUE, 1, "from 1 to 1, found 2"},
	{"<runs schema='1'/>", GM_BAD_SYNTAX, 1, "needs the attribute 'title'"},
	{"<runs schema='1' title='t' titel='x'/>", GM_UNKNOWN_NAME, 1, "title"},
	{"<runs schema='1' title='t'/>", GM_BAD_SYNTAX, 1, "holds no <run>"},
	{RUNS("<rnu/>"), GM_UNKNOWN_NAME, 3, "nearest: run"},
	{RUNS("<source id='s' title='y'/>"), GM_BAD_VALUE, 3, "source 's' is given twice"},
	{RUNS("<source id='' title='y'/>"), GM_BAD_VALUE, 3, "'id' of <source> is empty"},
	{RUNS("<source id='r' title='y'><x/></source>"), GM_UNKNOWN_NAME, 3, "<x>"},
	{RUN("", GOOD "</run>\n<source id='r' title='y'/><run>"), GM_BAD_SYNTAX, 5,
	 "stands too late"},
	{RUNS("<run device='d' source='s' where='' set='validation'/>"), GM_BAD_SYNTAX, 3,
	 "'kernel'"},
	{RUNS("<run kernel=' ' device='d' source='s' where='' set='validation'/>"), GM_BAD_VALUE, 3,
	 "'kernel' of <run> is empty"},
	{RUNS("<run kernel='k' source='s' where='' set='validation'/>"), GM_BAD_SYNTAX, 3,
	 "'device'"},
	{RUNS("<run kernel='k' device='d' where='' set='validation'/>"), GM_BAD_SYNTAX, 3,
	 "'source'"},
	{RUNS("<run kernel='k' device='d' source='s' set='validation'/>"), GM_BAD_SYNTAX, 3,
	 "'where'"},
	{RUNS("<run kernel='k' device='d' source='s' where=''/>"), GM_BAD_SYNTAX, 3, "'set'"},
	{RUNS("<run kernel='k' device='d' source='s' where='' set='training'/>"), GM_UNKNOWN_NAME,
	 3, "set 'training'"},
	{RUNS("<run kernel='k' device='d' source='q' where='' set='validation'/>"), GM_UNKNOWN_NAME,
	 3, "unknown source 'q'; declared: s"},
	{RUN(" cache='hot'", GOOD), GM_UNKNOWN_NAME, 3, "cache 'hot'"},
	{RUN(" kind='x'", GOOD), GM_UNKNOWN_NAME, 3, "'kind' of <run>"},
	{RUN("", ""), GM_BAD_SYNTAX, 3, "needs at least one <measured>"},
	{RUN("", "<measure/>"), GM_UNKNOWN_NAME, 4, "nearest: measured"},
	{RUN("", GOOD "\n<parameter name='n' value='1'/>"), GM_BAD_SYNTAX, 5, "stands too late"},
	{RUN("", "<parameter name='n' value='1.5'/>" GOOD), GM_BAD_VALUE, 4, "expected an integer"},
	{RUN("", "<parameter name='n' value='1'/>\n<parameter name='n' value='1'/>" GOOD),
	 GM_BAD_VALUE, 5, "parameter n is given twice"},
	{RUNS("<table/>"), GM_BAD_SYNTAX, 3, "'id'"},
	{RUNS("<table id='a'/>"), GM_BAD_SYNTAX, 3, "holds no <column>"},
	{RUNS(TABLE TABLE), GM_BAD_VALUE, 3, "table 'a' is given twice"},
	{RUNS("<table id='a'>" COLUMN "\n" COLUMN "</table>"), GM_BAD_VALUE, 4,
	 "m is given twice in this table"},
	{RUNS("<table id='a'>\n<row/></table>"), GM_UNKNOWN_NAME, 4, "known: column"},
	{RUNS("<table id='a'>\n<column metric='m' unit='parsec'/></table>"), GM_BAD_UNIT, 4,
	 "unknown unit 'parsec'"},
	{RUN("", GOOD "</run>\n" TABLE "<run>"), GM_BAD_SYNTAX, 5, "stands too late"},
	{RUN("", "<row table='a' values='1'/>"), GM_UNKNOWN_NAME, 4,
	 "unknown table 'a'; declared: none"},
	{ROW("<row values='1'/>"), GM_BAD_SYNTAX, 5, "'table'"},
	{ROW("<row table='b' values='1'/>"), GM_UNKNOWN_NAME, 5, "unknown table 'b'; declared: a"},
	{ROW("<row table='a' values=''/>"), GM_BAD_VALUE, 5, "'values' of <row> is empty"},
	{ROW("<row table='a' values=' '/>"), GM_BAD_VALUE, 5, "'values' of <row> is empty"},
	{ROW("<row table='a' values='1 2'/>"), GM_BAD_SYNTAX, 5, "has 1 column, this row 2 values"},
	{ROW("<row table='a' values='fast'/>"), GM_BAD_VALUE, 5, "expected a number, found 'fast'"},
	{ROW("<row table='a' values='-1'/>"), GM_BAD_VALUE, 5, "no negative number, found '-1'"},
	{ROW("<row table='a' values='1~'/>"), GM_BAD_VALUE, 5, "expected a number"},
	{ROW("<row table='a' values='1~1'/>"), GM_BAD_VALUE, 5, "found '1'"},
	{ROW(GOOD "<row table='a' values='1'/>"), GM_BAD_VALUE, 5, "m is given twice in this run"},
	{RUN("", MEASURED("value='1'")), GM_BAD_SYNTAX, 4, "'unit'"},
	{RUN("", MEASURED("unit='s'")), GM_BAD_SYNTAX, 4, "'value'"},
	{RUN("", MEASURED("value='fast' unit='s'")), GM_BAD_VALUE, 4,
	 "expected a number, found 'fast'"},
	{RUN("", MEASURED("value='-1' unit='s'")), GM_BAD_VALUE, 4,
	 "no negative number, found '-1'"},
	{RUN("", MEASURED("value='nan' unit='s'")), GM_BAD_VALUE, 4, "expected a number"},
	{RUN("", MEASURED("value='1' unit='parsec'")), GM_BAD_UNIT, 4, "unknown unit 'parsec'"},
	{RUN("", MEASURED("value='1' unit=''")), GM_BAD_UNIT, 4, "unknown unit ''"},
	{RUN("", MEASURED("value='1' unit='KB'")), GM_BAD_UNIT, 4, "unknown unit 'KB'"},
	{RUN("", MEASURED("value='1' unit='GHz'")), GM_BAD_UNIT, 4, "unknown unit 'GHz'"},
	{RUN("", MEASURED("value='1' unit='s' spread='1.5'")), GM_BAD_VALUE, 4, "found '1.5'"},
	{RUN("", MEASURED("value='1' unit='s' spread='-0.1'")), GM_BAD_VALUE, 4, "found '-0.1'"},
	{RUN("", MEASURED("value='1' unit='s' spread='2%'")), GM_BAD_VALUE, 4, "expected a number"},
	{RUN("", GOOD "\n" GOOD), GM_BAD_VALUE, 5, "m is given twice in this run"},
	{RUN("", "<measured metric='m' value='1' unit='s'><x/></measured>"), GM_UNKNOWN_NAME, 4,
	 "<x>"},
};

START_TEST(a_bad_file_says_where_and_what)
{
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_runs_load_text(bad[_i].text, "t.xml", &runs, &err);
	ck_assert_msg(status == bad[_i].status, "%s: %d %s", bad[_i].text, status, err.message);
	ck_assert_msg(strstr(err.message, bad[_i].message) != NULL, "%s: %s", bad[_i].text,
		      err.message);
	ck_assert_msg(err.line == bad[_i].line, "%s: line %d", bad[_i].text, err.line);
	ck_assert_str_eq(err.file, "t.xml");
	ck_assert_ptr_null(runs);
}
END_TEST

START_TEST(a_missing_file_is_a_bad_file)
{
	gm_runs *runs = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_runs_load(GM_TREE "/reports/runs/none.xml", &runs, &err), GM_BAD_FILE);
	ck_assert_ptr_null(runs);
}
END_TEST

/* SEEDS.md and the lectures: "The actual code runs at about 15 GFLOPS" (G80); "measured performance
   is 36.6GFLOPS", "198GFLOPS" (GTX 280); "Effective bandwidth is 485.398 GB/s", 30.0308, 310.664,
   344.396, 350.052 (Turing); "Time: 0.025615 s", 0.00473809, 0.00255108, 0.00261402 (one of two
   cards, so both). */
static const struct {
	const char *kernel, *device, *source;
	double value;
	const char *unit;
} lectures[] = {
	{"naive_mm", "g80", "uiuc_g80", 15e9, "flop/s"},
	{"naive_mm", "gtx280", "masaryk_2019", 36.6e9, "flop/s"},
	{"tiled_mm", "gtx280", "masaryk_2019", 198e9, "flop/s"},
	{"array_copy", "turing", "stanford_2023", 485.398e9, "byte/s"},
	{"transpose_simple", "turing", "stanford_2023", 30.0308e9, "byte/s"},
	{"transpose_2d", "turing", "stanford_2023", 310.664e9, "byte/s"},
	{"transpose_shared", "turing", "stanford_2023", 344.396e9, "byte/s"},
	{"transpose_padded", "turing", "stanford_2023", 350.052e9, "byte/s"},
	{"sum_chunk", "gtx580", "jyvaskyla", 25.615e-3, "s"},
	{"sum_chunk", "k40c", "jyvaskyla", 25.615e-3, "s"},
	{"sum_grid_stride", "gtx580", "jyvaskyla", 4.73809e-3, "s"},
	{"sum_grid_stride", "k40c", "jyvaskyla", 4.73809e-3, "s"},
	{"sum_shared_tree", "gtx580", "jyvaskyla", 2.55108e-3, "s"},
	{"sum_shared_tree", "k40c", "jyvaskyla", 2.55108e-3, "s"},
	{"sum_two_kernel_first sum_two_kernel_second", "gtx580", "jyvaskyla", 2.61402e-3, "s"},
	{"sum_two_kernel_first sum_two_kernel_second", "k40c", "jyvaskyla", 2.61402e-3, "s"},
};

START_TEST(every_measured_number_of_the_lectures_is_there)
{
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	ck_assert_msg(gm_runs_load(GM_TREE "/reports/runs/seeds.xml", &runs, &err) == GM_OK,
		      "%d: %s", err.line, err.message);
	ck_assert_int_eq(runs->count, ROWS(lectures));
	for (int i = 0; i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		ck_assert_str_eq(run->kernel, lectures[i].kernel);
		ck_assert_str_eq(run->device, lectures[i].device);
		ck_assert_str_eq(run->source->id, lectures[i].source);
		ck_assert_int_eq(run->measured_count, 1);
		ck_assert_str_eq(run->measured[0].unit, lectures[i].unit);
		ck_near(run->measured[0].value, lectures[i].value, 1e-12);
		ck_assert_msg(*run->where && *run->note, "line %d has no place or note", run->line);
		ck_assert_int_eq(run->set, GM_RUN_VALIDATION);
	}
	gm_runs_free(runs);
}
END_TEST

START_TEST(the_schema_accepts_the_shipped_runs_and_refuses_a_wrong_set)
{
	if (system("command -v xmllint >/dev/null") != 0) {
		fprintf(stderr, "xmllint is not installed: not checked\n");
		return;
	}
	ck_assert_int_eq(system("xmllint --noout --schema " GM_TREE "/schemas/runs.xsd " GM_TREE
				"/reports/runs/*.xml 2>/dev/null"),
			 0);
	ck_assert_int_ne(system("sed 's/set=\"validation\"/set=\"training\"/' " GM_TREE
				"/reports/runs/seeds.xml | xmllint --noout --schema " GM_TREE
				"/schemas/runs.xsd - 2>/dev/null"),
			 0);
}
END_TEST

static Suite *
runs_file_suite(void)
{
	Suite *suite = suite_create("runs_file");
	TCase *cases = tcase_create("runs_file");
	tcase_add_test(cases, a_run_keeps_everything_that_is_said);
	tcase_add_test(cases, a_row_is_one_number_for_each_column_of_its_table);
	tcase_add_test(cases, several_kernels_stand_in_one_run_and_the_rest_has_defaults);
	tcase_add_loop_test(cases, values_are_kept_in_the_units_of_predictions_with_their_precision,
			    0, ROWS(quantities));
	tcase_add_loop_test(cases, a_bad_file_says_where_and_what, 0, ROWS(bad));
	tcase_add_test(cases, a_missing_file_is_a_bad_file);
	tcase_add_test(cases, every_measured_number_of_the_lectures_is_there);
	tcase_add_test(cases, the_schema_accepts_the_shipped_runs_and_refuses_a_wrong_set);
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(runs_file_suite());
}
