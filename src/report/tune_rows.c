/*
 * kernel,device,rank,TILE,time_s,time_of_best_ratio,why_not
 * tiled_mm,h100,1,32,0.0002753,1,
 *
 * {"schema": "gpumodel-tune/1", "kernel": "tiled_mm", "parameters": ["TILE"], "devices": [
 *   {"device": "h100", "entries": [{"rank": 1, "parameters": {"TILE": 32}, "time_s": 0.0002753}],
 *    "misfits": [{"why": "...", "parameters": [{"TILE": 5}]}],
 *    "cases": [{"role": "best", "values": "TILE=32", "limits": {"l1_data": 0.0002729, ...}}]}]}
 */
#include "report/report.h"
#include "report/tune.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- csv ---- */

static void
write_csv_start(gm_text *out, const gm_tune_view *v, int rank, size_t combination)
{
	gm_report_csv_field(out, v->sweep.sweep->kernel);
	gm_text_append(out, ",");
	gm_report_csv_field(out, v->sweep.devices[v->tune.device].device->name);
	gm_text_append(out, ",");
	if (rank)
		gm_text_print(out, "%d", rank);
	for (int i = 0; i < v->sweep.axes_count; i++)
		gm_text_print(out, ",%lld",
			      (long long)gm_sweep_value(v->sweep.axes, v->sweep.axes_count, i,
							combination));
}

static void
write_csv_device(gm_text *out, const gm_tune_view *v)
{
	char number[40];
	for (size_t i = 0; i < v->tune.count; i++) {
		const gm_tune_entry *e = &v->tune.entries[i];
		write_csv_start(out, v, e->rank, e->combination);
		gm_text_print(out, ",%s", gm_number_format(e->time_s, number, sizeof number));
		gm_text_print(out, ",%s,\n",
			      gm_number_format(e->time_s / v->tune.entries[0].time_s, number,
					       sizeof number));
	}
	for (size_t i = 0; i < v->tune.misfits_count; i++)
		for (size_t k = 0; k < v->tune.misfits[i].count; k++) {
			write_csv_start(out, v, 0, v->tune.misfits[i].combinations[k]);
			gm_text_append(out, ",,,");
			gm_report_csv_field(out, v->tune.misfits[i].why);
			gm_text_append(out, "\n");
		}
}

void
gm_report_tune_csv(gm_text *out, const gm_tune_view *views, int count)
{
	gm_text_append(out, "kernel,device,rank");
	for (int i = 0; i < views[0].sweep.axes_count; i++) {
		gm_text_append(out, ",");
		gm_report_csv_field(out, views[0].sweep.axes[i].name);
	}
	gm_text_append(out, ",time_s,time_of_best_ratio,why_not\n");
	for (int i = 0; i < count; i++)
		write_csv_device(out, &views[i]);
}

/* ---- json ---- */

static json_t *
parameters_of(const gm_sweep_view *v, size_t combination)
{
	json_t *object = json_object();
	for (int i = 0; i < v->axes_count; i++)
		json_object_set_new(
			object, v->axes[i].name,
			json_integer(gm_sweep_value(v->axes, v->axes_count, i, combination)));
	return object;
}

static json_t *
entries_of(const gm_tune_view *v)
{
	json_t *array = json_array();
	for (size_t i = 0; i < v->tune.count; i++) {
		const gm_tune_entry *e = &v->tune.entries[i];
		json_array_append_new(
			array, json_pack("{s:i,s:o,s:f}", "rank", e->rank, "parameters",
					 parameters_of(&v->sweep, e->combination), "time_s",
					 e->time_s));
	}
	return array;
}

static json_t *
misfits_of(const gm_tune_view *v)
{
	json_t *array = json_array();
	for (size_t i = 0; i < v->tune.misfits_count; i++) {
		const gm_tune_misfit *m = &v->tune.misfits[i];
		json_t *parameters = json_array();
		for (size_t k = 0; k < m->count; k++)
			json_array_append_new(parameters,
					      parameters_of(&v->sweep, m->combinations[k]));
		json_array_append_new(array, json_pack("{s:s,s:o}", "why", m->why, "parameters",
						       parameters));
	}
	return array;
}

static json_t *
limits_of(const gm_prediction *p)
{
	json_t *object = json_object();
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_value time = p->limits[i].expected_s;
		json_object_set_new(object, gm_limit_name(i),
				    time.kind == GM_KIND_UNKNOWN ? json_null()
								 : json_real(time.value));
	}
	return object;
}

static json_t *
cases_of(const gm_tune_view *v)
{
	json_t *array = json_array();
	for (int i = 0; i < v->cases_count; i++) {
		const gm_tune_case *c = &v->cases[i];
		const gm_prediction *p = c->prediction;
		json_t *object = json_pack("{s:s,s:b,s:s,s:o,s:o}", "role", c->role, "written",
					   c->written || strcmp(c->role, "written") == 0, "values",
					   c->values, "time_s",
					   p && p->time_s.kind != GM_KIND_UNKNOWN
						   ? json_real(p->time_s.value)
						   : json_null(),
					   "why_not", p ? json_null() : json_string(c->why_not));
		if (p && p->binding >= 0)
			json_object_set_new(object, "held_by", json_string(gm_limit_name(p->binding)));
		if (p)
			json_object_set_new(object, "limits", limits_of(p));
		json_array_append_new(array, object);
	}
	return array;
}

void
gm_report_tune_json(gm_text *out, const gm_tune_view *views, int count)
{
	json_t *parameters = json_array(), *devices = json_array();
	for (int i = 0; i < views[0].sweep.axes_count; i++)
		json_array_append_new(parameters, json_string(views[0].sweep.axes[i].name));
	for (int i = 0; i < count; i++)
		json_array_append_new(
			devices,
			json_pack("{s:s,s:o,s:o,s:o}", "device",
				  views[i].sweep.devices[views[i].tune.device].device->name, "entries",
				  entries_of(&views[i]), "misfits", misfits_of(&views[i]), "cases",
				  cases_of(&views[i])));
	json_t *document = json_pack("{s:s,s:s,s:o,s:o}", "schema", "gpumodel-tune/1", "kernel",
				     views[0].sweep.sweep->kernel, "parameters", parameters, "devices",
				     devices);
	char *text = json_dumps(document, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, text);
	gm_text_append(out, "\n");
	free(text);
	json_decref(document);
}
