/*
 * Where the driver puts the arrays of a launch: what lies in which piece of a page decides which slices of L2 serve it.
 *
 * cuMemAlloc takes memory by pages of 2 MiB. What has as much or more gets pages of its own, which nothing else
 * comes into. The rest is rounded up to 512 bytes and put behind what the page holds that has least room, but
 * enough; a new page is begun where none has. Measured on an H200 (driver 580, measure/calibrate/allocated.cu, 46
 * sequences): all addresses. Taken for granted: nothing was freed, and the arrays came in the order in which the
 * kernel has them.
 */
#ifndef GM_MODEL_ALLOCATED_H
#define GM_MODEL_ALLOCATED_H

#include "kernel/kernel.h"

/* Bytes from the start of its page to an array of global memory; 0 for what no launch allocates and for no array. */
uint64_t gm_allocated_at(const gm_kernel *kernel, int array);

#endif
