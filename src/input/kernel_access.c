#include "input/kernel_reader.h"

#include "base/text.h"

#include <string.h>

static gm_status
find_array(gm_kernel_reader *r, const gm_xml_node *node, int *out)
{
	const char *name;
	const gm_status status = gm_xml_required_text(node, "array", &name, r->err);
	if (status != GM_OK)
		return status;
	const char *known[64];
	size_t count = 0;
	for (size_t i = 0; i < r->arrays_count; i++) {
		if (strcmp(r->arrays[i].name, name) == 0) {
			*out = (int)i;
			return GM_OK;
		}
		if (count < 64)
			known[count++] = r->arrays[i].name;
	}
	const char *nearest = gm_text_nearest(name, known, count);
	return gm_xml_fail(node, GM_UNKNOWN_NAME, r->err, "unknown array '%s'%s%s%s", name,
	                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

gm_status
gm_reader_type(gm_kernel_reader *r, const gm_xml_node *node, gm_type *out)
{
	const char *names[GM_TYPE_COUNT];
	for (int i = 0; i < GM_TYPE_COUNT; i++)
		names[i] = gm_type_name((gm_type)i);
	size_t index = 0;
	const gm_status status =
	        gm_xml_choice(node, "type", names + 1, GM_TYPE_COUNT - 1, &index, r->err);
	*out = (gm_type)(index + 1);
	return status;
}

static gm_status
check_space(gm_kernel_reader *r, const gm_xml_node *node, const gm_site *site)
{
	const bool constant = site->space == GM_CONSTANT && site->operation != GM_LOAD;
	const bool local = site->space == GM_LOCAL && gm_operation_is_atomic(site->operation);
	if (constant || local)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err, "a %s to %s memory is not possible",
		                   gm_operation_name(site->operation), gm_space_name(site->space));
	return GM_OK;
}

static gm_status
read_access(gm_kernel_reader *r, const gm_xml_node *node, gm_operation operation, gm_statement *out)
{
	int array = -1;
	gm_status status = find_array(r, node, &array);
	if (status == GM_OK)
		status = gm_reader_expression(r, node, "index", &out->value);
	if (status != GM_OK)
		return status;
	const gm_array *of = &r->arrays[array];
	gm_type type = of->type;
	if (gm_xml_attribute(node, "type") && (status = gm_reader_type(r, node, &type)) != GM_OK)
		return status;
	const int element = gm_type_bytes(of->type), bytes = gm_type_bytes(type);
	if (bytes % element != 0)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
		                   "%s of %d bytes is no whole number of elements of %s (%s, %d bytes)",
		                   gm_type_name(type), bytes, of->name, gm_type_name(of->type), element);
	const gm_site site = {.operation = operation,
	                      .type = type,
	                      .space = of->space,
	                      .array = array,
	                      .access_bytes = (uint8_t)bytes,
	                      .count = 1,
	                      .text = gm_arena_print(r->arena, "%s[%s]", of->name, out->value->text)};
	status = check_space(r, node, &site);
	return status == GM_OK ? gm_reader_add_site(r, node, site, out) : status;
}

/* An asynchronous copy is one instruction: its load counts, its store is only traffic. */
static gm_status
read_side_of_copy(gm_kernel_reader *r, const gm_xml_node *node, gm_space space, gm_statement *out)
{
	const gm_status status = read_access(r, node, GM_ASYNC_COPY, out);
	if (status != GM_OK)
		return status;
	gm_site *site = &r->sites[out->site];
	if (site->space != space)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
		                   "async: a %s of %s memory; an asynchronous copy loads from global memory "
		                   "and stores to shared",
		                   gm_xml_name(node), gm_space_name(site->space));
	site->count = space == GM_GLOBAL;
	return GM_OK;
}

static gm_status
pass_stores(gm_kernel_reader *r, const gm_xml_node *node, gm_site *site)
{
	if (site->space != GM_GLOBAL || site->operation != GM_LOAD)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err,
		                   "early: expected a load of global memory that is no asynchronous copy");
	site->passes_stores = true;
	return GM_OK;
}

gm_status
gm_reader_load(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	bool async = false, early = false;
	gm_status status = gm_xml_flag(node, "dependent", false, &out->dependent, r->err);
	if (status == GM_OK)
		status = gm_xml_flag(node, "async", false, &async, r->err);
	if (status == GM_OK)
		status = gm_xml_flag(node, "early", false, &early, r->err);
	if (status == GM_OK)
		status = async ? read_side_of_copy(r, node, GM_GLOBAL, out)
		               : read_access(r, node, GM_LOAD, out);
	if (status == GM_OK && early)
		status = pass_stores(r, node, &r->sites[out->site]);
	return status;
}

/* Known before any thread runs: the same element for all of them. */
static bool
is_common(const gm_kernel_reader *r, const gm_expression *index)
{
	for (int i = 0; i < index->count; i++)
		if (index->nodes[i].op == GM_OP_NAME && !r->constant[index->nodes[i].slot])
			return false;
	return true;
}

gm_status
gm_reader_store(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	bool async = false;
	gm_status status = gm_xml_flag(node, "async", false, &async, r->err);
	if (status == GM_OK)
		status = async ? read_side_of_copy(r, node, GM_SHARED, out)
		               : read_access(r, node, GM_STORE, out);
	if (status == GM_OK && !async)
		r->sites[out->site].common_place = is_common(r, out->value);
	return status;
}

gm_status
gm_reader_atomic(gm_kernel_reader *r, const gm_xml_node *node, gm_statement *out)
{
	static const char *const kinds[] = {"add", "sub", "min", "max", "inc", "dec",
	                                    "and", "or",  "xor", "exch", "cas"};
	size_t kind;
	bool result;
	gm_status status =
	        gm_xml_choice(node, "op", kinds, sizeof kinds / sizeof *kinds, &kind, r->err);
	if (status == GM_OK)
		status = gm_xml_flag(node, "result", true, &result, r->err);
	if (status == GM_OK)
		status = read_access(r, node, result ? GM_ATOMIC : GM_REDUCE, out);
	if (status == GM_OK) {
		gm_site *site = &r->sites[out->site];
		const bool exchanges = !strcmp(kinds[kind], "exch") || !strcmp(kinds[kind], "cas");
		site->in_rounds = site->space == GM_SHARED &&
				  gm_type_in_rounds(site->type, site->access_bytes, exchanges);
	}
	return status;
}
