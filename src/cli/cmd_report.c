#include "cli/sweep.h"
#include "cli/visit.h"

#include <stdlib.h>
#include <string.h>

typedef struct reporting {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_dossier_request request;
	gm_runs *runs;
	gm_roofline *rooflines;  /* one per device, and where there are several, one of all */
	int rooflines_count;
	gm_dossier_page page;
	char *first; /* name of the first kernel, for the page's title */
	int kernels_count;
	int runs_count; /* predictions with a run beside them */
} reporting;

/* ---- what is asked ---- */

static gm_status
begin(reporting *r)
{
	gm_cli *cli = r->cli;
	const char *runs = gm_given_last(&cli->given, GM_OPTION_RUNS);
	int choice;
	gm_status status = gm_output_choose(cli, &choice);
	if (status == GM_OK)
		status = gm_request_given(cli, &r->request.predict);
	if (status == GM_OK)
		status = gm_devices_given(cli, &r->devices, &r->devices_count);
	if (status == GM_OK && runs)
		status = gm_runs_load(runs, &r->runs, &cli->err);
	r->request.load = gm_variant_load;
	r->request.load_state = cli;
	r->request.runs = r->runs;
	return status;
}

static void
begin_rooflines(reporting *r)
{
	const int n = r->devices_count;
	r->rooflines_count = n + (n > 1);
	r->rooflines = gm_allocate((size_t)r->rooflines_count + 1, sizeof *r->rooflines);
	for (int i = 0; i < r->rooflines_count; i++)
		gm_roofline_init(&r->rooflines[i], GM_ROOFLINE_LEVELS_AUTO);
	for (int i = 0; i < n; i++) {
		const char *name = gm_device_given_name(r->cli, i, r->devices[i]);
		gm_roofline_add_device(&r->rooflines[i], r->devices[i], name);
		if (n > 1)
			gm_roofline_add_device(&r->rooflines[n], r->devices[i], name);
	}
}

/* ---- the work ---- */

static gm_status
make(void *state, const gm_kernel *kernel, const gm_device *device, void *item, gm_error *err)
{
	const reporting *r = state;
	return gm_dossier_make(kernel, device, &r->request, item, err);
}

static gm_status
take(void *state, int device, void *item)
{
	reporting *r = state;
	const gm_dossier *dossier = item;
	if (device == 0 && r->kernels_count++ == 0)
		r->first = strdup(dossier->prediction.kernel->name);
	gm_roofline_add(&r->rooflines[device], &dossier->prediction);
	if (r->devices_count > 1)
		gm_roofline_add(&r->rooflines[r->devices_count], &dossier->prediction);
	gm_dossier_page_add(&r->page, dossier,
			    gm_device_given_name(r->cli, device, r->devices[device]));
	r->runs_count += dossier->run != NULL;
	return GM_OK;
}

static void
dispose_item(void *item)
{
	gm_dossier_dispose(item);
}

static gm_status
finish(reporting *r)
{
	gm_text title = {0}, out = {0};
	for (int i = 0; i < r->rooflines_count; i++) {
		if (r->runs)
			gm_roofline_add_runs(&r->rooflines[i], r->runs);
		gm_roofline_finish(&r->rooflines[i]);
	}
	if (r->kernels_count == 1)
		gm_text_print(&title, "%s on ", r->first ? r->first : "");
	else
		gm_text_print(&title, "%d kernels on ", r->kernels_count);
	for (int i = 0; i < r->devices_count; i++)
		gm_text_print(&title, "%s%s", i ? ", " : "",
			      gm_device_given_name(r->cli, i, r->devices[i]));
	gm_dossier_page_write(
		&out, &r->page,
		&(gm_dossier_whole){title.bytes, r->rooflines, r->rooflines_count});
	const gm_status status = gm_output_write(r->cli, &out);
	gm_text_dispose(&title);
	gm_text_dispose(&out);
	return status;
}

static void
dispose(reporting *r)
{
	for (int i = 0; i < r->rooflines_count; i++)
		gm_roofline_dispose(&r->rooflines[i]);
	gm_dossier_page_dispose(&r->page);
	free(r->rooflines);
	free(r->first);
	gm_runs_free(r->runs);
	gm_devices_dispose(r->devices, r->devices_count);
}

gm_status
gm_cmd_report(gm_cli *cli)
{
	reporting r = {.cli = cli};
	gm_status status = begin(&r);
	if (status == GM_OK)
		begin_rooflines(&r);
	if (status == GM_OK)
		status = gm_visit_all(&(gm_visit){cli, r.devices, r.devices_count, sizeof(gm_dossier),
						  make, take, dispose_item, &r});
	if (status == GM_OK && r.runs && r.runs_count == 0)
		status = gm_fail_without_runs(cli, r.runs);
	if (status == GM_OK)
		status = finish(&r);
	dispose(&r);
	return status;
}
