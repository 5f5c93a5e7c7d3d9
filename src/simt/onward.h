/*
 * A warp of which nobody asks anything goes on from row to row (straight.h), through branches that all its lanes
 * take alike and turns of loops in which nothing is tried (cut.h).
 *
 * What it comes to is what each step by itself would: this is only the short way, for loops that turn often.
 */
#ifndef GM_SIMT_ONWARD_H
#define GM_SIMT_ONWARD_H

#include "simt/machine.h"

/* From where the running path stands, behind a row, to where something else is to be done: nothing where that
   is at once. */
void gm_ptx_run_onward(ptx_warp *warp);

#endif
