#include "analysis/tune.h"
#include "support/near.h"

/* Eight combinations on two devices; only the rows of device 1 are looked at. Times in seconds, 0: does
   not fit, for the reason beside. */
static const struct {
	double time_s;
	const char *why_not;
} made[] = {{5, NULL}, {3, NULL}, {0, "too large"}, {3.002, NULL}, {0, "refused"},
	    {3.1, NULL}, {0, "too large"}, {3.0035, NULL}};

enum { MADE_COUNT = sizeof made / sizeof *made };

static void
make(gm_sweep *sweep, gm_sweep_row *rows)
{
	*sweep = (gm_sweep){.metrics_count = 1, .kernel = "k", .rows = rows, .count = 2 * MADE_COUNT};
	for (size_t i = 0; i < sweep->count; i++) {
		rows[i] = (gm_sweep_row){.combination = i / 2, .device = (int)(i % 2)};
		rows[i].values[0] = (gm_value){1, GM_KIND_MODEL, "the other device"};
		if (i % 2 == 0)
			continue;
		rows[i].values[0].value = made[i / 2].time_s;
		rows[i].why_not = made[i / 2].why_not;
	}
}

/* A tie is within a thousandth of the fastest of its rank: 3.002 is (by 0.07 %), 3.0035 is not (0.12 %),
   though it is within a thousandth of 3.002. */
START_TEST(the_fastest_comes_first_and_ties_share_a_rank)
{
	static const struct {
		size_t combination;
		int rank;
	} expected[] = {{1, 1}, {3, 1}, {7, 3}, {5, 4}, {0, 5}};
	gm_sweep sweep;
	gm_sweep_row rows[2 * MADE_COUNT];
	gm_tune tune;
	make(&sweep, rows);
	gm_tune_rank(&sweep, 1, 0, &tune);
	ck_assert_uint_eq(tune.count, 5);
	for (size_t i = 0; i < tune.count; i++) {
		ck_assert_uint_eq(tune.entries[i].combination, expected[i].combination);
		ck_assert_int_eq(tune.entries[i].rank, expected[i].rank);
	}
	ck_assert_uint_eq(tune.ties, 2);
	ck_assert_int_eq(gm_tune_runner_up(&tune), 2);
	gm_tune_dispose(&tune);
}
END_TEST

/* Whichever of two that tie is a hair faster, the first in the order of the combinations stands first. */
START_TEST(ties_stand_in_the_order_of_the_combinations)
{
	gm_sweep_row rows[2] = {{.combination = 0}, {.combination = 1}};
	rows[0].values[0] = (gm_value){1.0001, GM_KIND_MODEL, ""};
	rows[1].values[0] = (gm_value){1, GM_KIND_MODEL, ""};
	const gm_sweep sweep = {.metrics_count = 1, .rows = rows, .count = 2};
	gm_tune tune;
	gm_tune_rank(&sweep, 0, 0, &tune);
	ck_assert_uint_eq(tune.entries[0].combination, 0);
	ck_assert_int_eq(gm_tune_runner_up(&tune), -1);
	gm_tune_dispose(&tune);
}
END_TEST

START_TEST(what_does_not_fit_is_grouped_by_reason)
{
	gm_sweep sweep;
	gm_sweep_row rows[2 * MADE_COUNT];
	gm_tune tune;
	make(&sweep, rows);
	gm_tune_rank(&sweep, 1, 0, &tune);
	ck_assert_uint_eq(tune.misfits_count, 2);
	ck_assert_str_eq(tune.misfits[0].why, "too large");
	ck_assert_uint_eq(tune.misfits[0].count, 2);
	ck_assert_uint_eq(tune.misfits[0].combinations[1], 6);
	ck_assert_str_eq(tune.misfits[1].why, "refused");
	gm_tune_dispose(&tune);
}
END_TEST

START_TEST(an_unknown_time_does_not_fit_either)
{
	gm_sweep_row row = {.values = {gm_value_unknown("no clock")}};
	const gm_sweep sweep = {.metrics_count = 1, .rows = &row, .count = 1};
	gm_tune tune;
	gm_tune_rank(&sweep, 0, 0, &tune);
	ck_assert_uint_eq(tune.count, 0);
	ck_assert_uint_eq(tune.ties, 0);
	ck_assert_str_eq(tune.misfits[0].why, "no clock");
	gm_tune_dispose(&tune);
}
END_TEST

static void
set(gm_prediction *p, double first_s, double second_s, int binding)
{
	*p = (gm_prediction){.binding = binding};
	for (int i = 0; i < GM_LIMITS_COUNT; i++)
		p->limits[i].expected_s = gm_value_unknown("not set");
	p->limits[0].expected_s = (gm_value){first_s, GM_KIND_MODEL, ""};
	p->limits[1].expected_s = (gm_value){second_s, GM_KIND_MODEL, ""};
}

/* fast (1, 4); slow by both, of which the second, the longer one, saves more: (3^4 + 5^4)^(1/4) = 5.16
   becomes (3^4 + 4^4)^(1/4) = 4.28, or (1 + 5^4)^(1/4) = 5.00; by the second alone; by the first, behind
   which the second hides; by none. */
static const struct {
	double first_s, second_s;
	int binding, expected;
} slower[] = {{3, 5, 1, 1}, {1, 6, 0, 1}, {9, 5, 0, 0}, {1, 4, 1, -1}};

START_TEST(the_limit_that_lengthens_the_slow_one_most_is_the_reason)
{
	gm_prediction fast, slow;
	set(&fast, 1, 4, 1);
	set(&slow, slower[_i].first_s, slower[_i].second_s, slower[_i].binding);
	ck_assert_int_eq(gm_tune_difference(&fast, &slow), slower[_i].expected);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("tune");
	TCase *tests = tcase_create("tune");
	tcase_add_test(tests, the_fastest_comes_first_and_ties_share_a_rank);
	tcase_add_test(tests, ties_stand_in_the_order_of_the_combinations);
	tcase_add_test(tests, what_does_not_fit_is_grouped_by_reason);
	tcase_add_test(tests, an_unknown_time_does_not_fit_either);
	tcase_add_loop_test(tests, the_limit_that_lengthens_the_slow_one_most_is_the_reason, 0, 4);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
