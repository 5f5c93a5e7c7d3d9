/*
 * One --arg, or --constant, which has a name, in its parts, as every command that takes PTX reads it:
 *
 *     [NAME:]TYPE=VALUE
 *     [NAME:]TYPE[COUNT]REST      REST: nothing, :contents, @file, or the /box of a tensor map
 *     [NAME:]struct=MEMBER,MEMBER   each of the forms above
 *
 * VALUE of an integer and COUNT may be expressions of the names of -D and of integers given before
 * or behind. An integer without a name is called n, or n0, n1, ... where there are several.
 */
#ifndef GM_CLI_ARGUMENT_WORDS_H
#define GM_CLI_ARGUMENT_WORDS_H

#include "cli/cli.h"

typedef struct gm_argument_words {
	const char *option; /* "arg" or "constant" */
	const char *text; /* as given */
	const char *name; /* NULL: none */
	const char *type;
	const char *value;         /* NULL: a buffer */
	const char *count, *rest; /* of a buffer */
	bool integer;              /* VALUE is of an integer type */
	bool number;               /* and no expression */
	bool named;                /* by the command line, not by gm_argument_words_take */
	struct gm_argument_words *members; /* of a structure */
	int members_count;                 /* 0: no structure, or of raw bytes */
} gm_argument_words;

/* Letters, digits and _ that the text begins with. */
size_t gm_cli_word_length(const char *text);

/* All of them, in `arena`; room for GM_WORDS_MAX. GM_USAGE for what is of neither form. */
gm_status gm_argument_words_take(const gm_cli *cli, gm_arena *arena, gm_argument_words *out,
                                 int *count, gm_error *err);
/* The same of --constant. */
gm_status gm_constant_words_take(const gm_cli *cli, gm_arena *arena, gm_argument_words *out,
                                 int *count, gm_error *err);

#endif
