#include "cli/cli.h"

#include <stdio.h>

typedef struct predicting {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_predict_request request;
	const gm_report_format *format;
	gm_text out;
	size_t count;
	size_t failing;   /* predictions of kernels that cannot run, never end or are wrong */
	char first[512];  /* "mma_mm on g80: no_unit" */
} predicting;

static void
note_failing(predicting *p, const gm_prediction *prediction)
{
	const gm_finding *error = gm_prediction_error(prediction);
	if (error && p->failing++ == 0)
		snprintf(p->first, sizeof p->first, "%s on %s: %s", prediction->kernel->name,
			 prediction->device->name, gm_finding_name(error->id));
}

/* What was asked is answered and written; that it is bad news is for the exit code. */
static gm_status
judge(const predicting *p)
{
	if (p->failing == 0)
		return GM_OK;
	if (p->count == 1)
		return gm_fail(&p->cli->err, GM_CHECK_FAILED, "%s", p->first);
	return gm_fail(&p->cli->err, GM_CHECK_FAILED, "%zu of %zu have errors, the first is %s",
		       p->failing, p->count, p->first);
}

static gm_status
predict_on_each(void *state, gm_kernel *kernel)
{
	predicting *p = state;
	gm_status status = GM_OK;
	for (int i = 0; i < p->devices_count && status == GM_OK; i++) {
		gm_prediction prediction;
		status = gm_predict(kernel, p->devices[i], &p->request, &prediction,
		                    &p->cli->err);
		if (status == GM_OK) {
			p->format->add(&p->out, &prediction, p->count++);
			note_failing(p, &prediction);
		}
		gm_prediction_dispose(&prediction);
	}
	return status;
}

gm_status
gm_cmd_predict(gm_cli *cli)
{
	predicting p = {.cli = cli};
	gm_status status = gm_output_format(cli, &p.format);
	if (status == GM_OK)
		status = gm_request_given(cli, &p.request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &p.devices, &p.devices_count);
	if (status == GM_OK && p.format->begin)
		p.format->begin(&p.out);
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = gm_kernels_visit(cli, cli->given.positional[i], predict_on_each, &p);
	if (status == GM_OK && p.format->end)
		p.format->end(&p.out, p.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &p.out);
	if (status == GM_OK)
		status = judge(&p);
	gm_text_dispose(&p.out);
	gm_devices_dispose(p.devices, p.devices_count);
	return status;
}
