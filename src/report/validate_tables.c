#include "report/validate_tables.h"

#include "report/report.h"
#include "report/validate_words.h"

#include <stdio.h>
#include <string.h>

/* Columns of one form. */
enum { NAME_COLUMNS = 4 };

#define HEADS(w, left, ...)                                                                        \
	do {                                                                                       \
		static const char *const heads[] = {__VA_ARGS__};                                  \
		gm_page_table_begin(&(w)->page, heads, (int)(sizeof heads / sizeof *heads), left); \
	} while (0)

const gm_origin gm_validation_forms[GM_ORIGIN_COUNT] = {GM_FROM_PTX, GM_FROM_DESCRIPTOR};

const gm_validation_summary *
gm_validation_tables_find(const gm_validation *v, gm_validation_scope scope, gm_origin from, const char *name)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].scope == scope && v->summaries[i].from == from &&
		    strcmp(v->summaries[i].name, name) == 0)
			return &v->summaries[i];
	return NULL;
}

/* Are numbers predicted from this form told? */
static bool
is_told(const gm_validation_tables *w, gm_origin from)
{
	return from == gm_validation_forms[0] || !w->one_form || !gm_validation_tables_find(w->v, GM_SCOPE_SPEED, gm_validation_forms[0], "");
}

static bool
has_numbers(const gm_validation_summary *s)
{
	return s && s->compared > 0;
}

static void
mean_cell(gm_validation_tables *w, const gm_validation_summary *s, double ratio)
{
	char text[32];
	gm_page_cell(&w->page, "%s",
	             has_numbers(s) ? gm_report_mean(ratio, text, sizeof text) : "-");
}

static void
count_cell(gm_validation_tables *w, int count)
{
	gm_page_cell(&w->page, "%d", count);
}

