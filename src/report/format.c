#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const gm_report_format gm_report_formats[] = {
        {"text", ".txt", "a page to read", NULL, gm_report_text_add, NULL},
        {"json", ".json", "one object per prediction", gm_report_json_begin, gm_report_json_add,
         gm_report_json_end},
        {"csv", ".csv", "one row per prediction", gm_report_csv_begin, gm_report_csv_add, NULL},
};

const size_t gm_report_formats_count = sizeof gm_report_formats / sizeof *gm_report_formats;

const gm_report_format *
gm_report_format_find(const char *name)
{
	for (size_t i = 0; i < gm_report_formats_count; i++)
		if (strcmp(gm_report_formats[i].name, name) == 0)
			return &gm_report_formats[i];
	return NULL;
}

/* Up to four significant digits, at least the whole part, no exponent for what fits a page. */
static void
digits(double value, char *out, size_t out_bytes)
{
	const double size = fabs(value);
	const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
	snprintf(out, out_bytes, "%.*f", decimals, value);
	if (strchr(out, '.')) {
		char *end = out + strlen(out) - 1;
		while (*end == '0')
			*end-- = '\0';
		if (*end == '.')
			*end = '\0';
	}
}

static const char *
decimal_prefix(double *value)
{
	static const char *const prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
	int i = 0;
	for (; i < 6 && fabs(*value) >= 999.95; i++)
		*value /= 1000;
	return prefixes[i];
}

char *
gm_report_bytes(double bytes, char *out, size_t out_bytes)
{
	char number[40];
	const char *prefix = decimal_prefix(&bytes);
	digits(bytes, number, sizeof number);
	snprintf(out, out_bytes, "%s %sB", number, prefix);
	return out;
}

char *
gm_report_count(double count, char *out, size_t out_bytes)
{
	if (count == nearbyint(count) && fabs(count) < 1e7) {
		snprintf(out, out_bytes, "%.0f", count);
		return out;
	}
	char number[40];
	const char *prefix = decimal_prefix(&count);
	digits(count, number, sizeof number);
	snprintf(out, out_bytes, "%s%s%s", number, *prefix ? " " : "", prefix);
	return out;
}

void
gm_report_parameters(gm_text *out, const gm_kernel *kernel, const char *between)
{
	for (int i = 0; i < kernel->parameters_count; i++)
		gm_text_print(out, "%s%s=%lld", i ? between : "", kernel->parameters[i].name,
		              (long long)kernel->parameters[i].value);
}
