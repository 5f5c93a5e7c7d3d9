/*
 * The memory traces that stand for a grid: one block's, and how the others' differ from it.
 *
 * Most kernels are regular: from one block to the next along an axis each site's addresses move by a
 * constant step, seen on a neighbour. The addresses of any block are then known. A grid of one axis may
 * stand for more (a kernel that divides its index by the width of a matrix): where the last block is not
 * where the step says, the first block that is not is looked for, and the axis folded there. Sites whose addresses
 * come from data have no step, nor do those that it leads out of their array while from block to block they go
 * elsewhere; for them blocks that share an SM are traced one by one, two rounds of
 * them or as many as are little work, and what they touch is a sample of what the grid does.
 */
#ifndef GM_MODEL_GRID_TRACE_H
#define GM_MODEL_GRID_TRACE_H

#include "kernel/issue.h"
#include "model/near_traces.h"

typedef struct gm_grid_trace {
	const gm_kernel *kernel;
	gm_dim3 grid;          /* the kernel's, folded */
	gm_dim3 block;         /* the one that was traced, in the folded grid */
	int warp_lanes;
	gm_trace here;
	int64_t (*step)[3];    /* per site: bytes from one block to the next along x, y, z */
	bool *irregular;       /* per site: has no step */
	/* Per irregular site: requests that the same lanes make in both blocks do agree on a step, this one. In the last
	   turns of a loop the lanes of a warp part, elsewhere in each block. */
	bool *in_step;
	int64_t (*own_step)[3];
	bool regular;          /* no site is irregular */
	int64_t *alike;        /* per irregular site: blocks in a row along x that go to the same places; 0: none */
	float *ends;           /* per site: the part of a window that it ends */
	gm_trace *others;      /* blocks 0, sms, 2 sms ... in launch order, when not regular */
	int others_count;
	int64_t others_apart;  /* blocks from one of these to the next */
	gm_trace *far;         /* the middle and the last block, where there are others */
	int far_count;
	gm_near_traces *near;  /* while it is made */
} gm_grid_trace;

/* `resident` blocks are on each of `sms` SMs at once; 0: no other blocks are traced. */
gm_status gm_grid_trace_gather(const gm_kernel *kernel, int warp_lanes, int64_t resident, int64_t sms,
                               gm_grid_trace **out, gm_error *err);
/* The same around a block that stands for many, with what each site issues, and how far accesses move from block to
   block, where these are known (gm_counts.common_block, gm_counts.issue, gm_counts.moves; NULL: not proven). */
gm_status gm_grid_trace_around(const gm_kernel *kernel, const gm_issue *issue, gm_dim3 block,
                               const gm_moves *moves, int warp_lanes, int64_t resident, int64_t sms,
                               gm_grid_trace **out, gm_error *err);
void gm_grid_trace_free(gm_grid_trace *trace); /* NULL accepted */

/* Where a site's addresses are in another block, less where they are in the traced one. */
int64_t gm_grid_trace_move(const gm_grid_trace *trace, int site, gm_dim3 block);

/* Where regular sites follow each other through an array along x, the largest number of blocks from one to
   the next; 0 where none do. */
double gm_grid_trace_behind(const gm_grid_trace *trace);

/* The block at this place in launch order, x fastest, in the folded grid. */
gm_dim3 gm_grid_trace_block(const gm_grid_trace *trace, int64_t at);

#endif
