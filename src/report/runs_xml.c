/*
 * <?xml version="1.0" encoding="UTF-8"?>
 * <runs schema="1" launches="h200.list" title="...">
 *   <source id="h200" title="..." url="" read="2026-11-21" />
 *   <run kernel="saxpy" device="h200_sxm" set="validation" cache="cold" source="h200" where="..."
 *        launch="saxpy-1" group="copy and stream">
 *     <parameter name="n" value="4194304" />
 *     <measured metric="gpu__time_duration.sum" value="4.7e-06" unit="s" spread="0.04" />
 */
#include "report/runs.h"

#include "base/quantity.h"

#include <stdio.h>

static void
write_attribute(gm_text *out, const char *name, const char *value)
{
	gm_text_print(out, " %s=\"", name);
	for (; *value; value++)
		switch (*value) {
		case '&':
			gm_text_append(out, "&amp;");
			break;
		case '<':
			gm_text_append(out, "&lt;");
			break;
		case '"':
			gm_text_append(out, "&quot;");
			break;
		default:
			gm_text_append_bytes(out, value, 1);
		}
	gm_text_append(out, "\"");
}

static void
write_optional(gm_text *out, const char *name, const char *value)
{
	if (*value)
		write_attribute(out, name, value);
}

/* Twelve digits: what a profiler counts is whole, and 0.1 us of a microsecond's last bit is noise. */
static void
write_measured(gm_text *out, const gm_measured *m)
{
	char number[40];
	gm_text_append(out, "    <measured");
	write_attribute(out, "metric", m->metric);
	snprintf(number, sizeof number, "%.12g", m->value);
	write_attribute(out, "value", number);
	write_attribute(out, "unit", m->unit);
	if (m->spread_ratio > 0) {
		snprintf(number, sizeof number, "%.3g", m->spread_ratio);
		write_attribute(out, "spread", number);
	}
	gm_text_append(out, " />\n");
}

static void
write_shape(gm_text *out, const char *name, gm_dim3 shape)
{
	char text[80];
	snprintf(text, sizeof text, "%lld %lld %lld", (long long)shape.x, (long long)shape.y,
	         (long long)shape.z);
	if (shape.x)
		write_attribute(out, name, text);
}

static void
write_run(gm_text *out, const gm_run *run)
{
	gm_text_append(out, "  <run");
	write_attribute(out, "kernel", run->kernel);
	write_attribute(out, "device", run->device);
	write_attribute(out, "set", gm_run_set_name(run->set));
	write_attribute(out, "cache", run->warm ? "warm" : "cold");
	write_attribute(out, "source", run->source->id);
	write_attribute(out, "where", run->where);
	write_optional(out, "launch", run->launch);
	write_shape(out, "grid", run->grid);
	write_shape(out, "block", run->block);
	write_optional(out, "note", run->note);
	write_attribute(out, "group", run->group);
	gm_text_append(out, ">\n");
	for (int i = 0; i < run->parameters_count; i++) {
		char number[32];
		snprintf(number, sizeof number, "%lld", (long long)run->parameters[i].value);
		gm_text_append(out, "    <parameter");
		write_attribute(out, "name", run->parameters[i].name);
		write_attribute(out, "value", number);
		gm_text_append(out, " />\n");
	}
	for (int i = 0; i < run->measured_count; i++)
		write_measured(out, &run->measured[i]);
	gm_text_append(out, "  </run>\n");
}

void
gm_report_runs_xml(gm_text *out, const gm_runs *runs)
{
	gm_text_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<runs schema=\"1\"");
	write_optional(out, "launches", runs->launches);
	write_attribute(out, "title", runs->title);
	gm_text_append(out, ">\n");
	for (int i = 0; i < runs->sources_count; i++) {
		const gm_run_source *s = &runs->sources[i];
		gm_text_append(out, "  <source");
		write_attribute(out, "id", s->id);
		write_attribute(out, "title", s->title);
		write_attribute(out, "url", s->url);
		write_optional(out, "read", s->read);
		gm_text_append(out, " />\n");
	}
	for (int i = 0; i < runs->count; i++)
		write_run(out, &runs->items[i]);
	gm_text_append(out, "</runs>\n");
}
