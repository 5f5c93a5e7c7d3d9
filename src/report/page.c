#include "report/page.h"

#include "report/paragraph.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MARKDOWN_WIDTH = 100, CELL_BYTES = 1024 };

static const char style[] =
        "<style>\n"
        "body { font: 15px/1.45 Helvetica, Arial, sans-serif; color: #111; background: #fff;\n"
        "       max-width: 66em; margin: 2em auto; padding: 0 1em; }\n"
        "table { border-collapse: collapse; margin: 1em 0; }\n"
        "th, td { border-bottom: 1px solid #bbb; padding: 0.2em 0.7em; text-align: right; }\n"
        "th { border-bottom: 2px solid #111; vertical-align: bottom; }\n"
        ".word { text-align: left; }\n"
        "img { max-width: 100%; }\n"
        "</style>\n";

static const struct {
	char character;
	const char *html, *markdown;
} escapes[] = {
        {'&', "&amp;", NULL},   {'<', "&lt;", "&lt;"},  {'>', "&gt;", NULL}, {'"', "&quot;", NULL},
        {'|', NULL, "\\|"},     {'*', NULL, "\\*"},     {'`', NULL, "\\`"},  {'[', NULL, "\\["},
        {'\n', " ", " "},       {'#', NULL, "\\#"},
};

static void
append_escaped(const gm_page *page, gm_text *out, const char *text)
{
	for (; *text; text++) {
		const char *as = NULL;
		for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
			if (escapes[i].character == *text)
				as = page->html ? escapes[i].html : escapes[i].markdown;
		if (as)
			gm_text_append(out, as);
		else
			gm_text_append_bytes(out, text, 1);
	}
}

void
gm_page_begin(gm_page *page, const char *title)
{
	if (!page->html)
		return;
	gm_text_append(page->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	                          "<title>");
	append_escaped(page, page->out, title);
	gm_text_append(page->out, "</title>\n");
	gm_text_append(page->out, style);
	gm_text_append(page->out, "</head>\n<body>\n");
}

void
gm_page_end(gm_page *page)
{
	if (page->html)
		gm_text_append(page->out, "</body>\n</html>\n");
}

void
gm_page_heading(gm_page *page, int level, const char *text)
{
	if (page->html)
		gm_text_print(page->out, "<h%d>", level);
	else
		gm_text_print(page->out, "%s%.*s ", page->out->length ? "\n" : "", level, "###");
	append_escaped(page, page->out, text);
	if (page->html)
		gm_text_print(page->out, "</h%d>\n", level);
	else
		gm_text_append(page->out, "\n");
}

static void
append_line(void *state, const char *text, size_t length)
{
	gm_text_append_bytes(state, text, length);
	gm_text_append(state, "\n");
}

void
gm_page_paragraph(gm_page *page, const char *text)
{
	gm_text escaped = {0};
	append_escaped(page, &escaped, text);
	gm_text_append(page->out, page->html ? "<p>\n" : "\n");
	if (escaped.length)
		gm_report_break(escaped.bytes, MARKDOWN_WIDTH, append_line, page->out);
	gm_text_append(page->out, page->html ? "</p>\n" : "");
	gm_text_dispose(&escaped);
}

void
gm_page_picture(gm_page *page, const char *file, const char *description)
{
	gm_text_append(page->out, page->html ? "<p><img src=\"" : "\n![");
	append_escaped(page, page->out, page->html ? file : description);
	gm_text_append(page->out, page->html ? "\" alt=\"" : "](");
	append_escaped(page, page->out, page->html ? description : file);
	gm_text_append(page->out, page->html ? "\"></p>\n" : ")\n");
}

/* ---- tables ---- */

static void
begin_cell(gm_page *page, const char *element)
{
	const bool word = page->cell++ < page->left;
	if (page->html)
		gm_text_print(page->out, "%s<%s%s>", page->cell == 1 ? "<tr>" : "", element,
		              word ? " class=\"word\"" : "");
	else
		gm_text_append(page->out, page->cell == 1 ? "| " : " ");
}

static void
end_cell(gm_page *page, const char *element)
{
	if (page->html)
		gm_text_print(page->out, "</%s>", element);
	else
		gm_text_append(page->out, " |");
}

static void
append_cell(gm_page *page, const char *element, const char *text)
{
	begin_cell(page, element);
	append_escaped(page, page->out, text);
	end_cell(page, element);
}

void
gm_page_table_begin(gm_page *page, const char *const *heads, int count, int left)
{
	page->left = left;
	page->cell = 0;
	gm_text_append(page->out, page->html ? "<table>\n<thead>\n" : "\n");
	for (int i = 0; i < count; i++)
		append_cell(page, "th", heads[i]);
	gm_page_row_end(page);
	for (int i = 0; i < count && !page->html; i++)
		gm_text_print(page->out, "%s%s", i ? "" : "|", i < left ? " --- |" : " ---: |");
	gm_text_append(page->out, page->html ? "</thead>\n<tbody>\n" : "\n");
}

void
gm_page_cell(gm_page *page, const char *format, ...)
{
	char text[CELL_BYTES];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	append_cell(page, "td", text);
}

void
gm_page_link_cell(gm_page *page, const char *to, const char *text)
{
	begin_cell(page, "td");
	gm_text_append(page->out, page->html ? "<a href=\"" : "[");
	append_escaped(page, page->out, page->html ? to : text);
	gm_text_append(page->out, page->html ? "\">" : "](");
	append_escaped(page, page->out, page->html ? text : to);
	gm_text_append(page->out, page->html ? "</a>" : ")");
	end_cell(page, "td");
}

void
gm_page_row_end(gm_page *page)
{
	page->cell = 0;
	gm_text_append(page->out, page->html ? "</tr>\n" : "\n");
}

void
gm_page_table_end(gm_page *page)
{
	if (page->html)
		gm_text_append(page->out, "</tbody>\n</table>\n");
}

/* ---- lists ---- */

typedef struct item {
	gm_text *out;
	int number, lines;
} item;

static void
append_item_line(void *state, const char *text, size_t length)
{
	item *i = state;
	if (i->lines++ == 0)
		gm_text_print(i->out, "%d. ", i->number);
	else
		gm_text_append(i->out, i->number < 10 ? "   " : "    ");
	append_line(i->out, text, length);
}

void
gm_page_list_begin(gm_page *page)
{
	page->item = 0;
	gm_text_append(page->out, page->html ? "<ol>\n" : "\n");
}

void
gm_page_item(gm_page *page, const char *text)
{
	gm_text escaped = {0};
	append_escaped(page, &escaped, text);
	if (page->html)
		gm_text_print(page->out, "<li>%s</li>\n", escaped.bytes);
	else
		gm_report_break(escaped.bytes, MARKDOWN_WIDTH - 4, append_item_line,
		                &(item){.out = page->out, .number = ++page->item});
	gm_text_dispose(&escaped);
}

void
gm_page_list_end(gm_page *page)
{
	if (page->html)
		gm_text_append(page->out, "</ol>\n");
}
