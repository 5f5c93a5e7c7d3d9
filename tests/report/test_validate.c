#include "report/validate.h"

#include "report/validate_words.h"
#include "support/near.h"

#include <string.h>

/* Two numbers by hand: 2 ms predicted for 1 ms measured, which beats a bound of 1.5 ms; and one
   that is not predicted. */
static const gm_run_source source = {"s", "Source", "", ""};
static const gm_run_parameter parameters[] = {{"n", 64}, {"TILE", 8}};
static const char *const kernels[] = {"tiled_mm"};
static const gm_runs file = {.file = "by, hand.xml", .title = "By hand", .count = 1};
static const gm_measured measured[] = {
	{"gpu__time_duration.sum", "s", 1e-3, 0.01, 0.005, 5},
	{"l1tex__average_t_sectors_per_request.ratio", "ratio", 4, 0, 0, 6},
	{"event_time", "s", 1e-3, 0, 0, 7},
};
static const gm_run run = {
	.file = &file,
	.kernel = "tiled_mm",
	.kernels = kernels,
	.kernels_count = 1,
	.device = "h100",
	.source = &source,
	.where = "",
	.note = "",
	.launch = "",
	.group = "matrix product",
	.parameters = parameters,
	.parameters_count = 2,
	.measured = measured,
	.measured_count = 3,
	.line = 4,
};

static gm_validation
by_hand(gm_validation_row *rows)
{
	rows[0] = (gm_validation_row){.run = &run,
				      .measured = &measured[0],
				      .predicted = {2e-3, GM_KIND_MODEL, ""},
				      .compared = true,
				      .why = "",
				      .ratio = 2,
				      .error_ratio = 1,
				      .timed = true,
				      .predicted_s = 2e-3,
				      .measured_s = 1e-3,
				      .limit = GM_LIMIT_DRAM,
				      .bound_s = 1.5e-3,
				      .bound_limit = GM_LIMIT_PIPE + GM_PIPE_F32,
				      .beats_bound = true};
	rows[1] = (gm_validation_row){.run = &run,
				      .measured = &measured[1],
				      .predicted = {0, GM_KIND_UNKNOWN, "no such requests"},
				      .why = "no such requests",
				      .limit = GM_LIMIT_DRAM,
				      .bound_limit = -1};
	rows[2] = (gm_validation_row){.run = &run,
				      .measured = &measured[2],
				      .predicted = {0, GM_KIND_UNKNOWN, "none"},
				      .why = "none",
				      .absent = true,
				      .limit = GM_LIMIT_DRAM,
				      .bound_limit = -1};
	for (int i = 0; i < 3; i++)
		rows[i].from = GM_FROM_PTX;
	gm_validation v = {.rows = rows, .count = 3};
	gm_validation_summarise(&v);
	return v;
}

static const char expected_text[] =
	"By hand: 1 run\n"
	"\n"
	"from ptx: mean absolute error 100.0 %, median 100.0 % over 1 number; 0 within\n"
	"    10 %, 0 within 25 %, 0 off by more than 2x; worst: tiled_mm on h100, n=64\n"
	"    TILE=8: +100 %\n"
	"1 of 2 numbers cannot be compared and are left out\n"
	"1 more are of metrics that no prediction has\n"
	"BEATS A BOUND: tiled_mm on h100, n=64 TILE=8, from ptx: 1 ms measured, at least\n"
	"    1.5 ms by FP32 add, multiply, fused multiply-add\n"
	"\n"
	"~ model, = exact, < bound            predicted       measured     error  by\n"
	"\n"
	"tiled_mm on h100, n=64 TILE=8, from ptx\n"
	"  gpu__time_duration.sum                 ~2 ms           1 ms    +100 %  dram\n"
	"  l1tex__average_t_sectors_per_request.ratio\n"
	"                                       unknown              4         -  dram\n"
	"    left out: no such requests\n"
	"  no prediction of 1 more\n"
	"\n"
	"absolute error               numbers  zeros left out      mean   median  corr.\n"
	"from ptx\n"
	"  speed                            1      0        0   100.0 %  100.0 %      -\n"
	"  group matrix product             1      0        0   100.0 %  100.0 %      -\n"
	"  metric gpu__time_duration.sum\n"
	"                                   1      0        0   100.0 %  100.0 %      -\n"
	"  nothing could be compared of 1 more metric\n"
	"\n"
	"worst, from ptx\n"
	"   +100 %  tiled_mm on h100, n=64 TILE=8: dram\n";

