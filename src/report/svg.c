#include "report/svg.h"

#include "report/paragraph.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_HEIGHT = 17 };

static const char own_sheet[] = "text{font:13px 'DejaVu Sans',Verdana,sans-serif;fill:#111}"
				".middle{text-anchor:middle}.end{text-anchor:end}"
				".head{font-size:17px;font-weight:bold}.bold{font-weight:bold}"
				".small{font-size:11px}.grey{fill:#555}";

void
gm_svg_escape(gm_text *out, const char *text)
{
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;
		const char *entity = c == '&'    ? "&amp;"
				     : c == '<'  ? "&lt;"
				     : c == '>'  ? "&gt;"
				     : c == '"'  ? "&quot;"
				     : c == '\'' ? "&#39;"
						 : NULL;
		if (entity)
			gm_text_append(out, entity);
		else if (c >= 0x20 || c == '\t' || c == '\n')
			gm_text_append_bytes(out, text, 1);
	}
}

/* A quarter of a pixel is fine enough, and the same on every machine. */
static double
quarter(double value)
{
	return (double)(long long)(value * 4 + (value < 0 ? -0.5 : 0.5)) / 4;
}

static void
number(gm_text *out, const char *name, double value)
{
	gm_text_print(out, " %s=\"%g\"", name, quarter(value));
}

static void
style_of(gm_text *out, const char *style)
{
	if (style && *style)
		gm_text_print(out, " class=\"%s\"", style);
}

void
gm_svg_rect(gm_text *out, double x, double y, double width, double height, const char *style,
	    const char *title)
{
	gm_text_append(out, "<rect");
	number(out, "x", x);
	number(out, "y", y);
	number(out, "width", width);
	number(out, "height", height);
	style_of(out, style);
	if (title && *title) {
		gm_text_append(out, "><title>");
		gm_svg_escape(out, title);
		gm_text_append(out, "</title></rect>\n");
	} else {
		gm_text_append(out, "/>\n");
	}
}

void
gm_svg_line(gm_text *out, double x1, double y1, double x2, double y2, const char *style)
{
	gm_text_append(out, "<line");
	number(out, "x1", x1);
	number(out, "y1", y1);
	number(out, "x2", x2);
	number(out, "y2", y2);
	style_of(out, style);
	gm_text_append(out, "/>\n");
}

void
gm_svg_polyline(gm_text *out, const double *points, int count, const char *style)
{
	gm_text_append(out, "<polyline points=\"");
	for (int i = 0; i < count; i++)
		gm_text_print(out, "%s%g,%g", i ? " " : "", quarter(points[2 * i]),
			      quarter(points[2 * i + 1]));
	gm_text_append(out, "\"");
	style_of(out, style);
	gm_text_append(out, "/>\n");
}

void
gm_svg_link(gm_text *out, double x1, double y1, double x2, double y2, const char *style)
{
	const double middle = quarter((x1 + x2) / 2);
	gm_text_print(out, "<path d=\"M%g %gC%g %g %g %g %g %g\"", quarter(x1), quarter(y1), middle,
		      quarter(y1), middle, quarter(y2), quarter(x2), quarter(y2));
	style_of(out, style);
	gm_text_append(out, "/>\n");
}

void
gm_svg_text(gm_text *out, double x, double y, const char *style, const char *text)
{
	gm_text_append(out, "<text");
	number(out, "x", x);
	number(out, "y", y);
	style_of(out, style);
	gm_text_append(out, ">");
	gm_svg_escape(out, text);
	gm_text_append(out, "</text>\n");
}

void
gm_svg_print(gm_text *out, double x, double y, const char *style, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	gm_svg_text(out, x, y, style, text);
}

typedef struct lines {
	gm_text *out;
	double x, y;
	const char *style;
} lines;

static void
write_line(void *state, const char *text, size_t length)
{
	lines *l = state;
	gm_text line = {0};
	gm_text_append_bytes(&line, text, length);
	gm_svg_text(l->out, l->x, l->y, l->style, line.bytes ? line.bytes : "");
	gm_text_dispose(&line);
	l->y += LINE_HEIGHT;
}

double
gm_svg_paragraph(gm_text *out, double x, double y, const char *style, const char *words,
		 size_t width_characters)
{
	lines l = {out, x, y, style};
	gm_report_break(words, width_characters, write_line, &l);
	return l.y;
}

void
gm_svg_document(gm_text *out, double width, double height, const char *title,
		const char *description, const char *sheet, const gm_text *body)
{
	gm_text_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
			    "aria-labelledby=\"title desc\"");
	number(out, "width", width);
	number(out, "height", height);
	gm_text_print(out, " viewBox=\"0 0 %g %g\">\n<title id=\"title\">", width, height);
	gm_svg_escape(out, title);
	gm_text_append(out, "</title>\n<desc id=\"desc\">");
	gm_svg_escape(out, description);
	gm_text_print(out, "</desc>\n<style>%s%s</style>\n", own_sheet, sheet);
	gm_text_append(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
	if (body->length)
		gm_text_append_bytes(out, body->bytes, body->length);
	gm_text_append(out, "</svg>\n");
}
