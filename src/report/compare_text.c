/*
 * tiled_mm is 2.17x faster than naive_mm on geforce_8800_gtx because DRAM traffic falls 15.9x; now
 *   bound by issue.
 *
 * A  naive_mm on NVIDIA GeForce 8800 GTX, n=1024 ...
 * B  tiled_mm on NVIDIA GeForce 8800 GTX, n=1024 TILE=16
 *
 * the change of time, by what makes it
 *   limit                 A           B       share
 *   dram           74.58 ms    6.262 ms   -68.3 ms   work 11.9x less
 *
 * what the kernels do
 *   global transactions      33.57 M     4.2 M     8x less
 */
#include "report/compare.h"
#include "report/explain.h"
#include "report/paragraph.h"

#include <stdio.h>

enum { NAME = 2, BEFORE = 36, AFTER = 50, FACTOR = 64 };

/* At a column, but never without a space before. */
static void
column(gm_text *out, size_t at)
{
	gm_text_append(out, " ");
	gm_text_pad_to(out, at);
}

static void
write_value(gm_text *out, size_t at, gm_value value, const char *unit)
{
	column(out, at);
	gm_compare_value(out, value, unit);
}

static void
write_factor(gm_text *out, gm_value before, gm_value after)
{
	if (before.kind == GM_KIND_UNKNOWN || after.kind == GM_KIND_UNKNOWN)
		return;
	gm_text factor = {0};
	gm_compare_factor(&factor, before.value, after.value);
	if (factor.length) {
		column(out, FACTOR);
		gm_text_append(out, factor.bytes);
	}
	gm_text_dispose(&factor);
}

static void
write_subject(gm_text *out, const char *letter, const gm_prediction *p)
{
	gm_text line = {0};
	gm_text_print(out, "%s  ", letter);
	gm_compare_subject(&line, p);
	gm_report_paragraph(out, line.bytes, 3);
	line.length = 0;
	gm_text_append(out, "   ");
	gm_text_append(&line, p->verdict);
	gm_report_paragraph(out, line.bytes, 5);
	gm_text_dispose(&line);
}

/* What is work and what is rate of the change of a limit's own time. */
static void
write_reason(gm_text *out, const gm_comparison_term *term)
{
	gm_text words = {0};
	if (term->work_before > 0 && term->work_after > 0) {
		gm_text_append(&words, "work ");
		gm_compare_factor(&words, term->work_before, term->work_after);
	}
	if (term->rate_before > 0 && term->rate_after > 0) {
		gm_text_append(&words, words.length ? ", rate " : "rate ");
		gm_compare_factor(&words, term->rate_before, term->rate_after);
	}
	if (words.length) {
		gm_text_append(out, "\n      ");
		gm_text_append(out, words.bytes);
	}
	gm_text_append(out, "\n");
	gm_text_dispose(&words);
}

static void
write_terms(gm_text *out, const gm_comparison *c)
{
	gm_text_append(out, "\nthe change of time, by the limits that make it");
	gm_text_append(out, "\n  limit");
	column(out, BEFORE);
	gm_text_append(out, "A");
	column(out, AFTER);
	gm_text_append(out, "B");
	column(out, FACTOR);
	gm_text_append(out, "share\n");
	for (int i = 0; i < c->terms_count; i++) {
		const gm_comparison_term *term = &c->terms[i];
		const bool before = term->limit == c->before->binding,
			   after = term->limit == c->after->binding;
		gm_text_print(out, "  %s%s", gm_limit_name(term->limit),
			      before && after ? " (holds both)"
			      : before        ? " (holds A)"
			      : after         ? " (holds B)"
					      : "");
		write_value(out, BEFORE, term->before_s, "s");
		write_value(out, AFTER, term->after_s, "s");
		column(out, FACTOR);
		gm_compare_share(out, term->share_s);
		write_reason(out, term);
	}
	if (c->change_s.kind == GM_KIND_UNKNOWN)
		return;
	gm_text_append(out, "  time: they add up to");
	write_value(out, BEFORE, c->before_s, "s");
	write_value(out, AFTER, c->after_s, "s");
	column(out, FACTOR);
	gm_compare_share(out, c->change_s);
	gm_text_append(out, "\n");
}

static void
write_rows(gm_text *out, const gm_comparison *c, gm_comparison_group group)
{
	bool any = false;
	for (int i = 0; i < c->rows_count; i++) {
		const gm_comparison_row *row = &c->rows[i];
		if (row->group != group)
			continue;
		if (!any)
			gm_text_print(out, "\n%s\n", gm_comparison_group_heading(group));
		any = true;
		gm_text_print(out, "%s %s", row->matters ? ">" : " ", row->name);
		write_value(out, BEFORE, row->before, row->unit);
		write_value(out, AFTER, row->after, row->unit);
		write_factor(out, row->before, row->after);
		gm_text_append(out, "\n");
	}
	if (any && group == GM_COMPARISON_DEVICE)
		gm_text_append(out, "  > is part of the rate of what holds A or B\n");
}

void
gm_compare_text_add(gm_text *out, const gm_comparison *c, size_t index)
{
	gm_text line = {0};
	gm_text_append(out, index ? "\n\n" : "");
	gm_text_print(&line, "%s.", c->verdict);
	gm_report_paragraph(out, line.bytes, 2);
	gm_text_append(out, "\n");
	write_subject(out, "A", c->before);
	write_subject(out, "B", c->after);
	write_terms(out, c);
	for (int group = 0; group < GM_COMPARISON_GROUP_COUNT; group++)
		write_rows(out, c, (gm_comparison_group)group);
	gm_text_dispose(&line);
}
