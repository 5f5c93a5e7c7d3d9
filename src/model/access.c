#include "model/access.h"

uint64_t
gm_access_group(int first, int count)
{
	return (count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << first;
}

uint64_t
gm_access_lanes(const gm_access *access)
{
	return access->active & gm_access_group(0, access->lanes_count);
}

/* Branch-free on purpose: the compiler turns it into a few vector instructions. */
static bool
is_constant_step(const uint64_t *address, int count, uint64_t step)
{
	uint64_t difference = 0;
	for (int i = 1; i < count; i++)
		difference |= (address[i] - address[i - 1]) ^ step;
	return difference == 0;
}

bool
gm_access_progression(const gm_access *access, uint64_t lanes, gm_progression *out)
{
	const int first = __builtin_ctzll(lanes);
	const uint64_t run = lanes >> first;
	if (run & (run + 1))
		return false;
	const int count = 64 - __builtin_clzll(run);
	const uint64_t *address = access->address + first;
	const uint64_t step = count > 1 ? address[1] - address[0] : 0;
	const bool falling = step >> 63;
	const uint64_t distance = falling ? 0 - step : step;
	if (distance >> 48 || !is_constant_step(address, count, step))
		return false;
	const uint64_t low = address[falling ? count - 1 : 0];
	const uint64_t high = address[falling ? 0 : count - 1];
	if (high - low != distance * (uint64_t)(count - 1) || high < low)
		return false;
	*out = (gm_progression){count, falling, low, distance};
	return true;
}
