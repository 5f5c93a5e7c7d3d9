/*
 * Two builds, kernel by kernel: what became of registers, shared memory, spills and occupancy.
 *
 * Kernels are matched by name and device. A gain or a loss is a change of resident warps per SM.
 */
#ifndef GM_ANALYSIS_OCCUPANCY_COMPARE_H
#define GM_ANALYSIS_OCCUPANCY_COMPARE_H

#include "analysis/occupancy_study.h"

typedef enum gm_change {
	GM_CHANGE_SAME,
	GM_CHANGE_GAIN,
	GM_CHANGE_LOSS,
	GM_CHANGE_ADDED, /* only in the new build */
	GM_CHANGE_GONE,  /* only in the old one */
} gm_change;

const char *gm_change_name(gm_change change); /* static text */

/* Either may be NULL; borrowed. */
typedef struct gm_occupancy_pair {
	const gm_occupancy_study *before, *after;
	gm_change change;
} gm_occupancy_pair;

/* Pairs of the same kernel and device: first all of `after` in its order, then those that are gone.
   `out` has room for both counts; returns how many pairs there are. */
int gm_occupancy_compare(const gm_occupancy_study *before, int before_count,
			 const gm_occupancy_study *after, int after_count, gm_occupancy_pair *out);

#endif
