/*
 * A warp runs: an active mask, a stack of paths, and the steps one after the other.
 *
 * The paths of a warp nest. When lanes part, the path they shared becomes the one that waits at the
 * point where they meet, and each side is put above it; a side that arrives there is taken off.
 * Lanes that leave a loop wait at its exit for those that stay. Where that would wait for ever,
 * because the lanes that stay spin on memory which only the waiting ones would write, the waiting
 * ones go on by themselves, as on Volta and later.
 */
#ifndef GM_SIMT_WARP_H
#define GM_SIMT_WARP_H

#include "simt/machine.h"

/* Runs until the warp is done, waits, or the machine stops. */
void gm_ptx_warp_run(ptx_warp *warp);

/* warp_start.c: sets registers, paths and masks for a block. */
void gm_ptx_warp_start(ptx_warp *warp, ptx_machine *machine, int id);

/* As if its budget were spent, at the step. */
void gm_ptx_stop_for_budget(ptx_warp *warp, const ptx_step *step);

#endif
