#include "report/validate_words.h"

#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *
gm_report_error(double error_ratio, char *out, size_t out_bytes)
{
	const double percent = 100 * error_ratio;
	snprintf(out, out_bytes, "%+.*f %%", fabs(percent) < 99.95 ? 1 : 0, percent);
	return out;
}

const char *
gm_report_mean(double ratio, char *out, size_t out_bytes)
{
	const double percent = 100 * ratio;
	snprintf(out, out_bytes, "%.*f %%", percent < 99.95 ? 1 : 0, percent);
	return out;
}

const char *
gm_report_measured(double value, const char *unit, char *out, size_t out_bytes)
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

void
gm_report_run_words(gm_text *out, const gm_run *run)
{
	for (int i = 0; i < run->parameters_count; i++)
		gm_text_print(out, "%s%s=%lld", i ? " " : "", run->parameters[i].name,
		              (long long)run->parameters[i].value);
	if (*run->note)
		gm_text_print(out, "%s%s", run->parameters_count ? ", " : "", run->note);
}

void
gm_report_promise(gm_text *out, const gm_validation_promise *p)
{
	gm_text_print(out, "%d of %d counts said to be exact are so to the unit", p->to_the_unit, p->exact);
	if (p->sampled)
		gm_text_print(out, "; %d of %d that were sampled lie within their spread", p->within_spread,
			      p->sampled);
	if (p->timing)
		gm_text_print(out, "; %d depend%s on timing, of which nothing is promised", p->timing,
			      p->timing == 1 ? "s" : "");
}
