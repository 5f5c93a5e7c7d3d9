#include "analysis/occupancy_curve.h"

#include <stddef.h>
#include <stdlib.h>

static const struct {
	size_t offset; /* of the number in the request */
	gm_fact_id step, most;
	bool by_one, from_zero;
} axes[GM_CURVE_COUNT] = {
	[GM_CURVE_BLOCK] = {offsetof(gm_occupancy_request, block_threads), GM_WARP_LANES,
			    GM_THREADS_PER_BLOCK, false, false},
	[GM_CURVE_REGISTERS] = {offsetof(gm_occupancy_request, registers_per_thread), GM_WARP_LANES,
				GM_REGISTERS_PER_THREAD, true, false},
	[GM_CURVE_SHARED] = {offsetof(gm_occupancy_request, shared_bytes), GM_SHARED_UNIT,
			     GM_SHARED_PER_BLOCK_OPTIN, false, true},
};

static int64_t *
value_of(gm_occupancy_request *request, gm_curve_axis axis)
{
	return (int64_t *)(void *)((char *)request + axes[axis].offset);
}

static gm_curve_point
point_of(const gm_device *device, gm_occupancy_request *request, gm_curve_axis axis)
{
	return (gm_curve_point){*value_of(request, axis),
				gm_occupancy_evaluate(device, request).ratio};
}

void
gm_occupancy_curve(const gm_device *device, const gm_occupancy_request *request, gm_curve_axis axis,
		   gm_curve *out)
{
	gm_occupancy_request trial = *request;
	int64_t *x = value_of(&trial, axis);
	const int64_t step =
		axes[axis].by_one ? 1 : (int64_t)gm_device_value(device, axes[axis].step);
	const int64_t most = (int64_t)gm_device_value(device, axes[axis].most);
	*out = (gm_curve){.axis = axis,
			  .now = point_of(device, &trial, axis),
			  .points = gm_allocate((size_t)(most / step) + 1, sizeof *out->points),
			  .warps_max = (int)gm_device_value(device, GM_WARPS_PER_SM)};
	for (*x = axes[axis].from_zero ? 0 : step; *x <= most; *x += step)
		out->points[out->count++] = point_of(device, &trial, axis);
}

void
gm_curve_dispose(gm_curve *curve)
{
	free(curve->points);
	*curve = (gm_curve){0};
}
