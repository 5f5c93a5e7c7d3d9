/*
 * kernel,device,stride,gpumodel__effective_bandwidth,spread_ratio,why_not
 * strided_copy,geforce_rtx_2080_ti,1,501300000000,0,
 *
 * {"schema": "gpumodel-sweep/1", "kernel": "strided_copy",
 *  "parameters": ["stride"], "metrics": [{"name": "gpumodel__effective_bandwidth", "unit": "byte/s"}],
 *  "rows": [{"device": "geforce_rtx_2080_ti", "parameters": {"stride": 1}, "spread_ratio": 0,
 *            "why_not": null, "values": [{"value": 501300000000.0, "kind": "model"}]}]}
 */
#include "report/report.h"
#include "report/sweep.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- csv ---- */

static void
write_header(gm_text *out, const gm_sweep_view *v)
{
	gm_text_append(out, "kernel,device");
	for (int i = 0; i < v->axes_count; i++) {
		gm_text_append(out, ",");
		gm_report_csv_field(out, v->axes[i].name);
	}
	for (int i = 0; i < v->sweep->metrics_count; i++) {
		gm_text_append(out, ",");
		gm_report_csv_field(out, v->sweep->metrics[i]);
	}
	gm_text_append(out, ",spread_ratio,why_not\n");
}

static void
write_number(gm_text *out, double value)
{
	char number[40];
	gm_text_append(out, gm_number_format(value, number, sizeof number));
}

static void
write_row(gm_text *out, const gm_sweep_view *v, const gm_sweep_row *row)
{
	gm_report_csv_field(out, v->sweep->kernel);
	gm_text_append(out, ",");
	gm_report_csv_field(out, v->devices[row->device].device->name);
	for (int i = 0; i < v->axes_count; i++)
		gm_text_print(out, ",%lld",
			      (long long)gm_sweep_value(v->axes, v->axes_count, i, row->combination));
	for (int i = 0; i < v->sweep->metrics_count; i++) {
		gm_text_append(out, ",");
		if (row->values[i].kind != GM_KIND_UNKNOWN)
			write_number(out, row->values[i].value);
	}
	gm_text_append(out, ",");
	write_number(out, row->spread_ratio);
	gm_text_append(out, ",");
	gm_report_csv_field(out, row->why_not ? row->why_not : "");
	gm_text_append(out, "\n");
}

void
gm_report_sweep_csv(gm_text *out, const gm_sweep_view *v)
{
	write_header(out, v);
	for (size_t i = 0; i < v->sweep->count; i++)
		write_row(out, v, &v->sweep->rows[i]);
}

/* ---- json ---- */

static json_t *
value_of(gm_value value)
{
	const bool known = value.kind != GM_KIND_UNKNOWN;
	json_t *object = json_pack("{s:o,s:s}", "value", known ? json_real(value.value) : json_null(),
				   "kind", gm_kind_name(value.kind));
	if (!known)
		json_object_set_new(object, "why", json_string(value.why));
	return object;
}

static json_t *
row_of(const gm_sweep_view *v, const gm_sweep_row *row)
{
	json_t *parameters = json_object(), *values = json_array();
	for (int i = 0; i < v->axes_count; i++)
		json_object_set_new(
			parameters, v->axes[i].name,
			json_integer(gm_sweep_value(v->axes, v->axes_count, i, row->combination)));
	for (int i = 0; i < v->sweep->metrics_count; i++)
		json_array_append_new(values, value_of(row->values[i]));
	return json_pack("{s:s,s:o,s:f,s:o,s:o}", "device", v->devices[row->device].device->name,
			 "parameters", parameters, "spread_ratio", row->spread_ratio, "why_not",
			 row->why_not ? json_string(row->why_not) : json_null(), "values", values);
}

void
gm_report_sweep_json(gm_text *out, const gm_sweep_view *v)
{
	json_t *parameters = json_array(), *metrics = json_array(), *rows = json_array();
	for (int i = 0; i < v->axes_count; i++)
		json_array_append_new(parameters, json_string(v->axes[i].name));
	for (int i = 0; i < v->sweep->metrics_count; i++)
		json_array_append_new(metrics, json_pack("{s:s,s:s}", "name", v->sweep->metrics[i],
							 "unit", v->sweep->units[i]));
	for (size_t i = 0; i < v->sweep->count; i++)
		json_array_append_new(rows, row_of(v, &v->sweep->rows[i]));
	json_t *document = json_pack("{s:s,s:s,s:o,s:o,s:o}", "schema", "gpumodel-sweep/1", "kernel",
				     v->sweep->kernel, "parameters", parameters, "metrics", metrics,
				     "rows", rows);
	char *text = json_dumps(document, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, text);
	gm_text_append(out, "\n");
	free(text);
	json_decref(document);
}
