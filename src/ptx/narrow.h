/*
 * Floats of 8, 6 and 4 bits as bits, one by one and as pairs.
 *
 * Source: OCP 8-bit floating point specification 1.0 (e4m3 has no infinity and one NaN, e5m2 is
 * like IEEE), OCP microscaling formats 1.0 (e3m2, e2m3, e2m1 have neither).
 */
#ifndef GM_PTX_NARROW_H
#define GM_PTX_NARROW_H

#include "ptx/words.h"

typedef struct ptx_narrow {
	ptx_type type, pair;
	int bits, exponent_bits, fraction_bits, bias;
	double largest;
	uint8_t nan; /* what a NaN becomes */
	bool has_nan, has_infinity;
} ptx_narrow;

/* NULL: no such float. */
const ptx_narrow *gm_ptx_narrow_of(ptx_type type);      /* PTX_E4M3 */
const ptx_narrow *gm_ptx_narrow_of_pair(ptx_type pair); /* PTX_E4M3X2 */

double gm_ptx_narrow_number(const ptx_narrow *f, uint32_t bits);
/* To nearest, ties to even; beyond the largest number to it. */
uint32_t gm_ptx_narrow_bits(const ptx_narrow *f, double x);

#endif
