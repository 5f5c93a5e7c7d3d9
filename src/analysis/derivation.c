#include "analysis/derivation_build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double agreement_ratio = 1e-9; /* of a formula with the number it derives */

/* ---- evaluation ---- */

static double
term_value(void *state, const char *symbol)
{
	const gm_step *step = state;
	for (int i = 0; i < step->terms_count; i++)
		if (strcmp(step->terms[i].symbol, symbol) == 0)
			return step->terms[i].value;
	return NAN;
}

bool
gm_step_evaluate(const gm_step *step, double *out)
{
	gm_formula formula;
	gm_step copy = *step;
	if (!step->formula[0] || gm_formula_parse(step->formula, &formula, NULL) != GM_OK)
		return false;
	*out = gm_formula_evaluate(&formula, term_value, &copy);
	return true;
}

/* ---- sites ---- */

void
gm_site_say(gm_text *out, const gm_kernel *kernel, int site)
{
	const gm_site *s = &kernel->sites[site];
	if (kernel->origin == GM_FROM_PTX && s->text[0])
		gm_text_append(out, s->text);
	else
		gm_text_print(out, "%s %s", gm_operation_name(s->operation), s->text);
}

/* The numbers run over the memory accesses of the kernel, from 1. */
const char *
gm_site_symbol(gm_derivation *d, const char *symbol, int site)
{
	int number = 1;
	for (int s = 0; s < site; s++)
		number += gm_operation_is_memory(d->prediction->kernel->sites[s].operation);
	return gm_arena_print(d->arena, "%s_%d", symbol, number);
}

/* ---- steps ---- */

void
gm_section_begin(gm_derivation *d, const char *name, const char *title, const char *words)
{
	d->sections = gm_grow(d->sections, &d->sections_capacity, (size_t)d->sections_count + 1,
			      sizeof *d->sections);
	d->sections[d->sections_count++] =
		(gm_section){.name = name, .title = title, .words = words, .first = d->steps_count};
}

static int
add(gm_derivation *d, gm_step step, const gm_term *terms, int terms_count)
{
	step.symbol = gm_arena_copy_text(d->arena, step.symbol);
	step.name = gm_arena_copy_text(d->arena, step.name);
	step.formula = gm_arena_copy_text(d->arena, step.formula);
	step.note = "";
	step.site = step.limit = -1;
	step.terms = gm_arena_allocate(d->arena, (size_t)terms_count + 1, sizeof *step.terms);
	step.terms_count = terms_count;
	for (int i = 0; i < terms_count; i++)
		step.terms[i] = terms[i];
	d->steps =
		gm_grow(d->steps, &d->steps_capacity, (size_t)d->steps_count + 1, sizeof *d->steps);
	d->steps[d->steps_count] = step;
	d->sections[d->sections_count - 1].count++;
	return d->steps_count++;
}

static bool
agree(double a, double b)
{
	return fabs(a - b) <= agreement_ratio * fabs(b);
}

int
gm_step_told(gm_derivation *d, const char *symbol, const char *name, const char *unit,
	     gm_value value, const char *formula, const gm_term *terms, int terms_count)
{
	const gm_step step = {.symbol = symbol,
			      .name = name,
			      .unit = unit,
			      .formula = formula,
			      .value = value,
			      .source = ""};
	const int index = add(d, step, terms, terms_count);
	gm_step *added = &d->steps[index];
	double result;
	const bool explained = value.kind != GM_KIND_UNKNOWN && gm_step_evaluate(added, &result) &&
			       agree(result, value.value);
	if (!explained) {
		added->formula = "";
		added->terms_count = 0;
		added->source = value.kind == GM_KIND_UNKNOWN ? "" : value.why;
	}
	return index;
}

int
gm_step_derived(gm_derivation *d, const char *symbol, const char *name, const char *unit,
		const char *formula, const gm_term *terms, int terms_count)
{
	gm_step step = {.symbol = symbol,
			.name = name,
			.unit = unit,
			.formula = formula,
			.value = {0, GM_KIND_EXACT, "worked out from the values above"},
			.source = ""};
	const int index = add(d, step, terms, terms_count);
	gm_step *added = &d->steps[index];
	gm_step_evaluate(added, &added->value.value);
	for (int i = 0; i < terms_count; i++)
		added->value.kind = gm_kind_weaker(added->value.kind, terms[i].kind);
	if (added->value.kind == GM_KIND_UNKNOWN)
		added->value.why = "a value above is unknown";
	return index;
}

int
gm_step_given(gm_derivation *d, const char *symbol, const char *name, const char *unit,
	      gm_value value, const char *source)
{
	const gm_step step = {.symbol = symbol,
			      .name = name,
			      .unit = unit,
			      .formula = "",
			      .value = value,
			      .source = source};
	return add(d, step, NULL, 0);
}

/* ---- notes ---- */

void
gm_step_note(gm_derivation *d, const char *format, ...)
{
	char words[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(words, sizeof words, format, arguments);
	va_end(arguments);
	d->steps[d->steps_count - 1].note = gm_arena_copy_text(d->arena, words);
}

void
gm_step_place(gm_derivation *d, int site)
{
	gm_step *step = &d->steps[d->steps_count - 1];
	step->site = site;
	step->line = d->prediction->kernel->sites[site].line;
}

/* ---- the whole ---- */

void
gm_derivation_make(const gm_prediction *prediction, gm_derivation *out)
{
	*out = (gm_derivation){.arena = gm_arena_new(), .prediction = prediction};
	gm_derivation_add_work(out);
	gm_derivation_add_issue(out);
	gm_derivation_add_intensity(out);
	gm_derivation_add_memory(out);
	gm_derivation_add_occupancy(out);
	gm_derivation_add_traffic(out);
	gm_derivation_add_roofs(out);
	gm_derivation_add_time(out);
}

void
gm_derivation_dispose(gm_derivation *derivation)
{
	gm_arena_free(derivation->arena);
	free(derivation->sections);
	free(derivation->steps);
	*derivation = (gm_derivation){0};
}

const gm_step *
gm_derivation_find(const gm_derivation *derivation, const char *symbol)
{
	for (int i = derivation->steps_count - 1; i >= 0; i--)
		if (strcmp(derivation->steps[i].symbol, symbol) == 0)
			return &derivation->steps[i];
	return NULL;
}