START_TEST(text_says_the_verdict_first_and_shouts_a_beaten_bound)
{
	gm_validation_row *rows = gm_allocate(3, sizeof *rows);
	gm_validation v = by_hand(rows);
	gm_text out = {0};
	gm_report_validation_text(&out, &v);
	ck_assert_str_eq(out.bytes, expected_text);
	gm_text_dispose(&out);
	gm_validation_dispose(&v);
}
END_TEST

START_TEST(csv_quotes_and_leaves_the_unknown_empty)
{
	gm_validation_row *rows = gm_allocate(3, sizeof *rows);
	gm_validation v = by_hand(rows);
	gm_text out = {0};
	gm_report_validation_csv(&out, &v);
	const char *first = strchr(out.bytes, '\n') + 1;
	ck_assert_ptr_nonnull(strstr(
		first,
		"\"by, hand.xml\",4,validation,cold,matrix product,tiled_mm,h100,n=64 TILE=8,,s,"
		"ptx,gpu__time_duration.sum,s,model,0.002,,0.001,0.01,0.005,2,1,dram,0.0015,fp32,"
		"0.001,1,\n"));
	ck_assert_ptr_nonnull(strstr(first, "ratio,unknown,,,4,0,0,,,dram,,,,0,no such requests\n"));
	gm_text_dispose(&out);
	gm_validation_dispose(&v);
}
END_TEST

START_TEST(json_has_null_for_the_unknown)
{
	gm_validation_row *rows = gm_allocate(3, sizeof *rows);
	gm_validation v = by_hand(rows);
	gm_text out = {0};
	gm_report_validation_json(&out, &v);
	ck_assert_ptr_nonnull(strstr(out.bytes, "\"predicted\": 0.002"));
	ck_assert_ptr_nonnull(strstr(out.bytes, "\"predicted\": null"));
	ck_assert_ptr_nonnull(strstr(out.bytes, "\"beats_bound\": true"));
	ck_assert_ptr_nonnull(strstr(out.bytes, "\"left_out\": \"no such requests\""));
	ck_assert_ptr_nonnull(strstr(out.bytes, "\"beaten\": 1"));
	gm_text_dispose(&out);
	gm_validation_dispose(&v);
}
END_TEST

START_TEST(promises_are_words_that_leave_out_what_is_not_there)
{
	static const struct {
		gm_validation_promise promise;
		const char *words;
	} rows_of[] = {
		{{.exact = 12, .to_the_unit = 11}, "11 of 12 counts said to be exact are so to the unit"},
		{{.exact = 2, .to_the_unit = 2, .sampled = 4, .within_spread = 3},
		 "2 of 2 counts said to be exact are so to the unit; 3 of 4 that were sampled lie within their spread"},
		{{.exact = 2, .to_the_unit = 2, .timing = 1},
		 "2 of 2 counts said to be exact are so to the unit; 1 depends on timing, of which nothing is promised"},
	};
	for (size_t i = 0; i < sizeof rows_of / sizeof *rows_of; i++) {
		gm_text out = {0};
		gm_report_promise(&out, &rows_of[i].promise);
		ck_assert_str_eq(out.bytes, rows_of[i].words);
		gm_text_dispose(&out);
	}
}
END_TEST

/* A sampled count with its spread, in the head of the text, in CSV and JSON. */
START_TEST(a_sampled_count_says_how_far_it_may_be_off)
{
	static const gm_measured sectors = {"l1tex__t_sectors.sum", "count", 104, 0, 0, 8};
	gm_validation_row *rows = gm_allocate(1, sizeof *rows);
	rows[0] = (gm_validation_row){.run = &run,
				      .measured = &sectors,
				      .from = GM_FROM_PTX,
				      .predicted = {100, GM_KIND_SAMPLED, "drawn"},
				      .predicted_spread = 5,
				      .compared = true,
				      .why = "",
				      .ratio = 100.0 / 104,
				      .error_ratio = 100.0 / 104 - 1,
				      .limit = -1,
				      .bound_limit = -1};
	gm_validation v = {.rows = rows, .count = 1};
	gm_validation_summarise(&v);
	gm_validation_hold_to(&v);
	gm_text text = {0}, csv = {0}, json = {0};
	gm_report_validation_text(&text, &v);
	gm_report_validation_csv(&csv, &v);
	gm_report_validation_json(&json, &v);
	ck_assert_ptr_nonnull(strstr(text.bytes, "from ptx: 0 of 0 counts said to be exact are so to the unit; 1 of 1"));
	ck_assert_ptr_nonnull(strstr(csv.bytes, "l1tex__t_sectors.sum,count,sampled,100,5,104,"));
	ck_assert_ptr_nonnull(strstr(json.bytes, "\"predicted_spread\": 5.0"));
	ck_assert_ptr_nonnull(strstr(json.bytes, "\"within_spread\": 1"));
	gm_text_dispose(&text);
	gm_text_dispose(&csv);
	gm_text_dispose(&json);
	gm_validation_dispose(&v);
}
END_TEST

