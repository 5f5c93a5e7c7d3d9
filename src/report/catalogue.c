/*
 * a100                 NVIDIA A100 SXM4 80GB (also a100_sxm4_80gb, ampere)
 * geforce_8800_gtx     NVIDIA GeForce 8800 GTX (also g80)
 */
#include "report/catalogue.h"

#include "report/paragraph.h"
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* So wide that every title begins in one column. */
static size_t
name_width(const gm_catalogue *catalogue)
{
	size_t width = 0;
	for (int i = 0; i < catalogue->count; i++) {
		const size_t length = strlen(catalogue->entries[i].name);
		width = length > width ? length : width;
	}
	return width;
}

/* A line each, so that a script may cut it; a title that is too long ends in "~". */
void
gm_report_catalogue_text(gm_text *out, const gm_catalogue *catalogue)
{
	const size_t width = name_width(catalogue);
	for (int i = 0; i < catalogue->count; i++) {
		const gm_catalogue_entry *e = &catalogue->entries[i];
		gm_text words = {0};
		gm_text_print(out, "%s", e->name);
		gm_text_pad_to(out, width + 2);
		gm_text_print(&words, "%s", *e->problem ? e->problem : e->title);
		for (int a = 0; a < e->aliases_count; a++)
			gm_text_print(&words, "%s%s", a ? ", " : " (also ", e->aliases[a]);
		gm_text_append(&words, e->aliases_count ? ")" : "");
		if (words.length + width + 2 > GM_REPORT_WIDTH)
			gm_report_field(out, &words, GM_REPORT_WIDTH - width - 2);
		else
			gm_text_append(out, words.bytes);
		gm_text_append(out, "\n");
		gm_text_dispose(&words);
	}
}

static json_t *
entry_json(const gm_catalogue_entry *e)
{
	json_t *aliases = json_array();
	for (int a = 0; a < e->aliases_count; a++)
		json_array_append_new(aliases, json_string(e->aliases[a]));
	return json_pack("{s:s,s:s,s:o,s:s,s:o}", "name", e->name, "title", e->title, "aliases", aliases,
	                 "path", e->path, "problem", *e->problem ? json_string(e->problem) : json_null());
}

void
gm_report_catalogue_json(gm_text *out, const gm_catalogue *catalogue)
{
	json_t *entries = json_array();
	for (int i = 0; i < catalogue->count; i++)
		json_array_append_new(entries, entry_json(&catalogue->entries[i]));
	json_t *root = json_pack("{s:s,s:s,s:o}", "schema", "gpumodel-catalogue/1", "kind",
	                         catalogue->kind, "entries", entries);
	char *text = json_dumps(root, JSON_INDENT(1));
	gm_text_print(out, "%s\n", text);
	free(text);
	json_decref(root);
}

void
gm_report_catalogue_csv(gm_text *out, const gm_catalogue *catalogue)
{
	gm_text_append(out, "name,title,aliases,problem\n");
	for (int i = 0; i < catalogue->count; i++) {
		const gm_catalogue_entry *e = &catalogue->entries[i];
		gm_text aliases = {0};
		for (int a = 0; a < e->aliases_count; a++)
			gm_text_print(&aliases, "%s%s", a ? " " : "", e->aliases[a]);
		gm_text_print(out, "%s,", e->name);
		gm_report_csv_field(out, e->title);
		gm_text_print(out, ",%s,", aliases.bytes ? aliases.bytes : "");
		gm_report_csv_field(out, e->problem);
		gm_text_append(out, "\n");
		gm_text_dispose(&aliases);
	}
}
