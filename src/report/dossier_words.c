#include "report/dossier.h"
#include "report/report.h"
#include "report/svg.h"
#include "report/validate_words.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_BYTES = 2048, PATH_BYTES = 256 };

void
gm_dossier_say(gm_text *out, const char *format, ...)
{
	char words[SAID_BYTES];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(words, sizeof words, format, arguments);
	va_end(arguments);
	gm_svg_escape(out, words);
}

void
gm_dossier_begin_section(gm_text *out, const char *title)
{
	gm_text_append(out, "<section>\n<h3>");
	gm_svg_escape(out, title);
	gm_text_append(out, "</h3>\n");
}

/* ---- tables ---- */

void
gm_dossier_begin_table(gm_text *out, const char *caption, const char *const *heads, int count)
{
	gm_text_append(out, "<div class=\"wide\"><table>\n<caption>");
	gm_svg_escape(out, caption);
	gm_text_append(out, "</caption>\n<thead><tr>");
	for (int i = 0; i < count; i++) {
		const bool words = heads[i][0] == '<';
		gm_text_print(out, "<th scope=\"col\"%s>", words ? " class=\"w\"" : "");
		gm_svg_escape(out, heads[i] + words);
		gm_text_append(out, "</th>");
	}
	gm_text_append(out, "</tr></thead>\n<tbody>\n");
}

void
gm_dossier_end_table(gm_text *out)
{
	gm_text_append(out, "</tbody></table></div>\n");
}

/* ---- numbers ---- */

static void
write_data(gm_text *out, gm_value value, const char *text, const char *path)
{
	char number[40];
	if (value.kind == GM_KIND_UNKNOWN) {
		gm_text_append(out, "<i data-metric=\"");
		gm_svg_escape(out, path);
		gm_text_append(out, "\" title=\"");
		gm_svg_escape(out, value.why);
		gm_text_append(out, "\">unknown</i>");
		return;
	}
	gm_number_format(value.value, number, sizeof number);
	gm_text_append(out, "<b data-metric=\"");
	gm_svg_escape(out, path);
	gm_text_print(out, "\" data-value=\"%s\">", number);
	gm_svg_escape(out, text);
	gm_text_append(out, "</b>");
}

void
gm_dossier_cell(gm_text *out, gm_value value, gm_dimension dimension, const char *path, ...)
{
	char written[PATH_BYTES], text[64] = "";
	va_list arguments;
	va_start(arguments, path);
	vsnprintf(written, sizeof written, path, arguments);
	va_end(arguments);
	if (value.kind == GM_KIND_UNKNOWN)
		;
	else if (dimension == GM_BYTES)
		gm_report_bytes(value.value, text, sizeof text);
	else if (dimension == GM_FLOP_PER_BYTE)
		snprintf(text, sizeof text, "%.4g", value.value);
	else
		gm_quantity_format(value.value, dimension, text, sizeof text);
	gm_text_append(out, "<td>");
	write_data(out, value, text, written);
	gm_text_append(out, "</td>");
}

void
gm_dossier_count_cell(gm_text *out, int64_t count, const char *path, ...)
{
	char written[PATH_BYTES], text[40];
	va_list arguments;
	va_start(arguments, path);
	vsnprintf(written, sizeof written, path, arguments);
	va_end(arguments);
	gm_text_append(out, "<td>");
	write_data(out, (gm_value){(double)count, GM_KIND_EXACT, ""},
		   gm_report_count((double)count, text, sizeof text), written);
	gm_text_append(out, "</td>");
}

void
gm_dossier_metric(gm_text *out, const gm_prediction *prediction, const char *name)
{
	const gm_metric *metric = gm_prediction_metric(prediction, name);
	char text[64] = "";
	if (!metric) {
		gm_text_append(out, "<i>unknown</i>");
		return;
	}
	if (metric->value.kind != GM_KIND_UNKNOWN)
		gm_report_measured(metric->value.value, metric->unit, text, sizeof text);
	write_data(out, metric->value, text, name);
}

/* ---- what comes again ---- */

int
gm_dossier_share(gm_dossier_shared *shared, gm_text *piece, int owner)
{
	for (int i = 0; i < shared->count; i++)
		if (strcmp(shared->items[i].bytes, piece->bytes) == 0)
			return i;
	const size_t count = (size_t)shared->count + 1;
	shared->items = gm_grow(shared->items, &shared->items_capacity, count, sizeof *shared->items);
	shared->owners =
		gm_grow(shared->owners, &shared->owners_capacity, count, sizeof *shared->owners);
	shared->items[shared->count] = *piece;
	shared->owners[shared->count++] = owner;
	*piece = (gm_text){0};
	return -1;
}

void
gm_dossier_shared_dispose(gm_dossier_shared *shared)
{
	for (int i = 0; i < shared->count; i++)
		gm_text_dispose(&shared->items[i]);
	free(shared->items);
	free(shared->owners);
	*shared = (gm_dossier_shared){0};
}
