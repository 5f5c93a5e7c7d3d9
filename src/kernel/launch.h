/*
 * Launches: which kernels are launched, how, and with what in memory.
 *
 * Plain data, read by input/launch_list.h. A list is what the program in measure/ runs on a GPU; the
 * same list makes each launch a kernel that replays, so that what was measured and what is predicted
 * cannot differ in a size or an argument.
 */
#ifndef GM_KERNEL_LAUNCH_H
#define GM_KERNEL_LAUNCH_H

#include "kernel/kernel.h"
#include "kernel/runs.h"
#include "kernel/spilling.h"

/* What a compiler gave the kernel for one compute capability. */
typedef struct gm_launch_compiled {
	int cc_major, cc_minor; /* 0.0: not stated, and the rest says nothing */
	int64_t registers_count; /* per thread */
	int64_t shared_bytes;    /* per block, static */
	int64_t local_bytes;     /* per thread, spills included */
	int64_t barriers_count;  /* per block */
	gm_spilling spilling;    /* where registers are spilled */
} gm_launch_compiled;

typedef struct gm_launch {
	const char *name;   /* of the launch, "saxpy-1"; once in a list */
	const char *kernel; /* that runs are remembered by; the entry's name unless stated */
	const char *code;   /* cubin or PTX, as written: beside the list */
	const char *ptx;    /* PTX of the same source, as written; "" when there is none */
	const char *entry;
	const char *where; /* origin; "" when not stated */
	const char *note;  /* "" when there is none */
	const char *group; /* kind of kernel; "" when not said */
	gm_run_set set;
	gm_dim3 grid, block;
	int64_t shared_dynamic_bytes;
	bool cooperative; /* all blocks at once */
	gm_launch_compiled compiled;
	const char *const *arguments; /* "s32=17", "f32[1024]:random" */
	int arguments_count;
	const gm_launch_constant *constants;
	int constants_count;
	const gm_run_parameter *parameters; /* what the run is remembered by */
	int parameters_count;
	int line;
} gm_launch;

typedef struct gm_launches {
	gm_arena *arena; /* holds everything, this struct included */
	const char *file;
	const gm_launch *items;
	int count;
} gm_launches;

void gm_launches_free(gm_launches *launches); /* NULL accepted */

/* NULL when there is none of that name. */
const gm_launch *gm_launches_find(const gm_launches *launches, const char *name);

#endif
