/*
 * Three curves side by side: occupancy against block size, registers and shared memory. The study's
 * own point is a filled dot on dotted lines to both axes; what it is stands above each curve, where
 * no curve can run through it. Black and greys only: the picture says the same on any printer.
 */
#include "report/occupancy.h"

#include "report/occupancy_words.h"
#include "report/plot.h"

#include <string.h>

enum { NAME_SHOWN = 60 };

static const struct {
	const char *label, *now;
	double per_unit; /* of the axis */
	double tics;
} axes[GM_CURVE_COUNT] = {
	[GM_CURVE_BLOCK] = {"threads per block", "threads per block", 1, 256},
	[GM_CURVE_REGISTERS] = {"registers per thread", "registers per thread", 1, 32},
	[GM_CURVE_SHARED] = {"shared memory per block, KiB", "KiB of shared memory", 1024, 0},
};

/* About six steps over the axis, in a multiple that readers of powers of two like. */
static double
tics_of(const gm_curve *curve)
{
	static const double nice[] = {1, 2, 4, 8, 16, 32, 64, 128};
	const double most = (double)curve->points[curve->count - 1].x / axes[curve->axis].per_unit;
	if (axes[curve->axis].tics > 0 && most / axes[curve->axis].tics >= 2)
		return axes[curve->axis].tics;
	size_t i = 0;
	while (i + 1 < sizeof nice / sizeof *nice && most / nice[i] > 8)
		i++;
	return nice[i];
}

static void
write_data(gm_text *out, const gm_curve *curve)
{
	/* A value holds from the one before: the first holds from zero. */
	gm_text_print(out, "$curve%d << EOD\n0 %.6g\n", (int)curve->axis,
		      100 * curve->points[0].occupancy_ratio);
	for (int i = 0; i < curve->count; i++)
		gm_text_print(out, "%.10g %.6g\n",
			      (double)curve->points[i].x / axes[curve->axis].per_unit,
			      100 * curve->points[i].occupancy_ratio);
	gm_text_print(out, "EOD\n$now%d << EOD\n%.10g %.6g\nEOD\n", (int)curve->axis,
		      (double)curve->now.x / axes[curve->axis].per_unit,
		      100 * curve->now.occupancy_ratio);
}

static void
write_panel(gm_text *out, const gm_curve *curve)
{
	const double x = (double)curve->now.x / axes[curve->axis].per_unit;
	const double y = 100 * curve->now.occupancy_ratio;
	const double most = (double)curve->points[curve->count - 1].x / axes[curve->axis].per_unit;
	gm_text_print(out, "set title '%.6g %s: %.4g %%'\n", x, axes[curve->axis].now, y);
	gm_text_print(out, "set xlabel '%s'\nset xrange [0:%.10g]\nset xtics 0,%.10g\n",
		      axes[curve->axis].label, most, tics_of(curve));
	gm_text_print(out,
		      "unset arrow\n"
		      "set arrow from %.10g,0 to %.10g,%.6g nohead dashtype 3 linewidth 1.5 "
		      "linecolor '#505050'\n"
		      "set arrow from 0,%.6g to %.10g,%.6g nohead dashtype 3 linewidth 1.5 "
		      "linecolor '#505050'\n",
		      x, x, y, y, x, y);
	gm_text_print(
		out,
		"plot $curve%d using 1:2 with fsteps linewidth 2 linecolor 'black' notitle, \\\n"
		"     $now%d using 1:2 with points pointtype 7 pointsize 1.4 linecolor 'black' "
		"notitle\n",
		(int)curve->axis, (int)curve->axis);
}

static void
write_title(gm_text *out, const gm_occupancy_study *study)
{
	const gm_occupancy_subject *s = &study->subject;
	gm_text title = {0};
	const bool cut = strlen(s->kernel) >
			 NAME_SHOWN; /* mangled names are longer than a picture is wide */
	gm_text_print(&title, "%.*s%s%s%s%soccupancy on ", NAME_SHOWN, s->kernel, cut ? "..." : "",
		      *s->parameters ? " " : "", s->parameters, *s->kernel ? ": " : "");
	gm_occupancy_write_device(&title, study->device);
	gm_text_append(out, "set multiplot layout 1,3 title ");
	gm_plot_quote(out, title.bytes);
	gm_text_append(out, "\n");
	gm_text_dispose(&title);
}

void
gm_report_occupancy_plot(gm_text *out, const gm_occupancy_study *study,
			 const gm_curve curves[GM_CURVE_COUNT])
{
	for (int i = 0; i < GM_CURVE_COUNT; i++)
		write_data(out, &curves[i]);
	write_title(out, study);
	gm_text_print(
		out,
		"set yrange [0:104]\nset ytics 0,25\nset grid ytics linecolor '#c8c8c8' linewidth "
		"1 dashtype 1\n"
		"set border 3\nset tics nomirror out\nset ylabel 'resident warps, %% of %d'\n",
		curves[0].warps_max);
	for (int i = 0; i < GM_CURVE_COUNT; i++)
		write_panel(out, &curves[i]);
	gm_text_append(out, "unset multiplot\n");
}
