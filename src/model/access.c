#include "model/access.h"

int
gm_access_gather(const gm_access *access, uint64_t lanes, uint64_t storage[static 64],
                 const uint64_t **out)
{
	if (lanes == 0)
		return 0;
	const int first = __builtin_ctzll(lanes), end = 64 - __builtin_clzll(lanes);
	const uint64_t run = lanes >> first;
	if ((run & (run + 1)) == 0) {
		*out = access->address + first;
		return end - first;
	}
	int count = 0;
	for (int lane = first; lane < end; lane++) {
		storage[count] = access->address[lane];
		count += (int)(lanes >> lane & 1);
	}
	*out = storage;
	return count;
}

/* Without a branch on purpose, here and below: the compiler makes a few vector instructions of it.
 */
static bool
is_constant_step(const uint64_t *address, int count, uint64_t step)
{
	uint64_t difference = 0, expected = address[0];
#pragma GCC unroll 4
	for (int i = 0; i < count; i++) {
		difference |= address[i] ^ expected;
		expected += step;
	}
	return difference == 0;
}

bool
gm_progression_find(const uint64_t *address, int count, gm_progression *out)
{
	const uint64_t step = count > 1 ? address[1] - address[0] : 0;
	const bool falling = step >> 63;
	const uint64_t distance = falling ? 0 - step : step;
	if (distance >> 48 || !is_constant_step(address, count, step))
		return false;
	const uint64_t low = address[falling ? count - 1 : 0];
	const uint64_t high = address[falling ? 0 : count - 1];
	*out = (gm_progression){count, falling, low, distance};
	return high >= low; /* not wrapped around the end of the address space */
}

bool
gm_addresses_aligned(const uint64_t *address, int count, int bytes)
{
	uint64_t bits = 0;
	for (int i = 0; i < count; i++)
		bits |= address[i];
	return (bits & ((unsigned)bytes - 1)) == 0;
}
