#include "cli/occupancy.h"

#include "base/symbol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which devices ---- */

static bool
has_device(const gm_occupancy_job *job, int cc_major, int cc_minor)
{
	for (int i = 0; i < job->devices_count; i++)
		if (job->devices[i]->cc_major == cc_major && job->devices[i]->cc_minor == cc_minor)
			return true;
	return false;
}

static gm_status
add_capability(gm_occupancy_job *job, const gm_compiled *compiled, int cc_major, int cc_minor)
{
	char name[32];
	gm_error refused = GM_ERROR_NONE;
	snprintf(name, sizeof name, "sm_%d%d", cc_major, cc_minor);
	job->devices =
		realloc(job->devices, ((size_t)job->devices_count + 1) * sizeof *job->devices);
	if (!job->devices)
		abort();
	if (gm_library_device(job->cli->library, name, &job->devices[job->devices_count],
			      &refused) == GM_OK) {
		job->devices_count++;
		return GM_OK;
	}
	return gm_fail(&job->cli->err, GM_NOT_MODELLED,
		       "%s is compiled for %s, a capability that no device file describes",
		       compiled->file, name);
}

static gm_status
add_capabilities(gm_occupancy_job *job, const gm_compiled *compiled)
{
	gm_status status = GM_OK;
	for (int i = 0; i < compiled->kernels_count && status == GM_OK; i++) {
		const gm_compiled_kernel *kernel = &compiled->kernels[i];
		if (!has_device(job, kernel->cc_major, kernel->cc_minor))
			status = add_capability(job, compiled, kernel->cc_major, kernel->cc_minor);
	}
	return status;
}

/* ---- which kernels ---- */

static void
list_capabilities(const gm_compiled *compiled, gm_text *out)
{
	for (int i = 0; i < compiled->kernels_count; i++) {
		const gm_compiled_kernel *kernel = &compiled->kernels[i];
		bool listed = false;
		for (int k = 0; k < i; k++)
			listed = listed || (compiled->kernels[k].cc_major == kernel->cc_major &&
					    compiled->kernels[k].cc_minor == kernel->cc_minor);
		if (!listed)
			gm_text_print(out, "%ssm_%d%d", out->length ? ", " : "", kernel->cc_major,
				      kernel->cc_minor);
	}
}

static gm_status
nothing_for(gm_occupancy_job *job, const gm_compiled *compiled, const gm_device *device)
{
	for (int i = 0; i < compiled->closed_count; i++)
		if (compiled->closed[i].cc_major == device->cc_major &&
		    compiled->closed[i].cc_minor == device->cc_minor)
			return gm_fail(&job->cli->err, GM_NOT_MODELLED, "%s: %s", compiled->file,
				       compiled->closed[i].why);
	gm_text there = {0};
	list_capabilities(compiled, &there);
	const gm_status status =
		gm_fail(&job->cli->err, GM_NOT_MODELLED,
			"%s is compiled for %s, not for %s (compute capability %d.%d): another "
			"architecture's registers are no guide; compile with -arch=sm_%d%d",
			compiled->file, there.bytes, device->name, device->cc_major,
			device->cc_minor, device->cc_major, device->cc_minor);
	gm_text_dispose(&there);
	return status;
}

/* --kernel is a part of the name, --entry all of it, mangled or not. */
static bool
is_wanted(const gm_given *given, const char *name)
{
	const char *part = gm_given_last(given, GM_OPTION_KERNEL);
	const char *whole = gm_given_last(given, GM_OPTION_COMPILED);
	return (!part || strstr(name, part)) && (!whole || gm_symbol_fits(name, whole));
}

static gm_status
no_such_kernel(gm_occupancy_job *job, const gm_compiled *compiled)
{
	const char *whole = gm_given_last(&job->cli->given, GM_OPTION_COMPILED);
	const char *part = gm_given_last(&job->cli->given, GM_OPTION_KERNEL);
	const char *wanted = whole ? whole : part;
	const size_t count = (size_t)compiled->kernels_count;
	const char **names = gm_allocate(count + 1, sizeof *names);
	for (size_t i = 0; i < count; i++)
		names[i] = compiled->kernels[i].name;
	const char *nearest = gm_text_nearest(wanted, names, count);
	const gm_status status = gm_fail(&job->cli->err, GM_UNKNOWN_NAME,
					 "%s has no kernel %s'%s'%s%s%s%s", compiled->file,
					 whole ? "" : "with ", wanted, whole ? "" : " in its name",
					 nearest ? "; did you mean '" : "",
					 nearest ? nearest : "", nearest ? "'?" : "");
	free(names);
	return status;
}

/* ---- studies ---- */

static gm_status
add_kernel(gm_occupancy_job *job, const gm_compiled_kernel *kernel, const gm_device *device,
	   gm_studies *to)
{
	int64_t block, shared;
	gm_occupancy_subject subject;
	gm_status status = gm_occupancy_job_one(job, GM_OPTION_BLOCK, 0, &block);
	if (status == GM_OK && job->blocks.count && block < 1)
		status = gm_fail(&job->cli->err, GM_BAD_VALUE,
				 "%lld threads in a block, expected at least 1", (long long)block);
	if (status == GM_OK)
		status = gm_occupancy_job_one(job, GM_OPTION_SHARED, 0, &shared);
	if (status == GM_OK)
		status = gm_occupancy_subject_of_compiled(kernel, device, block, shared, &subject,
							  &job->cli->err);
	if (status != GM_OK)
		return status;
	subject.kernel = gm_arena_copy_text(job->arena, subject.kernel);
	return gm_occupancy_job_add(job, device, &subject, to);
}

static gm_status
add_device(gm_occupancy_job *job, const gm_compiled *compiled, const gm_device *device,
	   gm_studies *to)
{
	const size_t before = to->count;
	bool for_device = false;
	gm_status status = GM_OK;
	for (int i = 0; i < compiled->kernels_count && status == GM_OK; i++) {
		const gm_compiled_kernel *kernel = &compiled->kernels[i];
		if (kernel->cc_major != device->cc_major || kernel->cc_minor != device->cc_minor)
			continue;
		for_device = true;
		if (is_wanted(&job->cli->given, kernel->name))
			status = add_kernel(job, kernel, device, to);
	}
	if (status == GM_OK && !for_device)
		return nothing_for(job, compiled, device);
	if (status == GM_OK && to->count == before)
		return no_such_kernel(job, compiled);
	return status;
}

static gm_status
add_all(gm_occupancy_job *job, const gm_compiled *compiled, gm_studies *to)
{
	gm_status status = job->devices_count ? GM_OK : add_capabilities(job, compiled);
	for (int i = 0; i < job->devices_count && status == GM_OK; i++)
		status = add_device(job, compiled, job->devices[i], to);
	return status;
}

gm_status
gm_occupancy_of_binary(gm_occupancy_job *job, const char *path, gm_studies *to)
{
	gm_compiled *compiled = NULL;
	gm_status status = gm_cubin_load(path, &compiled, &job->cli->err);
	if (status == GM_OK)
		status = add_all(job, compiled, to);
	gm_compiled_free(compiled);
	return status;
}

gm_status
gm_occupancy_of_log(gm_occupancy_job *job, const char *path, gm_studies *to)
{
	gm_compiled *compiled = NULL;
	gm_status status = gm_ptxas_log_load(path, &compiled, &job->cli->err);
	if (status == GM_OK)
		status = add_all(job, compiled, to);
	gm_compiled_free(compiled);
	return status;
}
