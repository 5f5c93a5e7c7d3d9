/*
 * Which of a warp's loads an instruction needs: its producers, and what these need.
 */
#ifndef GM_MODEL_TRACE_NEEDS_H
#define GM_MODEL_TRACE_NEEDS_H

#include "kernel/kernel.h"

enum { GM_NEEDS_HISTORY = 256 /* instructions of a warp that one can still need */ };

/* All zero before the first instruction. */
typedef struct gm_trace_needs {
	uint32_t latest[GM_NEEDS_HISTORY]; /* per instruction: the latest load it needs, from 1 */
	uint32_t position, loads;          /* instructions and loads so far */
} gm_trace_needs;

/* The next instruction. Returns how many loads back is the latest that it needs, 1 for the one
   before it; 0 when it needs none. */
uint32_t gm_trace_needs_add(gm_trace_needs *needs, const gm_warp_instr *instr, bool loads);

#endif
