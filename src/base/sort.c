#include "base/sort.h"

/* Ciura, "Best increments for the average case of Shellsort", 2001. */
static const int gaps[] = {57, 23, 10, 4, 1};

void
gm_sort_few(int64_t *values, int count)
{
	for (int g = 0; g < (int)(sizeof gaps / sizeof *gaps); g++)
		for (int i = gaps[g]; i < count; i++) {
			const int64_t value = values[i];
			int at = i;
			for (; at >= gaps[g] && values[at - gaps[g]] > value; at -= gaps[g])
				values[at] = values[at - gaps[g]];
			values[at] = value;
		}
}

bool
gm_sort_near(int64_t *values, int *count)
{
	enum { BITS = 64 };
	uint64_t there[GM_SORT_NEAR / BITS] = {0};
	int64_t least = values[0], most = values[0];
	int kept = 0;
	for (int i = 1; i < *count; i++) {
		least = values[i] < least ? values[i] : least;
		most = values[i] > most ? values[i] : most;
	}
	if ((uint64_t)most - (uint64_t)least >= GM_SORT_NEAR)
		return false;
	for (int i = 0; i < *count; i++) {
		const uint64_t above = (uint64_t)values[i] - (uint64_t)least;
		there[above / BITS] |= UINT64_C(1) << above % BITS;
	}
	const int words = (int)(((uint64_t)most - (uint64_t)least) / BITS);
	for (int word = 0; word <= words; word++)
		for (uint64_t rest = there[word]; rest; rest &= rest - 1)
			values[kept++] = least + word * BITS + __builtin_ctzll(rest);
	*count = kept;
	return true;
}
