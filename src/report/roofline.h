/*
 * The roofline as a picture and as text.
 *
 *     gm_figure        what stands where: made once, the same for every way of drawing it
 *     ..._plot         a script for gnuplot (report/plot.h), data inline
 *     ..._svg          an <svg> element by itself, for a page: hover, colours of the page
 *     ..._text         80 columns for a terminal, with the points as a table
 *
 * Labels are placed so that none covers another, a point or a line (report/placement.h). Roofs carry
 * their names along the line. Series carry theirs beside a point, or a little apart with a thin line to
 * it, while they all find room; else points get numbers and the names stand in a legend below. Levels are told apart by the shape of the
 * point, devices by the dashes of their roofs, measured points are open: the figure says the same
 * in grey.
 */
#ifndef GM_REPORT_ROOFLINE_H
#define GM_REPORT_ROOFLINE_H

#include "analysis/roofline.h"
#include "base/text.h"
#include "report/placement.h"
#include "report/plot.h"

/*        enumerator         name      mm wide, high, letters in points */
#define GM_FIGURE_SIZE_LIST(X)                                                                     \
	X(GM_FIGURE_PAGE, "page", 180, 120, 9)                                                     \
	X(GM_FIGURE_SLIDE, "slide", 254, 143, 14)                                                  \
	X(GM_FIGURE_COLUMN, "column", 86, 76, 7)

typedef enum gm_figure_size {
#define X(id, name, width, height, points) id,
	GM_FIGURE_SIZE_LIST(X)
#undef X
		GM_FIGURE_SIZE_COUNT
} gm_figure_size;

/* What one point of type takes, a little more than on paper: what gnuplot's terminals make of it. */
#define GM_FIGURE_POINT_MM 0.375

gm_plot_size gm_figure_size_of(gm_figure_size size);
bool gm_figure_size_find(const char *name, gm_figure_size *out);
extern const char *const gm_figure_size_names[GM_FIGURE_SIZE_COUNT];

/* ---- what a figure is made of ---- */

/* Shapes in gnuplot's order of point types: the open one, and one more for the filled. */
typedef enum gm_shape { GM_CIRCLE, GM_SQUARE, GM_TRIANGLE, GM_DIAMOND, GM_POINTING_DOWN } gm_shape;

typedef enum gm_stroke {
	GM_STROKE_ROOF,
	GM_STROKE_CEILING,
	GM_STROKE_JOIN,
	GM_STROKE_PATH,
	GM_STROKE_LEADER, /* from a point to a label that stands apart */
} gm_stroke;

/* From and to in FLOP/B and FLOP/s. */
typedef struct gm_figure_line {
	double x1, y1, x2, y2;
	gm_stroke stroke;
	int colour, dash; /* row of the palette; 0: solid */
	const char *hover; /* "" for none */
} gm_figure_line;

typedef struct gm_figure_mark {
	double x, y; /* FLOP/B, FLOP/s; of the key, millimetres */
	gm_shape shape;
	double size; /* 1: as high as a small letter */
	bool open;
	int colour;
	double spread_ratio; /* of y; 0: none */
	const char *hover;
} gm_figure_mark;

typedef enum gm_anchor { GM_ANCHOR_LEFT, GM_ANCHOR_MIDDLE, GM_ANCHOR_RIGHT } gm_anchor;

/* In millimetres; y is the middle of the letters. */
typedef struct gm_figure_text {
	double x, y, angle_rad;
	gm_anchor anchor;
	int colour;
	bool inside; /* inside the axes: belongs to the data */
	const char *text;
} gm_figure_text;

typedef struct gm_figure_tick {
	double value;
	const char *label; /* "" for a small one */
} gm_figure_tick;

enum { GM_FIGURE_TICKS_MAX = 256 };

/* Ems that the ticks and the title of the axis take below the plot. */
#define GM_FIGURE_BELOW_EM 4.4

typedef struct gm_figure_axis {
	double least, most; /* of the data; logarithmic */
	double from_mm, to_mm;
	const char *title;
	gm_figure_tick ticks[GM_FIGURE_TICKS_MAX];
	int ticks_count;
} gm_figure_axis;

