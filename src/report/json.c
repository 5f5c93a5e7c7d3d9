/*
 * {"schema": "gpumodel-prediction/1", "predictions": [
 *   {"kernel": "tiled_mm", "device": "h100", "parameters": {"n": 1024, "TILE": 16},
 *    "cache": "cold", "left_out": ["launch"],
 *    "metrics": {"gpu__time_duration.sum": {"value": 6.7e-05, "unit": "s", "kind": "model"}, ...},
 *    "intensity": [{"level": "requested", "bytes": ..., "flop_per_byte": 4.0, ...}],
 *    "bounds": [{"limit": "dram", "time_s": ..., "at_peak_s": ..., "kind": "bound"}],
 *    "findings": [{"name": "bank_conflict", "severity": "warning", "file": "tiled_mm.xml", "line": 12,
 *                  "ptx_line": 0, "site": 3, "other_site": null, "cost_s": 1e-06, "gain_s": 0,
 *                  "gain_kind": "model", "gain_why": "...", "text": "..."}],
 *    "verdict": "..."}]}
 *
 * Documented by schemas/prediction.schema.json.
 */
#include "report/json_parts.h"
#include "report/report.h"

#include <jansson.h>

/* An unknown is null with its reason beside it. */
static json_t *
number(gm_value value)
{
	return value.kind == GM_KIND_UNKNOWN ? json_null() : json_real(value.value);
}

static json_t *
metrics(const gm_prediction *p)
{
	json_t *object = json_object();
	for (int i = 0; i < p->metrics_count; i++) {
		const gm_metric *m = &p->metrics[i];
		json_t *entry = json_pack("{s:o,s:s,s:s}", "value", number(m->value), "unit", m->unit, "kind",
		                          gm_kind_name(m->value.kind));
		if (m->value.kind != GM_KIND_EXACT)
			json_object_set_new(entry, "why", json_string(m->value.why));
		if (m->spread > 0)
			json_object_set_new(entry, "spread", json_real(m->spread));
		if (m->site >= 0) {
			json_object_set_new(entry, "line", json_integer(p->kernel->sites[m->site].line));
			json_object_set_new(entry, "ptx_line", json_integer(p->kernel->sites[m->site].ptx_line));
		}
		json_object_set_new(object, m->name, entry);
	}
	return object;
}

static json_t *
ladder(const gm_prediction *p)
{
	json_t *array = json_array();
	for (int level = 0; level < GM_LEVEL_COUNT; level++) {
		const gm_ladder_step *step = &p->ladder[level];
		json_array_append_new(
		        array, json_pack("{s:s,s:o,s:o,s:o,s:o,s:s}", "level", gm_level_name((gm_level)level),
		                         "bytes", number(step->bytes), "flop_per_byte",
		                         number(step->intensity_flop_per_byte), "bandwidth_byte_per_s",
		                         number(step->bandwidth_byte_per_s), "roof_flop_per_s",
		                         number(step->roof_flop_per_s), "kind",
		                         gm_kind_name(step->bytes.kind)));
	}
	return array;
}

static json_t *
left_out(const gm_prediction *p)
{
	int unknown[GM_LIMITS_COUNT];
	const int count = p->binding < 0 ? 0 : gm_limits_unknown(p->limits, unknown);
	json_t *array = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(array, json_string(gm_limit_name(unknown[i])));
	return array;
}

static json_t *
bounds(const gm_prediction *p)
{
	json_t *array = json_array();
	for (int i = 0; i < GM_LIMITS_COUNT; i++) {
		const gm_limit_time *time = &p->limits[i];
		if (time->expected_s.kind != GM_KIND_UNKNOWN && time->expected_s.value == 0)
			continue;
		json_t *entry = json_pack("{s:s,s:o,s:o,s:s}", "limit", gm_limit_name(i), "time_s",
		                          number(time->expected_s), "at_peak_s", number(time->least_s),
		                          "kind", gm_kind_name(time->least_s.kind));
		json_object_set_new(entry, "why", json_string(time->expected_s.why));
		json_array_append_new(array, entry);
	}
	return array;
}

