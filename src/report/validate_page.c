/*
 * # Accuracy: predictions against measured runs
 *
 * ## All sets
 *
 * | runs | launches | cold, first | cold, today | warm, first | warm, today |
 * | --- | ---: | ---: | ---: | ---: | ---: |
 * | Validation on an H200: ... | 180 | 10.2 %, 6.1 %, 2 | 7.7 %, 5.1 %, 0 | ...
 *
 * then of all together the ten worst with their stories, by kind of kernel, by metric and what counts promise; then
 * the part of each set:
 *
 * ## Validation on an H200
 *
 * | predicted from | caches | numbers | mean | median | within 10 % | ...
 * | --- | --- | ---: | ---: | ---: | ---: |
 * | ptx | cold | 265 | 17.8 % | 12.1 % | 113 | ...
 *
 * and the same of it, what is left out and why, and every run.
 */
#include "report/validate.h"
#include "report/validate_tables.h"
#include "report/validate_words.h"

#include <stdio.h>
#include <string.h>

/* ---- all sets ---- */

static void
error_cell(gm_validation_tables *w, const char *mean, const char *median, const char *beyond_2)
{
	gm_page_cell(&w->page, "%s, %s, %s", mean, median, beyond_2);
}

static void
today_cell(gm_validation_tables *w, const gm_validation_summary *s)
{
	char mean[32], median[32], beyond_2[16];
	if (!s || s->compared == 0) {
		gm_page_cell(&w->page, "-");
		return;
	}
	snprintf(beyond_2, sizeof beyond_2, "%d", s->beyond_2);
	error_cell(w, gm_report_mean(s->mean_ratio, mean, sizeof mean),
	           gm_report_mean(s->median_ratio, median, sizeof median), beyond_2);
}

static void
first_cells(gm_validation_tables *w, const gm_first *first, const gm_validation_summary *cold, const gm_validation_summary *warm)
{
	if (first)
		error_cell(w, first->cold_mean, first->cold_median, first->cold_beyond_2);
	else
		gm_page_cell(&w->page, "-");
	today_cell(w, cold);
	if (first)
		error_cell(w, first->warm_mean, first->warm_median, first->warm_beyond_2);
	else
		gm_page_cell(&w->page, "-");
	today_cell(w, warm);
	gm_page_row_end(&w->page);
}

/* Of the first form that it is predicted from. */
static const gm_validation_summary *
first_form(const gm_validation *v, gm_validation_scope scope)
{
	const gm_validation_summary *s = gm_validation_tables_find(v, scope, gm_validation_forms[0], "");
	return s ? s : gm_validation_tables_find(v, scope, gm_validation_forms[1], "");
}

static void
set_row(gm_validation_tables *w, const gm_validation *v, const char *page)
{
	const gm_validation_summary *cold = first_form(v, GM_SCOPE_SPEED);
	if (v->count == 0)
		return;
	const gm_runs *runs = v->rows[0].run->file;
	if (page)
		gm_page_link_cell(&w->page, page, runs->title);
	else
		gm_page_cell(&w->page, "%s", runs->title);
	gm_page_cell(&w->page, "%d", cold ? cold->compared : 0);
	first_cells(w, w->notes ? gm_notes_first(w->notes, gm_text_file_name(runs->file)) : NULL, cold,
	            first_form(v, GM_SCOPE_WARM));
}

static void
write_sets(gm_validation_tables *w, const gm_validation_page *content)
{
	static const char *const heads[] = {"runs", "launches", "cold, first", "cold, today", "warm, first",
	                                    "warm, today"};
	const gm_validation_summary *cold = first_form(content->all, GM_SCOPE_SPEED);
	gm_page_heading(&w->page, 2, "All sets");
	gm_page_paragraph(&w->page,
	                  "Errors of the time: mean, median, launches off by more than 2x; first before anything was "
	                  "changed because of a set, and today.");
	gm_page_table_begin(&w->page, heads, sizeof heads / sizeof *heads, 1);
	for (int i = 0; i < content->count; i++)
		set_row(w, &content->validations[i], content->pages ? content->pages[i] : NULL);
	gm_page_cell(&w->page, "all from %s", cold ? gm_origin_name(cold->from) : "nothing known");
	gm_page_cell(&w->page, "%d", cold ? cold->compared : 0);
	first_cells(w, NULL, cold, first_form(content->all, GM_SCOPE_WARM));
	gm_page_table_end(&w->page);
}

static void
write_all(gm_validation_tables *w, const gm_validation_page *content)
{
	write_sets(w, content);
	w->v = content->all;
	w->one_form = true;
	w->level = 3;
	gm_validation_tables_errors(w);
	w->one_form = false;
}

/* ---- the whole ---- */

static void
write_part(gm_validation_tables *w, int level)
{
	if (w->v->count == 0)
		return;
	gm_page_heading(&w->page, level, w->v->rows[0].run->file->title);
	w->level = level + 1;
	gm_validation_tables_errors(w);
	gm_validation_tables_runs(w);
}

static void
write_published(gm_validation_tables *w)
{
	static const char *const heads[] = {"system", "error", "needs", "source"};
	gm_page_heading(&w->page, 2, "What others publish");
	gm_page_table_begin(&w->page, heads, sizeof heads / sizeof *heads, 4);
	for (int i = 0; i < w->notes->published_count; i++) {
		const gm_published *p = &w->notes->published[i];
		gm_page_cell(&w->page, "%s", p->system);
		gm_page_cell(&w->page, "%s", p->error);
		gm_page_cell(&w->page, "%s", p->needs);
		gm_page_cell(&w->page, "%s", p->source);
		gm_page_row_end(&w->page);
	}
	gm_page_table_end(&w->page);
}

void
gm_report_validation_page(gm_text *out, bool html, const gm_validation_page *content)
{
	const gm_notes *notes = content->notes;
	const char *title = notes ? notes->title : "Predicted against measured";
	gm_validation_tables w = {.page = {.out = out, .html = html}, .notes = notes};
	gm_page_begin(&w.page, title);
	gm_page_heading(&w.page, 1, title);
	for (int i = 0; notes && i < notes->paragraphs_count; i++)
		gm_page_paragraph(&w.page, notes->paragraphs[i]);
	if (content->picture)
		gm_page_picture(&w.page, content->picture,
		                "Predicted against measured time of every run, with bands of 10 % and 25 %");
	if (content->count > 1)
		write_all(&w, content);
	if (notes && notes->published_count)
		write_published(&w);
	for (int i = 0; i < content->count && !content->pages; i++) {
		w.v = &content->validations[i];
		write_part(&w, 2);
	}
	gm_page_end(&w.page);
}

void
gm_report_validation_part(gm_text *out, bool html, const gm_validation *validation, const gm_notes *notes)
{
	gm_validation_tables w = {.page = {.out = out, .html = html}, .v = validation, .notes = notes};
	gm_page_begin(&w.page, validation->count > 0 ? validation->rows[0].run->file->title : "");
	write_part(&w, 1);
	gm_page_end(&w.page);
}
