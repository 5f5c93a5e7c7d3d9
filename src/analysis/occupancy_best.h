/*
 * Which value of a parameter fills a device best: the best TILE of a tiled kernel.
 *
 * Every value changes block, shared memory and, when stated, registers together; the best has most
 * resident threads per SM, and among equals it is the largest, since a larger tile reuses more: the
 * answer of cudaOccupancyMaxPotentialBlockSize for a block size that is tied to the kernel's shared
 * memory.
 */
#ifndef GM_ANALYSIS_OCCUPANCY_BEST_H
#define GM_ANALYSIS_OCCUPANCY_BEST_H

#include "analysis/occupancy_study.h"

typedef struct gm_occupancy_choice {
	int64_t value; /* of the parameter */
	gm_occupancy_request request;
	gm_occupancy occupancy;
} gm_occupancy_choice;

/* Evaluates them all, sorts from the largest value to the smallest, returns the index of the best
   or -1 when none can be launched. Every request must pass gm_occupancy_check. */
int gm_occupancy_choose(const gm_device *device, gm_occupancy_choice *choices, int count);

#endif
