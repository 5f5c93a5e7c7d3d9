/*
 * How many bits of a number are set, without a call: processors from before 2008 do not count bits,
 * and what is compiled for all of them asks a library, which costs several times as much.
 */
#ifndef GM_BASE_BITS_H
#define GM_BASE_BITS_H

#include <stdint.h>

/* Pairs, then fours, then bytes are added up side by side. */
static inline int
gm_bits_count(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

#endif
