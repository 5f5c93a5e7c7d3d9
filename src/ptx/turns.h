/*
 * Loops that ptxas unrolls by four, in which the lanes of a warp turn differently often.
 *
 * Lanes that have t turns left go round together: those with four or more in rounds of four, until
 * nobody has so many; then those with two or three make two turns, and those with an odd number the
 * last one. A warp thus makes
 *
 *     4 * max(t / 4)  +  2 if any t % 4 >= 2  +  1 if any t is odd
 *
 * turns, where max(t) would do, and requests of lanes with few turns meet with the last ones of lanes
 * with many. Where all lanes turn alike nothing changes.
 *
 * Source: code of ptxas 13.0 for sm_90 (a loop for more than three turns, then `if (left > 1)` two turns,
 * `if (left)` one, with a meeting point behind each), tests/ptx/lowering/turns.ptx. Which loops are
 * unrolled: issue.h.
 */
#ifndef GM_PTX_TURNS_H
#define GM_PTX_TURNS_H

#include "ptx/machine.h"

/* The warp is at the first step of the loop: chooses the lanes that turn next; the others wait there. */
void gm_ptx_turns_arrive(ptx_warp *warp, const ptx_loop *loop);

/* Of `periods` of `turns` turns each, how many the running lanes can leave out together. */
int64_t gm_ptx_turns_limit(const ptx_warp *warp, int64_t periods, int turns);
void gm_ptx_turns_skip(ptx_warp *warp, int64_t turns);

#endif
