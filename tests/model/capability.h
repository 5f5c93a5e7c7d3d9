/*
 * devices/sm_XX.xml as a gm_device, for tests of occupancy: the numbers and the carve-outs alone.
 *
 * It reads the files line by line, apart from the program's own loader, so that a test of occupancy
 * fails on occupancy or on the data and never on the reading of XML.
 */
#ifndef GM_TESTS_CAPABILITY_H
#define GM_TESTS_CAPABILITY_H

#include "device/device.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void
capability_number(gm_device *device, const char *line)
{
	char name[64], unit[16] = "";
	double value;
	gm_fact_id id;
	if (sscanf(line, " <number name=\"%63[^\"]\" value=\"%lf\" unit=\"%15[^\"]\"", name, &value,
	           unit) < 2)
		return;
	ck_assert_msg(gm_fact_find(name, &id), "%s: %s is no fact", device->name, name);
	device->facts[id].known = device->facts[id].stated = true;
	device->facts[id].value = value * (strcmp(unit, "KiB") == 0 ? 1024 : 1);
}

static inline void
capability_carveouts(gm_device *device, const char *line)
{
	const char *at = strstr(line, "<carveouts values=\"");
	if (!at)
		return;
	double *values = gm_arena_allocate(device->arena, 16, sizeof *values);
	char *end = NULL;
	for (at += strlen("<carveouts values=\""); *at != '"' && device->carveouts_count < 16;
	     at = end)
		values[device->carveouts_count++] = strtod(at, &end) * 1024;
	device->carveouts_bytes = values;
}

/* Free with capability_free. `name` is "sm_86". */
static inline gm_device *
capability_load(const char *name)
{
	char path[256], line[1024];
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", name);
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s cannot be opened", path);
	gm_arena *arena = gm_arena_new();
	gm_device *device = gm_arena_allocate(arena, 1, sizeof *device);
	device->arena = arena;
	device->name = gm_arena_copy_text(arena, name);
	while (fgets(line, sizeof line, file)) {
		const char *cc = strstr(line, "compute_capability=\"");
		if (cc)
			sscanf(cc, "compute_capability=\"%d.%d\"", &device->cc_major,
			       &device->cc_minor);
		capability_number(device, line);
		capability_carveouts(device, line);
	}
	fclose(file);
	ck_assert_msg(device->cc_major > 0 && device->carveouts_count > 0, "%s is incomplete",
	              path);
	return device;
}

static inline void
capability_free(gm_device *device)
{
	gm_arena_free(device->arena);
}

#endif
