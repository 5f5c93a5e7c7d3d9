/*
 * Ranges that show every point and every ridge, with room around them and no more; ticks at the
 * decades, small ones between.
 */
#include "report/roofline.h"

#include <math.h>
#include <stdio.h>

static const double step = 1e-9; /* of rounding, against a decade */

typedef struct extent {
	double least, most;
} extent;

static void
include(extent *e, double value)
{
	if (value <= 0)
		return;
	e->least = e->least == 0 || value < e->least ? value : e->least;
	e->most = value > e->most ? value : e->most;
}

/* The nearest 1, 2 or 5 times a power of ten that is not above, or not below. */
static double
nice(double value, bool up)
{
	static const double digits[] = {1, 2, 5, 10};
	const double decade = pow(10, floor(log10(value) + step));
	double best = digits[up ? 3 : 0] * decade;
	for (int i = 0; i < 4; i++) {
		const double candidate = digits[i] * decade;
		if (up && candidate * (1 + step) >= value && candidate < best)
			best = candidate;
		if (!up && candidate <= value * (1 + step) && candidate > best)
			best = candidate;
	}
	return best;
}

static double
lowest_ceiling(const gm_roofline *r, int device, double *highest)
{
	double lowest = 0;
	for (int i = 0; i < r->roofs_count; i++) {
		const gm_roof *roof = &r->roofs[i];
		if (roof->device != device || roof->memory)
			continue;
		lowest = lowest == 0 || roof->rate < lowest ? roof->rate : lowest;
		*highest = roof->rate > *highest ? roof->rate : *highest;
	}
	return lowest;
}

static void
include_roofs(const gm_roofline *r, extent *x, extent *y)
{
	for (int i = 0; i < r->roofs_count; i++) {
		const gm_roof *roof = &r->roofs[i];
		double highest = 0;
		const double lowest = lowest_ceiling(r, roof->device, &highest);
		if (roof->memory) {
			include(x, lowest / roof->rate);
			include(x, highest / roof->rate);
		} else {
			include(y, roof->rate);
		}
	}
}

/* From a decade down to the small ticks a reader can still tell apart. */
static void
fill_ticks(gm_figure_axis *axis, const char *(*label)(gm_arena *, double), gm_arena *arena)
{
	const double decades = log10(axis->most / axis->least);
	for (double decade = pow(10, floor(log10(axis->least) + step));
	     decade <= axis->most * (1 + step); decade *= 10)
		for (int digit = 1; digit < 10; digit++) {
			const double value = decade * digit;
			if (value < axis->least * (1 - step) || value > axis->most * (1 + step) ||
			    axis->ticks_count == GM_FIGURE_TICKS_MAX)
				continue;
			const bool named = digit == 1 || (decades < 2.5 && (digit == 2 || digit == 5));
			axis->ticks[axis->ticks_count++] =
				(gm_figure_tick){value, named ? label(arena, value) : ""};
		}
}

static const char *
intensity_label(gm_arena *arena, double value)
{
	return gm_arena_print(arena, "%.10g", value);
}

static const char *
rate_label(gm_arena *arena, double value)
{
	char text[32];
	gm_quantity_format(value, GM_FLOP_PER_SECOND, text, sizeof text);
	return gm_arena_copy_text(arena, text);
}

void
gm_figure_fill_axes(gm_figure *f)
{
	extent x = {0}, y = {0};
	const gm_roofline *r = f->roofline;
	include_roofs(r, &x, &y);
	for (int i = 0; i < r->points_count; i++) {
		include(&x, r->points[i].intensity_flop_per_byte);
		include(&y, r->points[i].flop_per_s);
	}
	if (x.least == 0)
		include(&x, 1);
	if (y.least == 0)
		include(&y, 1e12);
	/* Three decades at least, so that the memories' roofs are seen to rise. */
	y.least = fmin(y.least, y.most / 1e3);
	f->x.least = nice(x.least / 3, false);
	f->x.most = nice(x.most * 8, true);
	f->y.least = nice(y.least / 2, false);
	f->y.most = nice(y.most * 2, true);
	fill_ticks(&f->x, intensity_label, f->arena);
	fill_ticks(&f->y, rate_label, f->arena);
	f->x.title = "computational intensity, FLOP/B";
	f->y.title = "floating-point rate";
}

double
gm_figure_mm(const gm_figure_axis *axis, double value)
{
	const double share = log(value / axis->least) / log(axis->most / axis->least);
	return axis->from_mm + share * (axis->to_mm - axis->from_mm);
}

double
gm_figure_value(const gm_figure_axis *axis, double mm)
{
	const double share = (mm - axis->from_mm) / (axis->to_mm - axis->from_mm);
	return axis->least * pow(axis->most / axis->least, share);
}
