/*
 * For tests: a launch of a list described as `describe` does, the descriptor loaded again.
 */
#ifndef GM_TESTS_REPORT_DESCRIBED_H
#define GM_TESTS_REPORT_DESCRIBED_H

#include "base/text.h"
#include "input/kernel_file.h"
#include "input/launch_list.h"
#include "input/ptx_request.h"
#include "report/descriptor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct described {
	gm_kernel *ptx, *descriptor; /* the second NULL when there is none */
	gm_text xml;
	gm_text doubts; /* a line each; why there is no descriptor */
} described;

/* ---- what the launch says, in words ---- */

static inline const char *
described_shape(gm_arena *arena, gm_dim3 shape)
{
	return gm_arena_print(arena, "%lld, %lld, %lld", (long long)shape.x, (long long)shape.y,
			      (long long)shape.z);
}

/* s32=17 is the parameter a<place> of the value 17, f32[1024]:random a count. */
static inline void
described_argument(gm_arena *arena, const char *text, int place, gm_ptx_argument_text *out,
		   gm_outline_parameter *parameter)
{
	const char *bracket = strchr(text, '['), *equals = strchr(text, '=');
	*out = (gm_ptx_argument_text){0};
	if (bracket && (!equals || bracket < equals))
		out->count = gm_arena_print(arena, "%.*s", (int)strcspn(bracket + 1, "]"), bracket + 1);
	else if (*text == 's' || *text == 'u') {
		out->value = out->name = gm_arena_print(arena, "a%d", place);
		*parameter = (gm_outline_parameter){out->name, equals + 1, "", atoll(equals + 1)};
	}
}

static inline gm_ptx_request
described_request(gm_arena *arena, const gm_launch *launch)
{
	const size_t room = (size_t)launch->arguments_count + 1;
	gm_ptx_argument_text *texts = gm_arena_allocate(arena, room, sizeof *texts);
	gm_outline_parameter *parameters = gm_arena_allocate(arena, room, sizeof *parameters);
	int64_t *values = gm_arena_allocate(arena, room, sizeof *values);
	int count = 0;
	for (int i = 0; i < launch->arguments_count; i++) {
		described_argument(arena, launch->arguments[i], i, &texts[i], &parameters[count]);
		values[count] = parameters[count].number;
		count += texts[i].value != NULL;
	}
	return (gm_ptx_request){
		.parameters = parameters,
		.parameter_values = values,
		.parameters_count = count,
		.grid = described_shape(arena, launch->grid),
		.block = described_shape(arena, launch->block),
		.dynamic_shared = gm_arena_print(arena, "%lld", (long long)launch->shared_dynamic_bytes),
		.arguments = texts,
		.arguments_count = launch->arguments_count};
}

/* ---- there and back ---- */

static inline gm_status
described_draft(const gm_kernel *ptx, const gm_ptx_request *request, described *out, gm_error *err)
{
	gm_outline *outline = NULL;
	const gm_status status = gm_ptx_describe(ptx, request, &outline, err);
	if (status != GM_OK)
		return status;
	gm_outline_settle(outline, request->as_written);
	gm_descriptor_write(&out->xml, outline, NULL);
	for (int i = 0; i < outline->doubts_count; i++)
		gm_text_print(&out->doubts, "%s\n", outline->doubts[i]);
	gm_outline_free(outline);
	return GM_OK;
}

/* A kernel that cannot be described, or not exactly, has doubts. */
static inline gm_status
described_load(const gm_launches *launches, const gm_launch *launch, bool fixed_block,
	       described *out, gm_error *err)
{
	gm_arena *arena = gm_arena_new();
	gm_ptx_request request = described_request(arena, launch);
	*out = (described){0};
	request.fixed_block = fixed_block;
	gm_status status = gm_launch_kernel_load(launches, launch, NULL, &out->ptx, err);
	if (status == GM_OK && described_draft(out->ptx, &request, out, err) != GM_OK)
		gm_text_print(&out->doubts, "%s\n", err->message);
	else if (status == GM_OK)
		status = gm_kernel_load_text(out->xml.bytes, launch->name, NULL, 0,
					     &out->descriptor, err);
	gm_arena_free(arena);
	return status;
}

static inline void
described_dispose(described *d)
{
	gm_kernel_free(d->ptx);
	gm_kernel_free(d->descriptor);
	gm_text_dispose(&d->xml);
	gm_text_dispose(&d->doubts);
	*d = (described){0};
}

#endif
