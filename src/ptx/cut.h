/*
 * Loops: spinning ones let others run; repeating ones are cut short.
 */
#ifndef GM_PTX_CUT_H
#define GM_PTX_CUT_H

#include "ptx/machine.h"

void gm_ptx_cut_init(ptx_warp *warp, const ptx_program *program);
void gm_ptx_cut_dispose(ptx_warp *warp);
void gm_ptx_cut_start(ptx_warp *warp);

/* The warp is at the first step of a loop. True when something changed and the step must be looked up
   again. */
bool gm_ptx_cut_arrive(ptx_warp *warp, const ptx_step *step);

/* Every warp of the block has run as far as it can. */
void gm_ptx_cut_block(ptx_machine *machine);

#endif
