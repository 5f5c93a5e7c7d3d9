/*
 * The tables of a page about one validation: shared by report/validate_page.c and report/validate_tables.c, of use to
 * nobody else.
 */
#ifndef GM_REPORT_VALIDATE_TABLES_H
#define GM_REPORT_VALIDATE_TABLES_H

#include "analysis/validate.h"
#include "kernel/notes.h"
#include "report/page.h"

typedef struct gm_validation_tables {
	gm_page page;
	const gm_validation *v;
	const gm_notes *notes; /* NULL: none */
	bool one_form; /* runs of several origins: of one form alone, the first that any is predicted from */
	int level;     /* of the headings */
} gm_validation_tables;

/* PTX first. */
extern const gm_origin gm_validation_forms[GM_ORIGIN_COUNT];

/* NULL: there is none. */
const gm_validation_summary *gm_validation_tables_find(const gm_validation *validation, gm_validation_scope scope,
                                                       gm_origin from, const char *name);

/* Errors of the time, the worst with their stories, by kind of kernel, by metric, and what counts promise. */
void gm_validation_tables_errors(gm_validation_tables *tables);

/* What is left out and why, by kernel, and every run. */
void gm_validation_tables_runs(gm_validation_tables *tables);

#endif
