/*
 * A slice back: the units that some results are made from, found step by step.
 */
#ifndef GM_SIMT_SLICE_H
#define GM_SIMT_SLICE_H

#include "simt/program.h"

/* Adds the unit; whether it was new. PTX_NO_UNIT is none. `units`: one for each of the program's. */
bool gm_ptx_slice_add(bool *units, uint32_t unit);

/* Does the step make any of the units? */
bool gm_ptx_slice_makes(const ptx_program *program, const ptx_step *step, const bool *units);

/* Adds what the step is made from, its guard apart; whether anything was new. */
bool gm_ptx_slice_add_sources(const ptx_program *program, const ptx_step *step, bool *units);

/* Adds all that the units are made from, step behind step of the whole program, guards apart. */
void gm_ptx_slice_close(const ptx_program *program, bool *units);

#endif
