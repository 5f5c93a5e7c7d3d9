/*
 * A small writer of SVG: rectangles, lines, polylines and text in named styles.
 *
 * Coordinates are pixels from the upper left. A style is a class of the document's own sheet, so
 * that a drawing stands alone: light background, readable in grey and for the colour-blind. Texts
 * are escaped; a `title` is shown where the pointer rests, "" or NULL for none. Elements are
 * appended to a body first; gm_svg_document puts it into a page once its height is known.
 */
#ifndef GM_REPORT_SVG_H
#define GM_REPORT_SVG_H

#include "base/text.h"

/* Text with the five characters of XML escaped, and what XML cannot hold left out. */
void gm_svg_escape(gm_text *out, const char *text);

void gm_svg_rect(gm_text *out, double x, double y, double width, double height, const char *style,
		 const char *title);
void gm_svg_line(gm_text *out, double x1, double y1, double x2, double y2, const char *style);
/* A curve from one point to the next, x0 y0 x1 y1 ... */
void gm_svg_polyline(gm_text *out, const double *points, int count, const char *style);
/* From (x1, y1) to (x2, y2), leaving and arriving level. */
void gm_svg_link(gm_text *out, double x1, double y1, double x2, double y2, const char *style);
/* y is the base line; the style says where x is: start, middle or end of the text. */
void gm_svg_text(gm_text *out, double x, double y, const char *style, const char *text);
void gm_svg_print(gm_text *out, double x, double y, const char *style, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Lines of at most `width_characters` from y on, 17 pixels apart; returns the y after the last. */
double gm_svg_paragraph(gm_text *out, double x, double y, const char *style, const char *words,
			size_t width_characters);

/* The whole file. `sheet` is CSS, added to that of gm_svg itself: text.start (default), .middle,
   .end, .head, .bold, .small, .grey. */
void gm_svg_document(gm_text *out, double width, double height, const char *title,
		     const char *description, const char *sheet, const gm_text *body);

#endif
