/*
 * Boxes of blocks that are proven to do alike, and how far each site's addresses move in one.
 *
 * In a box each block takes the same steps with the same lanes, and from one block to another every access
 * of a site moves by the same distance: a sum over the sides of the box, of blocks gone along it times what one
 * of them moves. A side lies along x, y or z of the grid, its blocks `step` apart there: two sides may share an
 * axis, as the place in a row and the row; their steps differ, and the shorter end before the next longer one.
 */
#ifndef GM_KERNEL_MOVES_H
#define GM_KERNEL_MOVES_H

#include "kernel/kernel.h"

#include <stddef.h>
#include <stdint.h>

enum { GM_MOVES_SIDES = 4 };

/* Of a site: not known. */
#define GM_MOVES_UNKNOWN INT64_MIN

typedef struct gm_moves_side {
	int axis;      /* 0 x, 1 y, 2 z */
	int64_t step;  /* along it, from one block to the next */
	int64_t count; /* of blocks */
} gm_moves_side;

typedef struct gm_moves_box {
	gm_dim3 first;
	gm_moves_side side[GM_MOVES_SIDES];
	int64_t *by; /* bytes, site by site for each side; GM_MOVES_UNKNOWN */
} gm_moves_box;

/* Starts with the sites and zeros. */
typedef struct gm_moves {
	int sites_count;
	gm_moves_box *boxes;
	size_t count, room;
} gm_moves;

gm_moves *gm_moves_new(int sites_count);
gm_moves *gm_moves_copy(const gm_moves *moves); /* NULL of NULL */
void gm_moves_free(gm_moves *moves);            /* NULL accepted */

/* Adds a box, of which nothing is known yet. Valid until the next is added. */
gm_moves_box *gm_moves_add(gm_moves *moves, gm_dim3 first, const gm_moves_side side[GM_MOVES_SIDES]);

/* The box that both blocks are in; NULL: there is none. */
const gm_moves_box *gm_moves_find(const gm_moves *moves, gm_dim3 here, gm_dim3 there);

/* How far the site's accesses lie apart in two blocks of the box, bytes; GM_MOVES_UNKNOWN. */
int64_t gm_moves_between(const gm_moves *moves, const gm_moves_box *box, gm_dim3 here, gm_dim3 there, int site);

#endif
