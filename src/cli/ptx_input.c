#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- expressions in braces ---- */

/* What the launch is written with: options whose {expressions} have their values. */
typedef struct launch_text {
	const gm_cli *cli;
	gm_arena *arena;
	const gm_definition *definitions;
	int definitions_count;
	const char **names;
	int64_t *values;
	bool *used;
	gm_error *err;
} launch_text;

static void
mark_used(launch_text *t, const gm_expression *expression)
{
	for (int i = 0; i < expression->count; i++)
		if (expression->nodes[i].op == GM_OP_NAME)
			t->used[expression->nodes[i].slot] = true;
}

static gm_status
append_value(launch_text *t, const char *text, size_t length, gm_text *out)
{
	gm_expression *expression;
	int64_t value;
	gm_error cause = GM_ERROR_NONE;
	const char *inside = gm_arena_print(t->arena, "%.*s", (int)length, text);
	gm_status status = gm_expression_parse(t->arena, inside,
	                                       (gm_names){t->names, t->definitions_count}, &expression,
	                                       &cause);
	if (status == GM_OK) {
		mark_used(t, expression);
		status = gm_expression_evaluate(expression, t->values, &value, &cause);
	}
	if (status != GM_OK)
		return gm_fail(t->err, status, "{%s}: %s", inside, cause.message);
	gm_text_print(out, "%lld", (long long)value);
	return GM_OK;
}

/* The text with every {expression} replaced; itself when there is none. */
static gm_status
fill_in(launch_text *t, const char *text, const char **out)
{
	gm_text filled = {0};
	gm_status status = GM_OK;
	*out = text;
	if (!text || !strchr(text, '{'))
		return GM_OK;
	while (*text && status == GM_OK) {
		const size_t plain = strcspn(text, "{");
		gm_text_append_bytes(&filled, text, plain);
		text += plain;
		if (!*text)
			break;
		const size_t length = strcspn(++text, "}");
		if (text[length] != '}')
			status = gm_fail(t->err, GM_BAD_SYNTAX, "'{%s': expected a '}'", text);
		else
			status = append_value(t, text, length, &filled);
		text += length + (text[length] == '}');
	}
	*out = gm_arena_copy_text(t->arena, filled.bytes ? filled.bytes : "");
	gm_text_dispose(&filled);
	return status;
}

static gm_status
check_used(const launch_text *t)
{
	for (int i = 0; i < t->definitions_count; i++)
		if (!t->used[i])
			return gm_fail(t->err, GM_USAGE,
			               "PTX has no parameters for -D: %s stands in no {...} of --grid, --block "
			               "or --arg",
			               t->names[i]);
	return GM_OK;
}

/* ---- the launch ---- */

/* One to three positive integers between commas. */
static gm_status
read_shape(launch_text *t, gm_option_id id, const char *option, gm_dim3 *out)
{
	const char *text;
	int64_t sides[3] = {1, 1, 1};
	const gm_status status = fill_in(t, gm_given_last(&t->cli->given, id), &text);
	if (status != GM_OK)
		return status;
	if (!text)
		return gm_fail(t->err, GM_USAGE, "a .ptx file needs --%s X, X,Y or X,Y,Z", option);
	char copy[80] = "", *rest = copy;
	strncat(copy, text, sizeof copy - 1);
	for (int i = 0; rest; i++) {
		const char *part = strsep(&rest, ",");
		if (i == 3 || gm_integer_parse(part, &sides[i], NULL) != GM_OK || sides[i] < 1 ||
		    sides[i] > INT32_MAX)
			return gm_fail(t->err, GM_BAD_VALUE,
			               "--%s %s: expected one to three positive integers, 32,32", option, text);
	}
	*out = (gm_dim3){sides[0], sides[1], sides[2]};
	return GM_OK;
}

/* Where --block says which block, --threads says how large. */
static gm_status
read_threads(launch_text *t, gm_dim3 *out)
{
	const bool block = gm_given_has(&t->cli->given, GM_OPTION_BLOCK_SHAPE);
	const bool threads = gm_given_has(&t->cli->given, GM_OPTION_THREADS);
	if (!block && !threads)
		return gm_fail(t->err, GM_USAGE,
		               "a .ptx file needs --block X, X,Y or X,Y,Z; access: --threads");
	return threads ? read_shape(t, GM_OPTION_THREADS, "threads", out)
	               : read_shape(t, GM_OPTION_BLOCK_SHAPE, "block", out);
}

static gm_status
read_dynamic_shared(launch_text *t, int64_t *out)
{
	const char *text;
	double bytes = 0;
	gm_status status = fill_in(t, gm_given_last(&t->cli->given, GM_OPTION_DYNAMIC_SHARED), &text);
	if (status == GM_OK && text)
		status = gm_quantity_parse_text(text, GM_BYTES, &bytes, t->err);
	*out = (int64_t)bytes;
	return status;
}

