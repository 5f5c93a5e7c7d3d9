/*
 * The kernel as a launch finds it that follows an equal one.
 *
 * One launch lies between: what two or more leave may be something else again. Where no block of some pairs of
 * neighbours meets another, each finds what it has left itself (GM_LATER_OWN, simt/before.h). Where blocks meet, all are
 * run in order, each when those before it had ended (GM_LATER_ALL), unless that is too much work: then what others
 * have left is not followed (GM_LATER_OWN_ONLY), and nothing is where words that decide are made the largest or
 * smallest of several of their array (GM_LATER_GIVEN): labels and distances, of which what one block has settled others
 * unsettle. Of blocks that draw their work from a counter (simt/queue.h) some are then run as in turn with all others:
 * what the last of them has left of the counter, a later launch finds there (GM_LATER_DRAWN), unless another step may
 * put it back.
 */
#ifndef GM_LAUNCH_LATER_H
#define GM_LAUNCH_LATER_H

#include "simt/ptx_kernel.h"

/* A copy that shares all but what memory holds; it must not outlive the kernel. NULL where what the kernel stores
   decides nothing, or how much it is cannot be found out. */
gm_kernel *gm_ptx_again(const gm_kernel *kernel);

#endif
