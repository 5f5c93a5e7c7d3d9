/*
 * Loops that are entered in their middle, as nvcc writes those whose turns are known and no multiple of the few that it
 * writes out itself: of 63 turns 15 times 4 and 3.
 *
 *         bra.uni M;                     loads, sums of M
 *     L:  loads, sums                L:  loads, sums
 *     M:  loads, sums                    loads, sums of M
 *         setp.eq p, k, 60;              setp.ne p, k, 60;
 *         @p bra E; bra.uni L;           @p bra L;
 *     E:                             E:
 *
 * ptxas makes what stands right of it: what M does is done once before the loop, whose turns begin at L then, and is
 * written out like any other. Only where counter, step and bound are literals, so that the first test is known to
 * turn, and where nothing else jumps into it; whatever calls, waits or is done by a warp together stays.
 * Source: code of ptxas 13.0 for sm_90, of some 60 such loops; tests/sass/test_carried.c.
 */
#ifndef GM_SIMT_LOWER_ROTATED_H
#define GM_SIMT_LOWER_ROTATED_H

#include "ptx/module.h"

#include <stdbool.h>
#include <stdint.h>

struct ptx_lowering;

/* Instructions of a function: those from `middle` to before `test` are done once before the loop. */
typedef struct ptx_rotated {
	size_t enter, middle, test; /* the jump into it is at `enter`, L follows; two branches follow the test; 0: none */
} ptx_rotated;

bool gm_ptx_rotated_at(const ptx_function *function, size_t enter, ptx_rotated *out);

/* The instruction of the frame's function, or what it is replaced by. */
bool gm_ptx_lower_rotated(struct ptx_lowering *lo, size_t instruction);

#endif
