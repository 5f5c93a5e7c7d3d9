/*
 * Few numbers in order: Shell's sort, which for the sectors of a warp is several times as fast as qsort's calls.
 */
#ifndef GM_BASE_SORT_H
#define GM_BASE_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* Rising. Some hundred at most. */
void gm_sort_few(int64_t *values, int count);

enum { GM_SORT_NEAR = 1024 };

/* Rising, each number once, of at least one; *count is how many are left. False, and nothing is done, where the highest
   is GM_SORT_NEAR or more above the lowest. Several times as fast again: a bit for each number is all it takes. */
bool gm_sort_near(int64_t *values, int *count);

#endif
