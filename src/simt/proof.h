/*
 * Which blocks of the grid run like one of them.
 *
 * A block is run while its registers carry the change from this block to its neighbour along an
 * axis of the grid (see change.h). If that stays known wherever paths depend on it, so many
 * neighbours along the axis follow the same paths as the limit says, and each access moves by a
 * constant from one to the next. Accesses of which that is not known follow data: they are made by
 * as many lanes in every block, but nobody knows where.
 */
#ifndef GM_SIMT_PROOF_H
#define GM_SIMT_PROOF_H

#include "simt/change.h"
#include "simt/ptx_kernel.h"

/* The grid as up to four numbers: the index along an axis may be read as two, as in picture *
   filters + filter. Number i goes from 0 to extent[i] - 1; a step of it moves the block index along
   axis[i] of the grid by step[i]. */
typedef struct ptx_view {
	int64_t extent[PTX_VIEW_AXES];
	int axis[PTX_VIEW_AXES];
	int64_t step[PTX_VIEW_AXES];
} ptx_view;

typedef struct ptx_proof {
	bool good;         /* false: no block stands for another, nor for itself after others ran */
	/* Blocks along each axis of the view that shift every address by a multiple of what sectors,
	   lines and banks repeat with. */
	int64_t phases[PTX_VIEW_AXES];
	/* Further blocks along each that run alike; 0 where that is not known. */
	int64_t limits[PTX_VIEW_AXES];
	ptx_rows rows[PTX_VIEW_AXES]; /* blocks along each after which more may be known */
	const char *why;   /* when not good, or a limit is not known */
	bool shortened;    /* fewer are known to run alike than may, where addresses need not be known */
	bool by_address;   /* and that is so because of an address, not of a path */
	bool guessed;         /* turns of a loop stood for others, whose paths are unproven */
	bool loose;           /* or at least their addresses */
	int64_t instructions; /* warp instructions run, cut loops not counted */
} ptx_proof;

/* scattered[site] becomes true where the accesses follow data; with NULL the proof fails there. `moves`: for each
   axis, site by site, how far its accesses move from one block to the next (kernel/moves.h); NULL: nobody asks. */
gm_status gm_ptx_prove(const ptx_kernel *kernel, const ptx_view *view, gm_dim3 block, ptx_proof *out,
		       bool *scattered, int64_t *moves, gm_error *err);

/* The attempt along axis number `index` of the machine's failed. The run ends when nothing can be
   proven any more. */
void gm_ptx_proof_fail(ptx_machine *machine, int index);

/* A warp starts: its first attempts are those of the machine's axes. */
void gm_ptx_proof_start(ptx_warp *warp);

#endif
