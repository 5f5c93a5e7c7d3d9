#include "cli/cli.h"

typedef struct predicting {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_predict_request request;
	const gm_report_format *format;
	gm_text out;
	size_t count;
} predicting;

static gm_status
predict_on_each(void *state, gm_kernel *kernel)
{
	predicting *p = state;
	gm_status status = GM_OK;
	for (int i = 0; i < p->devices_count && status == GM_OK; i++) {
		gm_prediction prediction;
		status = gm_predict(kernel, p->devices[i], &p->request, &prediction,
		                    &p->cli->err);
		if (status == GM_OK)
			p->format->add(&p->out, &prediction, p->count++);
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
	gm_text_dispose(&p.out);
	gm_devices_dispose(p.devices, p.devices_count);
	return status;
}
