#include "cli/argument_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- expressions, in braces or where a number is wanted ---- */

/* What the launch is written with: options whose expressions have their values. Names are those of
   -D, then those of arguments that are integers. */
typedef struct launch_text {
	const gm_cli *cli;
	gm_arena *arena;
	gm_argument_words *words, *constants;
	int words_count, constants_count;
	int definitions_count;
	int names_count;
	const char **names;
	int64_t *values;
	bool *used;
	const char *at; /* what is being read, "--grid n/16" */
	gm_spilling spilling; /* that a cubin tells of */
	gm_error *err;
} launch_text;

static void
mark_used(launch_text *t, const gm_expression *expression)
{
	for (int i = 0; i < expression->count; i++)
		if (expression->nodes[i].op == GM_OP_NAME)
			t->used[expression->nodes[i].slot] = true;
}

static const char hexadecimal[] = "0123456789abcdefxABCDEFX";

static gm_status
evaluate(launch_text *t, const char *text, int64_t *out)
{
	gm_expression *expression;
	gm_error cause = GM_ERROR_NONE;
	gm_status status = gm_expression_parse(t->arena, text, (gm_names){t->names, t->names_count},
	                                       &expression, &cause);
	if (status == GM_OK) {
		mark_used(t, expression);
		status = gm_expression_evaluate(expression, t->values, out, &cause);
	}
	if (status != GM_OK && (strstr(cause.message, text) || strstr(t->at, text)))
		return gm_fail(t->err, GM_USAGE, "%s: %s", t->at, cause.message);
	return status == GM_OK ? GM_OK
	                       : gm_fail(t->err, GM_USAGE, "%s: '%s': %s", t->at, text, cause.message);
}

static gm_status
append_value(launch_text *t, const char *text, size_t length, gm_text *out)
{
	int64_t value = 0;
	const gm_status status =
	        evaluate(t, gm_arena_print(t->arena, "%.*s", (int)length, text), &value);
	gm_text_print(out, "%lld", (long long)value);
	return status;
}

/* Nothing to work out: digits, as the reader of numbers wants them. */
static bool
is_literal(const char *text)
{
	const char *digits = text + (*text == '-');
	return !*text || (isdigit((unsigned char)*digits) &&
	                  digits[strspn(digits, hexadecimal)] == '\0');
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
			               "PTX has no parameters for -D: %s is no argument's name (--arg "
			               "%s:s32=1), and stands in none of --grid, --block, --arg and --constant",
			               t->names[i], t->names[i]);
	return GM_OK;
}

/* ---- the launch ---- */

/* A value that was worked out is refused as any other of a sweep, whose other rows stand. */
static gm_status
refuse_worked_out(launch_text *t, const char *what, int64_t value, int least)
{
	return gm_fail(t->err, GM_BAD_VALUE, "%s: %s%lld: expected %d to 2^31-1", t->at, what, (long long)value, least);
}

static gm_status
refuse_shape(launch_text *t, const char *option, const char *text)
{
	return gm_fail(t->err, GM_USAGE, "--%s %s: expected one to three positive integers, 32,32, up to 2^31-1",
		       option, text);
}

/* One to three positive numbers or expressions between commas. */
static gm_status
read_shape(launch_text *t, gm_option_id id, const char *option, gm_dim3 *out)
{
	const char *text;
	int64_t sides[3] = {1, 1, 1};
	static const char *const side_names[] = {"x is ", "y is ", "z is "};
	const char *given = gm_given_last(&t->cli->given, id);
	t->at = gm_arena_print(t->arena, "--%s %s", option, given ? given : "");
	gm_status status = fill_in(t, given, &text);
	if (status == GM_OK && !text)
		return gm_fail(t->err, GM_USAGE, "a .ptx file needs --%s X, X,Y or X,Y,Z", option);
	const char *at = text;
	for (int i = 0; status == GM_OK; i++) {
		const char *end = at + gm_text_part(at);
		const char *part = gm_arena_print(t->arena, "%.*s", (int)(end - at), at);
		const bool literal = is_literal(part);
		if (i == 3 || (literal && gm_integer_parse(part, &sides[i], NULL) != GM_OK))
			return refuse_shape(t, option, text);
		if (!literal)
			status = evaluate(t, part, &sides[i]);
		if (status == GM_OK && (sides[i] < 1 || sides[i] > INT32_MAX))
			return literal && text == given ? refuse_shape(t, option, text)
							: refuse_worked_out(t, side_names[i], sides[i], 1);
		if (!*end)
			break;
		at = end + 1;
	}
	*out = (gm_dim3){sides[0], sides[1], sides[2]};
	return status;
}

