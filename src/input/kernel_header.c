#include "input/kernel_reader.h"

#include <stdio.h>
#include <string.h>

/* As nvcc has memory that the launch sizes; a declared array is aligned to its element. */
enum { DYNAMIC_ALIGNMENT = 16 };

static const int64_t array_bytes_max = INT64_C(1) << 50;

typedef gm_status header_reader(gm_kernel_reader *r, const gm_xml_node *node);

static header_reader read_parameter, read_require, read_launch, read_registers, read_array, read_ptx,
        read_argument, read_filled;

enum { ATTRIBUTES_MAX = 7 };

/* What may stand before the statements: element, attributes, reader. */
static const struct {
	const char *element;
	const char *attributes[ATTRIBUTES_MAX];
	header_reader *read;
} headers[] = {
        {"parameter", {"name", "value", "type", "doc"}, read_parameter},
        {"require", {"test", "message"}, read_require},
        {"launch", {"grid", "block", "dynamic_shared"}, read_launch},
        {"registers", {"count", "compute_capability", "source"}, read_registers},
        {"array", {"name", "space", "type", "length", "dynamic", "contents", "doc"}, read_array},
        {"ptx", {"source", "entry"}, read_ptx},
        {"argument", {"name", "type", "value", "count", "contents"}, read_argument},
        {"constant", {"name", "type", "value", "count", "contents"}, read_filled},
};

enum { HEADERS_COUNT = sizeof headers / sizeof *headers };

static gm_status
read_parameter(gm_kernel_reader *r, const gm_xml_node *node)
{
	const char *name;
	int64_t value;
	int slot;
	gm_status status = gm_reader_constant(r, node, "value", &value);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "name", &name, r->err);
	if (status == GM_OK)
		status = gm_reader_declare(r, node, name, &slot);
	if (status == GM_OK)
		status = gm_reader_width(r, node, slot);
	if (status != GM_OK)
		return status;
	bool overridden = false;
	for (int i = 0; i < r->definitions_count; i++)
		if (strcmp(r->definitions[i].name, name) == 0) {
			value = r->definitions[i].value;
			overridden = true;
		}
	r->values[slot] = value;
	r->constant[slot] = true;
	r->parameters = gm_grow(r->parameters, &r->parameters_capacity, r->parameters_count + 1,
	                        sizeof *r->parameters);
	r->parameters[r->parameters_count++] =
	        (gm_parameter){r->names[slot], value,
	                       gm_arena_copy_text(r->arena, gm_xml_optional(node, "doc", "")), overridden};
	return GM_OK;
}

static gm_status
read_require(gm_kernel_reader *r, const gm_xml_node *node)
{
	int64_t holds;
	const gm_status status = gm_reader_constant(r, node, "test", &holds);
	if (status != GM_OK || holds)
		return status;
	return gm_xml_fail(node, GM_BAD_VALUE, r->err, "%s (%s does not hold)",
	                   gm_xml_optional(node, "message", "a requirement of the kernel"),
	                   gm_xml_attribute(node, "test"));
}

/* One to three expressions between commas that stand outside parentheses. */
static gm_status
read_shape(gm_kernel_reader *r, const gm_xml_node *node, const char *attribute, gm_dim3 *out)
{
	const char *text;
	gm_status status = gm_xml_required_text(node, attribute, &text, r->err);
	int64_t sides[3] = {1, 1, 1};
	int count = 0, depth = 0;
	const char *start = text;
	for (const char *at = text; status == GM_OK; at++) {
		depth += (*at == '(') - (*at == ')');
		if (*at && (*at != ',' || depth > 0))
			continue;
		if (count == 3)
			return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "%s has more than three sides: '%s'",
			                   attribute, text);
		char *part = gm_arena_print(r->arena, "%.*s", (int)(at - start), start);
		status = gm_reader_constant_text(r, node, part, &sides[count]);
		if (status == GM_OK && (sides[count] < 1 || sides[count] > INT32_MAX))
			status = gm_xml_fail(node, GM_BAD_VALUE, r->err,
			                     "%s side '%s' is %lld, expected at least 1 and below 2^31",
			                     attribute, part, (long long)sides[count]);
		count++;
		start = at + 1;
		if (!*at)
			break;
	}
	*out = (gm_dim3){sides[0], sides[1], sides[2]};
	return status;
}

static void
set_shape(gm_kernel_reader *r)
{
	const int64_t sides[6] = {r->block.x, r->block.y, r->block.z, r->grid.x, r->grid.y, r->grid.z};
	for (int i = 0; i < 6; i++) {
		r->values[GM_BLOCK_DIM_X + i] = sides[i];
		r->constant[GM_BLOCK_DIM_X + i] = true;
	}
}

