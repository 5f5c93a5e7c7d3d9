/*
 * Numbers rounded to the precision of a narrower float, in any of the ways that PTX names.
 */
#ifndef GM_PTX_ROUND_H
#define GM_PTX_ROUND_H

#include "ptx/words.h"

#include <stdbool.h>
#include <stdint.h>

/* Of f16, bf16, tf32 and f32: the number of the type that x is rounded to, by MOD_rz, MOD_rm, MOD_rp, MOD_rna (ties away
   from zero) or anything else (to nearest, ties to even); beyond its range infinity, or the largest where that way is
   toward zero there. NaN stays NaN. */
double gm_ptx_rounded(ptx_type type, double x, uint8_t way);

/* The largest number of such a type. */
double gm_ptx_largest(ptx_type type);

/* An integer as a double, in the same ways. */
double gm_ptx_double_of_integer(uint64_t magnitude, bool negative, uint8_t way);

/* The same where it is to be rounded again: what is cut off leaves its mark in the last place, so that numbers of 50
   bits and less come out as from the integer itself. */
double gm_ptx_marked_double_of_integer(uint64_t magnitude, bool negative);

#endif
