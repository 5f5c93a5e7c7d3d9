/*
 * What the registers of a loop hold: shared by the files that count them for issue_registers.c.
 */
#ifndef GM_SASS_ISSUE_REGISTERS_H
#define GM_SASS_ISSUE_REGISTERS_H

#include "sass/issue.h"

/* issue_registers.c. Per unit: a register that nobody makes again. Asks for the plan's program and values. To be
   freed. */
bool *gm_ptx_issue_lasting(const issue_plan *plan);

/* issue_in_lanes.c. Per unit: alike in all lanes, and yet in a register of each. To be freed. */
bool *gm_ptx_issue_in_lanes(const issue_plan *plan);

/* issue_stays.c. Per unit: takes long to make again, or is among those. To be freed. */
bool *gm_ptx_issue_staying(const issue_plan *plan);
/* Per unit: an integer that few instructions make, from loaded words among others. To be freed. */
bool *gm_ptx_issue_made_anew(const issue_plan *plan);
/* Per unit: the loop reads it, or loops in it. To be freed. */
bool *gm_ptx_issue_read_in(const issue_plan *plan, const ptx_loop *loop);
/* Per unit: the loop reads it, or one around it. To be freed. */
bool *gm_ptx_issue_read_around(const issue_plan *plan, const ptx_loop *loop);

/* issue_strides.c: registers of a lane that the distances of the loop's pointers do without; 0 or those of one. */
double gm_ptx_issue_strides(const issue_plan *plan, const ptx_loop *loop);

/* issue_fragments.c. A fragment from memory, rows of a width that is not known. */
bool gm_ptx_issue_loads_fragment(const issue_plan *plan, int32_t step);
/* A fragment from memory, in elements of a register or more, rows of a width that is not known. */
bool gm_ptx_issue_loads_elements(const issue_plan *plan, int32_t step);
/* Registers of the loop: each element of a fragment has a distance from the first of its own; those of fragments
   that lie alike are the same. */
double gm_ptx_issue_distances(const issue_plan *plan, const ptx_loop *loop);
/* And where fragments lie that a turn loads by several loads each: registers of their pointers. */
double gm_ptx_issue_fragment_pointers(const issue_plan *plan, const ptx_loop *loop);

#endif
