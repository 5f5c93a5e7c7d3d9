/*
 * The time each unit of the device needs, if it alone mattered.
 *
 *     dram     bytes DRAM must move / its bandwidth
 *     l2       bytes between L2 and the SMs / L2 bandwidth
 *     l1_data  passes through the shared memory and L1 data banks * clocks per pass / (SMs * clock)
 *     issue    warp instructions / (instructions per clock * SMs * clock)
 *     <pipe>   see model/pipes.h
 *     blocks   blocks of the grid / the rate at which the device starts them
 *     launch   the least time of an empty kernel
 *
 * Each limit has two times. `least` uses peak rates and the least work: where its kind is bound, no
 * run (with cold caches, the work as the kernel states it) can be faster. `expected` uses the measured
 * rates and the modelled work. A prediction is the launch plus the largest of the other expected times:
 * kernels overlap their units at best perfectly, so it errs on the fast side, and says so.
 */
#ifndef GM_MODEL_LIMITS_H
#define GM_MODEL_LIMITS_H

#include "model/pipes.h"
#include "model/traffic.h"

enum {
	GM_LIMIT_DRAM,
	GM_LIMIT_L2,
	GM_LIMIT_L1_DATA,
	GM_LIMIT_ISSUE,
	GM_LIMIT_BLOCKS_STARTED,
	GM_LIMIT_LAUNCH,
	GM_LIMIT_PIPE, /* the first pipe; one row each */
	GM_LIMITS_COUNT = GM_LIMIT_PIPE + GM_PIPE_COUNT,
};

const char *gm_limit_name(int limit);
/* "DRAM bandwidth", "shared memory and L1 data banks", ... */
const char *gm_limit_what(int limit);

typedef struct gm_limit_time {
	gm_value least_s;    /* peak rates */
	gm_value expected_s; /* achievable rates */
	double work;         /* bytes, passes, instructions; 0 when there is none */
	double rate_per_s;   /* achievable, in units of work; 0 when unknown */
} gm_limit_time;

/* Array of GM_LIMITS_COUNT. */
void gm_limits_evaluate(const gm_device *device, const gm_kernel *kernel, const gm_counts *counts,
                        const gm_traffic *traffic, gm_limit_time *limits);

/* The limit with the largest expected time among the known; -1 when none is known. */
int gm_limits_binding(const gm_limit_time *limits);

/* The launch, where it is known, and the largest of the other limits; unknown when none is known. */
gm_value gm_limits_time(const gm_limit_time *limits);

#endif
