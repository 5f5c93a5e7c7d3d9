#include "base/expression.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"n", "threadIdx.x", "m"};
static const gm_names scope = {names, 3};
static const int64_t values[] = {1000, 7, -3};

/* Each value worked out by hand with C's rules; n = 1000, threadIdx.x = 7, m = -3. */
static const struct {
	const char *text;
	int64_t value;
} right[] = {
        {"1 + 2*3", 7},
        {"(1 + 2)*3", 9},
        {"2 - 3 - 4", -5},
        {"100/7/2", 7},
        {"-7/2", -3},
        {"-7%3", -1},
        {"7%-3", 1},
        {"n*threadIdx.x + m", 6997},
        {"1 << 4 | 1", 17},
        {"1 | 2 ^ 3 & 6", 1},
        {"5 & 3 == 3", 1},
        {"1 < 2 == 1", 1},
        {"!0 + !5", 1},
        {"~0", -1},
        {"-m - -m", 0},
        {"n > 5 ? 1 : 2", 1},
        {"0 ? 1 : 0 ? 2 : 3", 3},
        {"min(4, 2, 9)", 2},
        {"max(m, n, 5)", 1000},
        {"ceil_div(10, 4)", 3},
        {"ceil_div(8, 4)", 2},
        {"ceil_div(0, 4)", 0},
        {"abs(m)", 3},
        {"log2(1)", 0},
        {"log2(1023)", 9},
        {"log2(1024)", 10},
        /* splitmix64 of 0 is e220a8397b1dcdaf: 0.8833 of 2^64, 16294208416658607535 */
        {"random(0, 1000)", 883},
        {"mix(0, 1000)", 535},
        {"random(0, 0)", 0x7b1dcdaf},
        {"0x10 + 1", 17},
        {"m == 0 || n/m < 0", 1},
        {"0 && 1/0", 0},
        {"1 || 1/0", 1},
        {"1 ? 2 : 1/0", 2},
        {"2 && 3", 1},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807 - 1", INT64_MIN},
        {"-8 >> 1", -4},
        {"+ + 3", 3},
};

START_TEST(an_expression_has_the_value_of_c)
{
	gm_arena *arena = gm_arena_new();
	gm_expression *expression;
	gm_error err = GM_ERROR_NONE;
	int64_t value = 0;
	ck_assert_msg(gm_expression_parse(arena, right[_i].text, scope, &expression, &err) == GM_OK,
	              "%s: %s", right[_i].text, err.message);
	ck_assert_msg(gm_expression_evaluate(expression, values, &value, &err) == GM_OK, "%s: %s",
	              right[_i].text, err.message);
	ck_assert_msg(value == right[_i].value, "%s is %lld, expected %lld", right[_i].text,
	              (long long)value, (long long)right[_i].value);
	gm_arena_free(arena);
}
END_TEST

static const struct {
	const char *text;
	gm_status status;
	const char *says;
} wrong[] = {
        {"", GM_BAD_SYNTAX, "the end"},
        {"1 +", GM_BAD_SYNTAX, "the end"},
        {"(1", GM_BAD_SYNTAX, "')'"},
        {"1 2", GM_BAD_SYNTAX, "column 3"},
        {"1.5", GM_BAD_SYNTAX, "expected an integer"},
        {"1M", GM_BAD_SYNTAX, "found 'M', expected an integer without letters"},
        {"0x4g", GM_BAD_SYNTAX, "found 'g', expected an integer without letters"},
        {"threadIdx.w", GM_UNKNOWN_NAME, "did you mean 'threadIdx.x'"},
        {"threadidx.x", GM_UNKNOWN_NAME, "did you mean 'threadIdx.x'"},
        {"frobnicate", GM_UNKNOWN_NAME, "unknown name 'frobnicate'"},
        {"min(1)", GM_BAD_SYNTAX, "at least 2"},
        {"abs(1,2)", GM_BAD_SYNTAX, "takes 1 argument"},
        {"1/0", GM_DIVISION_BY_ZERO, "divides by zero"},
        {"1%0", GM_DIVISION_BY_ZERO, "divides by zero"},
        {"9223372036854775807 + 1", GM_OVERFLOW, "64 bits"},
        {"9223372036854775808", GM_OVERFLOW, "64 bits"},
        {"n*n*n*n*n*n*n", GM_OVERFLOW, "64 bits"},
        {"-9223372036854775807 - 2", GM_OVERFLOW, "64 bits"},
        {"(-9223372036854775807 - 1)/-1", GM_OVERFLOW, "64 bits"},
        {"1 << 64", GM_BAD_VALUE, "shift"},
        {"1 << 63", GM_OVERFLOW, "64 bits"},
        {"log2(0)", GM_BAD_VALUE, "positive"},
        {"random(3, -1)", GM_BAD_VALUE, "positive limit"},
        {"mix(3, 0)", GM_BAD_VALUE, "positive limit"},
        {"ceil_div(-1, 2)", GM_BAD_VALUE, "negative"},
        {"1 = 2", GM_BAD_SYNTAX, "'='"},
        {"a$", GM_UNKNOWN_NAME, "'a'"},
        {"n ? 1", GM_BAD_SYNTAX, "':'"},
};

