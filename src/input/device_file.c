#include "input/device_file.h"

#include "base/text.h"
#include "input/device_element.h"

#include <stdio.h>
#include <string.h>

enum { SCHEMA = 1, MOST_ATTRIBUTES = 10 };

/* The elements of a device in the order they stand in; equal ranks may mix. */
static const struct element {
	const char *name;
	int rank;
	gm_status (*read)(gm_device_loading *state, const gm_xml_node *node, gm_error *err);
	const char *attributes[MOST_ATTRIBUTES];
} elements[] = {
	{"alias", 1, gm_device_read_alias, {"name"}},
	{"source", 2, gm_device_read_source, {"id", "title", "url", "read", "measured"}},
	{"rules", 3, gm_device_read_rules, {"coalescing", "banks", "source", "where"}},
	{"carveouts", 4, gm_device_read_carveouts, {"values", "unit", "source", "where"}},
	{"number", 5, gm_device_read_number, {"name", "value", "unit", "source", "where", "note"}},
	{"unknown", 5, gm_device_read_unknown, {"name", "reason"}},
};

enum { ELEMENTS_COUNT = sizeof elements / sizeof elements[0] };

static const char *const root_attributes[] = {
	"name", "schema", "title", "vendor", "architecture", "compute_capability", "scope", "doc"};

static size_t
attributes_count(const struct element *element)
{
	size_t count = 0;
	while (count < MOST_ATTRIBUTES && element->attributes[count])
		count++;
	return count;
}

static const struct element *
find_element(const char *name)
{
	for (int i = 0; i < ELEMENTS_COUNT; i++)
		if (strcmp(elements[i].name, name) == 0)
			return &elements[i];
	return NULL;
}

static gm_status
fail_element(const gm_xml_node *node, gm_error *err)
{
	const char *names[ELEMENTS_COUNT];
	for (int i = 0; i < ELEMENTS_COUNT; i++)
		names[i] = elements[i].name;
	return gm_xml_fail_unknown(node, names, ELEMENTS_COUNT, err);
}

static gm_status
read_element(gm_device_loading *state, const gm_xml_node *node, int *rank, gm_error *err)
{
	const struct element *element = find_element(gm_xml_name(node));
	if (!element)
		return fail_element(node, err);
	if (element->rank < *rank)
		return gm_xml_fail(node, GM_BAD_SYNTAX, err,
				   "<%s> stands too late; the order is alias, source, rules, "
				   "carveouts, then number and unknown",
				   element->name);
	*rank = element->rank;
	const gm_status status =
		gm_xml_check_leaf(node, element->attributes, attributes_count(element), err);
	return status == GM_OK ? element->read(state, node, err) : status;
}

static gm_status
read_capability(gm_device *device, const gm_xml_node *root, gm_error *err)
{
	const bool amd = strcmp(device->vendor, "amd") == 0;
	const char *text = gm_xml_attribute(root, "compute_capability");
	int used = 0;
	if (!text && amd)
		return GM_OK;
	if (!text)
		return gm_xml_required(root, "compute_capability", &text, err);
	if (sscanf(text, "%2d.%1d%n", &device->cc_major, &device->cc_minor, &used) == 2 &&
	    text[used] == '\0' && text[0] >= '0')
		return GM_OK;
	return gm_xml_fail(root, GM_BAD_VALUE, err,
			   "compute_capability: expected major.minor as 9.0, found '%.40s'", text);
}

static gm_status
read_scope(gm_device *device, const gm_xml_node *root, gm_error *err)
{
	static const char *const scopes[] = {"card", "capability"};
	size_t chosen = 0;
	gm_status status = GM_OK;
	if (gm_xml_attribute(root, "scope"))
		status = gm_xml_choice(root, "scope", scopes, 2, &chosen, err);
	device->capability_only = chosen == 1;
	return status;
}

/* The file must be called after the device, so that a name finds its file without a look inside. */
static gm_status
check_file_name(const char *path, const char *name, const gm_xml_node *root, gm_error *err)
{
	const char *slash = strrchr(path, '/');
	const char *file = slash ? slash + 1 : path;
	const size_t length = strlen(name);
	if (strncmp(file, name, length) == 0 && strcmp(file + length, ".xml") == 0)
		return GM_OK;
	return gm_xml_fail(root, GM_BAD_VALUE, err,
			   "the device is named '%.60s', so its file must be called %.60s.xml",
			   name, name);
}

