/*
 * Measured numbers of the lectures: 16 runs
 *
 * from descriptor: mean absolute error 75.1 %, median 62.6 %, correlation 0.846
 *     over 16 numbers; 2 within 10 %, 5 within 25 %, 6 off by more than 2x; worst:
 *     transpose_simple on turing, n_rows=32768 n_cols=32768: +356 %
 * from ptx: 12 of 12 counts said to be exact are so to the unit; 3 of 3 that were sampled lie within
 *     their spread; 1 depends on timing, of which nothing is promised
 * no run beats a bound
 *
 * ~ model, = exact, < bound            predicted       measured     error  by
 *
 * naive_mm on g80, n=1024, from descriptor
 *   gpumodel__flop_per_second     ~28.78 GFLOP/s     15 GFLOP/s   +91.9 %  dram
 *
 * absolute error               numbers  zeros left out      mean   median  corr.
 * from descriptor
 *   speed                           16      0        0    75.1 %   62.6 %  0.846
 *   group matrix product             3      0        0    42.6 %   29.0 %  0.996
 *
 * worst, from descriptor
 *    +356 %  transpose_simple on turing, n_rows=32768 n_cols=32768: dram
 */
#include "report/paragraph.h"
#include "report/validate.h"

#include "report/validate_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 29, SCOPE_WIDTH = 26 };

/* "naive_mm on g80, n=1024" */
static void
add_run(gm_text *out, const gm_run *run)
{
	gm_text_print(out, "%s on %s%s", run->kernel, run->device,
		      run->parameters_count || *run->note ? ", " : "");
	gm_report_run_words(out, run);
}

/* The same and what comes after it, wrapped. */
static void __attribute__((format(printf, 3, 4)))
write_run(gm_text *out, const gm_run *run, const char *format, ...)
{
	gm_text line = {0};
	char more[320];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(more, sizeof more, format, arguments);
	va_end(arguments);
	add_run(&line, run);
	gm_text_append(&line, more);
	gm_report_paragraph(out, line.bytes, 4);
	gm_text_dispose(&line);
}

/* ---- the verdict ---- */

static void
write_titles(gm_text *out, const gm_validation *v)
{
	const gm_runs *file = NULL;
	for (int i = 0; i < v->count; i++) {
		if (v->rows[i].run->file == file)
			continue;
		file = v->rows[i].run->file;
		gm_text_print(out, "%s: %d run%s\n", file->title, file->count,
			      file->count == 1 ? "" : "s");
	}
}

static void
write_speed(gm_text *out, const gm_validation *v, const gm_validation_summary *speed)
{
	char error[32];
	gm_text line = {0};
	gm_text_print(&line, "from %s: ", gm_origin_name(speed->from));
	if (speed->compared == 0) {
		gm_text_append(&line, "no time or rate could be compared");
	} else {
		const gm_validation_row *worst = &v->rows[speed->worst];
		gm_text_print(&line, "mean absolute error %.1f %%, median %.1f %%",
			      100 * speed->mean_ratio, 100 * speed->median_ratio);
		if (speed->correlated)
			gm_text_print(&line, ", correlation %.3f", speed->correlation);
		gm_text_print(&line,
			      " over %d number%s; %d within 10 %%, %d within 25 %%, %d off by more "
			      "than 2x; worst: ",
			      speed->compared, speed->compared == 1 ? "" : "s", speed->within_10,
			      speed->within_25, speed->beyond_2);
		add_run(&line, worst->run);
		gm_text_print(&line, ": %s",
			      gm_report_error(worst->error_ratio, error, sizeof error));
	}
	gm_report_paragraph(out, line.bytes, 4);
	gm_text_dispose(&line);
}

static void
write_errors(gm_text *out, const gm_validation *v)
{
	for (int i = 0; i < v->summaries_count && v->summaries[i].scope == GM_SCOPE_SPEED; i++)
		write_speed(out, v, &v->summaries[i]);
}

static void
write_promises(gm_text *out, const gm_validation *v)
{
	for (int i = 0; i < v->promises_count; i++) {
		const gm_validation_promise *p = &v->promises[i];
		gm_text line = {0};
		if (p->metric)
			continue;
		gm_text_print(&line, "from %s: ", gm_origin_name(p->from));
		gm_report_promise(&line, p);
		gm_report_paragraph(out, line.bytes, 4);
		gm_text_dispose(&line);
	}
}

