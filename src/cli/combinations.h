/*
 * Every combination of the values of parameters, each a kernel to load.
 *
 * The axes are those of -D and what a command adds. Combination n has the last axis changing fastest.
 * Of a descriptor an axis names a parameter; where none is called so, one that differs only in case is
 * taken (`block` for BLOCK). Of PTX an axis is a name that stands in braces in --grid, --block,
 * --arg or --dynamic-shared: --grid '{n/block}' --block '{block}'.
 */
#ifndef GM_CLI_COMBINATIONS_H
#define GM_CLI_COMBINATIONS_H

#include "cli/cli.h"

enum { GM_AXES_MAX = 64, GM_COMBINATIONS_MAX = 100000 };

typedef struct gm_axis {
	char *name;
	int64_t *values;
	size_t count;
} gm_axis;

typedef struct gm_combinations {
	const gm_cli *cli;
	const char *path; /* of the descriptor or the PTX */
	bool ptx;
	int64_t registers; /* --registers; -1 when not given */
	int64_t sample;    /* --sample */
	gm_axis axes[GM_AXES_MAX];
	int axes_count;
	size_t count; /* at least 1 */
} gm_combinations;

/* The kernel by name or path, with the axes of -D. Disposed also after a failure. */
gm_status gm_combinations_init(gm_cli *cli, const char *kernel, gm_combinations *out);
void gm_combinations_dispose(gm_combinations *combinations);

/* "NAME=RANGE"; GM_USAGE for a name that is there. `option` is named in messages. */
gm_status gm_combinations_add(gm_combinations *combinations, const char *option, const char *text,
                              gm_error *err);

/* The values of combination n, one per axis. */
void gm_combinations_values(const gm_combinations *combinations, size_t n, gm_definition *out);

/* May be called from several threads. */
gm_status gm_combinations_load(const gm_combinations *combinations, size_t n, gm_kernel **out,
                               gm_error *err);

#endif
