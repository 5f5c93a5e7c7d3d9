#include "model/divergence.h"

#include <math.h>

double
gm_divergence_paying_ratio(double lane_probability, int warp_lanes)
{
	/* exact also for tiny p, where (1 - p)^w rounds to 1; p = 1 gives log 0 = -infinity, hence
	 * 1 */
	return -expm1(warp_lanes * log1p(-lane_probability));
}

double
gm_divergence_lane_use_ratio(int64_t warp_instructions, int64_t lane_instructions, int warp_lanes)
{
	if (warp_instructions == 0)
		return 1.0;
	return (double)lane_instructions / ((double)warp_instructions * warp_lanes);
}

gm_divergent_paths
gm_divergence_paths(uint64_t active, const uint64_t *paths, size_t count)
{
	gm_divergent_paths out = {.active_count = __builtin_popcountll(active)};
	uint64_t left = active;
	for (size_t i = 0; i < count; i++) {
		const int lanes = __builtin_popcountll(left & paths[i]);
		out.serialised_count += lanes > 0;
		out.widest_count = lanes > out.widest_count ? lanes : out.widest_count;
		left &= ~paths[i];
	}
	out.without_path_count = __builtin_popcountll(left);
	const double issued = (double)out.serialised_count * out.active_count;
	out.lane_use_ratio =
		issued > 0 ? (out.active_count - out.without_path_count) / issued : 1.0;
	return out;
}
