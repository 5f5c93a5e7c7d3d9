/*
 * Traces of blocks around the traced one, of which only places are asked: several questions are about the same
 * block, which is then replayed once.
 */
#ifndef GM_MODEL_NEAR_TRACES_H
#define GM_MODEL_NEAR_TRACES_H

#include "model/trace.h"

enum { GM_NEAR_TRACES = 3 };

/* Starts with these and zeros. */
typedef struct gm_near_traces {
	const gm_kernel *kernel;
	const float *ends; /* see gm_trace_record */
	int warp_lanes;
	struct gm_near_trace {
		gm_dim3 block;
		gm_trace trace;
	} kept[GM_NEAR_TRACES]; /* the latest */
	int next; /* so many were recorded */
} gm_near_traces;

/* *out is valid until the next call. */
gm_status gm_near_traces_of(gm_near_traces *near, gm_dim3 block, const gm_trace **out, gm_error *err);

void gm_near_traces_dispose(gm_near_traces *near);

#endif