typedef struct gm_figure {
	gm_arena *arena;
	const gm_roofline *roofline; /* borrowed */
	double width_mm, height_mm, em_mm;
	int letters_points;
	gm_figure_axis x, y;
	gm_figure_line *lines;
	gm_figure_mark *marks; /* of the data */
	gm_figure_mark *keys;  /* of the key and the legend */
	gm_figure_text *texts;
	size_t lines_count, lines_capacity, marks_count, marks_capacity, keys_count, keys_capacity,
		texts_count, texts_capacity;
	gm_placement placement;
	const char *title, *description;
	const char *unnamed; /* roofs that found no room for their names; NULL: all did */
} gm_figure;

/* The roofline must be finished and outlive the figure. */
void gm_figure_init(gm_figure *figure, const gm_roofline *roofline, gm_figure_size size);
void gm_figure_dispose(gm_figure *figure);

/* Its size for gm_plot_render: that of its kind, and more where a legend stands below. */
gm_plot_size gm_figure_plot_size(const gm_figure *figure);

/* Millimetres of a value on an axis, and back. */
double gm_figure_mm(const gm_figure_axis *axis, double value);
double gm_figure_value(const gm_figure_axis *axis, double mm);

/* The palette, "#rrggbb": black first, then colours whose greys differ. */
enum { GM_COLOURS_COUNT = 7, GM_GREY = GM_COLOURS_COUNT };
extern const char *const gm_figure_colours[GM_COLOURS_COUNT + 1];

/* ---- drawing it ---- */

/* A script for gm_plot_render. What each point and roof says when the pointer rests on it stands in
   comments, which the runner puts into an SVG. */
void gm_report_roofline_plot(gm_text *out, const gm_figure *figure);

/* <svg class="roofline" ...>...</svg> without a prolog, to stand in a page of HTML or, after one, in
   a file. Its letters and lines take `currentColor`, its ground is that of the page; marks can be
   reached with the keyboard. `id` makes the ids of several on one page differ. */
void gm_report_roofline_svg(gm_text *out, const gm_figure *figure, const char *id);

/* At most 80 columns. */
void gm_report_roofline_text(gm_text *out, const gm_roofline *roofline);

/* ---- shared by the writers ---- */

/* "tiled_mm TILE=16 on h100, DRAM: 170.7 FLOP/B, predicted 6.9 TFLOP/s, 10 % of the 66.9 TFLOP/s
   attainable there; held by shared memory and L1 data banks". */
void gm_roofline_tell_point(gm_text *out, const gm_roofline *roofline, const gm_roofline_point *point);
/* "NVIDIA H100 SXM5 80GB: DRAM 3.35 TB/s, the roof of kernels below 19.97 FLOP/B". */
void gm_roofline_tell_roof(gm_text *out, const gm_roofline *roofline, const gm_roof *roof);
/* "3.35 TB/s" */
void gm_roofline_rate_roof(gm_text *out, const gm_roof *roof);

/* ---- the steps of gm_figure_init, one file each ---- */

/* roofline_axes.c: the ranges and ticks, from the roofs and points. */
void gm_figure_fill_axes(gm_figure *figure);
/* roofline_labels.c and what it calls: names of roofs and series; leaves room for a legend where one is needed. */
void gm_figure_fill_labels(gm_figure *figure);
/* roofline_legend.c: the figure grows by the legend. Returns how many series have a number in it. */
int gm_figure_add_legend(gm_figure *figure);
/* roofline_frame.c: the title; the key from a height on, returning where the plot may begin; what is
   left out, below. */
void gm_figure_fill_title(gm_figure *figure);
double gm_figure_fill_key(gm_figure *figure, double top_mm);
void gm_figure_fill_notes(gm_figure *figure);
/* roofline_figure.c */
void gm_figure_fill_data(gm_figure *figure);
void gm_figure_raise(gm_figure *figure, double mm); /* makes room below */
void gm_figure_add_text(gm_figure *figure, gm_figure_text text);
void gm_figure_add_key(gm_figure *figure, gm_figure_mark mark);
void gm_figure_add_line(gm_figure *figure, gm_figure_line line);
const char *gm_figure_keep(gm_figure *figure, gm_text *text); /* disposes the text */
gm_shape gm_figure_shape_of(gm_level level);
int gm_figure_colour_of(const gm_roofline *roofline, int series);

#endif
