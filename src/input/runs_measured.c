#include "input/runs_measured.h"

#include "base/quantity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Units by the name that predictions use; those of a dimension also take the spellings and prefixes
   of base/quantity.h. */
static const struct {
	const char *name;
	bool prefixed;
	gm_dimension dimension;
} units[] = {
	{"s", true, GM_SECONDS},
	{"byte", true, GM_BYTES},
	{"cycle", true, GM_CYCLES},
	{"byte/s", true, GM_BYTES_PER_SECOND},
	{"flop/s", true, GM_FLOP_PER_SECOND},
	{"count", false, GM_COUNT},
	{"%", false, GM_COUNT},
	{"ratio", false, GM_COUNT},
};

gm_status
gm_runs_read_quantity(const char *value, const char *unit, gm_measured *out, gm_error *err)
{
	const gm_status status = gm_number_parse(value, &out->value, err);
	if (status != GM_OK)
		return status;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		out->unit = units[i].name;
		if (strcmp(units[i].name, unit) == 0 ||
		    (units[i].prefixed && *unit &&
		     gm_quantity_parse(value, unit, units[i].dimension, &out->value, NULL) ==
			     GM_OK))
			return GM_OK;
	}
	return gm_fail(err, GM_BAD_UNIT,
		       "unknown unit '%.40s': expected s, byte, cycle, byte/s, flop/s (or as us, "
		       "KiB, GB/s, "
		       "GFLOP/s), count, %% or ratio",
		       unit);
}

double
gm_runs_rounding(const char *written)
{
	const size_t digits = strcspn(written, "eE");
	const char *point = memchr(written, '.', digits);
	const long decimals = point ? (long)(digits - (size_t)(point - written)) - 1 : 0;
	const long power = written[digits] ? strtol(written + digits + 1, NULL, 10) : 0;
	double value = 0;
	gm_number_parse(written, &value, NULL);
	return value == 0 ? 0 : 0.5 * pow(10, (double)(power - decimals)) / fabs(value);
}

gm_status
gm_runs_read_spread(const gm_xml_node *node, double *out, gm_error *err)
{
	*out = 0;
	if (!gm_xml_attribute(node, "spread"))
		return GM_OK;
	const gm_status status = gm_xml_number(node, "spread", out, err);
	if (status == GM_OK && (*out < 0 || *out >= 1))
		return gm_xml_fail(
			node, GM_BAD_VALUE, err,
			"<measured> spread: expected a ratio from 0 to below 1, found '%.40s'",
			gm_xml_attribute(node, "spread"));
	return status;
}
