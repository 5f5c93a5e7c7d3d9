/*
 * # Accuracy: predictions against measured runs
 *
 * ## Validation on an H200
 *
 * | predicted from | caches | numbers | mean | median | within 10 % | ...
 * | --- | --- | ---: | ---: | ---: | ---: |
 * | ptx | cold | 265 | 17.8 % | 12.1 % | 113 | ...
 *
 * then the ten worst with their stories, by kind of kernel, by metric, what is left out and why, and
 * every run.
 */
#include "report/page.h"
#include "report/report.h"
#include "report/validate.h"
#include "report/validate_words.h"

#include <stdio.h>
#include <string.h>

typedef struct writing {
	gm_page page;
	const gm_validation *v;
	const gm_notes *notes;
} writing;

#define HEADS(w, left, ...)                                                                        \
	do {                                                                                       \
		static const char *const heads[] = {__VA_ARGS__};                                  \
		gm_page_table_begin(&(w)->page, heads, (int)(sizeof heads / sizeof *heads), left); \
	} while (0)

/* PTX first. */
static const gm_origin forms[] = {GM_FROM_PTX, GM_FROM_DESCRIPTOR};
enum { FORMS = sizeof forms / sizeof *forms };

static const gm_validation_summary *
find(const gm_validation *v, gm_validation_scope scope, gm_origin from, const char *name)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == scope && v->summaries[i].from == from &&
		    strcmp(v->summaries[i].name, name) == 0)
			return &v->summaries[i];
	return NULL;
}

static bool
has_numbers(const gm_validation_summary *s)
{
	return s && s->compared > 0;
}

static void
mean_cell(writing *w, const gm_validation_summary *s, double ratio)
{
	char text[32];
	gm_page_cell(&w->page, "%s",
	             has_numbers(s) ? gm_report_mean(ratio, text, sizeof text) : "-");
}

static void
count_cell(writing *w, int count)
{
	gm_page_cell(&w->page, "%d", count);
}

/* The name and the error of the worst number. */
static void
worst_cell(writing *w, const gm_validation_summary *s)
{
	char text[32];
	if (!has_numbers(s)) {
		gm_page_cell(&w->page, "-");
		return;
	}
	const gm_validation_row *row = &w->v->rows[s->worst];
	gm_page_cell(&w->page, "%s %s", row->run->kernel,
	             gm_report_error(row->error_ratio, text, sizeof text));
}

/* ---- the headline ---- */

static void
speed_row(writing *w, const gm_validation_summary *s, const char *caches)
{
	if (!has_numbers(s))
		return;
	gm_page_cell(&w->page, "%s", gm_origin_name(s->from));
	gm_page_cell(&w->page, "%s", caches);
	count_cell(w, s->compared);
	mean_cell(w, s, s->mean_ratio);
	mean_cell(w, s, s->median_ratio);
	count_cell(w, s->within_10);
	count_cell(w, s->within_25);
	count_cell(w, s->beyond_2);
	if (s->correlated)
		gm_page_cell(&w->page, "%.3f", s->correlation);
	else
		gm_page_cell(&w->page, "-");
	worst_cell(w, s);
	gm_page_row_end(&w->page);
}

static void
write_speed(writing *w)
{
	gm_page_heading(&w->page, 3, "Time");
	HEADS(w, 2, "predicted from", "caches", "runs", "mean", "median", "within 10 %", "within 25 %",
	      "off by more than 2x", "correlation", "worst");
	for (int i = 0; i < FORMS; i++) {
		speed_row(w, find(w->v, GM_SCOPE_SPEED, forms[i], ""), "cold");
		speed_row(w, find(w->v, GM_SCOPE_WARM, forms[i], ""), "warm");
	}
	gm_page_table_end(&w->page);
	if (w->v->beaten)
		gm_page_paragraph(&w->page, "BOUNDS ARE BEATEN: see the runs that are marked below.");
	else
		gm_page_paragraph(&w->page, "No run beats a bound.");
}

/* ---- the ten worst ---- */

static bool
told_before(const gm_validation *v, gm_origin from, int at)
{
	const char *kernel = v->rows[v->worst[from][at]].run->kernel;
	for (int i = 0; i < at; i++)
		if (strcmp(v->rows[v->worst[from][i]].run->kernel, kernel) == 0)
			return true;
	return false;
}

