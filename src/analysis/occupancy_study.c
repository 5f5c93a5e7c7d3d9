#include "analysis/occupancy_study.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const block_origins[] = {
	[GM_BLOCK_GIVEN] = "given",       [GM_BLOCK_LAUNCH] = "launch",
	[GM_BLOCK_REQUIRED] = "required", [GM_BLOCK_BOUNDS] = "bounds",
	[GM_BLOCK_BEST] = "best",
};

const char *
gm_block_origin_name(gm_block_origin origin)
{
	return block_origins[origin];
}

double
gm_occupancy_study_ratio(const gm_occupancy_study *study)
{
	return study->refused[0] ? 0 : study->advice.now.ratio;
}

static void
explain_refusal(gm_occupancy_study *study)
{
	const gm_occupancy_subject *s = &study->subject;
	if (!study->advice.now.launchable)
		snprintf(study->refused, sizeof study->refused, "%s", study->advice.now.why_not);
	else if (s->threads_max && s->request.block_threads > s->threads_max)
		snprintf(study->refused, sizeof study->refused,
			 "%lld threads in a block, compiled for at most %lld",
			 (long long)s->request.block_threads, (long long)s->threads_max);
}

gm_status
gm_occupancy_study_make(const gm_device *device, const gm_occupancy_subject *subject,
			gm_occupancy_study *out, gm_error *err)
{
	*out = (gm_occupancy_study){.device = device, .subject = *subject};
	const gm_status status = gm_occupancy_check(device, &subject->request, err);
	if (status != GM_OK)
		return status;
	gm_occupancy_request best = subject->request;
	out->advice = gm_occupancy_advise(device, &subject->request);
	out->best = gm_occupancy_best_block(device, &best, subject->threads_max, NULL, NULL);
	best.block_threads = out->best.block_threads ? out->best.block_threads : 1;
	out->best_occupancy = gm_occupancy_evaluate(device, &best);
	for (int i = 0; i < GM_LIMITER_COUNT; i++)
		gm_occupancy_rule(device, &subject->request, &out->advice.now, (gm_limiter)i,
				  out->rules[i]);
	explain_refusal(out);
	return GM_OK;
}

gm_status
gm_occupancy_subject_of_kernel(const gm_kernel *kernel, const gm_device *device,
			       const char *parameters, int64_t more_shared_bytes,
			       gm_occupancy_subject *out, gm_error *err)
{
	const gm_resources *resources = &kernel->resources;
	const int64_t fixed =
		resources->shared_static_bytes > 0 ? resources->shared_static_bytes : 0;
	const int64_t dynamic =
		resources->shared_dynamic_bytes > 0 ? resources->shared_dynamic_bytes : 0;
	*out = (gm_occupancy_subject){
		.kernel = kernel->name,
		.parameters = parameters,
		.request = {.block_threads = gm_dim3_volume(kernel->block),
			    .shared_bytes = fixed + dynamic + more_shared_bytes,
			    .carveout_bytes = -1,
			    .barriers_count =
				    resources->barriers_count > 0 ? resources->barriers_count : 0},
		.shared_static_bytes = fixed,
		.block_origin = GM_BLOCK_LAUNCH,
	};
	out->request.registers_per_thread = gm_kernel_registers(
		kernel, device->cc_major, device->cc_minor, &out->registers_source);
	if (out->request.registers_per_thread >= 0)
		return GM_OK;
	return gm_fail(err, GM_NOT_MODELLED,
		       "the registers of %s are not known for compute capability %d.%d (%s): say "
		       "--registers N",
		       kernel->name, device->cc_major, device->cc_minor, device->name);
}

static gm_block_origin
block_origin(const gm_compiled_kernel *kernel, int64_t given)
{
	if (given)
		return GM_BLOCK_GIVEN;
	if (kernel->threads_required)
		return GM_BLOCK_REQUIRED;
	return kernel->threads_max ? GM_BLOCK_BOUNDS : GM_BLOCK_BEST;
}

static int64_t
spill_bytes(const gm_compiled_kernel *kernel)
{
	return kernel->spill_stores_bytes < 0 || kernel->spill_loads_bytes < 0
		       ? -1
		       : kernel->spill_stores_bytes + kernel->spill_loads_bytes;
}

/* The block size of its origin; the request holds everything else. */
static int64_t
block_threads(const gm_compiled_kernel *kernel, const gm_device *device,
	      const gm_occupancy_subject *subject, int64_t given)
{
	switch (subject->block_origin) {
	case GM_BLOCK_GIVEN:
		return given;
	case GM_BLOCK_REQUIRED:
		return kernel->threads_required;
	case GM_BLOCK_BOUNDS:
		return kernel->threads_max;
	case GM_BLOCK_LAUNCH:
	case GM_BLOCK_BEST:
		break;
	}
	const gm_best_block best =
		gm_occupancy_best_block(device, &subject->request, 0, NULL, NULL);
	return best.block_threads ? best.block_threads : 1;
}

gm_status
gm_occupancy_subject_of_compiled(const gm_compiled_kernel *kernel, const gm_device *device,
				 int64_t block, int64_t dynamic_shared_bytes,
				 gm_occupancy_subject *out, gm_error *err)
{
	assert(kernel->cc_major == device->cc_major && kernel->cc_minor == device->cc_minor);
	*out = (gm_occupancy_subject){
		.kernel = kernel->name,
		.parameters = "",
		.registers_source = "compiled",
		.request = {.block_threads = 1,
			    .registers_per_thread = kernel->registers_count,
			    .shared_bytes = kernel->shared_static_bytes + dynamic_shared_bytes,
			    .carveout_bytes = -1,
			    .barriers_count = kernel->barriers_count},
		.shared_static_bytes = kernel->shared_static_bytes,
		.threads_max =
			kernel->threads_required ? kernel->threads_required : kernel->threads_max,
		.block_origin = block_origin(kernel, block),
		.compiled = true,
		.spills = gm_compiled_spills(kernel),
		.spill_bytes = spill_bytes(kernel),
		.stack_bytes = kernel->stack_bytes,
	};
	const gm_status status = gm_occupancy_check(device, &out->request, err);
	if (status == GM_OK)
		out->request.block_threads = block_threads(kernel, device, out, block);
	return status;
}
