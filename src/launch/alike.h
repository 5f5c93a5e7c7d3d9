/*
 * Which parts of a grid run alike, found out by proofs (proof.h): rectangles of blocks, and where these are
 * not enough, boxes (boxes.h).
 *
 * Along each axis, the others at 0, a proof says how many of the next blocks run as this one does; where
 * these end the next segment begins. Rectangles of such segments are proven along their edges. An axis
 * whose segments come again is read as two, the place in the row and the row.
 */
#ifndef GM_LAUNCH_ALIKE_H
#define GM_LAUNCH_ALIKE_H

#include "launch/boxes.h"

typedef struct ptx_prover {
	const ptx_kernel *kernel;
	ptx_view view;   /* how the axes are to be read, once something is proven */
	bool *scattered; /* per site; NULL: no access may follow data */
	int rows_axis;   /* of the view: places in a row, each of which may stand for itself; -1 none */
	int64_t *walked; /* instructions of all proofs so far, and of those of others */
	int64_t most;    /* of them, after which nothing more is begun to be proven */
	struct ptx_memo *memo;
	gm_error *err;
} ptx_prover;

/* For each axis of the view, site by site, how far accesses move from this block to the next: gm_ptx_prove. NULL:
   it was not proven, or nobody remembers. */
const int64_t *gm_ptx_prover_moves(const ptx_prover *prover, gm_dim3 block);

void gm_ptx_prover_init(ptx_prover *prover, const ptx_kernel *kernel, int64_t *walked, gm_error *err);
void gm_ptx_prover_dispose(ptx_prover *prover);

/* proof->good says whether rectangles of these axes are alike. */
gm_status gm_ptx_prove_grid(ptx_prover *prover, ptx_axis axes[PTX_VIEW_AXES], ptx_proof *proof);

/* The same for boxes, of which rectangles are some. A grid that is less work than `little` is not taken
   apart further than that. */
gm_status gm_ptx_prove_boxes(ptx_prover *prover, double little, ptx_boxes *boxes, ptx_proof *proof);

#endif
