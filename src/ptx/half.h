/*
 * Numbers as bits: IEEE binary16 and bfloat16, to and from binary32, and any type's to and from a
 * double.
 */
#ifndef GM_PTX_HALF_H
#define GM_PTX_HALF_H

#include "ptx/words.h"

#include <stdint.h>

float gm_ptx_float_from_half(uint16_t bits);
float gm_ptx_float_from_bfloat(uint16_t bits);

/* To nearest, ties to even; beyond the range to infinity; NaN stays NaN. */
uint16_t gm_ptx_half_from_float(float value);
uint16_t gm_ptx_bfloat_from_float(float value);

/* Toward zero. */
uint16_t gm_ptx_half_from_float_toward_zero(float value);

/* binary32 with the low 13 bits of the significand rounded away: tf32, ties away from zero. */
float gm_ptx_tf32_from_float(float value);

/* Of the floats, s8, u8 and s32; a number that the type cannot hold is rounded to nearest. */
double gm_ptx_number_of_bits(ptx_type type, uint64_t bits);
uint64_t gm_ptx_bits_of_number(ptx_type type, double value);

#endif