static gm_status
read_dynamic_shared(launch_text *t, int64_t *out)
{
	const char *text;
	double bytes = 0;
	const char *given = gm_given_last(&t->cli->given, GM_OPTION_DYNAMIC_SHARED);
	t->at = gm_arena_print(t->arena, "--dynamic-shared %s", given ? given : "");
	gm_status status = fill_in(t, given, &text);
	*out = 0;
	if (status != GM_OK || !text)
		return status;
	if (gm_quantity_parse_text(text, GM_BYTES, &bytes, NULL) == GM_OK)
		*out = (int64_t)bytes;
	else if (!is_literal(text))
		status = evaluate(t, text, out);
	else if (gm_integer_parse(text, out, NULL) != GM_OK)
		*out = -1;
	if (status != GM_OK || (*out >= 0 && *out <= INT32_MAX))
		return status;
	if (text != given || !is_literal(text))
		return refuse_worked_out(t, "it is ", *out, 0);
	return gm_fail(t->err, GM_USAGE,
		       "--dynamic-shared %s: expected bytes or a size with its unit: 4096, 4KiB", text);
}

/* A name that -D gives another value takes it. */
static const char *
defined_value(launch_text *t, const gm_argument_words *words)
{
	for (int i = 0; i < t->definitions_count && words->number; i++)
		if (words->name && strcmp(t->names[i], words->name) == 0) {
			t->used[i] = true;
			return gm_arena_print(t->arena, "%lld", (long long)t->values[i]);
		}
	return words->value;
}

/* One argument, no structure of members, in the form of ptx.h: numbers for expressions, no name. */
static gm_status
read_plain(launch_text *t, const gm_argument_words *words, const char **out)
{
	const char *inside = words->value ? defined_value(t, words) : words->count, *rest = words->rest;
	const bool number = words->integer || (!words->value && *rest != '/');
	int64_t value = 0;
	gm_status status = fill_in(t, inside, &inside);
	if (status == GM_OK)
		status = fill_in(t, rest, &rest);
	if (status == GM_OK && number && !is_literal(inside)) {
		status = evaluate(t, inside, &value);
		inside = gm_arena_print(t->arena, "%lld", (long long)value);
	}
	*out = words->value ? gm_arena_print(t->arena, "%s=%s", words->type, inside)
	                    : gm_arena_print(t->arena, "%s[%s]%s", words->type, inside, rest);
	return status;
}

static gm_status
read_argument(launch_text *t, const gm_argument_words *words, const char **out)
{
	if (!words->members_count)
		return read_plain(t, words, out);
	gm_status status = GM_OK;
	*out = "struct=";
	for (int i = 0; i < words->members_count && status == GM_OK; i++) {
		const char *member = "";
		status = read_plain(t, &words->members[i], &member);
		*out = gm_arena_print(t->arena, "%s%s%s", *out, i ? "," : "", member);
	}
	return status;
}

static gm_status
read_arguments(launch_text *t, const char **arguments, int *count)
{
	gm_status status = GM_OK;
	for (int i = 0; i < t->words_count && status == GM_OK; i++) {
		t->at = gm_arena_print(t->arena, "--arg %s", t->words[i].text);
		status = read_argument(t, &t->words[i], &arguments[(*count)++]);
	}
	return status;
}

/* What the launch fills of the module's variables. */
static gm_status
read_constants(launch_text *t, gm_ptx_launch *launch)
{
	gm_launch_constant *rows = gm_arena_allocate(t->arena, (size_t)t->constants_count + 1, sizeof *rows);
	gm_status status = GM_OK;
	for (int i = 0; i < t->constants_count && status == GM_OK; i++) {
		t->at = gm_arena_print(t->arena, "--constant %s", t->constants[i].text);
		rows[i].symbol = t->constants[i].name;
		status = read_plain(t, &t->constants[i], &rows[i].contents);
	}
	launch->constants = rows;
	launch->constants_count = t->constants_count;
	return status;
}

