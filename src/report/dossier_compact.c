/*
 * A drawing of report/svg.h in fewer bytes. That writer puts every element on a line of its own, with
 * the style as its class:
 *
 *     <rect x="24" y="42" width="44" height="15" class="lane"><title>...</title></rect>
 *     <rect x="24" y="59" width="44" height="15" class="lane"><title>...</title></rect>
 *
 * becomes
 *
 *     <g class="lane"><rect x="24" y="42" width="44" height="15"><title>...</title></rect>
 *     <rect x="24" y="59" width="44" height="15"><title>...</title></rect>
 *     </g>
 *
 * for every run of one class. Letters go behind everything else, by their class: nothing that is
 * drawn covers them. A drawing that was written before is used again: kernels ask for the same
 * things in many places, and on many cards.
 */
#include "report/dossier.h"

#include <string.h>

static const char mark[] = " class=\"";

/* The line's class, "" without one; where it stands and how long its attribute is. */
typedef struct line_class {
	const char *name, *from;
	size_t name_bytes, bytes;
} line_class;

static line_class
class_of(const char *line, size_t length)
{
	const char *end = memchr(line, '>', length);
	const char *from = strstr(line, mark);
	if (!end || !from || from > end)
		return (line_class){.name = "", .from = line};
	const char *name = from + sizeof mark - 1;
	const size_t name_bytes = strcspn(name, "\"");
	return (line_class){name, from, name_bytes, sizeof mark - 1 + name_bytes + 1};
}

static bool
is_text(const char *line)
{
	return strncmp(line, "<text", 5) == 0;
}

static bool
same_class(line_class a, line_class b)
{
	return a.name_bytes == b.name_bytes && strncmp(a.name, b.name, a.name_bytes) == 0;
}

typedef struct run {
	gm_text *out;
	line_class now;
	bool open;
} run;

static void
end_run(run *r)
{
	gm_text_append(r->out, r->open ? "</g>\n" : "");
	r->open = false;
}

static void
add_line(run *r, const char *line, size_t length, line_class c)
{
	if (!r->open || !same_class(r->now, c)) {
		end_run(r);
		gm_text_append(r->out, "<g class=\"");
		gm_text_append_bytes(r->out, c.name, c.name_bytes);
		gm_text_append(r->out, "\">");
		r->now = c;
		r->open = true;
	}
	gm_text_append_bytes(r->out, line, (size_t)(c.from - line));
	gm_text_append_bytes(r->out, c.from + c.bytes, length - (size_t)(c.from - line) - c.bytes);
}

/* The lines that are texts of one class, or all that are not texts. */
static void
add_lines(gm_text *out, const char *drawing, bool texts, const line_class *of)
{
	run r = {.out = out};
	for (const char *line = drawing; *line;) {
		const size_t length = strcspn(line, "\n") + 1;
		const line_class c = class_of(line, length);
		if (is_text(line) == texts && (!of || same_class(*of, c)))
			add_line(&r, line, length, c);
		line += length;
	}
	end_run(&r);
}

static bool
is_first_text_of_class(const char *drawing, const char *line, line_class c)
{
	for (const char *other = drawing; other < line;) {
		const size_t length = strcspn(other, "\n") + 1;
		if (is_text(other) && same_class(class_of(other, length), c))
			return false;
		other += length;
	}
	return true;
}

void
gm_dossier_compact(gm_text *out, const char *drawing)
{
	add_lines(out, drawing, false, NULL);
	for (const char *line = drawing; *line;) {
		const size_t length = strcspn(line, "\n") + 1;
		const line_class c = class_of(line, length);
		if (is_text(line) && is_first_text_of_class(drawing, line, c))
			add_lines(out, drawing, true, &c);
		line += length;
	}
}

/* Rules of style do not look out of what is used again: the class that they name must be inside. */
void
gm_dossier_write_picture(gm_text *out, gm_dossier_page *page, const char *class, gm_text *picture)
{
	const int before = gm_dossier_share(&page->pictures, picture, page->count);
	const int last = page->pictures.count - 1;
	if (before >= 0)
		gm_text_print(out, "<use href=\"#p%d\"/>\n", before);
	else
		gm_text_print(out, "<g id=\"p%d\" class=\"%s\">\n%s</g>\n", last, class,
			      page->pictures.items[last].bytes);
}