static gm_status
read_launch(gm_kernel_reader *r, const gm_xml_node *node)
{
	if (r->launched)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "a second <launch>");
	r->launched = true;
	gm_status status = read_shape(r, node, "grid", &r->grid);
	if (status == GM_OK)
		status = read_shape(r, node, "block", &r->block);
	if (status == GM_OK && gm_xml_attribute(node, "dynamic_shared"))
		status = gm_reader_constant(r, node, "dynamic_shared", &r->resources.shared_dynamic_bytes);
	if (status != GM_OK)
		return status;
	if (r->resources.shared_dynamic_bytes < 0 || r->resources.shared_dynamic_bytes > INT32_MAX)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err, "dynamic_shared is %lld bytes",
		                   (long long)r->resources.shared_dynamic_bytes);
	const gm_dim3 block = r->block;
	if (block.x > GM_BLOCK_THREADS_MAX || block.y > GM_BLOCK_THREADS_MAX ||
	    block.z > GM_BLOCK_THREADS_MAX || gm_dim3_volume(block) > GM_BLOCK_THREADS_MAX)
		return gm_xml_fail(node, GM_TOO_LARGE, r->err,
		                   "a block of %lld x %lld x %lld threads; no device launches more than 1024, "
		                   "and %d are read at most",
		                   (long long)block.x, (long long)block.y, (long long)block.z,
		                   GM_BLOCK_THREADS_MAX);
	if ((__int128)r->grid.x * r->grid.y * r->grid.z > (INT64_C(1) << 50))
		return gm_xml_fail(node, GM_TOO_LARGE, r->err, "a grid of more than 2^50 blocks");
	set_shape(r);
	return GM_OK;
}

static gm_status
read_registers(gm_kernel_reader *r, const gm_xml_node *node)
{
	gm_registers row = {0};
	gm_status status = gm_reader_constant(r, node, "count", &row.count);
	if (status == GM_OK && (row.count < 1 || row.count > 255))
		status = gm_xml_fail(node, GM_BAD_VALUE, r->err, "%lld registers, expected 1 to 255",
		                     (long long)row.count);
	if (status != GM_OK)
		return status;
	row.source = gm_arena_copy_text(r->arena, gm_xml_optional(node, "source", ""));
	const char *capability = gm_xml_attribute(node, "compute_capability");
	if (!capability) {
		r->resources.registers_count = row.count;
		r->resources.registers_source = row.source;
		return GM_OK;
	}
	char rest;
	if (sscanf(capability, "%2d.%1d%c", &row.cc_major, &row.cc_minor, &rest) != 2)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                   "compute_capability '%s', expected major.minor such as 9.0", capability);
	r->registers = gm_grow(r->registers, &r->registers_capacity, r->registers_count + 1,
	                       sizeof *r->registers);
	r->registers[r->registers_count++] = row;
	return GM_OK;
}

static gm_status
choose_type_and_space(gm_kernel_reader *r, const gm_xml_node *node, gm_array *array)
{
	const char *types[GM_TYPE_COUNT], *spaces[GM_SPACE_COUNT];
	for (int i = 0; i < GM_TYPE_COUNT; i++)
		types[i] = gm_type_name((gm_type)i);
	for (int i = 0; i < GM_SPACE_COUNT; i++)
		spaces[i] = gm_space_name((gm_space)i);
	size_t type = 0, space = 0;
	gm_status status = gm_xml_choice(node, "type", types + 1, GM_TYPE_COUNT - 1, &type, r->err);
	if (status == GM_OK)
		status = gm_xml_choice(node, "space", spaces + 1, GM_SPACE_COUNT - 1, &space, r->err);
	array->type = (gm_type)(type + 1);
	array->space = (gm_space)(space + 1);
	return status;
}

/* Arrays of a space follow each other; the space is only an address range for the counting rules. */
static gm_status
lay_out(gm_kernel_reader *r, const gm_xml_node *node, gm_array *array, bool dynamic)
{
	const int64_t element = gm_type_bytes(array->type);
	if (array->length < 1 || array->length > array_bytes_max / element)
		return gm_xml_fail(node, GM_BAD_VALUE, r->err, "%s has %lld elements, expected 1 to 2^50 bytes",
		                   array->name, (long long)array->length);
	const bool first = dynamic && r->resources.shared_dynamic_bytes == 0;
	const uint64_t alignment = array->space == GM_GLOBAL ? GM_GLOBAL_ALIGN_BYTES
				   : first                   ? DYNAMIC_ALIGNMENT
							     : (uint64_t)element;
	uint64_t *next = &r->next_byte[array->space];
	const uint64_t before = first ? (*next + alignment - 1) / alignment * alignment : *next;
	array->base_bytes = (*next + alignment - 1) / alignment * alignment;
	*next = array->base_bytes + (uint64_t)(array->length * element);
	if (array->space == GM_GLOBAL)
		*next += GM_GLOBAL_GAP_BYTES;
	if (array->space == GM_SHARED && dynamic)
		r->resources.shared_dynamic_bytes += (int64_t)(*next - before);
	else if (array->space == GM_SHARED)
		r->resources.shared_static_bytes += (int64_t)(*next - before);
	return GM_OK;
}

