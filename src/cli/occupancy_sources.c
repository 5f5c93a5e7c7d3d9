#include "cli/occupancy.h"

#include "report/occupancy_words.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static gm_status
expect_launch(gm_occupancy_job *job, const gm_occupancy_study *study)
{
	if (!study->refused[0])
		return GM_OK;
	gm_text capability = {0};
	gm_occupancy_write_capability(&capability, study->device);
	const gm_status status =
		gm_fail(&job->cli->err, GM_BAD_VALUE, "%s (%s) cannot launch this: %s",
			study->device->name, capability.bytes, study->refused);
	gm_text_dispose(&capability);
	return status;
}

gm_status
gm_occupancy_of_numbers(gm_occupancy_job *job)
{
	const gm_occupancy_subject plain = {
		.kernel = "",
		.parameters = "",
		.registers_source = "",
		.request = {.block_threads = job->blocks.items[0],
			    .shared_bytes = job->shared.count ? job->shared.items[0] : 0},
		.block_origin = GM_BLOCK_GIVEN,
	};
	gm_status status = GM_OK;
	for (int i = 0; i < job->devices_count && status == GM_OK; i++) {
		gm_occupancy_subject subject = plain;
		status = gm_occupancy_job_add(job, job->devices[i], &subject, &job->studies);
		if (status == GM_OK)
			status = expect_launch(job, &job->studies.items[job->studies.count - 1]);
	}
	return status;
}

/* ---- descriptors ---- */

typedef struct describing {
	gm_occupancy_job *job;
	int64_t more_shared_bytes;
	const char *parameter;         /* whose best value is asked for */
	gm_occupancy_choice **choices; /* per device */
	size_t *counts, *capacities;
	const char *kernel, **sources; /* of the registers, per device */
} describing;

static const char *
copy(gm_occupancy_job *job, const char *text)
{
	return gm_arena_copy_text(job->arena, text);
}

static const char *
parameters_of(gm_occupancy_job *job, const gm_kernel *kernel)
{
	gm_text text = {0};
	gm_text_append(&text, "");
	gm_report_parameters(&text, kernel, " ");
	const char *copied = copy(job, text.bytes ? text.bytes : "");
	gm_text_dispose(&text);
	return copied;
}

static gm_status
add_kernel(void *state, gm_kernel *kernel)
{
	describing *d = state;
	gm_occupancy_job *job = d->job;
	const char *parameters = parameters_of(job, kernel);
	gm_status status = GM_OK;
	for (int i = 0; i < job->devices_count && status == GM_OK; i++) {
		gm_occupancy_subject subject;
		status = gm_occupancy_subject_of_kernel(kernel, job->devices[i], parameters,
							d->more_shared_bytes, &subject,
							&job->cli->err);
		if (status != GM_OK)
			return status;
		subject.kernel = copy(job, subject.kernel);
		subject.registers_source = copy(job, subject.registers_source);
		status = gm_occupancy_job_add(job, job->devices[i], &subject, &job->studies);
	}
	return status;
}

/* Studies came kernel by kernel; a reader wants them device by device. */
static void
sort_by_device(gm_occupancy_job *job)
{
	gm_studies sorted = {0};
	sorted.items =
		gm_grow(NULL, &sorted.capacity, job->studies.count + 1, sizeof *sorted.items);
	for (int d = 0; d < job->devices_count; d++)
		for (size_t i = 0; i < job->studies.count; i++)
			if (job->studies.items[i].device == job->devices[d])
				sorted.items[sorted.count++] = job->studies.items[i];
	free(job->studies.items);
	job->studies = sorted;
}

gm_status
gm_occupancy_of_descriptor(gm_occupancy_job *job, const char *name)
{
	describing d = {.job = job};
	gm_status status = gm_occupancy_job_one(job, GM_OPTION_SHARED, 0, &d.more_shared_bytes);
	if (status == GM_OK && job->blocks.count)
		status = gm_fail(&job->cli->err, GM_USAGE,
				 "the descriptor of a kernel says its block; change it with -D");
	if (status == GM_OK)
		status = gm_kernels_visit(job->cli, name, add_kernel, &d);
	if (status == GM_OK)
		sort_by_device(job);
	return status;
}

/* ---- the best value of a parameter ---- */

