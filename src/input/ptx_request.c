#include "input/ptx_request.h"

#include "input/xml.h"

#include <string.h>

enum { WORDS_MAX = 512 };

typedef struct reading {
	gm_arena *arena;
	const gm_kernel *kernel;
	gm_outline_parameter *parameters;
	int64_t *values;
	gm_ptx_argument_text *arguments;
	gm_ptx_request request;
} reading;

static const char *
copied(const reading *r, const gm_xml_node *node, const char *attribute)
{
	return gm_arena_copy_text(r->arena, gm_xml_attribute(node, attribute));
}

static void
read_parameter(reading *r, const gm_xml_node *node)
{
	const int at = r->request.parameters_count;
	if (at == WORDS_MAX || at == r->kernel->parameters_count)
		return;
	const gm_parameter *known = &r->kernel->parameters[at];
	gm_outline_parameter *p = &r->parameters[at];
	p->name = copied(r, node, "name");
	p->doc = gm_arena_copy_text(r->arena, gm_xml_optional(node, "doc", ""));
	p->value = known->overridden ? gm_arena_print(r->arena, "%lld", (long long)known->value)
				     : copied(r, node, "value");
	r->values[at] = known->value;
	r->request.parameters_count++;
}

/* A floating-point value and a structure are no expressions. */
static void
read_argument(reading *r, const gm_xml_node *node)
{
	const char *type = gm_xml_optional(node, "type", "");
	const bool number = *type == 's' || *type == 'u';
	if (r->request.arguments_count == WORDS_MAX)
		return;
	r->arguments[r->request.arguments_count++] = (gm_ptx_argument_text){
		copied(r, node, "name"), number ? copied(r, node, "value") : NULL,
		copied(r, node, "count")};
}

static void
read_launch(reading *r, const gm_xml_node *node)
{
	r->request.grid = copied(r, node, "grid");
	r->request.block = copied(r, node, "block");
	r->request.dynamic_shared = copied(r, node, "dynamic_shared");
}

static gm_status
read_open(gm_xml *xml, const gm_kernel *kernel, gm_ptx_words *out, gm_error *err)
{
	const gm_xml_node *root = gm_xml_root(xml);
	reading r = {.arena = gm_arena_new(), .kernel = kernel};
	gm_status status = GM_OK;
	r.parameters = gm_arena_allocate(r.arena, WORDS_MAX, sizeof *r.parameters);
	r.values = gm_arena_allocate(r.arena, WORDS_MAX, sizeof *r.values);
	r.arguments = gm_arena_allocate(r.arena, WORDS_MAX, sizeof *r.arguments);
	for (const gm_xml_node *node = gm_xml_first(root); node; node = gm_xml_next(node)) {
		if (strcmp(gm_xml_name(node), "parameter") == 0)
			read_parameter(&r, node);
		else if (strcmp(gm_xml_name(node), "launch") == 0)
			read_launch(&r, node);
		else if (strcmp(gm_xml_name(node), "argument") == 0)
			read_argument(&r, node);
	}
	r.request.parameters = r.parameters;
	r.request.parameter_values = r.values;
	r.request.arguments = r.arguments;
	*out = (gm_ptx_words){r.arena, r.request};
	if (kernel->origin != GM_FROM_PTX)
		status = gm_xml_fail(
			root, GM_NOT_MODELLED, err,
			"%s is written as statements already; expected PTX, or a descriptor with "
			"<ptx>",
			kernel->name);
	gm_xml_free(xml);
	return status;
}

gm_status
gm_ptx_words_load(const char *path, const gm_kernel *kernel, gm_ptx_words *out, gm_error *err)
{
	gm_xml *xml;
	const gm_status status = gm_xml_open(path, "kernel", &xml, err);
	*out = (gm_ptx_words){0};
	return status == GM_OK ? read_open(xml, kernel, out, err) : status;
}

gm_status
gm_ptx_words_load_text(const char *text, const char *name, const gm_kernel *kernel,
		       gm_ptx_words *out, gm_error *err)
{
	gm_xml *xml;
	const gm_status status = gm_xml_open_text(text, strlen(text), name, "kernel", &xml, err);
	*out = (gm_ptx_words){0};
	return status == GM_OK ? read_open(xml, kernel, out, err) : status;
}

void
gm_ptx_words_dispose(gm_ptx_words *words)
{
	gm_arena_free(words->arena);
	*words = (gm_ptx_words){0};
}
