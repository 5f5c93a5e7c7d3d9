/*
 * # tiled_mm under the roofs of NVIDIA H100 SXM5 80GB
 * # Every number of the picture stands in the data below; the commands only draw.
 * # roofs and joins: FLOP/B and FLOP/s of both ends, one block each
 * $lines << EOD
 * # NVIDIA H100 SXM5 80GB: DRAM 3.35 TB/s; meets the highest peak, ...
 * 0.01 33500000000
 * 295.3 989400000000000
 *
 * ...
 */
#include "report/roofline.h"

#include "report/plot_hover.h"

#include <math.h>

static const double radian = 57.29577951308232; /* degrees */

/* Nine points are the size for which gnuplot's own widths and points are made. */
static double
scale_of(const gm_figure *f)
{
	return f->em_mm / (9 * GM_FIGURE_POINT_MM);
}

/* ---- data ---- */

static void
write_comment(gm_text *out, const char *text)
{
	if (!*text)
		return;
	gm_text_append(out, "# ");
	for (; *text; text++)
		gm_text_append_bytes(out, (unsigned char)*text < ' ' ? " " : text, 1);
	gm_text_append(out, "\n");
}

static void
write_pair(gm_text *out, double x, double y)
{
	char a[40], b[40];
	gm_text_print(out, "%s %s", gm_number_format(x, a, sizeof a),
		      gm_number_format(y, b, sizeof b));
}

static void
write_lines(gm_text *out, const gm_figure *f)
{
	gm_text_append(out, "\n# roofs, what joins points, what leads to labels: FLOP/B and FLOP/s of both ends, one "
			    "block each\n$lines << EOD\n");
	for (size_t i = 0; i < f->lines_count; i++) {
		const gm_figure_line *l = &f->lines[i];
		gm_text_append(out, i ? "\n\n" : "");
		write_comment(out, l->hover);
		write_pair(out, l->x1, l->y1);
		gm_text_append(out, "\n");
		write_pair(out, l->x2, l->y2);
		gm_text_append(out, "\n");
	}
	gm_text_append(out, "EOD\n");
}

static void
write_marks(gm_text *out, const gm_figure *f)
{
	gm_text_append(out, "\n# kernels, a point for each level of memory: FLOP/B, FLOP/s, least and "
			    "most FLOP/s measured\n$points << EOD\n");
	for (size_t i = 0; i < f->marks_count; i++) {
		const gm_figure_mark *m = &f->marks[i];
		write_comment(out, m->hover);
		write_pair(out, m->x, m->y);
		gm_text_append(out, " ");
		write_pair(out, m->y / (1 + m->spread_ratio), m->y * (1 + m->spread_ratio));
		gm_text_append(out, "\n");
	}
	gm_text_append(out, "EOD\n");
}

/* ---- axes ---- */

static void
write_ticks(gm_text *out, char name, const gm_figure_axis *axis)
{
	gm_text_print(out, "set %ctics nomirror out (", name);
	for (int i = 0; i < axis->ticks_count; i++) {
		gm_text_append(out, i ? ", " : "");
		gm_plot_quote(out, axis->ticks[i].label);
		gm_text_print(out, " %.10g %d", axis->ticks[i].value, *axis->ticks[i].label ? 0 : 1);
	}
	gm_text_append(out, ")\n");
}

static void
write_axis(gm_text *out, char name, const gm_figure_axis *axis)
{
	gm_text_print(out, "set logscale %c\nset %crange [%.10g:%.10g]\n", name, name, axis->least,
		      axis->most);
	write_ticks(out, name, axis);
}

static void
write_axes(gm_text *out, const gm_figure *f)
{
	gm_text_print(out,
		      "\nset lmargin at screen %.5f\nset rmargin at screen %.5f\n"
		      "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
		      f->x.from_mm / f->width_mm, f->x.to_mm / f->width_mm,
		      f->y.from_mm / f->height_mm, f->y.to_mm / f->height_mm);
	gm_text_append(out, "unset key\nset border 3\n"
			    "set grid xtics ytics linecolor '#d8d8d8' linewidth 0.7 dashtype 1\n");
	write_axis(out, 'x', &f->x);
	write_axis(out, 'y', &f->y);
}

/* ---- texts ---- */

/* In the numbers of the axis, so that a label stays with its line when ranges are changed. */
static void
write_text(gm_text *out, const gm_figure *f, const gm_figure_text *t)
{
	static const char *const anchors[] = {"left", "center", "right"};
	if (!*t->text)
		return;
	gm_text_append(out, "set label ");
	gm_plot_quote(out, t->text);
	if (t->inside)
		gm_text_print(out, " at first %.6g, first %.6g", gm_figure_value(&f->x, t->x),
			      gm_figure_value(&f->y, t->y));
	else
		gm_text_print(out, " at screen %.5f, screen %.5f", t->x / f->width_mm,
			      t->y / f->height_mm);
	gm_text_print(out, " %s", anchors[t->anchor]);
	if (t->angle_rad != 0)
		gm_text_print(out, " rotate by %.2f", t->angle_rad * radian);
	gm_text_print(out, " textcolor rgb '%s' front\n", gm_figure_colours[t->colour]);
}