static void
worst_item(writing *w, gm_origin from, int at)
{
	const gm_validation_row *row = &w->v->rows[w->v->worst[from][at]];
	const gm_run *run = row->run;
	const char *story = w->notes ? gm_notes_story(w->notes, run->kernel) : NULL;
	char error[32], predicted[40], measured[40];
	gm_text text = {0};
	gm_text_print(&text, "%s", run->kernel);
	gm_text_append(&text, run->parameters_count || *run->note ? ", " : "");
	gm_report_run_words(&text, run);
	gm_text_print(&text, ": %s. Predicted %s, measured %s, by %s.",
	              gm_report_error(row->error_ratio, error, sizeof error),
	              gm_report_measured(row->predicted.value, row->measured->unit, predicted,
	                                 sizeof predicted),
	              gm_report_measured(row->measured->value, row->measured->unit, measured,
	                                 sizeof measured),
	              row->limit >= 0 ? gm_limit_name(row->limit) : "nothing known");
	if (!told_before(w->v, from, at))
		gm_text_print(&text, " %s", story ? story : "Its story is not written yet.");
	gm_page_item(&w->page, text.bytes);
	gm_text_dispose(&text);
}

static void
write_worst(writing *w, gm_origin from)
{
	char title[80];
	if (w->v->worst_count[from] == 0)
		return;
	snprintf(title, sizeof title, "The %d worst from %s, cold, and what the model misses",
	         w->v->worst_count[from], gm_origin_name(from));
	gm_page_heading(&w->page, 3, title);
	gm_page_list_begin(&w->page);
	for (int i = 0; i < w->v->worst_count[from]; i++)
		worst_item(w, from, i);
	gm_page_list_end(&w->page);
}

/* ---- kinds of kernels, kernels ---- */

/* Every name of a scope once, in the order in which the summaries bring them. */
static bool
is_first(const gm_validation *v, int at)
{
	for (int i = 0; i < at; i++)
		if (v->summaries[i].scope == v->summaries[at].scope &&
		    strcmp(v->summaries[i].name, v->summaries[at].name) == 0)
			return false;
	return true;
}

static void
name_row(writing *w, gm_validation_scope cold, gm_validation_scope warm, const char *name)
{
	gm_page_cell(&w->page, "%s", name);
	for (int i = 0; i < FORMS; i++) {
		const gm_validation_summary *c = find(w->v, cold, forms[i], name);
		const gm_validation_summary *h = find(w->v, warm, forms[i], name);
		count_cell(w, c ? c->compared : 0);
		mean_cell(w, c, c ? c->mean_ratio : 0);
		mean_cell(w, c, c ? c->median_ratio : 0);
		mean_cell(w, h, h ? h->mean_ratio : 0);
	}
	gm_page_row_end(&w->page);
}

static void
write_names(writing *w, const char *title, gm_validation_scope cold, gm_validation_scope warm)
{
	gm_page_heading(&w->page, 3, title);
	HEADS(w, 1, "", "runs from ptx", "mean", "median", "warm mean", "runs from descriptor", "mean",
	      "median", "warm mean");
	for (int i = 0; i < w->v->summaries_count; i++)
		if (w->v->summaries[i].scope == cold && is_first(w->v, i))
			name_row(w, cold, warm, w->v->summaries[i].name);
	gm_page_table_end(&w->page);
}

/* ---- metrics ---- */

static void
metric_row(writing *w, const gm_validation_summary *s)
{
	gm_page_cell(&w->page, "%s", s->name);
	gm_page_cell(&w->page, "%s", gm_origin_name(s->from));
	count_cell(w, s->compared);
	mean_cell(w, s, s->mean_ratio);
	mean_cell(w, s, s->median_ratio);
	mean_cell(w, s, s->total_ratio);
	count_cell(w, s->zeros);
	count_cell(w, s->excluded);
	worst_cell(w, s);
	gm_page_row_end(&w->page);
}

static void
write_metrics(writing *w)
{
	gm_page_heading(&w->page, 3, "Every metric, cold");
	gm_page_paragraph(&w->page,
	                  "'In sum' is the sum of the differences over the sum of what was measured, in "
	                  "which small numbers weigh little.");
	HEADS(w, 2, "metric", "from", "numbers", "mean", "median", "in sum", "zeros", "left out", "worst");
	for (int i = 0; i < w->v->summaries_count; i++)
		for (int f = 0; f < FORMS; f++) {
			const gm_validation_summary *s = &w->v->summaries[i];
			if (s->scope != GM_SCOPE_METRIC || !is_first(w->v, i))
				continue;
			s = find(w->v, GM_SCOPE_METRIC, forms[f], s->name);
			if (s)
				metric_row(w, s);
		}
	gm_page_table_end(&w->page);
}

static void
write_promises(writing *w)
{
	if (w->v->promises_count == 0)
		return;
	gm_page_heading(&w->page, 3, "What counts promise");
	HEADS(w, 2, "metric", "from", "exact", "to the unit", "sampled", "within spread", "timing");
	for (int i = 0; i < w->v->promises_count; i++) {
		const gm_validation_promise *p = &w->v->promises[i];
		gm_page_cell(&w->page, "%s", p->metric ? p->metric : "all");
		gm_page_cell(&w->page, "%s", gm_origin_name(p->from));
		count_cell(w, p->exact);
		count_cell(w, p->to_the_unit);
		count_cell(w, p->sampled);
		count_cell(w, p->within_spread);
		count_cell(w, p->timing);
		gm_page_row_end(&w->page);
	}
	gm_page_table_end(&w->page);
}

