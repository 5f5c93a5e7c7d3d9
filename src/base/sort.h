/*
 * Few numbers in order: Shell's sort, which for the sectors of a warp is several times as fast as qsort's calls.
 */
#ifndef GM_BASE_SORT_H
#define GM_BASE_SORT_H

#include <stdint.h>

/* Rising. Some hundred at most. */
void gm_sort_few(int64_t *values, int count);

#endif
