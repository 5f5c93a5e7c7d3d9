/*
 * What a block finds that waits for a block before it.
 *
 * Blocks start in the order of their index, so one may well wait for what an earlier one leaves: a
 * running sum in one pass does. Replayed alone, it would wait for ever. The first block waits for
 * nobody. Where it ends by itself and what it has written of a buffer lies in one piece (a flag, a flag
 * beside a sum, a word for each digit), such pieces are what later blocks find side by side there
 * when a loop spins on a place that they have not written: each is run as if the one before it had
 * just ended. A grid whose blocks wait for later ones, or for all, has no such
 * first block; there nothing is found and the spin is a hazard as before.
 */
#ifndef GM_SIMT_EARLIER_H
#define GM_SIMT_EARLIER_H

#include "simt/access.h"
#include "simt/ptx_kernel.h"

/* The piece that the first block leaves in a buffer. */
typedef struct ptx_earlier {
	unsigned bytes; /* 0: none, or several */
	uint64_t from;  /* offset */
	unsigned char content[PTX_PAGE_BYTES];
	bool found; /* by a block that waited for it */
} ptx_earlier;

/* One for each buffer; NULL when no loop spins on global memory or the first block waits too. To be
   freed. */
ptx_earlier *gm_ptx_earlier_new(const ptx_kernel *kernel);

/* Some block has found a part of one. */
bool gm_ptx_earlier_found(const ptx_earlier *earlier, int buffers);

/* The second block waits for the first. */
bool gm_ptx_waits_for_earlier(const ptx_kernel *kernel);

/* What a spinning load finds at a place of global memory where it has read `value`. */
uint64_t gm_ptx_earlier_word(const ptx_warp *warp, ptx_place place, unsigned bytes, uint64_t value);

#endif
