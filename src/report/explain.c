#include "report/explain.h"

#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const gm_explain_format gm_explain_formats[] = {
	{"text", "txt", NULL, gm_explain_text_add, NULL},
	{"markdown", "md", NULL, gm_explain_markdown_add, NULL},
	{"latex", "tex", gm_explain_latex_begin, gm_explain_latex_add, gm_explain_latex_end},
	{"html", "html", NULL, gm_explain_html_add, NULL},
	{"json", "json", gm_explain_json_begin, gm_explain_json_add, gm_explain_json_end},
};

const int gm_explain_formats_count = sizeof gm_explain_formats / sizeof *gm_explain_formats;

const char gm_explain_remedies_title[] = "What to change";
const char gm_explain_remedies_words[] = "Each effect is a prediction of the kernel with that "
					 "change alone, the largest gain in time "
					 "first. Gains do not add.";
const char gm_explain_no_remedy[] = "Nothing is known here that would change the time.";

void
gm_explain_line(gm_text *out, int line)
{
	if (line)
		gm_text_print(out, " (line %d)", line);
}

int
gm_explain_next_finding(const gm_prediction *prediction, int after)
{
	for (int i = after + 1; i < prediction->findings_count; i++)
		switch (prediction->findings[i].id) {
		case GM_FINDING_UNCOALESCED:
		case GM_FINDING_BANK_CONFLICT:
		case GM_FINDING_CONSTANT_SERIALISED:
		case GM_FINDING_CONTENDED_ATOMIC:
		case GM_FINDING_LOW_OCCUPANCY:
			break;
		default:
			return i;
		}
	return -1;
}

/* ---- values ---- */

static const char *const prefixed_units[] = {"FLOP", "B",  "word",   "FLOP/s",
					     "B/s",  "Hz", "word/s", "s"};

static bool
takes_prefix(const char *unit)
{
	for (size_t i = 0; i < sizeof prefixed_units / sizeof *prefixed_units; i++)
		if (strcmp(prefixed_units[i], unit) == 0)
			return true;
	return false;
}

/* Thousands up, and for what is less than one, down. */
static const char *
scale(double *value, bool downwards)
{
	static const char *const up[] = {"", "k", "M", "G", "T", "P", "E"};
	static const char *const down[] = {"", "m", "u", "n", "p"};
	int i = 0;
	if (downwards && *value != 0 && fabs(*value) < 0.99995) {
		for (; i < 4 && fabs(*value) < 0.99995; i++)
			*value *= 1000;
		return down[i];
	}
	for (; i < 6 && fabs(*value) >= 999.95; i++)
		*value /= 1000;
	return up[i];
}

/* Counts stand whole up to ten digits, bytes and operations up to seven, so that what is worked out
   by hand comes out as it is told. */
static bool
is_short_integer(double value, bool scaled)
{
	return value == nearbyint(value) && fabs(value) < (scaled ? 1e7 : 1e10);
}

/* Four digits without an exponent, and of what is not whole one behind the point; without the zeros
   at the end where nothing was rounded: "0.2499", "1.5", "1.000", "13668.3". */
static void
append_digits(gm_text *out, double value, bool fraction)
{
	char number[64];
	const double size = fabs(value);
	int decimals = 3;
	for (double bound = 10; decimals > fraction && size >= bound; bound *= 10)
		decimals--;
	for (double bound = 1; size > 0 && size < bound && decimals < 12; bound /= 10)
		decimals++;
	snprintf(number, sizeof number, "%.*f", decimals, value);
	const bool rounded = fabs(strtod(number, NULL) - value) > 1e-9 * size;
	char *end = number + strlen(number) - 1;
	while (!rounded && strchr(number, '.') && *end == '0')
		*end-- = '\0';
	if (*end == '.')
		*end = '\0';
	gm_text_append(out, number);
}

/* "1 word", "1 pass": of one thing the unit is without its plural. */
static int
unit_length(const char *unit, bool one)
{
	const size_t length = strlen(unit);
	if (!one || length < 4 || unit[length - 1] != 's' || strchr(unit, '/'))
		return (int)length;
	return (int)(strcmp(unit, "passes") == 0 ? length - 2 : length - 1);
}

void
gm_explain_value(gm_text *out, double value, const char *unit)
{
	const bool scaled = takes_prefix(unit);
	const bool seconds = strcmp(unit, "s") == 0;
	const size_t length = strlen(unit);
	const bool rate = length > 1 && strcmp(unit + length - 2, "/s") == 0;
	const bool whole = is_short_integer(value, scaled) && !seconds && !rate &&
			   strcmp(unit, "Hz") != 0;
	const bool small = whole || (!scaled && !rate && fabs(value) < 1e7);
	const char *prefix = "";
	if (!small)
		prefix = scale(&value, scaled && seconds);
	append_digits(out, value, small && !whole);
	if (!unit[0] && !prefix[0])
		return;
	gm_text_print(out,
		      scaled || !unit[0] ? " %s%.*s"
		      : *prefix          ? " %s %.*s"
					 : " %s%.*s",
		      prefix, unit_length(unit, !*prefix && value == 1), unit);
}

/* ---- formulas ---- */

typedef struct putting {
	const gm_step *step;
	const gm_explain_style *style;
} putting;

static void
put_symbol(void *state, gm_text *out, const char *symbol, bool divided_by)
{
	(void)divided_by;
	const putting *p = state;
	if (p->style->symbol)
		p->style->symbol(out, symbol);
	else
		gm_text_append(out, symbol);
}

/* "1 / (4 lanes/cycle)": a unit with a stroke of its own needs to be held together. */
static void
put_value(void *state, gm_text *out, const char *symbol, bool divided_by)
{
	const putting *p = state;
	for (int i = 0; i < p->step->terms_count; i++) {
		const gm_term *term = &p->step->terms[i];
		if (strcmp(term->symbol, symbol) != 0)
			continue;
		const bool hold = divided_by && strchr(term->unit, '/');
		gm_text_append(out, hold ? p->style->signs->parenthesis_open : "");
		p->style->value(out, term->value, term->unit);
		gm_text_append(out, hold ? p->style->signs->parenthesis_close : "");
		return;
	}
}

static void
put(gm_text *out, const gm_step *step, const gm_explain_style *style, gm_formula_writer *symbol)
{
	gm_formula formula;
	putting state = {step, style};
	if (step->formula[0] && gm_formula_parse(step->formula, &formula, NULL) == GM_OK)
		gm_formula_write(&formula, style->signs, symbol, &state, out);
}

void
gm_explain_formula(gm_text *out, const gm_step *step, const gm_explain_style *style)
{
	put(out, step, style, put_symbol);
}

void
gm_explain_substituted(gm_text *out, const gm_step *step, const gm_explain_style *style)
{
	put(out, step, style, put_value);
}

static bool
says(const gm_step *step, const gm_term *term)
{
	for (int i = 0; i < step->terms_count; i++) {
		const gm_term *other = &step->terms[i];
		if (other->step < 0 && strcmp(other->symbol, term->symbol) == 0 &&
		    strcmp(other->source, term->source) == 0 &&
		    strcmp(other->name, term->name) == 0)
			return true;
	}
	return false;
}

bool
gm_explain_is_repeated(const gm_derivation *derivation, const gm_step *step, const gm_term *term)
{
	for (const gm_step *earlier = derivation->steps; earlier < step; earlier++)
		if (says(earlier, term))
			return true;
	return false;
}

bool
gm_explain_is_plain(const gm_step *step)
{
	return step->terms_count == 1 && strcmp(step->formula, step->terms[0].symbol) == 0;
}
