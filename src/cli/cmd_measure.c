#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { CODE_BYTES_MAX = 64 * 1024 * 1024 };

/* How often a kernel was launched so far, for the names of its launches. */
typedef struct counted {
	const char *kernel;
	int launches;
} counted;

typedef struct measuring {
	gm_cli *cli;
	gm_arena *arena;
	const gm_device *device;
	gm_text list, compile;
	counted *counts;
	size_t counts_count, counts_capacity;
} measuring;

static int
next_number(measuring *m, const char *kernel)
{
	for (size_t i = 0; i < m->counts_count; i++)
		if (strcmp(m->counts[i].kernel, kernel) == 0)
			return ++m->counts[i].launches;
	m->counts = gm_grow(m->counts, &m->counts_capacity, m->counts_count + 1, sizeof *m->counts);
	m->counts[m->counts_count++] = (counted){gm_arena_copy_text(m->arena, kernel), 1};
	return 1;
}

/* Beside the list; a list on stdout has nothing beside it. */
static gm_status
copy_code(measuring *m, const char *from, const char *name)
{
	const char *list = gm_given_last(&m->cli->given, GM_OPTION_OUTPUT);
	const char *slash = list ? strrchr(list, '/') : NULL;
	char *text = NULL;
	size_t bytes = 0;
	gm_outfile file;
	gm_text path = {0};
	if (!list || strcmp(list, "-") == 0)
		return GM_OK;
	gm_text_print(&path, "%.*s%s", slash ? (int)(slash - list) + 1 : 0, list, name);
	gm_status status =
	        gm_text_file_read(from, "PTX text", CODE_BYTES_MAX, &text, &bytes, &m->cli->err);
	if (status == GM_OK)
		status = gm_outfile_open(&file, path.bytes, &m->cli->err);
	if (status == GM_OK)
		status = gm_outfile_close(&file, gm_outfile_write(&file, text, bytes, &m->cli->err),
		                          &m->cli->err);
	gm_text_dispose(&path);
	free(text);
	return status;
}

/* A launch that fails there would tell nothing. */
static bool
leave_out(measuring *m, const char *name, const gm_kernel *kernel)
{
	const gm_occupancy o = gm_predict_occupancy(kernel, m->device);
	if (o.launchable)
		return false;
	gm_text_print(&m->cli->notes, "gpumodel: left out: %s cannot be launched on %s: %s\n", name, m->device->name,
		      o.why_not);
	return true;
}

static gm_status
add_launch(void *state, gm_kernel *kernel)
{
	measuring *m = state;
	gm_launch launch;
	gm_launch_files files;
	char *name = gm_arena_print(m->arena, "%s-%d", kernel->name, next_number(m, kernel->name));
	if (leave_out(m, name, kernel))
		return GM_OK;
	gm_status status = gm_launch_of(kernel, name, m->device->cc_major, m->device->cc_minor, m->arena,
	                                &launch, &files, &m->cli->err);
	if (status == GM_OK && *files.code)
		status = copy_code(m, files.code, launch.code);
	if (status != GM_OK)
		return status;
	if (*files.compile && (!m->compile.length || !strstr(m->compile.bytes, files.compile)))
		gm_text_print(&m->compile, "# compile: %s\n", files.compile);
	gm_report_launch(&m->list, &launch);
	return GM_OK;
}

static gm_status
write_list(measuring *m)
{
	gm_text out = {0};
	gm_text_print(&out,
	              "# For the program in measure/: ./measure --device %s --output runs.xml LIST\n",
	              m->device->name);
	if (m->compile.length)
		gm_text_print(&out, "# Code that must be compiled beside this list first:\n%s",
		              m->compile.bytes);
	gm_text_append(&out, m->list.bytes ? m->list.bytes : "");
	const gm_status status = gm_output_write(m->cli, &out);
	gm_text_dispose(&out);
	return status;
}

gm_status
gm_cmd_measure(gm_cli *cli)
{
	gm_device **devices = NULL;
	int count = 0;
	measuring m = {.cli = cli, .arena = gm_arena_new()};
	gm_status status = gm_devices_given(cli, &devices, &count);
	if (status == GM_OK && count > 1)
		status = gm_fail(&cli->err, GM_USAGE, "one list is for one device; found %d", count);
	if (status == GM_OK)
		m.device = devices[0];
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = gm_kernels_visit(cli, cli->given.positional[i], add_launch, &m);
	if (status == GM_OK && !m.list.length)
		status = gm_fail(&cli->err, GM_CHECK_FAILED, "nothing to launch");
	if (status == GM_OK)
		status = write_list(&m);
	gm_text_dispose(&m.list);
	gm_text_dispose(&m.compile);
	free(m.counts);
	gm_arena_free(m.arena);
	gm_devices_dispose(devices, count);
	return status;
}
