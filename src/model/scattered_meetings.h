/*
 * What data-dependent sites of the traced blocks touch of an array, and how often blocks meet there. Of use to
 * model/scattered_gather.c only.
 */
#ifndef GM_MODEL_SCATTERED_MEETINGS_H
#define GM_MODEL_SCATTERED_MEETINGS_H

#include "model/grid_trace.h"
#include "model/sector_set.h"

enum { GM_MEETINGS_ORDERED = 6 /* blocks, of fewer nobody can say whether they are in order */ };

/* What a request of a traced block adds: pieces that are new to the block, and the sectors asked for of
   these. */
typedef struct gm_meetings {
	gm_sector_set *all, own; /* pieces: by how many blocks; and the request that came first, from 1 */
	int64_t per_piece;       /* sectors */
	double pieces, sectors;
	double lines, halves;    /* lines and half lines that the pieces of a block lie in */
	double scattered;        /* pieces, by weight */
	double scattered_halves; /* the half lines that they are of */
	gm_sector_set bytes;     /* of sectors that the block writes */
	gm_sector_set steady;    /* pieces that regular sites of the block touch: model/reach.h has them */
	double steady_pieces;
	gm_sector_set steady_all; /* the same of all traced blocks */
	double whole;            /* pieces that a block writes whole */
	double *middles;         /* of what each block touches, and how far its pieces lie apart */
	double reach;
	int middles_count, far_count; /* near ones, then far ones */
	double far_pieces, far_again; /* of blocks far away, and those of them that others have met */
} gm_meetings;

/* Of all traced blocks, what they store or change by atomics, or what they load or change; of those far away where it is, and what of it the others have met. */
void gm_meetings_count(const gm_grid_trace *trace, int array, bool writes, gm_meetings *meetings);

/* Different pieces that data-dependent sites of all blocks touch there, each replayed; below 0 where that is too much work. */
double gm_meetings_of_grid(const gm_grid_trace *trace, int array, bool writes, int64_t per_piece, gm_sector_set *set);

/* Of what some blocks in a row touch there, in the middle of the grid, the share that one of them before has touched; below 0
   where that is too much work. */
double gm_meetings_of_neighbours(const gm_grid_trace *trace, int array, bool writes, int64_t per_piece, gm_sector_set *set);

/* Pieces from a block to the next when they are in order, else 0. Of the blocks far away the last
   tells whether they stay so; where they do not, blocks go round. */
double gm_meetings_way(const gm_meetings *meetings, const gm_grid_trace *trace, double rest, bool *round);

void gm_meetings_dispose(gm_meetings *meetings);

#endif
