/*
 * What stands behind gm_validate: the kernels of the measured runs in each form they are known in,
 * predicted for each state of the caches that was measured, on all processors.
 *
 * From PTX a run is the launch of the list that its file names, on the PTX that the list names; from a
 * descriptor it is the model of its name with the run's parameters. Each kernel is loaded once.
 */
#ifndef GM_CLI_RUN_PREDICTIONS_H
#define GM_CLI_RUN_PREDICTIONS_H

#include "gpumodel.h"

typedef struct gm_run_sources {
	gm_library *library;
	const char *launches; /* list for all files, instead of the one that each names; NULL */
	const char *ptx;      /* folder of the PTX, instead of where the list says; NULL */
	bool without[GM_ORIGIN_COUNT]; /* forms to leave alone */
	int64_t sample;       /* as gm_kernel.sample has it */
} gm_run_sources;

typedef struct gm_run_predictions gm_run_predictions;

/* GM_BAD_FILE and what reading says for a launch list; GM_UNKNOWN_NAME at the run's line for a launch
   that the list lacks, and for a device. What hinders one prediction is told when it is asked for. */
gm_status gm_run_predictions_make(const gm_run_sources *sources, gm_runs *const *files, int count,
                                  gm_run_predictions **out, gm_error *err);
void gm_run_predictions_free(gm_run_predictions *predictions); /* NULL accepted */

/* A gm_run_predictor whose state is the predictions. */
gm_status gm_run_predictions_find(void *state, const gm_run *run, int kernel, gm_origin from,
                                  const gm_prediction **out, gm_error *err);

#endif