/* ---- registers ---- */

/* Registers of the kernel of this name, a row for each capability it was compiled for; of the largest frame where it
   spills. */
static gm_status
take_registers(launch_text *t, const gm_compiled *compiled, gm_kernel *kernel, gm_error *err)
{
	gm_registers *rows = gm_arena_allocate(kernel->arena, (size_t)compiled->kernels_count + 1,
	                                       sizeof *rows);
	const char *names[64];
	int count = 0;
	size_t known = 0;
	int64_t local = 0;
	for (int i = 0; i < compiled->kernels_count; i++) {
		const gm_compiled_kernel *k = &compiled->kernels[i];
		if (known < 64)
			names[known++] = k->name;
		if (strcmp(k->name, kernel->entry) != 0)
			continue;
		rows[count++] = (gm_registers){k->cc_major, k->cc_minor, k->registers_count,
		                               gm_arena_copy_text(kernel->arena, compiled->file)};
		if (k->stack_bytes > local) {
			local = k->stack_bytes;
			t->spilling = gm_spilling_copy(t->arena, &k->spilling);
		}
	}
	if (count == 0) {
		const char *nearest = gm_text_nearest(kernel->entry, names, known);
		return gm_fail(err, GM_UNKNOWN_NAME, "%s holds no kernel '%s'%s%s%s", compiled->file,
		               kernel->entry, nearest ? "; nearest: '" : "", nearest ? nearest : "",
		               nearest ? "'" : "");
	}
	kernel->resources.registers_by_capability = rows;
	kernel->resources.registers_by_capability_count = count;
	if (kernel->origin == GM_FROM_PTX)
		gm_ptx_kernel_local(kernel, local);
	return GM_OK;
}

static gm_status
read_cubin(launch_text *t, gm_kernel *kernel, gm_error *err)
{
	const char *path = gm_given_last(&t->cli->given, GM_OPTION_CUBIN);
	gm_compiled *compiled = NULL;
	if (!path)
		return GM_OK;
	gm_status status = gm_cubin_load(path, &compiled, err);
	if (status == GM_OK)
		status = take_registers(t, compiled, kernel, err);
	gm_compiled_free(compiled);
	return status;
}

/* ---- the kernel ---- */

static bool
is_named(const launch_text *t, const char *name)
{
	for (int i = 0; i < t->words_count; i++)
		if (t->words[i].named && strcmp(t->words[i].name, name) == 0)
			return true;
	return false;
}

/* So that reports tell the combinations apart, and the names that the command line gives. */
static void
name_parameters(const launch_text *t, gm_kernel *kernel)
{
	gm_parameter *rows = gm_arena_allocate(kernel->arena, (size_t)t->names_count + 1, sizeof *rows);
	int count = 0;
	for (int i = 0; i < t->names_count; i++)
		if (i < t->definitions_count || is_named(t, t->names[i]))
			rows[count++] = (gm_parameter){gm_arena_copy_text(kernel->arena, t->names[i]),
			                               t->values[i], "", i < t->definitions_count};
	kernel->parameters = rows;
	kernel->parameters_count = count;
}

/* The fewest of those that a cubin gives a thread. */
static int64_t
registers_of(const gm_kernel *kernel)
{
	const gm_resources *r = &kernel->resources;
	int64_t fewest = r->registers_by_capability[0].count;
	for (int i = 1; i < r->registers_by_capability_count; i++)
		fewest = r->registers_by_capability[i].count < fewest ? r->registers_by_capability[i].count : fewest;
	return fewest;
}

static gm_status
load_once(launch_text *t, const char *path, const gm_ptx_launch *launch, gm_kernel **out)
{
	const gm_status status = gm_ptx_kernel_load(path, launch, out, t->err);
	if (status != GM_OK)
		return status;
	name_parameters(t, *out);
	return read_cubin(t, *out, t->err);
}

