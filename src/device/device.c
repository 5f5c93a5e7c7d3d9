#include "device/device.h"

#include "base/quantity.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LONGEST_NAME = 63 };

/* A datasheet number and what was measured of it. */
static const struct {
	gm_fact_id datasheet, measured;
} twins[] = {
	{GM_SM_CLOCK, GM_SM_CLOCK_MEASURED},
	{GM_L2_BANDWIDTH, GM_L2_BANDWIDTH_MEASURED},
	{GM_DRAM_BANDWIDTH, GM_DRAM_BANDWIDTH_MEASURED},
};

enum { TWINS_COUNT = sizeof twins / sizeof twins[0] };

static bool
find_twin(gm_fact_id datasheet, gm_fact_id *measured)
{
	for (int i = 0; i < TWINS_COUNT; i++)
		if (twins[i].datasheet == datasheet) {
			*measured = twins[i].measured;
			return true;
		}
	return false;
}

void
gm_device_free(gm_device *device)
{
	if (device)
		gm_arena_free(device->arena); /* which holds the device itself */
}

bool
gm_device_knows(const gm_device *device, gm_fact_id id)
{
	assert(id < GM_FACT_COUNT);
	return device->facts[id].known;
}

double
gm_device_value(const gm_device *device, gm_fact_id id)
{
	assert(gm_device_knows(device, id));
	return device->facts[id].value;
}

double
gm_device_value_or(const gm_device *device, gm_fact_id id, double otherwise)
{
	return gm_device_knows(device, id) ? gm_device_value(device, id) : otherwise;
}

bool
gm_device_achievable(const gm_device *device, gm_fact_id id, double *out)
{
	gm_fact_id measured = id;
	const bool twinned = find_twin(id, &measured);
	assert(twinned);
	(void)twinned;
	const gm_fact_id best = gm_device_knows(device, measured) ? measured : id;
	if (!gm_device_knows(device, best))
		return false;
	*out = gm_device_value(device, best);
	return true;
}

bool
gm_device_peak_per_s(const gm_device *device, gm_fact_id rate, double *out)
{
	const gm_fact_id factors[] = {GM_SM_COUNT, rate, GM_SM_CLOCK};
	double product = 1.0;
	for (int i = 0; i < 3; i++) {
		if (!gm_device_knows(device, factors[i]))
			return false;
		product *= gm_device_value(device, factors[i]);
	}
	*out = product;
	return true;
}

/* The part before '=' as a fact, the part after it in `*value`. */
static gm_status
split_assignment(const char *assignment, gm_fact_id *id, const char **value, gm_error *err)
{
	const char *equals = strchr(assignment, '=');
	char name[LONGEST_NAME + 1];
	if (!equals)
		return gm_fail(err, GM_USAGE, "expected name=value, found '%.80s'", assignment);
	const size_t length = (size_t)(equals - assignment);
	if (length > LONGEST_NAME)
		return gm_fail(err, GM_UNKNOWN_NAME, "unknown device number '%.80s'", assignment);
	memcpy(name, assignment, length);
	name[length] = '\0';
	*value = equals + 1;
	if (gm_fact_find(name, id))
		return GM_OK;
	const char *nearest = gm_fact_nearest(name);
	return gm_fail(err, GM_UNKNOWN_NAME, "unknown device number '%s'%s%s", name,
		       nearest ? "; nearest: " : "", nearest ? nearest : "");
}

static gm_status
parse_value(gm_fact_id id, const char *text, double *out, gm_error *err)
{
	const gm_fact_row *row = gm_fact_row_of(id);
	gm_error cause = GM_ERROR_NONE;
	double value = 0.0;
	if (gm_quantity_parse_text(text, row->dimension, &value, &cause) != GM_OK)
		return gm_fail(err, cause.status, "%s: %.900s", row->name, cause.message);
	if (value < 0.0)
		return gm_fail(err, GM_BAD_VALUE, "%s: expected no negative number, found '%.60s'",
			       row->name, text);
	*out = value;
	return GM_OK;
}

static void
set_fact(gm_device *device, gm_fact_id id, double value, const char *note)
{
	char written[64];
	gm_fact *fact = &device->facts[id];
	gm_quantity_format(value, gm_fact_row_of(id)->dimension, written, sizeof written);
	fact->known = fact->stated = fact->overridden = true;
	fact->value = value;
	fact->written = gm_arena_copy_text(device->arena, written);
	fact->source = NULL;
	fact->where = "";
	fact->note = note;
}

/* The twin keeps its ratio to the datasheet number. Without a ratio (the datasheet number was
   unknown or zero) a twin left alone would hide the new number, so it becomes unknown. */
static void
scale_twin(gm_device *device, gm_fact_id measured, gm_fact_id datasheet, const gm_fact *before)
{
	gm_fact *twin = &device->facts[measured];
	if (!twin->known || twin->overridden)
		return;
	const char *name = gm_fact_row_of(datasheet)->name;
	if (!before->known || before->value == 0.0) {
		twin->known = false;
		twin->note = gm_arena_print(
			device->arena, "%s was set and has no earlier value to scale by", name);
		return;
	}
	const char *note = gm_arena_print(device->arena, "scaled with %s, which was set; was %s",
					  name, twin->written);
	const double ratio = device->facts[datasheet].value / before->value;
	set_fact(device, measured, twin->value * ratio, note);
	twin->overridden = false; /* so that a second --set scales it again */
}

gm_status
gm_device_override(gm_device *device, const char *assignment, gm_error *err)
{
	gm_fact_id id, measured;
	const char *text = NULL;
	double value = 0.0;
	gm_status status = split_assignment(assignment, &id, &text, err);
	if (status == GM_OK)
		status = parse_value(id, text, &value, err);
	if (status != GM_OK)
		return status;
	const gm_fact before = device->facts[id];
	set_fact(device, id, value,
		 gm_arena_print(device->arena, "set; the file says %s",
				before.known ? before.written : "unknown"));
	if (find_twin(id, &measured))
		scale_twin(device, measured, id, &before);
	return GM_OK;
}
