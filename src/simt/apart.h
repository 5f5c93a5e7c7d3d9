/*
 * Loops that lanes leave without a meeting point.
 *
 * One side of a branch leaves a loop and ends the kernel (a store and `return` in a loop): the side with fewer
 * lanes goes first. Of lanes that left and had to wait, the last group goes when those that turned on have
 * ended, and all others together.
 * Source: stores of single warps on an H200, right in all of 35 patterns of lanes that leave in different
 * turns; of 2048 warps at random 1.3 % too many.
 *
 * One whose turns end by what an atomic of its own returned. ptxas has warps
 * yield in it (YIELD), so that lanes which wait for each other come on, and no lane that is done waits
 * for others at its end: they go on group by group, each with accesses of its own, up to the end of the kernel or
 * to the next barrier of the warp. So do those whom an if leads past it to the same place. Kernels with barriers,
 * shuffles or votes are taken to meet.
 *
 * Source: ptxas 13.0 for sm_90, 20 kinds of loops; stores behind such loops of single warps on an H200, 25
 * patterns of lanes that leave in different turns: as many as there are such turns; contest_add of the
 * calibration, whose loads before the next turn are as many, and whose swaps are made together.
 */
#ifndef GM_SIMT_APART_H
#define GM_SIMT_APART_H

#include "simt/program.h"

/* Sets `leaves` and `leaves_apart` of the branches by which such loops are left. Needs flow.h. */
void gm_ptx_note_apart(ptx_program *program);

/* The step is a branch under a condition, one side of which leaves the loop. */
bool gm_ptx_loop_is_left(const ptx_program *program, const ptx_loop *loop, int32_t step);

/* Per unit, whether it has a part in when the loop is left: back from the conditions, inside of the loop.
   `through_shared`: what is loaded from shared memory is what the loop stores there. To be freed. */
bool *gm_ptx_loop_end_slice(const ptx_program *program, const ptx_loop *loop, bool through_shared);

/* An atomic of the loop decides when it is left. */
bool gm_ptx_loop_ends_by_atomic(const ptx_program *program, const ptx_loop *loop);

#endif
