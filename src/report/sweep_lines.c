#include "report/sweep_picture.h"

#include "report/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double step = 1e-9; /* of rounding */
static const double decades_logarithmic = 2;

/* ---- lines ---- */

/* A line of a row: its device and the values of the other axes, as one number. */
static size_t
line_of(const gm_picture *p, const gm_sweep_row *row)
{
	const gm_sweep_view *v = p->view;
	size_t number = 0, combination = row->combination;
	size_t place = 1;
	for (int i = v->axes_count - 1; i >= 0; i--) {
		if (i != p->x_axis) {
			number += place * (combination % v->axes[i].count);
			place *= v->axes[i].count;
		}
		combination /= v->axes[i].count;
	}
	return number * (size_t)v->devices_count + (size_t)row->device;
}

static void
name_line(const gm_picture *p, gm_picture_line *l, const gm_sweep_row *row)
{
	const gm_sweep_view *v = p->view;
	gm_text name = {0};
	gm_text_append(&name, "");
	for (int i = 0; i < v->axes_count; i++)
		if (i != p->x_axis && v->axes[i].count > 1)
			gm_text_print(&name, "%s%s=%lld", name.length ? " " : "", v->axes[i].name,
				      (long long)gm_sweep_value(v->axes, v->axes_count, i,
								row->combination));
	if (v->devices_count > 1 || name.length == 0)
		gm_text_print(&name, "%s%s", name.length ? " on " : "", v->devices[row->device].name);
	gm_text_shorten(l->name, sizeof l->name, name.bytes, 30);
	gm_text_dispose(&name);
}

gm_status
gm_picture_make_lines(gm_picture *p, gm_error *err)
{
	const gm_sweep *s = p->view->sweep;
	size_t lines = (size_t)p->view->devices_count;
	for (int i = 0; i < p->view->axes_count; i++)
		lines *= i == p->x_axis ? 1 : p->view->axes[i].count;
	if (lines > GM_SWEEP_LINES_MAX)
		return gm_fail(err, GM_USAGE,
			       "%zu lines in one picture, at most %d can be told apart; fewer devices "
			       "or values of the parameters other than %s",
			       lines, GM_SWEEP_LINES_MAX, p->view->axes[p->x_axis].name);
	p->lines_count = (int)lines;
	p->lines = gm_allocate(lines, sizeof *p->lines);
	for (size_t i = 0; i < lines; i++)
		p->lines[i].points = gm_allocate(p->view->axes[p->x_axis].count, sizeof(gm_picture_point));
	for (size_t i = 0; i < s->count; i++)
		name_line(p, &p->lines[line_of(p, &s->rows[i])], &s->rows[i]);
	return GM_OK;
}

void
gm_picture_free_lines(gm_picture *p)
{
	for (int i = 0; i < p->lines_count; i++)
		free(p->lines[i].points);
	free(p->lines);
}

void
gm_picture_fill_lines(gm_picture *p, int metric)
{
	const gm_sweep_view *v = p->view;
	for (int i = 0; i < p->lines_count; i++)
		p->lines[i].count = 0;
	for (size_t i = 0; i < v->sweep->count; i++) {
		const gm_sweep_row *row = &v->sweep->rows[i];
		const gm_value value = row->values[metric];
		gm_picture_line *l = &p->lines[line_of(p, row)];
		if (row->why_not && !l->why_not)
			l->why_not = row->why_not;
		if (row->why_not || value.kind == GM_KIND_UNKNOWN)
			continue;
		l->drawn = true;
		l->points[l->count++] =
			(gm_picture_point){(double)gm_sweep_value(v->axes, v->axes_count, p->x_axis, row->combination),
				value.value, value.kind == GM_KIND_EXACT ? 0 : row->spread_ratio, row};
	}
}

/* ---- ranges and ticks ---- */

static bool
are_powers(const gm_sweep_axis *axis)
{
	for (size_t i = 0; i < axis->count; i++)
		if (axis->values[i] <= 0 ||
		    (i > 1 && axis->values[i] * axis->values[0] != axis->values[i - 1] * axis->values[1]))
			return false;
	return axis->count > 3 && axis->values[1] > axis->values[0];
}

