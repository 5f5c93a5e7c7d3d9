/*
 * Two blocks' traces beside each other: requests that are the same one of their site in their warp.
 *
 * The same is the n-th that the warp makes there, loops that are cut run as often as they do: where a loop ends at a
 * place that the block says (a row of a triangle), what comes after the cut is another turn of it in each block.
 */
#ifndef GM_MODEL_TRACE_PAIRS_H
#define GM_MODEL_TRACE_PAIRS_H

#include "model/trace.h"

/* Calls `visit` for each pair, of global memory. A warp that does less of a site in one block has no pair for the
   rest. */
void gm_trace_pairs(const gm_trace *here, const gm_trace *there,
                    void (*visit)(void *state, const gm_trace_request *a, const gm_trace_request *b), void *state);

#endif
