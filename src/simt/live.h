/*
 * Which registers a warp finds something in before it has written them.
 *
 * A block begins with registers as the launch leaves them: constants, indices of threads, else 0.
 * Most registers are written before they are read, in every lane that reads them: some step
 * without a guard that makes them dominates all that read them. What lies in such a register when
 * a block begins is of no matter, and need not be put there anew.
 */
#ifndef GM_SIMT_LIVE_H
#define GM_SIMT_LIVE_H

#include "simt/machine.h"

/* Sets program->fresh: the registers that each block needs as the launch leaves them. Flow must have
   been analysed. */
void gm_ptx_note_fresh(ptx_program *program);

#endif
