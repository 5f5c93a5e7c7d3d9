/*
 * Reach: how much memory so many blocks of a regular kernel touch, each piece counted once.
 *
 * The pieces that one block touches, moved by the steps of its sites, are those of any block. Their
 * union over a box of blocks grows by the same amount with each further block along an axis, once the
 * box is longer than what neighbours share: it is linear in each axis. So it is counted on small boxes
 * (two lengths along each axis) and carried on from there. Exact for grids of equal blocks whose
 * overlaps reach no further than the next but one; blocks at the edges that do less are not seen.
 *
 * Where steps are a part of a piece, so that several blocks share one, the longer box is longer by as
 * many blocks as it takes until they fall alike again.
 */
#ifndef GM_MODEL_REACH_H
#define GM_MODEL_REACH_H

#include "model/grid_trace.h"

/* Distinct pieces, in bytes. */
typedef struct gm_reach_bytes {
	double read;         /* pieces of the fetch size that are loaded, or changed by atomics */
	double read_sectors; /* the same by sectors */
	double written;      /* sectors that are stored, or changed by atomics */
	double partial;      /* those of them that are neither loaded nor stored whole */
	double held_read, held_written; /* lines of 128 bytes: the room they take in L2 */
} gm_reach_bytes;

typedef struct gm_reach {
	gm_dim3 grid;
	int64_t low[3], high[3]; /* lengths of the boxes counted */
	gm_reach_bytes corners[8];  /* bit 0: high along x, bit 1: y, bit 2: z */
	gm_reach_bytes block;
} gm_reach;

/* a + factor * b */
gm_reach_bytes gm_reach_add(gm_reach_bytes a, gm_reach_bytes b, double factor);

/* Irregular sites are left out. `fetch_bytes` is what DRAM reads at least, 32 or more. */
gm_reach gm_reach_count(const gm_grid_trace *trace, int64_t fetch_bytes);

/* Of `blocks` blocks that follow each other in launch order; all when it exceeds the grid. */
gm_reach_bytes gm_reach_of_blocks(const gm_reach *reach, double blocks);

#endif
