/*
 * {"schema": "gpumodel-occupancy/1", "studies": [
 *   {"kernel": "tiled_mm", "device": "h100", "compute_capability": "9.0",
 *    "block_threads": 256, "registers_per_thread": 32, "shared_bytes": 2048, "launchable": true,
 *    "blocks_per_sm": 8, "warps_per_sm": 64, "occupancy_pct": 100.0, "limiter": "warps",
 *    "limits": [{"limit": "warps", "metric": "launch__occupancy_limit_warps", "blocks": 8,
 *                "rule": "floor(64 warps of the SM / 8); ...", "compute_capability": "9.0"}],
 *    "unused": {"warps": 0, ...}, "steps": [{"lever": "registers", "from": 40, ...}], ...}]}
 *
 * Documented by schemas/occupancy.schema.json.
 */
#include "report/occupancy.h"

#include "report/occupancy_json.h"
#include "report/occupancy_words.h"

#include <stdio.h>
#include <stdlib.h>

json_t *
gm_occupancy_json_capability(const gm_device *device)
{
	return device->cc_major ? json_sprintf("%d.%d", device->cc_major, device->cc_minor)
				: json_string(device->architecture);
}

static json_t *
limits(const gm_occupancy_study *study)
{
	json_t *array = json_array();
	for (int i = 0; i < GM_LIMITER_COUNT; i++) {
		const int64_t blocks = study->advice.now.limit_blocks[i];
		json_array_append_new(
			array,
			json_pack("{s:s,s:s,s:o,s:s,s:o}", "limit", gm_limiter_name((gm_limiter)i),
				  "metric", gm_limiter_metric((gm_limiter)i), "blocks",
				  blocks == GM_BLOCKS_UNLIMITED ? json_null()
								: json_integer(blocks),
				  "rule", study->rules[i], "compute_capability",
				  gm_occupancy_json_capability(study->device)));
	}
	return array;
}

static json_t *
unused(const gm_occupancy_study *study)
{
	json_t *object = json_object();
	for (int i = 0; i < GM_LIMITER_COUNT; i++)
		json_object_set_new(object, gm_limiter_name((gm_limiter)i),
				    json_integer(study->advice.unused[i]));
	return object;
}

static json_t *
steps(const gm_occupancy_study *study)
{
	json_t *array = json_array();
	for (int i = 0; i < GM_LEVER_COUNT; i++) {
		const gm_occupancy_step *step = &study->advice.step[i];
		if (!step->found)
			continue;
		json_array_append_new(
			array, json_pack("{s:s,s:s,s:I,s:I,s:b,s:I,s:I}", "lever",
					 gm_lever_name((gm_lever)i), "what",
					 gm_lever_what((gm_lever)i), "from", (json_int_t)step->from,
					 "to", (json_int_t)step->to, "gains", step->gains,
					 "blocks_per_sm", (json_int_t)step->blocks_per_sm,
					 "warps_per_sm", (json_int_t)step->warps_per_sm));
	}
	return array;
}

static json_t *
spare(const gm_occupancy_study *study)
{
	json_t *object = json_object();
	for (int i = 0; i < GM_LEVER_COUNT; i++)
		json_object_set_new(object, gm_lever_name((gm_lever)i),
				    json_integer(study->advice.slack_to[i]));
	return object;
}

static void
add_compiled(json_t *object, const gm_occupancy_subject *s)
{
	if (!s->compiled)
		return;
	json_object_set_new(object, "spills", json_string(gm_occupancy_spills_name(s->spills)));
	json_object_set_new(object, "spill_bytes",
			    s->spill_bytes < 0 ? json_null() : json_integer(s->spill_bytes));
	json_object_set_new(object, "stack_bytes", json_integer(s->stack_bytes));
	json_object_set_new(object, "launch_bound_threads",
			    s->threads_max ? json_integer(s->threads_max) : json_null());
}

static json_t *
request_of(const gm_device *device, const gm_occupancy_request *request)
{
	return json_pack("{s:s,s:o,s:I,s:I,s:I,s:I}", "device", device->name, "compute_capability",
			 gm_occupancy_json_capability(device), "block_threads", (json_int_t)request->block_threads,
			 "registers_per_thread", (json_int_t)request->registers_per_thread,
			 "shared_bytes", (json_int_t)request->shared_bytes, "barriers",
			 (json_int_t)request->barriers_count);
}

