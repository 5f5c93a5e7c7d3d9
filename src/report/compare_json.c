/*
 * {"schema": "gpumodel-comparison/1", "comparisons": [
 *   {"verdict": "...", "before": {"kernel": "naive_mm", "device": "h100", "parameters": {...},
 *    "time_s": ..., "binding": "l1_data"}, "after": {...}, "left_out": ["launch"], "before_s": ...,
 *    "after_s": ..., "speedup": 1.26, "change_s": -8.0e-05,
 *    "terms": [{"limit": "l1_data", "before_s": ..., "after_s": ..., "work_before": ..., "share_s":
 * ...}], "rows": [{"group": "work", "name": "warp instructions", "unit": "", "before": ...,
 * "after": ...}]}]}
 *
 * Documented by schemas/comparison.schema.json.
 */
#include "report/compare.h"

#include "report/json_parts.h"

#include <jansson.h>

static json_t *
number(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? json_null() : json_real(value.value);
}

/* What the model does not tell is null. */
static json_t *
told(double value)
{
	return value > 0 ? json_real(value) : json_null();
}

static json_t *
subject(const gm_prediction *p)
{
	json_t *object = json_pack("{s:s,s:s,s:o,s:s,s:o}", "kernel", p->kernel->name, "device",
				   p->device->name, "parameters", gm_json_parameters(p->kernel), "verdict", p->verdict,
				   "time_s", number(p->time_s));
	json_object_set_new(object, "binding",
			    p->binding < 0 ? json_null() : json_string(gm_limit_name(p->binding)));
	return object;
}

static json_t *
terms(const gm_comparison *c)
{
	json_t *array = json_array();
	for (int i = 0; i < c->terms_count; i++) {
		const gm_comparison_term *t = &c->terms[i];
		json_array_append_new(
			array, json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "limit",
					 gm_limit_name(t->limit), "before_s", number(t->before_s),
					 "after_s", number(t->after_s), "work_before",
					 told(t->work_before), "work_after", told(t->work_after),
					 "rate_before", told(t->rate_before), "rate_after",
					 told(t->rate_after), "share_s", number(t->share_s)));
	}
	return array;
}

static json_t *
left_out(const gm_comparison *c)
{
	json_t *array = json_array();
	for (int i = 0; i < c->left_out_count; i++)
		json_array_append_new(array, json_string(gm_limit_name(c->left_out[i])));
	return array;
}

static json_t *
rows(const gm_comparison *c)
{
	json_t *array = json_array();
	for (int i = 0; i < c->rows_count; i++) {
		const gm_comparison_row *r = &c->rows[i];
		json_array_append_new(array,
				      json_pack("{s:s,s:s,s:s,s:o,s:o,s:b}", "group",
						gm_comparison_group_name(r->group), "name", r->name,
						"unit", r->unit, "before", number(r->before),
						"after", number(r->after), "matters", r->matters));
	}
	return array;
}

void
gm_compare_json_begin(gm_text *out)
{
	gm_text_append(out, "{\"schema\": \"gpumodel-comparison/1\", \"comparisons\": [");
}

void
gm_compare_json_add(gm_text *out, const gm_comparison *c, size_t index)
{
	json_t *object =
		json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "verdict", c->verdict, "before",
			  subject(c->before), "after", subject(c->after), "left_out", left_out(c),
			  "before_s", number(c->before_s), "after_s", number(c->after_s), "speedup",
			  number(c->speedup), "change_s", number(c->change_s), "terms", terms(c),
			  "rows", rows(c));
	gm_json_append(out, object, index);
}

void
gm_compare_json_end(gm_text *out, size_t count)
{
	gm_text_append(out, count ? "\n]}\n" : "]}\n");
}
