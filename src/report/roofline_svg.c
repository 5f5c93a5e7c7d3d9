/*
 * <svg class="roofline" id="r1" role="group" viewBox="0 0 180 120" ...>
 * <title>tiled_mm under the roofs of NVIDIA H100 SXM5 80GB</title><desc>...</desc>
 * <style>...</style>
 * <g class="c3"><line .../><title>...</title></g>
 * ...
 * </svg>
 *
 * Millimetres from the upper left. Colours are classes c0 to c7 of lines and t0 to t7 of letters, of
 * which the first are the page's own; a dark page gets lighter ones. The rules are bound to the element's id.
 */
#include "report/roofline.h"

#include "report/svg.h"

#include <math.h>

static const char *const dark[GM_COLOURS_COUNT + 1] = {
	"currentColor", "#6cb8f0", "#ff9a5c", "#4fd0a8", "#e58fd0", "#cfcf5a", "#9fd0f5",
	[GM_GREY] = "#b8b8b8",
};

static const char *const dashes[] = {"", "3 1.2", "3 1 0.6 1", "0.6 1", "4 1 0.6 1 0.6 1"};

enum { DASHES_COUNT = sizeof dashes / sizeof *dashes };

static void
write_colours(gm_text *out, const char *id, const char *const *colours)
{
	for (int i = 0; i <= GM_COLOURS_COUNT; i++) {
		const char *colour = i ? colours[i] : "currentColor";
		gm_text_print(out, "#%s .c%d{stroke:%s;fill:%s}#%s .t%d{fill:%s}", id, i, colour,
			      colour, id, i, colour);
	}
}

static void
write_sheet(gm_text *out, const gm_figure *f, const char *id)
{
	gm_text_print(out,
		      "<style>#%s text{font:%.3gpx Helvetica,Arial,sans-serif}"
		      "#%s .grid{stroke:#8884;stroke-width:.2}#%s .axis{stroke:currentColor;"
		      "stroke-width:.3}#%s .wide{stroke:transparent;stroke-width:3}"
		      "#%s [tabindex]:focus{outline:none;stroke-width:1.2}",
		      id, f->em_mm, id, id, id, id);
	write_colours(out, id, gm_figure_colours);
	gm_text_append(out, "@media (prefers-color-scheme:dark){");
	write_colours(out, id, dark);
	gm_text_append(out, "}</style>\n");
}

/* ---- axes ---- */

static double
down(const gm_figure *f, double mm)
{
	return f->height_mm - mm;
}

static void
write_line(gm_text *out, const char *style, double x1, double y1, double x2, double y2)
{
	gm_text_print(out, "<line class=\"%s\" x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"/>\n",
		      style, x1, y1, x2, y2);
}

static void
write_words(gm_text *out, double x, double y, const char *anchor, const char *text)
{
	gm_text_print(out, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" fill=\"currentColor\">", x,
		      y, anchor);
	gm_svg_escape(out, text);
	gm_text_append(out, "</text>\n");
}

static void
write_axes(gm_text *out, const gm_figure *f)
{
	const double left = f->x.from_mm, right = f->x.to_mm, em = f->em_mm;
	const double bottom = down(f, f->y.from_mm), top = down(f, f->y.to_mm);
	for (int i = 0; i < f->x.ticks_count; i++) {
		const gm_figure_tick *t = &f->x.ticks[i];
		const double x = gm_figure_mm(&f->x, t->value);
		write_line(out, "axis", x, bottom, x, bottom + (*t->label ? 0.6 : 0.3) * em);
		if (!*t->label)
			continue;
		write_line(out, "grid", x, top, x, bottom);
		write_words(out, x, bottom + 1.7 * em, "middle", t->label);
	}
	for (int i = 0; i < f->y.ticks_count; i++) {
		const gm_figure_tick *t = &f->y.ticks[i];
		const double y = down(f, gm_figure_mm(&f->y, t->value));
		write_line(out, "axis", left - (*t->label ? 0.6 : 0.3) * em, y, left, y);
		if (!*t->label)
			continue;
		write_line(out, "grid", left, y, right, y);
		write_words(out, left - 0.9 * em, y + 0.35 * em, "end", t->label);
	}
	write_line(out, "axis", left, bottom, right, bottom);
	write_line(out, "axis", left, top, left, bottom);
}

/* ---- data ---- */

static void
write_hover(gm_text *out, const char *hover)
{
	gm_text_append(out, "<title>");
	gm_svg_escape(out, hover);
	gm_text_append(out, "</title>");
}

static void
write_data_line(gm_text *out, const gm_figure *f, const gm_figure_line *l)
{
	static const double widths[] = {[GM_STROKE_ROOF] = 0.45,
					[GM_STROKE_CEILING] = 0.35,
					[GM_STROKE_JOIN] = 0.25,
					[GM_STROKE_PATH] = 0.25,
					[GM_STROKE_LEADER] = 0.15};
	const char *dash = dashes[l->stroke == GM_STROKE_PATH ? 3 : l->dash % DASHES_COUNT];
	gm_text place = {0};
	gm_text_print(&place, "x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"",
		      gm_figure_mm(&f->x, l->x1), down(f, gm_figure_mm(&f->y, l->y1)),
		      gm_figure_mm(&f->x, l->x2), down(f, gm_figure_mm(&f->y, l->y2)));
	gm_text_print(out, "<g class=\"c%d\" stroke-width=\"%.2f\"%s%s%s>", l->colour,
		      widths[l->stroke], *dash ? " stroke-dasharray=\"" : "", dash,
		      *dash ? "\"" : "");
	gm_text_print(out, "<line %s/>", place.bytes);
	if (*l->hover) {
		gm_text_print(out, "<line class=\"wide\" %s/>", place.bytes);
		write_hover(out, l->hover);
	}
	gm_text_append(out, "</g>\n");
	gm_text_dispose(&place);
}

