/*
 * roofline of NVIDIA H100 SXM5 80GB
 *
 *  1 PFLOP/s |                                                     ____________
 *            |                                               _.-'
 *100 TFLOP/s |                                        _.-'  ___________________
 *            |                            _.-'  b
 *            +---------+---------+---------+---------+---------+---------+-----
 *            0.01      0.1       1         10        100       1000   FLOP/B
 *
 *    kernel      at       FLOP/B  reached           of the roof     held by
 *  a naive_mm    L2          ...
 *
 * Roofs are drawn with characters at three heights; points are the letters of the table, a capital
 * where it was measured. Where several points share a place, the first in the table is seen.
 */
#include "report/paragraph.h"
#include "report/report.h"
#include "report/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT = 13, COLUMNS = GM_REPORT_WIDTH - LEFT - 1, ROWS = 20 };

typedef struct canvas {
	char cells[ROWS][COLUMNS + 1];
	const gm_figure *figure;
} canvas;

/* Characters and thirds of a row; the figure's axes are taken for these. */
static double
column_of(const canvas *c, double x)
{
	const gm_figure_axis *a = &c->figure->x;
	return log(x / a->least) / log(a->most / a->least) * (COLUMNS - 1);
}

static double
height_of(const canvas *c, double y)
{
	const gm_figure_axis *a = &c->figure->y;
	return log(y / a->least) / log(a->most / a->least) * ROWS;
}

static void
put(canvas *c, int column, double height, char what, bool over)
{
	const int row = ROWS - 1 - (int)floor(height);
	if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS)
		return;
	char *cell = &c->cells[row][column];
	if (over ? strchr(" _-'.", *cell) != NULL : *cell == ' ')
		*cell = what;
}

static void
draw_roof(canvas *c, const gm_figure_line *line)
{
	static const char thirds[] = "_-'";
	const int first = (int)ceil(column_of(c, line->x1) - 1e-9);
	const int last = (int)floor(column_of(c, line->x2) + 1e-9);
	const double from = height_of(c, line->y1), to = height_of(c, line->y2);
	const double width = column_of(c, line->x2) - column_of(c, line->x1);
	for (int i = first; i <= last; i++) {
		const double share = width > 0 ? (i - column_of(c, line->x1)) / width : 0;
		const double height = fmin(from + share * (to - from), ROWS - 1e-9);
		const int third = (int)(3 * (height - floor(height)));
		put(c, i, height, thirds[third > 2 ? 2 : third], false);
	}
}

/* Letters of series; beyond the alphabet they repeat, and the table says so. */
static char
letter_of(const gm_roofline_point *point)
{
	const char first = point->kind == GM_POINT_MEASURED ? 'A' : 'a';
	return (char)(first + point->series % 26);
}

static void
draw(canvas *c)
{
	const gm_roofline *r = c->figure->roofline;
	memset(c->cells, ' ', sizeof c->cells);
	for (int i = 0; i < r->roofs_count; i++)
		draw_roof(c, &c->figure->lines[i]);
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *p = &r->points[i];
		put(c, (int)lround(column_of(c, p->intensity_flop_per_byte)),
		    height_of(c, p->flop_per_s), letter_of(p), true);
	}
}

/* The label of the tick in this row; "" when there is none. */
static const char *
tick_in(const canvas *c, int row)
{
	const gm_figure_axis *a = &c->figure->y;
	for (int i = 0; i < a->ticks_count; i++)
		if (*a->ticks[i].label &&
		    ROWS - 1 - (int)floor(height_of(c, a->ticks[i].value) + 1e-9) == row)
			return a->ticks[i].label;
	return "";
}

static void
write_rows(gm_text *out, const canvas *c)
{
	for (int row = 0; row < ROWS; row++) {
		gm_text_print(out, "%*s |", LEFT - 2, tick_in(c, row));
		gm_text_append_bytes(out, c->cells[row], COLUMNS);
		gm_report_end_line(out);
	}
}

static void
write_x_axis(gm_text *out, const canvas *c)
{
	const gm_figure_axis *a = &c->figure->x;
	char line[COLUMNS + 1], labels[GM_REPORT_WIDTH + 32];
	memset(line, '-', COLUMNS);
	line[COLUMNS] = '\0';
	memset(labels, ' ', sizeof labels);
	size_t end = 0;
	for (int i = 0; i < a->ticks_count; i++) {
		const size_t column = (size_t)lround(fmax(0, column_of(c, a->ticks[i].value)));
		const size_t length = strlen(a->ticks[i].label);
		const size_t at = LEFT + column - length / 2;
		if (length == 0 || at < end + (end > 0) || at + length > GM_REPORT_WIDTH - 7)
			continue;
		line[column] = column ? '+' : '-';
		memcpy(labels + at, a->ticks[i].label, length);
		end = at + length;
	}
	memcpy(labels + GM_REPORT_WIDTH - 6, "FLOP/B", 6);
	gm_text_print(out, "%*s%s\n%.*s\n", LEFT, "+", line, GM_REPORT_WIDTH, labels);
}

