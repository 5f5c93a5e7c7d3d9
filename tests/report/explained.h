/*
 * For tests of derivations: one explanation with what it borrows. What does not load fails the test
 * with the loader's own message.
 */
#ifndef GM_TESTS_REPORT_EXPLAINED_H
#define GM_TESTS_REPORT_EXPLAINED_H

#include "analysis/remedy.h"
#include "input/device_file.h"
#include "input/kernel_file.h"
#include "report/explain.h"
#include "support/near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct explained {
	gm_kernel *kernel;
	gm_device *device;
	gm_prediction prediction;
	gm_derivation derivation;
	gm_remedies remedies;
	gm_explanation explanation;
} explained;

static inline void
explained_load(const char *kernel, const char *parameters, const char *device, const char *what_if,
	       explained *out)
{
	char path[512], words[128];
	gm_definition definitions[8];
	int count = 0;
	gm_error err = GM_ERROR_NONE;
	snprintf(path, sizeof path, device[0] == '/' ? "%s" : GM_TREE "/devices/%s.xml", device);
	ck_assert_msg(gm_device_load(path, &out->device, &err) == GM_OK, "%s", err.message);
	if (what_if)
		ck_assert_msg(gm_device_override(out->device, what_if, &err) == GM_OK, "%s",
			      err.message);
	snprintf(path, sizeof path, kernel[0] == '/' ? "%s" : GM_TREE "/models/%s.xml", kernel);
	snprintf(words, sizeof words, "%s", parameters);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char *equals = strchr(word, '=');
		*equals = '\0';
		definitions[count++] = (gm_definition){word, atoll(equals + 1)};
	}
	ck_assert_msg(gm_kernel_load(path, definitions, count, &out->kernel, &err) == GM_OK, "%s",
		      err.message);
}

static inline void
explained_dispose(explained *e)
{
	if (e->derivation.arena)
		gm_derivation_dispose(&e->derivation);
	gm_prediction_dispose(&e->prediction);
	gm_kernel_free(e->kernel);
	gm_device_free(e->device);
	free(e);
}

/* Of a kernel and a device that are loaded; takes both. NULL: the kernel is not for this device
   (PTX on wavefronts of 64). */
static inline explained *
explained_finish(explained *e, const gm_predict_request *request)
{
	gm_error err = GM_ERROR_NONE;
	const gm_status status = gm_predict(e->kernel, e->device, request, &e->prediction, &err);
	if (status == GM_NOT_MODELLED) {
		explained_dispose(e);
		return NULL;
	}
	ck_assert_msg(status == GM_OK, "%s", err.message);
	gm_derivation_make(&e->prediction, &e->derivation);
	e->explanation = (gm_explanation){&e->prediction, &e->derivation, &e->remedies};
	return e;
}

/* "tiled_mm", "n=512 TILE=8", "h100", NULL or "dram_bandwidth=3TB/s". */
static inline explained *
explained_new(const char *kernel, const char *parameters, const char *device, const char *what_if)
{
	explained *e = gm_allocate(1, sizeof *e);
	explained_load(kernel, parameters, device, what_if, e);
	return explained_finish(e, NULL);
}

#endif
