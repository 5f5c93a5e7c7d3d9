/*
 * The command line of `describe` as a descriptor with <ptx>. Not for other commands.
 */
#ifndef GM_CLI_DESCRIBE_H
#define GM_CLI_DESCRIBE_H

#include "cli/cli.h"
#include "input/cuda_source.h"

/* Writes --grid, --block, --arg and -D as the XML that says the same; numbers become parameters. What
   `source` calls an argument is its name, unless --arg has one. NULL: nothing is known of that. */
gm_status gm_describe_given(gm_cli *cli, const char *path, const gm_cuda_source *source,
			    gm_text *out);

/* The descriptor as anybody would load it, and the PTX it was made of. */
typedef struct gm_describe_forms {
	const gm_kernel *described, *ptx;
	bool plain; /* as a person would write it */
} gm_describe_forms;

/* Appends a line for each count of memory and the footprint in which the two differ, and one where the
   predicted time does, by more than 1 %. */
gm_status gm_describe_compare(gm_cli *cli, const gm_describe_forms *forms, gm_text *counts,
			      gm_text *times, gm_error *err);

#endif
