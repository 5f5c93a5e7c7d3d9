#include "cli/occupancy.h"
#include "input/kernel_form.h"

#include <stdlib.h>
#include <string.h>

/* ---- checks ---- */

static bool
may_spill(const gm_occupancy_study *study)
{
	return study->subject.compiled && study->subject.spills != GM_SPILLS_NONE;
}

static void
complain(gm_text *out, const gm_occupancy_study *study, double least, bool spills)
{
	const double ratio = gm_occupancy_study_ratio(study);
	const char *kernel = *study->subject.kernel ? study->subject.kernel : "this launch";
	if (ratio < least)
		gm_text_print(out, "%s%s on %s: %.4g %% occupancy, below %.4g %%",
			      out->length ? "\n" : "", kernel, study->device->name, 100 * ratio,
			      100 * least);
	if (spills && may_spill(study))
		gm_text_print(
			out, "%s%s on %s: %s", out->length ? "\n" : "", kernel, study->device->name,
			study->subject.spills == GM_SPILLS_SOME
				? "spills registers"
				: "may spill registers: the cubin does not tell, ptxas -v does");
}

static gm_status
check(gm_occupancy_job *job, double least)
{
	const bool spills = gm_given_has(&job->cli->given, GM_OPTION_FAIL_ON_SPILL);
	gm_text complaints = {0};
	for (size_t i = 0; i < job->studies.count; i++)
		complain(&complaints, &job->studies.items[i], least, spills);
	const gm_status status =
		complaints.length ? gm_fail(&job->cli->err, GM_CHECK_FAILED, "%s", complaints.bytes)
				  : GM_OK;
	gm_text_dispose(&complaints);
	return status;
}

/* ---- writing ---- */

static gm_status
draw(gm_occupancy_job *job)
{
	static const gm_plot_size size = {300, 105, 9};
	const char *path = gm_given_last(&job->cli->given, GM_OPTION_PLOT);
	if (!path)
		return GM_OK;
	const gm_occupancy_study *study = &job->studies.items[0];
	gm_curve curves[GM_CURVE_COUNT];
	gm_text script = {0};
	for (int i = 0; i < GM_CURVE_COUNT; i++)
		gm_occupancy_curve(study->device, &study->subject.request, (gm_curve_axis)i,
				   &curves[i]);
	gm_report_occupancy_plot(&script, study, curves);
	const gm_status status = gm_plot_render(script.bytes, size, path, &job->cli->err);
	for (int i = 0; i < GM_CURVE_COUNT; i++)
		gm_curve_dispose(&curves[i]);
	gm_text_dispose(&script);
	return status;
}

static void
write_studies(gm_text *out, const char *format, const gm_occupancy_study *studies, int count)
{
	if (strcmp(format, "json") == 0)
		gm_report_occupancy_json(out, studies, count);
	else if (strcmp(format, "csv") == 0)
		gm_report_occupancy_csv(out, studies, count);
	else if (count == 1 || !*studies[0].subject.kernel)
		for (int i = 0; i < count; i++) {
			gm_text_append(out, i ? "\n\n" : "");
			gm_report_occupancy_page(out, &studies[i]);
		}
	else
		gm_report_occupancy_table(out, studies, count);
}

static void
write_pairs(gm_text *out, const char *format, const gm_studies *before, const gm_studies *after)
{
	gm_occupancy_pair *pairs = gm_allocate(before->count + after->count + 1, sizeof *pairs);
	const int count = gm_occupancy_compare(before->items, (int)before->count, after->items,
					       (int)after->count, pairs);
	if (strcmp(format, "json") == 0)
		gm_report_occupancy_pairs_json(out, pairs, count);
	else if (strcmp(format, "csv") == 0)
		gm_report_occupancy_pairs_csv(out, pairs, count);
	else
		gm_report_occupancy_pairs(out, pairs, count);
	free(pairs);
}

static gm_status
write_all(gm_occupancy_job *job, const gm_studies *before)
{
	const gm_report_format *format;
	gm_text out = {0};
	gm_status status = gm_output_format(job->cli, &format);
	if (status != GM_OK)
		return status;
	if (before)
		write_pairs(&out, format->name, before, &job->studies);
	else
		write_studies(&out, format->name, job->studies.items, (int)job->studies.count);
	status = gm_output_write(job->cli, &out);
	gm_text_dispose(&out);
	return status;
}

/* ---- what is asked ---- */

static gm_status
need_device(gm_occupancy_job *job)
{
	return gm_device_needed(job->cli, job->devices_count);
}

static gm_status
run_numbers(gm_occupancy_job *job, bool *written)
{
	gm_error *err = &job->cli->err;
	if (need_device(job) != GM_OK)
		return GM_USAGE;
	if (!job->blocks.count)
		return gm_fail(err, GM_USAGE, "which block? Say --block THREADS, or name a kernel");
	if (!job->registers.count)
		return gm_fail(err, GM_USAGE,
			       "how many registers? Say --registers N (nvcc -Xptxas -v tells), or "
			       "name a kernel");
	*written = gm_occupancy_is_sweep(job);
	return *written ? gm_occupancy_sweep(job) : gm_occupancy_of_numbers(job);
}

