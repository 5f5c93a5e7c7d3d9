/*
 * The main question: how fast can this kernel run on that device, and what stops it?
 *
 * A prediction gathers what the models say about one kernel (with its parameters) on one device, and
 * nothing else: every number in it comes from model/, with its kind. Metrics that Nsight Compute also
 * measures carry its names and base units, so that a prediction and a profile join on names.
 */
#ifndef GM_ANALYSIS_PREDICT_H
#define GM_ANALYSIS_PREDICT_H

#include "analysis/finding.h"
#include "model/cache_state.h"
#include "model/limits.h"
#include "model/occupancy.h"

enum { GM_METRICS_MAX = 120, GM_FINDINGS_MAX = 64 };

typedef struct gm_metric {
	const char *name; /* static */
	const char *unit; /* "s", "byte", "%", "count", "ratio", "cycle", "byte/s", "flop/s"; static */
	gm_value value;
	double spread; /* of a sampled value, in its unit: 95 of 100 lie no further from the truth */
} gm_metric;

/* One step of the intensity ladder. */
typedef struct gm_ladder_step {
	gm_value bytes;
	gm_value intensity_flop_per_byte;
	gm_value bandwidth_byte_per_s;
	gm_value roof_flop_per_s; /* min(what the arithmetic pipes allow, intensity * bandwidth) */
} gm_ladder_step;

/* What is changed before it is predicted: its counts, what it takes of an SM. */
typedef struct gm_what_if {
	/* May edit the counters of the sites; NULL leaves them. */
	void (*counts)(void *state, const gm_kernel *kernel, gm_counts *counts);
	/* The same of the bytes behind the caches, which follow addresses and not the counters. */
	void (*traffic)(void *state, gm_traffic *traffic);
	void *state;
	int64_t registers_per_thread; /* 0: as they are */
	int64_t more_shared_bytes;    /* per block; may be negative */
	bool all_resident;            /* as if every warp that an SM holds were there */
} gm_what_if;

/* What is asked besides kernel and device. All zero is the usual question. */
typedef struct gm_predict_request {
	gm_cache_state cache;
	gm_what_if what_if;
	const gm_counts *counted; /* of the same kernel on the same device, as they were gathered: saves
	                             counting again. Not kept. NULL: nothing was */
} gm_predict_request;

typedef struct gm_prediction {
	const gm_kernel *kernel; /* borrowed, as is the device */
	const gm_device *device;
	gm_predict_request request;
	gm_occupancy occupancy;
	int64_t registers_per_thread; /* -1 unknown: taken not to limit */
	const char *registers_source;
	gm_counts counts;
	gm_traffic traffic;
	gm_limit_time limits[GM_LIMITS_COUNT];
	int binding;   /* the limit that holds; -1: the kernel cannot run or nothing is known */
	int runner_up; /* the next one; -1: none */
	double flop;
	gm_value compute_roof_flop_per_s; /* this instruction mix at full pipe rates */
	gm_ladder_step ladder[GM_LEVEL_COUNT];
	gm_value time_s;
	gm_metric metrics[GM_METRICS_MAX];
	int metrics_count;
	gm_finding findings[GM_FINDINGS_MAX]; /* in the order of gm_finding_compare */
	int findings_count;
	char verdict[400];
} gm_prediction;

/* Disposed by the caller also after a failure. A kernel that the device cannot launch is a finding,
   not an error: its time is then unknown. `request` NULL asks the usual question. */
gm_status gm_predict(const gm_kernel *kernel, const gm_device *device,
                     const gm_predict_request *request, gm_prediction *out, gm_error *err);
void gm_prediction_dispose(gm_prediction *prediction);

/* NULL when the prediction has no such metric. */
const gm_metric *gm_prediction_metric(const gm_prediction *prediction, const char *name);

/* ---- the steps, one file each ---- */

/* predict_unmodelled.c: what executed instructions without a model make unknown. The next site of one
   after `site` (from -1), -1 when there is none. */
void gm_prediction_doubt_traffic(gm_prediction *prediction);
void gm_prediction_doubt_limits(gm_prediction *prediction);
void gm_prediction_doubt_time(gm_prediction *prediction);
void gm_prediction_doubt_metrics(gm_prediction *prediction);
int gm_prediction_next_unmodelled(const gm_prediction *prediction, int site);
/* predict_metrics.c, predict_issued.c: of machine instructions */
void gm_prediction_fill_metrics(gm_prediction *prediction);
void gm_prediction_fill_issued(gm_prediction *prediction);
void gm_prediction_add(gm_prediction *prediction, const char *name, const char *unit, gm_value value,
                       double spread);
/* predict_findings.c: adds one, which the caller may go on to fill in. When there is no room the last
   gives way: hazards come first. */
gm_finding *gm_prediction_find(gm_prediction *prediction, gm_finding_id id, int site,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* predict_hazards.c */
void gm_prediction_fill_hazards(gm_prediction *prediction);
/* Threads wait for each other for ever on this device. */
bool gm_prediction_deadlocks(const gm_prediction *prediction);
/* predict_price.c */
/* The part of each limit's work that the site does beyond its ideal, 0 to 1. */
void gm_prediction_excess_of_site(const gm_prediction *prediction, int site,
                                  double out[GM_LIMITS_COUNT]);
/* Fills cost and gain of the finding: the limits once more without those parts. */
void gm_finding_price(gm_finding *finding, const gm_prediction *prediction,
                      const double excess[GM_LIMITS_COUNT]);
/* predict_findings.c; also writes the verdict. */
void gm_prediction_fill_findings(gm_prediction *prediction);

#endif
