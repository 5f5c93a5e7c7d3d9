/*
 * How the labels of a roofline find their places; private to the roofline_label*.c files.
 *
 * Roofs first, along their lines; then the series, beside one of their points. Where a name would
 * cover something, all names go into a legend below the plot and the points get its numbers
 * instead.
 *
 * A place costs what it covers and how far it is from what was liked best. No label covers a point
 * or another label, and one that would cross a line goes elsewhere, gives up its rate, or stands
 * apart with a thin line to its point, before it does.
 */
#ifndef GM_REPORT_ROOFLINE_LABELS_H
#define GM_REPORT_ROOFLINE_LABELS_H

#include "report/roofline.h"

enum { GM_LABEL_CROSSING = 45 }; /* a cost from here on means that a line is crossed */

/* The cheapest place so far; cost < 0: none yet. */
typedef struct gm_label_place {
	gm_figure_text text;
	double cost;
} gm_label_place;

/* The ground of a text, its anchor given. */
gm_box gm_label_box(const gm_figure *figure, const gm_figure_text *text);

/* Keeps the place in `best` if it is cheaper: what it covers and `liking`. */
void gm_label_try(const gm_figure *figure, gm_label_place *best, const gm_figure_text *text,
		  double liking);

/* Writes it; later labels keep away from it. */
void gm_label_take(gm_figure *figure, const gm_label_place *place);

/* What a thin line to a label costs: it crosses no other label and no point; other lines it may. */
double gm_label_leader_cost(const gm_figure *figure, const gm_box *leader);

/* Draws it; later labels keep away from it. */
void gm_label_lead(gm_figure *figure, const gm_box *leader);

/* ---- one file each ---- */

void gm_figure_label_roofs(gm_figure *figure);

/* Beside one of the points of a series; the cost of doing so. `apart`: farther off too, with a line
   to the point where that is what was chosen. */
double gm_figure_label_series(gm_figure *figure, int series, const char *text, bool apart);

#endif
