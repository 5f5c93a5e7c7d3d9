#include "cli/visit.h"

#include <assert.h>
#include <string.h>

typedef struct explaining {
	gm_cli *cli;
	gm_predict_request request;
	const gm_explain_format *format;
	gm_text out;
	size_t count;
} explaining;

/* One kernel on one device. */
typedef struct explained {
	gm_prediction prediction;
	gm_remedies remedies;
	gm_derivation derivation;
} explained;

static gm_status
make(void *state, const gm_kernel *kernel, const gm_device *device, void *item, gm_error *err)
{
	const explaining *e = state;
	explained *of = item;
	gm_status status = gm_predict(kernel, device, &e->request, &of->prediction, err);
	if (status == GM_OK)
		status = gm_remedies_find(&of->prediction, gm_variant_load, e->cli, &of->remedies, err);
	if (status == GM_OK)
		gm_derivation_make(&of->prediction, &of->derivation);
	return status;
}

static gm_status
take(void *state, int device, void *item)
{
	(void)device;
	explaining *e = state;
	const explained *of = item;
	e->format->add(&e->out,
		       &(gm_explanation){&of->prediction, &of->derivation, &of->remedies},
		       e->count++);
	return GM_OK;
}

static void
dispose(void *item)
{
	explained *of = item;
	if (of->derivation.arena)
		gm_derivation_dispose(&of->derivation);
	gm_prediction_dispose(&of->prediction);
}

gm_status
gm_cmd_explain(gm_cli *cli)
{
	gm_device **devices = NULL;
	int devices_count = 0, choice = 0;
	explaining e = {.cli = cli};
	gm_status status = gm_output_choose(cli, &choice);
	assert(strcmp(gm_explain_formats[choice].name, cli->command->formats[choice]) == 0);
	e.format = &gm_explain_formats[choice];
	if (status == GM_OK)
		status = gm_request_given(cli, &e.request);
	e.request.keep_trace = true;
	if (status == GM_OK)
		status = gm_devices_given(cli, &devices, &devices_count);
	if (status == GM_OK && e.format->begin)
		e.format->begin(&e.out);
	if (status == GM_OK)
		status = gm_visit_all(&(gm_visit){cli, devices, devices_count, sizeof(explained), make,
						  take, dispose, &e});
	if (status == GM_OK && e.format->end)
		e.format->end(&e.out, e.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &e.out);
	gm_text_dispose(&e.out);
	gm_devices_dispose(devices, devices_count);
	return status;
}
