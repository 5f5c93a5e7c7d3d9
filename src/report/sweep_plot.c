/*
 * # strided_copy on turing: bandwidth against stride
 * # Every number of the picture stands in the data below; the commands only draw.
 * # turing: stride, bandwidth in byte/s, its least and most
 * $line1 << EOD
 * 1 501300000000 501300000000 501300000000
 * ...
 *
 * Lines are told apart by dashes and points first, by colour second. Axes across are logarithmic
 * where the values are powers of one number; axes up begin at zero unless the values span more than
 * two decades.
 */
#include "report/sweep_picture.h"

#include "report/plot_hover.h"

#include <math.h>
#include <stdio.h>

enum { NOTES_MOST = 4 };

/* ---- the whole ---- */

static void
put_text(gm_picture *p, double x_mm, double y_mm, const char *anchor, const char *text)
{
	gm_text_append(p->out, "set label ");
	gm_plot_quote(p->out, text);
	gm_text_print(p->out, " at screen %.5f, screen %.5f %s\n", x_mm / p->width_mm,
		      y_mm / p->height_mm, anchor);
}

static void
put_sample(gm_picture *p, double x_mm, double y_mm, int line, bool reference)
{
	const gm_picture_look look = gm_picture_look_of(line);
	gm_text_print(p->out,
		      "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead "
		      "linewidth %.3g dashtype %d linecolor rgb '%s'\n",
		      x_mm / p->width_mm, y_mm / p->height_mm, (x_mm + 2.4 * p->em_mm) / p->width_mm,
		      y_mm / p->height_mm, 1.4 * p->scale, reference ? 3 : look.dash,
		      reference ? "#808080" : gm_figure_colours[look.colour]);
	if (!reference)
		gm_text_print(p->out,
			      "set label '' at screen %.5f, screen %.5f point pointtype %d pointsize "
			      "%.3g linecolor rgb '%s'\n",
			      (x_mm + 1.2 * p->em_mm) / p->width_mm, y_mm / p->height_mm, look.point,
			      0.8 * p->scale, gm_figure_colours[look.colour]);
}

/* The place of the next entry of the key, from the left, downwards. */
typedef struct pen {
	double x, y;
} pen;

static void
put_entry(gm_picture *p, pen *at, const char *name, int line, bool reference, bool draw)
{
	const double em = p->em_mm, width = (4.6 + gm_text_width_em(name)) * em;
	if (at->x > em && at->x + width > p->width_mm) {
		at->x = em;
		at->y -= 1.4 * em;
	}
	if (draw) {
		put_sample(p, at->x, at->y, line, reference);
		put_text(p, at->x + 3 * em, at->y, "left", name);
	}
	at->x += width;
}

/* Returns the height that the key takes; draws it when `draw`. */
static double
fill_key(gm_picture *p, double top_mm, bool draw)
{
	char name[80];
	pen at = {p->em_mm, top_mm};
	for (int i = 0; i < p->lines_count; i++)
		if (p->lines[i].drawn)
			put_entry(p, &at, p->lines[i].name, i, false, draw);
	if (p->reference != GM_REFERENCE_NONE) {
		snprintf(name, sizeof name, "%s%.60s",
			 p->reference == GM_REFERENCE_INVERSE ? "1/" : "proportional to ",
			 p->view->axes[p->x_axis].name);
		put_entry(p, &at, name, 0, true, draw);
	}
	return top_mm - at.y + 1.4 * p->em_mm;
}

static void
write_title(gm_picture *p)
{
	const gm_sweep_view *v = p->view;
	char shown[256];
	gm_text title = {0}, description = {0};
	gm_text_append(&title, v->sweep->kernel);
	if (v->devices_count == 1)
		gm_text_print(&title, " on %s", v->devices[0].device->title);
	gm_text_append(&title, ": ");
	for (int i = 0; i < v->sweep->metrics_count; i++)
		gm_text_print(&title, "%s%s", i == 0 ? "" : i + 1 == v->sweep->metrics_count ? " and " : ", ",
			      v->metrics[i]);
	gm_text_print(&title, " against %s", v->axes[p->x_axis].name);
	gm_text_print(&description, "%d lines of %zu values of %s.", p->lines_count,
		      v->axes[p->x_axis].count, v->axes[p->x_axis].name);
	gm_text_print(p->out,
		      "# %s\n# Every number of the picture stands in the data below; the commands only "
		      "draw.\n",
		      title.bytes);
	gm_plot_title_note(p->out, title.bytes, description.bytes);
	gm_text_shorten(shown, sizeof shown, title.bytes, p->width_mm / p->em_mm - 2);
	put_text(p, p->em_mm, p->height_mm - 1.1 * p->em_mm, "left", shown);
	gm_text_dispose(&title);
	gm_text_dispose(&description);
}

