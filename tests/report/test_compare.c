/*
 * Why one kernel, or one card, is faster: what is printed adds up to what is explained.
 */
#include "report/compare.h"

#include "support/loading.h"
#include "report/reference_reading.h"
#include "support/near.h"

#include <math.h>
#include <string.h>

static const struct {
	const char *kernels[2], *devices[2];
} pairs[] = {
	{{"naive_mm", "tiled_mm"}, {"geforce_8800_gtx", "geforce_8800_gtx"}},
	{{"naive_mm", "tiled_mm"}, {"h100", "h100"}},
	{{"tiled_mm", "tiled_mm"}, {"v100", "h200"}},
	{{"histogram_shared", "histogram_shared"}, {"tesla_k40c", "a100"}},
	{{"transpose_shared", "transpose_padded"}, {"geforce_rtx_2080_ti", "geforce_rtx_2080_ti"}},
	{{"naive_mm", "tiled_mm"}, {"geforce_gtx_580", "tesla_k40c"}},
	{{"sum_chunk", "sum_grid_stride"}, {"h200", "h200"}},
	{{"array_copy", "array_copy_float4"}, {"h200", "v100"}},
};

enum { PAIRS = sizeof pairs / sizeof *pairs, SHARE_COLUMN = 64 };

static gm_kernel *kernels[2];
static gm_device *devices[2];
static gm_prediction predictions[2];
static gm_comparison comparison;

static void
compare(int pair)
{
	gm_error err = GM_ERROR_NONE;
	for (int i = 0; i < 2; i++) {
		kernels[i] = model_load(pairs[pair].kernels[i]);
		devices[i] = device_load(pairs[pair].devices[i]);
		ck_assert_msg(gm_predict(kernels[i], devices[i], NULL, &predictions[i], &err) ==
				      GM_OK,
			      "%s", err.message);
	}
	gm_compare(&predictions[0], &predictions[1], &comparison);
}

static void
put_away(void)
{
	for (int i = 0; i < 2; i++) {
		gm_prediction_dispose(&predictions[i]);
		gm_device_free(devices[i]);
		gm_kernel_free(kernels[i]);
	}
}

/* A share with its sign, as an interval. */
static span
share_at(const char *text)
{
	span read = {NAN, NAN};
	const char *at = text + strspn(text, " ");
	const bool falls = *at == '-';
	at += *at == '-' || *at == '+';
	ck_assert_msg(reading_number(&at, &read), "'%.20s'", text);
	return falls ? (span){-read.high, -read.low} : read;
}

/* The sum of the shares up to the line that says so, and what that line says. */
static void
check_sum(const char *text)
{
	span sum = {0, 0};
	bool found = false;
	int shares = 0;
	const char *line = strstr(text, "the change of time, by the limits");
	ck_assert_ptr_nonnull(line);
	for (line = strchr(strchr(line, '\n') + 1, '\n') + 1; !found;
	     line = strchr(line, '\n') + 1) {
		ck_assert_int_ne(*line, '\n');
		if (strncmp(line, "      ", 6) == 0)
			continue; /* why */
		if (strstr(line, "unknown") && strstr(line, "unknown") < strchr(line, '\n'))
			continue;
		const span share = share_at(line + SHARE_COLUMN);
		found = strncmp(line, "  time: they add up to", 22) == 0;
		if (found) {
			ck_assert_msg(reading_meets(share, sum, 1e-9),
				      "[%g, %g] of %d shares: %.80s", sum.low, sum.high, shares,
				      line);
			break;
		}
		sum.low += share.low;
		sum.high += share.high;
		shares++;
	}
	ck_assert_int_ge(shares, 3);
}

START_TEST(the_shares_that_are_printed_add_up_to_the_change_that_is)
{
	gm_text text = {0};
	compare(_i);
	gm_compare_text_add(&text, &comparison, 0);
	check_sum(text.bytes);
	gm_text_dispose(&text);
	put_away();
}
END_TEST

/* What is explained are the predictions' own times, without what one of them does not know. */
START_TEST(the_change_is_that_of_the_two_predictions)
{
	double sum = 0;
	compare(_i);
	for (int i = 0; i < comparison.terms_count; i++)
		if (comparison.terms[i].share_s.kind != GM_KIND_UNKNOWN)
			sum += comparison.terms[i].share_s.value;
	const double change = comparison.after_s.value - comparison.before_s.value;
	ck_assert_double_eq_tol(sum, change, 1e-9 * fabs(predictions[0].time_s.value));
	put_away();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("compare");
	TCase *tcase = tcase_create("compare");
	tcase_add_loop_test(tcase, the_shares_that_are_printed_add_up_to_the_change_that_is, 0,
			    PAIRS);
	tcase_add_loop_test(tcase, the_change_is_that_of_the_two_predictions, 0, PAIRS);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