static gm_status
value_of(const describing *d, const gm_kernel *kernel, int64_t *out)
{
	for (int i = 0; i < kernel->parameters_count; i++)
		if (strcmp(kernel->parameters[i].name, d->parameter) == 0) {
			*out = kernel->parameters[i].value;
			return GM_OK;
		}
	return gm_fail(&d->job->cli->err, GM_UNKNOWN_NAME, "%s has no parameter '%s'", kernel->name,
		       d->parameter);
}

static gm_status
add_choice(describing *d, int device, const gm_kernel *kernel, int64_t value)
{
	gm_error *err = &d->job->cli->err;
	gm_occupancy_subject subject;
	gm_status status = gm_occupancy_subject_of_kernel(kernel, d->job->devices[device], "",
							  d->more_shared_bytes, &subject, err);
	subject.request.carveout_bytes = d->job->carveout_bytes;
	if (status == GM_OK)
		status = gm_occupancy_check(d->job->devices[device], &subject.request, err);
	if (status != GM_OK)
		return status;
	if (!d->sources[device])
		d->sources[device] = copy(d->job, subject.registers_source);
	d->choices[device] = gm_grow(d->choices[device], &d->capacities[device],
				     d->counts[device] + 1, sizeof **d->choices);
	d->choices[device][d->counts[device]++] =
		(gm_occupancy_choice){.value = value, .request = subject.request};
	return GM_OK;
}

static gm_status
try_kernel(void *state, gm_kernel *kernel)
{
	describing *d = state;
	int64_t value = 0;
	gm_status status = value_of(d, kernel, &value);
	if (!d->kernel)
		d->kernel = copy(d->job, kernel->name);
	for (int i = 0; i < d->job->devices_count && status == GM_OK; i++)
		status = add_choice(d, i, kernel, value);
	return status;
}

static bool
decides_anything(const gm_occupancy_choice *choices, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (choices[i].request.block_threads != choices[0].request.block_threads ||
		    choices[i].request.shared_bytes != choices[0].request.shared_bytes)
			return true;
	return count < 2;
}

static gm_status
write_choices(describing *d)
{
	const int count = d->job->devices_count;
	const gm_report_format *format;
	gm_text out = {0};
	gm_status status = gm_output_format(d->job->cli, &format);
	if (status != GM_OK)
		return status;
	gm_occupancy_choices *all = gm_allocate((size_t)count + 1, sizeof *all);
	for (int i = 0; i < count; i++) {
		const int best =
			gm_occupancy_choose(d->job->devices[i], d->choices[i], (int)d->counts[i]);
		all[i] = (gm_occupancy_choices){
			d->job->devices[i], d->kernel,         d->parameter, d->sources[i],
			d->choices[i],      (int)d->counts[i], best};
		gm_text_append(&out, i && strcmp(format->name, "text") == 0 ? "\n" : "");
		if (strcmp(format->name, "text") == 0)
			gm_report_occupancy_choices(&out, &all[i]);
	}
	if (strcmp(format->name, "json") == 0)
		gm_report_occupancy_choices_json(&out, all, count);
	else if (strcmp(format->name, "csv") == 0)
		gm_report_occupancy_choices_csv(&out, all, count);
	status = gm_output_write(d->job->cli, &out);
	gm_text_dispose(&out);
	free(all);
	return status;
}

gm_status
gm_occupancy_best_value(gm_occupancy_job *job, const char *name, const char *parameter)
{
	enum { VALUES_TRIED = 1024 }; /* no device has a block of more threads along one side */
	const size_t count = (size_t)job->devices_count;
	describing d = {.job = job,
			.parameter = parameter,
			.choices = gm_allocate(count + 1, sizeof *d.choices),
			.counts = gm_allocate(count + 1, sizeof *d.counts),
			.capacities = gm_allocate(count + 1, sizeof *d.capacities),
			.sources = gm_allocate(count + 1, sizeof *d.sources)};
	gm_status status = gm_occupancy_job_one(job, GM_OPTION_SHARED, 0, &d.more_shared_bytes);
	if (status == GM_OK)
		status = gm_kernels_try(job->cli, name, parameter, VALUES_TRIED, try_kernel, &d);
	if (status == GM_OK && !decides_anything(d.choices[0], d.counts[0]))
		status = gm_fail(&job->cli->err, GM_BAD_VALUE,
				 "%s decides neither the block nor the shared memory of %s: no "
				 "value is best",
				 parameter, d.kernel);
	if (status == GM_OK)
		status = write_choices(&d);
	for (size_t i = 0; i < count; i++)
		free(d.choices[i]);
	free(d.choices);
	free(d.counts);
	free(d.capacities);
	free(d.sources);
	return status;
}
