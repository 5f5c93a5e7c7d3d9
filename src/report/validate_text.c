/*
 * Measured numbers of the lectures: 16 runs
 *
 * mean absolute error 75.1 %, median 62.6 %, correlation 0.846 over 16 numbers
 * worst: transpose_simple on turing, n_rows=32768 n_cols=32768: +356 %
 * no run beats a bound
 *
 * ~ model, = exact, < bound            predicted       measured     error  by
 *
 * naive_mm on g80, n=1024
 *   gpumodel__flop_per_second     ~28.78 GFLOP/s     15 GFLOP/s   +91.9 %  dram
 *
 * absolute error                      numbers left out      mean   median   corr.
 *   speed                                  16        0    75.1 %   62.6 %   0.846
 *   group matrix product                    3        0    42.6 %   29.0 %   0.996
 *
 * worst
 *    +356 %  transpose_simple on turing, n_rows=32768 n_cols=32768: dram
 */
#include "report/paragraph.h"
#include "report/validate.h"

#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 29, SCOPE_WIDTH = 33 };

/* "naive_mm on g80, n=1024", and what comes after it, wrapped. */
static void __attribute__((format(printf, 3, 4)))
write_run(gm_text *out, const gm_run *run, const char *format, ...)
{
	gm_text line = {0};
	char more[320];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(more, sizeof more, format, arguments);
	va_end(arguments);
	gm_text_print(&line, "%s on %s", run->kernel, run->device);
	for (int i = 0; i < run->parameters_count; i++)
		gm_text_print(&line, "%s%s=%lld", i ? " " : ", ", run->parameters[i].name,
			      (long long)run->parameters[i].value);
	gm_text_append(&line, more);
	gm_report_paragraph(out, line.bytes, 4);
	gm_text_dispose(&line);
}

static const char *
error_text(double error_ratio, char *out, size_t out_bytes)
{
	const double percent = 100 * error_ratio, size = percent < 0 ? -percent : percent;
	snprintf(out, out_bytes, "%+.*f %%", size < 99.95 ? 1 : 0, percent);
	return out;
}

/* A value in the unit of a metric. */
static const char *
value_text(double value, const char *unit, char *out, size_t out_bytes)
{
	static const struct {
		const char *unit;
		gm_dimension dimension;
	} rows[] = {
		{"s", GM_SECONDS}, {"byte/s", GM_BYTES_PER_SECOND}, {"flop/s", GM_FLOP_PER_SECOND}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].unit, unit) == 0)
			return gm_quantity_format(value, rows[i].dimension, out, out_bytes);
	if (strcmp(unit, "byte") == 0)
		return gm_report_bytes(value, out, out_bytes);
	if (strcmp(unit, "%") == 0)
		snprintf(out, out_bytes, "%.4g %%", value);
	else
		gm_report_count(value, out, out_bytes);
	return out;
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
write_errors(gm_text *out, const gm_validation *v)
{
	const gm_validation_summary *speed = &v->summaries[0];
	char worst[32];
	if (speed->compared == 0) {
		gm_text_append(out, "no time or rate could be compared\n");
		return;
	}
	gm_text_print(out, "mean absolute error %.1f %%, median %.1f %%", 100 * speed->mean_ratio,
		      100 * speed->median_ratio);
	if (speed->correlated)
		gm_text_print(out, ", correlation %.3f", speed->correlation);
	gm_text_print(out, " over %d number%s\nworst: ", speed->compared,
		      speed->compared == 1 ? "" : "s");
	write_run(out, v->rows[speed->worst].run, ": %s",
		  error_text(v->rows[speed->worst].error_ratio, worst, sizeof worst));
}

static void
write_excluded(gm_text *out, const gm_validation *v)
{
	int excluded = 0;
	for (int i = 0; i < v->count; i++)
		excluded += !v->rows[i].compared;
	if (excluded)
		gm_text_print(out, "%d of %d numbers cannot be compared and are left out\n",
			      excluded, v->count);
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
			out, row->run, ": %s measured, at least %s by %s",
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
write_row(gm_text *out, const gm_validation_row *row)
{
	static const char marks[GM_KIND_COUNT] = {[GM_KIND_EXACT] = '=',
						  [GM_KIND_BOUND] = '<',
						  [GM_KIND_MODEL] = '~',
						  [GM_KIND_UNKNOWN] = ' '};
	const bool known = row->predicted.kind != GM_KIND_UNKNOWN;
	char value[40], predicted[48], measured[40], error[32];
	snprintf(predicted, sizeof predicted, "%c%s", marks[row->predicted.kind],
		 known ? value_text(row->predicted.value, row->measured->unit, value, sizeof value)
		       : "unknown");
	write_name(out, row->measured->metric, NAME_WIDTH);
	gm_text_print(
		out, "%15s %14s %9s  %s\n", predicted,
		value_text(row->measured->value, row->measured->unit, measured, sizeof measured),
		row->compared ? error_text(row->error_ratio, error, sizeof error) : "-",
		row->limit >= 0 ? gm_limit_name(row->limit) : "-");
	if (!row->compared)
		gm_text_print(out, "    left out: %s\n", row->why);
}

static void
write_rows(gm_text *out, const gm_validation *v)
{
	gm_text_append(
		out,
		"\n~ model, = exact, < bound            predicted       measured     error  by\n");
	for (int i = 0; i < v->count; i++) {
		const gm_run *run = v->rows[i].run;
		if (i == 0 || run != v->rows[i - 1].run) {
			gm_text_append(out, "\n");
			write_run(out, run, "%s%s", run->warm ? ", warm" : "",
				  run->set == GM_RUN_CALIBRATION ? ", calibration" : "");
		}
		write_row(out, &v->rows[i]);
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
	gm_text_print(out, "%8d %8d", s->compared, s->excluded);
	if (s->correlated)
		snprintf(correlation, sizeof correlation, "%.3f", s->correlation);
	if (s->compared)
		gm_text_print(out, " %7.1f %% %6.1f %% %7s\n", 100 * s->mean_ratio,
			      100 * s->median_ratio, correlation);
	else
		gm_text_append(out, "         -        -       -\n");
}

static void
write_worst(gm_text *out, const gm_validation *v)
{
	if (v->worst_count == 0)
		return;
	gm_text_append(out, "\nworst\n");
	for (int i = 0; i < v->worst_count; i++) {
		const gm_validation_row *row = &v->rows[v->worst[i]];
		char error[32];
		gm_text_print(out, "%9s  ", error_text(row->error_ratio, error, sizeof error));
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
	write_excluded(out, v);
	write_beaten(out, v);
	write_rows(out, v);
	gm_text_append(out, "\nabsolute error                      numbers left out      mean   "
			    "median   corr.\n");
	for (int i = 0; i < v->summaries_count; i++)
		write_summary(out, &v->summaries[i]);
	write_worst(out, v);
}
