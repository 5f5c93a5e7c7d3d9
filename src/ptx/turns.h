/*
 * Loops that ptxas unrolls by four: lanes are held back so that they turn in the rounds of
 * kernel/rounds.h. Which loops are unrolled: issue.h.
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
