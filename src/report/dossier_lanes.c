/*
 * The lanes of one request, drawn as `access -o FILE.svg` draws them, in the colours of the page. A
 * picture that was drawn before is used again: kernels ask for the same things in many places.
 */
#include "report/access.h"
#include "report/access_svg.h"
#include "report/dossier.h"
#include "report/svg.h"

#include <string.h>

enum { WIDTH_LEAST = 880, ABOVE = 8, BELOW = 8 };

/* Where an equal picture is, or a new place for this one, which is then kept. */
static int
find_picture(gm_dossier_page *page, gm_text *picture, bool *found)
{
	for (size_t i = 0; i < page->pictures_count; i++)
		if (strcmp(page->pictures[i].bytes, picture->bytes) == 0) {
			*found = true;
			return (int)i;
		}
	*found = false;
	page->pictures = gm_grow(page->pictures, &page->pictures_capacity, page->pictures_count + 1,
				 sizeof *page->pictures);
	page->pictures[page->pictures_count] = *picture;
	*picture = (gm_text){0};
	return (int)page->pictures_count++;
}

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
	gm_text picture = {0};
	double width = WIDTH_LEAST;
	bool found;
	const double y = (view->site->space == GM_GLOBAL ? gm_access_draw_lines : gm_access_draw_banks)(
		&picture, view, ABOVE, &width);
	const int index = find_picture(page, &picture, &found);
	write_sentence(out, view, gm_access_say_request);
	gm_text_print(out,
		      "<div class=\"wide\"><svg class=\"lanes\" viewBox=\"0 0 %g %g\" "
		      "style=\"width:%gpx\" role=\"group\" data-walk=\"\" aria-label=\"",
		      width, y + BELOW, width);
	write_label(out, view);
	if (found) {
		gm_text_print(out, "\"><use href=\"#lanes%d\"/></svg></div>\n", index);
	} else {
		gm_text_print(out, "\"><g id=\"lanes%d\">\n", index);
		gm_text_append_bytes(out, page->pictures[index].bytes, page->pictures[index].length);
		gm_text_append(out, "</g></svg></div>\n");
	}
	write_sentence(out, view, gm_access_say_l1);
	write_sentence(out, view, gm_access_say_atomic);
	write_sentence(out, view, gm_access_say_rule);
	gm_text_dispose(&picture);
}
