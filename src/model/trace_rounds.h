/*
 * How often a block goes over what it stores: sections of a filter that each walk over all samples, in place.
 *
 * A sweep is one run of the outermost loop that moves a store; what several stores of it name counts once. Loops around
 * it that do not move it begin it anew. One that goes back over what one before has gone, as where equations are solved
 * by elimination and substitution, is none of its round: where it turns all is still there (18 launches of such, H200: what
 * DRAM is given is 5 % off so in the mean, and 29 % were they rounds). Of the first warp.
 */
#ifndef GM_MODEL_TRACE_ROUNDS_H
#define GM_MODEL_TRACE_ROUNDS_H

#include "model/trace.h"

/* Bytes that sweeps of one direction go over, summed, over those that all go over; 1: each once, or there are no sweeps. */
double gm_trace_rounds(const gm_trace *trace);

#endif
