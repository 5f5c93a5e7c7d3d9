/*
 * The lanes of one request, drawn as `access -o FILE.svg` draws them, in the colours of the page.
 */
#include "report/access.h"
#include "report/access_svg.h"
#include "report/dossier.h"
#include "report/svg.h"

enum { WIDTH_LEAST = 880, ABOVE = 8, BELOW = 8 };

static void
write_label(gm_text *out, const gm_access_view *view)
{
	gm_text words = {0};
	gm_access_say_request(&words, view);
	gm_text_append(&words, "; ");
	gm_access_say_verdict(&words, view);
	gm_svg_escape(out, words.bytes);
	gm_text_dispose(&words);
}

static void
write_sentence(gm_text *out, const gm_access_view *view,
	       void (*say)(gm_text *, const gm_access_view *))
{
	gm_text words = {0};
	say(&words, view);
	if (words.length) {
		gm_text_append(out, "<p>");
		gm_svg_escape(out, words.bytes);
		gm_text_append(out, "</p>\n");
	}
	gm_text_dispose(&words);
}

void
gm_dossier_write_lanes(gm_text *out, gm_dossier_page *page, const gm_access_view *view)
{
	gm_text drawing = {0}, picture = {0};
	double width = WIDTH_LEAST;
	const double y = (view->site->space == GM_GLOBAL ? gm_access_draw_lines : gm_access_draw_banks)(
		&drawing, view, ABOVE, &width);
	gm_dossier_compact(&picture, drawing.bytes);
	write_sentence(out, view, gm_access_say_request);
	gm_text_print(out,
		      "<div class=\"wide\"><svg class=\"lanes\" viewBox=\"0 0 %g %g\" "
		      "style=\"width:%gpx\" role=\"group\" data-walk=\"\" aria-label=\"",
		      width, y + BELOW, width);
	write_label(out, view);
	gm_text_append(out, "\">");
	gm_dossier_write_picture(out, page, "lanes", &picture);
	gm_text_append(out, "</svg></div>\n");
	write_sentence(out, view, gm_access_say_l1);
	write_sentence(out, view, gm_access_say_atomic);
	write_sentence(out, view, gm_access_say_rule);
	gm_text_dispose(&drawing);
	gm_text_dispose(&picture);
}
