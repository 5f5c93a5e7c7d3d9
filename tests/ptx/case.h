/*
 * What the tests of PTX share: a kernel from a file of tests/ptx/cuda, run whole, its buffers read
 * back.
 */
#ifndef GM_TESTS_PTX_CASE_H
#define GM_TESTS_PTX_CASE_H

#include "base/memory.h"
#include "kernel/issue.h"
#include "launch/launch.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_ARGUMENTS = 8 };

typedef struct ptx_case {
	const char *file, *entry; /* copies, copy_offset; models/NAME for a shipped one */
	gm_dim3 grid, block;
	const char *arguments[CASE_ARGUMENTS + 1]; /* ends with NULL */
	int64_t shared_bytes;
} ptx_case;

static inline char *
case_text(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	fseek(file, 0, SEEK_END);
	*length = (size_t)ftell(file);
	rewind(file);
	char *text = gm_allocate(*length + 1, 1);
	ck_assert_uint_eq(fread(text, 1, *length, file), *length);
	fclose(file);
	return text;
}

static inline void
case_ok(gm_status status, const gm_error *err)
{
	char story[2048];
	gm_error_format(err, story, sizeof story);
	ck_assert_msg(status == GM_OK, "%s", story);
}

static inline gm_ptx_module *
case_module(const char *file, int cc)
{
	char path[512];
	size_t length;
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	if (strncmp(file, "models/", 7) == 0)
		snprintf(path, sizeof path, "%s/models/ptx/sm_%d/%s.ptx", GM_TREE, cc, file + 7);
	else
		snprintf(path, sizeof path, "%s/tests/ptx/cuda/%s.sm_%d.ptx", GM_TREE, file, cc);
	char *text = case_text(path, &length);
	case_ok(gm_ptx_module_parse(text, length, path, &module, &err), &err);
	free(text);
	return module;
}

static inline gm_kernel *
case_kernel(const ptx_case *row, int cc)
{
	gm_ptx_module *module = case_module(row->file, cc);
	gm_ptx_launch launch = {.entry = row->entry,
				.grid = row->grid,
				.block = row->block,
				.arguments = row->arguments,
				.shared_dynamic_bytes = row->shared_bytes};
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	while (row->arguments[launch.arguments_count])
		launch.arguments_count++;
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	gm_ptx_module_free(module);
	return kernel;
}

/* A kernel of this text for one warp; its only entry where that is NULL. */
static inline gm_kernel *
case_warp(const char *text, const char *entry, const char *const *arguments, int count)
{
	const gm_ptx_launch launch = {.entry = entry,
				      .grid = {1, 1, 1},
				      .block = {32, 1, 1},
				      .arguments = arguments,
				      .arguments_count = count};
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	gm_kernel *kernel;
	case_ok(gm_ptx_module_parse(text, strlen(text), "k.ptx", &module, &err), &err);
	case_ok(gm_ptx_kernel_new(module, &launch, &kernel, &err), &err);
	gm_ptx_module_free(module);
	return kernel;
}

/* What its sites issue on a device of this compute capability; to be freed. */
static inline gm_issue *
case_issue(const gm_kernel *kernel, int cc_major)
{
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count + 1, sizeof *issue);
	gm_kernel_issue(kernel, cc_major, 0, issue);
	return issue;
}

/* Machine instructions that stand in the code of an entry of the text, as it is compiled for a compute capability. */
static inline double
case_length(const char *text, const char *entry, const char *const *arguments, int count, int cc_major)
{
	gm_kernel *kernel = case_warp(text, entry, arguments, count);
	gm_issue *issue = case_issue(kernel, cc_major);
	double sum = 0;
	for (int s = 0; s < kernel->sites_count; s++)
		sum += gm_issue_total(&issue[s]);
	free(issue);
	gm_kernel_free(kernel);
	return sum;
}

/* The same of the entry `k` of a text that is this frame, for cc 9.0, around a body. */
static inline double
case_length_around(const char *frame, const char *body, const char *const *arguments, int count)
{
	const size_t room = strlen(frame) + strlen(body) + 1;
	char *text = gm_allocate(room, 1);
	snprintf(text, room, frame, body);
	const double length = case_length(text, "k", arguments, count, 9);
	free(text);
	return length;
}

enum { CASE_NEST = 8 };

