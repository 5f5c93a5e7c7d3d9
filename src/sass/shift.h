/*
 * Loads that ptxas makes elsewhere than PTX does.
 *
 * Before an if that becomes predicated (issue_predicate.c): what both sides load of the same words. Both
 * loads are one then (again.h), for all lanes that come to the if. Where the sides stay behind a
 * branch, each loads for itself.
 *
 * Behind a branch that stays: what is read there alone. Not across another branch that stays, but for one
 * out of the kernel, nor across what may write there or orders memory, nor a subroutine for rare operands. Nor
 * where some come by a way that stands elsewhere in the text, which is not looked at.
 * Arithmetic of 32 bits that reads it before the branch, and is read behind it alone, goes along where that takes
 * no more registers than it frees (as in issue_sink.c).
 *
 * Source: code of ptxas 13.0 for sm_90, of 330 kernels with such a load and 60 with arithmetic of one;
 * tests/sass/test_shift.c.
 */
#ifndef GM_SASS_SHIFT_H
#define GM_SASS_SHIFT_H

#include "simt/ptx_kernel.h"

/* Flow must have been analysed, and is again where a load has moved. */
void gm_ptx_shift_loads(ptx_kernel *kernel);

#endif
