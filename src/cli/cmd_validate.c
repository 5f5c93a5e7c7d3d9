#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 64 };

/* What stands behind the predictor of gm_validate: each device is loaded once, each kernel for its
 * run. */
typedef struct validating {
	gm_library *library;
	gm_device **devices;
	const char **device_names; /* as the runs write them */
	size_t devices_count, devices_capacity, names_capacity;
	gm_kernel *kernel;
	gm_prediction prediction;
	bool parameter_used[PARAMETERS_MAX]; /* by a kernel of the run so far */
} validating;

static gm_status
device_of(validating *v, const gm_run *run, const gm_device **out, gm_error *err)
{
	for (size_t i = 0; i < v->devices_count; i++)
		if (strcmp(v->device_names[i], run->device) == 0) {
			*out = v->devices[i];
			return GM_OK;
		}
	gm_device *device = NULL;
	gm_status status = gm_library_device(v->library, run->device, &device, err);
	if (status == GM_OK)
		status = gm_device_check_card(device, err);
	if (status != GM_OK) {
		gm_device_free(device);
		return status;
	}
	const size_t needed = v->devices_count + 1;
	v->devices = gm_grow(v->devices, &v->devices_capacity, needed, sizeof *v->devices);
	v->device_names =
		gm_grow(v->device_names, &v->names_capacity, needed, sizeof *v->device_names);
	v->device_names[v->devices_count] = run->device;
	v->devices[v->devices_count++] = device;
	*out = device;
	return GM_OK;
}

static bool
has_parameter(const gm_kernel *kernel, const char *name)
{
	for (int i = 0; i < kernel->parameters_count; i++)
		if (strcmp(kernel->parameters[i].name, name) == 0)
			return true;
	return false;
}

/* Of several kernels each takes the parameters it has; of one, all, so that a wrong name is an
   error of its own. */
static gm_status
definitions_of(validating *v, const gm_run *run, const char *path, gm_definition *out, int *count,
	       gm_error *err)
{
	gm_kernel *kernel = NULL;
	if (run->parameters_count > PARAMETERS_MAX)
		return gm_fail(err, GM_TOO_LARGE, "more than %d parameters", PARAMETERS_MAX);
	if (run->kernels_count > 1) {
		const gm_status status = gm_kernel_load(path, NULL, 0, &kernel, err);
		if (status != GM_OK)
			return status;
	}
	*count = 0;
	for (int i = 0; i < run->parameters_count; i++) {
		const gm_run_parameter *parameter = &run->parameters[i];
		if (kernel && !has_parameter(kernel, parameter->name))
			continue;
		v->parameter_used[i] = true;
		out[(*count)++] = (gm_definition){parameter->name, parameter->value};
	}
	gm_kernel_free(kernel);
	return GM_OK;
}

static gm_status
check_parameters_used(const validating *v, const gm_run *run, gm_error *err)
{
	for (int i = 0; i < run->parameters_count; i++)
		if (!v->parameter_used[i])
			return gm_fail(err, GM_UNKNOWN_NAME,
				       "none of the kernels has a parameter '%s'",
				       run->parameters[i].name);
	return GM_OK;
}

static gm_status
load_kernel(validating *v, const gm_run *run, int index, gm_error *err)
{
	const char *path = NULL;
	gm_definition definitions[PARAMETERS_MAX];
	int count = 0;
	gm_kernel_free(v->kernel);
	v->kernel = NULL;
	if (index == 0)
		memset(v->parameter_used, 0, sizeof v->parameter_used);
	gm_status status = gm_library_model_path(v->library, run->kernels[index], &path, err);
	if (status == GM_OK)
		status = definitions_of(v, run, path, definitions, &count, err);
	if (status == GM_OK && index == run->kernels_count - 1)
		status = check_parameters_used(v, run, err);
	return status == GM_OK ? gm_kernel_load(path, definitions, count, &v->kernel, err) : status;
}

static bool
is_described(const validating *v, const char *kernel)
{
	const char *path;
	return gm_library_model_path(v->library, kernel, &path, NULL) == GM_OK;
}

static gm_status
predict_run(void *state, const gm_run *run, int index, const gm_prediction **out, gm_error *err)
{
	validating *v = state;
	const gm_device *device = NULL;
	const gm_predict_request request = {.cache = run->warm ? GM_CACHE_WARM : GM_CACHE_COLD};
	gm_prediction_dispose(&v->prediction);
	*out = NULL;
	gm_status status = device_of(v, run, &device, err);
	if (status == GM_OK && !is_described(v, run->kernels[index]))
		return GM_OK;
	if (status == GM_OK)
		status = load_kernel(v, run, index, err);
	if (status == GM_OK)
		status = gm_predict(v->kernel, device, &request, &v->prediction, err);
	*out = &v->prediction;
	return status;
}

static void
dispose(validating *v)
{
	gm_prediction_dispose(&v->prediction);
	gm_kernel_free(v->kernel);
	for (size_t i = 0; i < v->devices_count; i++)
		gm_device_free(v->devices[i]);
	free(v->devices);
	free(v->device_names);
}

/* "15" and "15%" are 0.15; -1 when it is not given. */
static gm_status
max_error_given(gm_cli *cli, double *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_MAX_MAPE);
	char number[64] = "";
	gm_error cause = GM_ERROR_NONE;
	*out = -1;
	if (!text)
		return GM_OK;
	strncat(number, text, sizeof number - 1);
	const size_t length = strlen(number);
	if (length && number[length - 1] == '%')
		number[length - 1] = '\0';
	if (gm_number_parse(number, out, &cause) != GM_OK || *out < 0)
		return gm_fail(&cli->err, GM_USAGE,
			       "--max-mape %s: expected a percentage as 15 or 15%%", text);
	*out /= 100;
	return GM_OK;
}

static gm_status
write_validation(gm_cli *cli, const gm_report_format *format, const gm_validation *validation)
{
	static const struct {
		const char *format;
		void (*write)(gm_text *out, const gm_validation *validation);
	} writers[] = {{"text", gm_report_validation_text},
		       {"json", gm_report_validation_json},
		       {"csv", gm_report_validation_csv}};
	gm_text out = {0};
	for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
		if (strcmp(writers[i].format, format->name) == 0)
			writers[i].write(&out, validation);
	const gm_status status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}

static gm_status
load_files(gm_cli *cli, gm_runs **files, int *count)
{
	for (*count = 0; *count < cli->given.positional_count; ++*count) {
		const char *path = cli->given.positional[*count];
		const gm_status status = gm_runs_load(path, &files[*count], &cli->err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

gm_status
gm_cmd_validate(gm_cli *cli)
{
	const gm_report_format *format = NULL;
	double max_error_ratio = -1;
	int count = 0;
	gm_validation validation = {0};
	validating v = {.library = cli->library};
	gm_runs **files = gm_allocate((size_t)cli->given.positional_count, sizeof *files);
	gm_status status = gm_output_format(cli, &format);
	if (status == GM_OK)
		status = max_error_given(cli, &max_error_ratio);
	if (status == GM_OK)
		status = load_files(cli, files, &count);
	if (status == GM_OK)
		status = gm_validate((const gm_runs *const *)files, count, predict_run, &v,
				     &validation, &cli->err);
	if (status == GM_OK)
		status = write_validation(cli, format, &validation);
	if (status == GM_OK)
		status = gm_validation_check(&validation, max_error_ratio, &cli->err);
	gm_validation_dispose(&validation);
	dispose(&v);
	for (int i = 0; i < count; i++)
		gm_runs_free(files[i]);
	free(files);
	return status;
}
