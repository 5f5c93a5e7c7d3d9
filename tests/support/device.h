/*
 * One device for all cases of a test, an H200 unless DEVICE names another:
 * tcase_add_unchecked_fixture(cases, load_device, free_device).
 */
#ifndef GM_TESTS_DEVICE_H
#define GM_TESTS_DEVICE_H

#include "support/loading.h"

#ifndef DEVICE
#define DEVICE "h200"
#endif

static gm_device *device;

static inline void
load_device(void)
{
	device = device_load(DEVICE);
}

static inline void
free_device(void)
{
	gm_device_free(device);
}

#endif
