/*
 * Lanes that part at branches and meet again: the paths of a warp as a stack, the last of which runs.
 */
#ifndef GM_SIMT_PART_H
#define GM_SIMT_PART_H

#include "simt/machine.h"

/* The running path comes to a branch, which these of its lanes take. */
void gm_ptx_paths_branch(ptx_warp *warp, const ptx_step *step, uint32_t taken);

/* brx.idx: every target in turn takes the lanes that name it. */
void gm_ptx_paths_branch_by_table(ptx_warp *warp, const ptx_step *step, uint32_t active);

/* The lanes end the kernel. */
void gm_ptx_paths_leave(ptx_warp *warp, uint32_t lanes);

/* Takes off paths that have arrived or whose lanes have all exited. */
void gm_ptx_paths_settle(ptx_warp *warp);

#endif
