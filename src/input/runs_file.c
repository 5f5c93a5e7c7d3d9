#include "input/runs_file.h"

#include "base/text.h"
#include "input/runs_measured.h"
#include "input/xml.h"

#include <string.h>

enum { SCHEMA = 1, KERNELS_MAX = 64 };

/* Lists under construction, counted beforehand. */
typedef struct loading {
	gm_runs *runs;
	gm_run_source *sources;
	gm_runs_tables tables;
	gm_run *items;
} loading;

static const char *
kept(loading *l, const char *text)
{
	return gm_arena_copy_text(l->runs->arena, text);
}

/* ---- sources ---- */

static const gm_run_source *
find_source(const gm_runs *runs, const char *id)
{
	for (int i = 0; i < runs->sources_count; i++)
		if (strcmp(runs->sources[i].id, id) == 0)
			return &runs->sources[i];
	return NULL;
}

static gm_status
read_source(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const char *const known[] = {"id", "title", "url", "read"};
	const char *id = NULL, *title = NULL;
	gm_status status = gm_xml_check_leaf(node, known, 4, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "id", &id, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "title", &title, err);
	if (status != GM_OK)
		return status;
	if (l->runs->count)
		return gm_xml_fail(node, GM_BAD_SYNTAX, err,
				   "<source> stands too late: expected before <run>");
	if (find_source(l->runs, id))
		return gm_xml_fail(node, GM_BAD_VALUE, err, "source '%.60s' is given twice", id);
	l->sources[l->runs->sources_count++] = (gm_run_source){
		kept(l, id), kept(l, title), kept(l, gm_xml_optional(node, "url", "")),
		kept(l, gm_xml_optional(node, "read", ""))};
	return GM_OK;
}

static gm_status
read_origin(loading *l, const gm_xml_node *node, gm_run *run, gm_error *err)
{
	const char *id = NULL, *where = NULL;
	gm_status status = gm_xml_required_text(node, "source", &id, err);
	if (status == GM_OK)
		status = gm_xml_required(node, "where", &where, err);
	if (status != GM_OK)
		return status;
	run->where = kept(l, where);
	run->source = find_source(l->runs, id);
	if (run->source)
		return GM_OK;
	gm_text known = {0};
	for (int i = 0; i < l->runs->sources_count; i++)
		gm_text_print(&known, "%s%s", i ? ", " : "", l->runs->sources[i].id);
	status = gm_xml_fail(node, GM_UNKNOWN_NAME, err, "unknown source '%.60s'; declared: %s", id,
			     known.bytes ? known.bytes : "none");
	gm_text_dispose(&known);
	return status;
}

/* ---- runs ---- */

static gm_status
read_parameter(loading *l, const gm_xml_node *node, gm_run *run, gm_run_parameter *list,
	       gm_error *err)
{
	static const char *const known[] = {"name", "value"};
	const char *name = NULL;
	int64_t value = 0;
	gm_status status = gm_xml_check_leaf(node, known, 2, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "name", &name, err);
	if (status == GM_OK)
		status = gm_xml_integer(node, "value", INT64_MIN, INT64_MAX, &value, err);
	if (status != GM_OK)
		return status;
	if (run->measured_count)
		return gm_xml_fail(node, GM_BAD_SYNTAX, err,
				   "<parameter> stands too late: expected before what was measured");
	for (int i = 0; i < run->parameters_count; i++)
		if (strcmp(list[i].name, name) == 0)
			return gm_xml_fail(node, GM_BAD_VALUE, err,
					   "parameter %.60s is given twice", name);
	list[run->parameters_count++] = (gm_run_parameter){kept(l, name), value};
	return GM_OK;
}

static gm_status
read_child(loading *l, const gm_xml_node *node, gm_run *run, gm_run_parameter *parameters,
           gm_runs_measures *measures, gm_error *err)
{
	static const char *const known[] = {"parameter", "measured", "row"};
	if (strcmp(gm_xml_name(node), known[0]) == 0)
		return read_parameter(l, node, run, parameters, err);
	if (strcmp(gm_xml_name(node), known[1]) == 0)
		return gm_runs_read_measured(l->runs->arena, node, measures, err);
	if (strcmp(gm_xml_name(node), known[2]) == 0)
		return gm_runs_read_row(l->runs->arena, node, &l->tables, measures, err);
	return gm_xml_fail_unknown(node, known, 3, err);
}

