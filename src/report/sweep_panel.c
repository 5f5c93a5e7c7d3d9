#include "report/sweep_picture.h"

#include "report/plot_hover.h"

#include <math.h>

/* ---- one panel ---- */

gm_picture_look
gm_picture_look_of(int line)
{
	static const gm_picture_look looks[] = {{7, 1, 0},  {5, 2, 1}, {9, 4, 2}, {13, 3, 3},
						{11, 5, 4}, {6, 1, 5}, {4, 2, 6}};
	return looks[line % (int)(sizeof looks / sizeof *looks)];
}

static void
begin_element(gm_picture *p, const gm_picture_panel *at, const char *hover)
{
	gm_text_append(p->out, p->elements++ ? ", \\\n     " : "plot ");
	if (*hover)
		gm_plot_hover_note(&p->hover, at->count > 1 ? at->index + 1 : 0, p->elements, hover);
}

static void
tell_point(const gm_picture *p, const gm_picture_panel *at, const gm_picture_line *l, const gm_picture_point *q, gm_text *out)
{
	char value[64];
	const gm_sweep_view *v = p->view;
	gm_text_print(out, "%s, %s=%.10g: %s %s (%s)", l->name, v->axes[p->x_axis].name, q->x,
		      v->metrics[at->metric],
		      gm_report_metric(q->row->values[at->metric], v->sweep->units[at->metric], value,
				       sizeof value),
		      gm_kind_name(q->row->values[at->metric].kind));
	if (q->spread_ratio > 0)
		gm_text_print(out, ", samples disagree by %.2g %%", 100 * q->spread_ratio);
}

static void
write_number(gm_text *out, double value)
{
	char number[40];
	gm_text_print(out, " %s", gm_number_format(value, number, sizeof number));
}

static void
write_data(gm_picture *p, const gm_picture_panel *at, const gm_picture_line *l, int index)
{
	const gm_sweep_view *v = p->view;
	gm_text_print(p->out, "# %s: %s; %s in %s, its least and most\n$data%d_%d << EOD\n", l->name,
		      v->axes[p->x_axis].name, v->sweep->metrics[at->metric],
		      v->sweep->units[at->metric], at->index, index);
	for (size_t i = 0; i < l->count; i++) {
		const gm_picture_point *q = &l->points[i];
		gm_text_print(p->out, "%.10g", q->x);
		write_number(p->out, q->y);
		write_number(p->out, q->y / (1 + q->spread_ratio));
		write_number(p->out, q->y * (1 + q->spread_ratio));
		gm_text_append(p->out, "\n");
	}
	gm_text_append(p->out, "EOD\n");
}

static void
write_reference_point(gm_picture *p, const gm_picture_panel *at, double x)
{
	const bool inverse = p->reference == GM_REFERENCE_INVERSE;
	if (x <= 0)
		return;
	gm_text_print(p->out, "%.10g", x);
	write_number(p->out, inverse ? at->y0 * at->x0 / x : at->y0 * x / at->x0);
	gm_text_append(p->out, "\n");
}

/* A curve, so with places between the values. */
static void
write_reference(gm_picture *p, const gm_picture_panel *at)
{
	enum { PLACES = 8 };
	const gm_sweep_axis *axis = &p->view->axes[p->x_axis];
	gm_text_print(p->out, "# %s, through the first point\n$reference%d << EOD\n",
		      p->reference == GM_REFERENCE_INVERSE ? "inversely proportional" : "proportional",
		      at->index);
	for (size_t i = 0; i < axis->count; i++) {
		const double x = (double)axis->values[i];
		const double next = i + 1 < axis->count ? (double)axis->values[i + 1] : x;
		for (int k = 0; k < (next != x ? PLACES : 1); k++)
			write_reference_point(p, at, x + (next - x) * k / PLACES);
	}
	gm_text_append(p->out, "EOD\n");
}

static void
draw_line(gm_picture *p, const gm_picture_panel *at, const gm_picture_line *l, int index)
{
	const gm_picture_look look = gm_picture_look_of(index);
	const char *colour = gm_figure_colours[look.colour];
	bool bars = false;
	for (size_t i = 0; i < l->count; i++)
		bars = bars || l->points[i].spread_ratio > 0;
	begin_element(p, at, l->name);
	gm_text_print(p->out,
		      "$data%d_%d using 1:2 with lines linewidth %.3g dashtype %d linecolor rgb '%s' "
		      "notitle",
		      at->index, index, 1.4 * p->scale, look.dash, colour);
	if (bars) {
		begin_element(p, at, "");
		gm_text_print(p->out,
			      "$data%d_%d using 1:2:3:4 with yerrorbars pointtype 0 linewidth %.3g "
			      "linecolor rgb '%s' notitle",
			      at->index, index, p->scale, colour);
	}
	for (size_t i = 0; i < l->count; i++) {
		gm_text hover = {0};
		tell_point(p, at, l, &l->points[i], &hover);
		begin_element(p, at, hover.bytes);
		gm_text_print(p->out,
			      "$data%d_%d every ::%zu::%zu using 1:2 with points pointtype %d "
			      "pointsize %.3g linecolor rgb '%s' notitle",
			      at->index, index, i, i, look.point, 0.8 * p->scale, colour);
		gm_text_dispose(&hover);
	}
}

