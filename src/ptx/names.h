/*
 * A table from (name, scope) to a number: registers, variables and labels of a function, functions
 * of a module. PTX scopes nest by braces; a caller looks through them from the inside out.
 */
#ifndef GM_PTX_NAMES_H
#define GM_PTX_NAMES_H

#include <stddef.h>

typedef struct ptx_name {
	const char *start; /* borrowed; NULL in an empty place */
	size_t length;
	int scope, value;
} ptx_name;

/* Open addressing, at most half full. Starts as {0}. */
typedef struct ptx_names {
	ptx_name *places;
	size_t capacity, used;
} ptx_names;

void gm_ptx_names_dispose(ptx_names *names);

/* Adds or replaces. `name` must outlive the table. */
void gm_ptx_names_set(ptx_names *names, const char *name, size_t length, int scope, int value);

/* -1 when there is none. */
int gm_ptx_names_get(const ptx_names *names, const char *name, size_t length, int scope);

#endif
