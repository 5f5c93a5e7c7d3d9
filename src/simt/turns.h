/*
 * Loops that ptxas unrolls by four: lanes are held back so that they turn in the rounds of
 * kernel/rounds.h. Which loops are unrolled: issue.h.
 *
 * Turns of a round stand side by side, and loads of shared memory are joined (kernel/join.h) as if the round were
 * one turn: words 1 to 4 of each turn of 4 are LDS.128 of 1 to 3 (and 0), LDS.128 of 4 to 7, ... and LDS of the last
 * one; doubles 1 to 4 are LDS.64 of the first, LDS.128 of 2 and 3, LDS.128 of 4 and the next turn's first, ...
 * What is left behind the rounds is two turns and one, each with a branch around it, or under a predicate
 * where it is short: then warps without a lane in it issue it too.
 *
 * Where all turns are written out, loads that go on by their own size in each are one of 16 bytes for two
 * or four turns, or of 8 for two, as the address is known to be a multiple of it.
 * A load of what a turn before in its round has loaded is not made (sass/issue_carried.c).
 * A load of a turn that stands before all rounds, as all do where they are written out, is not made where the same was
 * loaded before the loop (sass/issue_entered.c).
 * What only a next turn would read is not made in one that stands alone behind the rounds (sass/issue_last.c).
 * Nor is a product by what the counter makes 1 then (sass/issue_literals.c).
 * Loads that a loop leaves alone are made before it (issue_once.c): here in its first turn.
 * Source: code of ptxas 13.0 for sm_90; tests/ptx/lowering/turns.ptx.
 */
#ifndef GM_SIMT_TURNS_H
#define GM_SIMT_TURNS_H

#include "simt/machine.h"

/* The warp is at the first step of the loop, from inside or from before it: chooses the lanes that turn next;
   the others wait there. */
void gm_ptx_turns_arrive(ptx_warp *warp, const ptx_loop *loop, bool inside);

/* A load made `every` so many turns is made in one before. */
bool gm_ptx_turns_take_along(const ptx_warp *warp, const ptx_step *step);

/* Of a load `by_rounds`: bytes of the access that it makes in this turn, 0: another makes it. */
int gm_ptx_turns_bytes(const ptx_warp *warp, const ptx_step *step);

/* A load that is made before a loop is not made in this turn of it. */
bool gm_ptx_turns_is_made(const ptx_warp *warp, const ptx_step *step);

/* A load of what a turn of its round has loaded before. */
bool gm_ptx_turns_is_carried(const ptx_warp *warp, const ptx_step *step);

/* A load of what was loaded before the loop, or a product by what is 1 in this turn. */
bool gm_ptx_turns_is_unmade(const ptx_warp *warp, const ptx_step *step);

/* The turn stands alone behind the rounds of its loop. */
bool gm_ptx_turns_is_alone(const ptx_warp *warp, const ptx_step *step);

/* Of `periods` of `turns` turns each, how many the running lanes can leave out together. */
int64_t gm_ptx_turns_limit(ptx_warp *warp, int32_t loop, int64_t periods, int turns);
void gm_ptx_turns_skip(ptx_warp *warp, int32_t loop, int64_t turns);

#endif