gm_picture_range
gm_picture_range_of_axis(const gm_sweep_axis *axis)
{
	gm_picture_range r = {(double)axis->values[0], (double)axis->values[0], false, are_powers(axis)};
	for (size_t i = 1; i < axis->count; i++) {
		r.least = fmin(r.least, (double)axis->values[i]);
		r.most = fmax(r.most, (double)axis->values[i]);
	}
	r.logarithmic = r.powers;
	return r;
}

gm_picture_range
gm_picture_range_of_values(const gm_picture *p)
{
	gm_picture_range r = {0};
	for (int i = 0; i < p->lines_count; i++)
		for (size_t k = 0; k < p->lines[i].count; k++) {
			const gm_picture_point *q = &p->lines[i].points[k];
			const double most = q->y * (1 + q->spread_ratio);
			const double least = q->y / (1 + q->spread_ratio);
			r.least = (i == 0 && k == 0) || least < r.least ? least : r.least;
			r.most = most > r.most ? most : r.most;
		}
	r.logarithmic = r.least > 0 && log10(r.most / r.least) > decades_logarithmic;
	return r;
}

/* The largest of 1, 2, 5 and their tens that gives at least `count` steps. */
static double
nice_step(double span, int count)
{
	const double decade = pow(10, floor(log10(span / count) + step));
	const double digit = span / count / decade;
	return decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/* Of ticks so far, of which one in `every` has a label. */
typedef struct ticks {
	gm_text *out;
	const char *unit;
	int count, every;
} ticks;

double
gm_picture_tick_width_em(double value)
{
	char label[64];
	snprintf(label, sizeof label, "%.10g", value);
	return gm_text_width_em(label);
}

/* So that labels with a letter between them fit side by side. */
static int
every_of(const gm_picture_range *r, double count, double room_em)
{
	const double widest = fmax(gm_picture_tick_width_em(r->least), gm_picture_tick_width_em(r->most)) + 1;
	return room_em > 0 ? (int)fmax(1, ceil((count - 1) * widest / room_em)) : 1;
}

static void
write_tick(ticks *t, double value)
{
	char label[64] = "";
	gm_text *out = t->out;
	const bool first = t->count == 0, named = t->count++ % t->every == 0;
	if (named && t->unit)
		gm_report_metric((gm_value){value, GM_KIND_EXACT, ""}, t->unit, label, sizeof label);
	else if (named)
		snprintf(label, sizeof label, "%.10g", value);
	/* A label is a format: its percent sign is doubled. */
	const size_t length = strlen(label);
	if (length && label[length - 1] == '%')
		memcpy(label + length, "%", 2);
	gm_text_append(out, first ? "" : ", ");
	gm_plot_quote(out, label);
	gm_text_print(out, " %.10g", value);
}

static void
write_log_ticks(ticks *t, const gm_picture_range *r)
{
	for (double decade = pow(10, ceil(log10(r->least) - step)); decade <= r->most * (1 + step);
	     decade *= 10)
		write_tick(t, decade);
}

/* Eighths where the values end at a power of two, as strides and tiles do. */
static double
linear_step(const gm_picture_range *r, int count)
{
	const double span = r->most - r->least;
	int exponent;
	if (count > 4 && r->most >= 16 && frexp(r->most, &exponent) == 0.5)
		return r->most / 8;
	return span > 0 ? nice_step(span, count) : 1;
}

static void
write_linear_ticks(ticks *t, const gm_picture_range *r, int count, double room_em)
{
	const double by = linear_step(r, count);
	t->every = every_of(r, (r->most - r->least) / by + 1, room_em);
	for (double n = ceil(r->least / by - step); n * by <= r->most + by * step; n++)
		write_tick(t, n == 0 ? 0 : n * by);
}

void
gm_picture_write_ticks(gm_text *out, const gm_picture_range *r, const gm_sweep_axis *axis,
		       const char *unit, double room_em)
{
	ticks t = {out, r->powers ? NULL : unit, 0, r->powers ? every_of(r, (double)axis->count, room_em) : 1};
	if (r->powers)
		for (size_t i = 0; i < axis->count; i++)
			write_tick(&t, (double)axis->values[i]);
	else if (r->logarithmic)
		write_log_ticks(&t, r);
	else
		write_linear_ticks(&t, r, axis ? 6 : 4, room_em);
}