static gm_status
read_root(gm_device_loading *state, const gm_xml_node *root, const char *path, gm_error *err)
{
	gm_device *device = state->device;
	int64_t schema = 0;
	const struct {
		const char *attribute;
		const char **field;
	} texts[] = {{"name", &device->name},
		     {"title", &device->title},
		     {"vendor", &device->vendor},
		     {"architecture", &device->architecture}};
	gm_status status = gm_xml_check_attributes(
		root, root_attributes, sizeof root_attributes / sizeof root_attributes[0], err);
	if (status == GM_OK)
		status = gm_xml_integer(root, "schema", SCHEMA, SCHEMA, &schema, err);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0] && status == GM_OK; i++) {
		status = gm_xml_required_text(root, texts[i].attribute, texts[i].field, err);
		*texts[i].field = gm_arena_copy_text(device->arena, *texts[i].field);
	}
	if (status != GM_OK)
		return status;
	device->doc = gm_arena_copy_text(device->arena, gm_xml_optional(root, "doc", ""));
	status = check_file_name(path, device->name, root, err);
	if (status == GM_OK)
		status = read_capability(device, root, err);
	return status == GM_OK ? read_scope(device, root, err) : status;
}

/* One message for all rows that are missing, so that writing a file takes one round. */
static gm_status
check_complete(const gm_device_loading *state, const gm_xml_node *root, gm_error *err)
{
	const gm_device *device = state->device;
	gm_text missing = {0};
	int count = 0;
	for (int i = 0; i < GM_FACT_COUNT; i++) {
		const gm_fact_row *row = gm_fact_row_of((gm_fact_id)i);
		const bool may_lack = device->capability_only && row->scope == GM_CARD;
		if (!device->facts[i].stated && !may_lack)
			gm_text_print(&missing, "%s%s", count++ ? ", " : "", row->name);
	}
	gm_status status = GM_OK;
	if (!state->rules_seen || !state->carveouts_seen)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, err, "<%s> is missing",
				     state->rules_seen ? "carveouts" : "rules");
	else if (count > 0)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, err,
				     "%d number%s neither stated nor unknown: %s", count,
				     count == 1 ? " is" : "s are", missing.bytes);
	gm_text_dispose(&missing);
	return status;
}

static gm_status
read_device(gm_device_loading *state, const gm_xml_node *root, const char *path, gm_error *err)
{
	gm_device *device = state->device;
	size_t children = 0;
	int rank = 0;
	for (const gm_xml_node *c = gm_xml_first(root); c; c = gm_xml_next(c))
		children++;
	state->aliases = gm_arena_allocate(device->arena, children, sizeof *state->aliases);
	state->sources = gm_arena_allocate(device->arena, children, sizeof *state->sources);
	device->aliases = state->aliases;
	device->sources = state->sources;
	gm_status status = read_root(state, root, path, err);
	for (const gm_xml_node *c = gm_xml_first(root); c && status == GM_OK; c = gm_xml_next(c))
		status = read_element(state, c, &rank, err);
	if (status == GM_OK)
		status = check_complete(state, root, err);
	if (status == GM_OK)
		status = gm_xml_locate(root, gm_device_validate(device, err), err);
	return status;
}

static gm_device *
new_device(void)
{
	gm_arena *arena = gm_arena_new();
	gm_device *device = gm_arena_allocate(arena, 1, sizeof *device);
	device->arena = arena;
	for (int i = 0; i < GM_FACT_COUNT; i++) {
		gm_fact *fact = &device->facts[i];
		fact->written = fact->where = fact->note = "";
	}
	return device;
}

gm_status
gm_device_load(const char *path, gm_device **out, gm_error *err)
{
	gm_xml *xml = NULL;
	gm_status status = gm_xml_open(path, "device", &xml, err);
	if (status != GM_OK)
		return status;
	gm_device_loading state = {.device = new_device()};
	status = read_device(&state, gm_xml_root(xml), path, err);
	gm_xml_free(xml);
	if (status == GM_OK)
		*out = state.device;
	else
		gm_device_free(state.device);
	return status;
}
