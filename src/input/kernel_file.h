/*
 * A kernel descriptor: models/README.md gives the language, schemas/kernel.xsd its grammar.
 */
#ifndef GM_INPUT_KERNEL_FILE_H
#define GM_INPUT_KERNEL_FILE_H

#include "kernel/kernel.h"

/* -D NAME=VALUE: replaces the value of a parameter. */
typedef struct gm_definition {
	const char *name;
	int64_t value;
} gm_definition;

/* Reads, resolves and checks a descriptor. Errors name the file and the line; an expression's message
   quotes it with the column. GM_UNKNOWN_NAME for a definition of no parameter, with the nearest. */
gm_status gm_kernel_load(const char *path, const gm_definition *definitions, int count,
                         gm_kernel **out, gm_error *err);

/* The same from memory; `name` stands for the path in messages. */
gm_status gm_kernel_load_text(const char *text, const char *name, const gm_definition *definitions,
                              int count, gm_kernel **out, gm_error *err);

#endif