/* What the compiler spills becomes part of the kernel, which is known by name only when it is loaded: then once more. */
static gm_status
load_with_spills(launch_text *t, const char *path, gm_ptx_launch *launch, gm_kernel **out)
{
	const bool cubin = gm_given_has(&t->cli->given, GM_OPTION_CUBIN);
	const char *registers = gm_given_last(&t->cli->given, GM_OPTION_REGISTERS);
	launch->local_bytes = -1;
	if (!cubin && registers && gm_integer_parse(registers, &launch->registers_count, NULL) != GM_OK)
		launch->registers_count = 0; /* told elsewhere */
	const gm_status status = load_once(t, path, launch, out);
	if (status != GM_OK || !cubin || (*out)->resources.spilled_bytes == 0)
		return status;
	launch->registers_count = registers_of(*out);
	launch->local_bytes = (*out)->resources.local_bytes;
	launch->spilling = &t->spilling;
	gm_kernel_free(*out);
	*out = NULL;
	return load_once(t, path, launch, out);
}

static gm_status
load_launched(launch_text *t, const char *path, gm_kernel **out)
{
	const char *arguments[GM_WORDS_MAX], *names[GM_WORDS_MAX];
	gm_ptx_launch launch = {.entry = gm_given_last(&t->cli->given, GM_OPTION_ENTRY),
	                        .arguments = arguments,
	                        .names = names};
	for (int i = 0; i < t->words_count; i++)
		names[i] = t->words[i].named ? t->words[i].name : NULL;
	gm_status status = read_arguments(t, arguments, &launch.arguments_count);
	if (status == GM_OK)
		status = read_constants(t, &launch);
	if (status == GM_OK)
		status = read_shape(t, GM_OPTION_GRID, "grid", &launch.grid);
	if (status == GM_OK)
		status = read_shape(t, GM_OPTION_BLOCK_SHAPE, "block", &launch.block);
	if (status == GM_OK)
		status = read_dynamic_shared(t, &launch.shared_dynamic_bytes);
	if (status == GM_OK)
		status = check_used(t);
	return status == GM_OK ? load_with_spills(t, path, &launch, out) : status;
}

/* Names of -D first; an argument of such a name takes its value from there. */
static void
collect_names(launch_text *t, const gm_definition *definitions, int count)
{
	const size_t most = (size_t)(count + t->words_count) + 1;
	t->names = gm_arena_allocate(t->arena, most, sizeof *t->names);
	t->values = gm_arena_allocate(t->arena, most, sizeof *t->values);
	t->used = gm_arena_allocate(t->arena, most, sizeof *t->used);
	for (int i = 0; i < count; i++) {
		t->names[i] = definitions[i].name;
		t->values[i] = definitions[i].value;
	}
	t->names_count = t->definitions_count = count;
	for (int i = 0; i < t->words_count; i++) {
		const gm_argument_words *w = &t->words[i];
		if (!w->number || defined_value(t, w) != w->value)
			continue;
		t->names[t->names_count] = w->name;
		gm_integer_parse(w->value, &t->values[t->names_count++], NULL);
	}
}

gm_status
gm_ptx_given(const gm_cli *cli, const char *path, const gm_definition *definitions, int count,
             gm_kernel **out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	launch_text t = {.cli = cli, .arena = arena, .err = err};
	t.words = gm_arena_allocate(arena, GM_WORDS_MAX, sizeof *t.words);
	t.constants = gm_arena_allocate(arena, GM_WORDS_MAX, sizeof *t.constants);
	gm_status status = gm_argument_words_take(cli, arena, t.words, &t.words_count, err);
	if (status == GM_OK)
		status = gm_constant_words_take(cli, arena, t.constants, &t.constants_count, err);
	if (status == GM_OK) {
		collect_names(&t, definitions, count);
		status = load_launched(&t, path, out);
	}
	gm_arena_free(arena);
	return status;
}

gm_status
gm_ptx_registers_given(gm_cli *cli, gm_kernel *kernel)
{
	launch_text t = {.cli = cli, .arena = kernel->arena, .err = &cli->err};
	return read_cubin(&t, kernel, &cli->err);
}