static int
point_type(gm_shape shape, bool open)
{
	static const int filled[] = {[GM_CIRCLE] = 7,
				     [GM_SQUARE] = 5,
				     [GM_TRIANGLE] = 9,
				     [GM_DIAMOND] = 13,
				     [GM_POINTING_DOWN] = 11};
	return filled[shape] - open;
}

static void
write_key(gm_text *out, const gm_figure *f, const gm_figure_mark *m)
{
	gm_text_print(out,
		      "set label '' at screen %.5f, screen %.5f point pointtype %d pointsize %.3g "
		      "linecolor rgb '%s'\n",
		      m->x / f->width_mm, m->y / f->height_mm, point_type(m->shape, m->open),
		      0.8 * scale_of(f),
		      gm_figure_colours[m->colour]);
}


/* ---- drawing ---- */

/* Plot elements in the order of their numbers, which the comments about hovering count. */
typedef struct elements {
	gm_text *out;
	gm_text hover;
	int count;
} elements;

static void
begin_element(elements *e, const char *hover)
{
	gm_text_append(e->out, e->count++ ? ", \\\n     " : "\nplot ");
	if (*hover)
		gm_plot_hover_note(&e->hover, 0, e->count, hover);
}

static const struct {
	double width;
	int dash; /* added to the line's own */
} strokes[] = {[GM_STROKE_ROOF] = {1.8, 0},
	       [GM_STROKE_CEILING] = {1.3, 0},
	       [GM_STROKE_JOIN] = {1.0, 0},
	       [GM_STROKE_PATH] = {1.0, 2},
	       [GM_STROKE_LEADER] = {0.6, 0}};

/* gnuplot's dash types run from 1, solid, to 5. */
static int
dash_type(const gm_figure_line *l)
{
	static const int order[] = {1, 2, 4, 3, 5};
	return order[(l->dash + strokes[l->stroke].dash) % 5];
}

static void
draw_line(elements *e, const gm_figure *f, int index)
{
	const gm_figure_line *l = &f->lines[index];
	begin_element(e, l->hover);
	gm_text_print(e->out,
		      "$lines index %d using 1:2 with lines linewidth %.3g dashtype %d "
		      "linecolor rgb '%s' notitle",
		      index, strokes[l->stroke].width * scale_of(f), dash_type(l),
		      gm_figure_colours[l->colour]);
	if (!*l->hover)
		return;
	/* A wide line that is not seen, for the pointer to rest on. */
	begin_element(e, l->hover);
	gm_text_print(e->out,
		      "$lines index %d using 1:2 with lines linewidth 9 linecolor rgb '#ff000000' "
		      "notitle",
		      index);
}

static void
draw_mark(elements *e, const gm_figure *f, int index)
{
	const gm_figure_mark *m = &f->marks[index];
	if (m->spread_ratio > 0) {
		begin_element(e, "");
		gm_text_print(e->out,
			      "$points every ::%d::%d using 1:2:3:4 with yerrorbars pointtype 0 "
			      "linewidth %.3g linecolor rgb '%s' notitle",
			      index, index, scale_of(f), gm_figure_colours[m->colour]);
	}
	begin_element(e, "");
	gm_text_print(e->out,
		      "$points every ::%d::%d using 1:2 with points pointtype %d pointsize %.3g "
		      "linecolor rgb 'white' notitle",
		      index, index, point_type(m->shape, false),
		      (m->size + (m->open ? 0 : 0.3)) * 0.8 * scale_of(f));
	begin_element(e, m->hover);
	gm_text_print(e->out,
		      "$points every ::%d::%d using 1:2 with points pointtype %d pointsize %.3g "
		      "linewidth %.3g linecolor rgb '%s' notitle",
		      index, index, point_type(m->shape, m->open), m->size * 0.8 * scale_of(f),
		      1.4 * scale_of(f), gm_figure_colours[m->colour]);
}

void
gm_report_roofline_plot(gm_text *out, const gm_figure *f)
{
	elements e = {.out = out};
	write_comment(out, f->title);
	gm_text_append(out, "# Every number of the picture stands in the data below; the commands "
			    "only draw.\n");
	gm_plot_title_note(out, f->title, f->description);
	write_lines(out, f);
	if (f->marks_count)
		write_marks(out, f);
	write_axes(out, f);
	for (size_t i = 0; i < f->texts_count; i++)
		write_text(out, f, &f->texts[i]);
	for (size_t i = 0; i < f->keys_count; i++)
		write_key(out, f, &f->keys[i]);
	for (size_t i = 0; i < f->lines_count; i++)
		draw_line(&e, f, (int)i);
	for (size_t i = 0; i < f->marks_count; i++)
		draw_mark(&e, f, (int)i);
	gm_text_append(out, "\n\n");
	gm_text_append(out, e.hover.bytes ? e.hover.bytes : "");
	gm_text_dispose(&e.hover);
}
