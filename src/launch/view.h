/*
 * Rectangles of blocks, and the blocks that stand for them.
 *
 * A view reads the grid as up to three numbers (proof.h). Each axis of it is cut into segments of
 * blocks that are alike; a segment of every axis together make a rectangle. In a rectangle, blocks
 * that lie whole phases apart make a part.
 */
#ifndef GM_LAUNCH_VIEW_H
#define GM_LAUNCH_VIEW_H

#include "simt/proof.h"

enum { PTX_SEGMENTS_MAX = 256 };

/* A run of blocks along an axis. */
typedef struct ptx_segment {
	int64_t first, count;
} ptx_segment;

typedef struct ptx_axis {
	ptx_segment segments[PTX_SEGMENTS_MAX];
	int64_t instructions[PTX_SEGMENTS_MAX]; /* of the first block of each, as far as it was followed */
	int count;
} ptx_axis;

ptx_view gm_ptx_view_whole(const ptx_kernel *kernel);

/* The block with these numbers of the view. */
gm_dim3 gm_ptx_view_block(const ptx_view *view, const int64_t at[PTX_VIEW_AXES]);

/* How many axes have more than one block. */
int gm_ptx_view_axes(const int64_t extent[PTX_VIEW_AXES]);

/* Blocks in a row that walk a matrix row by row are alike from row to row: one number becomes two,
   the place in the row and the row. False where there are few rows, or they are not whole. */
bool gm_ptx_view_fold(ptx_view *view, const ptx_axis axes[PTX_VIEW_AXES]);

/* The numbers along an axis of the view become two: the row, in its place, and the place in a row of this
   length, which begins where it did. False where there is no room for a number more, or the rows are
   not whole. */
bool gm_ptx_view_split(ptx_view *view, int axis, int64_t length);

typedef gm_status (*ptx_visit)(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[PTX_VIEW_AXES],
			       void *state, gm_error *err);

/* Calls `visit` for one segment of each axis after the other; ends at the first failure. */
gm_status gm_ptx_for_each_rectangle(const ptx_kernel *kernel, const ptx_view *view,
				    const ptx_axis axes[PTX_VIEW_AXES], ptx_visit visit, void *state,
				    gm_error *err);

/* Gathers samples: the state of gm_ptx_visit_add. The first block of a part stands for it; where
   blocks are drawn, so many of all parts together as `drawn` says, each part by its size but at
   least two of each, from stretches of equal length and in each wherever chance will have it: a
   grid's own rhythm does not meet with theirs. A stretch covers a square of the grid, or what comes near
   it, and the next lies beside it: neighbours in a picture are more alike than blocks of one row. Chance is the same in every run. */
typedef struct ptx_collector {
	gm_block_samples *out;
	size_t room;
	const int64_t *phases; /* NULL: a rectangle is one part */
	int64_t drawn;         /* 0: parts are known to be all alike */
	int64_t blocks;        /* of all parts */
	int pools;             /* so far */
} ptx_collector;

gm_status gm_ptx_visit_add(const ptx_kernel *kernel, const ptx_view *view, const ptx_segment *s[PTX_VIEW_AXES],
			   void *state, gm_error *err);

#endif
