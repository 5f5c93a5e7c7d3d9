#include "analysis/dossier.h"

#include "analysis/roofline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was measured ---- */

static bool
is_of(const gm_prediction *p, const gm_run *run)
{
	const gm_kernel *kernel = p->kernel;
	gm_roofline_parameter *parameters =
		gm_allocate((size_t)kernel->parameters_count + 1, sizeof *parameters);
	for (int i = 0; i < kernel->parameters_count; i++)
		parameters[i] = (gm_roofline_parameter){kernel->parameters[i].name,
							kernel->parameters[i].value,
							kernel->parameters[i].overridden};
	const bool same = gm_run_is_of(run, kernel->name, parameters, kernel->parameters_count,
				       p->device);
	free(parameters);
	return same;
}

const gm_run *
gm_run_of_prediction(const gm_runs *runs, const gm_prediction *p)
{
	const bool warm = p->request.cache == GM_CACHE_WARM;
	const gm_run *found = NULL;
	for (int i = 0; runs && i < runs->count; i++) {
		const gm_run *run = &runs->items[i];
		const bool better = !found || (found->warm != warm && run->warm == warm);
		if (better && is_of(p, run))
			found = run;
	}
	return found;
}

/* ---- the parts ---- */

static void
study(gm_dossier *d)
{
	const gm_device *device = d->prediction.device;
	gm_occupancy_subject subject;
	gm_error err = GM_ERROR_NONE;
	gm_status status = gm_occupancy_subject_of_kernel(d->prediction.kernel, device, "", 0,
							  &subject, &err);
	if (status == GM_NOT_MODELLED) { /* as the prediction takes them: not to limit */
		subject.request.registers_per_thread = 0;
		err = GM_ERROR_NONE;
		status = GM_OK;
	}
	if (status == GM_OK)
		status = gm_occupancy_study_make(device, &subject, &d->study, &err);
	d->studied = status == GM_OK;
	snprintf(d->study_why, sizeof d->study_why, "%.*s", GM_DOSSIER_WHY - 1, err.message);
	for (int i = 0; i < GM_CURVE_COUNT && d->studied; i++)
		gm_occupancy_curve(device, &subject.request, (gm_curve_axis)i, &d->curves[i]);
}

static void
look_at_site(const gm_dossier *d, int site, gm_dossier_site *out)
{
	const gm_access_question question = {.site = (uint32_t)site,
					     .warp = GM_WARP_ANY,
					     .execution = GM_EXECUTION_WORST};
	gm_error err = GM_ERROR_NONE;
	*out = (gm_dossier_site){.site = site, .view = gm_allocate(1, sizeof *out->view)};
	if (gm_access_find(d->prediction.kernel, d->prediction.device, &question, out->view, &err) ==
	    GM_OK)
		return;
	snprintf(out->why, sizeof out->why, "%.*s", GM_DOSSIER_WHY - 1, err.message);
	free(out->view);
	out->view = NULL;
}

static void
look_at_sites(gm_dossier *d)
{
	const gm_kernel *kernel = d->prediction.kernel;
	d->sites = gm_allocate((size_t)kernel->sites_count + 1, sizeof *d->sites);
	for (int s = 0; s < kernel->sites_count; s++)
		if (gm_operation_is_memory(kernel->sites[s].operation))
			look_at_site(d, s, &d->sites[d->sites_count++]);
}

/* ---- the whole ---- */

gm_status
gm_dossier_make(const gm_kernel *kernel, const gm_device *device,
                const gm_dossier_request *request, gm_dossier *out, gm_error *err)
{
	memset(out, 0, sizeof *out);
	gm_predict_request predict = request->predict;
	predict.keep_trace = true;
	gm_status status = gm_predict(kernel, device, &predict, &out->prediction, err);
	if (status == GM_OK)
		status = gm_remedies_find(&out->prediction, request->load, request->load_state,
					  &out->remedies, err);
	if (status != GM_OK)
		return status;
	gm_derivation_make(&out->prediction, &out->derivation);
	out->begun = true;
	study(out);
	look_at_sites(out);
	out->run = gm_run_of_prediction(request->runs, &out->prediction);
	return GM_OK;
}

void
gm_dossier_dispose(gm_dossier *d)
{
	for (int i = 0; i < d->sites_count; i++)
		free(d->sites[i].view);
	free(d->sites);
	for (int i = 0; i < GM_CURVE_COUNT; i++)
		gm_curve_dispose(&d->curves[i]);
	if (d->begun)
		gm_derivation_dispose(&d->derivation);
	gm_prediction_dispose(&d->prediction);
	*d = (gm_dossier){0};
}
