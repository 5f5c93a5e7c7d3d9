/*
 * Occupancy against one number of the launch, everything else kept: the three curves of the old
 * spreadsheet.
 *
 *     block       whole warps up to the largest block
 *     registers   1 to the most of a thread
 *     shared      0 to the most of a block, in the device's allocation units
 */
#ifndef GM_ANALYSIS_OCCUPANCY_CURVE_H
#define GM_ANALYSIS_OCCUPANCY_CURVE_H

#include "model/occupancy.h"

typedef enum gm_curve_axis {
	GM_CURVE_BLOCK,
	GM_CURVE_REGISTERS,
	GM_CURVE_SHARED,
	GM_CURVE_COUNT
} gm_curve_axis;

typedef struct gm_curve_point {
	int64_t x; /* threads, registers or bytes */
	double occupancy_ratio;
} gm_curve_point;

typedef struct gm_curve {
	gm_curve_axis axis;
	gm_curve_point now; /* the request itself */
	gm_curve_point *points;
	int count;
	int warps_max;
} gm_curve;

/* The pair must pass gm_occupancy_check. *out is disposed by the caller. */
void gm_occupancy_curve(const gm_device *device, const gm_occupancy_request *request,
			gm_curve_axis axis, gm_curve *out);
void gm_curve_dispose(gm_curve *curve);

#endif
