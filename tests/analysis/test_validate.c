#include "analysis/validate.h"

#include "by_hand.h"

/* ---- errors ---- */

/* Predicted 1, 2 and 4 ms, measured 0.8, 4 and 4: errors +25 %, -50 % and 0; mean 25 %, median 25
   %. The logarithms deviate from their means as -1 0 1 and as -2 1 1: r = 3 / sqrt(2 * 6) =
   0.866025. */
START_TEST(mean_median_and_correlation_by_hand)
{
	gm_text text = {0};
	desk d = {0};
	add_time(&text, "t1", "", "0.8");
	add_time(&text, "t2", "", "4");
	add_time(&text, "t4", "", "4");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.count, 3);
	ck_near(v.rows[0].error_ratio, 0.25, 1e-12);
	ck_near(v.rows[1].error_ratio, -0.5, 1e-12);
	ck_near(v.rows[2].ratio, 1, 1e-12);
	ck_assert_int_eq(v.rows[0].limit, GM_LIMIT_L1_DATA);
	const gm_validation_summary *s = summary(&v, GM_SCOPE_SPEED, "");
	ck_assert_int_eq(s->compared, 3);
	ck_near(s->mean_ratio, 0.25, 1e-12);
	ck_near(s->median_ratio, 0.25, 1e-12);
	/* |1 - 0.8| + |2 - 4| + 0 = 2.2 ms over 8.8 ms */
	ck_near(s->total_ratio, 0.25, 1e-12);
	ck_assert_int_eq(s->within_25, 2);
	ck_assert_int_eq(s->within_10, 1);
	ck_assert_int_eq(s->beyond_2, 0);
	ck_assert(s->correlated);
	ck_near(s->correlation, 0.866025404, 1e-8);
	ck_assert_int_eq(s->worst, 1);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

START_TEST(a_run_of_another_grid_or_block_is_not_compared)
{
	gm_text text = {0};
	desk d = {0};
	add_time(&text, "t1", "grid='64 1 1' block='256 1 1'", "1");
	add_time(&text, "t1", "grid='65 1 1' block='256 1 1'", "1");
	add_time(&text, "t1", "grid='64 1 1' block='128 1 1'", "1");
	add_time(&text, "t1", "grid='64 2 1'", "1");
	add_time(&text, "t1", "grid='64 1 1'", "1");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.count, 5);
	for (int i = 0; i < v.count; i++)
		ck_assert_int_eq(v.rows[i].predicted.kind != GM_KIND_UNKNOWN, i == 0 || i == 4);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* 200 MFLOP in 2 ms are 100 GFLOP/s; 50 measured are 4 ms: +100 %. */
