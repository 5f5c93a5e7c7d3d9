/*
 * Where a label finds room: boxes that may be turned, lines, and the cheapest of several places.
 *
 *     cost = 100 * boxes it overlaps + weight of the lines it crosses + how far it is from the
 *            place that was liked best + 1000 if it leaves the frame
 *
 * Places are tried in the order of the caller's liking, and ties go to the first, so that the same
 * figure is always labelled in the same way. Lengths are millimetres, y upwards.
 */
#ifndef GM_REPORT_PLACEMENT_H
#define GM_REPORT_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>

/* A rectangle about its middle, turned counter-clockwise. */
typedef struct gm_box {
	double x, y, half_width, half_height, angle_rad;
} gm_box;

bool gm_box_overlaps(const gm_box *a, const gm_box *b);

/* A line of no width as a box. */
gm_box gm_box_of_line(double x1, double y1, double x2, double y2);

typedef struct gm_obstacle {
	gm_box box;
	double weight; /* what covering it costs */
} gm_obstacle;

enum { GM_PLACEMENT_CLASH = 100 }; /* a cost from here on means that something is covered */

typedef struct gm_placement {
	gm_box frame; /* upright */
	gm_obstacle *obstacles;
	size_t count, capacity;
} gm_placement;

void gm_placement_dispose(gm_placement *placement);
void gm_placement_avoid(gm_placement *placement, const gm_box *box, double weight);

/* What the box costs there, before any liking. */
double gm_placement_cost(const gm_placement *placement, const gm_box *box);

/* Width of a text in ems: the widths of Helvetica and a sixth more, for the fonts that stand in
   for it. */
double gm_text_width_em(const char *text);

/* The text, or its beginning and end around "..." so that it is at most `width_em` wide. */
void gm_text_shorten(char *out, size_t out_bytes, const char *text, double width_em);

#endif
