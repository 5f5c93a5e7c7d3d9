/*
 * Boxes of blocks that are alike, where the grid is not made of rows and columns that are: triangles.
 *
 * At the first block of a box it is asked how many of its neighbours along each axis run as it does. Where
 * these are not all, the box is cut there and each part asked again. Below the diagonal of a matrix of
 * n x n tiles that leaves three boxes for each row of them.
 */
#ifndef GM_LAUNCH_BOXES_H
#define GM_LAUNCH_BOXES_H

#include "launch/view.h"

typedef struct ptx_box {
	ptx_segment side[PTX_VIEW_AXES];
} ptx_box;

typedef struct ptx_boxes {
	ptx_box *boxes;
	size_t count, room;
	bool apart; /* they are not the rectangles of axes */
} ptx_boxes;

/* Proves what is like the block and adds that to what is known of all; see samples.c. */
typedef gm_status (*ptx_prove_at)(void *state, gm_dim3 block, ptx_proof *here);

/* Boxes that together are the grid; none where they would be too many, or too much work to find. */
gm_status gm_ptx_boxes_find(const ptx_view *view, ptx_prove_at prove, void *state, ptx_boxes *out);
void gm_ptx_boxes_dispose(ptx_boxes *boxes);

/* Each rectangle of the axes is a box. */
void gm_ptx_boxes_of_axes(const ptx_axis axes[PTX_VIEW_AXES], ptx_boxes *out);

/* The block in the middle of the largest: one of which all neighbours are mostly like it. */
gm_dim3 gm_ptx_boxes_middle(const ptx_view *view, const ptx_boxes *boxes);

/* As gm_ptx_for_each_rectangle. */
gm_status gm_ptx_for_each_box(const ptx_kernel *kernel, const ptx_view *view, const ptx_boxes *boxes,
			      ptx_visit visit, void *state, gm_error *err);

/* Whether the corner of a rectangle, bit a: the far side of axis a, has an axis to be looked along, of
   those after its last far side. */
bool gm_ptx_corner_is_needed(const ptx_segment *const sides[PTX_VIEW_AXES], unsigned corner);

/* The block there. */
gm_dim3 gm_ptx_corner_block(const ptx_view *view, const ptx_segment *const sides[PTX_VIEW_AXES],
			    unsigned corner);

#endif
