/*
 * One kernel's resources on one device: occupancy, why, what to change.
 *
 * A subject is what a launch asks for and where each number comes from; a study is the models'
 * answer with the rule behind every count, in the numbers of this very case.
 *
 * The block size, when none is given, is what the compiler was told: the required size, else the
 * launch bounds, else the best size (most resident threads, as cudaOccupancyMaxPotentialBlockSize
 * answers).
 */
#ifndef GM_ANALYSIS_OCCUPANCY_STUDY_H
#define GM_ANALYSIS_OCCUPANCY_STUDY_H

#include "kernel/compiled.h"
#include "kernel/kernel.h"
#include "model/occupancy_advice.h"

typedef enum gm_block_origin {
	GM_BLOCK_GIVEN,
	GM_BLOCK_LAUNCH,   /* of the descriptor */
	GM_BLOCK_REQUIRED, /* .reqntid */
	GM_BLOCK_BOUNDS,   /* __launch_bounds__ */
	GM_BLOCK_BEST,     /* nothing is stated: the one with most resident threads */
} gm_block_origin;

/* "given", "launch", "required", "bounds", "best": static text. */
const char *gm_block_origin_name(gm_block_origin origin);

/* Texts are borrowed. */
typedef struct gm_occupancy_subject {
	const char *kernel;           /* "" for bare numbers */
	const char *parameters;       /* "n=1024 TILE=16"; "" without */
	const char *registers_source; /* "nvcc 13.0, sm_90"; "" when not stated */
	gm_occupancy_request request;
	int64_t shared_static_bytes; /* of request.shared_bytes, as the compiler laid out; the rest
					is dynamic */
	int64_t threads_max;         /* __launch_bounds__; 0: none */
	gm_block_origin block_origin;
	bool compiled; /* the next three are known from a compiler */
	gm_spills spills;
	int64_t spill_bytes; /* stores and loads; -1 unknown */
	int64_t stack_bytes;
} gm_occupancy_subject;

enum { GM_RULE_BYTES = 200 };

typedef struct gm_occupancy_study {
	const gm_device *device;
	gm_occupancy_subject subject;
	gm_occupancy_advice advice;
	gm_best_block best; /* same registers and shared memory, within the launch
			       bounds */
	gm_occupancy best_occupancy;
	bool partitionable;       /* the device can cache global loads by halves of the SM (5.2, ...) */
	gm_occupancy partitioned; /* the same launch when it does; as now when not partitionable */
	char rules[GM_LIMITER_COUNT][GM_RULE_BYTES]; /* how each limit came about */
	char refused[160];                           /* why it cannot be launched; "" when it can */
} gm_occupancy_study;

/* Errors are those of gm_occupancy_check; a launch that the device refuses is a result. */
gm_status gm_occupancy_study_make(const gm_device *device, const gm_occupancy_subject *subject,
				  gm_occupancy_study *out, gm_error *err);

/* warps_per_sm / warps_max, 0 when refused. */
double gm_occupancy_study_ratio(const gm_occupancy_study *study);

/* A descriptor's resources on a device. GM_NOT_MODELLED when nobody stated the registers for its
   compute capability. `parameters` is borrowed by the subject, as is the kernel's name. */
gm_status gm_occupancy_subject_of_kernel(const gm_kernel *kernel, const gm_device *device,
					 const char *parameters, int64_t more_shared_bytes,
					 gm_occupancy_subject *out, gm_error *err);

/* A compiled kernel's. block_threads 0: as above. The capabilities must be the same. */
gm_status gm_occupancy_subject_of_compiled(const gm_compiled_kernel *kernel,
					   const gm_device *device, int64_t block_threads,
					   int64_t dynamic_shared_bytes, gm_occupancy_subject *out,
					   gm_error *err);

/* ---- occupancy_rule.c ---- */

/* The formula of model/occupancy.h for one limiter with this case's numbers. */
void gm_occupancy_rule(const gm_device *device, const gm_occupancy_request *request,
		       const gm_occupancy *result, gm_limiter limiter, char out[GM_RULE_BYTES]);

#endif
