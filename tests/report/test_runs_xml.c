/* What is written as a runs file must come out again as it was read. */
#include "report/runs.h"

#include "input/runs_file.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static gm_runs *
loaded(const char *text)
{
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	ck_assert_msg(gm_runs_load_text(text, "t.xml", &runs, &err) == GM_OK, "line %d: %s",
		      err.line, err.message);
	return runs;
}

static gm_runs *
written_and_read(const gm_runs *runs)
{
	gm_text text = {0};
	gm_report_runs_xml(&text, runs);
	gm_runs *again = loaded(text.bytes);
	gm_text_dispose(&text);
	return again;
}

static bool
is_near(double a, double b, double ratio)
{
	return fabs(a - b) <= ratio * fabs(a);
}

/* One check for a run: a file has hundreds of thousands of numbers. */
static bool
measured_the_same(const gm_run *a, const gm_run *b)
{
	bool same = a->measured_count == b->measured_count;
	for (int i = 0; same && i < a->measured_count; i++) {
		const gm_measured *x = &a->measured[i], *y = &b->measured[i];
		same = strcmp(x->metric, y->metric) == 0 && strcmp(x->unit, y->unit) == 0 &&
		       is_near(x->value, y->value, 1e-11) &&
		       is_near(x->spread_ratio, y->spread_ratio, 0.005);
	}
	return same;
}

static void
check_run(const gm_run *a, const gm_run *b)
{
	ck_assert_str_eq(a->kernel, b->kernel);
	ck_assert_str_eq(a->device, b->device);
	ck_assert_str_eq(a->launch, b->launch);
	ck_assert_str_eq(a->group, b->group);
	ck_assert_str_eq(a->where, b->where);
	ck_assert_str_eq(a->note, b->note);
	ck_assert_str_eq(a->source->id, b->source->id);
	ck_assert_int_eq(a->set, b->set);
	ck_assert_int_eq(a->warm, b->warm);
	ck_assert_int_eq(a->grid.x, b->grid.x);
	ck_assert_int_eq(a->parameters_count, b->parameters_count);
	for (int i = 0; i < a->parameters_count; i++) {
		ck_assert_str_eq(a->parameters[i].name, b->parameters[i].name);
		ck_assert_int_eq(a->parameters[i].value, b->parameters[i].value);
	}
	ck_assert_msg(measured_the_same(a, b), "the run of line %d", a->line);
}

static void
check_comes_out_again(gm_runs *runs)
{
	gm_runs *again = written_and_read(runs);
	ck_assert_str_eq(runs->title, again->title);
	ck_assert_str_eq(runs->launches, again->launches);
	ck_assert_int_eq(runs->sources_count, again->sources_count);
	ck_assert_int_eq(runs->count, again->count);
	for (int i = 0; i < runs->count; i++)
		check_run(&runs->items[i], &again->items[i]);
	gm_runs_free(runs);
	gm_runs_free(again);
}

static const char *const shipped[] = {"seeds", "h200_unseen", "h200_calibration"};

START_TEST(a_shipped_file_comes_out_as_it_went_in)
{
	char path[512];
	snprintf(path, sizeof path, GM_TREE "/reports/runs/%s.xml", shipped[_i]);
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	ck_assert_msg(gm_runs_load(path, &runs, &err) == GM_OK, "%s", err.message);
	check_comes_out_again(runs);
}
END_TEST

/* `same` runs that measured one list, and one that measured it in another order. */
static gm_runs *
runs_of(int same)
{
	gm_text text = {0};
	gm_text_append(&text, "<runs schema='1' title='&lt;t&gt;'><source id='s' title='\"x\" &amp; y'/>");
	for (int i = 0; i <= same; i++)
		gm_text_print(&text,
			      "<run kernel='k%d' device='d' source='s' where='' set='%s' grid='%d 1 1'>"
			      "<parameter name='n' value='-%d'/>"
			      "<measured metric='%s' value='%d' unit='count' spread='0.25'/>"
			      "<measured metric='%s' value='0.125' unit='count'/></run>",
			      i, i % 2 ? "validation" : "calibration", i + 1, i,
			      i < same ? "first" : "second", i, i < same ? "second" : "first");
	gm_text_append(&text, "</runs>");
	gm_runs *runs = loaded(text.bytes);
	gm_text_dispose(&text);
	return runs;
}

static int
occurrences(const char *text, const char *what)
{
	int count = 0;
	for (const char *at = text; (at = strstr(at, what)); at++)
		count++;
	return count;
}

/* Four runs of the same list are a table with a row each; three are not, nor is another order. */
START_TEST(runs_of_one_list_share_a_table_from_four_on)
{
	gm_runs *runs = runs_of(_i);
	gm_text text = {0};
	gm_report_runs_xml(&text, runs);
	const bool shared = _i >= 4;
	ck_assert_int_eq(occurrences(text.bytes, "<table id"), shared ? 1 : 0);
	ck_assert_int_eq(occurrences(text.bytes, "<row table"), shared ? _i : 0);
	ck_assert_int_eq(occurrences(text.bytes, "<measured"), shared ? 2 : 2 * (_i + 1));
	gm_text_dispose(&text);
	check_comes_out_again(runs);
}
END_TEST

static Suite *
runs_xml_suite(void)
{
	Suite *suite = suite_create("runs_xml");
	TCase *cases = tcase_create("runs_xml");
	tcase_set_timeout(cases, 120);
	tcase_add_loop_test(cases, a_shipped_file_comes_out_as_it_went_in, 0, 3);
	tcase_add_loop_test(cases, runs_of_one_list_share_a_table_from_four_on, 1, 7);
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(runs_xml_suite());
}
