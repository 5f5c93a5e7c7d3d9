/*
 * Everything that is asked of one kernel on one device, for a page that shows it whole: the
 * prediction, how it is derived, what to change, the occupancy with its curves, one request of a warp
 * for each memory access, and the measured run that stands beside it.
 *
 * A part that cannot be had leaves its reason, and the rest stands: a device without the numbers
 * that occupancy needs, an access that no warp of the first block
 * makes.
 */
#ifndef GM_ANALYSIS_DOSSIER_H
#define GM_ANALYSIS_DOSSIER_H

#include "analysis/access.h"
#include "analysis/derivation.h"
#include "analysis/occupancy_curve.h"
#include "analysis/occupancy_study.h"
#include "analysis/remedy.h"
#include "kernel/runs.h"

enum { GM_DOSSIER_WHY = 240 };

/* A site that accesses memory, with its worst request in the first block. */
typedef struct gm_dossier_site {
	int site;
	gm_access_view *view;     /* NULL: see why */
	char why[GM_DOSSIER_WHY]; /* "" with a view */
} gm_dossier_site;

typedef struct gm_dossier {
	gm_prediction prediction;
	gm_derivation derivation;
	gm_remedies remedies;
	bool studied; /* study and curves are there, of 0 registers where nobody stated them; else see
			 study_why */
	gm_occupancy_study study;
	gm_curve curves[GM_CURVE_COUNT];
	char study_why[GM_DOSSIER_WHY];
	gm_dossier_site *sites;
	int sites_count;
	const gm_run *run; /* NULL: none was measured; borrowed */
	bool begun;        /* gm_dossier_make got as far as the derivation */
} gm_dossier;

typedef struct gm_dossier_request {
	gm_predict_request predict;
	gm_variant_loader *load; /* of gm_remedies_find; NULL */
	void *load_state;
	const gm_runs *runs; /* NULL: none */
} gm_dossier_request;

/* Kernel, device and runs must outlive it. Disposed by the caller also after a failure; fails where
   gm_predict and gm_remedies_find do. */
gm_status gm_dossier_make(const gm_kernel *kernel, const gm_device *device,
                          const gm_dossier_request *request, gm_dossier *out, gm_error *err);
void gm_dossier_dispose(gm_dossier *dossier);

/* The run of this kernel alone, with its parameters, on its device: one with the same state of the
   caches where there is one. NULL. */
const gm_run *gm_run_of_prediction(const gm_runs *runs, const gm_prediction *prediction);

#endif
