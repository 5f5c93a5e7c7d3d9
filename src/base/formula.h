/*
 * Formulas over real numbers, to be worked out and to be shown: F / Q, floor(W_sm / W).
 *
 *     sum      product {(+ | -) product}
 *     product  atom {(* | /) atom}
 *     atom     number | symbol | function(sum, ...) | (sum)
 *
 * Symbols begin with a letter and may hold digits, '_' and '.'. Functions:
 *
 *     floor(x)  ceil(x)  min(a, b, ...)  max(a, b, ...)
 *     up(x, u)  x rounded up to a multiple of u; x where u is 0
 *     pow(x, p) x to the power p
 *     norm(p, a, b, ...)  (a^p + b^p + ...)^(1/p), between the sum (p = 1) and the largest; of
 *               numbers that are not negative
 *
 * What a symbol stands for is the caller's: a value to work the formula out, a text to write it
 * with values put in. Unlike base/expression.h, which kernels are written in, nothing here is an
 * integer.
 */
#ifndef GM_BASE_FORMULA_H
#define GM_BASE_FORMULA_H

#include "base/error.h"
#include "base/text.h"

enum { GM_FORMULA_NODES_MAX = 96, GM_FORMULA_ARGUMENTS_MAX = 24, GM_FORMULA_SYMBOL_BYTES = 32 };

/*        enumerator            name     least and most arguments */
#define GM_FORMULA_LIST(X)                                                                         \
	X(GM_FORMULA_NUMBER, "number", 0, 0)                                                       \
	X(GM_FORMULA_SYMBOL, "symbol", 0, 0)                                                       \
	X(GM_FORMULA_ADD, "+", 2, 2)                                                               \
	X(GM_FORMULA_SUBTRACT, "-", 2, 2)                                                          \
	X(GM_FORMULA_MULTIPLY, "*", 2, 2)                                                          \
	X(GM_FORMULA_DIVIDE, "/", 2, 2)                                                            \
	X(GM_FORMULA_FLOOR, "floor", 1, 1)                                                         \
	X(GM_FORMULA_CEIL, "ceil", 1, 1)                                                           \
	X(GM_FORMULA_UP, "up", 2, 2)                                                               \
	X(GM_FORMULA_POW, "pow", 2, 2)                                                             \
	X(GM_FORMULA_NORM, "norm", 2, GM_FORMULA_ARGUMENTS_MAX)                                    \
	X(GM_FORMULA_MIN, "min", 1, GM_FORMULA_ARGUMENTS_MAX)                                      \
	X(GM_FORMULA_MAX, "max", 1, GM_FORMULA_ARGUMENTS_MAX)

typedef enum gm_formula_operator {
#define X(id, name, least, most) id,
	GM_FORMULA_LIST(X)
#undef X
	        GM_FORMULA_OPERATOR_COUNT
} gm_formula_operator;

typedef struct gm_formula_node {
	gm_formula_operator op;
	double number;
	char symbol[GM_FORMULA_SYMBOL_BYTES];
	int arguments[GM_FORMULA_ARGUMENTS_MAX]; /* earlier nodes */
	int arguments_count;
} gm_formula_node;

typedef struct gm_formula {
	gm_formula_node nodes[GM_FORMULA_NODES_MAX]; /* the last is the whole */
	int count;
} gm_formula;

/* GM_BAD_SYNTAX with the column; GM_TOO_LARGE beyond the limits above. */
gm_status gm_formula_parse(const char *text, gm_formula *out, gm_error *err);

/* The value of a symbol. */
typedef double gm_formula_value(void *state, const char *symbol);

/* As IEEE 754 works it out: a division by zero gives an infinity. */
double gm_formula_evaluate(const gm_formula *formula, gm_formula_value *value, void *state);

/* How operators look. `times` and `over` stand between their operands; a function is `open`, its
   arguments with ", " between, `close`; `fraction` writes a division as open, dividend, middle,
   divisor, close instead, where open is not NULL; a power stands between open and close behind its
   base, in parentheses where there is no close that ends it. */
typedef struct gm_formula_style {
	const char *times, *over, *parenthesis_open, *parenthesis_close;
	const char *power_open, *power_close;
	const char *fraction_open, *fraction_middle, *fraction_close;
	struct {
		const char *open, *close;
	} functions[GM_FORMULA_OPERATOR_COUNT];
} gm_formula_style;

/* "floor(a / b) x c^2" in ASCII; with the signs of Unicode; LaTeX for math mode. */
extern const gm_formula_style gm_formula_plain;
extern const gm_formula_style gm_formula_unicode;
extern const gm_formula_style gm_formula_latex;

/* Writes what stands for a symbol: its own name, or a value; which is `divided_by` where it stands
   behind a sign of division and must hold together. */
typedef void gm_formula_writer(void *state, gm_text *out, const char *symbol, bool divided_by);

/* With parentheses where they are needed and nowhere else. */
void gm_formula_write(const gm_formula *formula, const gm_formula_style *style,
                      gm_formula_writer *symbol, void *state, gm_text *out);

#endif
