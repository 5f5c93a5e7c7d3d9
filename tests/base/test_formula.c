#include "base/formula.h"

#include "support/near.h"

#include <math.h>
#include <string.h>

static double
letter(void *state, const char *symbol)
{
	(void)state;
	return strcmp(symbol, "a") == 0     ? 7
	       : strcmp(symbol, "b_2") == 0 ? 2
	       : strcmp(symbol, "c") == 0   ? 0.5
					    : NAN;
}

static void
name(void *state, gm_text *out, const char *symbol, bool divided_by)
{
	(void)state;
	(void)divided_by;
	gm_text_append(out, symbol);
}

static void
held(void *state, gm_text *out, const char *symbol, bool divided_by)
{
	(void)state;
	gm_text_print(out, divided_by ? "[%s]" : "%s", symbol);
}

static gm_formula
parse(const char *text)
{
	gm_formula formula;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_formula_parse(text, &formula, &err) == GM_OK, "%s: %s", text, err.message);
	return formula;
}

/* By hand, with a = 7, b_2 = 2, c = 0.5. */
static const struct {
	const char *text;
	double value;
	const char *plain, *latex;
} rows[] = {
	{"a + b_2 * c", 8, "a + b_2 x c", "a + b_2 \\cdot c"},
	{"(a + b_2) * c", 4.5, "(a + b_2) x c", "\\left(a + b_2\\right) \\cdot c"},
	{"a - (b_2 - c)", 5.5, "a - (b_2 - c)", "a - \\left(b_2 - c\\right)"},
	{"a - b_2 - c", 4.5, "a - b_2 - c", "a - b_2 - c"},
	{"a / (b_2 * c)", 7, "a / (b_2 x c)", "\\frac{a}{b_2 \\cdot c}"},
	{"a / b_2 * c", 1.75, "a / b_2 x c", "\\frac{a}{b_2} \\cdot c"},
	{"a / b_2 / c", 7, "a / b_2 / c", "\\frac{\\frac{a}{b_2}}{c}"},
	{"floor(a / b_2)", 3, "floor(a / b_2)", "\\left\\lfloor \\frac{a}{b_2}\\right\\rfloor "},
	{"ceil(a / b_2)", 4, "ceil(a / b_2)", "\\left\\lceil \\frac{a}{b_2}\\right\\rceil "},
	{"up(a, 4)", 8, "up(a, 4)", "\\operatorname{up}\\left(a, 4\\right)"},
	{"up(a, 0)", 7, "up(a, 0)", "\\operatorname{up}\\left(a, 0\\right)"},
	{"min(a, b_2, c)", 0.5, "min(a, b_2, c)", "\\min\\left(a, b_2, c\\right)"},
	{"max(c, a + 1, b_2)", 8, "max(c, a + 1, b_2)", "\\max\\left(c, a + 1, b_2\\right)"},
	{"pow(b_2, 3)", 8, "b_2^3", "b_2^{3}"},
	{"2 * pow(1 - a, max(1, c))", -12, "2 x (1 - a)^max(1, c)",
	 "2 \\cdot \\left(1 - a\\right)^{\\max\\left(1, c\\right)}"},
	{"pow(a / b_2, 1)", 3.5, "(a / b_2)^1", "\\left(\\frac{a}{b_2}\\right)^{1}"},
	{"pow(b_2, a / c)", 16384, "b_2^(a / c)", "b_2^{\\frac{a}{c}}"},
	/* sqrt(3^2 + 4^2), and what would run over if it were squared first */
	{"norm(2, 3, 4)", 5, "norm(2, 3, 4)", "\\operatorname{norm}\\left(2, 3, 4\\right)"},
	{"norm(1, a, b_2, c)", 9.5, "norm(1, a, b_2, c)",
	 "\\operatorname{norm}\\left(1, a, b_2, c\\right)"},
	{"2*(1.5+c)", 4, "2 x (1.5 + c)", "2 \\cdot \\left(1.5 + c\\right)"},
};

START_TEST(a_formula_is_worked_out_and_written_with_no_more_parentheses_than_needed)
{
	const gm_formula formula = parse(rows[_i].text);
	gm_text plain = {0}, latex = {0};
	ck_near(gm_formula_evaluate(&formula, letter, NULL), rows[_i].value, 1e-15);
	gm_formula_write(&formula, &gm_formula_plain, name, NULL, &plain);
	gm_formula_write(&formula, &gm_formula_latex, name, NULL, &latex);
	ck_assert_str_eq(plain.bytes, rows[_i].plain);
	ck_assert_str_eq(latex.bytes, rows[_i].latex);
	gm_text_dispose(&plain);
	gm_text_dispose(&latex);
}
END_TEST

/* A value with a unit of its own, "4 /cycle", is not to be read as a division more. */
START_TEST(what_stands_behind_a_sign_of_division_is_said_to)
{
	const gm_formula formula = parse("a / b_2 * c / (a + c)");
	gm_text plain = {0};
	gm_formula_write(&formula, &gm_formula_plain, held, NULL, &plain);
	ck_assert_str_eq(plain.bytes, "a / [b_2] x c / (a + c)");
	gm_text_dispose(&plain);
}
END_TEST

static const char *const bad[] = {
	"",
	"a +",
	"a b",
	"(a",
	"a)",
	"floor()",
	"floor(a, b)",
	"up(a)",
	"sin(a)",
	"* a",
	"1.2.3",
	"a ^ 2",
	"an_endless_symbol_that_does_not_fit_its_place",
};

START_TEST(what_is_no_formula_is_refused)
{
	gm_formula formula;
	gm_error err = GM_ERROR_NONE;
	ck_assert_int_ne(gm_formula_parse(bad[_i], &formula, &err), GM_OK);
	ck_assert(err.message[0] != '\0');
}
END_TEST

START_TEST(a_formula_too_deep_or_too_long_is_refused)
{
	char deep[200] = "", longer[2000] = "a";
	gm_formula formula;
	gm_error err = GM_ERROR_NONE;
	for (int i = 0; i < 90; i++)
		strcat(deep, "(");
	for (int i = 0; i < 100; i++)
		strcat(longer, "+a");
	ck_assert_int_eq(gm_formula_parse(deep, &formula, &err), GM_TOO_LARGE);
	err = GM_ERROR_NONE;
	ck_assert_int_eq(gm_formula_parse(longer, &formula, &err), GM_TOO_LARGE);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("formula");
	TCase *tcase = tcase_create("formula");
	tcase_add_loop_test(
		tcase, a_formula_is_worked_out_and_written_with_no_more_parentheses_than_needed, 0,
		sizeof rows / sizeof *rows);
	tcase_add_loop_test(tcase, what_is_no_formula_is_refused, 0, sizeof bad / sizeof *bad);
	tcase_add_test(tcase, what_stands_behind_a_sign_of_division_is_said_to);
	tcase_add_test(tcase, a_formula_too_deep_or_too_long_is_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