static void
write_excluded(gm_text *out, const gm_validation *v)
{
	int excluded = 0;
	int absent = 0;
	for (int i = 0; i < v->count; i++) {
		excluded += !v->rows[i].compared && !v->rows[i].absent;
		absent += v->rows[i].absent;
	}
	if (excluded)
		gm_text_print(out, "%d of %d numbers cannot be compared and are left out\n",
			      excluded, v->count - absent);
	if (absent)
		gm_text_print(out, "%d more are of metrics that no prediction has\n", absent);
}

static void
write_beaten(gm_text *out, const gm_validation *v)
{
	if (v->beaten == 0)
		gm_text_append(out, "no run beats a bound\n");
	for (int i = 0; i < v->count; i++) {
		const gm_validation_row *row = &v->rows[i];
		char measured[32], bound[32];
		if (!row->beats_bound)
			continue;
		gm_text_append(out, "BEATS A BOUND: ");
		write_run(
			out, row->run, ", from %s: %s measured, at least %s by %s",
			gm_origin_name(row->from),
			gm_quantity_format(row->measured_s, GM_SECONDS, measured, sizeof measured),
			gm_quantity_format(row->bound_s, GM_SECONDS, bound, sizeof bound),
			gm_limit_what(row->bound_limit));
	}
}

/* ---- run by run ---- */

/* Names that are wider than their column stand on a line of their own. */
static void
write_name(gm_text *out, const char *name, size_t width)
{
	gm_text_print(out, "  %s", name);
	if (strlen(name) > width)
		gm_text_append(out, "\n");
	gm_text_pad_to(out, width + 2);
}

static void
write_why(gm_text *out, const char *begin, const char *why)
{
	gm_text_print(out, "    %s: ", begin);
	gm_report_paragraph(out, why, 6);
}

static void
write_row(gm_text *out, const gm_validation_row *row)
{
	static const char marks[GM_KIND_COUNT] = {[GM_KIND_EXACT] = '=',
						  [GM_KIND_BOUND] = '<',
						  [GM_KIND_SAMPLED] = '~',
						  [GM_KIND_TIMING] = '~',
						  [GM_KIND_MODEL] = '~',
						  [GM_KIND_UNKNOWN] = ' '};
	const bool known = row->predicted.kind != GM_KIND_UNKNOWN;
	char value[40], predicted[48], measured[40], error[32];
	snprintf(predicted, sizeof predicted, "%c%s", marks[row->predicted.kind],
		 known ? gm_report_measured(row->predicted.value, row->measured->unit, value,
					    sizeof value)
		       : "unknown");
	write_name(out, row->measured->metric, NAME_WIDTH);
	gm_text_print(out, "%15s %14s %9s  %s\n", predicted,
		      gm_report_measured(row->measured->value, row->measured->unit, measured,
					 sizeof measured),
		      row->compared ? gm_report_error(row->error_ratio, error, sizeof error) : "-",
		      row->limit >= 0 ? gm_limit_name(row->limit) : "-");
	if (!row->compared)
		write_why(out, "left out", row->why);
}

/* The rows from `begin` on that are of its run and form. */
static int
rows_of_run(const gm_validation *v, int begin)
{
	const gm_validation_row *first = &v->rows[begin];
	int end = begin;
	while (end < v->count && v->rows[end].run == first->run && v->rows[end].from == first->from)
		end++;
	return end - begin;
}

/* Why nothing of a run could be compared, when it is one reason for all its numbers; else NULL. */
static const char *
why_none(const gm_validation_row *rows, int count)
{
	for (int i = 0; i < count; i++)
		if (rows[i].compared || rows[i].absent || strcmp(rows[i].why, rows[0].why) != 0)
			return NULL;
	return rows[0].why;
}

static void
write_numbers(gm_text *out, const gm_validation_row *rows, int count)
{
	const char *why = count > 1 ? why_none(rows, count) : NULL;
	int absent = 0;
	if (why) {
		char all[48];
		snprintf(all, sizeof all, "all %d numbers left out", count);
		write_why(out, all, why);
		return;
	}
	for (int i = 0; i < count; i++) {
		absent += rows[i].absent;
		if (!rows[i].absent)
			write_row(out, &rows[i]);
	}
	if (absent)
		gm_text_print(out, "  no prediction of %d more\n", absent);
}

