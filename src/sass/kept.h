/*
 * Arrays of local memory of which the compiler left nothing in memory: they are in registers.
 */
#ifndef GM_SASS_KEPT_H
#define GM_SASS_KEPT_H

#include "simt/ptx_kernel.h"

/* Makes moves of all loads and stores of local memory. */
void gm_ptx_keep_arrays(ptx_kernel *k);

#endif
