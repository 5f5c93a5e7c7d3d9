/*
 * measure: runs a launch list (list.h) on the GPU of this machine and writes a runs file (runs.h).
 *
 *     measure [options] LIST
 *       --output FILE     the runs file; otherwise standard output
 *       --device NAME     name of the device file, for the runs (otherwise `gpu`)
 *       --title TEXT      title of the runs file
 *       --date DATE       date of the measurement; otherwise empty
 *       --only TEXT       only launches whose name contains TEXT
 *       --dump FOLDER     where arrays marked `dump` go, as text, one number on a line
 *       --profile N       launch each N times and time nothing: for use under a profiler, which
 *                         counts launches; names on standard output, in order, one for each launch
 *       --restore         with --profile: before each launch but the first, arrays that it changes
 *                         hold again what they held at first (for counters of a cold cache)
 *
 * Needs the CUDA driver and nothing else. Exit codes: 0 all launches ran, 1 some did not, 2 usage,
 * 3 the list cannot be read, 4 no driver or no device.
 */
#include "runs.h"
#include "timing.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

typedef struct gm_options {
	const char *output, *device, *title, *date, *only, *dump_folder, *list;
	int profile;
	bool restore;
} gm_options;

typedef struct gm_session {
	const gm_options *options;
	gm_driver driver;
	gm_flush flush;
	char folder[GM_PATH_BYTES];
	gm_runs_header header;
	FILE *out;
} gm_session;

static bool
read_options(gm_options *out, int count, char **words)
{
	static const struct option known[] = {
	        {"output", required_argument, NULL, 'o'}, {"device", required_argument, NULL, 'd'},
	        {"title", required_argument, NULL, 't'},  {"date", required_argument, NULL, 'D'},
	        {"only", required_argument, NULL, 'n'},   {"dump", required_argument, NULL, 'u'},
	        {"profile", required_argument, NULL, 'p'}, {"restore", no_argument, NULL, 'r'},
	        {NULL, 0, NULL, 0}};
	int found;

	*out = (gm_options){.device = "gpu", .title = "Measured runs", .date = "", .only = ""};
	while ((found = getopt_long(count, words, "", known, NULL)) != -1) {
		switch (found) {
		case 'o': out->output = optarg; break;
		case 'd': out->device = optarg; break;
		case 't': out->title = optarg; break;
		case 'D': out->date = optarg; break;
		case 'n': out->only = optarg; break;
		case 'u': out->dump_folder = optarg; break;
		case 'p': out->profile = atoi(optarg); break;
		case 'r': out->restore = true; break;
		default: return false;
		}
	}
	out->list = optind + 1 == count ? words[optind] : NULL;
	return out->list != NULL;
}

static void
write_result(FILE *out, const gm_prepared *prepared, const gm_result *result)
{
	const gm_contents *contents = &prepared->launch->arguments[result->argument].contents;
	void *array = gm_prepared_read(prepared, result->argument);
	double *values = malloc(contents->count * sizeof *values);

	if (array != NULL && values != NULL) {
		for (uint64_t i = 0; i < contents->count; i++)
			values[i] = gm_type_number(contents->type, array, i) / result->divisor;
		const gm_timing median = gm_timing_of_values(values, contents->count);
		gm_runs_write_measured(out, result->metric, median.median_s, result->unit,
		                       median.spread_ratio);
	}
	free(values);
	free(array);
}

static void
dump_array(const gm_session *session, const gm_prepared *prepared)
{
	const gm_launch *launch = prepared->launch;
	char path[2 * GM_PATH_BYTES];

	if (launch->dump < 0 || session->options->dump_folder == NULL)
		return;
	const gm_contents *contents = &launch->arguments[launch->dump].contents;
	void *array = gm_prepared_read(prepared, launch->dump);
	snprintf(path, sizeof path, "%s/%s.txt", session->options->dump_folder, launch->name);
	FILE *file = fopen(path, "w");
	for (uint64_t i = 0; file != NULL && array != NULL && i < contents->count; i++)
		fprintf(file, "%.9g\n", gm_type_number(contents->type, array, i));
	if (file != NULL)
		fclose(file);
	free(array);
}

static void
write_run(const gm_session *session, const gm_prepared *prepared, const char *cache,
          gm_timing timing)
{
	const gm_launch *launch = prepared->launch;

	gm_runs_write_run_begin(session->out, &session->header, launch, cache);
	gm_runs_write_measured(session->out, "event_time", timing.median_s, "s", timing.spread_ratio);
	for (int i = 0; i < launch->results_count; i++)
		write_result(session->out, prepared, &launch->results[i]);
	gm_runs_write_run_end(session->out);
}

