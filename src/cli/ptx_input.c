#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* One to three positive integers between commas. */
static gm_status
read_shape(gm_cli *cli, gm_option_id id, const char *option, gm_dim3 *out)
{
	const char *text = gm_given_last(&cli->given, id);
	int64_t sides[3] = {1, 1, 1};
	if (!text)
		return gm_fail(&cli->err, GM_USAGE, "a .ptx file needs --%s X, X,Y or X,Y,Z", option);
	char copy[80] = "", *rest = copy;
	strncat(copy, text, sizeof copy - 1);
	for (int i = 0; rest; i++) {
		const char *part = strsep(&rest, ",");
		if (i == 3 || gm_integer_parse(part, &sides[i], NULL) != GM_OK || sides[i] < 1 ||
		    sides[i] > INT32_MAX)
			return gm_fail(&cli->err, GM_BAD_VALUE,
			               "--%s %s: expected one to three positive integers, 32,32", option, text);
	}
	*out = (gm_dim3){sides[0], sides[1], sides[2]};
	return GM_OK;
}

/* Where --block says which block, --threads says how large. */
static gm_status
read_threads(gm_cli *cli, gm_dim3 *out)
{
	const bool block = gm_given_has(&cli->given, GM_OPTION_BLOCK_SHAPE);
	const bool threads = gm_given_has(&cli->given, GM_OPTION_THREADS);
	if (!block && !threads)
		return gm_fail(&cli->err, GM_USAGE,
		               "a .ptx file needs --block X, X,Y or X,Y,Z; access: --threads");
	return threads ? read_shape(cli, GM_OPTION_THREADS, "threads", out)
	               : read_shape(cli, GM_OPTION_BLOCK_SHAPE, "block", out);
}

static gm_status
read_dynamic_shared(gm_cli *cli, int64_t *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_DYNAMIC_SHARED);
	double bytes = 0;
	const gm_status status =
	        text ? gm_quantity_parse_text(text, GM_BYTES, &bytes, &cli->err) : GM_OK;
	*out = (int64_t)bytes;
	return status;
}

/* Registers of the kernel of this name, a row for each capability it was compiled for. */
static gm_status
take_registers(gm_cli *cli, const gm_compiled *compiled, gm_kernel *kernel)
{
	gm_registers *rows = gm_arena_allocate(kernel->arena, (size_t)compiled->kernels_count + 1,
	                                       sizeof *rows);
	const char *names[64];
	int count = 0;
	size_t known = 0;
	for (int i = 0; i < compiled->kernels_count; i++) {
		const gm_compiled_kernel *k = &compiled->kernels[i];
		if (known < 64)
			names[known++] = k->name;
		if (strcmp(k->name, kernel->name) != 0)
			continue;
		rows[count++] = (gm_registers){k->cc_major, k->cc_minor, k->registers_count,
		                               gm_arena_copy_text(kernel->arena, compiled->file)};
	}
	if (count == 0) {
		const char *nearest = gm_text_nearest(kernel->name, names, known);
		return gm_fail(&cli->err, GM_UNKNOWN_NAME, "%s holds no kernel '%s'%s%s%s", compiled->file,
		               kernel->name, nearest ? "; nearest: '" : "", nearest ? nearest : "",
		               nearest ? "'" : "");
	}
	kernel->resources.registers_by_capability = rows;
	kernel->resources.registers_by_capability_count = count;
	return GM_OK;
}

static gm_status
read_cubin(gm_cli *cli, gm_kernel *kernel)
{
	const char *path = gm_given_last(&cli->given, GM_OPTION_CUBIN);
	gm_compiled *compiled = NULL;
	if (!path)
		return GM_OK;
	gm_status status = gm_cubin_load(path, &compiled, &cli->err);
	if (status == GM_OK)
		status = take_registers(cli, compiled, kernel);
	gm_compiled_free(compiled);
	return status;
}

gm_status
gm_ptx_registers_given(gm_cli *cli, gm_kernel *kernel)
{
	const gm_status status = read_cubin(cli, kernel);
	return status == GM_OK ? gm_registers_given(cli, kernel) : status;
}

gm_status
gm_ptx_given(gm_cli *cli, const char *path, gm_kernel **out)
{
	const char *arguments[GM_WORDS_MAX];
	gm_ptx_launch launch = {.entry = gm_given_last(&cli->given, GM_OPTION_ENTRY),
	                        .arguments = arguments};
	for (int i = 0; i < cli->given.options_count; i++)
		if (cli->given.options[i].id == GM_OPTION_ARGUMENT)
			arguments[launch.arguments_count++] = cli->given.options[i].value;
	gm_status status = read_shape(cli, GM_OPTION_GRID, "grid", &launch.grid);
	if (status == GM_OK)
		status = read_threads(cli, &launch.block);
	if (status == GM_OK)
		status = read_dynamic_shared(cli, &launch.shared_dynamic_bytes);
	if (status == GM_OK)
		status = gm_ptx_kernel_load(path, &launch, out, &cli->err);
	return status == GM_OK ? read_cubin(cli, *out) : status;
}
