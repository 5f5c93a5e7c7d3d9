/*
 * A shipped kernel in its two forms: the descriptor of models/ and the PTX of models/ptx, launched alike.
 */
#ifndef GM_TESTS_MODEL_TWO_FORMS_H
#define GM_TESTS_MODEL_TWO_FORMS_H

#include "input/kernel_file.h"
#include "input/ptx_file.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_MAX = 7, SIZES_MAX = 5, LONGEST = 512 };

/* An argument of the entry is the name of an array of the descriptor, "TYPE=NAME" of a parameter of it, or
   a text of ptx/ptx.h. Shared arrays have no names in PTX and are summed. Sizes are small and walked block by
   block as well as sampled; "" are the defaults, sampled only. */
typedef struct row {
	const char *kernel;
	const char *arguments[ARGUMENTS_MAX];
	const char *sizes[SIZES_MAX]; /* -D values; odd ones leave partial warps, blocks and tiles */
} row;

static inline void
require_ok(gm_status status, const gm_error *err, const char *what)
{
	ck_assert_msg(status == GM_OK, "%s: line %d: %s", what, err->line, err->message);
}

static inline gm_kernel *
load_descriptor(const char *name, const char *sizes)
{
	gm_definition definitions[8];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	char path[LONGEST], words[LONGEST];
	int count = 0;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	snprintf(words, sizeof words, "%s", sizes);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		definitions[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	require_ok(gm_kernel_load(path, definitions, count, &kernel, &err), &err, name);
	return kernel;
}

static inline int64_t
parameter(const gm_kernel *descriptor, const char *name, int64_t otherwise)
{
	for (int i = 0; i < descriptor->parameters_count; i++)
		if (strcmp(descriptor->parameters[i].name, name) == 0)
			return descriptor->parameters[i].value;
	return otherwise;
}

/* The data of the histogram are what its descriptor says they are; bank conflicts hang on them. */
static inline const char *
scattered(const gm_kernel *descriptor, int64_t length)
{
	static const char text[] = "@" GM_BUILD "/scattered.u32";
	const int64_t values = parameter(descriptor, "values", 1);
	FILE *file = fopen(text + 1, "wb");
	ck_assert_ptr_nonnull(file);
	for (int64_t i = 0; i < length; i++) {
		const int64_t seed = i % 4096;
		const uint32_t value = (uint32_t)(((seed * seed * 40503 + seed * 9973) >> 7) % values);
		ck_assert_uint_eq(fwrite(&value, sizeof value, 1, file), 1);
	}
	fclose(file);
	return text;
}

static inline void
write_argument(const gm_kernel *descriptor, const char *argument, char *out)
{
	const char *equals = strchr(argument, '=');
	for (int i = 0; i < descriptor->arrays_count; i++) {
		const gm_array *a = &descriptor->arrays[i];
		if (strcmp(a->name, argument) == 0)
			snprintf(out, LONGEST, "%s[%lld]%s", gm_type_name(a->type), (long long)a->length,
			         strcmp(a->name, "data") == 0 ? scattered(descriptor, a->length) : "");
	}
	const int64_t value = equals ? parameter(descriptor, equals + 1, INT64_MIN) : 0;
	if (equals && value != INT64_MIN)
		snprintf(out, LONGEST, "%.*s=%lld", (int)(equals - argument), argument, (long long)value);
	else if (equals)
		snprintf(out, LONGEST, "%s", argument);
}

/* The entry launched as the descriptor says, which counts its dynamic arrays as the launch does. */
static inline gm_kernel *
load_ptx(const row *r, const gm_kernel *descriptor, int architecture)
{
	char path[LONGEST], texts[ARGUMENTS_MAX][LONGEST];
	const char *arguments[ARGUMENTS_MAX];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	int count = 0;
	for (; count < ARGUMENTS_MAX && r->arguments[count]; count++) {
		texts[count][0] = '\0';
		write_argument(descriptor, r->arguments[count], texts[count]);
		arguments[count] = texts[count];
	}
	const gm_ptx_launch launch = {
	        .entry = r->kernel,
	        .grid = descriptor->grid,
	        .block = descriptor->block,
	        .arguments = arguments,
	        .arguments_count = count,
	        .shared_dynamic_bytes = descriptor->resources.shared_dynamic_bytes,
	};
	snprintf(path, sizeof path, GM_TREE "/models/ptx/sm_%d/%s.ptx", architecture, r->kernel);
	require_ok(gm_ptx_kernel_load(path, &launch, &kernel, &err), &err, path);
	return kernel;
}

#endif
