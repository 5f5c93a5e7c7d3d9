/*
 * What an SVG of gnuplot says when the pointer rests on it, and to those who do not see it.
 *
 * gnuplot names the elements of a picture after their number ("gnuplot_plot_3"), and browsers show
 * that name. A script says something better in comments, which gnuplot skips:
 *
 *     # title TEXT           of the whole picture
 *     # description TEXT
 *     # hover 3 TEXT         of the third element of the plot
 *     # hover 3b TEXT        of that of the second plot, where there are several
 *
 * An element without a comment gets no name at all.
 */
#ifndef GM_REPORT_PLOT_HOVER_H
#define GM_REPORT_PLOT_HOVER_H

#include "base/text.h"

/* The comments, for writers of scripts, in the order of the elements. `element` counts from 1, as does
   `panel`; 0 where the picture is one plot. */
void gm_plot_hover_note(gm_text *out, int panel, int element, const char *text);
void gm_plot_title_note(gm_text *out, const char *title, const char *description);

/* Appends gnuplot's SVG with the script's names in place of its own. */
void gm_plot_hover_apply(gm_text *out, const char *svg, const char *script);

#endif
