/*
 * tiled_mm on NVIDIA H100 SXM5 80GB: TILE=32 is the fastest of 4 that fit
 *   1.117x faster than the next, as written, TILE=16: shared memory and L1 data banks takes
 *     272.9 us, there 305.2 us
 *   held by shared memory and L1 data banks
 *
 *   rank  TILE  time           of best  occupancy
 *      1    32  275.3 us          1.00  100 %
 *      2    16  ...
 *
 * why              best           next, written
 *   TILE           32             16
 *   l1_data        272.9 us       305.2 us
 *
 * does not fit
 *   24 combinations: n must be a multiple of TILE: TILE=5, TILE=6, ...
 */
#include "report/tune.h"

#include "report/paragraph.h"

#include <stdio.h>
#include <string.h>

enum { ENTRIES_SHOWN = 12, MISFITS_NAMED = 8, TIES_NAMED = 6, CELL = 15, NAME = 20 };

void
gm_report_tune_values(gm_text *out, const gm_sweep_view *v, size_t combination)
{
	for (int i = 0; i < v->axes_count; i++)
		gm_text_print(out, "%s%s=%lld", i ? " " : "", v->axes[i].name,
			      (long long)gm_sweep_value(v->axes, v->axes_count, i, combination));
}

static const char *
seconds(double value, char text[32])
{
	return gm_quantity_format(value, GM_SECONDS, text, 32);
}

/* ---- the verdict ---- */

static void
write_ties(gm_text *line, const gm_tune_view *v)
{
	const size_t shown = v->tune.ties > TIES_NAMED ? TIES_NAMED : v->tune.ties;
	for (size_t i = 0; i < shown; i++) {
		gm_text_append(line, i == 0 ? "" : i + 1 == v->tune.ties ? " and " : ", ");
		gm_report_tune_values(line, &v->sweep, v->tune.entries[i].combination);
	}
	if (shown < v->tune.ties)
		gm_text_print(line, " and %zu more", v->tune.ties - shown);
}

static void
write_head(gm_text *out, const gm_tune_view *v)
{
	gm_text line = {0};
	gm_text_print(&line, "%s on %s: ", v->sweep.sweep->kernel,
		      v->sweep.devices[v->tune.device].device->title);
	if (v->tune.count == 0) {
		gm_text_append(&line, "no combination fits");
	} else {
		write_ties(&line, v);
		gm_text_print(&line, v->tune.ties > 1 ? " tie as the fastest of %zu that fit"
						      : " is the fastest of %zu that fit",
			      v->tune.count);
		if (v->cases_count && v->cases[0].written)
			gm_text_append(&line, ", and as the kernel is written");
	}
	gm_report_paragraph(out, line.bytes, 2);
	gm_text_dispose(&line);
}

static void
write_against(gm_text *out, const gm_tune_case *best, const gm_tune_case *other)
{
	gm_text line = {0};
	char fast[32], slow[32];
	if (!other->prediction) {
		gm_text_print(&line, "as written, %s, it does not run: %s", other->values,
			      other->why_not);
	} else {
		const double ratio =
			other->prediction->time_s.value / best->prediction->time_s.value;
		const int limit = gm_tune_difference(best->prediction, other->prediction);
		gm_text_print(&line, "%.4gx %s than %s%s, %s", ratio < 1 ? 1 / ratio : ratio,
			      ratio < 1 ? "slower" : "faster",
			      strcmp(other->role, "next") == 0 ? "the next" : "as written",
			      other->written ? ", as written" : "", other->values);
		if (limit >= 0)
			gm_text_print(&line, ": %s takes %s, there %s", gm_limit_what(limit),
				      seconds(best->prediction->limits[limit].expected_s.value, fast),
				      seconds(other->prediction->limits[limit].expected_s.value,
					      slow));
	}
	gm_text_append(out, "  ");
	gm_report_paragraph(out, line.bytes, 4);
	gm_text_dispose(&line);
}

