/*
 * Predicted against measured, number by number, and what that says of the model.
 *
 *     error = predicted / measured - 1, in the unit in which it was measured
 *
 * A rate that is predicted three times too high is +200 %, a time three times too short -67 %: the
 * sign and size are those of the number in the file. A kernel may be known in two forms, by a
 * descriptor and by PTX: its runs are then predicted from both, and every number has a row of each.
 * The absolute errors are averaged by form, over these kinds of numbers apart:
 *
 *     speed        times and rates of validation runs with cold caches: the headline, and by group
 *     warm         the same of runs with warm caches, predicted for warm caches, and by group
 *     calibration  the same of runs that constants were fitted to
 *     metric       every metric of validation runs with cold caches by itself, counters included
 *
 * What has no ratio is no part of a mean and is counted apart: an unknown prediction, a measured 0
 * that was predicted as something else, and a 0 that was predicted as 0 (it would flatter the mean).
 * A counter of the profiler that does not count what its name says is left out with the reason.
 *
 * A run beats a bound when
 *
 *     measured time * (1 + spread + rounding) < sum over its kernels of the largest bound
 *
 * where the bounds are the least times of kind bound (or exact) and spread and rounding the
 * measured value's precision (kernel/runs.h). A rate's time is predicted time * predicted rate /
 * measured rate. DRAM's bound holds for cold caches only and is left out for warm ones. A beaten
 * bound is a fault of the model, the device file or the source.
 *
 * A run of several kernels: times, bytes and counters named .sum add, rates are the work of all
 * over the time of all, anything else is unknown.
 */
#ifndef GM_ANALYSIS_VALIDATE_H
#define GM_ANALYSIS_VALIDATE_H

#include "analysis/predict.h"
#include "kernel/runs.h"

/* The prediction of run->kernels[kernel] on run->device with the run's parameters and caches, from
   that form of the kernel, borrowed until the next call. NULL: there is no such form. */
typedef gm_status gm_run_predictor(void *state, const gm_run *run, int kernel, gm_origin from,
				   const gm_prediction **out, gm_error *err);

/* One measured number. */
typedef struct gm_validation_row {
	const gm_run *run; /* borrowed, as is measured */
	const gm_measured *measured;
	gm_origin from;
	gm_value predicted; /* in the unit of the measured value */
	double predicted_spread; /* gm_metric.spread, of several kernels the root of their squares added; 0: none is stated */
	bool compared;      /* else `why` */
	const char *why;    /* "" when compared; static */
	bool both_zero;     /* compared and right, but no part of a mean */
	bool absent;        /* no prediction has this metric: no part of a summary at all */
	double ratio;       /* predicted / measured, when compared */
	double error_ratio; /* ratio - 1, when compared */
	bool timed;         /* a time or a rate */
	double predicted_s; /* time of the run; 0 unless timed and known */
	double measured_s;  /* time that was measured or follows from the rate; 0 as above */
	int limit;          /* that holds the longest of the kernels; -1 when none is known */
	double bound_s;     /* least time of the run; 0 when no bound is known */
	int bound_limit;    /* that gives the largest part of it; -1 */
	bool beats_bound;
} gm_validation_row;

/*        enumerator            name           over which numbers */
#define GM_VALIDATION_SCOPE_LIST(X)                                                                \
	X(GM_SCOPE_SPEED, "speed", "times and rates, cold caches")                                 \
	X(GM_SCOPE_WARM, "warm", "times and rates, warm caches")                                   \
	X(GM_SCOPE_CALIBRATION, "calibration",                                                     \
	  "times and rates of runs that constants were fitted to")                                 \
	X(GM_SCOPE_GROUP, "group", "speed of one kind of kernel")                                  \
	X(GM_SCOPE_WARM_GROUP, "warm group", "one kind of kernel, warm caches")                    \
	X(GM_SCOPE_METRIC, "metric", "one metric, cold caches")                                    \
	X(GM_SCOPE_KERNEL, "kernel", "speed of one kernel")                                        \
	X(GM_SCOPE_WARM_KERNEL, "warm kernel", "one kernel, warm caches")

