/*
 * What a block finds that waits for a block before it.
 *
 * Blocks start in the order of their index, so one may well wait for what an earlier one leaves: a
 * running sum in one pass does. Replayed alone, it would wait for ever. The first block waits for
 * nobody. Where it ends by itself and has written a single word of a buffer, that word is what later
 * blocks find there when a loop spins on a place that they have not written: each is run as if the
 * one before it had just ended. A grid whose blocks wait for later ones, or for all, has no such
 * first block; there nothing is found and the spin is a hazard as before.
 */
#ifndef GM_PTX_EARLIER_H
#define GM_PTX_EARLIER_H

#include "ptx/access.h"
#include "ptx/launch.h"

/* The word that the first block leaves in a buffer. */
typedef struct ptx_earlier {
	unsigned bytes; /* 0: none, or several */
	uint64_t value;
	bool found; /* by a block that waited for it */
} ptx_earlier;

/* One for each buffer; NULL when no loop spins on global memory or the first block waits too. To be
   freed. */
ptx_earlier *gm_ptx_earlier_new(const ptx_kernel *kernel);

/* Some block has found such a word. */
bool gm_ptx_earlier_found(const ptx_earlier *earlier, int buffers);

/* The second block waits for the first. */
bool gm_ptx_waits_for_earlier(const ptx_kernel *kernel);

/* What a spinning load finds at a place of global memory where it has read `value`. */
uint64_t gm_ptx_earlier_word(const ptx_warp *warp, ptx_place place, unsigned bytes, uint64_t value);

#endif