static gm_status
read_children(loading *l, const gm_xml_node *node, gm_run *run, gm_error *err)
{
	size_t room = 0;
	for (const gm_xml_node *c = gm_xml_first(node); c; c = gm_xml_next(c))
		room += (size_t)gm_runs_measured_room(c, &l->tables);
	gm_run_parameter *parameters = gm_arena_allocate(
		l->runs->arena, (size_t)gm_xml_children_count(node), sizeof *parameters);
	gm_runs_measures measures = {
		gm_arena_allocate(l->runs->arena, room, sizeof *measures.items), 0};
	run->parameters = parameters;
	run->measured = measures.items;
	gm_status status = GM_OK;
	for (const gm_xml_node *c = gm_xml_first(node); c && status == GM_OK; c = gm_xml_next(c)) {
		status = read_child(l, c, run, parameters, &measures, err);
		run->measured_count = measures.count;
	}
	if (status == GM_OK && run->measured_count == 0)
		status = gm_xml_fail(node, GM_BAD_SYNTAX, err,
				     "<run> needs at least one <measured> or <row>");
	return status;
}

/* "first second": one launch each. */
static gm_status
read_kernels(loading *l, const gm_xml_node *node, gm_run *run, gm_error *err)
{
	static const char blanks[] = " \t\r\n";
	const char *text = NULL;
	const gm_status status = gm_xml_required_text(node, "kernel", &text, err);
	if (status != GM_OK)
		return status;
	const char **names = gm_arena_allocate(l->runs->arena, KERNELS_MAX, sizeof *names);
	run->kernel = kept(l, text);
	run->kernels = names;
	for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
		const size_t length = strcspn(text, blanks);
		if (run->kernels_count == KERNELS_MAX)
			return gm_xml_fail(node, GM_TOO_LARGE, err,
					   "more than %d kernels in one run", KERNELS_MAX);
		names[run->kernels_count++] =
			gm_arena_print(l->runs->arena, "%.*s", (int)length, text);
		text += length;
	}
	return GM_OK;
}

static gm_status
read_state(const gm_xml_node *node, gm_run *run, gm_error *err)
{
	static const char *const sets[] = {
#define X(id, name, what) name,
		GM_RUN_SET_LIST(X)
#undef X
	};
	static const char *const caches[] = {"cold", "warm"};
	size_t set = 0, cache = 0;
	gm_status status = gm_xml_choice(node, "set", sets, GM_RUN_SET_COUNT, &set, err);
	if (status == GM_OK && gm_xml_attribute(node, "cache"))
		status = gm_xml_choice(node, "cache", caches, 2, &cache, err);
	run->set = (gm_run_set)set;
	run->warm = cache == 1;
	return status;
}

static gm_status
read_shape(const gm_xml_node *node, const char *name, gm_dim3 *out, gm_error *err)
{
	const char *text = gm_xml_attribute(node, name);
	return !text || gm_dim3_read(text, out)
		? GM_OK : gm_xml_fail(node, GM_BAD_SYNTAX, err, "%s=\"%s\": expected three whole "
				      "numbers from 1 on", name, text);
}

