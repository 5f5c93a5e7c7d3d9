/*
 * kernel,device,parameters,cache,gpu__time_duration.sum,...,limit,verdict,unsure
 * tiled_mm,h100,n=1024 TILE=16,cold,6.71e-05,...
 *
 * Unsure are counts that are sampled, with their spread, or hang on timing: "smsp__... sampled +-123 l1tex__... timing".
 */
#include "report/report.h"

#include <string.h>

void
gm_report_csv_field(gm_text *out, const char *text)
{
	if (!strpbrk(text, ",\"\r\n")) {
		gm_text_append(out, text);
		return;
	}
	gm_text_append(out, "\"");
	for (; *text; text++)
		gm_text_append_bytes(out, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
	gm_text_append(out, "\"");
}

void
gm_report_csv_begin(gm_text *out)
{
	(void)out; /* the header needs the first prediction's metrics */
}

static void
header(gm_text *out, const gm_prediction *p)
{
	gm_text_append(out, "kernel,device,parameters,cache");
	for (int i = 0; i < p->metrics_count; i++) {
		gm_text_append(out, ",");
		gm_report_csv_field(out, p->metrics[i].name);
	}
	gm_text_append(out, ",limit,verdict,unsure\n");
}

static void
write_unsure(gm_text *out, const gm_prediction *p)
{
	for (int i = 0; i < p->metrics_count; i++) {
		const gm_metric *m = &p->metrics[i];
		const bool timing = m->value.kind == GM_KIND_TIMING;
		char spread[40];
		if (m->spread <= 0 && !timing)
			continue;
		gm_text_print(out, "%s%s %s", out->length ? " " : "", m->name, gm_kind_name(m->value.kind));
		if (m->spread > 0)
			gm_text_print(out, " +-%s", gm_number_format(m->spread, spread, sizeof spread));
	}
}

void
gm_report_csv_add(gm_text *out, const gm_prediction *p, size_t index)
{
	if (index == 0)
		header(out, p);
	gm_text parameters = {0};
	gm_report_parameters(&parameters, p->kernel, " ");
	gm_report_csv_field(out, p->kernel->name);
	gm_text_append(out, ",");
	gm_report_csv_field(out, p->device->name);
	gm_text_append(out, ",");
	gm_report_csv_field(out, parameters.bytes ? parameters.bytes : "");
	gm_text_dispose(&parameters);
	gm_text_print(out, ",%s", gm_cache_state_name(p->request.cache));
	for (int i = 0; i < p->metrics_count; i++) {
		char number[40] = "";
		if (p->metrics[i].value.kind != GM_KIND_UNKNOWN)
			gm_number_format(p->metrics[i].value.value, number, sizeof number);
		gm_text_append(out, ",");
		gm_text_append(out, number);
	}
	gm_text_append(out, ",");
	gm_text_append(out, p->binding >= 0 ? gm_limit_name(p->binding) : "");
	gm_text_append(out, ",");
	gm_report_csv_field(out, p->verdict);
	gm_text unsure = {0};
	write_unsure(&unsure, p);
	gm_text_append(out, ",");
	gm_report_csv_field(out, unsure.bytes ? unsure.bytes : "");
	gm_text_dispose(&unsure);
	gm_text_append(out, "\n");
}
