/*
 * {"schema": "gpumodel-divergence/1",
 *  "branch": [{"p": 0.1, "warp_32": 0.966, "wavefront_64": 0.999}],
 *  "kernels": [{"kernel": "tiled_mm", "device": "h100_sxm5", "warp_lanes": 32, "kind": "exact",
 *    "metrics": {"smsp__inst_executed.sum": 1, "smsp__thread_inst_executed.sum": 32, ...},
 *    "sites": [{"line": 21, "operation": "load", "text": "...", "executed": 1, "lanes": 32, "off": 0,
 *               "missing": 0, "partial": 0, "after_line": null}]}]}
 *
 * Documented by schemas/divergence.schema.json.
 */
#include "report/divergence.h"

#include "model/divergence.h"

#include <jansson.h>
#include <stdlib.h>

static void
append(gm_text *out, json_t *value)
{
	char *text = json_dumps(value, JSON_INDENT(1) | JSON_REAL_PRECISION(15) | JSON_ENCODE_ANY);
	gm_text_append(out, text ? text : "null");
	free(text);
	json_decref(value);
}

void
gm_report_divergence_json_begin(gm_text *out, const double *probabilities, int count)
{
	json_t *array = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(array,
				      json_pack("{s:f,s:f,s:f}", "p", probabilities[i], "warp_32",
						gm_divergence_paying_ratio(probabilities[i], 32),
						"wavefront_64",
						gm_divergence_paying_ratio(probabilities[i], 64)));
	gm_text_append(out, "{\"schema\": \"gpumodel-divergence/1\", \"branch\": ");
	append(out, array);
	gm_text_append(out, ", \"kernels\": [");
}

static json_t *
site_of(const gm_divergence *d, int s)
{
	const gm_site *site = &d->kernel->sites[s];
	const gm_site_divergence *found = &d->sites[s];
	json_t *object =
		json_pack("{s:i,s:s,s:s,s:I,s:I,s:I,s:I,s:I}", "line", site->line, "operation",
			  gm_operation_name(site->operation), "text", site->text, "executed",
			  (json_int_t)found->of[GM_DIVERGENCE_INSTRUCTIONS], "lanes",
			  (json_int_t)found->of[GM_DIVERGENCE_LANES], "off",
			  (json_int_t)found->of[GM_DIVERGENCE_OFF], "missing",
			  (json_int_t)found->of[GM_DIVERGENCE_MISSING], "partial",
			  (json_int_t)found->of[GM_DIVERGENCE_PARTIAL]);
	json_object_set_new(object, "after_line",
			    found->other < 0 ? json_null()
					     : json_integer(d->kernel->sites[found->other].line));
	return object;
}

void
gm_report_divergence_json_add(gm_text *out, const gm_divergence *d, size_t index)
{
	json_t *sites = json_array(), *metrics = json_object();
	for (int s = 0; s < d->kernel->sites_count; s++)
		json_array_append_new(sites, site_of(d, s));
	const int64_t executed = d->total[GM_DIVERGENCE_INSTRUCTIONS];
	json_object_set_new(metrics, "smsp__inst_executed.sum", json_integer(executed));
	json_object_set_new(metrics, "smsp__thread_inst_executed.sum",
			    json_integer(d->total[GM_DIVERGENCE_LANES]));
	json_object_set_new(
		metrics, "smsp__thread_inst_executed_per_inst_executed.ratio",
		executed ? json_real((double)d->total[GM_DIVERGENCE_LANES] / (double)executed)
			 : json_null());
	gm_text_append(out, index ? ",\n" : "\n");
	append(out, json_pack("{s:s,s:s,s:i,s:s,s:o,s:o}", "kernel", d->kernel->name, "device",
			      d->device->name, "warp_lanes", d->warp_lanes, "kind",
			      d->exact ? "exact" : "model", "metrics", metrics, "sites", sites));
}

void
gm_report_divergence_json_end(gm_text *out)
{
	gm_text_append(out, "]}\n");
}