/* Lines without a point are named below, with the reason of their first row; rows that are missing in
   others are counted. */
static int
count_notes(const gm_picture *p, size_t *missing)
{
	int notes = 0;
	*missing = 0;
	for (int i = 0; i < p->lines_count; i++)
		notes += !p->lines[i].drawn;
	for (size_t i = 0; i < p->view->sweep->count; i++)
		*missing += p->view->sweep->rows[i].why_not != NULL;
	return notes;
}

static double
write_notes(gm_picture *p, bool draw)
{
	size_t missing;
	char note[256];
	const int notes = count_notes(p, &missing);
	const int rows = notes > NOTES_MOST ? NOTES_MOST : notes;
	const double em = p->em_mm;
	double y = (rows + (missing > 0)) * 1.4 * em - 0.5 * em;
	for (int i = 0, shown = 0; i < p->lines_count && shown < rows && draw; i++) {
		gm_text text = {0};
		if (p->lines[i].drawn)
			continue;
		gm_text_print(&text, "%s: %s", p->lines[i].name,
			      p->lines[i].why_not ? p->lines[i].why_not : "nothing is known");
		gm_text_shorten(note, sizeof note, text.bytes, p->width_mm / em - 2);
		put_text(p, em, y, "left", note);
		gm_text_dispose(&text);
		y -= 1.4 * em;
		shown++;
	}
	snprintf(note, sizeof note, "%zu of %zu combinations cannot run: the rows say why", missing,
		 p->view->sweep->count);
	if (missing > 0 && draw)
		put_text(p, em, y, "left", note);
	return (rows + (missing > 0)) * 1.4 * em;
}

static gm_status
draw_panels(gm_picture *p, gm_error *err)
{
	const int count = p->view->sweep->metrics_count;
	const double em = p->em_mm, top = p->height_mm - 2.7 * em;
	const double notes = write_notes(p, true);
	const double key = fill_key(p, top, true), bottom = notes + GM_FIGURE_BELOW_EM * em;
	const double height = (top - key - bottom) / count, gap = count > 1 ? 2.4 * em : 0;
	put_text(p, (7.5 * em + p->width_mm) / 2, bottom - 3.3 * em, "center",
		 p->view->axes[p->x_axis].name);
	gm_text_append(p->out, "unset key\nset border 3\nset grid xtics ytics linecolor '#d8d8d8' "
			       "linewidth 0.7 dashtype 1\n");
	if (count > 1)
		gm_text_append(p->out, "set multiplot\n");
	gm_status status = GM_OK;
	for (int i = 0; i < count && status == GM_OK; i++) {
		gm_picture_panel at = {.index = i, .count = count, .metric = i};
		at.bottom_mm = bottom + (count - 1 - i) * height;
		at.top_mm = at.bottom_mm + height - gap;
		status = gm_picture_draw_panel(p, &at, err);
		/* What was set for the whole page is drawn with the first panel alone. */
		gm_text_append(p->out, "unset arrow\nunset label\n");
	}
	if (count > 1)
		gm_text_append(p->out, "unset multiplot\n");
	return status;
}

gm_status
gm_report_sweep_plot(gm_text *out, const gm_sweep_view *view, int x, gm_reference reference,
		     gm_figure_size kind, gm_plot_size *size, gm_error *err)
{
	*size = gm_figure_size_of(kind);
	gm_picture p = {.view = view, .x_axis = x, .reference = reference, .out = out,
		     .width_mm = size->width_mm, .em_mm = size->letters_points * GM_FIGURE_POINT_MM,
		     .scale = size->letters_points / 9.0, .x = gm_picture_range_of_axis(&view->axes[x])};
	const int panels = view->sweep->metrics_count;
	if (panels > GM_SWEEP_PANELS_MAX)
		return gm_fail(err, GM_USAGE, "%d metrics in one picture: at most %d", panels,
			       GM_SWEEP_PANELS_MAX);
	gm_status status = gm_picture_make_lines(&p, err);
	if (status != GM_OK)
		return status;
	/* Half a panel more for each after the first, and room for a long key. */
	size->height_mm += size->height_mm * (panels - 1) / 2;
	for (int i = 0; i < panels; i++)
		gm_picture_fill_lines(&p, i);
	size->height_mm += (int)ceil(fill_key(&p, 0, false) + write_notes(&p, false));
	p.height_mm = size->height_mm;
	write_title(&p);
	status = draw_panels(&p, err);
	gm_text_append(out, "\n");
	gm_text_append(out, p.hover.bytes ? p.hover.bytes : "");
	gm_picture_free_lines(&p);
	gm_text_dispose(&p.hover);
	return status;
}