typedef enum gm_validation_scope {
#define X(id, name, what) id,
	GM_VALIDATION_SCOPE_LIST(X)
#undef X
		GM_VALIDATION_SCOPE_COUNT
} gm_validation_scope;

const char *gm_validation_scope_name(gm_validation_scope scope);
const char *gm_validation_scope_what(gm_validation_scope scope);

typedef struct gm_validation_summary {
	gm_validation_scope scope;
	gm_origin from;
	const char *name; /* of the group, metric or kernel, else "" */
	int compared; /* numbers with an error that the means are of */
	int excluded; /* without one */
	int zeros;    /* predicted and measured as 0 */
	int within_10, within_25, beyond_2; /* of those compared: at most 10 % and 25 % off; more than
					       twice or less than half */
	double mean_ratio; /* mean absolute error; with median_ratio only when compared > 0 */
	double median_ratio;
	double total_ratio; /* sum |predicted - measured| / sum measured: small numbers weigh little */
	bool correlated;    /* else there is no correlation */
	double correlation; /* of times where the numbers are times and rates */
	int worst;          /* row with the largest absolute error; -1 */
} gm_validation_summary;

/* Numbers of one metric that have no error for one reason. */
typedef struct gm_validation_gap {
	gm_origin from;
	const char *metric, *why;
	int count;
	bool absent; /* no prediction has the metric */
} gm_validation_gap;

/* What predicted counts promise, and how many keep it: counters of validation runs with cold caches that add up
   over kernels and were measured, without those that are 0 in both. */
typedef struct gm_validation_promise {
	gm_origin from;
	const char *metric; /* NULL: all */
	int exact, to_the_unit;     /* of kind exact; of these predicted == measured */
	int sampled, within_spread; /* of kind sampled; of these |predicted - measured| <= their spread */
	int timing;                 /* of kind timing: nothing is promised */
} gm_validation_promise;

enum { GM_WORST_MAX = 10 };

typedef struct gm_validation {
	gm_validation_row *rows; /* in the order of the files */
	int count;
	gm_validation_summary *summaries; /* GM_SCOPE_SPEED of each form that occurs, PTX first; then
					     by scope */
	int summaries_count;
	int worst[GM_ORIGIN_COUNT][GM_WORST_MAX]; /* rows of GM_SCOPE_SPEED, worst first */
	int worst_count[GM_ORIGIN_COUNT];
	gm_validation_gap *gaps; /* of validation runs, in the order in which the rows bring them */
	int gaps_count;
	gm_validation_promise *promises; /* of each form that occurs all together, then by metric */
	int promises_count;
	int beaten; /* rows whose run beats a bound */
	int failed;       /* runs whose kernel could not be predicted, though it should be */
	gm_error failure; /* of the first of them */
	char **refusals; /* why kernels are not modelled or failed, which their rows point to */
	size_t refusals_count, refusals_room;
} gm_validation;

/* A run of a kernel that is not modelled (GM_NOT_MODELLED), goes where no array is (GM_OUT_OF_BOUNDS) or does not end
   (GM_TOO_LARGE) is left out with the reason, the others go on; any other fault ends it all.
   Disposed by the caller also after a failure; the runs must outlive it. Errors carry the file and
   line of the run: what `predict` met, and GM_BAD_UNIT for a metric that is not measured in its own
   unit. */
gm_status gm_validate(const gm_runs *const *files, int count, gm_run_predictor *predict,
		      void *state, gm_validation *out, gm_error *err);
void gm_validation_dispose(gm_validation *validation);

/* GM_CHECK_FAILED when a run failed, when one beats a bound, when the mean absolute error of GM_SCOPE_SPEED is above
   `max_mean_ratio` in either form, or when nothing could be compared that it could be taken of.
   Negative: any error is good enough. */
gm_status gm_validation_check(const gm_validation *validation, double max_mean_ratio,
			      gm_error *err);

/* Counters of several kernels add, as a profiler's do over several launches. */
bool gm_validation_adds_up(const gm_measured *measured);

/* ---- the second half, validate_summary.c ---- */

/* Fills the summaries and the worst from the rows. */
void gm_validation_summarise(gm_validation *validation);
/* validate_promises.c: fills the promises. */
void gm_validation_hold_to(gm_validation *validation);

#endif
