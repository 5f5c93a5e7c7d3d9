/*
 * devices/sm_XX.xml for tests of occupancy; a file that does not load fails the test with the
 * loader's own message.
 */
#ifndef GM_TESTS_CAPABILITY_H
#define GM_TESTS_CAPABILITY_H

#include "device/device.h"
#include "input/device_file.h"

#include <check.h>
#include <stdio.h>

/* Free with gm_device_free. `name` is "sm_86". */
static inline gm_device *
capability_load(const char *name)
{
	char path[256], message[1400];
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", name);
	if (gm_device_load(path, &device, &err) != GM_OK) {
		gm_error_format(&err, message, sizeof message);
		ck_abort_msg("%s", message);
	}
	return device;
}

#endif
