/*
 * tiled_mm is 2.17x faster than naive_mm on geforce_8800_gtx because ...
 *
 * | limit | A | B | share of the change |
 * | --- | --- | --- | --- |
 * | dram | 74.58 ms | 6.262 ms | -68.3 ms |
 */
#include "report/compare.h"
#include "report/explain.h"

static void
write_subject(gm_text *out, const char *letter, const gm_prediction *p)
{
	gm_text line = {0};
	gm_compare_subject(&line, p);
	gm_text_print(out, "- %s: ", letter);
	gm_explain_markdown_text(out, line.bytes);
	gm_text_append(out, "; ");
	gm_explain_markdown_text(out, p->verdict);
	gm_text_append(out, "\n");
	gm_text_dispose(&line);
}

static void
write_terms(gm_text *out, const gm_comparison *c)
{
	gm_text_append(out,
		       "\n| limit | A | B | share of the change |\n| --- | --- | --- | --- |\n");
	for (int i = 0; i < c->terms_count; i++) {
		const gm_comparison_term *term = &c->terms[i];
		gm_text_append(out, "| ");
		gm_explain_markdown_text(out, gm_limit_name(term->limit));
		gm_text_append(out, " | ");
		gm_compare_value(out, term->before_s, "s");
		gm_text_append(out, " | ");
		gm_compare_value(out, term->after_s, "s");
		gm_text_append(out, " | ");
		gm_compare_share(out, term->share_s);
		gm_text_append(out, " |\n");
	}
	if (c->change_s.kind == GM_KIND_UNKNOWN)
		return;
	gm_text_append(out, "| time: they add up to | ");
	gm_compare_value(out, c->before_s, "s");
	gm_text_append(out, " | ");
	gm_compare_value(out, c->after_s, "s");
	gm_text_append(out, " | ");
	gm_compare_share(out, c->change_s);
	gm_text_append(out, " |\n");
}

static void
write_row(gm_text *out, const gm_comparison_row *row)
{
	gm_text_append(out, "| ");
	gm_explain_markdown_text(out, row->name);
	gm_text_append(out, row->matters ? " (matters here) | " : " | ");
	gm_compare_value(out, row->before, row->unit);
	gm_text_append(out, " | ");
	gm_compare_value(out, row->after, row->unit);
	gm_text_append(out, " | ");
	if (row->before.kind != GM_KIND_UNKNOWN && row->after.kind != GM_KIND_UNKNOWN)
		gm_compare_factor(out, row->before.value, row->after.value);
	gm_text_append(out, " |\n");
}

static void
write_rows(gm_text *out, const gm_comparison *c, gm_comparison_group group)
{
	bool any = false;
	for (int i = 0; i < c->rows_count; i++) {
		if (c->rows[i].group != group)
			continue;
		if (!any)
			gm_text_print(out,
				      "\n| %s | A | B | B against A |\n| --- | --- | --- | --- |\n",
				      gm_comparison_group_heading(group));
		any = true;
		write_row(out, &c->rows[i]);
	}
}

void
gm_compare_markdown_add(gm_text *out, const gm_comparison *c, size_t index)
{
	gm_text_append(out, index ? "\n" : "");
	gm_explain_markdown_text(out, c->verdict);
	gm_text_append(out, ".\n\n");
	write_subject(out, "A", c->before);
	write_subject(out, "B", c->after);
	write_terms(out, c);
	for (int group = 0; group < GM_COMPARISON_GROUP_COUNT; group++)
		write_rows(out, c, (gm_comparison_group)group);
}
