/*
 * Occupancy as text, JSON, CSV and pictures. Writers compute nothing and append to a text.
 *
 *     page     one kernel on one device: every limit with its rule, what is unused, the next steps
 *     table    many of them, one line each
 *     pairs    two builds side by side
 *     choices  the values of a parameter, the best one marked
 *     rows     a sweep, fast: one row for each combination, by template
 *
 * CSV of a sweep, in which a launch that the device refuses has 0 blocks and the limiter says why:
 *
 *     device,block,registers,shared_bytes,blocks_per_sm,warps_per_sm,occupancy_pct,limiter
 *
 * Kernels have `kernel` in front and `spills` (none, some, unknown, or empty) behind.
 */
#ifndef GM_REPORT_OCCUPANCY_H
#define GM_REPORT_OCCUPANCY_H

#include "analysis/occupancy_best.h"
#include "analysis/occupancy_compare.h"
#include "analysis/occupancy_curve.h"
#include "base/text.h"

/* What a parameter's values make of a device. Texts are borrowed. */
typedef struct gm_occupancy_choices {
	const gm_device *device;
	const char *kernel, *parameter;
	const char *registers_source;
	const gm_occupancy_choice *items;
	int count, best; /* -1: none can be launched */
} gm_occupancy_choices;

/* ---- text: occupancy_text.c, occupancy_table.c ---- */

void gm_report_occupancy_page(gm_text *out, const gm_occupancy_study *study);
void gm_report_occupancy_table(gm_text *out, const gm_occupancy_study *studies, int count);
void gm_report_occupancy_pairs(gm_text *out, const gm_occupancy_pair *pairs, int count);
void gm_report_occupancy_choices(gm_text *out, const gm_occupancy_choices *choices);

/* ---- json: occupancy_json.c; {"schema": "gpumodel-occupancy/1", "<what>": [...]} ---- */

void gm_report_occupancy_json(gm_text *out, const gm_occupancy_study *studies, int count);
void gm_report_occupancy_pairs_json(gm_text *out, const gm_occupancy_pair *pairs, int count);
void gm_report_occupancy_choices_json(gm_text *out, const gm_occupancy_choices *choices, int count);

/* ---- csv: occupancy_csv.c ---- */

void gm_report_occupancy_csv(gm_text *out, const gm_occupancy_study *studies, int count);
void gm_report_occupancy_pairs_csv(gm_text *out, const gm_occupancy_pair *pairs, int count);
void gm_report_occupancy_choices_csv(gm_text *out, const gm_occupancy_choices *choices, int count);

/* ---- sweeps: occupancy_rows.c ---- */

enum { GM_ROW_PIECE_BYTES = 64 };

/* What all rows of one device have in common, written once. */
typedef struct gm_occupancy_rows {
	bool json;
	gm_text device;                      /* the beginning of every row */
	char (*percent)[GM_ROW_PIECE_BYTES]; /* and the commas around it, by resident warps */
} gm_occupancy_rows;

void gm_report_rows_begin(gm_text *out, bool json);
void gm_report_rows_device(gm_occupancy_rows *rows, const gm_device *device, bool json);
void gm_report_rows_dispose(gm_occupancy_rows *rows);
void gm_report_rows_add(gm_text *out, const gm_occupancy_rows *rows, bool first,
			const gm_occupancy_request *request, const gm_occupancy *result);
void gm_report_rows_end(gm_text *out, bool json);

/* ---- pictures: occupancy_plot.c ---- */

/* The commands for report/plot.h: three curves, the study's own point marked in each. */
void gm_report_occupancy_plot(gm_text *out, const gm_occupancy_study *study,
			      const gm_curve curves[GM_CURVE_COUNT]);

#endif
