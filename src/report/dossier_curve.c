/*
 * Occupancy against one number of the launch, as a drawing of 280 x 170 pixels: stairs, and a dot for
 * the launch itself, unless its registers are not known. Each stair tells its range and occupancy.
 */
#include "report/dossier.h"
#include "report/svg.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 280, HEIGHT = 170, LEFT = 34, RIGHT = 262, TOP = 24, BOTTOM = 132, TICKS = 4 };

static const struct {
	const char *label, *one;
	double per_unit;
} axes[GM_CURVE_COUNT] = {
	[GM_CURVE_BLOCK] = {"threads per block", "threads", 1},
	[GM_CURVE_REGISTERS] = {"registers per thread", "registers", 1},
	[GM_CURVE_SHARED] = {"KiB of shared memory per block", "KiB", 1024},
};

static double
shown(const gm_curve *c, int64_t x)
{
	return (double)x / axes[c->axis].per_unit;
}

static double
most(const gm_curve *c)
{
	return (double)c->points[c->count - 1].x;
}

static double
x_of(const gm_curve *c, double x)
{
	return LEFT + (RIGHT - LEFT) * x / most(c);
}

static double
y_of(double ratio)
{
	return BOTTOM - (BOTTOM - TOP) * ratio;
}

/* Three or four steps over the axis, each a power of two. */
static int64_t
tick_of(const gm_curve *c)
{
	int64_t tick = (int64_t)axes[c->axis].per_unit;
	while (most(c) / (double)tick > TICKS)
		tick *= 2;
	return tick;
}

static void
write_grid(gm_text *out, const gm_curve *c)
{
	for (int i = 0; i <= TICKS; i++) {
		const double share = (double)i / TICKS;
		gm_svg_line(out, LEFT, y_of(share), RIGHT, y_of(share), "grid");
		gm_svg_print(out, LEFT - 5, y_of(share) + 4, "end small", "%.0f", 100 * share);
	}
	for (int64_t x = 0; (double)x <= most(c); x += tick_of(c)) {
		gm_svg_line(out, x_of(c, (double)x), BOTTOM, x_of(c, (double)x), BOTTOM + 3, "grid");
		gm_svg_print(out, x_of(c, (double)x), BOTTOM + 16, "middle small", "%.4g",
			     shown(c, x));
	}
	gm_svg_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 34, "middle small", axes[c->axis].label);
	gm_svg_text(out, LEFT, TOP - 10, "small", "occupancy, %");
}

/* The last point of the stair that begins at `first`. */
static int
stair_end(const gm_curve *c, int first)
{
	int i = first;
	while (i + 1 < c->count &&
	       !(c->points[i + 1].occupancy_ratio > c->points[first].occupancy_ratio) &&
	       !(c->points[i + 1].occupancy_ratio < c->points[first].occupancy_ratio))
		i++;
	return i;
}

/* A value holds from the one before: the first holds from zero. */
static void
write_stairs(gm_text *out, const gm_curve *c)
{
	double *line = gm_allocate((size_t)c->count * 4, sizeof *line);
	gm_text hits = {0};
	int n = 0;
	for (int first = 0; first < c->count; first = stair_end(c, first) + 1) {
		char title[96];
		const int last = stair_end(c, first);
		const double ratio = c->points[first].occupancy_ratio;
		const double from = x_of(c, first ? (double)c->points[first - 1].x : 0);
		const double to = x_of(c, (double)c->points[last].x);
		line[n++] = from;
		line[n++] = y_of(ratio);
		line[n++] = to;
		line[n++] = y_of(ratio);
		if (first == last)
			snprintf(title, sizeof title, "%.6g %s: %.4g %%",
				 shown(c, c->points[first].x), axes[c->axis].one, 100 * ratio);
		else
			snprintf(title, sizeof title, "%.6g to %.6g %s: %.4g %%",
				 shown(c, c->points[first].x), shown(c, c->points[last].x),
				 axes[c->axis].one, 100 * ratio);
		gm_svg_rect(&hits, from, TOP, to - from, BOTTOM - TOP, "hit", title);
	}
	gm_svg_polyline(out, line, n / 2, "curve");
	gm_text_append(out, hits.bytes ? hits.bytes : "");
	gm_text_dispose(&hits);
	free(line);
}

static void
write_now(gm_text *out, const gm_curve *c)
{
	const double x = x_of(c, (double)c->now.x), y = y_of(c->now.occupancy_ratio);
	gm_svg_line(out, x, y, x, BOTTOM, "drop");
	gm_text_print(out, "<circle class=\"now\" cx=\"%.2f\" cy=\"%.2f\" r=\"4.5\"><title>", x, y);
	gm_dossier_say(out, "this launch: %.6g %s, %.4g %%", shown(c, c->now.x), axes[c->axis].one,
		       100 * c->now.occupancy_ratio);
	gm_text_append(out, "</title></circle>\n");
}

static void
write_label(gm_text *out, const gm_curve *c, bool unknown)
{
	gm_dossier_say(out, "Occupancy against %s", axes[c->axis].label);
	if (!unknown)
		gm_dossier_say(out, "; this launch: %.6g, %.4g %%", shown(c, c->now.x),
			       100 * c->now.occupancy_ratio);
}

void
gm_dossier_write_curve(gm_text *out, gm_dossier_page *page, const gm_curve *c)
{
	const bool unknown = c->axis == GM_CURVE_REGISTERS && c->now.x == 0;
	gm_text drawing = {0}, picture = {0};
	if (c->count == 0)
		return;
	write_grid(&drawing, c);
	write_stairs(&drawing, c);
	gm_dossier_compact(&picture, drawing.bytes);
	gm_text_print(out,
		      "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"group\" data-walk=\"\" "
		      "aria-label=\"",
		      WIDTH, HEIGHT);
	write_label(out, c, unknown);
	gm_text_append(out, "\">");
	gm_dossier_write_picture(out, page, "plot", &picture);
	if (!unknown)
		write_now(out, c);
	gm_text_append(out, "</svg>\n");
	gm_text_dispose(&drawing);
	gm_text_dispose(&picture);
}
