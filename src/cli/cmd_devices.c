#include "cli/cli.h"

#include "report/devices.h"

#include <stdlib.h>
#include <string.h>

/* Files called sm_XX describe a compute capability. */
static bool
is_capability(const gm_library_entry *entry)
{
	return strncmp(entry->name, "sm_", 3) == 0;
}

static void
write_entry(gm_text *out, const gm_library_entry *e)
{
	gm_text_print(out, "%s", e->name);
	gm_text_pad_to(out, 20);
	gm_text_print(out, " %s", *e->problem ? e->problem : e->title);
	for (int a = 0; a < e->aliases_count; a++)
		gm_text_print(out, "%s%s", a ? ", " : " (also ", e->aliases[a]);
	gm_text_print(out, "%s\n", e->aliases_count ? ")" : "");
}

static gm_status
list(gm_cli *cli, gm_text *out)
{
	if (cli->given.positional_count > 1)
		return gm_fail(&cli->err, GM_USAGE, "'devices list' takes no names; see 'gpumodel help devices'");
	gm_library_list devices;
	gm_library_list_devices(cli->library, &devices);
	for (int i = 0; i < devices.count; i++)
		if (!is_capability(&devices.entries[i]))
			write_entry(out, &devices.entries[i]);
	gm_text_append(out, "\ncompute capabilities alone, for occupancy and counts\n");
	int column = 0;
	for (int i = 0; i < devices.count; i++)
		if (is_capability(&devices.entries[i]))
			gm_text_print(out, "%s%s", column++ % 10 ? " " : column > 1 ? "\n  " : "  ",
			              devices.entries[i].name);
	gm_text_append(out, "\n");
	gm_library_list_dispose(&devices);
	return GM_OK;
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
		for (int o = 0; o < cli->given.options_count && status == GM_OK; o++)
			if (cli->given.options[o].id == GM_OPTION_SET)
				status = gm_device_override(*device, cli->given.options[o].value, &cli->err);
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
	return gm_fail(&cli->err, GM_USAGE, "'devices %s' is not known%s%s%s: expected list, show or compare",
	               verb, nearest ? "; did you mean '" : "", nearest ? nearest : "",
	               nearest ? "'?" : "");
}
