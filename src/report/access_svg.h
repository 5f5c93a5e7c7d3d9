/*
 * The two drawings of a request, used by report/access_svg.c alone.
 */
#ifndef GM_REPORT_ACCESS_SVG_H
#define GM_REPORT_ACCESS_SVG_H

#include "report/access.h"

enum { GM_DRAWING_LEFT = 24 };

/* Each appends to the body from y on, widens *width where it needs more, and returns the y
   below. */
double gm_access_draw_lines(gm_text *body, const gm_access_view *view, double y, double *width);
double gm_access_draw_banks(gm_text *body, const gm_access_view *view, double y, double *width);

/* "lanes 0-15" or "lane 3". */
void gm_access_name_lanes(gm_text *out, uint64_t lanes);

#endif
