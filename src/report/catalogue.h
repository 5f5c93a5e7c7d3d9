/*
 * What the library knows by name, devices or kernels, as text, JSON and CSV.
 *
 *     text   a line each: name, title, other names
 *     json   {"schema": "gpumodel-catalogue/1", "kind": "devices", "entries": [{"name": ...}]}
 *     csv    name,title,aliases,problem with a blank between aliases
 */
#ifndef GM_REPORT_CATALOGUE_H
#define GM_REPORT_CATALOGUE_H

#include "base/text.h"

/* `problem` is "", or why the file cannot be read. */
typedef struct gm_catalogue_entry {
	const char *name, *title, *path;
	const char *const *aliases;
	int aliases_count;
	const char *problem;
} gm_catalogue_entry;

typedef struct gm_catalogue {
	const char *kind; /* "devices" */
	const gm_catalogue_entry *entries;
	int count;
} gm_catalogue;

void gm_report_catalogue_text(gm_text *out, const gm_catalogue *catalogue);
void gm_report_catalogue_json(gm_text *out, const gm_catalogue *catalogue);
void gm_report_catalogue_csv(gm_text *out, const gm_catalogue *catalogue);

#endif
