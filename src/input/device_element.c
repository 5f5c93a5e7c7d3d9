#include "input/device_element.h"

#include "base/quantity.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CARVEOUTS = 64 };

static const char *
kept(gm_device_loading *state, const char *text)
{
	return gm_arena_copy_text(state->device->arena, text);
}

gm_status
gm_device_read_alias(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	const char *name = NULL;
	const gm_status status = gm_xml_required_text(node, "name", &name, err);
	if (status != GM_OK)
		return status;
	for (int i = 0; i < state->device->aliases_count; i++)
		if (strcmp(state->aliases[i], name) == 0)
			return gm_xml_fail(node, GM_BAD_VALUE, err, "alias '%.60s' is given twice",
					   name);
	state->aliases[state->device->aliases_count++] = kept(state, name);
	return GM_OK;
}

static const gm_source *
find_source(const gm_device_loading *state, const char *id)
{
	for (int i = 0; i < state->device->sources_count; i++)
		if (strcmp(state->sources[i].id, id) == 0)
			return &state->sources[i];
	return NULL;
}

gm_status
gm_device_read_source(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	const char *id = NULL, *title = NULL;
	bool measured = false;
	gm_status status = gm_xml_required_text(node, "id", &id, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "title", &title, err);
	if (status == GM_OK)
		status = gm_xml_flag(node, "measured", false, &measured, err);
	if (status != GM_OK)
		return status;
	if (find_source(state, id))
		return gm_xml_fail(node, GM_BAD_VALUE, err, "source '%.60s' is given twice", id);
	state->sources[state->device->sources_count++] = (gm_source){
		.id = kept(state, id),
		.title = kept(state, title),
		.url = kept(state, gm_xml_optional(node, "url", "")),
		.read = kept(state, gm_xml_optional(node, "read", "")),
		.measured = measured,
	};
	return GM_OK;
}

/* The attributes `source` and `where` that every number, and each rule, carries. */
static gm_status
read_origin(const gm_device_loading *state, const gm_xml_node *node, const gm_source **source,
	    const char **where, gm_error *err)
{
	const char *id = NULL;
	gm_status status = gm_xml_required_text(node, "source", &id, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "where", where, err);
	if (status != GM_OK)
		return status;
	*source = find_source(state, id);
	*where = gm_arena_copy_text(state->device->arena, *where);
	if (*source)
		return GM_OK;
	gm_text known = {0};
	for (int i = 0; i < state->device->sources_count; i++)
		gm_text_print(&known, "%s%s", i ? ", " : "", state->sources[i].id);
	status = gm_xml_fail(node, GM_UNKNOWN_NAME, err, "unknown source '%.60s'; declared: %s", id,
			     known.bytes ? known.bytes : "none");
	gm_text_dispose(&known);
	return status;
}

gm_status
gm_device_read_rules(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	static const char *const coalescing[] = {
#define X(id, name, whose) name,
		GM_COALESCING_LIST(X)
#undef X
	};
	static const char *const banks[] = {
#define X(id, name, whose) name,
		GM_BANKS_LIST(X)
#undef X
	};
	gm_device *device = state->device;
	size_t chosen_coalescing = 0, chosen_banks = 0;
	if (state->rules_seen)
		return gm_xml_fail(node, GM_BAD_SYNTAX, err, "<rules> is given twice");
	gm_status status = gm_xml_choice(node, "coalescing", coalescing, GM_COALESCING_COUNT,
					 &chosen_coalescing, err);
	if (status == GM_OK)
		status = gm_xml_choice(node, "banks", banks, GM_BANKS_COUNT, &chosen_banks, err);
	if (status == GM_OK)
		status = read_origin(state, node, &device->rules_source, &device->rules_where, err);
	device->coalescing = (gm_coalescing_rule)chosen_coalescing;
	device->banks = (gm_bank_rule)chosen_banks;
	state->rules_seen = true;
	return status;
}

