/*
 * {"schema": "gpumodel-explanation/1", "explanations": [
 *   {"kernel": "tiled_mm", "device": "h100", "parameters": {"n": 1024, "TILE": 16}, "verdict":
 * "...", "sections": [{"name": "intensity", "title": "...", "words": "...", "steps": [
 *      {"symbol": "I", "name": "computational intensity", "formula": "F / Q",
 *       "substituted": "2.147 GFLOP / 541.1 MB", "value": 3.969, "unit": "FLOP/B", "kind": "exact",
 *       "terms": [{"symbol": "F", "name": "...", "value": 2147483648, "unit": "FLOP", "kind":
 * "exact", "step": "F"}, ...]}]}]}]}
 *
 * Documented by schemas/explanation.schema.json.
 */
#include "report/explain.h"

#include "report/json_parts.h"

#include <jansson.h>

static const gm_explain_style style = {&gm_formula_plain, NULL, gm_explain_value};

static json_t *
number(double value, gm_kind kind)
{
	return kind == GM_KIND_UNKNOWN ? json_null() : json_real(value);
}

/* "step" names an earlier result, "source" the place of a given value. */
static json_t *
term_object(const gm_term *term)
{
	json_t *object = json_pack("{s:s,s:s,s:o,s:s,s:s}", "symbol", term->symbol, "name",
				   term->name, "value", number(term->value, term->kind), "unit",
				   term->unit, "kind", gm_kind_name(term->kind));
	if (term->step >= 0)
		json_object_set_new(object, "step", json_string(term->symbol));
	else
		json_object_set_new(object, "source", json_string(term->source));
	return object;
}

static void
add_formula(json_t *object, const gm_step *step)
{
	gm_text text = {0};
	gm_explain_formula(&text, step, &style);
	json_object_set_new(object, "formula", text.length ? json_string(text.bytes) : json_null());
	text.length = 0;
	gm_explain_substituted(&text, step, &style);
	json_object_set_new(object, "substituted",
			    text.length ? json_string(text.bytes) : json_null());
	gm_text_dispose(&text);
}

static json_t *
step_object(const gm_step *step)
{
	json_t *object = json_pack("{s:s,s:s}", "symbol", step->symbol, "name", step->name);
	json_t *terms = json_array();
	add_formula(object, step);
	json_object_set_new(object, "value", number(step->value.value, step->value.kind));
	json_object_set_new(object, "unit", json_string(step->unit));
	json_object_set_new(object, "kind", json_string(gm_kind_name(step->value.kind)));
	for (int i = 0; i < step->terms_count; i++)
		json_array_append_new(terms, term_object(&step->terms[i]));
	json_object_set_new(object, "terms", terms);
	if (step->value.kind == GM_KIND_UNKNOWN)
		json_object_set_new(object, "why", json_string(step->value.why));
	if (step->source[0])
		json_object_set_new(object, "source", json_string(step->source));
	if (step->note[0])
		json_object_set_new(object, "note", json_string(step->note));
	if (step->site >= 0)
		json_object_set_new(object, "line", json_integer(step->line));
	return object;
}

static json_t *
sections_array(const gm_derivation *d)
{
	json_t *sections = json_array();
	for (int i = 0; i < d->sections_count; i++) {
		const gm_section *section = &d->sections[i];
		json_t *steps = json_array();
		for (int k = 0; k < section->count; k++)
			json_array_append_new(steps, step_object(&d->steps[section->first + k]));
		json_array_append_new(sections, json_pack("{s:s,s:s,s:s,s:o}", "name",
							  section->name, "title", section->title,
							  "words", section->words, "steps", steps));
	}
	return sections;
}

static json_t *
remedies_array(const gm_remedies *remedies)
{
	json_t *array = json_array();
	for (int i = 0; i < remedies->count; i++) {
		const gm_remedy *r = &remedies->items[i];
		json_t *object = json_pack("{s:s,s:s,s:s,s:s,s:i}", "name",
					   gm_remedy_id_name(r->id), "what", r->what, "evidence",
					   r->evidence, "effect", r->effect, "line", r->line);
		json_object_set_new(object, "gain_s", number(r->gain_s.value, r->gain_s.kind));
		json_object_set_new(object, "time_s", number(r->time_s.value, r->time_s.kind));
		json_object_set_new(object, "occupancy_pct", json_real(100 * r->occupancy_ratio));
		json_object_set_new(object, "binding",
				    r->binding < 0 ? json_null()
						   : json_string(gm_limit_name(r->binding)));
		json_array_append_new(array, object);
	}
	return array;
}

void
gm_explain_json_begin(gm_text *out)
{
	gm_text_append(out, "{\"schema\": \"gpumodel-explanation/1\", \"explanations\": [");
}

void
gm_explain_json_add(gm_text *out, const gm_explanation *explanation, size_t index)
{
	const gm_prediction *p = explanation->prediction;
	json_t *object = json_pack("{s:s,s:s,s:o,s:s,s:o}", "kernel", p->kernel->name, "device",
				   p->device->name, "parameters", gm_json_parameters(p->kernel), "verdict",
				   p->verdict, "sections", sections_array(explanation->derivation));
	json_object_set_new(object, "changes", remedies_array(explanation->remedies));
	gm_json_append(out, object, index);
}

void
gm_explain_json_end(gm_text *out, size_t count)
{
	gm_text_append(out, count ? "\n]}\n" : "]}\n");
}