/* "random", or "random=values" with an expression. */
static gm_status
read_contents(gm_kernel_reader *r, const gm_xml_node *node, const char **out)
{
	const char *text = gm_xml_optional(node, "contents", "");
	const char *equals = strchr(text, '=');
	int64_t number = 0;
	*out = gm_arena_copy_text(r->arena, text);
	if (!equals)
		return GM_OK;
	const gm_status status = gm_reader_constant_text(r, node, equals + 1, &number);
	*out = gm_arena_print(r->arena, "%.*s=%lld", (int)(equals - text), text, (long long)number);
	return status;
}

static gm_status
read_array(gm_kernel_reader *r, const gm_xml_node *node)
{
	gm_array array = {.line = gm_xml_line(node)};
	bool dynamic;
	gm_status status = gm_xml_required_text(node, "name", &array.name, r->err);
	if (status == GM_OK)
		status = choose_type_and_space(r, node, &array);
	if (status == GM_OK)
		status = gm_reader_constant(r, node, "length", &array.length);
	if (status == GM_OK)
		status = gm_xml_flag(node, "dynamic", false, &dynamic, r->err);
	if (status == GM_OK && dynamic && array.space != GM_SHARED)
		status = gm_xml_fail(node, GM_BAD_VALUE, r->err, "only shared arrays can be dynamic");
	for (size_t i = 0; i < r->arrays_count && status == GM_OK; i++)
		if (strcmp(r->arrays[i].name, array.name) == 0)
			status = gm_xml_fail(node, GM_BAD_VALUE, r->err, "a second array called '%s'", array.name);
	if (status == GM_OK && r->arrays_count == 256)
		status = gm_xml_fail(node, GM_TOO_LARGE, r->err, "more than 256 arrays");
	if (status == GM_OK)
		status = lay_out(r, node, &array, dynamic);
	if (status == GM_OK)
		status = read_contents(r, node, &array.contents);
	if (status != GM_OK)
		return status;
	array.name = gm_arena_copy_text(r->arena, array.name);
	r->arrays = gm_grow(r->arrays, &r->arrays_capacity, r->arrays_count + 1, sizeof *r->arrays);
	r->arrays[r->arrays_count++] = array;
	return GM_OK;
}

static gm_status
read_ptx(gm_kernel_reader *r, const gm_xml_node *node)
{
	const char *source;
	if (r->ptx_source)
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "a second <ptx>");
	const gm_status status = gm_xml_required_text(node, "source", &source, r->err);
	if (status != GM_OK)
		return status;
	const char *slash = strrchr(r->file, '/');
	const int folder = *source == '/' || !slash ? 0 : (int)(slash - r->file) + 1;
	r->ptx_source = gm_arena_print(r->arena, "%.*s%s", folder, r->file, source);
	r->ptx_entry = gm_arena_copy_text(r->arena, gm_xml_attribute(node, "entry"));
	return GM_OK;
}

/* What is passed on as it stands: a floating-point value and raw bytes are no integer expressions. */
static bool
is_plain(const char *type)
{
	return *type == 'f' || strcmp(type, "bytes") == 0;
}

/* An argument or a member of one, as ptx/ptx.h writes it. A buffer has a count, a scalar a value. */
static gm_status
argument_text(gm_kernel_reader *r, const gm_xml_node *node, const char *type, const char **out)
{
	const char *contents = gm_xml_attribute(node, "contents");
	const char *value = gm_xml_attribute(node, "value");
	const bool buffer = gm_xml_attribute(node, "count") != NULL;
	const bool plain = value && is_plain(type), file = contents && *contents == '@';
	int64_t count = 0;
	gm_status status = gm_reader_no_elements(r, node);
	if (buffer == (value != NULL))
		status = gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                     "<%s> has either a value, or a count with contents", gm_xml_name(node));
	if (status == GM_OK && contents && !buffer)
		status = gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "contents belong to a count");
	if (status == GM_OK && !plain)
		status = gm_reader_constant(r, node, buffer ? "count" : "value", &count);
	*out = plain    ? gm_arena_print(r->arena, "%s=%s", type, value)
	       : buffer ? gm_arena_print(r->arena, "%s[%lld]%s%s", type, (long long)count,
	                                 contents && !file ? ":" : "", contents ? contents : "")
	                : gm_arena_print(r->arena, "%s=%lld", type, (long long)count);
	return status;
}

