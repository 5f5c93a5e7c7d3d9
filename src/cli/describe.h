/*
 * The command line of `describe` as a descriptor with <ptx>. Not for other commands.
 */
#ifndef GM_CLI_DESCRIBE_H
#define GM_CLI_DESCRIBE_H

#include "cli/cli.h"

/* Writes --grid, --block, --arg and -D as the XML that says the same; numbers become parameters. */
gm_status gm_describe_given(gm_cli *cli, const char *path, gm_text *out);

#endif
