#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Tables of megabytes come and go: what is freed is kept, or the system would clear it anew each time. */
static void
keep_freed_memory(void)
{
#ifdef __GLIBC__
	enum { KEPT_BYTES = 1 << 28, MORE_BYTES = 1 << 20 };
	mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
	mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
	mallopt(M_TOP_PAD, MORE_BYTES);
#endif
}

static gm_status
print_help(gm_cli *cli, const gm_command *command)
{
	gm_text out = {0};
	gm_help_command(&out, command);
	const gm_status status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}

static gm_status
print_version(gm_cli *cli)
{
	gm_text out = {0};
	gm_text_append(&out, "gpumodel " GPUMODEL_VERSION "\n");
	const gm_status status = gm_output_write(cli, &out);
	gm_text_dispose(&out);
	return status;
}

static gm_status
run_command(gm_cli *cli, const gm_command *command, int argc, char **argv)
{
	gm_status status = gm_given_parse(&cli->given, command, argc, argv, 2, &cli->err);
	if (status != GM_OK)
		return status;
	cli->command = command;
	if (gm_given_has(&cli->given, GM_OPTION_HELP))
		return print_help(cli, command);
	const gm_places places = {.search_path = getenv("GPUMODEL_PATH"),
	                          .data_home = getenv("XDG_DATA_HOME"),
	                          .home = getenv("HOME")};
	cli->library = gm_library_new(&places);
	status = command->run(cli);
	gm_library_free(cli->library);
	return status;
}

static gm_status
dispatch(gm_cli *cli, int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "--help";
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
		return print_version(cli);
	const bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
	const gm_command *command = gm_command_find(help ? "help" : word);
	if (command)
		return run_command(cli, command, argc, argv);
	cli->given.positional[0] = word;
	cli->given.positional_count = 1;
	return gm_cmd_help(cli);
}

int
main(int argc, char **argv)
{
	static gm_cli cli;
	keep_freed_memory();
	const gm_status status = dispatch(&cli, argc, argv);
	if (cli.notes.length)
		fputs(cli.notes.bytes, stderr);
	gm_text_dispose(&cli.notes);
	if (status != GM_OK && status != GM_CHECK_FAILED) {
		char story[GM_STORY_BYTES];
		fprintf(stderr, "gpumodel: %s\n", gm_error_format(&cli.err, story, sizeof story));
	} else if (status == GM_CHECK_FAILED && cli.err.message[0]) {
		fprintf(stderr, "gpumodel: %s\n", cli.err.message);
	}
	return gm_status_exit_code(status);
}
