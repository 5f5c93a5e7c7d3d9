/*
 * Machine instructions counted from PTX, to be held against code of ptxas 13.0 as nvdisasm shows it.
 */
#ifndef GM_TESTS_MODEL_ISSUED_H
#define GM_TESTS_MODEL_ISSUED_H

#include "model/counts.h"

#include "input/device_file.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 8, LONGEST = 4096 };

static gm_device *devices[2]; /* cc 9.0, cc 7.5 */

static inline void
load_devices(void)
{
	devices[0] = device_load("sm_90");
	devices[1] = device_load("sm_75");
}

static inline void
free_devices(void)
{
	for (int i = 0; i < 2; i++)
		gm_device_free(devices[i]);
}

static inline gm_ptx_module *
parse(const char *text, size_t length, const char *name)
{
	gm_error err = GM_ERROR_NONE;
	gm_ptx_module *module;
	ck_assert_msg(gm_ptx_module_parse(text, length, name, &module, &err) == GM_OK, "%s:%d: %s",
		      name, err.line, err.message);
	return module;
}

static inline gm_ptx_module *
load(const char *path)
{
	FILE *file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	fseek(file, 0, SEEK_END);
	const size_t length = (size_t)ftell(file);
	rewind(file);
	char *text = gm_allocate(length + 1, 1);
	ck_assert_uint_eq(fread(text, 1, length, file), length);
	fclose(file);
	gm_ptx_module *module = parse(text, length, path);
	free(text);
	return module;
}

typedef struct counted {
	double issued, lanes;
	double loads, stores; /* requests of shared memory */
	double reads, writes; /* of global memory */
} counted;

static inline counted
count(const gm_ptx_module *module, const gm_ptx_launch *launch, const gm_device *device)
{
	gm_error err = GM_ERROR_NONE;
	gm_kernel *kernel;
	gm_counts counts;
	ck_assert_msg(gm_ptx_kernel_new(module, launch, &kernel, &err) == GM_OK, "%s: %s",
		      launch->entry, err.message);
	ck_assert_msg(gm_counts_gather(kernel, device, false, &counts, &err) == GM_OK, "%s: %s",
		      launch->entry, err.message);
	const counted out = {
		.issued = gm_counts_issued(kernel, &counts, GM_UNIT_COUNT, false),
		.lanes = gm_counts_issued(kernel, &counts, GM_UNIT_COUNT, true),
		.loads = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_LOAD,
					       GM_SHARED),
		.stores = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_STORE,
						GM_SHARED),
		.reads = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_LOAD,
					       GM_GLOBAL),
		.writes = (double)gm_counts_sum(kernel, &counts, GM_COUNT_REQUESTS, GM_STORE,
						GM_GLOBAL),
	};
	gm_counts_dispose(&counts);
	gm_kernel_free(kernel);
	return out;
}

#endif
