#include "cli/visit.h"

#include <stdio.h>

typedef struct predicting {
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
judge(const predicting *p, gm_error *err)
{
	if (p->failing == 0)
		return GM_OK;
	if (p->count == 1)
		return gm_fail(err, GM_CHECK_FAILED, "%s", p->first);
	return gm_fail(err, GM_CHECK_FAILED, "%zu of %zu have errors, the first is %s",
		       p->failing, p->count, p->first);
}

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
	note_failing(p, item);
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
	if (status == GM_OK)
		status = judge(&p, &cli->err);
	gm_text_dispose(&p.out);
	gm_devices_dispose(devices, devices_count);
	return status;
}
