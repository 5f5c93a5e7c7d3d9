#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { COMBINATIONS_MAX = 100000, AXES_MAX = 64 };

/* ---- devices ---- */

void
gm_devices_dispose(gm_device **devices, int count)
{
	for (int i = 0; i < count; i++)
		gm_device_free(devices[i]);
	free(devices);
}

static gm_status
apply_sets(gm_cli *cli, gm_device *device)
{
	gm_status status = GM_OK;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == GM_OPTION_SET)
			status = gm_device_override(device, cli->given.options[i].value, &cli->err);
	return status == GM_OK && gm_given_has(&cli->given, GM_OPTION_SET)
	               ? gm_device_validate(device, &cli->err)
	               : status;
}

gm_status
gm_device_check_card(const gm_device *device, gm_error *err)
{
	if (!device->capability_only)
		return GM_OK;
	return gm_fail(err, GM_BAD_VALUE,
	               "%s is a compute capability, not a card: it has no clock and no memory", device->name);
}

gm_status
gm_capabilities_given(gm_cli *cli, gm_device ***out, int *count)
{
	*count = 0;
	*out = gm_allocate((size_t)cli->given.options_count + 1, sizeof **out);
	gm_status status = GM_OK;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++) {
		if (cli->given.options[i].id != GM_OPTION_DEVICE)
			continue;
		status = gm_library_device(cli->library, cli->given.options[i].value, &(*out)[*count],
		                           &cli->err);
		if (status == GM_OK)
			status = apply_sets(cli, (*out)[(*count)++]);
	}
	return status;
}

gm_status
gm_device_needed(gm_cli *cli, int count)
{
	return count ? GM_OK
	             : gm_fail(&cli->err, GM_USAGE,
	                       "which device? Say --device NAME; 'gpumodel devices' lists them");
}

gm_status
gm_devices_given(gm_cli *cli, gm_device ***out, int *count)
{
	gm_status status = gm_capabilities_given(cli, out, count);
	for (int i = 0; i < *count && status == GM_OK; i++)
		status = gm_device_check_card((*out)[i], &cli->err);
	return status == GM_OK ? gm_device_needed(cli, *count) : status;
}

/* ---- kernels and their parameters ---- */

typedef struct axis {
	char *name;
	int64_t *values;
	size_t count;
} axis;

typedef struct axes {
	axis items[AXES_MAX];
	int count;
	size_t combinations;
} axes;

static void
axes_dispose(axes *a)
{
	for (int i = 0; i < a->count; i++) {
		free(a->items[i].name);
		free(a->items[i].values);
	}
}

static gm_status
add_axis(gm_cli *cli, axes *a, const char *text)
{
	const char *equals = strchr(text, '=');
	if (!equals || equals == text)
		return gm_fail(&cli->err, GM_USAGE, "-D %s: expected NAME=VALUE", text);
	if (a->count == AXES_MAX)
		return gm_fail(&cli->err, GM_USAGE, "more than %d definitions", AXES_MAX);
	axis *item = &a->items[a->count];
	for (int i = 0; i < a->count; i++)
		if (strncmp(a->items[i].name, text, (size_t)(equals - text)) == 0 &&
		    a->items[i].name[equals - text] == '\0')
			return gm_fail(&cli->err, GM_USAGE, "-D %s is given twice", a->items[i].name);
	const gm_status status = gm_range_parse(equals + 1, &item->values, &item->count, &cli->err);
	if (status != GM_OK)
		return status;
	item->name = strndup(text, (size_t)(equals - text));
	a->count++;
	if (__builtin_mul_overflow(a->combinations, item->count, &a->combinations) ||
	    a->combinations > COMBINATIONS_MAX)
		return gm_fail(&cli->err, GM_TOO_LARGE, "more than %d combinations of parameters",
		               COMBINATIONS_MAX);
	return GM_OK;
}

/* The n-th combination: the last axis changes fastest. */
static void
combine(const axes *a, size_t n, gm_definition *out)
{
	for (int i = a->count - 1; i >= 0; i--) {
		out[i] = (gm_definition){a->items[i].name, a->items[i].values[n % a->items[i].count]};
		n /= a->items[i].count;
	}
}