/* About its middle, `r` from there to the edge. */
static void
write_shape(gm_text *out, gm_shape shape, double x, double y, double r)
{
	switch (shape) {
	case GM_CIRCLE:
		gm_text_print(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>", x, y, r);
		return;
	case GM_SQUARE:
		gm_text_print(out, "<path d=\"M%.2f %.2fh%.2fv%.2fh%.2fz\"/>", x - r, y - r, 2 * r,
			      2 * r, -2 * r);
		return;
	case GM_TRIANGLE:
	case GM_POINTING_DOWN: {
		const double s = shape == GM_TRIANGLE ? 1 : -1;
		gm_text_print(out, "<path d=\"M%.2f %.2fL%.2f %.2fH%.2fz\"/>", x, y - 1.1 * s * r,
			      x + r, y + 0.8 * s * r, x - r);
		return;
	}
	case GM_DIAMOND:
		gm_text_print(out, "<path d=\"M%.2f %.2fl%.2f %.2fl%.2f %.2fl%.2f %.2fz\"/>", x,
			      y - 1.2 * r, r, 1.2 * r, -r, 1.2 * r, -r, -1.2 * r);
		return;
	}
}

static void
write_spread(gm_text *out, const gm_figure *f, const gm_figure_mark *m, double x)
{
	gm_text_print(out, "<path fill=\"none\" d=\"M%.2f %.2fV%.2f\"/>", x,
		      down(f, gm_figure_mm(&f->y, m->y / (1 + m->spread_ratio))),
		      down(f, gm_figure_mm(&f->y, m->y * (1 + m->spread_ratio))));
}

static void
write_mark(gm_text *out, const gm_figure *f, const gm_figure_mark *m)
{
	const double x = gm_figure_mm(&f->x, m->x), y = down(f, gm_figure_mm(&f->y, m->y));
	gm_text_print(out, "<g class=\"c%d\" stroke-width=\".3\" tabindex=\"0\" role=\"img\"%s>",
		      m->colour, m->open ? " fill-opacity=\"0\"" : "");
	write_hover(out, m->hover);
	if (m->spread_ratio > 0)
		write_spread(out, f, m, x);
	write_shape(out, m->shape, x, y, 0.3 * m->size * f->em_mm);
	gm_text_append(out, "</g>\n");
}

static void
write_key(gm_text *out, const gm_figure *f, const gm_figure_mark *m)
{
	gm_text_print(out, "<g class=\"c%d\" stroke-width=\".3\"%s>", m->colour,
		      m->open ? " fill-opacity=\"0\"" : "");
	write_shape(out, m->shape, m->x, down(f, m->y), 0.3 * f->em_mm);
	gm_text_append(out, "</g>\n");
}

static void
write_text(gm_text *out, const gm_figure *f, const gm_figure_text *t)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	static const double degrees = 57.29577951308232;
	if (!*t->text)
		return;
	gm_text_print(out, "<text class=\"t%d\" text-anchor=\"%s\" transform=\"translate(%.2f %.2f)",
		      t->colour, anchors[t->anchor], t->x, down(f, t->y));
	if (t->angle_rad != 0)
		gm_text_print(out, " rotate(%.2f)", -t->angle_rad * degrees);
	/* y is the middle of the letters: their base lies a third of an em below. */
	gm_text_print(out, "\" y=\"%.2f\">", 0.35 * f->em_mm);
	gm_svg_escape(out, t->text);
	gm_text_append(out, "</text>\n");
}

void
gm_report_roofline_svg(gm_text *out, const gm_figure *f, const char *id)
{
	gm_text_print(out,
		      "<svg class=\"roofline\" id=\"%s\" xmlns=\"http://www.w3.org/2000/svg\" "
		      "role=\"group\" viewBox=\"0 0 %g %g\" "
		      "style=\"width:100%%;max-width:%gmm\">\n",
		      id, f->width_mm, f->height_mm, f->width_mm * 1.4);
	write_hover(out, f->title);
	gm_text_append(out, "<desc>");
	gm_svg_escape(out, f->description);
	gm_text_append(out, "</desc>\n");
	write_sheet(out, f, id);
	write_axes(out, f);
	for (size_t i = 0; i < f->lines_count; i++)
		write_data_line(out, f, &f->lines[i]);
	for (size_t i = 0; i < f->marks_count; i++)
		write_mark(out, f, &f->marks[i]);
	for (size_t i = 0; i < f->keys_count; i++)
		write_key(out, f, &f->keys[i]);
	for (size_t i = 0; i < f->texts_count; i++)
		write_text(out, f, &f->texts[i]);
	gm_text_append(out, "</svg>\n");
}
