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
