/*
 * Numbers as bits: IEEE binary16 and bfloat16, to and from binary32, and any type's to and from a
 * double.
 */
#ifndef GM_PTX_HALF_H
#define GM_PTX_HALF_H

#include "base/bits.h"
#include "ptx/words.h"

#include <stdint.h>

/* Exponent bias 15 against 127; subnormals of binary16 are multiples of 2^-24. Without a branch, like the way
   back: compilers make several at once of it. */
static inline float
gm_ptx_float_from_half(uint16_t bits)
{
	const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, magnitude = bits & 0x7fff;
	const uint32_t small = gm_bits_of_float((float)(int32_t)magnitude * 0x1p-24f);
	const uint32_t normal = (magnitude << 13) + (112u << 23);
	const uint32_t finite = magnitude < 0x0400 ? small : normal;
	return gm_float_of_bits(sign | (magnitude < 0x7c00 ? finite : 0x7f800000 | magnitude << 13));
}

float gm_ptx_float_from_bfloat(uint16_t bits);

/* To nearest, ties to even; beyond the range to infinity; NaN stays NaN. Without a branch on purpose:
   compilers make several at once of it. Below 2^-14 the sum with 0.5 rounds to multiples of 2^-24,
   which are what the low bits then count; above, half of the last place and its evenness are added,
   and the exponent moves from bias 127 to 15. */
static inline uint16_t
gm_ptx_half_from_float(float value)
{
	const uint32_t bits = gm_bits_of_float(value), magnitude = bits & 0x7fffffff;
	const uint32_t sign = (bits >> 16) & 0x8000;
	const uint32_t small = gm_bits_of_float(gm_float_of_bits(magnitude) + 0.5f) - 0x3f000000;
	const uint32_t rounded = (magnitude - 0x38000000 + 0xfff + ((magnitude >> 13) & 1)) >> 13;
	const uint32_t finite = magnitude < 0x38800000 ? small : rounded;
	const uint32_t number = sign | (magnitude >= 0x477ff000 ? 0x7c00 : finite); /* 65520 */
	return (uint16_t)(magnitude > 0x7f800000 ? 0x7fff : number);
}

/* The same of a bfloat16. */
uint16_t gm_ptx_bfloat_from_float(float value);

/* binary32 with the low 13 bits of the significand rounded away: tf32, ties away from zero. */
float gm_ptx_tf32_from_float(float value);

/* Of the floats, s8, u8 and s32, to numbers also of narrower floats (narrow.h); a number that the type cannot hold is rounded to nearest. */
double gm_ptx_number_of_bits(ptx_type type, uint64_t bits);
uint64_t gm_ptx_bits_of_number(ptx_type type, double value);

/* Of the 32 lanes of a warp. */
void gm_ptx_numbers_of_bits(ptx_type type, const uint64_t bits[32], double out[32]);
void gm_ptx_bits_of_numbers(ptx_type type, const double value[32], uint64_t out[32]);

#endif
