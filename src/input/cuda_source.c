#include "input/cuda_source.h"

#include "base/quantity.h"
#include "base/text.h"
#include "input/text_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCE_BYTES_MAX = 16 * 1024 * 1024, PARAMETERS_MAX = 64, MACROS_MAX = 64 };

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* `(` behind the kernel's name, itself behind a __global__. */
static const char *
find_parameters(const char *text, const char *kernel)
{
	const size_t length = strlen(kernel);
	const char *global = strstr(text, "__global__");
	for (const char *at = global; at && (at = strstr(at, kernel)); at += length) {
		const char *after = at + length + strspn(at + length, " \t\r\n");
		if (!is_word(at[-1]) && *after == '(')
			return after + 1;
	}
	return NULL;
}

/* "const float *restrict A": the last word is the name, what is left of the others the type. */
static bool
split_parameter(gm_arena *arena, char *text, gm_cuda_parameter *out)
{
	static const char *const noise[] = {"const", "__restrict__", "restrict", "volatile"};
	const char *words[16];
	gm_text type = {0};
	int count = 0;
	for (char *c = text; *c; c++)
		if (*c == '*') {
			out->pointer = true;
			*c = ' ';
		}
	char *rest = text;
	for (char *word = strtok_r(text, " \t\r\n", &rest); word && count < 16;
	     word = strtok_r(NULL, " \t\r\n", &rest)) {
		bool kept = true;
		for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
			kept = kept && strcmp(noise[i], word) != 0;
		if (kept)
			words[count++] = word;
	}
	for (int i = 0; i + 1 < count; i++)
		gm_text_print(&type, "%s%s", i ? " " : "", words[i]);
	out->type = gm_arena_copy_text(arena, type.bytes ? type.bytes : "");
	out->name = count ? gm_arena_copy_text(arena, words[count - 1]) : "";
	gm_text_dispose(&type);
	return count >= 2 && strspn(out->name, "0123456789") == 0;
}

static gm_status
read_parameters(gm_cuda_source *source, const char *at, const char *kernel, gm_error *err)
{
	const size_t length = strcspn(at, "()");
	gm_cuda_parameter *list = gm_arena_allocate(source->arena, PARAMETERS_MAX, sizeof *list);
	char *copy = gm_arena_print(source->arena, "%.*s", (int)length, at);
	source->parameters = list;
	for (char *rest = copy; rest && copy[strspn(copy, " \t\r\n")];) {
		char *part = strsep(&rest, ",");
		if (source->parameters_count == PARAMETERS_MAX || at[length] != ')' ||
		    !split_parameter(source->arena, part, &list[source->parameters_count++]))
			return gm_fail(err, GM_NOT_MODELLED,
			               "the parameters of %s are not understood: '%.80s'", kernel, at);
	}
	return GM_OK;
}

/* "#ifndef NAME" and on the next line "#define NAME INTEGER". */
static void
read_macros(gm_cuda_source *source, const char *text)
{
	static const char guard[] = "#ifndef ";
	gm_cuda_macro *list = gm_arena_allocate(source->arena, MACROS_MAX, sizeof *list);
	source->macros = list;
	for (const char *at = strstr(text, guard); at && source->macros_count < MACROS_MAX;
	     at = strstr(at + 1, guard)) {
		const char *name = at + strlen(guard);
		const size_t length = strcspn(name, " \t\r\n");
		const char *define = name + length + strspn(name + length, " \t\r\n");
		char *expected = gm_arena_print(source->arena, "#define %.*s ", (int)length, name);
		if (strncmp(define, expected, strlen(expected)) != 0)
			continue;
		const char *value = define + strlen(expected);
		char *number = gm_arena_print(source->arena, "%.*s", (int)strcspn(value, " \t\r\n"), value);
		gm_cuda_macro *macro = &list[source->macros_count];
		macro->name = gm_arena_print(source->arena, "%.*s", (int)length, name);
		source->macros_count += gm_integer_parse(number, &macro->value, NULL) == GM_OK;
	}
}

gm_status
gm_cuda_source_load_text(const char *text, const char *name, const char *kernel,
                         gm_cuda_source **out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	gm_cuda_source *source = gm_arena_allocate(arena, 1, sizeof *source);
	source->arena = arena;
	const char *at = find_parameters(text, kernel);
	gm_status status = at ? read_parameters(source, at, kernel, err)
	                      : gm_fail(err, GM_UNKNOWN_NAME, "holds no __global__ function '%s'", kernel);
	gm_error_locate(err, name, 0, 0);
	read_macros(source, text);
	*out = status == GM_OK ? source : NULL;
	if (status != GM_OK)
		gm_arena_free(arena);
	return status;
}

gm_status
gm_cuda_source_load(const char *path, const char *kernel, gm_cuda_source **out, gm_error *err)
{
	char *text = NULL;
	size_t bytes = 0;
	*out = NULL;
	gm_status status =
	        gm_text_file_read(path, "CUDA source", SOURCE_BYTES_MAX, &text, &bytes, err);
	if (status == GM_OK)
		status = gm_cuda_source_load_text(text, path, kernel, out, err);
	free(text);
	return status;
}

void
gm_cuda_source_free(gm_cuda_source *source)
{
	if (source)
		gm_arena_free(source->arena);
}
