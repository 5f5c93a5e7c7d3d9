/*
 * Predicted against measured time. On the diagonal a prediction is right; the dark band is 10 % to
 * either side, the light one 25 %. Both axes are logarithmic and of the same length, so that the bands
 * are straight. Cold runs are filled dots, warm ones rings, kernels from descriptors crosses: shapes,
 * not colours, for a printer without any.
 */
#include "report/plot.h"
#include "report/validate.h"

#include "report/validate_words.h"

#include <math.h>
#include <stdio.h>

static bool
is_shown(const gm_validation_row *row)
{
	return row->timed && !row->absent && row->run->set == GM_RUN_VALIDATION &&
	       row->predicted_s > 0 && row->measured_s > 0;
}

typedef struct range {
	double least_s, most_s;
} range;

static range
range_of(const gm_validation *validations, int count)
{
	range r = {INFINITY, 0};
	for (int v = 0; v < count; v++)
		for (int i = 0; i < validations[v].count; i++) {
			const gm_validation_row *row = &validations[v].rows[i];
			if (!is_shown(row))
				continue;
			r.least_s = fmin(r.least_s, fmin(row->predicted_s, row->measured_s));
			r.most_s = fmax(r.most_s, fmax(row->predicted_s, row->measured_s));
		}
	return r.most_s > 0 ? r : (range){1e-6, 1};
}

/* In microseconds. */
static void
write_points(gm_text *out, const gm_validation *validations, int count, gm_origin from, bool warm)
{
	gm_text_print(out, "$%s_%s << EOD\n", gm_origin_name(from), warm ? "warm" : "cold");
	for (int v = 0; v < count; v++)
		for (int i = 0; i < validations[v].count; i++) {
			const gm_validation_row *row = &validations[v].rows[i];
			if (is_shown(row) && row->from == from && row->run->warm == warm)
				gm_text_print(out, "%.6g %.6g\n", 1e6 * row->measured_s,
				              1e6 * row->predicted_s);
		}
	gm_text_append(out, "EOD\n");
}

static int
points_count(const gm_validation *validations, int count, gm_origin from, bool warm)
{
	int points = 0;
	for (int v = 0; v < count; v++)
		for (int i = 0; i < validations[v].count; i++) {
			const gm_validation_row *row = &validations[v].rows[i];
			points += is_shown(row) && row->from == from && row->run->warm == warm;
		}
	return points;
}

/* The band between the diagonals times 1 - share and 1 + share. */
static void
write_band(gm_text *out, const char *name, double share, double least_us, double most_us)
{
	gm_text_print(out, "$%s << EOD\n%.6g %.6g %.6g\n%.6g %.6g %.6g\nEOD\n", name, least_us,
	              least_us * (1 - share), least_us * (1 + share), most_us, most_us * (1 - share),
	              most_us * (1 + share));
}

static void
write_title(gm_text *out, const gm_validation *validations, int count)
{
	gm_text title = {0};
	char mean[32], median[32];
	for (int v = 0; v < count; v++)
		for (int i = 0; i < validations[v].summaries_count; i++) {
			const gm_validation_summary *s = &validations[v].summaries[i];
			if (count > 1 || s->scope != GM_SCOPE_SPEED || s->compared == 0)
				continue;
			gm_text_print(&title, "%sfrom %s, cold: mean error %s, median %s",
			              title.length ? "\n" : "", gm_origin_name(s->from),
			              gm_report_mean(s->mean_ratio, mean, sizeof mean),
			              gm_report_mean(s->median_ratio, median, sizeof median));
		}
	if (title.length) {
		gm_text_append(out, "set title \"");
		for (const char *c = title.bytes; *c; c++)
			gm_text_append_bytes(out, *c == '\n' ? "\\n" : c, *c == '\n' ? 2 : 1);
		gm_text_append(out, "\"\n");
	}
	gm_text_dispose(&title);
}

static const struct {
	gm_origin from;
	bool warm;
	const char *title, *look;
} series[] = {
        {GM_FROM_PTX, true, "from PTX, warm", "pointtype 6 pointsize 0.7 linecolor '#606060'"},
        {GM_FROM_PTX, false, "from PTX, cold", "pointtype 7 pointsize 0.6 linecolor 'black'"},
        {GM_FROM_DESCRIPTOR, true, "from a descriptor, warm",
         "pointtype 4 pointsize 0.6 linecolor '#606060'"},
        {GM_FROM_DESCRIPTOR, false, "from a descriptor, cold",
         "pointtype 2 pointsize 0.7 linecolor 'black'"},
};

enum { SERIES = sizeof series / sizeof *series };

void
gm_report_validation_plot(gm_text *out, const gm_validation *validations, int count)
{
	const range r = range_of(validations, count);
	const double least = 1e6 * r.least_s / 1.5, most = 1e6 * r.most_s * 1.5;
	for (int i = 0; i < SERIES; i++)
		write_points(out, validations, count, series[i].from, series[i].warm);
	write_band(out, "band_25", 0.25, least, most);
	write_band(out, "band_10", 0.10, least, most);
	write_title(out, validations, count);
	gm_text_print(out,
	              "set logscale xy\nset xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
	              "set size square\nset format xy '%%.0f'\n"
	              "set xlabel 'measured time, us'\nset ylabel 'predicted time, us'\n"
	              "set border 3\nset tics nomirror out\nset key left top reverse Left samplen 1\n"
	              "plot $band_25 using 1:2:3 with filledcurves linecolor '#e2e2e2' title 'within 25 %%', \\\n"
	              "     $band_10 using 1:2:3 with filledcurves linecolor '#bcbcbc' title 'within 10 %%', \\\n"
	              "     x with lines linewidth 1 linecolor '#404040' title 'predicted = measured'",
	              least, most, least, most);
	for (int i = 0; i < SERIES; i++)
		if (points_count(validations, count, series[i].from, series[i].warm))
			gm_text_print(out, ", \\\n     $%s_%s using 1:2 with points %s title '%s'",
			              gm_origin_name(series[i].from), series[i].warm ? "warm" : "cold",
			              series[i].look, series[i].title);
	gm_text_append(out, "\n");
}
