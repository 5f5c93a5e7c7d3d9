#include "report/reference_reading.h"

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static const char *
skip_blanks(const char *at)
{
	while (isspace((unsigned char)*at))
		at++;
	return at;
}

/* Units that a decimal prefix may be joined to. */
static bool
is_joined_unit(const char *text, size_t length)
{
	static const char *const units[] = {"B",      "B/s", "FLOP", "FLOP/s",
					    "FLOP/B", "Hz",  "s",    "word/s"};
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strlen(units[i]) == length && strncmp(units[i], text, length) == 0)
			return true;
	return false;
}

static double
prefix_factor(char c)
{
	static const char signs[] = "kMGTPEmunp";
	static const double factors[] = {1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e-3, 1e-6, 1e-9, 1e-12};
	const char *sign = c ? strchr(signs, c) : NULL;
	return sign ? factors[sign - signs] : 0;
}

/* The length of a unit or prefix, one blank off; 0 without: "x" is the sign of multiplication. */
static size_t
word_length(const char *at)
{
	if (*at != ' ')
		return 0;
	size_t length = 0;
	while (isalpha((unsigned char)at[1 + length]) || at[1 + length] == '/' ||
	       at[1 + length] == '%')
		length++;
	return length == 1 && (at[1] == 'x' || at[1] == '/') ? 0 : length;
}

/* Moves behind prefix and unit; the prefix's factor. */
static double
read_unit(const char **at)
{
	const size_t length = word_length(*at);
	const char *word = *at + 1;
	double factor = 1;
	if (length == 0)
		return 1;
	*at += 1 + length;
	if (length == 1 && !is_joined_unit(word, 1) && prefix_factor(*word) > 0) {
		factor = prefix_factor(*word);
		const size_t unit = word_length(*at);
		*at += unit ? 1 + unit : 0;
	} else if (!is_joined_unit(word, length) && prefix_factor(*word) > 0 &&
		   is_joined_unit(word + 1, length - 1)) {
		factor = prefix_factor(*word);
	}
	return factor;
}

bool
reading_number(const char **at, span *out)
{
	const char *start = skip_blanks(*at);
	char *end;
	if (!isdigit((unsigned char)*start))
		return false;
	const double number = strtod(start, &end);
	const bool whole = !memchr(start, '.', (size_t)(end - start));
	*at = end;
	const double factor = read_unit(at);
	const double digits = whole ? 0 : (double)(end - strchr(start, '.') - 1);
	const double last = whole ? INFINITY : 0.5 * pow(10, -digits);
	const double rounding = number == 0 || (whole && factor == 1)
					? 0
					: fmin(last, 0.5 * pow(10, floor(log10(number)) - 3));
	*out = (span){(number - rounding) * factor, (number + rounding) * factor};
	return true;
}

/* ---- arithmetic of intervals ---- */

static span
least_and_most(const double *values, int count)
{
	span s = {INFINITY, -INFINITY};
	for (int i = 0; i < count; i++) {
		s.low = fmin(s.low, values[i]);
		s.high = fmax(s.high, values[i]);
	}
	return s;
}

static span
combined(span a, span b, double (*operation)(double, double))
{
	const double corners[4] = {operation(a.low, b.low), operation(a.low, b.high),
				   operation(a.high, b.low), operation(a.high, b.high)};
	return least_and_most(corners, 4);
}

static double
product(double a, double b)
{
	return a * b;
}

static double
quotient(double a, double b)
{
	return a / b;
}

/* Values so near a whole number that rounding on the way decides count as either. */
static double
floor_of(double a)
{
	return floor(a);
}

static double
up_to(double a, double unit)
{
	return unit == 0 ? a : ceil(a / unit - 1e-12) * unit;
}

static double
norm_with(double power, const double *values, int count)
{
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum += pow(values[i], power);
	return pow(sum, 1 / power);
}

/* Of numbers that are not negative: the higher the power, the lower the norm. */
static span
norm_of(const span *arguments, int count)
{
	double lows[64], highs[64];
	for (int i = 1; i < count; i++) {
		lows[i - 1] = arguments[i].low;
		highs[i - 1] = arguments[i].high;
	}
	return (span){norm_with(arguments[0].high, lows, count - 1),
		      norm_with(arguments[0].low, highs, count - 1)};
}

/* ---- lines ---- */

typedef struct reading {
	const char *whole, *at;
} reading;

static span read_sum(reading *r);