/* A kernel that is written as the best is needs no comparison with itself. */
static void
write_reasons(gm_text *out, const gm_tune_view *v)
{
	for (int i = 1; i < v->cases_count; i++)
		write_against(out, &v->cases[0], &v->cases[i]);
	if (v->cases_count && v->cases[0].prediction->binding >= 0)
		gm_text_print(out, "  held by %s\n", gm_limit_what(v->cases[0].prediction->binding));
}

/* ---- the ranking ---- */

static size_t
values_width(const gm_tune_view *v)
{
	size_t width = strlen("values");
	for (size_t i = 0; i < v->tune.count && i < ENTRIES_SHOWN; i++) {
		gm_text text = {0};
		gm_report_tune_values(&text, &v->sweep, v->tune.entries[i].combination);
		width = text.length > width ? text.length : width;
		gm_text_dispose(&text);
	}
	return width > 36 ? 36 : width;
}

static const gm_sweep_row *
row_of(const gm_tune_view *v, const gm_tune_entry *entry)
{
	return &v->sweep.sweep->rows[entry->combination * (size_t)v->sweep.devices_count +
				     (size_t)v->tune.device];
}

static void
write_ranking(gm_text *out, const gm_tune_view *v)
{
	const size_t width = values_width(v);
	const double best = v->tune.count ? v->tune.entries[0].time_s : 1;
	gm_text_print(out, "\n  rank  %-*s  %-12s %8s  occupancy\n", (int)width, "values", "time",
		      "of best");
	for (size_t i = 0; i < v->tune.count && i < ENTRIES_SHOWN; i++) {
		char time[32], occupancy[32];
		const gm_tune_entry *e = &v->tune.entries[i];
		const bool tie = (i > 0 && e[-1].rank == e->rank) ||
				 (i + 1 < v->tune.count && e[1].rank == e->rank);
		gm_text values = {0};
		gm_report_tune_values(&values, &v->sweep, e->combination);
		gm_text_print(out, "  %3d%s  ", e->rank, tie ? "=" : " ");
		gm_report_field(out, &values, width);
		gm_text_print(out, "  %-12s %8.4g  %s\n", seconds(e->time_s, time), e->time_s / best,
			      gm_report_metric(row_of(v, e)->values[1], "%", occupancy,
					       sizeof occupancy));
		gm_text_dispose(&values);
	}
	if (v->tune.count > ENTRIES_SHOWN)
		gm_text_print(out, "        and %zu slower\n", v->tune.count - ENTRIES_SHOWN);
}

/* ---- why ---- */

static void
write_cell(gm_text *out, const char *text)
{
	gm_text cell = {0};
	gm_text_append(&cell, text);
	gm_text_append(out, " ");
	gm_report_field(out, &cell, CELL - 1);
	gm_text_dispose(&cell);
}

static void
write_axis(gm_text *out, const gm_tune_view *v, int axis)
{
	char text[32];
	gm_text_print(out, "  %-*.*s", NAME, NAME, v->sweep.axes[axis].name);
	for (int i = 0; i < v->cases_count; i++) {
		snprintf(text, sizeof text, "%lld", (long long)v->cases[i].of_axes[axis]);
		write_cell(out, text);
	}
	gm_report_end_line(out);
}

static void
write_limit(gm_text *out, const gm_tune_view *v, int limit)
{
	bool any = false;
	char text[32];
	for (int i = 0; i < v->cases_count; i++)
		any = any || (v->cases[i].prediction &&
			      v->cases[i].prediction->limits[limit].expected_s.value > 0 &&
			      v->cases[i].prediction->limits[limit].expected_s.kind != GM_KIND_UNKNOWN);
	if (!any)
		return;
	gm_text_print(out, "  %-*s", NAME, gm_limit_name(limit));
	for (int i = 0; i < v->cases_count; i++) {
		const gm_prediction *p = v->cases[i].prediction;
		write_cell(out, !p ? "-"
				   : gm_report_metric(p->limits[limit].expected_s, "s", text,
						      sizeof text));
	}
	gm_report_end_line(out);
}

