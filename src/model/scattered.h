/*
 * What the data-dependent sites of a kernel touch: pieces of arrays, estimated from traced blocks.
 *
 * Pieces that two or more of the traced blocks met are taken to be met by all (the top of a search
 * tree, a popular row). A block's other pieces are draws by lot from the rest of the array, of which n
 * blocks find
 *
 *     found(n) = rest * (1 - exp(-n * draws / rest))
 *
 * different ones. A drawn piece takes a whole line of L2.
 */
#ifndef GM_MODEL_SCATTERED_H
#define GM_MODEL_SCATTERED_H

#include "model/reach.h"

enum { GM_SCATTERED_MAX = 16 };

typedef struct gm_scattered_array {
	double hot;     /* pieces that all blocks meet */
	double rest;    /* pieces that draws are from */
	double draws;   /* of one block */
	bool written;
	bool read_too;  /* another site loads the array: a sector stored in part is there already */
} gm_scattered_array;

typedef struct gm_scattered {
	gm_scattered_array arrays[GM_SCATTERED_MAX];
	int count; /* 0: the kernel has no such sites */
	double fetch_bytes;
} gm_scattered;

gm_scattered gm_scattered_gather(const gm_grid_trace *trace, double fetch_bytes);

/* Of so many blocks. */
gm_reach_bytes gm_scattered_of_blocks(const gm_scattered *scattered, double blocks);

#endif
