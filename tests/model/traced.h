/*
 * A kernel and the memory trace of its grid.
 */
#ifndef GM_TESTS_MODEL_TRACED_H
#define GM_TESTS_MODEL_TRACED_H

#include "base/memory.h"
#include "input/ptx_file.h"
#include "model/grid_trace.h"
#include "support/loading.h"

#include <stdlib.h>

typedef struct traced {
	gm_kernel *kernel;
	gm_grid_trace *trace;
} traced;

/* Takes the kernel. Of the block that stands for it and its neighbours; with `resident` blocks on each of 132 SMs of
   others, too. */
static inline traced
traced_of(gm_kernel *kernel, int64_t resident)
{
	traced t = {.kernel = kernel};
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_grid_trace_gather(kernel, 32, resident, 132, &t.trace, &err) == GM_OK, "%s", err.message);
	return t;
}

static inline traced
traced_text(const char *text)
{
	return traced_of(text_load(text, NULL, 0), 0);
}

/* Around this block. */
static inline traced
traced_around(const char *text, gm_dim3 block)
{
	traced t = {.kernel = text_load(text, NULL, 0)};
	gm_error err = GM_ERROR_NONE;
	gm_issue *issue = gm_allocate((size_t)t.kernel->sites_count + 1, sizeof *issue);
	gm_kernel_issue(t.kernel, 9, 0, issue);
	ck_assert_msg(gm_grid_trace_around(t.kernel, issue, block, NULL, 32, 0, 132, &t.trace, &err) == GM_OK, "%s",
		      err.message);
	free(issue);
	return t;
}

/* Of a measured launch (reports/runs/ptx). */
static inline gm_kernel *
ptx_load(const char *file, const gm_ptx_launch *launch)
{
	char path[512];
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel = NULL;
	snprintf(path, sizeof path, GM_TREE "/reports/runs/ptx/%s.ptx", file);
	ck_assert_msg(gm_ptx_kernel_load(path, launch, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

/* The same, 8 blocks on each SM. */
static inline traced
traced_ptx(const char *file, const gm_ptx_launch *launch)
{
	return traced_of(ptx_load(file, launch), 8);
}

/* 16 blocks store 4096 rows of 8 KiB, one row after another by `forth` (of k), and load them by `back`. */
static inline traced
traced_forth_and_back(const char *forth, const char *back)
{
	char text[1024];
	snprintf(text, sizeof text,
		 "<kernel name='back' schema='1' doc='forth and back'>"
		 "<launch grid='16' block='128'/>"
		 "<array name='A' space='global' type='f32' length='4096*2048'/>"
		 "<loop variable='k' count='4096'>"
		 "<store array='A' index='(%s)*2048 + blockIdx.x*128 + threadIdx.x'/></loop>"
		 "<loop variable='k' count='4096'>"
		 "<load array='A' index='(%s)*2048 + blockIdx.x*128 + threadIdx.x'/></loop></kernel>",
		 forth, back);
	return traced_text(text);
}

static inline void
traced_dispose(traced *t)
{
	gm_grid_trace_free(t->trace);
	gm_kernel_free(t->kernel);
}

#endif
