#include "input/kernel_file.h"

#include "base/text.h"
#include "input/kernel_reader.h"
#include "input/ptx_file.h"
#include "kernel/compile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- slots and expressions ---- */

static int
add_slot(gm_kernel_reader *r, const char *name, int64_t value, bool constant)
{
	r->names = gm_grow(r->names, &r->names_capacity, r->slots + 1, sizeof *r->names);
	r->values = gm_grow(r->values, &r->values_capacity, r->slots + 1, sizeof *r->values);
	r->constant = gm_grow(r->constant, &r->constant_capacity, r->slots + 1, sizeof *r->constant);
	r->types = gm_grow(r->types, &r->types_capacity, r->slots + 1, sizeof *r->types);
	r->types[r->slots] = GM_NO_TYPE;
	r->names[r->slots] = name;
	r->values[r->slots] = value;
	r->constant[r->slots] = constant;
	return (int)r->slots++;
}

static bool
is_identifier(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

gm_status
gm_reader_declare(gm_kernel_reader *r, const gm_xml_node *node, const char *name, int *slot)
{
	if (!is_identifier(name) || strlen(name) > 60)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                   "'%.80s' is no name: expected letters, digits and _, at most 60", name);
	if (r->slots == 1024)
		return gm_xml_fail(node, GM_TOO_LARGE, r->err, "more than 1024 names");
	for (size_t i = 0; i < r->slots; i++)
		if (strcmp(r->names[i], name) == 0)
			return gm_xml_fail(node, GM_BAD_VALUE, r->err, "'%s' is already a name here", name);
	*slot = add_slot(r, gm_arena_copy_text(r->arena, name), 0, false);
	return GM_OK;
}

gm_status
gm_reader_width(gm_kernel_reader *r, const gm_xml_node *node, int slot)
{
	static const gm_type types[] = {GM_S32, GM_U32, GM_S64, GM_U64};
	const char *names[4];
	size_t index = 0;
	if (!gm_xml_attribute(node, "type"))
		return GM_OK;
	for (int i = 0; i < 4; i++)
		names[i] = gm_type_name(types[i]);
	const gm_status status = gm_xml_choice(node, "type", names, 4, &index, r->err);
	r->types[slot] = types[index];
	return status;
}

static gm_status
parse(gm_kernel_reader *r, const gm_xml_node *node, const char *text, const gm_expression **out)
{
	gm_expression *expression;
	const gm_names names = {r->names, (int)r->slots};
	const gm_status status = gm_expression_parse(r->arena, text, names, &expression, r->err);
	if (status != GM_OK)
		return gm_xml_locate(node, status, r->err);
	expression->line = gm_xml_line(node);
	if (expression->count > r->nodes_max)
		r->nodes_max = expression->count;
	*out = expression;
	return GM_OK;
}

gm_status
gm_reader_expression(gm_kernel_reader *r, const gm_xml_node *node, const char *attribute,
                     const gm_expression **out)
{
	const char *text;
	const gm_status status = gm_xml_required_text(node, attribute, &text, r->err);
	return status == GM_OK ? parse(r, node, text, out) : status;
}

gm_status
gm_reader_constant_text(gm_kernel_reader *r, const gm_xml_node *node, const char *text, int64_t *out)
{
	const gm_expression *expression = NULL;
	gm_status status = parse(r, node, text, &expression);
	if (status != GM_OK)
		return status;
	for (int i = 0; i < expression->count; i++) {
		const gm_expression_node *part = &expression->nodes[i];
		if (part->op == GM_OP_NAME && !r->constant[part->slot])
			return gm_xml_fail(node, GM_BAD_VALUE, r->err,
			                   "in '%s': %s is not known before the threads run", text,
			                   r->names[part->slot]);
	}
	status = gm_expression_evaluate(expression, r->values, out, r->err);
	return gm_xml_locate(node, status, r->err);
}

gm_status
gm_reader_constant(gm_kernel_reader *r, const gm_xml_node *node, const char *attribute, int64_t *out)
{
	const char *text;
	const gm_status status = gm_xml_required_text(node, attribute, &text, r->err);
	return status == GM_OK ? gm_reader_constant_text(r, node, text, out) : status;
}

/* ---- the whole ---- */

static gm_status
check_definitions(gm_kernel_reader *r)
{
	for (int i = 0; i < r->definitions_count; i++) {
		const char *wanted = r->definitions[i].name;
		const char *known[64];
		size_t count = 0;
		bool found = false;
		for (size_t p = 0; p < r->parameters_count; p++) {
			found = found || strcmp(r->parameters[p].name, wanted) == 0;
			if (count < 64)
				known[count++] = r->parameters[p].name;
		}
		if (found)
			continue;
		const char *nearest = gm_text_nearest(wanted, known, count);
		gm_text list = {0};
		for (size_t p = 0; p < count; p++)
			gm_text_print(&list, "%s%s", p ? ", " : "", known[p]);
		gm_fail(r->err, GM_UNKNOWN_NAME, "no parameter '%s'%s%s%s; the kernel has: %s", wanted,
		        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "",
		        list.bytes ? list.bytes : "none");
		gm_text_dispose(&list);
		gm_error_locate(r->err, r->file, 0, 0);
		return GM_UNKNOWN_NAME;
	}
	return GM_OK;
}

