/*
 * How sure a warp's counts of floats are: the prediction of a kernel for one warp on an H200.
 */
#ifndef GM_TESTS_SURELY_H
#define GM_TESTS_SURELY_H

#include "analysis/predict.h"
#include "launch/launch.h"
#include "support/loading.h"
#include "support/near.h"

#include <stdio.h>
#include <string.h>

/* Disposed by surely_forget. */
typedef struct surely {
	gm_device *device;
	gm_ptx_module *module;
	gm_kernel *kernel;
	gm_prediction prediction;
} surely;

static inline void
surely_predict(const char *text, const char *argument, surely *out)
{
	const gm_ptx_launch launch = {.entry = "k", .grid = {1, 1, 1}, .block = {32, 1, 1},
				      .arguments = &argument, .arguments_count = 1};
	gm_error err = GM_ERROR_NONE;
	out->device = device_load("h200");
	ck_assert_msg(gm_ptx_module_parse(text, strlen(text), NULL, &out->module, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_ptx_kernel_new(out->module, &launch, &out->kernel, &err) == GM_OK, "%s", err.message);
	ck_assert_msg(gm_predict(out->kernel, out->device, NULL, &out->prediction, &err) == GM_OK, "%s", err.message);
}

/* The count of `op` has this kind, and where that is not exact a reason with this word in it. */
static inline void
surely_is(const surely *s, const char *row, const char *op, gm_kind kind, const char *reason)
{
	char name[64];
	snprintf(name, sizeof name, "smsp__sass_thread_inst_executed_op_%s_pred_on.sum", op);
	const gm_metric *found = gm_prediction_metric(&s->prediction, name);
	ck_assert_ptr_nonnull(found);
	ck_assert_msg(found->value.kind == kind, "%s of %s: %s, not %s", op, row, gm_kind_name(found->value.kind),
		      gm_kind_name(kind));
	ck_assert(kind == GM_KIND_EXACT || strstr(found->value.why, reason));
}

static inline void
surely_forget(surely *s)
{
	gm_prediction_dispose(&s->prediction);
	gm_kernel_free(s->kernel);
	gm_ptx_module_free(s->module);
	gm_device_free(s->device);
}

#endif
