/*
 * <?xml version="1.0" encoding="UTF-8"?>
 * <runs schema="1" launches="h200.list" title="...">
 *   <source id="h200" title="..." url="" read="2026-11-21" />
 *   <table id="1">
 *     <column metric="smsp__inst_executed.sum" unit="count" />
 *   </table>
 *   <run kernel="saxpy" device="h200_sxm" set="validation" cache="cold" source="h200" where="..."
 *        launch="saxpy-1" group="copy and stream">
 *     <parameter name="n" value="4194304" />
 *     <measured metric="gpu__time_duration.sum" value="4.7e-06" unit="s" spread="0.04" />
 *
 * or, where more runs measured the same, in place of all <measured>:
 *
 *     <row table="1" values="1966080 4.7e-06~0.04" />
 */
#include "report/runs.h"

#include "base/quantity.h"

#include <stdio.h>
#include <string.h>

enum { SHARED_BY = 4 }; /* runs, from which on a table is shorter than what it replaces */

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
static const char *
value_text(const gm_measured *m, char text[static 40])
{
	snprintf(text, 40, "%.12g", m->value);
	return text;
}

static const char *
spread_text(const gm_measured *m, char text[static 40])
{
	snprintf(text, 40, "%.3g", m->spread_ratio);
	return text;
}

static void
write_measured(gm_text *out, const gm_measured *m)
{
	char number[40];
	gm_text_append(out, "    <measured");
	write_attribute(out, "metric", m->metric);
	write_attribute(out, "value", value_text(m, number));
	write_attribute(out, "unit", m->unit);
	if (m->spread_ratio > 0)
		write_attribute(out, "spread", spread_text(m, number));
	gm_text_append(out, " />\n");
}

/* ---- tables: runs that measured the same, in the same order ---- */

typedef struct table {
	const gm_run *first;
	int runs, id; /* id 0: too few runs for a table */
} table;

typedef struct tables {
	table *items;
	int count;
	const table **of_run; /* one per run */
} tables;

static bool
measured_the_same(const gm_run *a, const gm_run *b)
{
	bool same = a->measured_count == b->measured_count;
	for (int i = 0; same && i < a->measured_count; i++)
		same = strcmp(a->measured[i].metric, b->measured[i].metric) == 0 &&
		       strcmp(a->measured[i].unit, b->measured[i].unit) == 0;
	return same;
}

static table *
table_of(tables *t, const gm_run *run)
{
	int i = 0;
	while (i < t->count && !measured_the_same(t->items[i].first, run))
		i++;
	if (i == t->count)
		t->items[t->count++] = (table){.first = run};
	return &t->items[i];
}

static tables
tables_of(gm_arena *arena, const gm_runs *runs)
{
	tables t = {
		.items = gm_arena_allocate(arena, (size_t)runs->count, sizeof *t.items),
		.of_run = gm_arena_allocate(arena, (size_t)runs->count, sizeof(const table *)),
	};
	for (int i = 0; i < runs->count; i++) {
		table *of = table_of(&t, &runs->items[i]);
		of->runs++;
		t.of_run[i] = of;
	}
	for (int i = 0, id = 0; i < t.count; i++)
		if (t.items[i].runs >= SHARED_BY)
			t.items[i].id = ++id;
	return t;
}

static void
write_table(gm_text *out, const table *t)
{
	gm_text_print(out, "  <table id=\"%d\">\n", t->id);
	for (int i = 0; i < t->first->measured_count; i++) {
		gm_text_append(out, "    <column");
		write_attribute(out, "metric", t->first->measured[i].metric);
		write_attribute(out, "unit", t->first->measured[i].unit);
		gm_text_append(out, " />\n");
	}
	gm_text_append(out, "  </table>\n");
}

static void
write_row(gm_text *out, const table *t, const gm_run *run)
{
	char number[40];
	gm_text_print(out, "    <row table=\"%d\" values=\"", t->id);
	for (int i = 0; i < run->measured_count; i++) {
		const gm_measured *m = &run->measured[i];
		gm_text_print(out, "%s%s", i ? " " : "", value_text(m, number));
		if (m->spread_ratio > 0)
			gm_text_print(out, "~%s", spread_text(m, number));
	}
	gm_text_append(out, "\" />\n");
}

static void
write_what_was_measured(gm_text *out, const table *t, const gm_run *run)
{
	if (t->id)
		write_row(out, t, run);
	else
		for (int i = 0; i < run->measured_count; i++)
			write_measured(out, &run->measured[i]);
}

/* ---- runs ---- */

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
write_run(gm_text *out, const table *t, const gm_run *run)
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
	write_what_was_measured(out, t, run);
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
	gm_arena *arena = gm_arena_new();
	const tables t = tables_of(arena, runs);
	for (int i = 0; i < t.count; i++)
		if (t.items[i].id)
			write_table(out, &t.items[i]);
	for (int i = 0; i < runs->count; i++)
		write_run(out, t.of_run[i], &runs->items[i]);
	gm_arena_free(arena);
	gm_text_append(out, "</runs>\n");
}