static void *
kept(gm_kernel_reader *r, const void *items, size_t count, size_t bytes)
{
	void *copy = gm_arena_allocate(r->arena, count + 1, bytes);
	if (count)
		memcpy(copy, items, count * bytes);
	return copy;
}

/* The source lies where the descriptor says, from its own folder on. */
static const char *
cuda_of(const gm_kernel_reader *r, gm_arena *arena, const char *cuda)
{
	const char *slash = strrchr(r->file, '/');
	const int folder = !*cuda || *cuda == '/' || !slash ? 0 : (int)(slash - r->file) + 1;
	return gm_arena_print(arena, "%.*s%s", folder, r->file, cuda);
}

/* A parameter that is all capitals is a macro: TILE, and not n. */
static const bool *
macros_of(const gm_kernel_reader *r)
{
	bool *macros = gm_arena_allocate(r->arena, r->slots, sizeof *macros);
	for (size_t i = 0; i < r->parameters_count; i++) {
		bool capitals = false, small = false;
		for (const char *at = r->parameters[i].name; *at; at++) {
			capitals = capitals || (*at >= 'A' && *at <= 'Z');
			small = small || (*at >= 'a' && *at <= 'z');
		}
		macros[GM_BUILTIN_COUNT + i] = capitals && !small;
	}
	return macros;
}

static gm_kernel *
assemble(gm_kernel_reader *r, const char *name, const char *doc, const char *cuda,
         gm_statements body)
{
	gm_descriptor *d = gm_arena_allocate(r->arena, 1, sizeof *d);
	r->resources.registers_by_capability =
	        kept(r, r->registers, r->registers_count, sizeof *r->registers);
	r->resources.registers_by_capability_count = (int)r->registers_count;
	d->kernel = (gm_kernel){
	        .methods = &gm_descriptor_class,
	        .arena = r->arena,
	        .origin = GM_FROM_DESCRIPTOR,
	        .name = gm_arena_copy_text(r->arena, name),
	        .file = gm_arena_copy_text(r->arena, r->file),
	        .doc = gm_arena_copy_text(r->arena, doc),
	        .cuda = cuda_of(r, r->arena, cuda),
	        .grid = r->grid,
	        .block = r->block,
	        .resources = r->resources,
	        .parameters = kept(r, r->parameters, r->parameters_count, sizeof *r->parameters),
	        .parameters_count = (int)r->parameters_count,
	        .arrays = kept(r, r->arrays, r->arrays_count, sizeof *r->arrays),
	        .arrays_count = (int)r->arrays_count,
	        .sites = kept(r, r->sites, r->sites_count, sizeof *r->sites),
	        .sites_count = (int)r->sites_count,
	        .issues_known = r->states_issue,
	        .issues_why = r->states_issue ? "as the descriptor states it"
	                                   : "the least: what the source states, without address "
	                                     "arithmetic and loop control",
	};
	if (r->overheads) {
		r->overheads = gm_grow(r->overheads, &r->overheads_capacity, r->sites_count,
		                       sizeof *r->overheads);
		d->overhead = kept(r, r->overheads, r->sites_count, sizeof *r->overheads);
	}
	d->body = body;
	d->slots_count = (int)r->slots;
	d->parameter_values = kept(r, r->values, r->slots, sizeof *r->values);
	d->nodes_max = r->nodes_max;
	d->depth_max = r->depth_max;
	d->loops_count = (int)r->loops;
	d->results_count = (int)r->results_count;
	d->ago_max = r->ago_max > 1 ? r->ago_max : 1;
	d->macros = macros_of(r);
	d->types = kept(r, r->types, r->slots, sizeof *r->types);
	if (!d->kernel.issues_known)
		d->compiled = gm_descriptor_compile(d);
	return &d->kernel;
}

