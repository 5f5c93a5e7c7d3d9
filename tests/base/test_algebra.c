/*
 * Formulas simplified and written down. Rows: an expression, and what a person would write for it;
 * derived by hand. And for every row, independently: what was written is parsed again and has the
 * value of the original expression at some hundred points.
 */
#include "base/algebra.h"

#include "support/near.h"

#include <stdlib.h>
#include <string.h>

typedef struct symbol {
	const char *name;
	gm_symbol_class class;
	int64_t low, high;
} symbol;

static const symbol symbols[] = {
	{"n", GM_SYMBOL_SIZE, 1, INT32_MAX},   {"m", GM_SYMBOL_SIZE, 1, INT32_MAX},
	{"bx", GM_SYMBOL_BLOCK, 0, INT32_MAX}, {"by", GM_SYMBOL_BLOCK, 0, 65535},
	{"tx", GM_SYMBOL_THREAD, 0, 1023},     {"ty", GM_SYMBOL_THREAD, 0, 1023},
	{"i", GM_SYMBOL_LOOP, 0, 4095},        {"d", GM_SYMBOL_LOOP, -GM_SUM_MOST, GM_SUM_MOST},
};

enum { SYMBOLS = sizeof symbols / sizeof *symbols };

static const char *names[SYMBOLS];

