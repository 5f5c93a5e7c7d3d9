/*
 * The files of a library that answer to names: listed, read as far as their heads, found. For
 * library.c alone.
 */
#ifndef GM_INPUT_LIBRARY_LISTING_H
#define GM_INPUT_LIBRARY_LISTING_H

#include "input/library.h"

/* What differs between devices and models: where they lie, and where a file's head ends. */
typedef struct gm_listing_kind {
	const char *folder, *root, *until, *what;
} gm_listing_kind;

typedef struct gm_listing {
	gm_arena *arena;
	gm_library_entry *entries;
	size_t count, capacity;
} gm_listing;

/* Names and paths only, sorted; no file is opened. */
gm_listing gm_listing_names(const char *const *folders, int count, const gm_listing_kind *of);
void gm_listing_dispose(gm_listing *list);

/* Title and aliases of an entry, or its problem. */
void gm_listing_read(gm_listing *list, gm_library_entry *entry, const gm_listing_kind *of);

/* By name, and by aliases where the head was read; NULL when there is none. */
const gm_library_entry *gm_listing_find(const gm_listing *list, const char *name);

/* GM_UNKNOWN_NAME with the nearest names, or all. */
gm_status gm_listing_refuse(const gm_listing *list, const gm_listing_kind *of, const char *name,
			    gm_error *err);

/* The length of `name` without a final ".xml". */
size_t gm_listing_stem(const char *name);

#endif