/* <argument type="struct"> has <member>s, which are as arguments are. */
static gm_status
structure_text(gm_kernel_reader *r, const gm_xml_node *node, const char **out)
{
	static const char *const known[] = {"type", "value", "count", "contents"};
	static const char *const elements[] = {"member"};
	gm_status status = GM_OK;
	*out = "struct=";
	if (gm_xml_attribute(node, "value") || gm_xml_attribute(node, "count") || !gm_xml_first(node))
		return gm_xml_fail(node, GM_BAD_SYNTAX, r->err,
		                   "<argument type=\"struct\"> has <member>s, and no value or count");
	for (const gm_xml_node *m = gm_xml_first(node); m && status == GM_OK; m = gm_xml_next(m)) {
		const char *type = "", *text = "";
		if (strcmp(gm_xml_name(m), "member") != 0)
			return gm_xml_fail_unknown(m, elements, 1, r->err);
		status = gm_xml_check_attributes(m, known, sizeof known / sizeof *known, r->err);
		if (status == GM_OK)
			status = gm_xml_required_text(m, "type", &type, r->err);
		if (status == GM_OK)
			status = argument_text(r, m, type, &text);
		*out = gm_arena_print(r->arena, "%s%s%s", *out, m == gm_xml_first(node) ? "" : ",", text);
	}
	return status;
}

static gm_status
read_argument(gm_kernel_reader *r, const gm_xml_node *node)
{
	const char *type, *text = "";
	gm_status status = gm_xml_required_text(node, "type", &type, r->err);
	if (status == GM_OK)
		status = strcmp(type, "struct") == 0 ? structure_text(r, node, &text)
		                                     : argument_text(r, node, type, &text);
	if (status != GM_OK)
		return status;
	r->arguments = gm_grow(r->arguments, &r->arguments_capacity, r->arguments_count + 1,
	                       sizeof *r->arguments);
	r->argument_names = gm_grow(r->argument_names, &r->names_of_arguments_capacity,
	                            r->arguments_count + 1, sizeof *r->argument_names);
	r->argument_names[r->arguments_count] =
	        gm_arena_copy_text(r->arena, gm_xml_attribute(node, "name"));
	r->arguments[r->arguments_count++] = text;
	return GM_OK;
}

/* <constant>: what the launch puts into a variable of the module. */
static gm_status
read_filled(gm_kernel_reader *r, const gm_xml_node *node)
{
	const char *name = "", *type = "", *text = "";
	gm_status status = gm_xml_required_text(node, "name", &name, r->err);
	if (status == GM_OK)
		status = gm_xml_required_text(node, "type", &type, r->err);
	if (status == GM_OK)
		status = argument_text(r, node, type, &text);
	if (status != GM_OK)
		return status;
	r->constants = gm_grow(r->constants, &r->constants_capacity, r->constants_count + 1, sizeof *r->constants);
	r->constants[r->constants_count++] = (gm_launch_constant){gm_arena_copy_text(r->arena, name), text};
	return GM_OK;
}

static int
header_row(const char *element)
{
	for (int i = 0; i < HEADERS_COUNT; i++)
		if (strcmp(headers[i].element, element) == 0)
			return i;
	return -1;
}

static gm_status
unknown_element(gm_kernel_reader *r, const gm_xml_node *node)
{
	static const char *const known[] = {"parameter", "require", "launch",  "registers", "array",
	                                    "ptx",       "argument", "constant", "let",    "loop",      "if",
	                                    "load",      "store",   "atomic",  "compute",   "overhead", "branch", "barrier"};
	return gm_xml_fail_unknown(node, known, sizeof known / sizeof *known, r->err);
}

gm_status
gm_reader_headers(gm_kernel_reader *r, const gm_xml_node *root, const gm_xml_node **body)
{
	const gm_xml_node *node = gm_xml_first(root);
	for (; node && !gm_reader_is_statement(gm_xml_name(node)); node = gm_xml_next(node)) {
		const int row = header_row(gm_xml_name(node));
		if (row < 0)
			return unknown_element(r, node);
		size_t count = 0;
		while (count < ATTRIBUTES_MAX && headers[row].attributes[count])
			count++;
		gm_status status =
		        gm_xml_check_attributes(node, headers[row].attributes, count, r->err);
		if (status == GM_OK && headers[row].read != read_argument) /* a structure has members */
			status = gm_reader_no_elements(r, node);
		if (status == GM_OK)
			status = headers[row].read(r, node);
		if (status != GM_OK)
			return status;
	}
	*body = node;
	for (; node; node = gm_xml_next(node))
		if (header_row(gm_xml_name(node)) >= 0)
			return gm_xml_fail(node, GM_BAD_SYNTAX, r->err, "<%s> must stand before the statements",
			                   gm_xml_name(node));
	return r->launched ? GM_OK
	                   : gm_xml_fail(root, GM_BAD_SYNTAX, r->err, "a kernel needs a <launch>");
}
