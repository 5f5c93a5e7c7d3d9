#include "base/formula.h"

#include "base/quantity.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	int least, most;
} operators[GM_FORMULA_OPERATOR_COUNT] = {
#define X(id, name, least, most) [id] = {name, least, most},
	GM_FORMULA_LIST(X)
#undef X
};

/* ---- reading ---- */

enum { DEPTH_MAX = 32 };

typedef struct reader {
	const char *text, *at;
	gm_formula *out;
	gm_error *err;
	int depth;
} reader;

static gm_status read_sum(reader *r, int *out);

static gm_status
fail(const reader *r, const char *expected)
{
	gm_fail(r->err, GM_BAD_SYNTAX, "'%.200s': expected %s", r->text, expected);
	gm_error_locate(r->err, NULL, 0, (int)(r->at - r->text) + 1);
	return GM_BAD_SYNTAX;
}

static char
next(reader *r)
{
	while (*r->at == ' ')
		r->at++;
	return *r->at;
}

static gm_status
add_node(reader *r, gm_formula_node node, int *out)
{
	if (r->out->count == GM_FORMULA_NODES_MAX)
		return gm_fail(r->err, GM_TOO_LARGE, "a formula of more than %d parts",
			       GM_FORMULA_NODES_MAX);
	*out = r->out->count++;
	r->out->nodes[*out] = node;
	return GM_OK;
}

static gm_status
read_number(reader *r, int *out)
{
	char digits[32];
	const size_t length = strspn(r->at, "0123456789.");
	gm_formula_node node = {.op = GM_FORMULA_NUMBER};
	if (length >= sizeof digits)
		return fail(r, "a shorter number");
	memcpy(digits, r->at, length);
	digits[length] = '\0';
	const gm_status status = gm_number_parse(digits, &node.number, r->err);
	r->at += length;
	return status == GM_OK ? add_node(r, node, out) : status;
}

static gm_status
read_arguments(reader *r, gm_formula_node *node)
{
	do {
		if (node->arguments_count == operators[node->op].most)
			return fail(r, "fewer arguments");
		r->at++; /* the parenthesis, or a comma */
		const gm_status status = read_sum(r, &node->arguments[node->arguments_count++]);
		if (status != GM_OK)
			return status;
	} while (next(r) == ',');
	if (*r->at != ')' || node->arguments_count < operators[node->op].least)
		return fail(r, "another argument or ')'");
	r->at++;
	return GM_OK;
}

static gm_status
read_word(reader *r, int *out)
{
	gm_formula_node node = {.op = GM_FORMULA_SYMBOL};
	size_t length = 0;
	while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_' ||
	       r->at[length] == '.')
		length++;
	if (length >= sizeof node.symbol)
		return fail(r, "a shorter symbol");
	memcpy(node.symbol, r->at, length);
	r->at += length;
	if (next(r) != '(')
		return add_node(r, node, out);
	for (node.op = GM_FORMULA_FLOOR; node.op < GM_FORMULA_OPERATOR_COUNT;
	     node.op++)
		if (strcmp(operators[node.op].name, node.symbol) == 0)
			break;
	if (node.op == GM_FORMULA_OPERATOR_COUNT)
		return fail(r, "no '(' after a symbol that is no function");
	node.symbol[0] = '\0';
	const gm_status status = read_arguments(r, &node);
	return status == GM_OK ? add_node(r, node, out) : status;
}

static gm_status
read_atom(reader *r, int *out)
{
	const char c = next(r);
	if (c == '(') {
		r->at++;
		const gm_status status = read_sum(r, out);
		if (status != GM_OK)
			return status;
		if (next(r) != ')')
			return fail(r, "')'");
		r->at++;
		return GM_OK;
	}
	if (isdigit((unsigned char)c))
		return read_number(r, out);
	return isalpha((unsigned char)c) ? read_word(r, out) : fail(r, "a number or a symbol");
}

