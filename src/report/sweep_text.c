/*
 * strided_copy on NVIDIA GeForce RTX 2080 Ti
 *
 *   stride  bandwidth     time
 *        1  501.3 GB/s    1.071 ms
 *        2  ...
 *
 * A row that does not run says why in place of its numbers. Metrics whose names are longer than a
 * column are numbered, and named below. A table wider than a page has a line for each metric instead.
 */
#include "report/sweep.h"

#include "report/paragraph.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MOST = 14, CELL_WIDTH = 13 };

char *
gm_report_metric(gm_value value, const char *unit, char *out, size_t out_bytes)
{
	static const struct {
		const char *unit;
		gm_dimension dimension;
	} dimensions[] = {{"s", GM_SECONDS},
			  {"byte/s", GM_BYTES_PER_SECOND},
			  {"flop/s", GM_FLOP_PER_SECOND},
			  {"cycle", GM_CYCLES}};
	if (value.kind == GM_KIND_UNKNOWN) {
		snprintf(out, out_bytes, "unknown");
		return out;
	}
	for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
		if (strcmp(dimensions[i].unit, unit) == 0)
			return gm_quantity_format(value.value, dimensions[i].dimension, out,
						  out_bytes);
	if (strcmp(unit, "byte") == 0)
		return gm_report_bytes(value.value, out, out_bytes);
	if (strcmp(unit, "count") == 0)
		return gm_report_count(value.value, out, out_bytes);
	snprintf(out, out_bytes, strcmp(unit, "%") == 0 ? "%.4g %%" : "%.4g", value.value);
	return out;
}

/* ---- columns ---- */

/* Wide enough for the name and every value. */
static int
axis_width(const gm_sweep_axis *axis)
{
	int width = (int)strlen(axis->name);
	for (size_t i = 0; i < axis->count; i++) {
		const int digits = snprintf(NULL, 0, "%lld", (long long)axis->values[i]);
		width = digits > width ? digits : width;
	}
	return width;
}

static int
device_width(const gm_sweep_view *v)
{
	int width = (int)strlen("device");
	for (int i = 0; i < v->devices_count; i++) {
		const int length = (int)strlen(v->devices[i].name);
		width = length > width ? length : width;
	}
	return v->devices_count > 1 ? width : 0;
}

static int
left_width(const gm_sweep_view *v)
{
	int width = device_width(v) ? device_width(v) + 2 : 0;
	for (int i = 0; i < v->axes_count; i++)
		width += axis_width(&v->axes[i]) + 2;
	return width;
}

static void
write_metric_name(gm_text *out, const gm_sweep_view *v, int metric)
{
	char number[16];
	snprintf(number, sizeof number, "[%d]", metric + 1);
	gm_text_append(out, strlen(v->metrics[metric]) > NAME_MOST ? number : v->metrics[metric]);
}

static void
write_left(gm_text *out, const gm_sweep_view *v, const gm_sweep_row *row)
{
	for (int i = 0; i < v->axes_count; i++)
		gm_text_print(out, "  %*lld", axis_width(&v->axes[i]),
			      (long long)gm_sweep_value(v->axes, v->axes_count, i, row->combination));
	if (device_width(v))
		gm_text_print(out, "  %-*s", device_width(v), v->devices[row->device].name);
}

static void
write_header(gm_text *out, const gm_sweep_view *v)
{
	for (int i = 0; i < v->axes_count; i++)
		gm_text_print(out, "  %*s", axis_width(&v->axes[i]), v->axes[i].name);
	if (device_width(v))
		gm_text_print(out, "  %-*s", device_width(v), "device");
	for (int i = 0; i < v->sweep->metrics_count; i++) {
		gm_text name = {0};
		write_metric_name(&name, v, i);
		gm_text_print(out, "  %-*s", CELL_WIDTH, name.bytes);
		gm_text_dispose(&name);
	}
	gm_report_end_line(out);
}

/* ---- rows ---- */

static void
write_spread(gm_text *out, const gm_sweep_row *row)
{
	if (row->spread_ratio > 0)
		gm_text_print(out, "  +-%.2g %%", 100 * row->spread_ratio);
}

static void
write_row(gm_text *out, const gm_sweep_view *v, const gm_sweep_row *row)
{
	char text[64];
	write_left(out, v, row);
	if (row->why_not) {
		gm_text_append(out, "  ");
		gm_report_paragraph(out, row->why_not, (size_t)left_width(v) + 2);
		return;
	}
	for (int i = 0; i < v->sweep->metrics_count; i++)
		gm_text_print(out, "  %-*s", CELL_WIDTH,
			      gm_report_metric(row->values[i], v->sweep->units[i], text,
					       sizeof text));
	write_spread(out, row);
	gm_report_end_line(out);
}

/* Where the columns do not fit: the place, and a line for each metric below it. */
static void
write_block(gm_text *out, const gm_sweep_view *v, const gm_sweep_row *row)
{
	char text[64];
	gm_text place = {0};
	for (int i = 0; i < v->axes_count; i++)
		gm_text_print(&place, "%s%s=%lld", i ? " " : "", v->axes[i].name,
			      (long long)gm_sweep_value(v->axes, v->axes_count, i, row->combination));
	if (device_width(v))
		gm_text_print(&place, "%son %s", place.length ? " " : "",
			      v->devices[row->device].name);
	if (row->why_not)
		gm_text_print(&place, ": %s", row->why_not);
	gm_report_paragraph(out, place.bytes ? place.bytes : "", 4);
	gm_text_dispose(&place);
	for (int i = 0; i < v->sweep->metrics_count && !row->why_not; i++)
		gm_text_print(out, "    %-13s %s\n",
			      gm_report_metric(row->values[i], v->sweep->units[i], text, sizeof text),
			      v->metrics[i]);
}

static void
write_names(gm_text *out, const gm_sweep_view *v)
{
	bool first = true;
	for (int i = 0; i < v->sweep->metrics_count; i++) {
		if (strlen(v->metrics[i]) <= NAME_MOST)
			continue;
		gm_text_print(out, "%s  [%d] %s\n", first ? "\n" : "", i + 1, v->metrics[i]);
		first = false;
	}
}

void
gm_report_sweep_text(gm_text *out, const gm_sweep_view *v)
{
	gm_text head = {0};
	const bool wide =
		left_width(v) + v->sweep->metrics_count * (CELL_WIDTH + 2) > GM_REPORT_WIDTH;
	gm_text_print(&head, "%s on %s", v->sweep->kernel,
		      v->devices_count == 1 ? v->devices[0].device->title : "");
	for (int i = 0; i < v->devices_count && v->devices_count > 1; i++)
		gm_text_print(&head, "%s%s", i == 0 ? "" : i + 1 == v->devices_count ? " and " : ", ",
			      v->devices[i].name);
	gm_report_paragraph(out, head.bytes, 2);
	gm_text_dispose(&head);
	gm_text_append(out, "\n");
	if (!wide)
		write_header(out, v);
	for (size_t i = 0; i < v->sweep->count; i++)
		(wide ? write_block : write_row)(out, v, &v->sweep->rows[i]);
	if (!wide)
		write_names(out, v);
}
