#include "report/plot_hover.h"

#include "report/svg.h"

#include <string.h>

/* ---- comments ---- */

static void
write_one_line(gm_text *out, const char *text)
{
	for (; *text; text++)
		gm_text_append_bytes(out, (unsigned char)*text < ' ' ? " " : text, 1);
	gm_text_append(out, "\n");
}

void
gm_plot_hover_note(gm_text *out, int panel, int element, const char *text)
{
	gm_text_print(out, "# hover %d%.*s ", element, panel > 0, &"abcdefghijklmnopqrstuvwxyz"[panel ? panel - 1 : 0]);
	write_one_line(out, text);
}

void
gm_plot_title_note(gm_text *out, const char *title, const char *description)
{
	gm_text_append(out, "# title ");
	write_one_line(out, title);
	gm_text_append(out, "# description ");
	write_one_line(out, description);
}

/* The rest of the first line from `at` on that begins with `prefix`; NULL without one. */
static const char *
find_line(const char *at, const char *prefix)
{
	const size_t length = strlen(prefix);
	while (at && *at) {
		if (strncmp(at, prefix, length) == 0)
			return at + length;
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return NULL;
}

static void
append_escaped_line(gm_text *out, const char *line)
{
	gm_text copy = {0};
	gm_text_append_bytes(&copy, line, strcspn(line, "\n"));
	gm_svg_escape(out, copy.bytes);
	gm_text_dispose(&copy);
}

/* ---- the picture ---- */

typedef struct rewriting {
	gm_text *out;
	const char *script;
	const char *hover; /* the comments from here on are about later elements */
} rewriting;

/* `name` is what gnuplot calls the element, "3" or "3b", up to a '<'. */
static void
write_element_title(rewriting *w, const char *name)
{
	const size_t length = strcspn(name, "<");
	for (const char *line = w->hover; (line = find_line(line, "# hover "));) {
		if (strncmp(line, name, length) != 0 || line[length] != ' ')
			continue;
		gm_text_append(w->out, "<title>");
		append_escaped_line(w->out, line + length + 1);
		gm_text_append(w->out, "</title>");
		w->hover = line;
		return;
	}
}

static void
write_document_title(rewriting *w, const char *element, const char *prefix, const char *svg,
		     size_t length)
{
	const char *line = find_line(w->script, prefix);
	if (!line) {
		gm_text_append_bytes(w->out, svg, length);
		return;
	}
	gm_text_print(w->out, "<%s>", element);
	append_escaped_line(w->out, line);
	gm_text_print(w->out, "</%s>", element);
}

/* Writes what stands for the element at `svg`, and returns its length; 0: it is none of these. */
static size_t
rewrite(rewriting *w, const char *svg)
{
	static const char plot[] = "<title>gnuplot_plot_";
	const bool title = strncmp(svg, "<title>", 7) == 0, desc = strncmp(svg, "<desc>", 6) == 0;
	const char *end = title ? strstr(svg, "</title>") : desc ? strstr(svg, "</desc>") : NULL;
	if (!end)
		return 0;
	const size_t length = (size_t)(end - svg) + (title ? 8 : 7);
	if (title && strncmp(svg, plot, sizeof plot - 1) == 0)
		write_element_title(w, svg + sizeof plot - 1);
	else if (title)
		write_document_title(w, "title", "# title ", svg, length);
	else
		write_document_title(w, "desc", "# description ", svg, length);
	return length;
}

void
gm_plot_hover_apply(gm_text *out, const char *svg, const char *script)
{
	rewriting w = {out, script, script};
	while (*svg) {
		const size_t plain = strcspn(svg, "<");
		if (plain)
			gm_text_append_bytes(out, svg, plain);
		svg += plain;
		if (!*svg)
			break;
		const size_t length = rewrite(&w, svg);
		if (length == 0)
			gm_text_append_bytes(out, svg++, 1);
		else
			svg += length;
	}
}
