/*
 * How many warps hide a latency.
 *
 *     warps = ceil(latency / (instructions per access * cycles per instruction))
 *
 * While one warp waits for memory, the others issue; each has `instructions_per_access` instructions
 * between two accesses, and the SM takes `cycles_per_instruction` clocks to issue one.
 * Source: the UIUC G80 lecture: 200 cycles, one access every 4 instructions of 4 cycles: 13 warps.
 */
#ifndef GM_MODEL_LATENCY_H
#define GM_MODEL_LATENCY_H

#include <stdint.h>

/* All arguments positive. */
int64_t gm_latency_warps(double latency_cycles, double instructions_per_access,
                         double cycles_per_instruction);

#endif
