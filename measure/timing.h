/*
 * Times of a launch, by events around it.
 *
 * cold: before each launch a kernel reads four times the L2 cache, so nothing of the launch's data
 *       is in L2 and nothing of it waits there to be written; events right before and after. Arrays
 *       that were kept (gm_prepared_keep_firsts) hold what they held at first: a sort sorts again.
 * warm: launches back to back, events around a batch, the time of the batch shared out. A batch is
 *       long enough (2 ms) for the tick of the event clock (half a microsecond at most) to vanish.
 *       A launch finds what those before it have left.
 *
 * Both include what it takes to start a kernel. Reported: the median of the samples, and as spread
 * the distance of the quartiles over the median.
 */
#ifndef GM_MEASURE_TIMING_H
#define GM_MEASURE_TIMING_H

#include "prepare.h"

enum { GM_TIMING_SAMPLES = 15 };

typedef struct gm_timing {
	double median_s;
	double spread_ratio;
} gm_timing;

typedef struct gm_flush {
	const gm_driver *driver;
	gm_cu_module module;
	gm_cu_function function;
	gm_cu_address buffer;
	uint64_t bytes;
} gm_flush;

/* `values` is sorted. `count` is at least 1. */
gm_timing gm_timing_of_values(double *values, size_t count);

bool gm_flush_init(gm_flush *flush, const gm_driver *driver);
void gm_flush_dispose(gm_flush *flush);
gm_cu_result gm_flush_launch(const gm_flush *flush);

/* The driver's answer when a launch failed, else 0. */
gm_cu_result gm_timing_cold(gm_timing *timing, const gm_prepared *prepared, const gm_flush *flush);
gm_cu_result gm_timing_warm(gm_timing *timing, const gm_prepared *prepared);

#endif
