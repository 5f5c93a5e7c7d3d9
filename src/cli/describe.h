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

#endif
