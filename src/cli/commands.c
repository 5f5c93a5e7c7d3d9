#include "cli/cli.h"

#include <string.h>

#define OUTPUTS (GM_TAKES(GM_OPTION_FORMAT) | GM_TAKES(GM_OPTION_OUTPUT))
#define INPUTS                                                                                     \
	(GM_TAKES(GM_OPTION_DEVICE) | GM_TAKES(GM_OPTION_DEFINE) | GM_TAKES(GM_OPTION_SET) |       \
	 GM_TAKES(GM_OPTION_REGISTERS))

const gm_command gm_commands[] = {
        {"predict", "KERNEL...", "how fast a kernel can run on a device, and what stops it",
         "KERNEL is a descriptor (XML) by path or by bare name from the shipped models.\n"
         "Several kernels, devices and values of a parameter give one result for each\n"
         "combination.\n"
         "\n"
         "  gpumodel predict tiled_mm.xml --device h100\n"
         "  gpumodel predict tiled_mm --device g80 --device h100 -D TILE=8,16,32\n"
         "  gpumodel predict tiled_mm --device h100 -D n=1024:8192:*2 -o sweep.csv\n"
         "  gpumodel predict tiled_mm --device h100 --set dram_bandwidth=3TB/s\n",
         1, -1, INPUTS | OUTPUTS, gm_cmd_predict},
        {"devices", "[list | show DEVICE... | compare DEVICE...]",
         "the devices that are known, and every number with its source",
         "  gpumodel devices\n"
         "  gpumodel devices show h100\n"
         "  gpumodel devices compare g80 h100\n",
         0, -1, OUTPUTS | GM_TAKES(GM_OPTION_SET), gm_cmd_devices},
        {"kernels", "", "the kernel descriptors that are shipped", "", 0, 0,
         GM_TAKES(GM_OPTION_OUTPUT), gm_cmd_kernels},
        {"validate", "RUNS...", "predicted against measured, run by run",
         "RUNS is a file of measured runs (XML, schemas/runs.xsd). Each measured number\n"
         "stands beside its prediction; then the mean and median absolute errors of times\n"
         "and rates by kind of kernel, the worst, and every run that beats a bound. What\n"
         "cannot be compared is left out and counted. Exit code 1 when a run beats a\n"
         "bound, or when the mean absolute error is above --max-mape.\n"
         "\n"
         "  gpumodel validate reports/runs/seeds.xml\n"
         "  gpumodel validate reports/runs/seeds.xml --max-mape 50%\n",
         1, -1, OUTPUTS | GM_TAKES(GM_OPTION_MAX_MAPE), gm_cmd_validate},
        {"help", "[COMMAND]", "what a command does and takes", "", 0, 1, 0, gm_cmd_help},
};

const int gm_commands_count = sizeof gm_commands / sizeof *gm_commands;

const gm_command *
gm_command_find(const char *name)
{
	for (int i = 0; i < gm_commands_count; i++)
		if (strcmp(gm_commands[i].name, name) == 0)
			return &gm_commands[i];
	return NULL;
}

static gm_status
unknown_command(const char *name, gm_error *err)
{
	const char *names[16];
	for (int i = 0; i < gm_commands_count; i++)
		names[i] = gm_commands[i].name;
	const char *nearest = gm_text_nearest(name, names, (size_t)gm_commands_count);
	return gm_fail(err, GM_USAGE, "unknown command '%s'%s%s%s; see 'gpumodel help'", name,
	               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

gm_status
gm_cmd_help(gm_cli *cli)
{
	gm_text out = {0};
	gm_status status = GM_OK;
	if (cli->given.positional_count == 0) {
		gm_help_program(&out);
	} else {
		const gm_command *command = gm_command_find(cli->given.positional[0]);
		if (command)
			gm_help_command(&out, command);
		else
			status = unknown_command(cli->given.positional[0], &cli->err);
	}
	if (status == GM_OK)
		status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}
