/*
 * Bits of numbers: those of a float, a float of them, and how many are set. The last without a call:
 * processors from before 2008 do not count bits, and what is compiled for all of them asks a library,
 * which costs several times as much.
 */
#ifndef GM_BASE_BITS_H
#define GM_BASE_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t
gm_bits_of_float(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline float
gm_float_of_bits(uint32_t bits)
{
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint64_t
gm_bits_of_double(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline double
gm_double_of_bits(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Pairs, then fours, then bytes are added up side by side. */
static inline int
gm_bits_count(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

/* Of a number below 16. */
static inline int
gm_bits_of_four(unsigned bits)
{
	return (int)(UINT64_C(0x4332322132212110) >> 4 * bits & 7);
}

#endif
