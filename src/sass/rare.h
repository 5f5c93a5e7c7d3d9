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
 * blocks are run with the values that operands are made of and every turn of their loops, within a
 * budget, which is eight times as large once any operand was rare: all of a small grid, of a larger one until
 * the share of rare lanes is known within two thousandths of it; as many as were asked for (gm_kernel.sample),
 * all in the end, within a larger one.
 *
 * MUFU has operands of the same kind: ex2, lg2, rsqrt and approximate roots of f32 that keep denormal
 * numbers scale those below -126 (of ex2) or the least normal number (of the others), under a predicate:
 * lanes beyond the edge of a softmax, whose numbers are -inf, for one.
 */
#ifndef GM_SASS_RARE_H
#define GM_SASS_RARE_H

#include "kernel/issue.h"
#include "ptx/words.h"
#include "simt/ptx_kernel.h"

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
	/* In one block: the most runs of a warp; of its own runs, from 1 on, the last in which a warp had such a lane;
	   lanes of the first of each warp. */
	int64_t turns, latest, begun;
	int64_t floats[GM_FLOAT_COUNT];    /* arithmetic of rare lanes, of subroutines that gm_ptx_rare_is_counted */
	double of_blocks[3]; /* sums over blocks: of rare lanes squared, times lanes, of lanes squared */
	int32_t blocks, blocks_cut; /* that came to it; whose end was not seen */
	double first_lanes, first_rare;    /* of runs that began a loop, of which no more was seen and only these
	                                      were rare: lanes, and those of them that were rare */
} ptx_rare_tally;

/* Of bits: operands that the tests let pass at once, as nearly all are. */
static inline bool
ptx_rare_passes_quotient_f32(uint32_t a, uint32_t b)
{
	enum { LEAST_A = 24, LEAST_B = 1, MOST_B = 252, MOST = 127, LEAST = -125, NO_NUMBER = 255 };
	const int of_a = (int)(a >> 23 & 255), of_b = (int)(b >> 23 & 255);
	return (of_a > LEAST_A) & (of_a != NO_NUMBER) & (of_b > LEAST_B) & (of_b < MOST_B) &
	       (of_a - of_b < MOST) & (of_a - of_b > LEAST);
}

static inline bool
ptx_rare_passes_reciprocal_f32(uint32_t a)
{
	return ((a + 0x1800000u) & 0x7f800000u) > 0x1ffffffu;
}

static inline bool
ptx_rare_passes_root_f32(uint32_t a)
{
	return a - 0xd000000u <= 0x727fffffu;
}

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

/* Float arithmetic that the subroutine does for the rare operands of one lane; is added. Pure.
   Source: the code of ptxas 13.0 for sm_90. A quotient: FADD and seven FFMA, one more for each operand that
   is denormal and three more for a denormal result; of no numbers their sum alone. */
void gm_ptx_rare_quotient_floats(float a, float b, bool flush, int64_t floats[GM_FLOAT_COUNT]);
void gm_ptx_rare_root_floats(float a, bool flush, int64_t floats[GM_FLOAT_COUNT]);
/* Of such a step they are counted lane by lane. */
bool gm_ptx_rare_is_counted(const ptx_word *word);

/* What was seen of blocks that were asked for. */
typedef struct ptx_rare_asked {
	int64_t blocks;
	ptx_rare_tally *tallies; /* one row per step */
} ptx_rare_asked;

/* Lanes of the step that were rare in any way. */
double gm_ptx_rare_lanes(const ptx_rare_tally *tally);

/* By which part of itself the share of rare lanes may be off, of a grid of so many blocks: 95 of 100 shares of as
   many drawn blocks lie no further from that of all. 0 where all were seen, or none was rare. */
double gm_ptx_rare_spread(const ptx_rare_tally *tally, int64_t blocks);

/* What was seen, on as many blocks as are asked for by now; NULL: no step can have rare operands. */
const ptx_rare_tally *gm_ptx_rare_seen(const ptx_kernel *kernel);
void gm_ptx_rare_asked_free(ptx_rare_asked *asked);

/* Sets program->rare, one row per step, where any step can have rare operands; else leaves NULL. */
void gm_ptx_rare_observe(ptx_kernel *kernel);

#endif