/* "0 8 16 32": numbers in `unit`, separated by single or more blanks. */
static gm_status
read_sizes(gm_device_loading *state, const gm_xml_node *node, const char *values, const char *unit,
	   gm_error *err)
{
	gm_device *device = state->device;
	double *sizes = gm_arena_allocate(device->arena, MOST_CARVEOUTS, sizeof *sizes);
	char word[64];
	int count = 0, used = 0;
	for (; sscanf(values, " %63s%n", word, &used) == 1; values += used) {
		if (count == MOST_CARVEOUTS)
			return gm_xml_fail(node, GM_TOO_LARGE, err, "more than %d carveouts",
					   MOST_CARVEOUTS);
		const gm_status status =
			gm_quantity_parse(word, unit, GM_BYTES, &sizes[count++], err);
		if (status != GM_OK)
			return gm_xml_locate(node, status, err);
	}
	device->carveouts_bytes = sizes;
	device->carveouts_count = count;
	return GM_OK;
}

gm_status
gm_device_read_carveouts(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	const char *values = NULL, *unit = NULL, *where = NULL;
	const gm_source *source = NULL;
	if (state->carveouts_seen)
		return gm_xml_fail(node, GM_BAD_SYNTAX, err, "<carveouts> is given twice");
	state->carveouts_seen = true;
	gm_status status = gm_xml_required_text(node, "values", &values, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "unit", &unit, err);
	if (status == GM_OK)
		status = read_origin(state, node, &source, &where, err);
	return status == GM_OK ? read_sizes(state, node, values, unit, err) : status;
}

/* The fact that `name` names, stated for the first time. */
static gm_status
claim_fact(gm_device_loading *state, const gm_xml_node *node, gm_fact_id *id, gm_error *err)
{
	const char *name = NULL;
	const gm_status status = gm_xml_required_text(node, "name", &name, err);
	if (status != GM_OK)
		return status;
	if (!gm_fact_find(name, id)) {
		const char *nearest = gm_fact_nearest(name);
		return gm_xml_fail(node, GM_UNKNOWN_NAME, err, "unknown number '%.60s'%s%s", name,
				   nearest ? "; nearest: " : "", nearest ? nearest : "");
	}
	if (state->device->facts[*id].stated)
		return gm_xml_fail(node, GM_BAD_VALUE, err, "%s is stated twice, first on line %d",
				   name, state->fact_lines[*id]);
	state->fact_lines[*id] = gm_xml_line(node);
	state->device->facts[*id].stated = true;
	return GM_OK;
}

static gm_status
read_value(gm_device_loading *state, const gm_xml_node *node, gm_fact_id id, gm_error *err)
{
	const char *value = NULL, *unit = NULL;
	gm_error cause = GM_ERROR_NONE;
	gm_fact *fact = &state->device->facts[id];
	gm_status status = gm_xml_required_text(node, "value", &value, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "unit", &unit, err);
	if (status != GM_OK)
		return status;
	const gm_fact_row *row = gm_fact_row_of(id);
	if (gm_quantity_parse(value, unit, row->dimension, &fact->value, &cause) != GM_OK)
		return gm_xml_fail(node, cause.status, err, "%s: %.800s", row->name, cause.message);
	fact->known = true;
	fact->written =
		gm_arena_print(state->device->arena, "%s%s%s", value, unit[0] ? " " : "", unit);
	return GM_OK;
}

gm_status
gm_device_read_number(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	gm_fact_id id = GM_FACT_COUNT;
	gm_status status = claim_fact(state, node, &id, err);
	if (status == GM_OK)
		status = read_value(state, node, id, err);
	if (status != GM_OK)
		return status;
	gm_fact *fact = &state->device->facts[id];
	fact->note = kept(state, gm_xml_optional(node, "note", ""));
	return read_origin(state, node, &fact->source, &fact->where, err);
}

gm_status
gm_device_read_unknown(gm_device_loading *state, const gm_xml_node *node, gm_error *err)
{
	gm_fact_id id = GM_FACT_COUNT;
	const char *reason = NULL;
	gm_status status = claim_fact(state, node, &id, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "reason", &reason, err);
	if (status != GM_OK)
		return status;
	gm_fact *fact = &state->device->facts[id];
	fact->note = kept(state, reason);
	fact->written = "unknown";
	fact->where = "";
	return GM_OK;
}