static void
write_y(gm_picture *p, const gm_picture_panel *at)
{
	const char *unit = p->view->sweep->units[at->metric];
	const double most = at->y.most > 0 ? at->y.most : 1;
	gm_picture_range y = at->y;
	y.least = y.logarithmic ? y.least / 1.3 : fmin(0, y.least);
	y.most = most * (y.logarithmic ? 1.3 : 1.1);
	gm_text_append(p->out, y.logarithmic ? "set logscale y\n" : "unset logscale y\n");
	gm_text_print(p->out, "set yrange [%.10g:%.10g]\nset ytics nomirror out (", y.least, y.most);
	gm_picture_write_ticks(p->out, &y, NULL, unit, 0);
	gm_text_append(p->out, ")\n");
}

enum { LEFT_EM = 9 };

/* Half of the last label stands beyond the frame. */
static double
right_em(const gm_picture *p)
{
	return fmax(1.5, gm_picture_tick_width_em(p->x.most) / 2 + 0.5);
}

static void
write_x(gm_picture *p)
{
	const gm_picture_range *x = &p->x;
	const double pad = x->most > x->least ? (x->most - x->least) / 40 : 1;
	if (x->logarithmic)
		gm_text_print(p->out, "set logscale x\nset xrange [%.10g:%.10g]\n", x->least / 1.1,
			      x->most * 1.1);
	else
		gm_text_print(p->out, "set xrange [%.10g:%.10g]\n", x->least - pad, x->most + pad);
	gm_text_append(p->out, "set xtics nomirror out (");
	gm_picture_write_ticks(p->out, x, &p->view->axes[p->x_axis], NULL,
			       p->width_mm / p->em_mm - LEFT_EM - right_em(p));
	gm_text_append(p->out, ")\n");
}

/* The margins leave room for the widest label of any panel, so that all begin at one place. */
static void
write_frame(gm_picture *p, const gm_picture_panel *at)
{
	gm_text_print(p->out,
		      "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
		      "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
		      LEFT_EM * p->em_mm / p->width_mm, 1 - right_em(p) * p->em_mm / p->width_mm,
		      at->bottom_mm / p->height_mm, at->top_mm / p->height_mm);
	write_x(p);
	write_y(p, at);
	gm_text_append(p->out, "set label ");
	gm_plot_quote(p->out, p->view->metrics[at->metric]);
	gm_text_print(p->out, " at screen %.5f, screen %.5f center rotate by 90\n",
		      1.2 * p->em_mm / p->width_mm,
		      (at->bottom_mm + at->top_mm) / 2 / p->height_mm);
}

gm_status
gm_picture_draw_panel(gm_picture *p, gm_picture_panel *at, gm_error *err)
{
	gm_picture_fill_lines(p, at->metric);
	at->y = gm_picture_range_of_values(p);
	bool any = false;
	for (int i = 0; i < p->lines_count; i++) {
		const gm_picture_line *l = &p->lines[i];
		if (l->count && !any && l->points[0].x > 0) {
			at->x0 = l->points[0].x;
			at->y0 = l->points[0].y;
		}
		any = any || l->count > 0;
	}
	if (!any)
		return gm_fail(err, GM_BAD_VALUE, "no value of %s is known: there is nothing to draw",
			       p->view->metrics[at->metric]);
	gm_text_append(p->out, "\n");
	for (int i = 0; i < p->lines_count; i++)
		if (p->lines[i].count)
			write_data(p, at, &p->lines[i], i);
	const bool reference = p->reference != GM_REFERENCE_NONE && at->y0 > 0;
	if (reference)
		write_reference(p, at);
	write_frame(p, at);
	p->elements = 0;
	if (reference) {
		begin_element(p, at, "for comparison, through the first point");
		gm_text_print(p->out,
			      "$reference%d using 1:2 with lines linewidth %.3g dashtype 3 linecolor "
			      "rgb '#808080' notitle",
			      at->index, 1.2 * p->scale);
	}
	for (int i = 0; i < p->lines_count; i++)
		if (p->lines[i].count)
			draw_line(p, at, &p->lines[i], i);
	gm_text_append(p->out, "\n");
	return GM_OK;
}

