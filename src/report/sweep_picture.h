/*
 * The picture of a sweep in the making: shared by sweep_plot.c (the page), sweep_panel.c (one panel of
 * it) and sweep_lines.c (what is drawn where). Not for other files.
 */
#ifndef GM_REPORT_SWEEP_PICTURE_H
#define GM_REPORT_SWEEP_PICTURE_H

#include "report/sweep.h"

typedef struct gm_picture_point {
	double x, y, spread_ratio;
	const gm_sweep_row *row;
} gm_picture_point;

/* The rows of one line, in the order of x. */
typedef struct gm_picture_line {
	char name[128];
	gm_picture_point *points; /* of one panel, made anew for each */
	size_t count;
	bool drawn;          /* has a point in some panel */
	const char *why_not; /* of its first row that does not run; NULL: all do */
} gm_picture_line;

typedef struct gm_picture_range {
	double least, most;
	bool logarithmic, powers; /* powers: of one number, and so are the ticks */
} gm_picture_range;

typedef struct gm_picture {
	const gm_sweep_view *view;
	int x_axis;
	gm_reference reference;
	gm_text *out, hover;
	int elements; /* of the plot so far */
	gm_picture_line *lines;
	int lines_count;
	gm_picture_range x;
	double width_mm, height_mm, em_mm, scale; /* scale: of gnuplot's own widths and points */
} gm_picture;

/* A panel in the stack, from the top; its place on the page and its values. */
typedef struct gm_picture_panel {
	int index, count, metric;
	double bottom_mm, top_mm;
	gm_picture_range y;
	double x0, y0; /* the first point, for the reference; 0: none */
} gm_picture_panel;

/* How lines look, in the order in which a reader tells them apart: gnuplot's types of points and
   dashes, and a row of the palette. */
typedef struct gm_picture_look {
	int point, dash, colour;
} gm_picture_look;

gm_picture_look gm_picture_look_of(int line);

/* ---- sweep_lines.c ---- */

/* Names every line. GM_USAGE when there are more than can be told apart. */
gm_status gm_picture_make_lines(gm_picture *picture, gm_error *err);
void gm_picture_free_lines(gm_picture *picture);

/* The points of a metric. A bar for what is not exact where the samples disagree. */
void gm_picture_fill_lines(gm_picture *picture, int metric);

gm_picture_range gm_picture_range_of_axis(const gm_sweep_axis *axis);
gm_picture_range gm_picture_range_of_values(const gm_picture *picture);

/* "'10 ms' 0.01, '20 ms' 0.02": inside the brackets of a tics command. `unit` NULL: plain numbers, of which so many
   have a label as fit across; `room_em` 0: all. */
void gm_picture_write_ticks(gm_text *out, const gm_picture_range *range, const gm_sweep_axis *axis,
			    const char *unit, double room_em);
/* Of a plain number. */
double gm_picture_tick_width_em(double value);

/* ---- sweep_panel.c ---- */

/* GM_BAD_VALUE when no value is known. */
gm_status gm_picture_draw_panel(gm_picture *picture, gm_picture_panel *panel, gm_error *err);

#endif
