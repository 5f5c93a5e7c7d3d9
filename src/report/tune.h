/*
 * What `tune` found, for one device after the other: a ranking with its reasons for people, rows for
 * programs.
 *
 *     text   80 columns, verdict first
 *     csv    a row for each combination and device, those that do not fit last
 *     json   {"schema": "gpumodel-tune/1", ...}: schemas/tune.schema.json
 */
#ifndef GM_REPORT_TUNE_H
#define GM_REPORT_TUNE_H

#include "analysis/tune.h"
#include "report/sweep.h"

/* One of the kernels that are compared. */
typedef struct gm_tune_case {
	const char *role;                /* "best", "next", "written": the kernel as it is written */
	bool written;                    /* the best or the next, but so is the kernel written */
	const char *values;              /* "TILE=16 BLOCK=256" */
	const int64_t *of_axes;          /* the same as numbers, one per axis of the sweep */
	const gm_prediction *prediction; /* NULL: it does not run */
	const char *why_not;             /* when it does not */
} gm_tune_case;

enum { GM_TUNE_CASES_MAX = 3 };

typedef struct gm_tune_view {
	gm_sweep_view sweep; /* metrics: time, occupancy */
	gm_tune tune;
	gm_tune_case cases[GM_TUNE_CASES_MAX]; /* the best first */
	int cases_count;
} gm_tune_view;

void gm_report_tune_text(gm_text *out, const gm_tune_view *view);
void gm_report_tune_csv(gm_text *out, const gm_tune_view *views, int count);
void gm_report_tune_json(gm_text *out, const gm_tune_view *views, int count);

/* "TILE=16 BLOCK=256" of a combination. */
void gm_report_tune_values(gm_text *out, const gm_sweep_view *view, size_t combination);

#endif
