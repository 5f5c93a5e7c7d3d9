#include "cli/visit.h"

typedef struct predicting {
	gm_predict_request request;
	const gm_report_format *format;
	gm_text out;
	size_t count;
} predicting;

static gm_status
make(void *state, const gm_kernel *kernel, const gm_device *device, void *item, gm_error *err)
{
	const predicting *p = state;
	return gm_predict(kernel, device, &p->request, item, err);
}

static gm_status
take(void *state, int device, void *item)
{
	(void)device;
	predicting *p = state;
	p->format->add(&p->out, item, p->count++);
	return GM_OK;
}

static void
dispose(void *item)
{
	gm_prediction_dispose(item);
}

gm_status
gm_cmd_predict(gm_cli *cli)
{
	gm_device **devices = NULL;
	int devices_count = 0;
	predicting p = {.count = 0};
	gm_status status = gm_output_format(cli, &p.format);
	if (status == GM_OK)
		status = gm_request_given(cli, &p.request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &devices, &devices_count);
	if (status == GM_OK && p.format->begin)
		p.format->begin(&p.out);
	if (status == GM_OK)
		status = gm_visit_all(&(gm_visit){cli, devices, devices_count, sizeof(gm_prediction),
						  make, take, dispose, &p});
	if (status == GM_OK && p.format->end)
		p.format->end(&p.out, p.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &p.out);
	gm_text_dispose(&p.out);
	gm_devices_dispose(devices, devices_count);
	return status;
}
