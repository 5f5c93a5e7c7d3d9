#include "cli/sweep.h"
#include "cli/workers.h"

#include <stdlib.h>
#include <string.h>

/* A kernel on one device, worked out by a thread of its own. */
typedef struct piece {
	gm_dossier dossier;
	gm_status status;
	gm_error err;
} piece;

typedef struct reporting {
	gm_cli *cli;
	gm_device **devices;
	int devices_count;
	gm_dossier_request request;
	gm_runs *runs;
	const gm_kernel *kernel; /* the one at work */
	piece *pieces;           /* of it, one per device */
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
	static const char *const names[] = {"html"};
	gm_cli *cli = r->cli;
	const char *runs = gm_given_last(&cli->given, GM_OPTION_RUNS);
	int choice;
	gm_status status = gm_output_choose(cli, names, 1, &choice);
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
	r->pieces = gm_allocate((size_t)n + 1, sizeof *r->pieces);
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

static void
make_piece(void *state, int index)
{
	reporting *r = state;
	piece *p = &r->pieces[index];
	p->err = GM_ERROR_NONE;
	p->status = gm_dossier_make(r->kernel, r->devices[index], &r->request, &p->dossier, &p->err);
}

static gm_status
take_piece(reporting *r, int index)
{
	piece *p = &r->pieces[index];
	if (p->status != GM_OK) {
		r->cli->err = p->err;
		return p->status;
	}
	gm_roofline_add(&r->rooflines[index], &p->dossier.prediction);
	if (r->devices_count > 1)
		gm_roofline_add(&r->rooflines[r->devices_count], &p->dossier.prediction);
	gm_dossier_page_add(&r->page, &p->dossier,
			    gm_device_given_name(r->cli, index, r->devices[index]));
	r->runs_count += p->dossier.run != NULL;
	return GM_OK;
}

static gm_status
report_on_each(void *state, gm_kernel *kernel)
{
	reporting *r = state;
	gm_status status = GM_OK;
	r->kernel = kernel;
	if (r->kernels_count++ == 0)
		r->first = strdup(kernel->name);
	gm_workers_run(r->devices_count, make_piece, r);
	for (int i = 0; i < r->devices_count; i++) {
		if (status == GM_OK)
			status = take_piece(r, i);
		gm_dossier_dispose(&r->pieces[i].dossier);
	}
	return status;
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
	free(r->pieces);
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
	for (int i = 0; i < cli->given.positional_count && status == GM_OK; i++)
		status = gm_kernels_visit(cli, cli->given.positional[i], report_on_each, &r);
	if (status == GM_OK && r.runs && r.runs_count == 0)
		status = gm_fail(&cli->err, GM_BAD_VALUE,
				 "%s: no run of these kernels with these parameters on these devices",
				 gm_given_last(&cli->given, GM_OPTION_RUNS));
	if (status == GM_OK)
		status = finish(&r);
	dispose(&r);
	return status;
}
