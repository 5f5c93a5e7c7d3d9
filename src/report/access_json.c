/*
 * {"schema": "gpumodel-access/1", "accesses": [
 *  {"kernel": "tiled_mm", "device": "h100_sxm5", "capability": "cc 9.0", "line": 24,
 *   "access": "As[...]", "space": "shared", "block": [0, 0, 0], "warp": 0, "execution": 1,
 *   "lanes": [{"lane": 0, "address": 0, "element": 0}, ...],
 *   "transactions": [{"group": 0, "address": 0, "bytes": 32, "named_bytes": 32, "lanes": [0]}],
 *   "passes": [{"phase": 0, "pass": 0, "bank": 0, "word": 0, "lanes": [0]}], ...}]}
 *
 * Documented by schemas/access.schema.json.
 */
#include "report/access.h"

#include "report/json_parts.h"
#include "report/report.h"

#include <jansson.h>

typedef void saying(gm_text *, const gm_access_view *);
typedef void advising(gm_text *, const gm_array_advice *);

static json_t *
lane_numbers(uint64_t lanes)
{
	json_t *array = json_array();
	for (; lanes; lanes &= lanes - 1)
		json_array_append_new(array, json_integer(__builtin_ctzll(lanes)));
	return array;
}

static json_t *
lanes(const gm_access_view *v)
{
	json_t *array = json_array();
	for (uint64_t rest = v->active; rest; rest &= rest - 1) {
		const int lane = __builtin_ctzll(rest);
		json_array_append_new(array, json_pack("{s:i,s:I,s:I}", "lane", lane, "address",
						       (json_int_t)v->address[lane], "element",
						       (json_int_t)(v->address[lane] /
								    (unsigned)v->element_bytes)));
	}
	return array;
}

static json_t *
transactions(const gm_access_view *v)
{
	json_t *array = json_array();
	for (int i = 0; i < v->pieces_count; i++) {
		const gm_transaction *t = &v->pieces[i];
		json_array_append_new(
			array, json_pack("{s:i,s:I,s:i,s:i,s:o}", "group", t->group, "address",
					 (json_int_t)gm_report_piece_offset(v, t), "bytes",
					 t->bytes, "named_bytes", gm_transaction_named_bytes(t),
					 "lanes", lane_numbers(t->lanes)));
	}
	return array;
}

static json_t *
passes(const gm_access_view *v)
{
	const int word_bytes =
		v->site->space == GM_CONSTANT ? 4 : gm_banks_word_bytes(v->device->banks);
	json_t *array = json_array();
	for (int i = 0; i < v->cells_count; i++) {
		const gm_bank_cell *c = &v->cells[i];
		const json_int_t word =
			(json_int_t)(c->word - v->base_bytes / (unsigned)word_bytes);
		json_array_append_new(array, json_pack("{s:i,s:i,s:i,s:I,s:o}", "phase", c->phase,
						       "pass", c->pass, "bank", c->bank, "word",
						       word, "lanes", lane_numbers(c->lanes)));
	}
	return array;
}

static void
set_sentence(json_t *object, const char *name, const gm_access_view *view, saying *say)
{
	gm_text text = {0};
	say(&text, view);
	if (text.length)
		json_object_set_new(object, name, json_string(text.bytes));
	gm_text_dispose(&text);
}

static void
set_advice_sentence(json_t *object, const char *name, const gm_array_advice *advice, advising *say)
{
	gm_text text = {0};
	say(&text, advice);
	if (text.length)
		json_object_set_new(object, name, json_string(text.bytes));
	gm_text_dispose(&text);
}

static json_t *
global_counts(const gm_access_view *v)
{
	const gm_transactions *t = &v->transactions;
	return json_pack("{s:s,s:s,s:i,s:I,s:I,s:I,s:i,s:i}", "rule",
			 gm_coalescing_name(v->device->coalescing), "whose",
			 gm_coalescing_whose(v->device->coalescing), "transactions",
			 t->transactions_count, "moved_bytes", (json_int_t)t->moved_bytes,
			 "requested_bytes", (json_int_t)t->requested_bytes, "distinct_bytes",
			 (json_int_t)t->distinct_bytes, "sectors", t->sectors_count, "lines",
			 t->lines_count);
}