START_TEST(a_rate_is_compared_as_it_was_measured_and_has_its_time)
{
	gm_text text = {0};
	desk d = {.flop = 200e6};
	add_run(&text, "t2", "", "gpumodel__flop_per_second", "50", "GFLOP/s");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_near(v.rows[0].predicted.value, 100e9, 1e-12);
	ck_near(v.rows[0].error_ratio, 1, 1e-12);
	ck_near(v.rows[0].predicted_s, 2e-3, 1e-12);
	ck_near(v.rows[0].measured_s, 4e-3, 1e-12);
	ck_assert(v.rows[0].timed);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* 1 ms and 3 ms of 200 MFLOP each: 4 ms, 400 MFLOP, 100 GFLOP/s, 2 x 7 sectors. A ratio does not
   add. The bounds add: 2 x 0.5 ms. */
START_TEST(kernels_of_one_run_add)
{
	gm_text text = {0};
	desk d = {.flop = 200e6, .sectors = 7, .bound_s = 0.5e-3};
	add_time(&text, "t1 t3", "", "5");
	add_run(&text, "t1 t3", "", "gpumodel__flop_per_second", "50", "GFLOP/s");
	add_run(&text, "t1 t3", "", "sectors.sum", "28", "count");
	add_run(&text, "t1 t3", "", "sectors_per_request.ratio", "4", "ratio");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_near(v.rows[0].predicted.value, 4e-3, 1e-12);
	ck_near(v.rows[0].bound_s, 1e-3, 1e-12);
	ck_near(v.rows[1].predicted.value, 100e9, 1e-12);
	ck_near(v.rows[1].measured_s, 8e-3, 1e-12);
	ck_near(v.rows[2].ratio, 0.5, 1e-12);
	ck_assert_int_eq(v.rows[2].predicted.kind, GM_KIND_EXACT);
	ck_assert(!v.rows[3].compared);
	ck_assert_ptr_nonnull(strstr(v.rows[3].why, "add up"));
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* Excluded and counted, never a zero: the one known number of each metric alone makes the error. */
START_TEST(what_is_unknown_is_left_out_and_counted)
{
	gm_text text = {0};
	desk d = {.sectors = 6, .unknown = true};
	add_time(&text, "t1", "", "2");
	add_run(&text, "t1", "", "sectors.sum", "0", "count");
	add_run(&text, "t1", "", "sectors.sum", "4", "count");
	add_run(&text, "t1", "", "no_such_metric", "4", "count");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_str_eq(v.rows[0].why, "nobody knows");
	ck_assert_int_eq(v.rows[0].limit, -1);
	ck_assert_ptr_nonnull(strstr(v.rows[1].why, "no ratio"));
	ck_assert_str_eq(v.rows[2].why, "");
	ck_assert_ptr_nonnull(strstr(v.rows[3].why, "no prediction"));
	ck_assert_int_eq(summary(&v, GM_SCOPE_SPEED, "")->compared, 0);
	ck_assert_int_eq(summary(&v, GM_SCOPE_SPEED, "")->excluded, 1);
	const gm_validation_summary *sectors = summary(&v, GM_SCOPE_METRIC, "sectors.sum");
	ck_assert_int_eq(sectors->compared, 1);
	ck_assert_int_eq(sectors->excluded, 1);
	ck_near(sectors->mean_ratio, 0.5, 1e-12);
	/* One gap for each metric and reason. */
	ck_assert_int_eq(v.gaps_count, 3);
	ck_assert_str_eq(v.gaps[0].why, "nobody knows");
	ck_assert(!v.gaps[1].absent);
	ck_assert(v.gaps[2].absent);
	ck_assert_str_eq(v.gaps[2].metric, "no_such_metric");
	ck_assert_int_eq(v.worst_count[GM_FROM_DESCRIPTOR], 0);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* It is right, but a mean over such numbers would be of nothing. */
START_TEST(zero_predicted_and_measured_is_right_and_no_part_of_a_mean)
{
	gm_text text = {0};
	desk d = {.sectors = 0};
	add_run(&text, "t1", "", "sectors.sum", "0", "count");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert(v.rows[0].compared);
	ck_assert_double_eq(v.rows[0].error_ratio, 0);
	const gm_validation_summary *s = summary(&v, GM_SCOPE_METRIC, "sectors.sum");
	ck_assert_int_eq(s->compared, 0);
	ck_assert_int_eq(s->zeros, 1);
	ck_assert_int_eq(s->excluded, 0);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* ---- promises ---- */

/* 100 sectors predicted, a spread of 5 where they are sampled. Those that are measured warm, for a calibration or as 0
   like the prediction are no part of it; 0 measured for 100 is. */
START_TEST(counts_are_held_to_what_their_kind_promises)
{
	static const struct {
		gm_kind kind;
		double predicted;
		const char *measured, *more;
		int exact, to_the_unit, sampled, within, timing;
	} rows[] = {
		{GM_KIND_EXACT, 100, "100", "", 1, 1, 0, 0, 0},
		{GM_KIND_EXACT, 100, "101", "", 1, 0, 0, 0, 0},
		{GM_KIND_EXACT, 100, "0", "", 1, 0, 0, 0, 0},
		{GM_KIND_SAMPLED, 100, "105", "", 0, 0, 1, 1, 0},
		{GM_KIND_SAMPLED, 100, "95", "", 0, 0, 1, 1, 0},
		{GM_KIND_SAMPLED, 100, "106", "", 0, 0, 1, 0, 0},
		{GM_KIND_SAMPLED, 100, "94", "", 0, 0, 1, 0, 0},
		{GM_KIND_TIMING, 100, "200", "", 0, 0, 0, 0, 1},
		{GM_KIND_MODEL, 100, "100", "", 0, 0, 0, 0, 0},
		{GM_KIND_EXACT, 0, "0", "", 0, 0, 0, 0, 0},
		{GM_KIND_EXACT, 100, "100", "cache='warm'", 0, 0, 0, 0, 0},
		{GM_KIND_EXACT, 100, "100", "set='calibration'", 0, 0, 0, 0, 0},
	};
	for (int i = 0; i < ROWS(rows); i++) {
		gm_text text = {0};
		desk d = {.sectors = rows[i].predicted, .sectors_kind = rows[i].kind, .sectors_spread = 5};
		add_run(&text, "t1", rows[i].more, "sectors.sum", rows[i].measured, "count");
		gm_runs *runs = runs_of(&text);
		gm_validation v = validate(runs, &d);
		const gm_validation_promise none = {.exact = 0};
		const gm_validation_promise *p = v.promises_count ? &v.promises[0] : &none;
		ck_assert_int_eq(p->exact, rows[i].exact);
		ck_assert_int_eq(p->to_the_unit, rows[i].to_the_unit);
		ck_assert_int_eq(p->sampled, rows[i].sampled);
		ck_assert_int_eq(p->within_spread, rows[i].within);
		ck_assert_int_eq(p->timing, rows[i].timing);
		ck_assert_int_eq(v.promises_count, p == &none ? 0 : 2);
		gm_validation_dispose(&v);
		gm_runs_free(runs);
	}
}
END_TEST

/* Two kernels of 100, each with a spread of 3: 200, within 4.24. Times and ratios are no counts. */
START_TEST(spreads_of_several_kernels_are_independent)
{
	gm_text text = {0};
	desk d = {.sectors = 100, .sectors_kind = GM_KIND_SAMPLED, .sectors_spread = 3};
	add_run(&text, "t1 t1", "", "sectors.sum", "204", "count");
	add_run(&text, "t1 t1", "", "sectors.sum", "205", "count");
	add_run(&text, "t1", "", "sectors_per_request.ratio", "4", "ratio");
	add_time(&text, "t1", "", "1");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_near(v.rows[0].predicted_spread, 4.242640687, 1e-9);
	ck_assert_int_eq(v.promises_count, 2);
	ck_assert_ptr_null(v.promises[0].metric);
	ck_assert_str_eq(v.promises[1].metric, "sectors.sum");
	ck_assert_int_eq(v.promises[0].sampled, 2);
	ck_assert_int_eq(v.promises[0].within_spread, 1);
	ck_assert_int_eq(v.promises[0].exact, 0);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* ---- scopes ---- */

/* 1 ms predicted; measured 2 (-50 %) in group a, 4 (-75 %) in group b, 10 warm (-90 %), 100
 * calibration. */
START_TEST(groups_warm_runs_and_calibration_count_apart)
{
	gm_text text = {0};
	desk d = {.sectors = 1};
	add_time(&text, "t1", "group='a'", "2");
	add_time(&text, "t1", "group='b'", "4");
	add_time(&text, "t1", "group='a' cache='warm'", "10");
	add_time(&text, "t1", "group='b' set='calibration'", "100");
	add_run(&text, "t1", "", "sectors.sum", "8", "count");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	static const struct {
		gm_validation_scope scope;
		const char *name;
		double mean_ratio;
		int compared;
	} expected[] = {
		{GM_SCOPE_SPEED, "", 0.625, 2},
		{GM_SCOPE_WARM, "", 0.9, 1},
		{GM_SCOPE_CALIBRATION, "", 0.99, 1},
		{GM_SCOPE_GROUP, "a", 0.5, 1},
		{GM_SCOPE_GROUP, "b", 0.75, 1},
		{GM_SCOPE_WARM_GROUP, "a", 0.9, 1},
		{GM_SCOPE_METRIC, "gpu__time_duration.sum", 0.625, 2},
		{GM_SCOPE_METRIC, "sectors.sum", 0.875, 1},
		{GM_SCOPE_KERNEL, "t1", 0.625, 2},
		{GM_SCOPE_WARM_KERNEL, "t1", 0.9, 1},
	};
	ck_assert_int_eq(v.summaries_count, ROWS(expected));
	for (int i = 0; i < ROWS(expected); i++) {
		const gm_validation_summary *s = summary(&v, expected[i].scope, expected[i].name);
		ck_near(s->mean_ratio, expected[i].mean_ratio, 1e-12);
		ck_assert_int_eq(s->compared, expected[i].compared);
	}
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* 1 ms from the descriptor, 3 ms from PTX, for 2 ms measured: -50 % and +50 %. The mean of each form is
   of its own numbers, and each must be good enough: 0.5 ms measured warm counts nowhere here. */
START_TEST(the_two_forms_of_a_kernel_are_judged_apart)
{
	gm_text text = {0};
	gm_error err = GM_ERROR_NONE;
	desk d = {.described = {true, true}, .ptx_factor = 3};
	add_time(&text, "t1", "", "2");
	add_time(&text, "t1", "", "1");
	add_time(&text, "t1", "cache='warm'", "0.5");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.count, 6);
	ck_assert_int_eq(v.rows[0].from, GM_FROM_PTX);
	ck_near(v.rows[0].error_ratio, 0.5, 1e-12);
	ck_assert_int_eq(v.rows[1].from, GM_FROM_DESCRIPTOR);
	ck_near(v.rows[1].error_ratio, -0.5, 1e-12);
	/* from PTX +50 % and +200 %, from the descriptor -50 % and 0 */
	ck_assert_int_eq(v.summaries[0].from, GM_FROM_PTX);
	ck_near(v.summaries[0].mean_ratio, 1.25, 1e-12);
	ck_near(v.summaries[0].total_ratio, 1, 1e-12); /* 1 + 2 ms over 2 + 1 ms */
	ck_assert_int_eq(v.summaries[0].within_25, 0);
	ck_assert_int_eq(v.summaries[0].beyond_2, 1);
	ck_assert_int_eq(v.summaries[1].from, GM_FROM_DESCRIPTOR);
	ck_near(v.summaries[1].mean_ratio, 0.25, 1e-12);
	ck_assert_int_eq(v.summaries[1].within_10, 1);
	ck_assert_int_eq(v.summaries[1].beyond_2, 0);
	ck_assert_int_eq(v.worst[GM_FROM_PTX][0], 2);
	ck_assert_int_eq(gm_validation_check(&v, 1.25, &err), GM_OK);
	ck_assert_int_eq(gm_validation_check(&v, 1, &err), GM_CHECK_FAILED);
	ck_assert_ptr_nonnull(strstr(err.message, "125.0 % from ptx"));
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* The profiler's lts__t_sectors counts more than its name says on some devices (reports/runs). */
START_TEST(a_counter_that_misleads_is_left_out_with_the_reason)
{
	gm_text text = {0};
	desk d = {0};
	add_run(&text, "t1", "", "lts__t_sectors_op_read.sum", "5", "count");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert(!v.rows[0].compared);
	ck_assert_ptr_nonnull(strstr(v.rows[0].why, "halves of L2"));
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* Twelve runs of 1 ms, measured as 1/2, 1/3 ... 1/13 ms: errors 100 % to 1200 %, in any order. */
static const int parts[][12] = {
	{7, 2, 13, 5, 3, 12, 4, 6, 11, 8, 10, 9},
	{13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2},
	{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
};

START_TEST(the_ten_worst_are_in_order)
{
	gm_text text = {0};
	desk d = {0};
	for (int i = 0; i < 12; i++) {
		char ms[32];
		snprintf(ms, sizeof ms, "%.17g", 1.0 / parts[_i][i]);
		add_time(&text, "t1", "", ms);
	}
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.worst_count[GM_FROM_DESCRIPTOR], 10);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(parts[_i][v.worst[GM_FROM_DESCRIPTOR][i]], 13 - i);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* 1 ms for 2: an error of 50 %. */
START_TEST(the_mean_error_is_held_to_a_maximum)
{
	gm_text text = {0};
	gm_error err = GM_ERROR_NONE;
	desk d = {0};
	add_time(&text, "t1", "", "2");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(gm_validation_check(&v, -1, &err), GM_OK);
	ck_assert_int_eq(gm_validation_check(&v, 0.5, &err), GM_OK);
	ck_assert_int_eq(gm_validation_check(&v, 0.49, &err), GM_CHECK_FAILED);
	ck_assert_str_eq(err.message, "the mean absolute error is 50.0 % from descriptor, more than 49 %");
	gm_validation_dispose(&v);
	err = GM_ERROR_NONE;
	d.unknown = true;
	v = validate(runs, &d);
	ck_assert_int_eq(gm_validation_check(&v, -1, &err), GM_OK);
	ck_assert_int_eq(gm_validation_check(&v, 0.5, &err), GM_CHECK_FAILED);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* ---- faults of the file ---- */

static const struct {
	const char *kernels, *metric, *unit;
	gm_status status;
	int line;
	const char *message;
} faults[] = {
	{"broken", "sectors.sum", "count", GM_BAD_VALUE, 4, "broken on d: it is broken"},
	{"t1 broken", "sectors.sum", "count", GM_BAD_VALUE, 4, "t1 broken on d: it is broken"},
	{"t1", "gpu__time_duration.sum", "byte", GM_BAD_UNIT, 5,
	 "gpu__time_duration.sum: expected a value in s, found one in byte"},
};

START_TEST(a_fault_is_told_at_its_line)
{
	gm_text text = {0};
	gm_error err = GM_ERROR_NONE;
	gm_validation v;
	desk d = {0};
	add_time(&text, "t1", "", "2");
	add_run(&text, faults[_i].kernels, "", faults[_i].metric, "1", faults[_i].unit);
	gm_runs *runs = runs_of(&text);
	const gm_runs *files[] = {runs};
	ck_assert_int_eq(gm_validate(files, 1, by_hand, &d, &v, &err), faults[_i].status);
	ck_assert_str_eq(err.message, faults[_i].message);
	ck_assert_str_eq(err.file, "hand.xml");
	ck_assert_int_eq(err.line, faults[_i].line);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

START_TEST(a_kernel_that_is_not_modelled_is_left_out_and_the_others_are_not)
{
	gm_text text = {0};
	desk d = {0};
	add_time(&text, "t2", "", "2");
	add_time(&text, "strange", "", "3");
	add_time(&text, "t2", "", "1");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.count, 3);
	ck_assert(v.rows[1].predicted.kind == GM_KIND_UNKNOWN);
	ck_assert_str_eq(v.rows[1].predicted.why, "it calls itself");
	ck_near(v.rows[0].error_ratio, 0, 1e-12);
	ck_near(v.rows[2].error_ratio, 1, 1e-12);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

/* The others are compared, and the check says which was not. */
START_TEST(a_kernel_that_fails_is_left_out_and_fails_the_check)
{
	gm_text text = {0};
	desk d = {0};
	gm_error err = GM_ERROR_NONE;
	add_time(&text, "t2", "", "2");
	add_time(&text, "lost", "", "3");
	add_time(&text, "endless", "", "3");
	add_time(&text, "t2", "", "1");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.count, 4);
	ck_assert_int_eq(v.failed, 2);
	ck_assert_str_eq(v.rows[1].predicted.why, "it reads beside its array");
	ck_assert_str_eq(v.rows[2].predicted.why, "it does not end");
	ck_near(v.rows[3].error_ratio, 1, 1e-12);
	ck_assert_int_eq(gm_validation_check(&v, -1, &err), GM_CHECK_FAILED);
	ck_assert_str_eq(err.message, "2 runs were not predicted and left out; the first: hand.xml:4: lost on d: it reads "
				      "beside its array");
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

static Suite *
validate_suite(void)
{
	Suite *suite = suite_create("validate");
	TCase *cases = tcase_create("validate");
	tcase_add_test(cases, mean_median_and_correlation_by_hand);
	tcase_add_test(cases, a_run_of_another_grid_or_block_is_not_compared);
	tcase_add_test(cases, a_rate_is_compared_as_it_was_measured_and_has_its_time);
	tcase_add_test(cases, kernels_of_one_run_add);
	tcase_add_test(cases, what_is_unknown_is_left_out_and_counted);
	tcase_add_test(cases, zero_predicted_and_measured_is_right_and_no_part_of_a_mean);
	tcase_add_test(cases, counts_are_held_to_what_their_kind_promises);
	tcase_add_test(cases, spreads_of_several_kernels_are_independent);
	tcase_add_test(cases, groups_warm_runs_and_calibration_count_apart);
	tcase_add_test(cases, the_two_forms_of_a_kernel_are_judged_apart);
	tcase_add_test(cases, a_counter_that_misleads_is_left_out_with_the_reason);
	tcase_add_loop_test(cases, the_ten_worst_are_in_order, 0, ROWS(parts));
	tcase_add_test(cases, the_mean_error_is_held_to_a_maximum);
	tcase_add_test(cases, a_kernel_that_is_not_modelled_is_left_out_and_the_others_are_not);
	tcase_add_test(cases, a_kernel_that_fails_is_left_out_and_fails_the_check);
	tcase_add_loop_test(cases, a_fault_is_told_at_its_line, 0, ROWS(faults));
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(validate_suite());
}
