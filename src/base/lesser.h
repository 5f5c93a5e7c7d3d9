/*
 * The lesser and the greater of two whole numbers.
 */
#ifndef GM_BASE_LESSER_H
#define GM_BASE_LESSER_H

#include <stdint.h>

static inline int64_t
gm_lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline int64_t
gm_greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

#endif
