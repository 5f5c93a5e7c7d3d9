/*
 * A sweep: some numbers of the prediction for every combination of parameters on every device.
 *
 * Combinations are handed out in order to as many threads as the caller allows; each writes its own
 * rows, so the result is the same whatever their number. What a combination may not be (the kernel
 * refuses the values, the device cannot launch the block) is a row that says why; the sweep fails
 * when the kernel refuses every one, or when anything else goes wrong: then with the failure of the
 * first combination that failed.
 *
 * Metrics are those of a prediction, by name, and four short ones:
 *
 *     time        gpu__time_duration.sum                  s
 *     bandwidth   gpumodel__effective_bandwidth           byte/s
 *     flops       gpumodel__flop_per_second               flop/s
 *     occupancy   sm__maximum_warps_per_active_cycle_pct  %
 */
#ifndef GM_ANALYSIS_SWEEP_H
#define GM_ANALYSIS_SWEEP_H

#include "analysis/predict.h"
#include "base/memory.h"
#include "base/workers.h"

#include <stddef.h>

enum { GM_SWEEP_METRICS_MAX = 16 };

/* A parameter and its values. Of several the last changes fastest from one combination to the next. */
typedef struct gm_sweep_axis {
	const char *name;
	const int64_t *values;
	size_t count;
} gm_sweep_axis;

/* The kernel of a combination; called from several threads. */
typedef gm_status gm_sweep_loader(const void *state, size_t combination, gm_kernel **out,
				  gm_error *err);

typedef struct gm_sweep_job {
	size_t combinations;
	gm_sweep_loader *load;
	const void *load_state;
	const gm_device *const *devices;
	int devices_count;
	const char *const *metrics; /* names as above; at most GM_SWEEP_METRICS_MAX */
	int metrics_count;
	const gm_predict_request *request; /* NULL: the usual question */
	int threads; /* as base/workers.h has them */
	gm_work_progress *progress; /* may be NULL; false stops the sweep */
	void *progress_state;
} gm_sweep_job;

typedef struct gm_sweep_row {
	size_t combination;
	int device;
	const char *why_not; /* NULL: it runs; else why it does not */
	double spread_ratio; /* how far sampled blocks disagree; 0 when all are proven alike */
	gm_value values[GM_SWEEP_METRICS_MAX];
} gm_sweep_row;

typedef struct gm_sweep {
	gm_arena *arena;
	const char *metrics[GM_SWEEP_METRICS_MAX]; /* in the prediction's names: static */
	const char *units[GM_SWEEP_METRICS_MAX];
	int metrics_count;
	const char *kernel; /* "" when none could be loaded */
	gm_sweep_row *rows; /* by combination, then device */
	size_t count;
} gm_sweep;

/* Disposed by the caller also after a failure. GM_UNKNOWN_NAME for a metric, with the nearest;
   GM_INTERRUPTED when `progress` said so. */
gm_status gm_sweep_run(const gm_sweep_job *job, gm_sweep *out, gm_error *err);
void gm_sweep_dispose(gm_sweep *sweep);

/* The prediction's name of a short one; the name itself otherwise. */
const char *gm_sweep_metric_name(const char *name);

/* The value of an axis in a combination. */
int64_t gm_sweep_value(const gm_sweep_axis *axes, int count, int axis, size_t combination);

/* Was the failure one of the kernel's refusals of these values? */
bool gm_sweep_is_refusal(gm_status status);

#endif
