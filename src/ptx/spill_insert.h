/*
 * The stores and loads of a plan (spill_plan.h) as steps of a program.
 *
 * A load copies the register that it stands for, which keeps its value, into one of its own, from which the rest of
 * its block reads: values, and what is known of them, are as they were without it, and whoever reads waits for it.
 */
#ifndef GM_PTX_SPILL_INSERT_H
#define GM_PTX_SPILL_INSERT_H

#include "ptx/lower.h"
#include "ptx/spill_plan.h"

/* `values` are those of the lowered program. */
void gm_ptx_spill_insert(ptx_lowering *lo, const spill_values *values, spill_plan *plan);

#endif