static gm_status
read_arguments(launch_text *t, const char **arguments, int *count)
{
	gm_status status = GM_OK;
	for (int i = 0; i < t->cli->given.options_count && status == GM_OK; i++)
		if (t->cli->given.options[i].id == GM_OPTION_ARGUMENT)
			status = fill_in(t, t->cli->given.options[i].value, &arguments[(*count)++]);
	return status;
}

/* ---- registers ---- */

/* Registers of the kernel of this name, a row for each capability it was compiled for. */
static gm_status
take_registers(const gm_compiled *compiled, gm_kernel *kernel, gm_error *err)
{
	gm_registers *rows = gm_arena_allocate(kernel->arena, (size_t)compiled->kernels_count + 1,
	                                       sizeof *rows);
	const char *names[64];
	int count = 0;
	size_t known = 0;
	for (int i = 0; i < compiled->kernels_count; i++) {
		const gm_compiled_kernel *k = &compiled->kernels[i];
		if (known < 64)
			names[known++] = k->name;
		if (strcmp(k->name, kernel->name) != 0)
			continue;
		rows[count++] = (gm_registers){k->cc_major, k->cc_minor, k->registers_count,
		                               gm_arena_copy_text(kernel->arena, compiled->file)};
	}
	if (count == 0) {
		const char *nearest = gm_text_nearest(kernel->name, names, known);
		return gm_fail(err, GM_UNKNOWN_NAME, "%s holds no kernel '%s'%s%s%s", compiled->file,
		               kernel->name, nearest ? "; nearest: '" : "", nearest ? nearest : "",
		               nearest ? "'" : "");
	}
	kernel->resources.registers_by_capability = rows;
	kernel->resources.registers_by_capability_count = count;
	return GM_OK;
}

static gm_status
read_cubin(const gm_cli *cli, gm_kernel *kernel, gm_error *err)
{
	const char *path = gm_given_last(&cli->given, GM_OPTION_CUBIN);
	gm_compiled *compiled = NULL;
	if (!path)
		return GM_OK;
	gm_status status = gm_cubin_load(path, &compiled, err);
	if (status == GM_OK)
		status = take_registers(compiled, kernel, err);
	gm_compiled_free(compiled);
	return status;
}

/* ---- the kernel ---- */

/* So that reports tell the combinations apart. */
static void
name_parameters(const launch_text *t, gm_kernel *kernel)
{
	gm_parameter *rows = gm_arena_allocate(kernel->arena, (size_t)t->definitions_count + 1, sizeof *rows);
	for (int i = 0; i < t->definitions_count; i++)
		rows[i] = (gm_parameter){gm_arena_copy_text(kernel->arena, t->names[i]), t->values[i], "",
		                         true};
	kernel->parameters = rows;
	kernel->parameters_count = t->definitions_count;
}

static gm_status
load_launched(launch_text *t, const char *path, gm_kernel **out)
{
	const char *arguments[GM_WORDS_MAX];
	gm_ptx_launch launch = {.entry = gm_given_last(&t->cli->given, GM_OPTION_ENTRY),
	                        .arguments = arguments};
	gm_status status = read_arguments(t, arguments, &launch.arguments_count);
	if (status == GM_OK)
		status = read_shape(t, GM_OPTION_GRID, "grid", &launch.grid);
	if (status == GM_OK)
		status = read_threads(t, &launch.block);
	if (status == GM_OK)
		status = read_dynamic_shared(t, &launch.shared_dynamic_bytes);
	if (status == GM_OK)
		status = check_used(t);
	if (status == GM_OK)
		status = gm_ptx_kernel_load(path, &launch, out, t->err);
	if (status == GM_OK && t->definitions_count)
		name_parameters(t, *out);
	return status == GM_OK ? read_cubin(t->cli, *out, t->err) : status;
}

gm_status
gm_ptx_given(const gm_cli *cli, const char *path, const gm_definition *definitions, int count,
             gm_kernel **out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	launch_text t = {.cli = cli, .arena = arena, .definitions = definitions,
	                 .definitions_count = count, .err = err};
	t.names = gm_arena_allocate(arena, (size_t)count + 1, sizeof *t.names);
	t.values = gm_arena_allocate(arena, (size_t)count + 1, sizeof *t.values);
	t.used = gm_arena_allocate(arena, (size_t)count + 1, sizeof *t.used);
	for (int i = 0; i < count; i++) {
		t.names[i] = definitions[i].name;
		t.values[i] = definitions[i].value;
	}
	const gm_status status = load_launched(&t, path, out);
	gm_arena_free(arena);
	return status;
}

/* A cubin knows a kernel by its entry. */
gm_status
gm_ptx_registers_given(gm_cli *cli, gm_kernel *kernel)
{
	const char *name = kernel->name;
	kernel->name = gm_ptx_kernel_entry(kernel);
	const gm_status status = read_cubin(cli, kernel, &cli->err);
	kernel->name = name;
	return status;
}
