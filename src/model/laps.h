/*
 * Of what the steps of blocks reach, what there is: arrays end, and a grid comes to them again.
 *
 * Steps that are not those of the whole grid run past the arrays. Where a row of blocks, or a lap of a single one,
 * fits in L2, what lies beyond is what other rows have touched; else it comes from DRAM again, unless all arrays fit.
 * So it is in a single row with what sites that follow others have touched.
 *
 * Blocks of a single row are in one lap until they touch past the ends of the arrays: then they begin at the front
 * again, as by an index modulo their length. Laps are told by lines: one that touches every twelfth element of 8 bytes
 * touches all lines and a third of the sectors, and twelve of them fill the array.
 */
#ifndef GM_MODEL_LAPS_H
#define GM_MODEL_LAPS_H

#include "model/grid_trace.h"
#include "model/l2_life.h"

typedef struct gm_laps_input {
	const gm_grid_trace *trace;
	double blocks;
	const bool *loaded, *stored; /* per array of the kernel: some site does */
	bool unknown;                /* some site is in none of them */
	/* sectors of regular sites over the grid, and were all blocks as traced */
	double counted_loads, traced_loads, counted_stores, traced_stores;
} gm_laps_input;

/* Fills in `share_read` to `rounds` of a grid of which the rest is known. */
void gm_laps_share(gm_l2_grid *grid, const gm_laps_input *in);

#endif
