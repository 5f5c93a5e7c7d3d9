/*
 * Loads whose places come from data: are they where the step says, and which blocks go to the same ones?
 *
 * Data may lead a block to one place of an array (the row of a table that a token names): all its requests then
 * agree on a step to the neighbour, by chance. Another neighbour must lie where the step says, and so must the other
 * traced blocks.
 *
 * Blocks in a row that data lead to the same places (heads of a decoder that share their keys) ask for them at about
 * the same time. Looked for in rows of 2, 4, 8 ... along x that begin at a multiple of their length: whether the
 * first and the last of the row do as the traced block does.
 */
#ifndef GM_MODEL_GRID_DOUBT_H
#define GM_MODEL_GRID_DOUBT_H

#include "model/grid_trace.h"

/* Marks sites as irregular; before the grid is folded. These two while it is made. */
gm_status gm_grid_doubt_data(gm_grid_trace *trace, gm_error *err);

/* By the other traced blocks, where data also say how often, so that a neighbour may do nothing alike. */
void gm_grid_doubt_by_others(gm_grid_trace *trace);

/* Has a load no step whose address is worked out from what was loaded? Others have none where blocks do more or fewer
   turns of a loop than their neighbours (rows of a triangle, lags of a sum). */
bool gm_grid_led_by_data(const gm_grid_trace *trace);

/* Fills in `alike`. */
gm_status gm_grid_find_alike(gm_grid_trace *trace, gm_error *err);

#endif
