#include "cli/cli.h"
#include "cli/run_predictions.h"

#include <stdlib.h>
#include <string.h>

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

/* --launches, --ptx, --from */
static gm_status
sources_given(gm_cli *cli, gm_run_sources *out)
{
	const char *from = gm_given_last(&cli->given, GM_OPTION_FROM);
	*out = (gm_run_sources){.library = cli->library,
				.launches = gm_given_last(&cli->given, GM_OPTION_LAUNCHES),
				.ptx = gm_given_last(&cli->given, GM_OPTION_PTX_FOLDER)};
	bool known = !from;
	for (int i = 0; from && i < GM_ORIGIN_COUNT; i++) {
		out->without[i] = strcmp(gm_origin_name((gm_origin)i), from) != 0;
		known = known || !out->without[i];
	}
	return known ? GM_OK
		     : gm_fail(&cli->err, GM_USAGE, "--from %s: expected ptx or descriptor", from);
}

static gm_status
validate_files(gm_cli *cli, gm_runs **files, int count, gm_validation *out)
{
	gm_run_sources sources;
	gm_run_predictions *predictions = NULL;
	gm_status status = sources_given(cli, &sources);
	if (status == GM_OK)
		status = gm_run_predictions_make(&sources, files, count, &predictions, &cli->err);
	if (status == GM_OK)
		status = gm_validate((const gm_runs *const *)files, count, gm_run_predictions_find,
				     predictions, out, &cli->err);
	gm_run_predictions_free(predictions);
	return status;
}

gm_status
gm_cmd_validate(gm_cli *cli)
{
	const gm_report_format *format = NULL;
	double max_error_ratio = -1;
	int count = 0;
	gm_validation validation = {0};
	gm_runs **files = gm_allocate((size_t)cli->given.positional_count, sizeof *files);
	gm_status status = gm_output_format(cli, &format);
	if (status == GM_OK)
		status = max_error_given(cli, &max_error_ratio);
	if (status == GM_OK)
		status = load_files(cli, files, &count);
	if (status == GM_OK)
		status = validate_files(cli, files, count, &validation);
	if (status == GM_OK)
		status = write_validation(cli, format, &validation);
	if (status == GM_OK)
		status = gm_validation_check(&validation, max_error_ratio, &cli->err);
	gm_validation_dispose(&validation);
	for (int i = 0; i < count; i++)
		gm_runs_free(files[i]);
	free(files);
	return status;
}
