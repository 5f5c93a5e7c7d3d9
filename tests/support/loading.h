/*
 * Devices, models and kernel texts for tests; what does not load fails the test with the loader's own
 * message.
 */
#ifndef GM_TESTS_LOADING_H
#define GM_TESTS_LOADING_H

#include "input/device_file.h"
#include "input/kernel_file.h"

#include <check.h>
#include <stdio.h>

static inline gm_device *
device_load(const char *name)
{
	char path[256];
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/devices/%s.xml", name);
	ck_assert_msg(gm_device_load(path, &device, &err) == GM_OK, "%s", err.message);
	return device;
}

static inline gm_kernel *
model_load(const char *name)
{
	char path[256];
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, GM_TREE "/models/%s.xml", name);
	ck_assert_msg(gm_kernel_load(path, NULL, 0, &kernel, &err) == GM_OK, "%s", err.message);
	return kernel;
}

static inline gm_kernel *
text_load(const char *text, const gm_definition *definitions, int count)
{
	gm_kernel *kernel = NULL;
	gm_error err = GM_ERROR_NONE;
	ck_assert_msg(gm_kernel_load_text(text, "test.xml", definitions, count, &kernel, &err) ==
			      GM_OK,
		      "%d: %s", err.line, err.message);
	return kernel;
}

#endif
