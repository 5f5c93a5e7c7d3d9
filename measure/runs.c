#include "runs.h"

static void
write_attribute(FILE *out, const char *name, const char *value)
{
	fprintf(out, " %s=\"", name);
	for (; *value != '\0'; value++) {
		switch (*value) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '"': fputs("&quot;", out); break;
		default: fputc(*value, out); break;
		}
	}
	fputc('"', out);
}

void
gm_runs_write_begin(FILE *out, const gm_runs_header *header)
{
	char title[256];

	snprintf(title, sizeof title, "%s, CUDA driver %d.%d, events", header->gpu,
	         header->driver_version / 1000, header->driver_version % 1000 / 10);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<runs schema=\"1\"", out);
	write_attribute(out, "title", header->title);
	fputs(">\n  <source id=\"events\"", out);
	write_attribute(out, "title", title);
	fputs(" url=\"\"", out);
	write_attribute(out, "read", header->date);
	fputs("/>\n", out);
}

void
gm_runs_write_run_begin(FILE *out, const gm_runs_header *header, const gm_launch *launch,
                        const char *cache)
{
	fputs("  <run", out);
	write_attribute(out, "kernel", launch->kernel);
	write_attribute(out, "device", header->device);
	write_attribute(out, "set", launch->set);
	write_attribute(out, "cache", cache);
	write_attribute(out, "source", "events");
	write_attribute(out, "where", launch->where);
	write_attribute(out, "launch", launch->name);
	if (launch->note[0] != '\0')
		write_attribute(out, "note", launch->note);
	if (launch->group[0] != '\0')
		write_attribute(out, "group", launch->group);
	fputs(">\n", out);
	for (int i = 0; i < launch->parameters_count; i++) {
		fputs("    <parameter", out);
		write_attribute(out, "name", launch->parameters[i].name);
		write_attribute(out, "value", launch->parameters[i].value);
		fputs("/>\n", out);
	}
}

void
gm_runs_write_measured(FILE *out, const char *metric, double value, const char *unit,
                       double spread_ratio)
{
	fputs("    <measured", out);
	write_attribute(out, "metric", metric);
	fprintf(out, " value=\"%.6g\"", value);
	write_attribute(out, "unit", unit);
	fprintf(out, " spread=\"%.3g\"/>\n", spread_ratio);
}

void
gm_runs_write_run_end(FILE *out)
{
	fputs("  </run>\n", out);
}

void
gm_runs_write_end(FILE *out)
{
	fputs("</runs>\n", out);
}
