/*
 * {"schema": "gpumodel-validation/1",
 *  "rows": [{"file": "seeds.xml", "line": 14, "kernel": "naive_mm", "device": "g80",
 *            "set": "validation", "cache": "cold", "group": "matrix product",
 *            "parameters": {"n": 1024}, "launch": "", "source": "uiuc_g80", "where": "...",
 *            "note": "...", "from": "descriptor",
 *            "metric": "gpumodel__flop_per_second", "unit": "flop/s", "kind": "model",
 *            "predicted": 4.3e10, "measured": 1.5e10, "spread": 0, "rounding": 0.033,
 *            "ratio": 2.87, "error": 1.87, "limit": "dram", "bound_s": 0.0062, "bound": "fp32",
 *            "measured_s": 0.143, "beats_bound": false, "left_out": ""}],
 *  "summaries": [{"scope": "speed", "from": "descriptor", "name": "", "compared": 16,
 *                 "excluded": 0, "zeros": 0, "within_10": 3, "within_25": 5, "beyond_2": 4,
 *                 "mean_absolute_error": 0.85, "median_absolute_error": 0.56, "total_error": 0.6,
 *                 "correlation": 0.96, "worst": 3}],
 *  "promises": [{"from": "ptx", "metric": "", "exact": 12, "to_the_unit": 12, "sampled": 3,
 *                "within_spread": 3, "timing": 1}],
 *  "worst": {"descriptor": [0, 2], "ptx": []}, "beaten": 0}
 *
 * Errors and ratios are ratios, not percent; rows are named by their index from 0. Documented by
 * schemas/validation.schema.json.
 */
#include "report/validate.h"

#include <jansson.h>
#include <stdlib.h>

static json_t *
number_or_null(bool known, double value)
{
	return known ? json_real(value) : json_null();
}

static json_t *
name_or_null(int limit)
{
	return limit < 0 ? json_null() : json_string(gm_limit_name(limit));
}

static json_t *
parameters(const gm_run *run)
{
	json_t *object = json_object();
	for (int i = 0; i < run->parameters_count; i++)
		json_object_set_new(object, run->parameters[i].name,
				    json_integer(run->parameters[i].value));
	return object;
}

static json_t *
run_object(const gm_run *run)
{
	return json_pack("{s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:o,s:s,s:s,s:s,s:s}", "file", run->file->file,
			 "line", run->line, "kernel", run->kernel, "device", run->device, "set",
			 gm_run_set_name(run->set), "cache", run->warm ? "warm" : "cold", "group",
			 run->group, "parameters", parameters(run), "launch", run->launch,
			 "source", run->source->id, "where", run->where, "note", run->note);
}

static json_t *
row_object(const gm_validation_row *row)
{
	const gm_measured *m = row->measured;
	json_t *object = run_object(row->run);
	json_t *result = json_pack(
		"{s:s,s:s,s:s,s:s,s:o,s:f,s:f,s:f,s:o,s:o,s:o,s:o,s:o,s:o,s:b,s:s}", "from",
		gm_origin_name(row->from), "metric", m->metric, "unit", m->unit, "kind", gm_kind_name(row->predicted.kind), "predicted",
		number_or_null(row->predicted.kind != GM_KIND_UNKNOWN, row->predicted.value),
		"measured", m->value, "spread", m->spread_ratio, "rounding", m->rounding_ratio,
		"ratio", number_or_null(row->compared, row->ratio), "error",
		number_or_null(row->compared, row->error_ratio), "limit", name_or_null(row->limit),
		"bound_s", number_or_null(row->bound_s > 0, row->bound_s), "bound",
		name_or_null(row->bound_limit), "measured_s",
		number_or_null(row->measured_s > 0, row->measured_s), "beats_bound",
		row->beats_bound, "left_out", row->why);
	if (row->predicted_spread > 0)
		json_object_set_new(result, "predicted_spread", json_real(row->predicted_spread));
	json_object_update(object, result);
	json_decref(result);
	return object;
}

static json_t *
summary_object(const gm_validation_summary *s)
{
	return json_pack("{s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:i,s:o,s:o,s:o,s:o,s:o}", "scope",
			 gm_validation_scope_name(s->scope), "from", gm_origin_name(s->from), "name",
			 s->name, "compared", s->compared, "excluded", s->excluded, "zeros", s->zeros,
			 "within_10", s->within_10, "within_25", s->within_25, "beyond_2",
			 s->beyond_2, "mean_absolute_error",
			 number_or_null(s->compared > 0, s->mean_ratio), "median_absolute_error",
			 number_or_null(s->compared > 0, s->median_ratio), "total_error",
			 number_or_null(s->compared > 0, s->total_ratio), "correlation",
			 number_or_null(s->correlated, s->correlation), "worst",
			 s->worst < 0 ? json_null() : json_integer(s->worst));
}

static json_t *
promise_object(const gm_validation_promise *p)
{
	return json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:i}", "from", gm_origin_name(p->from), "metric",
			 p->metric ? p->metric : "", "exact", p->exact, "to_the_unit", p->to_the_unit, "sampled",
			 p->sampled, "within_spread", p->within_spread, "timing", p->timing);
}

void
gm_report_validation_json(gm_text *out, const gm_validation *v)
{
	json_t *rows = json_array(), *summaries = json_array(), *worst = json_object(), *promises = json_array();
	for (int i = 0; i < v->count; i++)
		json_array_append_new(rows, row_object(&v->rows[i]));
	for (int i = 0; i < v->summaries_count; i++)
		json_array_append_new(summaries, summary_object(&v->summaries[i]));
	for (int i = 0; i < v->promises_count; i++)
		json_array_append_new(promises, promise_object(&v->promises[i]));
	for (int from = 0; from < GM_ORIGIN_COUNT; from++) {
		json_t *list = json_array();
		for (int i = 0; i < v->worst_count[from]; i++)
			json_array_append_new(list, json_integer(v->worst[from][i]));
		json_object_set_new(worst, gm_origin_name((gm_origin)from), list);
	}
	json_t *object =
		json_pack("{s:s,s:o,s:o,s:o,s:o,s:i}", "schema", "gpumodel-validation/1", "rows", rows,
			  "summaries", summaries, "promises", promises, "worst", worst, "beaten", v->beaten);
	char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, text ? text : "null");
	gm_text_append(out, "\n");
	free(text);
	json_decref(object);
}