START_TEST(a_wrong_expression_is_refused_with_its_story)
{
	gm_arena *arena = gm_arena_new();
	gm_expression *expression;
	gm_error err = GM_ERROR_NONE;
	int64_t value;
	gm_status status = gm_expression_parse(arena, wrong[_i].text, scope, &expression, &err);
	if (status == GM_OK)
		status = gm_expression_evaluate(expression, values, &value, &err);
	ck_assert_msg(status == wrong[_i].status, "%s: %s", wrong[_i].text, gm_status_meaning(status));
	ck_assert_int_eq(err.status, status);
	ck_assert_msg(strstr(err.message, wrong[_i].says), "%s says: %s", wrong[_i].text, err.message);
	gm_arena_free(arena);
}
END_TEST

START_TEST(deep_and_long_expressions_are_refused)
{
	gm_arena *arena = gm_arena_new();
	gm_expression *expression;
	char text[5000];
	gm_error err = GM_ERROR_NONE;
	memset(text, '(', 4000);
	text[4000] = '\0';
	ck_assert_int_eq(gm_expression_parse(arena, text, scope, &expression, &err), GM_TOO_LARGE);
	memset(text, '-', 4000);
	err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_expression_parse(arena, text, scope, &expression, &err), GM_TOO_LARGE);
	memset(text, '1', 4999);
	text[4999] = '\0';
	err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_expression_parse(arena, text, scope, &expression, &err), GM_TOO_LARGE);
	text[0] = '\0';
	for (int i = 0; i < 600; i++)
		strcat(text, i ? "+1" : "1");
	err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_expression_parse(arena, text, scope, &expression, &err), GM_TOO_LARGE);
	gm_arena_free(arena);
}
END_TEST

enum { THREADS = 40 };

/* The many-thread evaluation against the one-value evaluation, thread by thread; texts that fail for
   some threads only. */
static const char *const columns[] = {
        "n*threadIdx.x + m",
        "threadIdx.x % 4 == 0 && n/threadIdx.x > 3",
        "threadIdx.x > 0 ? n/threadIdx.x : -1",
        "threadIdx.x == 0 || n % threadIdx.x == 1",
        "min(threadIdx.x, m) ^ n",
        "(threadIdx.x - 20) * (m + threadIdx.x) << 2",
        "n/threadIdx.x",
        "n + m*3",
        "1 && threadIdx.x",
        "0 || threadIdx.x - 5",
};

START_TEST(threads_evaluate_as_each_would_alone)
{
	gm_arena *arena = gm_arena_new();
	gm_expression *expression;
	ck_assert_int_eq(gm_expression_parse(arena, columns[_i], scope, &expression, NULL), GM_OK);
	int64_t threads[THREADS], differing[THREADS];
	unsigned char active[THREADS];
	for (int mask = 0; mask < 3; mask++) {
		for (int t = 0; t < THREADS; t++) {
			threads[t] = t;
			differing[t] = t % 5 - 2;
			active[t] = mask == 0 ? t > 0 : mask == 1 ? t % 3 == 1 : 1;
		}
		const gm_column in[] = {{NULL, 1000}, {threads, 0}, {differing, 0}};
		int64_t *scratch = gm_allocate((size_t)expression->count * THREADS, sizeof *scratch);
		gm_column out;
		gm_error err = GM_ERROR_NONE;
		const gm_status status = gm_expression_evaluate_threads(expression, in, active, THREADS,
		                                                        scratch, &out, &err);
		gm_status alone = GM_OK;
		for (int t = 0; t < THREADS; t++) {
			const int64_t v[] = {1000, threads[t], differing[t]};
			int64_t value = 0;
			if (!active[t])
				continue;
			const gm_status one = gm_expression_evaluate(expression, v, &value, NULL);
			alone = alone == GM_OK ? one : alone;
			if (status == GM_OK)
				ck_assert_msg(value == (out.each ? out.each[t] : out.same),
				              "%s thread %d", columns[_i], t);
		}
		ck_assert_int_eq(status, alone);
		free(scratch);
	}
	gm_arena_free(arena);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("expression");
	TCase *cases = tcase_create("expression");
	tcase_add_loop_test(cases, an_expression_has_the_value_of_c, 0, sizeof right / sizeof *right);
	tcase_add_loop_test(cases, a_wrong_expression_is_refused_with_its_story, 0,
	                    sizeof wrong / sizeof *wrong);
	tcase_add_test(cases, deep_and_long_expressions_are_refused);
	tcase_add_loop_test(cases, threads_evaluate_as_each_would_alone, 0,
	                    sizeof columns / sizeof *columns);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
