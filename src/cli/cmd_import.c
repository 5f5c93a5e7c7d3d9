#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was read: it must live as long as the runs that are made of it. */
typedef struct importing {
	gm_cli *cli;
	gm_launches *launches;
	gm_runs **runs;
	gm_profile **profiles;
	int runs_count, profiles_count;
	gm_collection *collection;
	gm_text source_title;
} importing;

static bool
is_xml(const char *path)
{
	const size_t length = strlen(path);
	return length > 4 && strcmp(path + length - 4, ".xml") == 0;
}

static void
tell_left_out(gm_cli *cli, const gm_profile *profile)
{
	const int more = profile->left_out_count - 1;
	if (more < 0)
		return;
	gm_text_print(&cli->notes, "gpumodel: left out: %s", profile->left_out);
	if (more > 0)
		gm_text_print(&cli->notes, ", and %d more value%s", more, more == 1 ? "" : "s");
	gm_text_append(&cli->notes, "\n");
}

static gm_status
import_file(importing *i, const char *path)
{
	gm_error *err = &i->cli->err;
	gm_status status;
	if (is_xml(path)) {
		status = gm_runs_load(path, &i->runs[i->runs_count], err);
		return status == GM_OK
		               ? gm_collection_add_runs(i->collection, i->runs[i->runs_count++], err)
		               : status;
	}
	status = gm_profile_load(path, &i->profiles[i->profiles_count], err);
	if (status != GM_OK)
		return status;
	const gm_profile *profile = i->profiles[i->profiles_count++];
	tell_left_out(i->cli, profile);
	return gm_collection_add_profile(i->collection, profile, err);
}

static const char *
given_or(gm_cli *cli, gm_option_id id, const char *otherwise)
{
	const char *given = gm_given_last(&cli->given, id);
	return given ? given : otherwise;
}

/* The list will stand beside the runs, so that its name alone is kept. */
static const char *
bare_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* YYYY-MM-DD, a day that the calendar has. */
static gm_status
date_given(gm_cli *cli, const char **out)
{
	static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	const char *text = gm_given_last(&cli->given, GM_OPTION_DATE);
	int year = 0, month = 0, day = 0, length = 0;
	*out = text ? text : "";
	if (!text)
		return GM_OK;
	const bool read = sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) == 3 &&
	                  length == 10 && text[10] == '\0';
	const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	if (read && month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1] &&
	    (leap || month != 2 || day <= 28))
		return GM_OK;
	return gm_given_refuse(cli, GM_OPTION_DATE, text, "a day as YYYY-MM-DD");
}

/* Runs of a card that no file describes are kept all the same: a file may be written for it later. */
static void
tell_unknown_device(gm_cli *cli, const char *name)
{
	gm_device *device = NULL;
	gm_error err = GM_ERROR_NONE;
	if (gm_library_device(cli->library, name, &device, &err) != GM_OK)
		gm_text_print(&cli->notes, "gpumodel: the runs name a device that is not found: %s\n", err.message);
	gm_device_free(device);
}

static gm_status
read_request(importing *i, gm_collect_request *out)
{
	gm_cli *cli = i->cli;
	const char *list = gm_given_last(&cli->given, GM_OPTION_LAUNCHES);
	const char *device = gm_given_last(&cli->given, GM_OPTION_DEVICE);
	const char *driver = gm_given_last(&cli->given, GM_OPTION_DRIVER);
	const char *date = "";
	gm_predict_request asked;
	gm_status status = device ? GM_OK
	                          : gm_fail(&cli->err, GM_USAGE,
	                                    "which device was measured? Say --device NAME");
	if (status == GM_OK)
		status = gm_request_given(cli, &asked);
	if (status == GM_OK)
		status = date_given(cli, &date);
	if (status == GM_OK && list)
		status = gm_launches_load(list, &i->launches, &cli->err);
	if (status != GM_OK)
		return status;
	tell_unknown_device(cli, device);
	gm_text_print(&i->source_title, "%s%s%s", device, driver ? ", driver " : "",
	              driver ? driver : "");
	*out = (gm_collect_request){.title = given_or(cli, GM_OPTION_TITLE, "Measured runs"),
	                            .launches_name = list ? bare_name(list) : "",
	                            .device = device,
	                            .source_id = given_or(cli, GM_OPTION_SOURCE, "profile"),
	                            .source_title = i->source_title.bytes,
	                            .read = date,
	                            .warm = asked.cache == GM_CACHE_WARM,
	                            .launches = i->launches};
	return GM_OK;
}

static gm_status
write_runs(importing *i)
{
	gm_runs *runs = NULL;
	gm_text out = {0};
	gm_status status = gm_collection_finish(i->collection, &runs, &i->cli->err);
	if (status == GM_OK) {
		gm_report_runs_xml(&out, runs);
		status = gm_output_write(i->cli, &out);
	}
	gm_text_dispose(&out);
	gm_runs_free(runs);
	return status;
}

static void
dispose(importing *i)
{
	gm_collection_free(i->collection);
	for (int k = 0; k < i->runs_count; k++)
		gm_runs_free(i->runs[k]);
	for (int k = 0; k < i->profiles_count; k++)
		gm_profile_free(i->profiles[k]);
	gm_launches_free(i->launches);
	free(i->runs);
	free(i->profiles);
	gm_text_dispose(&i->source_title);
}

gm_status
gm_cmd_import(gm_cli *cli)
{
	const size_t count = (size_t)cli->given.positional_count;
	gm_collect_request request;
	importing i = {.cli = cli,
	               .runs = gm_allocate(count, sizeof *i.runs),
	               .profiles = gm_allocate(count, sizeof *i.profiles)};
	gm_status status = read_request(&i, &request);
	if (status == GM_OK)
		i.collection = gm_collection_new(&request);
	for (size_t k = 0; k < count && status == GM_OK; k++)
		status = import_file(&i, cli->given.positional[k]);
	if (status == GM_OK)
		status = write_runs(&i);
	dispose(&i);
	return status;
}