static const struct {
	const char *name, *metric;
} work[] = {
	{"occupancy", "sm__maximum_warps_per_active_cycle_pct"},
	{"warp instructions", "smsp__inst_executed.sum"},
	{"global transactions", "gpumodel__global_transactions.sum"},
	{"shared passes", "memory_l1_wavefronts_shared"},
	{"L2 bytes", "lts__t_bytes.sum"},
	{"DRAM bytes read", "dram__bytes_read.sum"},
	{"DRAM bytes written", "dram__bytes_write.sum"},
};

static void
write_work(gm_text *out, const gm_tune_view *v, size_t row)
{
	char text[32];
	gm_text_print(out, "  %-*s", NAME, work[row].name);
	for (int i = 0; i < v->cases_count; i++) {
		const gm_prediction *p = v->cases[i].prediction;
		const gm_metric *m = p ? gm_prediction_metric(p, work[row].metric) : NULL;
		write_cell(out, !m ? "-" : gm_report_metric(m->value, m->unit, text, sizeof text));
	}
	gm_report_end_line(out);
}

/* Limits in the order of the time they take the best, so that what matters is read first. */
static void
write_limits(gm_text *out, const gm_tune_view *v)
{
	bool written[GM_LIMITS_COUNT] = {false};
	for (int round = 0; round < GM_LIMITS_COUNT; round++) {
		int next = -1;
		for (int i = 0; i < GM_LIMITS_COUNT; i++) {
			const gm_limit_time *limits = v->cases[0].prediction->limits;
			if (!written[i] &&
			    (next < 0 || limits[i].expected_s.value > limits[next].expected_s.value))
				next = i;
		}
		written[next] = true;
		write_limit(out, v, next);
	}
}

static void
write_why(gm_text *out, const gm_tune_view *v)
{
	if (v->cases_count == 0)
		return;
	gm_text_print(out, "\n%-*s", NAME + 2, "why");
	for (int i = 0; i < v->cases_count; i++) {
		char role[32];
		snprintf(role, sizeof role, "%s%s", v->cases[i].role,
			 v->cases[i].written ? ", written" : "");
		write_cell(out, role);
	}
	gm_report_end_line(out);
	for (int axis = 0; axis < v->sweep.axes_count; axis++)
		write_axis(out, v, axis);
	write_limits(out, v);
	for (size_t i = 0; i < sizeof work / sizeof *work; i++)
		write_work(out, v, i);
}

/* ---- what does not fit ---- */

static void
write_misfits(gm_text *out, const gm_tune_view *v)
{
	if (v->tune.misfits_count)
		gm_text_append(out, "\ndoes not fit\n");
	for (size_t i = 0; i < v->tune.misfits_count; i++) {
		const gm_tune_misfit *m = &v->tune.misfits[i];
		gm_text line = {0};
		gm_text_print(&line, "%s:", m->why);
		for (size_t k = 0; k < m->count && k < MISFITS_NAMED; k++) {
			gm_text_append(&line, k ? ", " : " ");
			gm_report_tune_values(&line, &v->sweep, m->combinations[k]);
		}
		if (m->count > MISFITS_NAMED)
			gm_text_print(&line, " and %zu more", m->count - MISFITS_NAMED);
		gm_text_append(out, "  ");
		gm_report_paragraph(out, line.bytes, 4);
		gm_text_dispose(&line);
	}
}

void
gm_report_tune_text(gm_text *out, const gm_tune_view *v)
{
	write_head(out, v);
	write_reasons(out, v);
	if (v->tune.count)
		write_ranking(out, v);
	write_why(out, v);
	write_misfits(out, v);
}