/* A kernel whose statements are PTX: launch, arguments, parameters and registers come from here. */
static gm_status
assemble_ptx(gm_kernel_reader *r, const char *name, const char *doc, const char *cuda,
             gm_kernel **out)
{
	const gm_ptx_launch launch = {.entry = r->ptx_entry,
	                              .grid = r->grid,
	                              .block = r->block,
	                              .arguments = r->arguments,
	                              .arguments_count = (int)r->arguments_count,
	                              .names = r->argument_names,
	                              .constants = r->constants,
	                              .constants_count = (int)r->constants_count,
	                              .shared_dynamic_bytes = r->resources.shared_dynamic_bytes};
	gm_kernel *kernel;
	const gm_status status = gm_ptx_kernel_load(r->ptx_source, &launch, &kernel, r->err);
	if (status != GM_OK)
		return status;
	gm_arena *own = r->arena;
	r->arena = kernel->arena;
	for (size_t i = 0; i < r->parameters_count; i++) {
		r->parameters[i].name = gm_arena_copy_text(r->arena, r->parameters[i].name);
		r->parameters[i].doc = gm_arena_copy_text(r->arena, r->parameters[i].doc);
	}
	for (size_t i = 0; i < r->registers_count; i++)
		r->registers[i].source = gm_arena_copy_text(r->arena, r->registers[i].source);
	kernel->name = gm_arena_copy_text(r->arena, name);
	kernel->doc = gm_arena_copy_text(r->arena, doc);
	kernel->cuda = cuda_of(r, r->arena, cuda);
	kernel->parameters = kept(r, r->parameters, r->parameters_count, sizeof *r->parameters);
	kernel->parameters_count = (int)r->parameters_count;
	kernel->resources.registers_by_capability =
	        kept(r, r->registers, r->registers_count, sizeof *r->registers);
	kernel->resources.registers_by_capability_count = (int)r->registers_count;
	if (r->resources.registers_count > 0) {
		kernel->resources.registers_count = r->resources.registers_count;
		kernel->resources.registers_source =
		        gm_arena_copy_text(r->arena, r->resources.registers_source);
	}
	gm_arena_free(own);
	*out = kernel;
	return GM_OK;
}

static gm_status
read_kernel(gm_kernel_reader *r, const gm_xml_node *root, gm_kernel **out)
{
	static const char *const attributes[] = {"name", "schema", "doc", "cuda"};
	const char *name;
	int64_t schema;
	const gm_xml_node *first = NULL;
	gm_statements body = {0};
	gm_status status = gm_xml_check_attributes(root, attributes, 4, r->err);
	if (status == GM_OK)
		status = gm_xml_required_text(root, "name", &name, r->err);
	if (status == GM_OK)
		status = gm_xml_integer(root, "schema", 1, 1, &schema, r->err);
	if (status == GM_OK)
		status = gm_reader_headers(r, root, &first);
	if (status == GM_OK)
		status = check_definitions(r);
	if (status == GM_OK)
		status = gm_reader_statements(r, first, &body);
	if (status == GM_OK)
		status = gm_reader_check_results(r);
	const bool ptx = r->ptx_source != NULL;
	const char *cuda = gm_xml_optional(root, "cuda", "");
	if (status == GM_OK && !ptx && r->sites_count == 0)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, r->err, "the kernel does nothing: no statements");
	if (status == GM_OK && ptx && (r->sites_count || r->arrays_count))
		status = gm_xml_fail(root, GM_BAD_SYNTAX, r->err,
		                     "a kernel is either <ptx> or arrays and statements, not both");
	if (status == GM_OK && !ptx && r->arguments_count)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, r->err, "<argument> belongs to <ptx>");
	if (status == GM_OK && !ptx && r->constants_count)
		status = gm_xml_fail(root, GM_BAD_SYNTAX, r->err, "<constant> belongs to <ptx>");
	if (status == GM_OK && ptx)
		return assemble_ptx(r, name, gm_xml_optional(root, "doc", ""), cuda, out);
	if (status == GM_OK)
		*out = assemble(r, name, gm_xml_optional(root, "doc", ""), cuda, body);
	return status;
}

static gm_status
read_open(gm_xml *xml, const char *file, const gm_definition *definitions, int count, gm_kernel **out,
          gm_error *err)
{
	gm_kernel_reader r = {.arena = gm_arena_new(),
	                      .file = file,
	                      .err = err,
	                      .definitions = definitions,
	                      .definitions_count = count,
	                      .next_byte = {[GM_GLOBAL] = GM_GLOBAL_START},
	                      .resources = {.registers_count = -1, .registers_source = ""}};
	for (int i = 0; i < GM_BUILTIN_COUNT; i++)
		add_slot(&r, gm_builtin_name((gm_builtin)i), 0, false);
	const gm_status status = read_kernel(&r, gm_xml_root(xml), out);
	if (status != GM_OK)
		gm_arena_free(r.arena);
	free(r.names);
	free(r.values);
	free(r.constant);
	free(r.types);
	free(r.parameters);
	free(r.arrays);
	free(r.sites);
	free(r.overheads);
	free(r.results);
	free(r.registers);
	free(r.arguments);
	free(r.constants);
	free(r.argument_names);
	gm_xml_free(xml);
	return status;
}

gm_status
gm_kernel_load(const char *path, const gm_definition *definitions, int count, gm_kernel **out,
               gm_error *err)
{
	gm_xml *xml;
	const gm_status status = gm_xml_open(path, "kernel", &xml, err);
	return status == GM_OK ? read_open(xml, path, definitions, count, out, err) : status;
}

gm_status
gm_kernel_load_text(const char *text, const char *name, const gm_definition *definitions, int count,
                    gm_kernel **out, gm_error *err)
{
	gm_xml *xml;
	const gm_status status = gm_xml_open_text(text, strlen(text), name, "kernel", &xml, err);
	return status == GM_OK ? read_open(xml, name, definitions, count, out, err) : status;
}
