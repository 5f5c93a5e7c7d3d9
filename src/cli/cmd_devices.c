#include "cli/catalogue.h"

#include "report/devices.h"

#include <stdlib.h>
#include <string.h>

static gm_status
list(gm_cli *cli, gm_text *out)
{
	if (cli->given.positional_count > 1)
		return gm_fail(&cli->err, GM_USAGE,
		               "'devices list' takes no names; see 'gpumodel help devices'");
	gm_library_list devices;
	gm_library_list_devices(cli->library, &devices);
	const gm_status status = gm_catalogue_write(cli, "devices", &devices, out);
	gm_library_list_dispose(&devices);
	return status;
}

static gm_status
load(gm_cli *cli, gm_device ***out, int *count)
{
	*count = 0;
	*out = gm_allocate((size_t)cli->given.positional_count, sizeof **out);
	for (int i = 1; i < cli->given.positional_count; i++) {
		gm_device **device = &(*out)[*count];
		gm_status status = gm_library_device(cli->library, cli->given.positional[i], device, &cli->err);
		if (status != GM_OK)
			return status;
		++*count;
		status = gm_device_apply_sets(cli, *device);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

static gm_status
write_loaded(gm_cli *cli, bool compare, gm_device *const *devices, int count, gm_text *out)
{
	const gm_report_format *format;
	const gm_status status = gm_output_format(cli, &format);
	if (status != GM_OK)
		return status;
	if (strcmp(format->name, "json") == 0)
		gm_report_devices_json(out, devices, count);
	else if (strcmp(format->name, "csv") == 0)
		gm_report_devices_csv(out, devices, count);
	else if (compare)
		gm_report_devices_text(out, devices, count);
	else
		for (int i = 0; i < count; i++) {
			gm_text_append(out, i ? "\n" : "");
			gm_report_device_text(out, devices[i]);
		}
	return GM_OK;
}

static gm_status
show(gm_cli *cli, gm_text *out)
{
	gm_device **devices = NULL;
	int count = 0;
	const bool compare = strcmp(cli->given.positional[0], "compare") == 0;
	if (cli->given.positional_count < 2 + compare)
		return gm_fail(&cli->err, GM_USAGE, "'devices %s' needs %s; see 'gpumodel help devices'",
		               cli->given.positional[0], compare ? "two devices or more" : "a device");
	gm_status status = load(cli, &devices, &count);
	if (status == GM_OK)
		status = write_loaded(cli, compare, devices, count, out);
	gm_devices_dispose(devices, count);
	return status;
}

static const struct {
	const char *verb;
	gm_status (*run)(gm_cli *cli, gm_text *out);
} verbs[] = {{"list", list}, {"show", show}, {"compare", show}};

gm_status
gm_cmd_devices(gm_cli *cli)
{
	const char *verb = cli->given.positional_count ? cli->given.positional[0] : "list";
	gm_text out = {0};
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (strcmp(verbs[i].verb, verb) != 0)
			continue;
		gm_status status = verbs[i].run(cli, &out);
		if (status == GM_OK)
			status = gm_output_write(cli, &out);
		gm_text_dispose(&out);
		return status;
	}
	static const char *const names[] = {"list", "show", "compare"};
	const char *nearest = gm_text_nearest(verb, names, 3);
	return gm_fail(&cli->err, GM_USAGE,
	               "'devices %s' is not known%s%s%s: expected list, show or compare", verb, nearest ? "; did you mean '" : "", nearest ? nearest : "",
	               nearest ? "'?" : "");
}