/* A page of two files tells both together, beside what was first predicted of one; the part of a file that is a page of
   its own is linked and nowhere else. The errors: of two numbers, 2 ms for 1 ms, +100 %, which is not beyond 2x. */
START_TEST(a_page_of_several_files_begins_with_all_of_them)
{
	static const char *const pages[] = {"parts/a.md", "parts/b.md"};
	static const gm_first first = {"by, hand.xml", "10 %", "9 %", "1", "12 %", "11 %", "2"};
	static const gm_notes notes = {.title = "Title", .firsts = &first, .firsts_count = 1};
	gm_validation each[2], all;
	gm_validation_row *rows = gm_allocate(6, sizeof *rows);
	for (int i = 0; i < 2; i++)
		each[i] = by_hand(gm_allocate(3, sizeof *rows));
	for (int i = 0; i < 6; i++)
		rows[i] = each[0].rows[i % 3];
	all = (gm_validation){.rows = rows, .count = 6};
	gm_validation_summarise(&all);
	gm_validation_page content = {.all = &all, .validations = each, .count = 2, .notes = &notes, .pages = pages};
	gm_text apart = {0}, whole = {0}, html = {0}, part = {0};
	gm_report_validation_page(&apart, false, &content);
	content.pages = NULL;
	gm_report_validation_page(&whole, false, &content);
	gm_report_validation_part(&part, false, &each[1], &notes);
	content.pages = pages;
	gm_report_validation_page(&html, true, &content);
	ck_assert_ptr_nonnull(strstr(apart.bytes, "| [By hand](parts/b.md) | 1 | 10 %, 9 %, 1 | 100 %, 100 %, 0 | "
						  "12 %, 11 %, 2 | - |\n"));
	ck_assert_ptr_nonnull(strstr(apart.bytes, "| all from ptx | 2 | - | 100 %, 100 %, 0 | - | - |\n"));
	ck_assert_ptr_null(strstr(apart.bytes, "## By hand"));
	ck_assert_ptr_null(strstr(apart.bytes, "Every run"));
	ck_assert_ptr_nonnull(strstr(whole.bytes, "| By hand | 1 | 10 %"));
	ck_assert_ptr_nonnull(strstr(whole.bytes, "\n## By hand\n"));
	ck_assert_ptr_nonnull(strstr(whole.bytes, "\n### Every run\n"));
	ck_assert_int_eq(strncmp(part.bytes, "# By hand\n", 10), 0);
	ck_assert_ptr_nonnull(strstr(part.bytes, "\n## Every run\n"));
	ck_assert_ptr_nonnull(strstr(html.bytes, "<a href=\"parts/a.md\">By hand</a>"));
	gm_text_dispose(&apart);
	gm_text_dispose(&whole);
	gm_text_dispose(&html);
	gm_text_dispose(&part);
	gm_validation_dispose(&each[0]);
	gm_validation_dispose(&each[1]);
	gm_validation_dispose(&all);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("report_validate");
	TCase *cases = tcase_create("report_validate");
	tcase_add_test(cases, text_says_the_verdict_first_and_shouts_a_beaten_bound);
	tcase_add_test(cases, csv_quotes_and_leaves_the_unknown_empty);
	tcase_add_test(cases, json_has_null_for_the_unknown);
	tcase_add_test(cases, promises_are_words_that_leave_out_what_is_not_there);
	tcase_add_test(cases, a_sampled_count_says_how_far_it_may_be_off);
	tcase_add_test(cases, a_page_of_several_files_begins_with_all_of_them);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