gm_status
gm_registers_given(gm_cli *cli, gm_kernel *kernel)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_REGISTERS);
	int64_t count;
	if (!text)
		return GM_OK;
	const gm_status status = gm_integer_parse(text, &count, &cli->err);
	if (status != GM_OK)
		return status;
	if (count < 1 || count > 255)
		return gm_fail(&cli->err, GM_BAD_VALUE, "--registers %s: expected 1 to 255", text);
	kernel->resources.registers_by_capability_count = 0;
	kernel->resources.registers_count = count;
	kernel->resources.registers_source = "command line";
	return GM_OK;
}

/* `tried` counts what could be loaded; NULL: what cannot is an error at once. */
static gm_status
visit_all(gm_cli *cli, const char *path, const axes *a, gm_kernel_visitor *visit, void *state, int *tried)
{
	gm_definition definitions[AXES_MAX];
	for (size_t n = 0; n < a->combinations; n++) {
		gm_kernel *kernel = NULL;
		gm_error refused = GM_ERROR_NONE;
		combine(a, n, definitions);
		gm_status status = gm_kernel_load(path, definitions, a->count, &kernel, &refused);
		if (status != GM_OK && tried && (*tried > 0 || n + 1 < a->combinations))
			continue;
		if (status != GM_OK)
			cli->err = refused;
		if (status == GM_OK)
			status = gm_registers_given(cli, kernel);
		if (status == GM_OK)
			status = visit(state, kernel);
		gm_kernel_free(kernel);
		if (status != GM_OK)
			return status;
		if (tried)
			++*tried;
	}
	return GM_OK;
}

static gm_status
add_axes(gm_cli *cli, axes *a)
{
	gm_status status = GM_OK;
	for (int i = 0; i < cli->given.options_count && status == GM_OK; i++)
		if (cli->given.options[i].id == GM_OPTION_DEFINE)
			status = add_axis(cli, a, cli->given.options[i].value);
	return status;
}

/* The axis of `parameter`, 1 to `most` when -D does not say; every other must have one value. */
static gm_status
add_tried_axis(gm_cli *cli, axes *a, const char *parameter, int64_t most)
{
	bool given = false;
	for (int i = 0; i < a->count; i++) {
		const bool is_it = strcmp(a->items[i].name, parameter) == 0;
		if (!is_it && a->items[i].count > 1)
			return gm_fail(&cli->err, GM_USAGE, "-D %s: one value, where the best %s is asked for",
			               a->items[i].name, parameter);
		given = given || is_it;
	}
	gm_text text = {0};
	gm_text_print(&text, "%s=1:%lld", parameter, (long long)most);
	const gm_status status = given ? GM_OK : add_axis(cli, a, text.bytes);
	gm_text_dispose(&text);
	return status;
}

static bool
is_ptx(const char *name)
{
	const size_t length = strlen(name);
	return length > 4 && strcmp(name + length - 4, ".ptx") == 0;
}

static gm_status
visit_ptx(gm_cli *cli, const char *path, gm_kernel_visitor *visit, void *state)
{
	gm_kernel *kernel = NULL;
	if (gm_given_has(&cli->given, GM_OPTION_DEFINE))
		return gm_fail(&cli->err, GM_USAGE, "PTX has no parameters for -D; its values are --arg");
	gm_status status = gm_ptx_given(cli, path, &kernel);
	if (status == GM_OK)
		status = gm_registers_given(cli, kernel);
	if (status == GM_OK)
		status = visit(state, kernel);
	gm_kernel_free(kernel);
	return status;
}

gm_status
gm_kernels_visit(gm_cli *cli, const char *name, gm_kernel_visitor *visit, void *state)
{
	if (is_ptx(name))
		return visit_ptx(cli, name, visit, state);
	const char *path;
	axes a = {.combinations = 1};
	gm_status status = gm_library_model_path(cli->library, name, &path, &cli->err);
	if (status == GM_OK)
		status = add_axes(cli, &a);
	if (status == GM_OK)
		status = visit_all(cli, path, &a, visit, state, NULL);
	axes_dispose(&a);
	return status;
}

gm_status
gm_kernels_try(gm_cli *cli, const char *name, const char *parameter, int64_t most,
               gm_kernel_visitor *visit, void *state)
{
	const char *path;
	int tried = 0;
	axes a = {.combinations = 1};
	gm_status status = gm_library_model_path(cli->library, name, &path, &cli->err);
	if (status == GM_OK)
		status = add_axes(cli, &a);
	if (status == GM_OK)
		status = add_tried_axis(cli, &a, parameter, most);
	if (status == GM_OK)
		status = visit_all(cli, path, &a, visit, state, &tried);
	axes_dispose(&a);
	return status;
}
