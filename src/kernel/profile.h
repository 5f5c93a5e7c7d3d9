/*
 * What a profiler measured: one row for each launch of a kernel, in the order of the launches.
 *
 * Plain data, read by input/profile_file.h, joined with launches and turned into measured runs by
 * analysis/collect.h.
 */
#ifndef GM_KERNEL_PROFILE_H
#define GM_KERNEL_PROFILE_H

#include "kernel/kernel.h"
#include "kernel/runs.h"

typedef struct gm_profile_row {
	const char *name;    /* as the profiler writes it: "void copy<float>(float *, int)" */
	const char *entry;   /* the bare name: "copy" */
	gm_dim3 grid, block; /* 0 when not said */
	const gm_measured *measured;
	int measured_count;
	int line;
} gm_profile_row;

typedef struct gm_profile {
	gm_arena *arena; /* holds everything, this struct included */
	const char *file;
	const gm_profile_row *rows;
	int count;
	int left_out_count;   /* values that are none, "nan", or whose unit is not known */
	const char *left_out; /* the first of them, and why; "" when there is none */
} gm_profile;

void gm_profile_free(gm_profile *profile); /* NULL accepted */

#endif
