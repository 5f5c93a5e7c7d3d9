#include "cli/combinations.h"

#include <stdlib.h>
#include <string.h>

/* ---- devices ---- */

void
gm_devices_dispose(gm_device **devices, int count)
{
	for (int i = 0; i < count; i++)
		gm_device_free(devices[i]);
	free(devices);
}

/* Of two numbers for one fact none is the right one to drop in silence. */
static gm_status
check_set_once(gm_cli *cli)
{
	const gm_given *given = &cli->given;
	for (int i = 0; i < given->options_count; i++) {
		const char *text = given->options[i].value;
		const size_t length = text ? strcspn(text, "=") : 0;
		for (int k = 0; k < i && given->options[i].id == GM_OPTION_SET; k++)
			if (given->options[k].id == GM_OPTION_SET &&
			    strncmp(given->options[k].value, text, length + 1) == 0)
				return gm_fail(&cli->err, GM_USAGE, "--set %.*s is given twice",
				               (int)length, text);
	}
	return GM_OK;
}

gm_status
gm_device_apply_sets(gm_cli *cli, gm_device *device)
{
	gm_status status = check_set_once(cli);
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
	               "%s is a compute capability, not a card: it has no clock and no memory",
	               device->name);
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
			status = gm_device_apply_sets(cli, (*out)[(*count)++]);
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

/* ---- what is asked besides ---- */

gm_status
gm_request_given(gm_cli *cli, gm_predict_request *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_CACHE);
	*out = (gm_predict_request){0};
	for (int i = 0; text && i < GM_CACHE_STATE_COUNT; i++)
		if (strcmp(gm_cache_state_name((gm_cache_state)i), text) == 0) {
			out->cache = (gm_cache_state)i;
			return GM_OK;
		}
	return text ? gm_fail(&cli->err, GM_USAGE, "--cache %s: expected cold or warm", text) : GM_OK;
}

gm_status
gm_sample_given(gm_cli *cli, int64_t *out)
{
	const char *text = gm_given_last(&cli->given, GM_OPTION_SAMPLE);
	*out = text && strcmp(text, "all") == 0 ? GM_SAMPLE_ALL : 0;
	if (!text || *out == GM_SAMPLE_ALL ||
	    (gm_integer_parse(text, out, NULL) == GM_OK && *out >= 1 && *out < GM_SAMPLE_ALL))
		return GM_OK;
	return gm_given_refuse(cli, GM_OPTION_SAMPLE, text, "all, or how many blocks at least");
}

/* ---- kernels and their parameters ---- */

/* `tried` counts what could be loaded; NULL: what cannot is an error at once. */
static gm_status
visit_all(gm_cli *cli, const gm_combinations *c, gm_kernel_visitor *visit, void *state, int *tried)
{
	for (size_t n = 0; n < c->count; n++) {
		gm_kernel *kernel = NULL;
		gm_error refused = GM_ERROR_NONE;
		gm_status status = gm_combinations_load(c, n, &kernel, &refused);
		if (status != GM_OK && tried && (*tried > 0 || n + 1 < c->count))
			continue;
		if (status != GM_OK)
			cli->err = refused;
		else
			status = visit(state, kernel);
		gm_kernel_free(kernel);
		if (status != GM_OK)
			return status;
		if (tried)
			++*tried;
	}
	return GM_OK;
}

/* The axis of `parameter`, 1 to `most` when -D does not say; every other must have one value. */
static gm_status
add_tried_axis(gm_cli *cli, gm_combinations *c, const char *parameter, int64_t most)
{
	bool given = false;
	for (int i = 0; i < c->axes_count; i++) {
		const bool is_it = strcmp(c->axes[i].name, parameter) == 0;
		if (!is_it && c->axes[i].count > 1)
			return gm_fail(&cli->err, GM_USAGE, "-D %s: one value, where the best %s is asked for",
			               c->axes[i].name, parameter);
		given = given || is_it;
	}
	gm_text text = {0};
	gm_text_print(&text, "%s=1:%lld", parameter, (long long)most);
	const gm_status status = given ? GM_OK : gm_combinations_add(c, "-D", text.bytes, &cli->err);
	gm_text_dispose(&text);
	return status;
}

gm_status
gm_kernels_visit(gm_cli *cli, const char *name, gm_kernel_visitor *visit, void *state)
{
	gm_combinations c;
	gm_status status = gm_combinations_init(cli, name, &c);
	if (status == GM_OK)
		status = visit_all(cli, &c, visit, state, NULL);
	gm_combinations_dispose(&c);
	return status;
}

gm_status
gm_kernels_try(gm_cli *cli, const char *name, const char *parameter, int64_t most,
               gm_kernel_visitor *visit, void *state)
{
	int tried = 0;
	gm_combinations c;
	gm_status status = gm_combinations_init(cli, name, &c);
	if (status == GM_OK)
		status = add_tried_axis(cli, &c, parameter, most);
	if (status == GM_OK)
		status = visit_all(cli, &c, visit, state, &tried);
	gm_combinations_dispose(&c);
	return status;
}
