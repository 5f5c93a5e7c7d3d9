#include "analysis/validate.h"

#include "by_hand.h"

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

static Suite *
validate_bounds_suite(void)
{
	Suite *suite = suite_create("bounds of a validation");
	TCase *cases = tcase_create("bounds of a validation");
	tcase_add_loop_test(cases, a_time_below_the_largest_bound_beats_it, 0, ROWS(beats));
	tcase_add_test(cases, the_bound_is_named_and_an_unknown_prediction_does_not_hide_it);
	suite_add_tcase(suite, cases);
	return suite;
}

int
main(void)
{
	return run_suite(validate_bounds_suite());
}
