/*
 * A sweep as a table for people, as rows for programs, and as curves.
 *
 *     text   80 columns, a row for each combination and device
 *     csv    base units, an unknown is an empty field
 *     json   {"schema": "gpumodel-sweep/1", ...}: schemas/sweep.schema.json
 *     plot   a script for gnuplot (report/plot.h): a panel for each metric, a line for each device
 *            and each value of the other parameters
 */
#ifndef GM_REPORT_SWEEP_H
#define GM_REPORT_SWEEP_H

#include "analysis/sweep.h"
#include "base/text.h"
#include "report/roofline.h"

typedef struct gm_sweep_view {
	const gm_sweep *sweep;
	const gm_sweep_axis *axes;
	int axes_count;
	const gm_roofline_device *devices; /* with the names that readers know */
	int devices_count;
	const char *const *metrics; /* as asked for: "time" */
} gm_sweep_view;

void gm_report_sweep_text(gm_text *out, const gm_sweep_view *view);
void gm_report_sweep_csv(gm_text *out, const gm_sweep_view *view);
void gm_report_sweep_json(gm_text *out, const gm_sweep_view *view);

/* A grey line to compare with, through the first point. */
typedef enum gm_reference { GM_REFERENCE_NONE, GM_REFERENCE_INVERSE, GM_REFERENCE_PROPORTIONAL } gm_reference;

enum { GM_SWEEP_PANELS_MAX = 4, GM_SWEEP_LINES_MAX = 14 };

/* `x` is the axis across. *size is what to give gm_plot_render. GM_USAGE for more metrics or lines
   than a picture shows, GM_BAD_VALUE when there is no number to draw. */
gm_status gm_report_sweep_plot(gm_text *out, const gm_sweep_view *view, int x, gm_reference reference,
			       gm_figure_size kind, gm_plot_size *size, gm_error *err);

/* ---- shared by the writers ---- */

/* A metric's value for people: "41.2 us", "87.5 %", "unknown". */
char *gm_report_metric(gm_value value, const char *unit, char *out, size_t out_bytes);

#endif
