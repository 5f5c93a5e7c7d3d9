#include "report/compare.h"

#include "report/explain.h"
#include "report/report.h"

#include <math.h>

const gm_compare_format gm_compare_formats[] = {
	{"text", NULL, gm_compare_text_add, NULL},
	{"json", gm_compare_json_begin, gm_compare_json_add, gm_compare_json_end},
	{"markdown", NULL, gm_compare_markdown_add, NULL},
};

const int gm_compare_formats_count = sizeof gm_compare_formats / sizeof *gm_compare_formats;

void
gm_compare_value(gm_text *out, gm_value value, const char *unit)
{
	if (value.kind == GM_KIND_UNKNOWN)
		gm_text_append(out, "unknown");
	else
		gm_explain_value(out, value.value, unit);
}

void
gm_compare_share(gm_text *out, gm_value share_s)
{
	if (share_s.kind == GM_KIND_UNKNOWN) {
		gm_compare_value(out, share_s, "s");
		return;
	}
	gm_text_append(out, share_s.value < 0 ? "-" : share_s.value > 0 ? "+" : "");
	gm_explain_value(out, fabs(share_s.value), "s");
}

void
gm_compare_factor(gm_text *out, double before, double after)
{
	const double factor = after > before ? after / before : before / after;
	if (before == after)
		gm_text_append(out, "the same");
	else if (before > 0 && after > 0 && factor < 1.005)
		gm_text_append(out, "as good as the same");
	else if (before > 0 && after > 0)
		gm_text_print(out, "%.3gx %s", factor, after > before ? "more" : "less");
}

void
gm_compare_subject(gm_text *out, const gm_prediction *prediction)
{
	gm_text_print(out, "%s on %s", prediction->kernel->name, prediction->device->title);
	if (prediction->kernel->parameters_count) {
		gm_text_append(out, ", ");
		gm_report_parameters(out, prediction->kernel, " ");
	}
}
