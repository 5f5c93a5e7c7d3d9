#include "cli/cli.h"

#include <assert.h>
#include <string.h>

typedef struct comparing {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_predict_request request;
	const gm_compare_format *format;
	gm_kernel *first; /* of two kernels, while the second is visited */
	int variant;      /* which variant of a lone kernel is visited, and which was the first */
	int outer;
	gm_text out;
	size_t count;
} comparing;

static gm_status
compare_two(comparing *c, gm_kernel *a, const gm_device *on_a, gm_kernel *b, const gm_device *on_b)
{
	gm_prediction before, after;
	gm_comparison comparison;
	gm_status status = gm_predict(a, on_a, &c->request, &before, &c->cli->err);
	if (status == GM_OK) {
		status = gm_predict(b, on_b, &c->request, &after, &c->cli->err);
		if (status == GM_OK) {
			gm_compare(&before, &after, &comparison);
			c->format->add(&c->out, &comparison, c->count++);
		}
		gm_prediction_dispose(&after);
	}
	gm_prediction_dispose(&before);
	return status;
}

/* ---- two kernels, on each device ---- */

static gm_status
visit_second(void *state, gm_kernel *kernel)
{
	comparing *c = state;
	gm_status status = GM_OK;
	for (int i = 0; i < c->devices_count && status == GM_OK; i++)
		status = compare_two(c, c->first, c->devices[i], kernel, c->devices[i]);
	return status;
}

static gm_status
visit_first(void *state, gm_kernel *kernel)
{
	comparing *c = state;
	c->first = kernel;
	return gm_kernels_visit(c->cli, c->cli->given.positional[1], visit_second, c);
}

/* ---- one kernel: the first device against each other, else the first variant against each other
 * ---- */

static gm_status
visit_devices(void *state, gm_kernel *kernel)
{
	comparing *c = state;
	gm_status status = GM_OK;
	for (int i = 1; i < c->devices_count && status == GM_OK; i++)
		status = compare_two(c, kernel, c->devices[0], kernel, c->devices[i]);
	return status;
}

static gm_status
visit_other_variant(void *state, gm_kernel *kernel)
{
	comparing *c = state;
	return c->variant++ == 0 ? GM_OK
				 : compare_two(c, c->first, c->devices[0], kernel, c->devices[0]);
}

static gm_status
visit_first_variant(void *state, gm_kernel *kernel)
{
	comparing *c = state;
	if (c->outer++ > 0)
		return GM_OK;
	c->first = kernel;
	return gm_kernels_visit(c->cli, c->cli->given.positional[0], visit_other_variant, c);
}

static gm_status
visit(comparing *c)
{
	gm_cli *cli = c->cli;
	const char *kernel = cli->given.positional[0];
	if (cli->given.positional_count == 2)
		return gm_kernels_visit(cli, kernel, visit_first, c);
	gm_status status = gm_kernels_visit(
		cli, kernel, c->devices_count > 1 ? visit_devices : visit_first_variant, c);
	if (status == GM_OK && c->count == 0)
		status = gm_fail(
			&cli->err, GM_USAGE,
			"compare with what? Give a second kernel, a second --device, or two values "
			"of a parameter, -D TILE=8,16");
	return status;
}

gm_status
gm_cmd_compare(gm_cli *cli)
{
	int choice = 0;
	comparing c = {.cli = cli};
	gm_status status = gm_output_choose(cli, &choice);
	assert(strcmp(gm_compare_formats[choice].name, cli->command->formats[choice]) == 0);
	c.format = &gm_compare_formats[choice];
	if (status == GM_OK)
		status = gm_request_given(cli, &c.request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &c.devices, &c.devices_count);
	if (status == GM_OK && c.format->begin)
		c.format->begin(&c.out);
	if (status == GM_OK)
		status = visit(&c);
	if (status == GM_OK && c.format->end)
		c.format->end(&c.out, c.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &c.out);
	gm_text_dispose(&c.out);
	gm_devices_dispose(c.devices, c.devices_count);
	return status;
}
