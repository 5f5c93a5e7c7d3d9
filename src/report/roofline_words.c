/*
 * What points and roofs are called, and what they say when asked.
 */
#include "report/roofline.h"

#include <stdio.h>
#include <string.h>

static const char *
rate(double value, gm_dimension dimension, char out[32])
{
	return gm_quantity_format(value, dimension, out, 32);
}

void
gm_roofline_rate_roof(gm_text *out, const gm_roof *roof)
{
	char text[32];
	gm_text_append(out, rate(roof->rate, roof->memory ? GM_BYTES_PER_SECOND : GM_FLOP_PER_SECOND,
				 text));
}

/* The highest arithmetic roof of a device; 0 without one. */
static double
top_of(const gm_roofline *r, int device)
{
	double top = 0;
	for (int i = 0; i < r->roofs_count; i++)
		if (r->roofs[i].device == device && !r->roofs[i].memory && r->roofs[i].rate > top)
			top = r->roofs[i].rate;
	return top;
}

void
gm_roofline_tell_roof(gm_text *out, const gm_roofline *r, const gm_roof *roof)
{
	char text[32];
	gm_text_print(out, "%s: %s %s", r->devices[roof->device].device->title, roof->name,
		      rate(roof->rate, roof->memory ? GM_BYTES_PER_SECOND : GM_FLOP_PER_SECOND,
			   text));
	const double top = top_of(r, roof->device);
	if (roof->memory && top > 0)
		gm_text_print(out, "; meets the highest peak, %s, at %.4g FLOP/B",
			      rate(top, GM_FLOP_PER_SECOND, text), top / roof->rate);
}

static void
write_subject(gm_text *out, const gm_roofline *r, const gm_roofline_point *point)
{
	const gm_roofline_series *s = &r->series[point->series];
	const gm_roofline_device *device = &r->devices[s->device];
	gm_text_append(out, s->kernel);
	for (int i = 0; i < s->parameters_count; i++)
		gm_text_print(out, " %s=%lld", s->parameters[i].name,
			      (long long)s->parameters[i].value);
	gm_text_print(out, " on %s, ", device->name);
	if (point->kind == GM_POINT_READING)
		gm_text_print(out, "bytes %s", gm_level_name(point->level));
	else
		gm_text_append(out, gm_roofline_memory(device->device, point->level));
	gm_text_print(out, ": %.4g FLOP/B", point->intensity_flop_per_byte);
}

void
gm_roofline_tell_point(gm_text *out, const gm_roofline *r, const gm_roofline_point *point)
{
	char reached[32], roof[32];
	const gm_roofline_series *s = &r->series[point->series];
	write_subject(out, r, point);
	rate(point->flop_per_s, GM_FLOP_PER_SECOND, reached);
	rate(point->attainable_flop_per_s, GM_FLOP_PER_SECOND, roof);
	if (point->kind == GM_POINT_READING) {
		gm_text_print(out, ", at most %s if nothing is cached", reached);
		return;
	}
	gm_text_print(out, ", %s %s", gm_point_kind_name(point->kind), reached);
	if (point->attainable_flop_per_s > 0)
		gm_text_print(out, ", %.3g %% of the %s attainable there",
			      100 * gm_roofline_ratio(point), roof);
	if (point->spread_ratio > 0)
		gm_text_print(out, ", spread %.2g %%", 100 * point->spread_ratio);
	if (point->warm)
		gm_text_append(out, ", caches warm");
	if (point->kind == GM_POINT_MEASURED)
		gm_text_append(out, point->counted ? ", by its counters"
						   : ", with the predicted work and bytes");
	else if (*s->limit)
		gm_text_print(out, "; held by %s", s->limit);
}
