#include "analysis/validate.h"

#include "base/text.h"
#include "input/kernel_file.h"
#include "input/library.h"
#include "input/runs_file.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

#define ROWS(table) (int)(sizeof table / sizeof table[0])

/* ---- predictions by hand: kernel "t2" takes 2 ms and does 200 MFLOP ---- */

typedef struct desk {
	gm_prediction p;
	double bound_s; /* of fp32 */
	double dram_s;  /* bound of DRAM */
	gm_kind dram_kind;
	double flop;
	double sectors;
	bool unknown;
	bool described[GM_ORIGIN_COUNT]; /* forms that are there; none set: the descriptor alone */
	double ptx_factor;               /* of times predicted from PTX */
} desk;

static void
add_metric(gm_prediction *p, const char *name, const char *unit, gm_value value)
{
	p->metrics[p->metrics_count++] = (gm_metric){name, unit, value, 0};
}

static gm_status
by_hand(void *state, const gm_run *run, int kernel, gm_origin from, const gm_prediction **out,
	gm_error *err)
{
	desk *d = state;
	const char *name = run->kernels[kernel];
	const bool one_form = !d->described[GM_FROM_DESCRIPTOR] && !d->described[GM_FROM_PTX];
	double ms = 0;
	*out = NULL;
	if (one_form ? from != GM_FROM_DESCRIPTOR : !d->described[from])
		return GM_OK;
	if (strcmp(name, "broken") == 0)
		return gm_fail(err, GM_BAD_VALUE, "it is broken");
	ck_assert_int_eq(sscanf(name, "t%lf", &ms), 1);
	if (from == GM_FROM_PTX)
		ms *= d->ptx_factor;
	static const gm_kernel launched = {.grid = {64, 1, 1}, .block = {256, 1, 1}};
	memset(&d->p, 0, sizeof d->p);
	d->p.kernel = &launched;
	d->p.occupancy.launchable = true;
	d->p.binding = d->unknown ? -1 : GM_LIMIT_L1_DATA;
	d->p.time_s = d->unknown ? gm_value_unknown("nobody knows")
				 : (gm_value){ms * 1e-3, GM_KIND_MODEL, "by hand"};
	d->p.limits[GM_LIMIT_PIPE + GM_PIPE_F32].least_s =
		(gm_value){d->bound_s, GM_KIND_BOUND, ""};
	d->p.limits[GM_LIMIT_DRAM].least_s = (gm_value){d->dram_s, d->dram_kind, ""};
	d->p.limits[GM_LIMIT_L2].least_s = (gm_value){9, GM_KIND_MODEL, ""};
	d->p.limits[GM_LIMIT_LAUNCH].least_s = gm_value_unknown("");
	add_metric(&d->p, "gpu__time_duration.sum", "s", d->p.time_s);
	add_metric(&d->p, "gpumodel__flop_per_second", "flop/s",
		   d->unknown ? d->p.time_s
			      : (gm_value){d->flop / (ms * 1e-3), GM_KIND_MODEL, "by hand"});
	add_metric(&d->p, "sectors.sum", "count", (gm_value){d->sectors, GM_KIND_EXACT, "by hand"});
	add_metric(&d->p, "lts__t_sectors_op_read.sum", "count", (gm_value){4, GM_KIND_MODEL, ""});
	add_metric(&d->p, "sectors_per_request.ratio", "ratio",
		   (gm_value){4, GM_KIND_EXACT, "by hand"});
	*out = &d->p;
	return GM_OK;
}

/* One <run> of the kernels with one number; `more` are further attributes of the run. */
static void
add_run(gm_text *text, const char *kernels, const char *more, const char *metric, const char *value,
	const char *unit)
{
	gm_text_print(text,
		      "<run kernel='%s' device='d' source='s' where='' %s%s>\n"
		      "<measured metric='%s' value='%s' unit='%s'/></run>\n",
		      kernels, strstr(more, "set=") ? "" : "set='validation' ", more, metric, value,
		      unit);
}

static void
add_time(gm_text *text, const char *kernels, const char *more, const char *ms)
{
	add_run(text, kernels, more, "gpu__time_duration.sum", ms, "ms");
}

/* Loads the runs of `text`, which it disposes. */
static gm_runs *
runs_of(gm_text *text)
{
	gm_text all = {0};
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	gm_text_print(&all,
		      "<runs schema='1' title='t'><source id='s' title='by hand'/>\n%s</runs>",
		      text->bytes);
	ck_assert_msg(gm_runs_load_text(all.bytes, "hand.xml", &runs, &err) == GM_OK, "line %d: %s",
		      err.line, err.message);
	gm_text_dispose(text);
	gm_text_dispose(&all);
	return runs;
}

