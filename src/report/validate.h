/*
 * A validation as text, JSON, CSV, a page and a picture. Writers compute nothing and touch no file: they append to a
 * text.
 *
 *     text   verdict first, then run by run, then errors by kind, the worst, and the bounds
 *     json   {"schema": "gpumodel-validation/1", "rows": [...], ...}, base units
 *     csv    a header and one row per measured number, base units; an unknown is an empty field
 *     page   Markdown or HTML: of several files what is true of all together, beside what was first predicted;
 *            a part for each file: errors, the worst with their stories, every metric, what is left out, every run
 *     plot   a gnuplot script: predicted against measured time, both axes logarithmic
 */
#ifndef GM_REPORT_VALIDATE_H
#define GM_REPORT_VALIDATE_H

#include "analysis/validate.h"
#include "base/text.h"
#include "kernel/notes.h"

void gm_report_validation_text(gm_text *out, const gm_validation *validation);
void gm_report_validation_json(gm_text *out, const gm_validation *validation);
void gm_report_validation_csv(gm_text *out, const gm_validation *validation);

typedef struct gm_validation_page {
	const gm_validation *all;         /* of the files together */
	const gm_validation *validations; /* one for each file of runs */
	int count;
	const char *const *pages; /* where the part of each lies that is a page of its own, as this page names it; NULL: here */
	const gm_notes *notes; /* NULL: none */
	const char *picture;   /* shown at the head, as the page names it; NULL: none */
} gm_validation_page;

void gm_report_validation_page(gm_text *out, bool html, const gm_validation_page *page);

/* The part of one file. `notes` may be NULL. */
void gm_report_validation_part(gm_text *out, bool html, const gm_validation *validation, const gm_notes *notes);

/* All files in one picture: a dot for each run with cold caches, a ring for each with warm ones. */
void gm_report_validation_plot(gm_text *out, const gm_validation *validations, int count);

#endif
