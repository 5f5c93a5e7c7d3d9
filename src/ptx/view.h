/*
 * Rectangles of blocks, and the blocks that stand for them.
 *
 * A view reads the grid as up to three numbers (proof.h). Each axis of it is cut into segments of
 * blocks that are alike; a segment of every axis together make a rectangle.
 */
#ifndef GM_PTX_VIEW_H
#define GM_PTX_VIEW_H

#include "ptx/proof.h"

enum { PTX_SEGMENTS_MAX = 12 };

/* A run of blocks along an axis. */
typedef struct ptx_segment {
	int64_t first, count;
} ptx_segment;

typedef struct ptx_axis {
	ptx_segment segments[PTX_SEGMENTS_MAX];
	int count;
} ptx_axis;

ptx_view gm_ptx_view_whole(const ptx_kernel *kernel);

/* The block with these numbers of the view. */
gm_dim3 gm_ptx_view_block(const ptx_view *view, const int64_t at[3]);

/* How many axes have more than one block. */
int gm_ptx_view_axes(const int64_t extent[3]);

typedef gm_status (*ptx_visit)(const ptx_kernel *k, const ptx_view *v, const ptx_segment *s[3],
			       void *state, gm_error *err);

/* Calls `visit` for one segment of each axis after the other; ends at the first failure. */
gm_status gm_ptx_for_each_rectangle(const ptx_kernel *kernel, const ptx_view *view,
				    const ptx_axis axes[3], ptx_visit visit, void *state,
				    gm_error *err);

/* Gathers samples: the state of gm_ptx_visit_add. */
typedef struct ptx_collector {
	gm_block_samples *out;
	size_t room;
	const int64_t *phases; /* NULL: one block from the middle of each rectangle */
} ptx_collector;

gm_status gm_ptx_visit_add(const ptx_kernel *kernel, const ptx_view *view, const ptx_segment *s[3],
			   void *state, gm_error *err);

/* unproven.c: samples of a grid of which nothing is proven; `why` is the reason. */
gm_status gm_ptx_take_all_or_sample(const ptx_kernel *kernel, const char *why, gm_block_samples *out,
				    gm_error *err);

/* Exact samples are so no more: not all turns of their loops were walked. */
void gm_ptx_admit_guess(gm_block_samples *out);

/* So little work that all of it is done. */
bool gm_ptx_is_cheap(int64_t blocks, int64_t instructions);

#endif