/* Loads that the one warp of a kernel of this text makes. */
typedef struct case_loads {
	const gm_kernel *kernel;
	int global, shared;
	struct case_loads_before {
		int global, shared;
	} before[CASE_NEST]; /* what is cut, as its turn began */
	int nest;
} case_loads;

static inline gm_status
case_see_load(void *state, const gm_warp_instr *instr)
{
	case_loads *seen = state;
	const gm_site *site = &seen->kernel->sites[instr->site];
	const bool load = site->operation == GM_LOAD && instr->address && instr->active;
	seen->global += load && site->space == GM_GLOBAL;
	seen->shared += load && site->space == GM_SHARED;
	return GM_OK;
}

static inline gm_status
case_mark_loads(void *state, uint32_t loop)
{
	case_loads *seen = state;
	(void)loop;
	ck_assert_int_lt(seen->nest, CASE_NEST);
	seen->before[seen->nest++] = (struct case_loads_before){seen->global, seen->shared};
	return GM_OK;
}

static inline gm_status
case_repeat_loads(void *state, uint32_t loop, int64_t times, const int64_t *advance)
{
	case_loads *seen = state;
	(void)loop, (void)advance;
	const struct case_loads_before before = seen->before[--seen->nest];
	seen->global += (int)times * (seen->global - before.global);
	seen->shared += (int)times * (seen->shared - before.shared);
	return GM_OK;
}

typedef gm_status (*case_replay)(const gm_kernel *kernel, gm_dim3 block, int warp_lanes, const gm_sink *sink,
				 gm_error *err);

static inline case_loads
case_loads_by(case_replay replay, const char *text, const char *const *arguments, int count)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(text, NULL, arguments, count);
	case_loads seen = {.kernel = kernel};
	const gm_sink sink = {.state = &seen, .instruction = case_see_load,
			      .mark = case_mark_loads, .repeat = case_repeat_loads};
	case_ok(replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	gm_kernel_free(kernel);
	seen.kernel = NULL;
	return seen;
}

static inline case_loads
case_loads_of(const char *text, const char *const *arguments, int count)
{
	return case_loads_by(gm_kernel_replay_whole, text, arguments, count);
}

/* With turns cut short and without. */
static inline void
case_must_load(const char *text, const char *const *arguments, int count, int expected)
{
	const case_loads cut = case_loads_by(gm_kernel_replay, text, arguments, count);
	const case_loads whole = case_loads_of(text, arguments, count);
	ck_assert_int_eq(cut.global + cut.shared, expected);
	ck_assert_int_eq(whole.global + whole.shared, expected);
}

/* What an instruction counts for. */
typedef double (*case_worth)(const gm_issue *issue, const gm_warp_instr *instr);

typedef struct case_sum {
	const gm_issue *issue;
	case_worth worth;
	double sum;
} case_sum;

static inline gm_status
case_add_worth(void *state, const gm_warp_instr *instr)
{
	case_sum *s = state;
	s->sum += s->worth(&s->issue[instr->site], instr);
	return GM_OK;
}

/* Of what the one warp of a kernel of this text executes, as issued on cc 9.0. */
static inline double
case_issued(const char *text, const char *const *arguments, int count, case_worth worth)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = case_warp(text, NULL, arguments, count);
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count, sizeof *issue);
	gm_kernel_issue(kernel, 9, 0, issue);
	case_sum all = {.issue = issue, .worth = worth};
	const gm_sink sink = {.state = &all, .instruction = case_add_worth};
	case_ok(gm_kernel_replay(kernel, (gm_dim3){0, 0, 0}, 32, &sink, &err), &err);
	free(issue);
	gm_kernel_free(kernel);
	return all.sum;
}

/* Element i of an array of plain type T, read from argument `a`. */
#define CASE_READER(name, T)                                                                       \
	static inline T name(const gm_ptx_memory *m, int a, long i)                                \
	{                                                                                          \
		T value;                                                                           \
		gm_error err = GM_ERROR_NONE;                                                      \
		case_ok(gm_ptx_memory_read(m, a, (uint64_t)i * sizeof value, &value, sizeof value, \
					   &err),                                                  \
			&err);                                                                     \
		return value;                                                                      \
	}
CASE_READER(s32_at, int32_t)
CASE_READER(u32_at, uint32_t)
CASE_READER(s64_at, int64_t)
CASE_READER(f32_at, float)
CASE_READER(f64_at, double)
CASE_READER(u16_at, uint16_t)
CASE_READER(u8_at, uint8_t)

#endif
