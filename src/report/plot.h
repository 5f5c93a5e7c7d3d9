/*
 * Pictures: a gnuplot script becomes SVG, PNG or PDF, or is kept.
 *
 * The script draws and nothing else: terminal and output are set here, from the suffix of the file.
 * Texts in it are taken as they are (no enhanced mode). gnuplot is run without a shell, with the
 * script as its standard input; the picture appears whole or not at all.
 *
 *     .svg .png .pdf   the picture
 *     .gp              the script, which draws itself as SVG beside: gnuplot x.gp writes x.svg
 *
 * What an SVG says under the pointer stands in comments of the script: report/plot_hover.h.
 *
 * The one file of this room that touches the system: writers of pictures append to a text like all
 * others.
 */
#ifndef GM_REPORT_PLOT_H
#define GM_REPORT_PLOT_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

/* In millimetres on paper and hundredths of an inch on a screen, so that letters keep their share. */
typedef struct gm_plot_size {
	int width_mm, height_mm;
	int letters_points; /* as on paper; 0: 9 */
} gm_plot_size;

/* GM_USAGE for another suffix, before anything is run; GM_MISSING_TOOL, with the package to
   install, when gnuplot is missing or fails; GM_CANNOT_WRITE. */
gm_status gm_plot_render(const char *script, gm_plot_size size, const char *path, gm_error *err);

/* Can this path be drawn to? GM_USAGE names the suffixes. */
gm_status gm_plot_check(const char *path, gm_error *err);

/* A text in single quotes for a script; what gnuplot could stumble over is replaced. */
void gm_plot_quote(gm_text *out, const char *text);

#endif
