/*
 * Measured runs: what a real GPU did with a workload.
 *
 * A run names a kernel (or several, launched one after the other and measured together), a device
 * and the parameters, and holds what was measured in the units of Nsight Compute's metrics. Plain
 * data, read by input/runs_file.h and compared by analysis/validate.h; it stands in this room
 * because a run is a workload with a result, and both of those rooms may look here.
 *
 * Two numbers say how far a measured value can be trusted: the relative spread of repeated runs,
 * where the source gives it, and half a unit of the last digit that was written ("15" is 15 +-
 * 0.5).
 */
#ifndef GM_KERNEL_RUNS_H
#define GM_KERNEL_RUNS_H

#include "base/memory.h"
#include "kernel/kernel.h"

#include <stdbool.h>
#include <stdint.h>

/*        enumerator              name           what it is for */
#define GM_RUN_SET_LIST(X)                                                                         \
	X(GM_RUN_VALIDATION, "validation",                                                         \
	  "never used to fit a model: errors are taken from these")                                \
	X(GM_RUN_CALIBRATION, "calibration",                                                       \
	  "constants were fitted to these: their errors count apart")

typedef enum gm_run_set {
#define X(id, name, what) id,
	GM_RUN_SET_LIST(X)
#undef X
		GM_RUN_SET_COUNT
} gm_run_set;

typedef struct gm_run_source {
	const char *id;
	const char *title;
	const char *url;  /* "" when there is none */
	const char *read; /* the day it was read or measured; "" when not said */
} gm_run_source;

typedef struct gm_run_parameter {
	const char *name;
	int64_t value;
} gm_run_parameter;

typedef struct gm_measured {
	const char *metric; /* "gpu__time_duration.sum" */
	const char
		*unit; /* "s", "byte", "count", "%", "ratio", "cycle", "byte/s", "flop/s": static */
	double value;  /* in that unit; not negative */
	double spread_ratio;   /* of repeated runs; 0 when not said */
	double rounding_ratio; /* half a unit of the last digit over the value; 0 for a value of 0
				*/
	int line;
} gm_measured;

typedef struct gm_runs gm_runs;

typedef struct gm_run {
	const gm_runs *file;
	const char *kernel;         /* as written: the names with blanks between */
	const char *const *kernels; /* in the order of their launch */
	int kernels_count;
	const char *device;
	gm_run_set set;
	bool warm; /* the caches held what an equal run before had left in them */
	const gm_run_source *source;
	const char *where;
	const char *note;   /* "" when there is none */
	const char *launch; /* which one of the file's launch list was measured; "" when not said */
	gm_dim3 grid, block; /* of each launch; 0 when not said */
	const char *group; /* kind of kernel; "other" when not said */
	const gm_run_parameter *parameters;
	int parameters_count;
	const gm_measured *measured;
	int measured_count; /* at least 1 */
	int line;
} gm_run;

struct gm_runs {
	gm_arena *arena; /* holds everything, this struct included */
	const char *file;
	const char *title;
	const char *launches; /* launch list, as written: beside the file; "" when there is none */
	const gm_run_source *sources;
	int sources_count;
	const gm_run *items;
	int count;
};

void gm_runs_free(gm_runs *runs); /* NULL accepted */

const char *gm_run_set_name(gm_run_set set);

#endif