static gm_validation
validate(const gm_runs *runs, desk *d)
{
	gm_error err = GM_ERROR_NONE;
	gm_validation v;
	ck_assert_msg(gm_validate(&runs, 1, by_hand, d, &v, &err) == GM_OK, "%s", err.message);
	return v;
}

static const gm_validation_summary *
summary(const gm_validation *v, gm_validation_scope scope, const char *name)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == scope && strcmp(v->summaries[i].name, name) == 0)
			return &v->summaries[i];
	ck_abort_msg("no summary %s '%s'", gm_validation_scope_name(scope), name);
	return NULL;
}

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

/* ---- bounds: 1.5 ms by fp32 ---- */

/* "1.40" is 1.40 +- 0.005 ms, 1.405 at most; "1" may be 1.5 and so beats nothing, "1.4" may
   be 1.45. A spread of 10 % makes 1.54 of 1.40. 200 MFLOP in 1.5 ms are 133.3 GFLOP/s. A run with
   warm caches can beat DRAM, but not fp32; a limit that is a model can be beaten (L2, 9 s). */
static const struct {
	const char *more, *metric, *value, *unit, *spread;
	double bound_s, dram_s;
	gm_kind dram_kind;
	bool beats;
} beats[] = {
	{"", "gpu__time_duration.sum", "1.40", "ms", "0", 1.5e-3, 0, GM_KIND_BOUND, true},
	{"", "gpu__time_duration.sum", "1.40", "ms", "0.1", 1.5e-3, 0, GM_KIND_BOUND, false},
	{"", "gpu__time_duration.sum", "1.4", "ms", "0", 1.5e-3, 0, GM_KIND_BOUND, true},
	{"", "gpu__time_duration.sum", "1", "ms", "0", 1.5e-3, 0, GM_KIND_BOUND, false},
	{"", "gpu__time_duration.sum", "1.60", "ms", "0", 1.5e-3, 0, GM_KIND_BOUND, false},
	{"", "gpumodel__flop_per_second", "140", "GFLOP/s", "0", 1.5e-3, 0, GM_KIND_BOUND, true},
	{"", "gpumodel__flop_per_second", "130", "GFLOP/s", "0", 1.5e-3, 0, GM_KIND_BOUND, false},
	{"", "gpu__time_duration.sum", "1.60", "ms", "0", 1.5e-3, 1.7e-3, GM_KIND_BOUND, true},
	{"", "gpu__time_duration.sum", "1.60", "ms", "0", 1.5e-3, 1.7e-3, GM_KIND_MODEL, false},
	{"cache='warm'", "gpu__time_duration.sum", "1.60", "ms", "0", 1.5e-3, 1.7e-3, GM_KIND_BOUND,
	 false},
	{"cache='warm'", "gpu__time_duration.sum", "1.40", "ms", "0", 1.5e-3, 1.7e-3, GM_KIND_BOUND,
	 true},
	{"", "sectors.sum", "1", "count", "0", 1.5e-3, 0, GM_KIND_BOUND, false},
};

START_TEST(a_time_below_the_largest_bound_beats_it)
{
	gm_text text = {0};
	gm_error err = GM_ERROR_NONE;
	char unit[48];
	desk d = {.bound_s = beats[_i].bound_s,
		  .dram_s = beats[_i].dram_s,
		  .dram_kind = beats[_i].dram_kind,
		  .flop = 200e6,
		  .sectors = 1};
	snprintf(unit, sizeof unit, "%s' spread='%s", beats[_i].unit, beats[_i].spread);
	add_run(&text, "t2", beats[_i].more, beats[_i].metric, beats[_i].value, unit);
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert_int_eq(v.rows[0].beats_bound, beats[_i].beats);
	ck_assert_int_eq(v.beaten, beats[_i].beats);
	ck_assert_int_eq(gm_validation_check(&v, -1, &err),
			 beats[_i].beats ? GM_CHECK_FAILED : GM_OK);
	gm_validation_dispose(&v);
	gm_runs_free(runs);
}
END_TEST