/* ---- tables ---- */

static void
write_roofs(gm_text *out, const gm_roofline *r)
{
	for (int d = 0; d < r->devices_count; d++) {
		gm_text line = {0};
		gm_text_print(&line, "%s: ", r->devices_count > 1 ? r->devices[d].name : "roofs");
		bool first = true;
		for (int i = 0; i < r->roofs_count; i++) {
			char rate[32];
			const gm_roof *roof = &r->roofs[i];
			if (roof->device != d)
				continue;
			gm_text_print(&line, "%s%s %s", first ? "" : "; ", roof->name,
				      gm_quantity_format(roof->rate,
							 roof->memory ? GM_BYTES_PER_SECOND
								      : GM_FLOP_PER_SECOND,
							 rate, sizeof rate));
			first = false;
		}
		gm_report_paragraph(out, line.bytes, 7);
		gm_text_dispose(&line);
	}
}

static void
write_point(gm_text *out, const gm_roofline *r, const gm_roofline_point *p, bool named)
{
	const gm_roofline_series *s = &r->series[p->series];
	const gm_device *device = r->devices[s->device].device;
	char reached[32], roof[32];
	gm_text name = {0};
	gm_text_print(&name, "%s", named ? s->label : "");
	gm_text_print(out, "%c ", letter_of(p));
	gm_report_field(out, &name, 20);
	gm_text_print(out, " %-9s %7.4g  %-14s",
		      p->kind == GM_POINT_READING ? gm_level_name(p->level)
						  : gm_roofline_memory(device, p->level),
		      p->intensity_flop_per_byte,
		      gm_quantity_format(p->flop_per_s, GM_FLOP_PER_SECOND, reached,
					 sizeof reached));
	if (p->kind == GM_POINT_READING)
		gm_text_append(out, "the roof itself");
	else if (p->attainable_flop_per_s > 0)
		gm_text_print(out, gm_roofline_ratio(p) < 0.001 ? "%5.2f %% of %s" : "%5.3g %% of %s",
			      100 * gm_roofline_ratio(p),
			      gm_quantity_format(p->attainable_flop_per_s, GM_FLOP_PER_SECOND, roof,
						 sizeof roof));
	gm_text_append(out, p->warm ? " warm" : "");
	gm_report_end_line(out);
	gm_text_dispose(&name);
}

static void
write_points(gm_text *out, const gm_roofline *r)
{
	if (r->points_count == 0)
		return;
	gm_text_print(out, "\n  %-20s %-9s %7s  %-14s%s\n", "kernel", "at", "FLOP/B", "reached",
		      "of the roof there");
	for (int i = 0; i < r->points_count; i++) {
		const gm_roofline_point *p = &r->points[i];
		const bool first = i == 0 || p[-1].series != p->series;
		write_point(out, r, p, first);
		const bool last = i + 1 == r->points_count || p[1].series != p->series;
		if (last && *r->series[p->series].limit)
			gm_text_print(out, "    held by %s\n", r->series[p->series].limit);
	}
}

static bool
has_measured(const gm_roofline *r)
{
	for (int i = 0; i < r->points_count; i++)
		if (r->points[i].kind == GM_POINT_MEASURED)
			return true;
	return false;
}

static void
write_notes(gm_text *out, const gm_roofline *r)
{
	gm_text_append(out, "\n");
	if (has_measured(r))
		gm_text_append(out, "  small letters are predicted, capitals measured\n");
	if (r->series_count > 26)
		gm_text_append(out, "  more than 26 kernels: letters repeat in this order\n");
	for (int i = 0; i < r->notes_count; i++) {
		gm_text line = {0};
		gm_text_append(&line, r->notes[i]);
		gm_text_append(out, "  ");
		gm_report_paragraph(out, line.bytes, 4);
		gm_text_dispose(&line);
	}
	/* A report does not end in an empty line. */
	if (out->length > 1 && out->bytes[out->length - 2] == '\n')
		out->bytes[--out->length] = '\0';
}

void
gm_report_roofline_text(gm_text *out, const gm_roofline *r)
{
	gm_figure figure;
	gm_figure_init(&figure, r, GM_FIGURE_PAGE);
	canvas c = {.figure = &figure};
	gm_report_paragraph(out, figure.title, 2);
	gm_text_append(out, "\n");
	draw(&c);
	write_rows(out, &c);
	write_x_axis(out, &c);
	gm_text_append(out, "\n");
	write_roofs(out, r);
	write_points(out, r);
	write_notes(out, r);
	gm_figure_dispose(&figure);
}
