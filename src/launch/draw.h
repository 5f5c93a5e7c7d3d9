/*
 * Blocks that stand for a grid of which not everything is proven; unproven.c.
 */
#ifndef GM_LAUNCH_DRAW_H
#define GM_LAUNCH_DRAW_H

#include "launch/boxes.h"
#include "launch/pilot.h"

/* The parts of a grid from which blocks are drawn, and what is known of them. */
typedef struct ptx_ground {
	const ptx_kernel *kernel;
	ptx_view view;
	ptx_axis axes[PTX_VIEW_AXES];
	const ptx_boxes *boxes; /* rather than rectangles of the axes; NULL: those */
	const int64_t *phases;  /* NULL: a rectangle is one part */
	bool same_paths;        /* all blocks of a part take the same */
	const bool *scattered;  /* then: per site, the addresses follow data */
	const char *why;        /* not everything is proven */
} ptx_ground;

/* All blocks, where that is little work; else some. */
gm_status gm_ptx_take_drawn(const ptx_ground *ground, gm_block_samples *out, gm_error *err);

/* Every block is asked for, and none stands for another because they hang on each other. */
bool gm_ptx_is_asked_whole(const ptx_kernel *kernel);

/* Every block. */
gm_status gm_ptx_take_asked(const ptx_kernel *kernel, gm_block_samples *out, gm_error *err);

/* Nothing is known but `why`. */
gm_status gm_ptx_take_unproven(const ptx_kernel *kernel, const char *why, gm_block_samples *out,
			       gm_error *err);

#endif