START_TEST(the_bound_is_named_and_an_unknown_prediction_does_not_hide_it)
{
	gm_text text = {0};
	desk d = {.bound_s = 1.5e-3, .dram_s = 1.7e-3, .dram_kind = GM_KIND_BOUND, .unknown = true};
	add_time(&text, "t2", "", "1.60");
	gm_runs *runs = runs_of(&text);
	gm_validation v = validate(runs, &d);
	ck_assert(v.rows[0].beats_bound);
	ck_assert_int_eq(v.rows[0].bound_limit, GM_LIMIT_DRAM);
	ck_near(v.rows[0].bound_s, 1.7e-3, 1e-12);
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

/* ---- the lectures ---- */

typedef struct shipped {
	gm_library *library;
	gm_device *device;
	gm_kernel *kernel;
	gm_prediction p;
} shipped;

static void
release(shipped *s)
{
	gm_prediction_dispose(&s->p);
	gm_kernel_free(s->kernel);
	gm_device_free(s->device);
	s->kernel = NULL;
	s->device = NULL;
}

/* The second kernel of a run takes defaults: it has no n. */
static gm_status
predict_shipped(void *state, const gm_run *run, int kernel, gm_origin from,
		const gm_prediction **out, gm_error *err)
{
	*out = NULL;
	if (from != GM_FROM_DESCRIPTOR)
		return GM_OK;
	shipped *s = state;
	gm_definition definitions[8];
	const char *path = NULL;
	const int count = kernel == 0 ? run->parameters_count : 0;
	release(s);
	for (int i = 0; i < count; i++)
		definitions[i] = (gm_definition){run->parameters[i].name, run->parameters[i].value};
	gm_status status = gm_library_device(s->library, run->device, &s->device, err);
	if (status == GM_OK)
		status = gm_library_model_path(s->library, run->kernels[kernel], &path, err);
	if (status == GM_OK)
		status = gm_kernel_load(path, definitions, count, &s->kernel, err);
	if (status == GM_OK)
		status = gm_predict(s->kernel, s->device, NULL, &s->p, err);
	*out = &s->p;
	return status;
}

/* The lecture prints "GPU took 17.6967 ms" beside the 485.398 GB/s. */
START_TEST(every_number_of_the_lectures_is_compared_and_none_beats_a_bound)
{
	const gm_places places = {.shipped = GM_TREE};
	shipped s = {.library = gm_library_new(&places)};
	gm_error err = GM_ERROR_NONE;
	gm_runs *runs = NULL;
	gm_validation v;
	ck_assert_int_eq(gm_runs_load(GM_TREE "/reports/runs/seeds.xml", &runs, &err), GM_OK);
	const gm_runs *files[] = {runs};
	ck_assert_msg(gm_validate(files, 1, predict_shipped, &s, &v, &err) == GM_OK, "%s:%d: %s",
		      err.file, err.line, err.message);
	ck_assert_int_eq(v.count, 16);
	for (int i = 0; i < v.count; i++) {
		const gm_validation_row *row = &v.rows[i];
		ck_assert_msg(row->compared && row->timed, "%s", row->run->kernel);
		/* What a transposing store of 2^30 threads in a row touches is estimated: no bound. */
		ck_assert_msg(row->bound_s > 0 || strcmp(row->run->kernel, "transpose_simple") == 0,
			      "%s has no bound", row->run->kernel);
		ck_assert_msg(!row->beats_bound, "%s on %s: %g s, bound %g s", row->run->kernel,
			      row->run->device, row->measured_s, row->bound_s);
		if (strcmp(row->run->kernel, "array_copy") == 0)
			ck_near(row->measured_s, 17.6967e-3, 2e-5);
	}
	ck_assert_int_eq(v.beaten, 0);
	ck_assert_int_eq(summary(&v, GM_SCOPE_SPEED, "")->compared, 16);
	gm_validation_dispose(&v);
	release(&s);
	gm_library_free(s.library);
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
	tcase_add_loop_test(cases, a_time_below_the_largest_bound_beats_it, 0, ROWS(beats));
	tcase_add_test(cases, the_bound_is_named_and_an_unknown_prediction_does_not_hide_it);
	tcase_add_test(cases, groups_warm_runs_and_calibration_count_apart);
	tcase_add_test(cases, the_two_forms_of_a_kernel_are_judged_apart);
	tcase_add_test(cases, a_counter_that_misleads_is_left_out_with_the_reason);
	tcase_add_loop_test(cases, the_ten_worst_are_in_order, 0, ROWS(parts));
	tcase_add_test(cases, the_mean_error_is_held_to_a_maximum);
	tcase_add_loop_test(cases, a_fault_is_told_at_its_line, 0, ROWS(faults));
	tcase_add_test(cases, every_number_of_the_lectures_is_compared_and_none_beats_a_bound);
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(validate_suite());
}
