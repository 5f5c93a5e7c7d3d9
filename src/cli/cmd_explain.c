#include "cli/cli.h"

typedef struct explaining {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_predict_request request;
	const gm_explain_format *format;
	gm_text out;
	size_t count;
} explaining;

static gm_status
explain_one(explaining *e, const gm_prediction *prediction)
{
	gm_derivation derivation;
	gm_remedies remedies;
	const gm_status status =
		gm_remedies_find(prediction, gm_variant_load, e->cli, &remedies, &e->cli->err);
	if (status != GM_OK)
		return status;
	gm_derivation_make(prediction, &derivation);
	const gm_explanation explanation = {prediction, &derivation, &remedies};
	e->format->add(&e->out, &explanation, e->count++);
	gm_derivation_dispose(&derivation);
	return GM_OK;
}

static gm_status
explain_on_each(void *state, gm_kernel *kernel)
{
	explaining *e = state;
	gm_status status = GM_OK;
	for (int i = 0; i < e->devices_count && status == GM_OK; i++) {
		gm_prediction prediction;
		status = gm_predict(kernel, e->devices[i], &e->request, &prediction, &e->cli->err);
		if (status == GM_OK)
			status = explain_one(e, &prediction);
		gm_prediction_dispose(&prediction);
	}
	return status;
}

gm_status
gm_cmd_explain(gm_cli *cli)
{
	const char *names[8];
	int choice = 0;
	explaining e = {.cli = cli};
	for (int i = 0; i < gm_explain_formats_count; i++)
		names[i] = gm_explain_formats[i].name;
	gm_status status = gm_output_choose(cli, names, gm_explain_formats_count, &choice);
	e.format = &gm_explain_formats[status == GM_OK ? choice : 0];
	if (status == GM_OK)
		status = gm_request_given(cli, &e.request);
	if (status == GM_OK)
		status = gm_devices_given(cli, &e.devices, &e.devices_count);
	if (status == GM_OK && e.format->begin)
		e.format->begin(&e.out);
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = gm_kernels_visit(cli, cli->given.positional[i], explain_on_each, &e);
	if (status == GM_OK && e.format->end)
		e.format->end(&e.out, e.count);
	if (status == GM_OK)
		status = gm_output_write(cli, &e.out);
	gm_text_dispose(&e.out);
	gm_devices_dispose(e.devices, e.devices_count);
	return status;
}
