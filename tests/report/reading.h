/*
 * For tests of derivations: a second reader of what was written, that shares nothing with the
 * writer.
 *
 * reading_value works out a line of arithmetic as a person would read it: numbers with prefixes and
 * units ("541.1 MB", "8 /cycle", "33.55 M requests"), + - x * /, floor ceil up pow norm min max,
 * and symbols, which a function resolves.
 */
#ifndef GM_TESTS_REPORT_READING_H
#define GM_TESTS_REPORT_READING_H

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double reading_symbol(const void *state, const char *symbol);

typedef struct reading {
	const char *whole, *at;
	reading_symbol *symbol;
	const void *state;
} reading;

static double reading_sum(reading *r);

static void
reading_skip(reading *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

/* What stands behind a number: prefix and unit, apart or together. 1 without. */
static double
reading_unit(reading *r)
{
	static const char *const units[] = {"FLOP/s",
					    "FLOP/B",
					    "FLOP",
					    "B/s",
					    "B/cycle",
					    "B/request",
					    "B",
					    "Hz",
					    "word/s",
					    "words",
					    "s",
					    "/cycle",
					    "cycles",
					    "warps",
					    "blocks/s",
					    "blocks",
					    "threads",
					    "passes/s",
					    "passes/request",
					    "passes",
					    "instructions/s",
					    "instructions",
					    "results/s",
					    "results",
					    "launches/s",
					    "launches",
					    "transactions/request",
					    "%",
					    "",
					    NULL};
	static const struct {
		char sign;
		double factor;
	} prefixes[] = {{'\0', 1},   {'k', 1e3},  {'M', 1e6},  {'G', 1e9},
			{'T', 1e12}, {'P', 1e15}, {'E', 1e18}, {'m', 1e-3},
			{'u', 1e-6}, {'n', 1e-9}, {'p', 1e-12}};
	if (*r->at != ' ')
		return 1;
	for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
		const char *start = r->at + 1;
		if (prefixes[p].sign && *start++ != prefixes[p].sign)
			continue;
		start += prefixes[p].sign && start[0] == ' ' && isalpha((unsigned char)start[1]) &&
			 start[1] != 'x';
		for (int u = 0; units[u]; u++) {
			const size_t length = strlen(units[u]);
			if (strncmp(start, units[u], length) != 0 ||
			    (length == 0 && !prefixes[p].sign))
				continue;
			const char end = start[length];
			if (end != '\0' && !isspace((unsigned char)end) && end != ')' && end != ',')
				continue;
			r->at = start + length;
			return prefixes[p].factor;
		}
	}
	return 1;
}

static double
reading_call(reading *r, const char *name)
{
	double arguments[32];
	int count = 0;
	do {
		r->at++;
		arguments[count++] = reading_sum(r);
		reading_skip(r);
	} while (*r->at == ',' && count < 32);
	ck_assert_msg(*r->at == ')', "'%s': ')' expected at '%s'", r->whole, r->at);
	r->at++;
	double result = arguments[0];
	if (strcmp(name, "floor") == 0)
		return floor(result);
	if (strcmp(name, "ceil") == 0)
		return ceil(result);
	if (strcmp(name, "up") == 0)
		return arguments[1] == 0 ? result : ceil(result / arguments[1]) * arguments[1];
	if (strcmp(name, "pow") == 0)
		return pow(arguments[0], arguments[1]);
	if (strcmp(name, "norm") == 0) {
		double sum = 0;
		for (int i = 1; i < count; i++)
			sum += pow(arguments[i], arguments[0]);
		return pow(sum, 1 / arguments[0]);
	}
	ck_assert_msg(strcmp(name, "min") == 0 || strcmp(name, "max") == 0, "function '%s'", name);
	for (int i = 1; i < count; i++)
		if ((arguments[i] < result) == (strcmp(name, "min") == 0))
			result = arguments[i];
	return result;
}

static double
reading_atom(reading *r)
{
	reading_skip(r);
	if (*r->at == '(')
		return reading_call(r, "min"); /* of one */
	if (isdigit((unsigned char)*r->at)) {
		char *end;
		const double number = strtod(r->at, &end);
		r->at = end;
		return number * reading_unit(r);
	}
	char word[64];
	size_t length = 0;
	while ((isalnum((unsigned char)*r->at) || *r->at == '_') && length < sizeof word - 1)
		word[length++] = *r->at++;
	word[length] = '\0';
	ck_assert_msg(length > 0, "'%s': nothing readable at '%s'", r->whole, r->at);
	if (*r->at == '(')
		return reading_call(r, word);
	ck_assert_msg(r->symbol != NULL, "'%s': symbol %s among values", r->whole, word);
	return r->symbol(r->state, word);
}

static double
reading_product(reading *r)
{
	double result = reading_atom(r);
	for (;;) {
		reading_skip(r);
		const bool times = *r->at == '*' || (r->at[0] == 'x' && r->at[1] == ' ');
		if (!times && *r->at != '/')
			return result;
		r->at++;
		const double right = reading_atom(r);
		result = times ? result * right : result / right;
	}
}

static double
reading_sum(reading *r)
{
	double result = reading_product(r);
	for (;;) {
		reading_skip(r);
		const char c = *r->at;
		if (c != '+' && c != '-')
			return result;
		r->at++;
		const double right = reading_product(r);
		result = c == '+' ? result + right : result - right;
	}
}

/* `symbol` NULL: none may occur. */
static double
reading_value(const char *text, reading_symbol *symbol, const void *state)
{
	reading r = {text, text, symbol, state};
	const double result = reading_sum(&r);
	reading_skip(&r);
	ck_assert_msg(*r.at == '\0', "'%s': left over: '%s'", text, r.at);
	return result;
}

#endif
