/*
 * Far meetings: blocks of a grid along one axis that load what others far from them load.
 *
 * A field that is laid out flat, one thread a cell, is the usual case: a block loads its own row and those
 * above and below, which are the own rows of blocks some way off. Boxes of a few neighbours (reach.h) see none
 * of it, and carry on as if each block loaded three rows.
 *
 * Of sites that move by the same S bytes from block to block, what block k loads is A + k S. Sectors of A that
 * are alike modulo S are walked over by all blocks one after the other: of two that lie next to each other there,
 * g S apart, n blocks load n + min(g, n) sectors, and not 2 n. So with each such gap n blocks load
 *
 *     max(0, n - g) sectors less than what is carried on from boxes that are shorter than g.
 *
 * Exact where S is a multiple of a sector; sites of other steps, and grids along several axes, count none.
 */
#ifndef GM_MODEL_FAR_MEETINGS_H
#define GM_MODEL_FAR_MEETINGS_H

#include <stdint.h>

struct gm_touches;

enum { GM_FAR_GAPS = 24 };

/* Gaps in blocks, ascending, and how many sectors have such a gap; more gaps than there is room for are taken
   together with the next that is longer. */
typedef struct gm_far_meetings {
	int count;
	struct gm_far_gap {
		int64_t blocks;
		double sectors;
	} gaps[GM_FAR_GAPS];
} gm_far_meetings;

/* Of gaps of at least so many blocks, 1 or more. */
gm_far_meetings gm_far_meetings_of(const struct gm_touches *touches, int64_t least_blocks);

/* Sectors that so many blocks load less. */
double gm_far_meetings_sectors(const gm_far_meetings *far, double blocks);

#endif