static span
apply(const reading *r, const char *name, const span *arguments, int count)
{
	span result = arguments[0];
	if (strcmp(name, "floor") == 0)
		return (span){floor_of(result.low), floor_of(result.high)};
	if (strcmp(name, "ceil") == 0)
		return (span){ceil(result.low - 1e-12), ceil(result.high)};
	if (strcmp(name, "up") == 0)
		return combined(result, arguments[1], up_to);
	if (strcmp(name, "norm") == 0)
		return norm_of(arguments, count);
	const bool least = strcmp(name, "min") == 0;
	if (!least && strcmp(name, "max") != 0)
		ck_abort_msg("'%s': function '%s'", r->whole, name);
	for (int i = 1; i < count; i++) {
		const span other = arguments[i];
		result = least ? (span){fmin(result.low, other.low), fmin(result.high, other.high)}
			       : (span){fmax(result.low, other.low), fmax(result.high, other.high)};
	}
	return result;
}

static span
read_call(reading *r, const char *name)
{
	span arguments[64];
	int count = 0;
	do {
		r->at++;
		arguments[count++] = read_sum(r);
		r->at = skip_blanks(r->at);
	} while (*r->at == ',' && count < 64);
	if (!(*r->at == ')'))
		ck_abort_msg("'%s': ')' expected at '%s'", r->whole, r->at);
	r->at++;
	return apply(r, name, arguments, count);
}

static span
read_atom(reading *r)
{
	span value;
	char word[64];
	size_t length = 0;
	r->at = skip_blanks(r->at);
	if (*r->at == '(')
		return read_call(r, "min"); /* of one */
	if (reading_number(&r->at, &value))
		return value;
	while (isalpha((unsigned char)r->at[length]) && length < sizeof word - 1) {
		word[length] = r->at[length];
		length++;
	}
	word[length] = '\0';
	if (!(length > 0 && r->at[length] == '('))
		ck_abort_msg("'%s': no number at '%s'", r->whole, r->at);
	r->at += length;
	return read_call(r, word);
}

static span
read_power(reading *r)
{
	const span base = read_atom(r);
	if (*r->at != '^')
		return base;
	r->at++;
	const span exponent = read_atom(r);
	return combined(base, exponent, pow);
}

static span
read_product(reading *r)
{
	span result = read_power(r);
	for (;;) {
		r->at = skip_blanks(r->at);
		const bool times = *r->at == '*' || (r->at[0] == 'x' && r->at[1] == ' ');
		if (!times && *r->at != '/')
			return result;
		r->at++;
		const span right = read_power(r);
		result = combined(result, right, times ? product : quotient);
	}
}

static span
read_sum(reading *r)
{
	span result = read_product(r);
	for (;;) {
		r->at = skip_blanks(r->at);
		const char c = *r->at;
		if (c != '+' && c != '-')
			return result;
		r->at++;
		const span right = read_product(r);
		result = c == '+' ? (span){result.low + right.low, result.high + right.high}
				  : (span){result.low - right.high, result.high - right.low};
	}
}

span
reading_value(const char *line)
{
	reading r = {line, line};
	const span result = read_sum(&r);
	r.at = skip_blanks(r.at);
	if (!(*r.at == '\0'))
		ck_abort_msg("'%s': left over: '%s'", line, r.at);
	return result;
}

bool
reading_meets(span a, span b, double ratio)
{
	const double more = ratio * fmax(fabs(a.low), fabs(a.high));
	return a.low - more <= b.high && a.high + more >= b.low;
}

/* ---- formula and values side by side ---- */

/* The value at *at, in its parentheses if it has some, as text. */
static bool
take_value(const char **at, char *out, size_t out_bytes)
{
	span ignored;
	const bool held = **at == '(';
	const char *start = *at + held, *end = start;
	if (!reading_number(&end, &ignored) || (held && *end != ')'))
		return false;
	snprintf(out, out_bytes, "%.*s", (int)(end - start), start);
	*at = end + held;
	return true;
}

bool
reading_pairs(const char *formula, const char *substituted, reading_pair *each, void *state)
{
	const char *f = formula, *s = substituted;
	for (;;) {
		char symbol[64], value[64];
		size_t length = 0;
		f = skip_blanks(f);
		s = skip_blanks(s);
		while (isalnum((unsigned char)f[length]) || f[length] == '_' || f[length] == '.')
			length++;
		const bool is_symbol = length > 0 && isalpha((unsigned char)*f) &&
				       f[length] != '(' && !(length == 1 && *f == 'x');
		if (!is_symbol) {
			if (*f != *s)
				return false;
			if (*f == '\0')
				return true;
			f++;
			s++;
			continue;
		}
		snprintf(symbol, sizeof symbol, "%.*s", (int)length, f);
		if (!take_value(&s, value, sizeof value))
			return false;
		each(state, symbol, value);
		f += length;
	}
}
