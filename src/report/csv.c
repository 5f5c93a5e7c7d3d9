/*
 * kernel,device,parameters,cache,gpu__time_duration.sum,...,limiter,verdict
 * tiled_mm,h100,n=1024 TILE=16,cold,6.71e-05,...
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
	gm_text_append(out, ",limit,verdict\n");
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
	gm_text_append(out, "\n");
}