/* Operands with one of two operators between, from left to right. */
static gm_status
read_chain(reader *r, gm_formula_operator first, gm_formula_operator second,
	   gm_status (*operand)(reader *, int *), int *out)
{
	gm_status status = operand(r, out);
	while (status == GM_OK) {
		const char c = next(r);
		const bool is_first = c == operators[first].name[0];
		if (!is_first && c != operators[second].name[0])
			break;
		gm_formula_node node = {.op = is_first ? first : second, .arguments_count = 2};
		node.arguments[0] = *out;
		r->at++;
		status = operand(r, &node.arguments[1]);
		if (status == GM_OK)
			status = add_node(r, node, out);
	}
	return status;
}

static gm_status
read_product(reader *r, int *out)
{
	return read_chain(r, GM_FORMULA_MULTIPLY, GM_FORMULA_DIVIDE, read_atom, out);
}

static gm_status
read_sum(reader *r, int *out)
{
	if (++r->depth > DEPTH_MAX)
		return gm_fail(r->err, GM_TOO_LARGE, "a formula deeper than %d", DEPTH_MAX);
	const gm_status status =
		read_chain(r, GM_FORMULA_ADD, GM_FORMULA_SUBTRACT, read_product, out);
	r->depth--;
	return status;
}

gm_status
gm_formula_parse(const char *text, gm_formula *out, gm_error *err)
{
	reader r = {.text = text, .at = text, .out = out, .err = err};
	int whole;
	out->count = 0;
	const gm_status status = read_sum(&r, &whole);
	if (status != GM_OK)
		return status;
	return next(&r) == '\0' ? GM_OK : fail(&r, "an operator or the end");
}

/* ---- working out ---- */

static double
rounded_up(double value, double unit)
{
	return unit == 0 ? value : ceil(value / unit) * unit;
}

/* The largest is taken out, so that no power runs over. */
static double
norm(const gm_formula_node *node, const double *results)
{
	const double p = results[node->arguments[0]];
	double largest = 0, sum = 0;
	for (int k = 1; k < node->arguments_count; k++)
		largest = fmax(largest, results[node->arguments[k]]);
	for (int k = 1; k < node->arguments_count; k++)
		sum += largest > 0 ? pow(results[node->arguments[k]] / largest, p) : 0;
	return largest * pow(sum, 1 / p);
}

double
gm_formula_evaluate(const gm_formula *formula, gm_formula_value *value, void *state)
{
	double results[GM_FORMULA_NODES_MAX];
	for (int i = 0; i < formula->count; i++) {
		const gm_formula_node *node = &formula->nodes[i];
		const double a = node->arguments_count > 0 ? results[node->arguments[0]] : 0;
		const double b = node->arguments_count > 1 ? results[node->arguments[1]] : 0;
		switch (node->op) {
		case GM_FORMULA_NUMBER:
			results[i] = node->number;
			break;
		case GM_FORMULA_SYMBOL:
			results[i] = value(state, node->symbol);
			break;
		case GM_FORMULA_ADD:
			results[i] = a + b;
			break;
		case GM_FORMULA_SUBTRACT:
			results[i] = a - b;
			break;
		case GM_FORMULA_MULTIPLY:
			results[i] = a * b;
			break;
		case GM_FORMULA_DIVIDE:
			results[i] = a / b;
			break;
		case GM_FORMULA_FLOOR:
			results[i] = floor(a);
			break;
		case GM_FORMULA_CEIL:
			results[i] = ceil(a);
			break;
		case GM_FORMULA_UP:
			results[i] = rounded_up(a, b);
			break;
		case GM_FORMULA_POW:
			results[i] = pow(a, b);
			break;
		case GM_FORMULA_NORM:
			results[i] = norm(node, results);
			break;
		default:
			results[i] = a;
			for (int k = 1; k < node->arguments_count; k++) {
				const double other = results[node->arguments[k]];
				results[i] = node->op == GM_FORMULA_MIN
						     ? fmin(results[i], other)
						     : fmax(results[i], other);
			}
		}
	}
	return formula->count ? results[formula->count - 1] : NAN;
}