static json_t *
sites(const gm_prediction *p)
{
	static const struct {
		const char *name;
		gm_counter counter;
	} fields[] = {
	        {"requests", GM_COUNT_REQUESTS},
	        {"transactions", GM_COUNT_TRANSACTIONS},
	        {"moved_bytes", GM_COUNT_MOVED_BYTES},
	        {"sectors", GM_COUNT_SECTORS},
	        {"requested_bytes", GM_COUNT_REQUESTED_BYTES},
	        {"distinct_bytes", GM_COUNT_DISTINCT_BYTES},
	        {"wavefronts", GM_COUNT_WAVEFRONTS},
	        {"wavefronts_ideal", GM_COUNT_IDEAL_WAVEFRONTS},
	};
	json_t *array = json_array();
	for (int s = 0; s < p->kernel->sites_count; s++) {
		const gm_site *site = &p->kernel->sites[s];
		if (!gm_operation_is_memory(site->operation))
			continue;
		json_t *entry = json_pack("{s:i,s:s,s:s,s:s}", "line", site->line, "operation",
		                          gm_operation_name(site->operation), "space",
		                          gm_space_name(site->space), "access", site->text);
		for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
			json_object_set_new(entry, fields[i].name,
			                    json_integer(p->counts.sites[s].of[fields[i].counter]));
		json_array_append_new(array, entry);
	}
	return array;
}

/* Its row in "sites", which has those that access memory; null for others. */
static json_t *
site_row(const gm_prediction *p, int site)
{
	json_int_t row = 0;
	if (site < 0 || !gm_operation_is_memory(p->kernel->sites[site].operation))
		return json_null();
	for (int s = 0; s < site; s++)
		row += gm_operation_is_memory(p->kernel->sites[s].operation);
	return json_integer(row);
}

static json_t *
finding(const gm_prediction *p, const gm_finding *f)
{
	return json_pack("{s:s,s:s,s:s,s:i,s:i,s:o,s:o,s:o,s:o,s:s,s:s,s:s}", "name",
	                 gm_finding_name(f->id), "severity", gm_severity_name(f->severity), "file",
	                 f->file, "line", f->line, "ptx_line", f->ptx_line, "site",
	                 site_row(p, f->site), "other_site", site_row(p, f->other_site), "cost_s",
	                 number(f->cost_s), "gain_s", number(f->gain_s), "gain_kind",
	                 gm_kind_name(f->gain_s.kind), "gain_why", f->gain_s.why, "text", f->text);
}

static json_t *
findings(const gm_prediction *p)
{
	json_t *array = json_array();
	for (int i = 0; i < p->findings_count; i++)
		json_array_append_new(array, finding(p, &p->findings[i]));
	return array;
}

static json_t *
overrides(const gm_device *device)
{
	json_t *object = json_object();
	for (int i = 0; i < GM_FACT_COUNT; i++)
		if (device->facts[i].overridden)
			json_object_set_new(object, gm_fact_row_of((gm_fact_id)i)->name,
			                    json_real(device->facts[i].value));
	return object;
}

void
gm_report_json_begin(gm_text *out)
{
	gm_text_append(out, "{\"schema\": \"gpumodel-prediction/1\", \"predictions\": [");
}

void
gm_report_json_add(gm_text *out, const gm_prediction *p, size_t index)
{
	json_t *object = json_pack("{s:s,s:s,s:o,s:s,s:o}", "kernel", p->kernel->name, "device",
	                           p->device->name, "parameters", gm_json_parameters(p->kernel), "cache",
	                           gm_cache_state_name(p->request.cache), "overrides",
	                           overrides(p->device));
	json_object_set_new(object, "verdict", json_string(p->verdict));
	json_object_set_new(object, "left_out", left_out(p));
	json_object_set_new(object, "metrics", metrics(p));
	json_object_set_new(object, "intensity", ladder(p));
	json_object_set_new(object, "bounds", bounds(p));
	json_object_set_new(object, "sites", sites(p));
	json_object_set_new(object, "findings", findings(p));
	gm_json_append(out, object, index);
}

void
gm_report_json_end(gm_text *out, size_t count)
{
	gm_text_append(out, count ? "\n]}\n" : "]}\n");
}