/* The name and the error of the worst number. */
static void
worst_cell(gm_validation_tables *w, const gm_validation_summary *s)
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
speed_row(gm_validation_tables *w, const gm_validation_summary *s, const char *caches)
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
write_speed(gm_validation_tables *w)
{
	gm_page_heading(&w->page, w->level, "Time");
	HEADS(w, 2, "predicted from", "caches", "runs", "mean", "median", "within 10 %", "within 25 %",
	      "off by more than 2x", "correlation", "worst");
	for (int i = 0; i < GM_ORIGIN_COUNT; i++) {
		if (!is_told(w, gm_validation_forms[i]))
			continue;
		speed_row(w, gm_validation_tables_find(w->v, GM_SCOPE_SPEED, gm_validation_forms[i], ""), "cold");
		speed_row(w, gm_validation_tables_find(w->v, GM_SCOPE_WARM, gm_validation_forms[i], ""), "warm");
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
worst_item(gm_validation_tables *w, gm_origin from, int at)
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
write_worst(gm_validation_tables *w, gm_origin from)
{
	char title[80];
	if (w->v->worst_count[from] == 0 || !is_told(w, from))
		return;
	snprintf(title, sizeof title, "The %d worst from %s, cold, and what the model misses",
	         w->v->worst_count[from], gm_origin_name(from));
	gm_page_heading(&w->page, w->level, title);
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
name_row(gm_validation_tables *w, gm_validation_scope cold, gm_validation_scope warm, const char *name)
{
	gm_page_cell(&w->page, "%s", name);
	for (int i = 0; i < GM_ORIGIN_COUNT; i++) {
		if (!is_told(w, gm_validation_forms[i]))
			continue;
		const gm_validation_summary *c = gm_validation_tables_find(w->v, cold, gm_validation_forms[i], name);
		const gm_validation_summary *h = gm_validation_tables_find(w->v, warm, gm_validation_forms[i], name);
		count_cell(w, c ? c->compared : 0);
		mean_cell(w, c, c ? c->mean_ratio : 0);
		mean_cell(w, c, c ? c->median_ratio : 0);
		mean_cell(w, h, h ? h->mean_ratio : 0);
	}
	gm_page_row_end(&w->page);
}

static void
name_heads(gm_validation_tables *w)
{
	static const char *const heads[GM_ORIGIN_COUNT][NAME_COLUMNS] = {{"runs from ptx", "mean", "median", "warm mean"},
	                                                       {"runs from descriptor", "mean", "median", "warm mean"}};
	const char *told[1 + GM_ORIGIN_COUNT * NAME_COLUMNS] = {""};
	int count = 1;
	for (int i = 0; i < GM_ORIGIN_COUNT; i++)
		for (int k = 0; k < NAME_COLUMNS && is_told(w, gm_validation_forms[i]); k++)
			told[count++] = heads[i][k];
	gm_page_table_begin(&w->page, told, count, 1);
}

static void
write_names(gm_validation_tables *w, const char *title, gm_validation_scope cold, gm_validation_scope warm)
{
	gm_page_heading(&w->page, w->level, title);
	name_heads(w);
	for (int i = 0; i < w->v->summaries_count; i++)
		if (w->v->summaries[i].scope == cold && is_told(w, w->v->summaries[i].from) && is_first(w->v, i))
			name_row(w, cold, warm, w->v->summaries[i].name);
	gm_page_table_end(&w->page);
}

/* ---- metrics ---- */

static void
metric_row(gm_validation_tables *w, const gm_validation_summary *s)
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
write_metrics(gm_validation_tables *w)
{
	gm_page_heading(&w->page, w->level, "Every metric, cold");
	gm_page_paragraph(&w->page,
	                  "'In sum' is the sum of the differences over the sum of what was measured, in "
	                  "which small numbers weigh little.");
	HEADS(w, 2, "metric", "from", "numbers", "mean", "median", "in sum", "zeros", "left out", "worst");
	for (int i = 0; i < w->v->summaries_count; i++)
		for (int f = 0; f < GM_ORIGIN_COUNT; f++) {
			const gm_validation_summary *s = &w->v->summaries[i];
			if (s->scope != GM_SCOPE_METRIC || !is_first(w->v, i))
				continue;
			s = gm_validation_tables_find(w->v, GM_SCOPE_METRIC, gm_validation_forms[f], s->name);
			if (s && is_told(w, gm_validation_forms[f]))
				metric_row(w, s);
		}
	gm_page_table_end(&w->page);
}

static void
write_promises(gm_validation_tables *w)
{
	if (w->v->promises_count == 0)
		return;
	gm_page_heading(&w->page, w->level, "What counts promise");
	HEADS(w, 2, "metric", "from", "exact", "to the unit", "sampled", "within spread", "timing");
	for (int i = 0; i < w->v->promises_count; i++) {
		const gm_validation_promise *p = &w->v->promises[i];
		if (!is_told(w, p->from))
			continue;
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
write_gaps(gm_validation_tables *w)
{
	gm_text absent = {0};
	gm_page_heading(&w->page, w->level, "What is left out");
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
run_row(gm_validation_tables *w, const gm_validation_row *row)
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
write_runs(gm_validation_tables *w)
{
	gm_page_heading(&w->page, w->level, "Every run");
	HEADS(w, 6, "kernel", "parameters", "device", "from", "caches", "by", "predicted", "measured",
	      "error");
	for (int i = 0; i < w->v->count; i++)
		if (w->v->rows[i].timed && !w->v->rows[i].absent)
			run_row(w, &w->v->rows[i]);
	gm_page_table_end(&w->page);
}

/* What is said of several files together and of each. */
void
gm_validation_tables_errors(gm_validation_tables *w)
{
	write_speed(w);
	for (int i = 0; i < GM_ORIGIN_COUNT; i++)
		write_worst(w, gm_validation_forms[i]);
	write_names(w, "By kind of kernel", GM_SCOPE_GROUP, GM_SCOPE_WARM_GROUP);
	write_metrics(w);
	write_promises(w);
}

void
gm_validation_tables_runs(gm_validation_tables *w)
{
	write_gaps(w);
	write_names(w, "By kernel", GM_SCOPE_KERNEL, GM_SCOPE_WARM_KERNEL);
	write_runs(w);
}