static void
write_gaps(writing *w)
{
	gm_text absent = {0};
	gm_page_heading(&w->page, 3, "What is left out");
	HEADS(w, 3, "metric", "from", "why", "numbers");
	for (int i = 0; i < w->v->gaps_count; i++) {
		const gm_validation_gap *gap = &w->v->gaps[i];
		if (gap->absent) {
			if (absent.length == 0 || !strstr(absent.bytes, gap->metric))
				gm_text_print(&absent, "%s%s", absent.length ? ", " : "", gap->metric);
			continue;
		}
		gm_page_cell(&w->page, "%s", gap->metric);
		gm_page_cell(&w->page, "%s", gm_origin_name(gap->from));
		gm_page_cell(&w->page, "%s", gap->why);
		count_cell(w, gap->count);
		gm_page_row_end(&w->page);
	}
	gm_page_table_end(&w->page);
	if (absent.length) {
		gm_page_paragraph(&w->page, "Measured, but not predicted:");
		gm_page_paragraph(&w->page, absent.bytes);
	}
	gm_text_dispose(&absent);
}

/* ---- every run ---- */

static void
run_row(writing *w, const gm_validation_row *row)
{
	char predicted[40], measured[40], error[32];
	const bool known = row->predicted.kind != GM_KIND_UNKNOWN;
	gm_text words = {0};
	gm_report_run_words(&words, row->run);
	gm_page_cell(&w->page, "%s", row->run->kernel);
	gm_page_cell(&w->page, "%s", words.bytes ? words.bytes : "");
	gm_page_cell(&w->page, "%s", row->run->device);
	gm_page_cell(&w->page, "%s", gm_origin_name(row->from));
	gm_page_cell(&w->page, "%s", row->run->warm ? "warm" : "cold");
	gm_page_cell(&w->page, "%s%s", row->limit >= 0 ? gm_limit_name(row->limit) : "-",
	             row->beats_bound ? ", BEATS A BOUND" : "");
	gm_page_cell(&w->page, "%s",
	             known ? gm_report_measured(row->predicted.value, row->measured->unit, predicted,
	                                        sizeof predicted)
	                   : "unknown");
	gm_page_cell(&w->page, "%s",
	             gm_report_measured(row->measured->value, row->measured->unit, measured,
	                                sizeof measured));
	gm_page_cell(&w->page, "%s",
	             row->compared ? gm_report_error(row->error_ratio, error, sizeof error) : "-");
	gm_page_row_end(&w->page);
	gm_text_dispose(&words);
}

static void
write_runs(writing *w)
{
	gm_page_heading(&w->page, 3, "Every run");
	HEADS(w, 6, "kernel", "parameters", "device", "from", "caches", "by", "predicted", "measured",
	      "error");
	for (int i = 0; i < w->v->count; i++)
		if (w->v->rows[i].timed && !w->v->rows[i].absent)
			run_row(w, &w->v->rows[i]);
	gm_page_table_end(&w->page);
}

/* ---- the whole ---- */

static void
write_file(writing *w)
{
	if (w->v->count == 0)
		return;
	gm_page_heading(&w->page, 2, w->v->rows[0].run->file->title);
	write_speed(w);
	for (int i = 0; i < FORMS; i++)
		write_worst(w, forms[i]);
	write_names(w, "By kind of kernel", GM_SCOPE_GROUP, GM_SCOPE_WARM_GROUP);
	write_metrics(w);
	write_promises(w);
	write_gaps(w);
	write_names(w, "By kernel", GM_SCOPE_KERNEL, GM_SCOPE_WARM_KERNEL);
	write_runs(w);
}

static void
write_published(writing *w)
{
	gm_page_heading(&w->page, 2, "What others publish");
	HEADS(w, 4, "system", "error", "needs", "source");
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
	writing w = {.page = {.out = out, .html = html}, .notes = notes};
	gm_page_begin(&w.page, title);
	gm_page_heading(&w.page, 1, title);
	for (int i = 0; notes && i < notes->paragraphs_count; i++)
		gm_page_paragraph(&w.page, notes->paragraphs[i]);
	if (content->picture)
		gm_page_picture(&w.page, content->picture,
		                "Predicted against measured time of every run, with bands of 10 % and 25 %");
	if (notes && notes->published_count)
		write_published(&w);
	for (int i = 0; i < content->count; i++) {
		w.v = &content->validations[i];
		write_file(&w);
	}
	gm_page_end(&w.page);
}
