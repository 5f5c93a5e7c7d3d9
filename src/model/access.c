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