static const struct {
	const char *given, *simple;
} rows[] = {
	/* Sums: what multiplies a size is factored out, larger steps first. */
	{"n*(by*16 + ty) + (16*i + tx)", "(by*16 + ty)*n + i*16 + tx"},
	{"4*(tx + 256*bx)/4", "bx*256 + tx"},
	{"tx + tx - 2*tx", "0"},
	{"(by*16 + ty)*n*m", "(by*16 + ty)*n*m"},
	{"(i*4 + 2)*n", "(i*4 + 2)*n"},
	{"16*tx + 64*ty", "(ty*4 + tx)*16"},
	{"1 - n", "1 - n"},
	/* Quotients: what divides comes out, a remainder below the divisor goes. */
	{"(64*by + tx % 64)/64", "by"},
	{"(n + 15)/16", "ceil_div(n, 16)"},
	{"(n - n % 4)/4", "n/4"},
	{"n - n % 4", "n/4*4"},
	{"tx - tx/32*32", "tx % 32"},
	{"tx/4/8", "tx/32"},
	{"tx*1431655766 >> 32", "tx/3"},
	{"(i*32 + tx)*2021161081 >> 36", "(i*32 + tx)/34"},
	{"(tx/32) % 4", "tx/32 % 4"},
	{"68*(tx % 8) + tx/8", "tx % 8*68 + tx/8"},
	{"(tx - 1 + n) % n", "(n + tx - 1) % n"},
	/* Bits. */
	{"tx & 31", "tx % 32"},
	{"tx & -32", "tx/32*32"},
	{"tx & 992", "tx/32*32"},
	{"(tx & 31) | -32", "tx % 32 - 32"},
	{"(tx << 5) | (ty & 31)", "tx*32 + ty % 32"},
	{"(tx*4) & 1020", "tx % 256*4"},
	{"tx ^ 1", "tx ^ 1"},
	{"tx*8 ^ 8", "(tx ^ 1)*8"},
	/* Comparisons: what is taken away stands on the left. */
	{"n > bx*16 + tx", "bx*16 + tx < n"},
	{"n/16 >= 1", "n >= 16"},
	{"!(tx < 32)", "tx >= 32"},
	{"tx < 1", "tx == 0"},
	{"tx % 32 == 0", "tx % 32 == 0"},
	{"tx < 2000", "1"},
	{"n >= 1", "1"},
	{"tx < 5 && ty < n && bx < m", "tx < 5 && ty < n && bx < m"},
	{"!(tx < 5 && ty < n)", "tx >= 5 || n <= ty"},
	/* Choices. */
	{"tx < n ? tx : n", "min(tx, n)"},
	{"tx < n ? n : tx", "max(n, tx)"},
	{"n < 4 ? 0 : n/4*4", "n/4*4"},
	{"n % 4 == 0 ? tx : n % 4*256 + tx", "n % 4*256 + tx"},
	{"(max(tx, 84) - tx + 255)/256 <= 1", "1"},
	{"d > 3 ? d : 3", "max(d, 3)"},
	{"d >> 2", "d >> 2"},
	{"d & 7", "d & 7"},
	/* Masks at the ends of 64 bits. */
	{"d & 4611686018427387904", "d & 4611686018427387904"},
	{"d & 9223372036854775807", "d & 9223372036854775807"},
	{"d & -9223372036854775807", "d & -9223372036854775807"},
	{"tx & 9223372036854775807", "tx"},
	{"128 >> i", "128 >> i"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static gm_expression *
parsed(gm_arena *arena, const char *text)
{
	gm_expression *expression = NULL;
	gm_error err = GM_ERROR_NONE;
	const gm_status status =
		gm_expression_parse(arena, text, (gm_names){names, SYMBOLS}, &expression, &err);
	ck_assert_msg(status == GM_OK, "%s: %s", text, err.message);
	return expression;
}

static const char *
simplified(gm_algebra *a, const char *text)
{
	const gm_sum *values[SYMBOLS];
	for (int i = 0; i < SYMBOLS; i++) {
		names[i] = symbols[i].name;
		values[i] = gm_sum_symbol(a, symbols[i].name, symbols[i].class, symbols[i].low,
					  symbols[i].high);
	}
	return gm_sum_text(a, gm_sum_of_expression(a, parsed(gm_algebra_arena(a), text), values));
}

/* A point of the box; the ends among them. No shift exceeds 62. */
static void
choose_point(int point, int64_t *values)
{
	for (int i = 0; i < SYMBOLS; i++) {
		const int64_t low = symbols[i].low < -1000 ? -1000 : symbols[i].low;
		const int64_t high = symbols[i].high > 3000 ? 3000 : symbols[i].high;
		const int64_t span = strcmp(symbols[i].name, "i") == 0 ? 40 : high - low;
		values[i] = low + (point == 0 ? 0 : point == 1 ? span : rand() % (span + 1));
	}
}

START_TEST(a_formula_is_written_as_a_person_would)
{
	gm_algebra *a = gm_algebra_new();
	ck_assert_str_eq(simplified(a, rows[_i].given), rows[_i].simple);
	gm_algebra_free(a);
}
END_TEST

START_TEST(what_is_written_has_the_value_of_what_was_given)
{
	gm_algebra *a = gm_algebra_new();
	gm_arena *arena = gm_algebra_arena(a);
	const char *text = simplified(a, rows[_i].given);
	const gm_expression *given = parsed(arena, rows[_i].given), *written = parsed(arena, text);
	srand(7);
	for (int point = 0; point < 300; point++) {
		int64_t values[SYMBOLS], x, y;
		choose_point(point, values);
		ck_assert_int_eq(gm_expression_evaluate(given, values, &x, NULL), GM_OK);
		ck_assert_msg(gm_expression_evaluate(written, values, &y, NULL) == GM_OK && x == y,
			      "%s is %lld, but %s %lld at point %d", rows[_i].given, (long long)x,
			      text, (long long)y, point);
	}
	gm_algebra_free(a);
}
END_TEST

START_TEST(equal_sums_are_one)
{
	gm_algebra *a = gm_algebra_new();
	const gm_sum *x = gm_sum_symbol(a, "x", GM_SYMBOL_THREAD, 0, 31),
		     *two = gm_sum_constant(a, 2);
	ck_assert_ptr_eq(gm_sum_add(a, x, x), gm_sum_multiply(a, x, two));
	ck_assert_ptr_ne(gm_sum_add(a, x, two), gm_sum_multiply(a, x, two));
	ck_assert_ptr_eq(gm_sum_subtract(a, gm_sum_add(a, x, two), two), x);
	gm_algebra_free(a);
}
END_TEST

START_TEST(the_unknown_stays_unknown_and_is_unlike_itself)
{
	gm_algebra *a = gm_algebra_new();
	const gm_sum *u = gm_sum_unknown(a, "data"), *v = gm_sum_unknown(a, "data");
	const gm_sum *difference = gm_sum_subtract(a, u, v);
	ck_assert(!difference->known);
	ck_assert_str_eq(gm_sum_find_unknown(difference)->name, "data");
	ck_assert(!gm_sum_divide(a, u, gm_sum_constant(a, 4))->known);
	ck_assert(gm_sum_scale(a, u, 0)->known);
	gm_algebra_free(a);
}
END_TEST

/* 2^62 * 4 does not fit: unknown, not a wrong number. */
START_TEST(numbers_beyond_64_bits_are_unknown)
{
	gm_algebra *a = gm_algebra_new();
	const gm_sum *x = gm_sum_symbol(a, "x", GM_SYMBOL_THREAD, 0, 31);
	const gm_sum *large = gm_sum_scale(a, x, GM_SUM_MOST);
	ck_assert(large->known);
	ck_assert(!gm_sum_scale(a, large, 4)->known);
	gm_algebra_free(a);
}
END_TEST

/* (x + 3*i + 7) with x in place of 3*i and 2 in place of x. */
START_TEST(symbols_and_products_are_replaced)
{
	gm_algebra *a = gm_algebra_new();
	const gm_sum *x = gm_sum_symbol(a, "x", GM_SYMBOL_THREAD, 0, 31);
	const gm_sum *i = gm_sum_symbol(a, "i", GM_SYMBOL_LOOP, 0, 9),
		     *three = gm_sum_constant(a, 3);
	const gm_sum *v = gm_sum_symbol(a, "v", GM_SYMBOL_LOOP, 0, 99);
	const gm_sum *sum = gm_sum_add(a, gm_sum_multiply(a, i, three),
				       gm_sum_add(a, x, gm_sum_constant(a, 7)));
	const gm_factor *of_i = gm_sum_as_symbol(i), *of_x = gm_sum_as_symbol(x);
	ck_assert_str_eq(gm_sum_text(a, gm_sum_exchange(a, sum, three, of_i, v)), "v + x + 7");
	ck_assert_str_eq(gm_sum_text(a, gm_sum_substitute(a, sum, of_x, gm_sum_constant(a, 2))),
			 "i*3 + 9");
	ck_assert_ptr_null(gm_sum_exchange(a, sum, gm_sum_constant(a, 2), of_i, v));
	ck_assert(gm_sum_contains(sum, of_x) && !gm_sum_contains(sum, gm_sum_as_symbol(v)));
	gm_algebra_free(a);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("algebra");
	TCase *cases = tcase_create("all");
	tcase_add_loop_test(cases, a_formula_is_written_as_a_person_would, 0, ROWS);
	tcase_add_loop_test(cases, what_is_written_has_the_value_of_what_was_given, 0, ROWS);
	tcase_add_test(cases, equal_sums_are_one);
	tcase_add_test(cases, the_unknown_stays_unknown_and_is_unlike_itself);
	tcase_add_test(cases, numbers_beyond_64_bits_are_unknown);
	tcase_add_test(cases, symbols_and_products_are_replaced);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