static void
add_result(json_t *object, const gm_occupancy *result, bool refused, const char *why)
{
	const bool runs = !refused;
	json_object_set_new(object, "launchable", json_boolean(runs));
	if (refused)
		json_object_set_new(object, "refused", json_string(why));
	json_object_set_new(object, "blocks_per_sm",
			    json_integer(runs ? result->blocks_per_sm : 0));
	json_object_set_new(object, "warps_per_sm", json_integer(runs ? result->warps_per_sm : 0));
	json_object_set_new(object, "warps_max", json_integer(result->warps_max));
	json_object_set_new(object, "occupancy_pct", json_real(runs ? 100 * result->ratio : 0));
	json_object_set_new(object, "limiter", json_string(gm_limiter_name(result->limiter)));
}

static json_t *
study_of(const gm_occupancy_study *study)
{
	const gm_occupancy_subject *s = &study->subject;
	json_t *object = request_of(study->device, &s->request);
	json_object_set_new(object, "kernel", json_string(s->kernel));
	json_object_set_new(object, "parameters", json_string(s->parameters));
	json_object_set_new(object, "block_origin",
			    json_string(gm_block_origin_name(s->block_origin)));
	json_object_set_new(object, "registers_source", json_string(s->registers_source));
	json_object_set_new(object, "shared_static_bytes", json_integer(s->shared_static_bytes));
	add_compiled(object, s);
	add_result(object, &study->advice.now, study->refused[0] != '\0', study->refused);
	json_object_set_new(object, "limits", limits(study));
	json_object_set_new(object, "unused", unused(study));
	json_object_set_new(object, "steps", steps(study));
	json_object_set_new(object, "spare", spare(study));
	json_object_set_new(object, "best_block",
			    json_pack("{s:I,s:I,s:I}", "block_threads",
				      (json_int_t)study->best.block_threads, "blocks_per_sm",
				      (json_int_t)study->best.blocks_per_sm, "warps_per_sm",
				      (json_int_t)study->best_occupancy.warps_per_sm));
	return object;
}

static void
write_list(gm_text *out, const char *what, json_t *list)
{
	json_t *object = json_pack("{s:s,s:o}", "schema", "gpumodel-occupancy/1", what, list);
	char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	gm_text_append(out, text ? text : "null");
	gm_text_append(out, "\n");
	free(text);
	json_decref(object);
}

void
gm_report_occupancy_json(gm_text *out, const gm_occupancy_study *studies, int count)
{
	json_t *list = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(list, study_of(&studies[i]));
	write_list(out, "studies", list);
}

void
gm_report_occupancy_pairs_json(gm_text *out, const gm_occupancy_pair *pairs, int count)
{
	json_t *list = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(
			list, json_pack("{s:s,s:o,s:o}", "change", gm_change_name(pairs[i].change),
					"before",
					pairs[i].before ? study_of(pairs[i].before) : json_null(),
					"after",
					pairs[i].after ? study_of(pairs[i].after) : json_null()));
	write_list(out, "pairs", list);
}

static json_t *
choices_of(const gm_occupancy_choices *choices)
{
	json_t *list = json_array();
	for (int i = 0; i < choices->count; i++) {
		const gm_occupancy_choice *c = &choices->items[i];
		json_t *object = request_of(choices->device, &c->request);
		json_object_set_new(object, "value", json_integer(c->value));
		add_result(object, &c->occupancy, !c->occupancy.launchable, c->occupancy.why_not);
		json_array_append_new(list, object);
	}
	return list;
}

void
gm_report_occupancy_choices_json(gm_text *out, const gm_occupancy_choices *choices, int count)
{
	json_t *list = json_array();
	for (int i = 0; i < count; i++) {
		const gm_occupancy_choices *c = &choices[i];
		json_array_append_new(
			list,
			json_pack("{s:s,s:s,s:s,s:o,s:o}", "kernel", c->kernel, "device",
				  c->device->name, "parameter", c->parameter, "best",
				  c->best < 0 ? json_null() : json_integer(c->items[c->best].value),
				  "values", choices_of(c)));
	}
	write_list(out, "choices", list);
}
