/*
 * Rare operands: those for which a division or root calls a subroutine.
 *
 * What ptxas writes for div.rn, rcp.rn, sqrt.rn (f32 and f64) and rsqrt.f64 is right for operands and
 * results in the middle of their range. It tests them, and lanes with others (zeros, infinities, numbers
 * near either end) call a subroutine of 11 to 97 instructions and 110 to 490 clocks, for which the whole
 * warp waits. An array of zeros is enough for it: 0 / x is such a quotient.
 *
 * The tests are those that stand in the code of ptxas 13.0 for sm_90. That of f32 division is one
 * instruction, FCHK; its rule was measured on an H200 over all pairs of exponents (65536, of three
 * mantissas each): rare are, by the biased exponents a and b, a <= 24, a = 255, b <= 1, b >= 252,
 * a - b >= 127, a - b <= -125.
 *
 * How often it happens depends on values, which a replay does not follow where they decide nothing. So
 * a few blocks are run with all their values and every turn of their loops, within a budget.
 *
 * MUFU has operands of the same kind: ex2, lg2, rsqrt and approximate roots of f32 that keep denormal
 * numbers scale those below -126 (of ex2) or the least normal number (of the others), under a predicate:
 * lanes beyond the edge of a softmax, whose numbers are -inf, for one.
 */
#ifndef GM_PTX_RARE_H
#define GM_PTX_RARE_H

#include "ptx/launch.h"

typedef enum ptx_rare_kind {
	RARE_NOT,     /* not rare */
	RARE_SPECIAL, /* the result is known at once: of zeros, infinities, no numbers, roots of negatives */
	RARE_SCALED,  /* computed on operands that were scaled */
	RARE_TINY,    /* and rounded at the end of the range, which takes longer */
	RARE_KINDS
} ptx_rare_kind;

/* What was seen of one step. */
typedef struct ptx_rare_tally {
	int64_t runs, lanes;               /* by warps with lanes, and these */
	int64_t rare_runs[RARE_KINDS];     /* with such a lane */
	int64_t rare_lanes[RARE_KINDS];
	int64_t whole_runs;                /* without a lane that is not rare */
	int64_t latest;                    /* of the runs, the last with such a lane, from 1 on */
	double first_lanes, first_rare;    /* of runs that began a loop, of which no more was seen and only these
	                                      were rare: lanes, and those of them that were rare */
} ptx_rare_tally;

/* Of one pair of operands; those of roots and reciprocals have b = 1. Pure. */
ptx_rare_kind gm_ptx_rare_quotient_f32(float a, float b, bool flush);
ptx_rare_kind gm_ptx_rare_quotient_f64(double a, double b);
ptx_rare_kind gm_ptx_rare_reciprocal_f32(float a, bool flush);
ptx_rare_kind gm_ptx_rare_reciprocal_f64(double a);
ptx_rare_kind gm_ptx_rare_root_f32(float a, bool flush);
ptx_rare_kind gm_ptx_rare_root_f64(double a);
ptx_rare_kind gm_ptx_rare_inverse_root_f64(double a);
ptx_rare_kind gm_ptx_rare_power_f32(float a); /* ex2.approx.f32 */
ptx_rare_kind gm_ptx_rare_denormal_f32(float a); /* lg2, rsqrt and sqrt.approx.f32 */

/* Sets program->rare, one row per step, where any step can have rare operands; else leaves NULL. */
void gm_ptx_rare_observe(ptx_kernel *kernel);

#endif
