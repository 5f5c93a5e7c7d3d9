/*
 * Random numbers that are functions of an index, so that whatever asks for one finds the same: the
 * interpreter, an expression, and the program that measures (measure/contents.h).
 *
 * Source: splitmix64; Steele, Lea and Flood, OOPSLA 2014.
 */
#ifndef GM_BASE_MIX_H
#define GM_BASE_MIX_H

#include <stdint.h>

static inline uint64_t
gm_mix(uint64_t index)
{
	uint64_t x = (index + 1) * 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* Even over [0, 1). */
static inline double
gm_mix_unit(uint64_t index)
{
	return (double)(gm_mix(index) >> 11) * 0x1p-53;
}

#endif
