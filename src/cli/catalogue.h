/*
 * What the library lists, written in the format that was asked for.
 */
#ifndef GM_CLI_CATALOGUE_H
#define GM_CLI_CATALOGUE_H

#include "cli/cli.h"

gm_status gm_catalogue_write(gm_cli *cli, const char *kind, const gm_library_list *list,
			     gm_text *out);

#endif
