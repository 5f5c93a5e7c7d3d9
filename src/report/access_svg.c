/*
 * A page: what, which request, the verdict; then the drawing; then the rule and the advice.
 *
 * Global memory: lanes on the left, linked to the 128-byte lines they touch; in a line the bytes
 * that lanes name are filled and numbered by lane, those only moved are hatched, the rest is empty.
 * Shared memory: banks across, passes down, the lane served in each cell.
 */
#include "report/access_svg.h"

#include "report/svg.h"

#include <string.h>

enum { PARAGRAPH = 118, WIDTH_LEAST = 880 };

static const char sheet[] =
	".lane{fill:#dbe9f6;stroke:#31628f}.idle{fill:#f4f4f4;stroke:#bbb}"
	".named{fill:#9cc4e4;stroke:#31628f}.odd{fill:#c9dff2;stroke:#31628f}"
	".moved{fill:url(#hatch);stroke:none}.edge{fill:none;stroke:#222;stroke-width:1.5}"
	".rest{fill:#fff;stroke:#ccc;stroke-dasharray:3 2}"
	".link{fill:none;stroke:#7a97b3;stroke-width:0.9}"
	".free{fill:#fff;stroke:#ddd}.one{fill:#c9dff2;stroke:#31628f}"
	".many{fill:#31628f;stroke:#1c3a56}.white{fill:#fff}"
	".hot{fill:#f3c9a4;stroke:#a0521d}.calm{fill:#eee;stroke:#ccc}";

static const char hatch[] =
	"<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
	"patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fbf1e6\"/>"
	"<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" stroke=\"#c98a4f\" stroke-width=\"1.5\"/>"
	"</pattern></defs>\n";

void
gm_access_name_lanes(gm_text *out, uint64_t lanes)
{
	gm_text_append(out, (lanes & (lanes - 1)) != 0 ? "lanes " : "lane ");
	gm_report_lanes(out, lanes);
}

static double
say(gm_text *body, double y, const char *style, const gm_access_view *view,
    void (*sentence)(gm_text *, const gm_access_view *))
{
	gm_text words = {0};
	sentence(&words, view);
	if (words.length)
		y = gm_svg_paragraph(body, GM_DRAWING_LEFT, y, style, words.bytes, PARAGRAPH);
	gm_text_dispose(&words);
	return y;
}

static double
advise(gm_text *body, double y, const gm_array_advice *advice,
       void (*sentence)(gm_text *, const gm_array_advice *))
{
	gm_text words = {0};
	sentence(&words, advice);
	if (words.length)
		y = gm_svg_paragraph(body, GM_DRAWING_LEFT, y, "", words.bytes, PARAGRAPH);
	gm_text_dispose(&words);
	return y;
}

static double
write_head(gm_text *body, const gm_access_view *view)
{
	double y = say(body, 30, "head", view, gm_access_say_kernel) + 5;
	y = say(body, y, "", view, gm_access_say_site);
	y = say(body, y, "", view, gm_access_say_request);
	return say(body, y + 5, "bold", view, gm_access_say_verdict);
}

static double
write_foot(gm_text *body, double y, const gm_access_report *report)
{
	y = say(body, y, "", report->view, gm_access_say_l1);
	y = say(body, y, "", report->view, gm_access_say_atomic);
	if (report->advice) {
		y = advise(body, y, report->advice, gm_access_say_checked);
		y = advise(body, y, report->advice, gm_access_say_padding);
		y = advise(body, y, report->advice, gm_access_say_swizzle);
	}
	return say(body, y, "grey", report->view, gm_access_say_rule);
}

void
gm_report_access_svg(gm_text *out, const gm_access_report *report)
{
	const gm_access_view *view = report->view;
	gm_text body = {0}, title = {0}, description = {0};
	double width = WIDTH_LEAST;
	gm_text_append(&body, hatch);
	double y = write_head(&body, view) + 8;
	y = (view->site->space == GM_GLOBAL ? gm_access_draw_lines
					    : gm_access_draw_banks)(&body, view, y, &width);
	y = write_foot(&body, y + 30, report);
	gm_access_say_kernel(&title, view);
	gm_access_say_site(&description, view);
	gm_text_append(&description, "; ");
	gm_access_say_request(&description, view);
	gm_text_append(&description, "; ");
	gm_access_say_verdict(&description, view);
	gm_svg_document(out, width, y + 6, title.bytes, description.bytes, sheet, &body);
	gm_text_dispose(&body);
	gm_text_dispose(&title);
	gm_text_dispose(&description);
}