static gm_status
read_run(loading *l, const gm_xml_node *node, gm_error *err)
{
	static const char *const known[] = {"kernel", "device", "set",  "cache",
					    "source", "where",  "note", "launch",
					    "group",  "grid",   "block"};
	gm_run *run = &l->items[l->runs->count++];
	const char *device = NULL, *group = gm_xml_optional(node, "group", "other");
	*run = (gm_run){.file = l->runs, .line = gm_xml_line(node)};
	gm_status status = gm_xml_check_attributes(node, known, sizeof known / sizeof *known, err);
	if (status == GM_OK)
		status = read_kernels(l, node, run, err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "device", &device, err);
	if (status == GM_OK)
		status = read_state(node, run, err);
	if (status == GM_OK)
		status = read_origin(l, node, run, err);
	if (status == GM_OK)
		status = read_shape(node, "grid", &run->grid, err);
	if (status == GM_OK)
		status = read_shape(node, "block", &run->block, err);
	if (status != GM_OK)
		return status;
	run->device = kept(l, device);
	run->note = kept(l, gm_xml_optional(node, "note", ""));
	run->launch = kept(l, gm_xml_optional(node, "launch", ""));
	run->group = kept(l, *group ? group : "other");
	return read_children(l, node, run, err);
}

/* ---- the file ---- */

static gm_status
read_table(loading *l, const gm_xml_node *node, gm_error *err)
{
	return l->runs->count
		? gm_xml_fail(node, GM_BAD_SYNTAX, err,
			      "<table> stands too late: expected before <run>")
		: gm_runs_read_table(l->runs->arena, node, &l->tables, err);
}

static gm_status
read_root(loading *l, const gm_xml_node *root, gm_error *err)
{
	static const char *const attributes[] = {"schema", "title", "launches"};
	const char *title = NULL;
	int64_t schema = 0;
	gm_status status = gm_xml_check_attributes(root, attributes, 3, err);
	if (status == GM_OK)
		status = gm_xml_integer(root, "schema", SCHEMA, SCHEMA, &schema, err);
	if (status == GM_OK)
		status = gm_xml_required_text(root, "title", &title, err);
	if (status != GM_OK)
		return status;
	l->runs->title = kept(l, title);
	l->runs->launches = kept(l, gm_xml_optional(root, "launches", ""));
	return GM_OK;
}

static gm_status
read_runs(loading *l, const gm_xml_node *root, gm_error *err)
{
	static const char *const elements[] = {"source", "table", "run"};
	const size_t count = (size_t)gm_xml_children_count(root);
	l->runs->sources = l->sources =
		gm_arena_allocate(l->runs->arena, count, sizeof *l->sources);
	l->runs->items = l->items = gm_arena_allocate(l->runs->arena, count, sizeof *l->items);
	l->tables.items = gm_arena_allocate(l->runs->arena, count, sizeof *l->tables.items);
	gm_status status = read_root(l, root, err);
	for (const gm_xml_node *c = gm_xml_first(root); c && status == GM_OK; c = gm_xml_next(c)) {
		if (strcmp(gm_xml_name(c), "source") == 0)
			status = read_source(l, c, err);
		else if (strcmp(gm_xml_name(c), "run") == 0)
			status = read_run(l, c, err);
		else if (strcmp(gm_xml_name(c), "table") == 0)
			status = read_table(l, c, err);
		else
			status = gm_xml_fail_unknown(c, elements, 3, err);
	}
	if (status == GM_OK && l->runs->count == 0)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, err, "<runs> holds no <run>");
	return status;
}

static gm_status
read_file(gm_xml *xml, const char *name, gm_runs **out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	loading l = {.runs = gm_arena_allocate(arena, 1, sizeof *l.runs)};
	l.runs->arena = arena;
	l.runs->file = kept(&l, name);
	const gm_status status = read_runs(&l, gm_xml_root(xml), err);
	gm_xml_free(xml);
	if (status == GM_OK)
		*out = l.runs;
	else
		gm_runs_free(l.runs);
	return status;
}

gm_status
gm_runs_load(const char *path, gm_runs **out, gm_error *err)
{
	gm_xml *xml = NULL;
	const gm_status status = gm_xml_open(path, "runs", &xml, err);
	return status == GM_OK ? read_file(xml, path, out, err) : status;
}

gm_status
gm_runs_load_text(const char *text, const char *name, gm_runs **out, gm_error *err)
{
	gm_xml *xml = NULL;
	const gm_status status = gm_xml_open_text(text, strlen(text), name, "runs", &xml, err);
	return status == GM_OK ? read_file(xml, name, out, err) : status;
}