static json_t *
bank_counts(const gm_access_view *v)
{
	const gm_bank_passes *p = &v->passes;
	const bool constant = v->site->space == GM_CONSTANT;
	return json_pack("{s:s,s:s,s:i,s:i,s:i,s:i}", "rule",
			 constant ? "one_word" : gm_banks_name(v->device->banks), "whose",
			 constant ? "every cc" : gm_banks_whose(v->device->banks), "passes",
			 p->wavefronts_count, "passes_ideal", p->ideal_wavefronts_count, "degree",
			 p->worst_degree, "phases", p->phases_count);
}

/* A layout that was not found is null. */
static json_t *
padding(const gm_array_advice *a)
{
	if (!a->found.padding_found || a->width_elements == 0)
		return json_null();
	return json_pack("{s:I,s:I,s:I}", "elements", (json_int_t)a->found.padding.padding_elements,
			 "passes", (json_int_t)a->padded_passes_count, "added_bytes",
			 (json_int_t)a->added_bytes);
}

static json_t *
swizzle(const gm_array_advice *a)
{
	if (!a->found.swizzle_found || a->width_elements == 0)
		return json_null();
	return json_pack("{s:I,s:i,s:I}", "mask", (json_int_t)a->found.swizzle.swizzle_mask,
			 "shift", a->found.swizzle.swizzle_shift, "passes",
			 (json_int_t)a->swizzled_passes_count);
}

static json_t *
advice_of(const gm_array_advice *a)
{
	json_t *object = json_pack(
		"{s:I,s:b,s:I,s:I,s:I,s:o,s:o,s:o}", "accesses", (json_int_t)a->accesses_count,
		"complete", a->complete, "atomics_left_out", (json_int_t)a->atomics_count, "passes",
		(json_int_t)a->passes_count, "passes_ideal", (json_int_t)a->ideal_passes_count,
		"row",
		a->width_elements ? json_integer((json_int_t)a->width_elements) : json_null(),
		"padding", padding(a), "swizzle", swizzle(a));
	set_advice_sentence(object, "checked", a, gm_access_say_checked);
	set_advice_sentence(object, "padding_text", a, gm_access_say_padding);
	set_advice_sentence(object, "swizzle_text", a, gm_access_say_swizzle);
	return object;
}

static json_t *
head(const gm_access_view *v)
{
	json_t *object = json_pack(
		"{s:s,s:s,s:o,s:i,s:s,s:s,s:s,s:[III],s:i,s:I,s:I,s:i,s:i}", "kernel",
		v->kernel->name, "device", v->device->name, "parameters", gm_json_parameters(v->kernel),
		"line", v->site->line, "operation", gm_operation_name(v->site->operation), "access",
		v->site->text, "space", gm_space_name(v->site->space), "block",
		(json_int_t)v->block.x, (json_int_t)v->block.y, (json_int_t)v->block.z, "warp",
		v->warp, "execution", (json_int_t)v->execution, "executions",
		(json_int_t)v->executions_count, "warp_lanes", v->warp_lanes, "access_bytes",
		v->site->access_bytes);
	gm_text capability = {0};
	gm_access_say_capability(&capability, v->device);
	json_object_set_new(object, "capability", json_string(capability.bytes));
	gm_text_dispose(&capability);
	return object;
}

void
gm_report_access_json(gm_text *out, const gm_access_report *report, size_t index)
{
	const gm_access_view *v = report->view;
	json_t *object = head(v);
	set_sentence(object, "verdict", v, gm_access_say_verdict);
	json_object_set_new(object, "lanes", lanes(v));
	if (v->site->space == GM_GLOBAL) {
		json_object_set_new(object, "coalescing", global_counts(v));
		json_object_set_new(object, "transactions", transactions(v));
	}
	if (v->cells_count) {
		json_object_set_new(object, "banks", bank_counts(v));
		json_object_set_new(object, "passes", passes(v));
	}
	if (v->is_atomic)
		json_object_set_new(object, "atomic",
				    json_pack("{s:i,s:i,s:i}", "passes", v->atomic.passes_count,
					      "passes_ideal", v->atomic.ideal_passes_count,
					      "multiplicity", v->atomic.multiplicity));
	if (report->advice)
		json_object_set_new(object, "advice", advice_of(report->advice));
	gm_json_append(out, object, index);
}

void
gm_report_accesses_json_begin(gm_text *out)
{
	gm_text_append(out, "{\"schema\": \"gpumodel-access/1\", \"accesses\": [");
}

void
gm_report_lists_json_begin(gm_text *out)
{
	gm_text_append(out, "{\"schema\": \"gpumodel-access/1\", \"lists\": [");
}

void
gm_report_accesses_json_end(gm_text *out, size_t count)
{
	gm_text_append(out, count ? "\n]}\n" : "]}\n");
}
