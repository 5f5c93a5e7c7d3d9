#include "report/occupancy_words.h"

#include <inttypes.h>
#include <stdio.h>

char *
gm_occupancy_size(int64_t bytes, char *out, size_t out_bytes)
{
	if (bytes > 0 && bytes % 1024 == 0)
		snprintf(out, out_bytes, "%" PRId64 " KiB", bytes / 1024);
	else
		snprintf(out, out_bytes, "%" PRId64 " B", bytes);
	return out;
}

static const struct {
	bool bytes;
	const char *of;
} levers[GM_LEVER_COUNT] = {
	[GM_LEVER_REGISTERS] = {false, "registers per thread"},
	[GM_LEVER_SHARED] = {true, "of shared memory per block"},
	[GM_LEVER_CARVEOUT] = {true, "of the SM set aside for shared memory"},
	[GM_LEVER_BARRIERS] = {false, "barriers per block"},
	[GM_LEVER_SCALAR] = {false, "scalar registers per wavefront"},
	[GM_LEVER_BLOCK] = {false, "threads per block"},
	[GM_LEVER_WIDER_BLOCK] = {false, "threads per block"},
};

char *
gm_occupancy_lever_value(gm_lever lever, int64_t value, char *out, size_t out_bytes)
{
	if (levers[lever].bytes)
		return gm_occupancy_size(value, out, out_bytes);
	snprintf(out, out_bytes, "%" PRId64, value);
	return out;
}

const char *
gm_occupancy_lever_of(gm_lever lever)
{
	return levers[lever].of;
}

void
gm_occupancy_write_capability(gm_text *out, const gm_device *device)
{
	if (device->cc_major == 0)
		gm_text_append(out, device->architecture);
	else
		gm_text_print(out, "compute capability %d.%d", device->cc_major, device->cc_minor);
}

void
gm_occupancy_write_device(gm_text *out, const gm_device *device)
{
	if (!device->capability_only)
		gm_text_print(out, "%s, ", device->title);
	gm_occupancy_write_capability(out, device);
}

const char *
gm_occupancy_spills_name(gm_spills spills)
{
	static const char *const names[] = {"none", "some", "unknown"};
	return names[spills];
}
