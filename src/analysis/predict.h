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
#include "model/support.h"
#include "model/sureness.h"

enum { GM_METRICS_MAX = 120, GM_FINDINGS_MAX = 64 };

typedef struct gm_metric {
	const char *name; /* static */
	const char *unit; /* "s", "byte", "%", "count", "ratio", "cycle", "byte/s", "flop/s"; static */
	gm_value value;
	double spread; /* where blocks were drawn, in its unit: 95 of 100 lie no further from what all blocks would give */
	int site;      /* of a count that hangs on order: whose result decides it; -1: none */
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
	const gm_counts *counted; /* of the same kernel on the same device, as they were gathered where it finds
	                             memory as it was given: saves counting again. Not kept. NULL: nothing was */
	bool keep_trace; /* of memory, in the prediction: gm_predict_what_if is quicker with it */
} gm_predict_request;

typedef struct gm_prediction {
	const gm_kernel *kernel; /* as it runs on the device (gm_kernel_on); borrowed, as is the device */
	void *owned_kernel;      /* NULL when it is the one that was asked about */
	gm_kernel *later;        /* the same as a later launch finds it; NULL where that is all the same, or not asked */
	const gm_device *device;
	gm_predict_request request;
	gm_occupancy occupancy; /* nothing is launched either where the device lacks a unit */
	gm_unevenness uneven;   /* of the blocks */
	bool lacks_unit;        /* it cannot execute the kernel; occupancy.why_not names the first need */
	int64_t registers_per_thread; /* of the code; -1 unknown: taken not to limit */
	int64_t registers_taken;      /* by a launch: never fewer than the device gives a thread */
	const char *registers_source;
	gm_counts counts;
	gm_grid_trace *trace; /* NULL when it was not to be kept */
	bool trace_borrowed;
	gm_traffic traffic;
	gm_cached_site *l1_sites; /* one for each site; all zero without sectored caches */
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

/* Of a prediction no more than whether the kernel can be launched and how many warps fit: nothing is replayed. */
gm_occupancy gm_predict_occupancy(const gm_kernel *kernel, const gm_device *device);

/* The same kernel on the same device with caches in the same state, were something else: what was
   counted and traced is used again, so this takes a part of the time. `now`, itself no what-if, must
   outlive it. */
gm_status gm_predict_what_if(const gm_prediction *now, const gm_what_if *what_if, gm_prediction *out,
                             gm_error *err);

/* What the limits of a prediction are worked out from; borrows it. */
gm_limits_input gm_prediction_limits_input(const gm_prediction *prediction);

/* Why the kernel cannot run there, never ends or gives wrong results: the first error among the findings,
   NULL without one. */
const gm_finding *gm_prediction_error(const gm_prediction *prediction);

/* Warps that an SM has at most at a time: what the occupancy allows, or fewer where the grid has no more
   blocks. */
int64_t gm_prediction_resident_warps(const gm_prediction *prediction);

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
/* predict_support.c: the device may lack what the kernel executes. The next site of that kind after
   `site` (from -1) and what it needs, -1 when there is none. */
void gm_prediction_check_units(gm_prediction *prediction);
int gm_prediction_next_lack(const gm_prediction *prediction, int site, char out[GM_LACK_TEXT]);
/* predict_metrics.c; while there is room */
void gm_prediction_add_metric(gm_prediction *prediction, const char *name, const char *unit, gm_value value,
			      double spread);
void gm_prediction_add_count(gm_prediction *prediction, const char *name, const char *unit, double value,
			     gm_sureness sure, double spread);
void gm_prediction_fill_metrics(gm_prediction *prediction);
/* predict_made.c: instructions, pipes and arithmetic that the compiler makes of the kernel */
void gm_prediction_fill_instructions(gm_prediction *prediction);
void gm_prediction_fill_arithmetic(gm_prediction *prediction);
/* predict_findings.c: adds one, which the caller may go on to fill in. When there is no room the last
   gives way: hazards come first. */
gm_finding *gm_prediction_find(gm_prediction *prediction, gm_finding_id id, int site,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* predict_place.c: sites of one line, array and operation are one place to a reader: copies that the
   compiler made of it. */
bool gm_prediction_same_place(const gm_site *a, const gm_site *b);
/* How many sites share the place of `site`, itself included, and their counters added; 0 when an earlier
   site stands for them. */
int gm_prediction_place(const gm_prediction *prediction, int site, gm_site_counts *out);
/* Of the sites of a place the one with the most of a counter beyond its ideal. */
int gm_prediction_worst_of_place(const gm_prediction *prediction, int site, gm_counter counter,
                                 gm_counter ideal);
/* predict_accesses.c */
void gm_prediction_fill_accesses(gm_prediction *prediction);
/* predict_hazards.c */
void gm_prediction_fill_hazards(gm_prediction *prediction);
/* Threads wait for each other for ever on this device. */
bool gm_prediction_deadlocks(const gm_prediction *prediction);
/* Blocks that can be on the device at once. */
int64_t gm_prediction_resident_blocks(const gm_prediction *prediction);
/* predict_waits.c: of blocks that wait for each other. The hazard before the time is known. */
void gm_prediction_fill_waits(gm_prediction *prediction);
void gm_prediction_fill_cooperative(gm_prediction *prediction);
void gm_prediction_add_waits_hazard(gm_prediction *prediction);
/* predict_price.c */
/* The part of each limit's work that the site, or all of its place, does beyond its ideal, 0 to 1. */
void gm_prediction_excess_of_place(const gm_prediction *prediction, int site,
                                   double out[GM_LIMITS_COUNT]);
void gm_prediction_excess_of_site(const gm_prediction *prediction, int site,
                                  double out[GM_LIMITS_COUNT]);
/* Fills cost and gain of the finding: the limits once more without those parts. */
void gm_finding_price(gm_finding *finding, const gm_prediction *prediction,
                      const double excess[GM_LIMITS_COUNT]);
/* predict_findings.c; also writes the verdict. */
void gm_prediction_fill_findings(gm_prediction *prediction);
/* predict_verdict.c */
void gm_prediction_write_verdict(gm_prediction *prediction);

#endif