/* Why nothing is said of a run that constants were fitted to: microbenchmarks whose results alone are kept. */
static const char *
why_silent(const gm_validation_row *rows, int count)
{
	return rows->run->set == GM_RUN_CALIBRATION ? why_none(rows, count) : NULL;
}

static void
write_rows(gm_text *out, const gm_validation *v)
{
	const char *why = NULL;
	int silent = 0;
	gm_text_append(
		out,
		"\n~ model, = exact, < bound            predicted       measured     error  by\n");
	for (int i = 0, count; i < v->count; i += count) {
		const gm_validation_row *row = &v->rows[i];
		const gm_run *run = row->run;
		count = rows_of_run(v, i);
		const char *none = why_silent(row, count);
		if (none && (!why || strcmp(none, why) == 0)) {
			why = none;
			silent++;
			continue;
		}
		gm_text_append(out, "\n");
		write_run(out, run, "%s%s, from %s", run->warm ? ", warm" : "",
			  run->set == GM_RUN_CALIBRATION ? ", calibration" : "",
			  gm_origin_name(row->from));
		write_numbers(out, row, count);
	}
	if (silent > 0) {
		char all[64];
		snprintf(all, sizeof all, "%d runs of calibration left out", silent);
		gm_text_append(out, "\n");
		write_why(out, all, why);
	}
}

/* ---- summaries ---- */

static void
write_summary(gm_text *out, const gm_validation_summary *s)
{
	char name[160], correlation[16] = "-";
	snprintf(name, sizeof name, "%s%s%s", gm_validation_scope_name(s->scope),
		 *s->name ? " " : "", s->name);
	write_name(out, name, SCOPE_WIDTH);
	gm_text_print(out, "%8d %6d %8d", s->compared, s->zeros, s->excluded);
	if (s->correlated)
		snprintf(correlation, sizeof correlation, "%.3f", s->correlation);
	if (s->compared)
		gm_text_print(out, " %7.1f %% %6.1f %% %6s\n", 100 * s->mean_ratio,
			      100 * s->median_ratio, correlation);
	else
		gm_text_append(out, "         -        -      -\n");
}

static bool
has_form(const gm_validation *v, gm_origin from)
{
	for (int i = 0; i < v->summaries_count; i++)
		if (v->summaries[i].from == from)
			return true;
	return false;
}

static void
write_summaries(gm_text *out, const gm_validation *v)
{
	gm_text_append(out, "\nabsolute error               numbers  zeros left out      mean   "
			    "median  corr.\n");
	for (int from = GM_ORIGIN_COUNT - 1; from >= 0; from--) {
		if (has_form(v, (gm_origin)from))
			gm_text_print(out, "from %s\n", gm_origin_name((gm_origin)from));
		int empty = 0; /* metrics of which nothing could be compared */
		for (int i = 0; i < v->summaries_count; i++) {
			const gm_validation_summary *of = &v->summaries[i];
			if (of->from != (gm_origin)from || of->scope >= GM_SCOPE_KERNEL)
				continue;
			const bool none =
				of->scope == GM_SCOPE_METRIC && of->compared + of->zeros == 0;
			empty += none;
			if (!none)
				write_summary(out, of);
		}
		if (empty)
			gm_text_print(out, "  nothing could be compared of %d more metric%s\n",
				      empty, empty == 1 ? "" : "s");
	}
}

static void
write_worst(gm_text *out, const gm_validation *v, gm_origin from)
{
	if (v->worst_count[from])
		gm_text_print(out, "\nworst, from %s\n", gm_origin_name(from));
	for (int i = 0; i < v->worst_count[from]; i++) {
		const gm_validation_row *row = &v->rows[v->worst[from][i]];
		char error[32];
		gm_text_print(out, "%9s  ", gm_report_error(row->error_ratio, error, sizeof error));
		write_run(out, row->run, "%s%s", row->limit >= 0 ? ": " : "",
			  row->limit >= 0 ? gm_limit_name(row->limit) : "");
	}
}

void
gm_report_validation_text(gm_text *out, const gm_validation *v)
{
	write_titles(out, v);
	gm_text_append(out, "\n");
	write_errors(out, v);
	write_promises(out, v);
	write_excluded(out, v);
	write_beaten(out, v);
	write_rows(out, v);
	write_summaries(out, v);
	for (int from = GM_ORIGIN_COUNT - 1; from >= 0; from--)
		write_worst(out, v, (gm_origin)from);
}