static gm_cu_result
measure_times(const gm_session *session, gm_prepared *prepared)
{
	gm_timing timing;
	gm_cu_result result = gm_prepared_launch(prepared);

	if (result == 0)
		result = gm_prepared_keep_firsts(prepared, session->folder);
	if (result == 0)
		result = gm_timing_cold(&timing, prepared, &session->flush);
	if (result != 0)
		return result;
	write_run(session, prepared, "cold", timing);
	result = gm_timing_warm(&timing, prepared);
	if (result != 0)
		return result;
	write_run(session, prepared, "warm", timing);
	dump_array(session, prepared);
	return 0;
}

static gm_cu_result
run_for_profiler(const gm_session *session, gm_prepared *prepared)
{
	gm_cu_result result = 0;

	for (int i = 0; result == 0 && i < session->options->profile; i++) {
		if (i == 1 && session->options->restore)
			result = gm_prepared_keep_firsts(prepared, session->folder);
		if (result == 0)
			result = gm_prepared_restore(prepared);
		if (result == 0)
			result = gm_prepared_launch(prepared);
		if (result == 0)
			result = session->driver.cuCtxSynchronize();
		printf("%s\n", prepared->launch->name);
		fflush(stdout);
	}
	return result;
}

static bool
run_launch(gm_session *session, const gm_launch *launch)
{
	char message[1024] = "";
	gm_prepared prepared;
	gm_cu_result result = 0;
	const bool ready = gm_prepared_init(&prepared, &session->driver, launch, session->folder,
	                                    message, sizeof message);

	if (ready)
		result = session->options->profile > 0 ? run_for_profiler(session, &prepared)
		                                       : measure_times(session, &prepared);
	if (result != 0)
		snprintf(message, sizeof message, "%s",
		         gm_driver_result_name(&session->driver, result));
	if (!ready || result != 0)
		fprintf(stderr, "%s: %s\n", launch->name, message);
	gm_prepared_dispose(&prepared);
	if (result == 0)
		return ready;
	gm_flush_dispose(&session->flush);
	if (!gm_driver_renew(&session->driver)
	    || (session->options->profile == 0
	        && !gm_flush_init(&session->flush, &session->driver)))
		fprintf(stderr, "%s: the device did not come back\n", launch->name);
	return false;
}

static int
run_list(gm_session *session, const gm_launch_list *list)
{
	int failed = 0;

	if (session->options->profile == 0)
		gm_runs_write_begin(session->out, &session->header);
	for (size_t i = 0; i < list->count; i++) {
		if (strstr(list->launches[i].name, session->options->only) == NULL)
			continue;
		failed += !run_launch(session, &list->launches[i]);
		fflush(session->out);
	}
	if (session->options->profile == 0)
		gm_runs_write_end(session->out);
	return failed;
}

static bool
open_session(gm_session *session, const gm_options *options)
{
	char message[512] = "";

	memset(session, 0, sizeof *session);
	session->options = options;
	if (!gm_driver_open(&session->driver, message, sizeof message)) {
		fprintf(stderr, "measure: %s\n", message);
		return false;
	}
	/* Not under a profiler: it would save and restore the buffer around each pass. */
	if (options->profile == 0 && !gm_flush_init(&session->flush, &session->driver)) {
		fprintf(stderr, "measure: cannot prepare the kernel that flushes the cache\n");
		return false;
	}
	snprintf(session->folder, sizeof session->folder, "%s", options->list);
	char *slash = strrchr(session->folder, '/');
	if (slash != NULL)
		*slash = '\0';
	else
		snprintf(session->folder, sizeof session->folder, ".");
	session->header = (gm_runs_header){options->title, options->device,
	                                   session->driver.device_name,
	                                   session->driver.driver_version, options->date};
	session->out = options->output != NULL ? fopen(options->output, "w") : stdout;
	if (session->out == NULL)
		fprintf(stderr, "measure: cannot write %s\n", options->output);
	return session->out != NULL;
}

static void
close_session(gm_session *session)
{
	if (session->out != NULL && session->out != stdout)
		fclose(session->out);
	if (session->flush.driver != NULL)
		gm_flush_dispose(&session->flush);
	gm_driver_close(&session->driver);
}

int
main(int count, char **words)
{
	gm_options options;
	gm_launch_list list;
	gm_session session;
	char message[4096] = "";

	if (!read_options(&options, count, words)) {
		fprintf(stderr, "measure: expected options and one launch list\n");
		return 2;
	}
	if (!gm_launch_list_read(&list, options.list, message, sizeof message)) {
		fprintf(stderr, "measure: %s\n", message);
		gm_launch_list_dispose(&list);
		return 3;
	}
	const bool opened = open_session(&session, &options);
	const int failed = opened ? run_list(&session, &list) : 0;
	close_session(&session);
	gm_launch_list_dispose(&list);
	return !opened ? 4 : failed > 0;
}
