/*
 * Blocks around the traced one, of which only places are asked: several questions are about the same block,
 * which is then replayed once, or not at all where it is proven how far accesses move to it.
 */
#ifndef GM_MODEL_NEAR_TRACES_H
#define GM_MODEL_NEAR_TRACES_H

#include "kernel/moves.h"
#include "model/trace.h"

enum { GM_NEAR_TRACES = 3 };

/* Starts with these and zeros. */
typedef struct gm_near_traces {
	const gm_kernel *kernel;
	const float *ends; /* see gm_trace_record */
	int warp_lanes;
	const gm_trace *here; /* the traced one, and which block it is */
	gm_dim3 block;
	const gm_moves *moves; /* NULL: nothing is proven */
	int64_t *by;           /* per site; owned */
	struct gm_near_trace {
		gm_dim3 block;
		gm_trace trace;
	} kept[GM_NEAR_TRACES]; /* the latest */
	int next; /* so many were recorded */
} gm_near_traces;

/* Another block: what it does, or that it does as the traced one, each site so many bytes further. */
typedef struct gm_near_block {
	const gm_trace *trace; /* of the traced block, where `by` is */
	const int64_t *by;     /* NULL: it was replayed */
} gm_near_block;

/* *out is valid until the next call. */
gm_status gm_near_traces_of(gm_near_traces *near, gm_dim3 block, gm_near_block *out, gm_error *err);

/* As gm_trace_pairs, `a` of the traced block, `b` of the other. */
void gm_near_pairs(const gm_trace *here, const gm_near_block *there,
                   void (*visit)(void *state, const gm_trace_request *a, const gm_trace_request *b), void *state);

void gm_near_traces_dispose(gm_near_traces *near);

#endif
