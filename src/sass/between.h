/*
 * What stands between two accesses, as far as ptxas makes one of them: whether it may change what the second
 * finds, and whether everybody who comes to the second has passed the first.
 */
#ifndef GM_SASS_BETWEEN_H
#define GM_SASS_BETWEEN_H

#include "simt/machine.h"

/* It may read or write the same memory, or order it. */
bool gm_ptx_touches(const ptx_step *s, ptx_space space);

bool gm_ptx_is_fence(const ptx_program *program, int32_t step);

/* Divisions and roots that are right to the last bit, and divisions of 64 bits. */
bool gm_ptx_has_subroutine(const ptx_program *program, int32_t step);

/* Every way to the step `of` goes through the block of `step`; dominators per node. */
bool gm_ptx_is_above(const ptx_program *program, const int32_t *dominator, int32_t step, int32_t of);

#endif