static gm_status
run_descriptor(gm_occupancy_job *job, const char *name, bool *written)
{
	const char *parameter = gm_given_last(&job->cli->given, GM_OPTION_BEST);
	if (need_device(job) != GM_OK)
		return GM_USAGE;
	*written = parameter != NULL;
	return parameter ? gm_occupancy_best_value(job, name, parameter)
			 : gm_occupancy_of_descriptor(job, name);
}

static gm_status
read_kernels(gm_occupancy_job *job, const char *path, const char *log, gm_studies *to)
{
	return log ? gm_occupancy_of_log(job, log, to) : gm_occupancy_of_binary(job, path, to);
}

/* The older build is read as what it is, a log or a binary. */
static gm_status
run_against(gm_occupancy_job *job, const char *older)
{
	gm_studies before = {0};
	const bool binary = gm_cubin_is_binary(older);
	gm_status status = read_kernels(job, older, binary ? NULL : older, &before);
	if (status == GM_OK)
		status = write_all(job, &before);
	free(before.items);
	return status;
}

/* Options that only some kinds of question have a use for. */
static gm_status
refuse_misplaced(gm_occupancy_job *job, bool compiled, bool descriptor)
{
	const struct {
		gm_option_id option;
		bool welcome;
		const char *what;
	} rows[] = {
		{GM_OPTION_BEST, descriptor, "--best asks about the parameter of a descriptor"},
		{GM_OPTION_DEFINE, descriptor, "-D sets the parameter of a descriptor"},
		{GM_OPTION_KERNEL, compiled,
		 "--kernel chooses among the kernels of a binary or a log"},
		{GM_OPTION_COMPILED, compiled, "--entry names a kernel of a binary or a log"},
		{GM_OPTION_AGAINST, compiled, "--against compares binaries or logs"},
		{GM_OPTION_FAIL_ON_SPILL, compiled, "--fail-on-spill needs a binary or a log"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (gm_given_has(&job->cli->given, rows[i].option) && !rows[i].welcome)
			return gm_fail(&job->cli->err, GM_USAGE, "%s", rows[i].what);
	return GM_OK;
}

static gm_status
run_question(gm_occupancy_job *job, bool *written)
{
	const gm_given *given = &job->cli->given;
	const char *name = given->positional_count ? given->positional[0] : NULL;
	const char *log = gm_given_last(given, GM_OPTION_PTXAS);
	const gm_kernel_form form = name ? gm_kernel_form_of(name) : GM_FORM_DESCRIPTOR;
	const bool compiled = log || form == GM_FORM_MACHINE || (name && gm_cubin_is_binary(name));
	if (log && name)
		return gm_fail(&job->cli->err, GM_USAGE, "'%s' or --ptxas %s: one of them", name,
			       log);
	if (form == GM_FORM_PTX)
		return gm_fail(&job->cli->err, GM_USAGE,
			       "%s is PTX, which has no registers yet: compile it with nvcc -cubin "
			       "and give the cubin, or 'gpumodel predict' both",
			       name);
	const gm_status status = refuse_misplaced(job, compiled, name && !compiled);
	if (status != GM_OK)
		return status;
	if (compiled)
		return read_kernels(job, name, log, &job->studies);
	return name ? run_descriptor(job, name, written) : run_numbers(job, written);
}

static gm_status
check_plot(gm_occupancy_job *job)
{
	const char *path = gm_given_last(&job->cli->given, GM_OPTION_PLOT);
	return path ? gm_plot_check(path, &job->cli->err) : GM_OK;
}

static gm_status
run(gm_occupancy_job *job)
{
	bool written = false; /* already, by the one that answered */
	double least = 0;
	const char *older = gm_given_last(&job->cli->given, GM_OPTION_AGAINST);
	gm_status status = gm_given_percent(job->cli, GM_OPTION_FAIL_BELOW, 1, &least);
	if (status == GM_OK)
		status = check_plot(job);
	if (status == GM_OK)
		status = run_question(job, &written);
	if (status != GM_OK || written)
		return status;
	if (job->studies.count > 1 && gm_given_has(&job->cli->given, GM_OPTION_PLOT))
		return gm_fail(&job->cli->err, GM_USAGE,
			       "--plot draws one kernel on one device, found %zu: choose with "
			       "--kernel, --device",
			       job->studies.count);
	status = draw(job);
	if (status == GM_OK)
		status = older ? run_against(job, older) : write_all(job, NULL);
	return status == GM_OK ? check(job, least) : status;
}

gm_status
gm_cmd_occupancy(gm_cli *cli)
{
	gm_occupancy_job job;
	gm_status status = gm_occupancy_job_begin(&job, cli);
	if (status == GM_OK)
		status = run(&job);
	gm_occupancy_job_dispose(&job);
	return status;
}
