/*
 * The layout that frees a shared array of bank conflicts, checked over a whole block.
 *
 * All loads and stores of the array by all warps of one block, in every execution of every site,
 * are laid out anew with rows one to 32 elements longer, and with their columns swizzled
 * (model/padding.h); the smallest padding and the smallest swizzle after which no access conflicts
 * are the advice. Where none does, the padding with the fewest passes is told.
 *
 * A kernel gives flat indices, so the width of a row has to be found: a candidate is every distance
 * above one between neighbouring lanes of an access or, if none of these can be freed, between
 * successive accesses of a site; where some divide the array's length, only they. Of the candidates
 * that can be freed the one that costs least memory wins, then the narrowest. The width taken is
 * part of the answer and can be given.
 *
 * Atomics are not laid out: lanes that meet on one word meet in any layout.
 */
#ifndef GM_ANALYSIS_ACCESS_ADVICE_H
#define GM_ANALYSIS_ACCESS_ADVICE_H

#include "device/device.h"
#include "kernel/kernel.h"
#include "model/padding.h"

typedef struct gm_array_advice {
	int64_t accesses_count; /* requests of the block: loads and stores of the array */
	int64_t distinct_count; /* different ones, that were laid out anew */
	int64_t atomics_count;  /* requests left out because they are atomics */
	int sites_count, warps_count;
	bool complete;        /* false: the block does more than is walked; only what came first */
	int64_t passes_count; /* of all these requests, as the array lies now */
	int64_t ideal_passes_count; /* the fewest they could take */

	int64_t width_elements; /* of a row; 0: no candidate */
	bool width_given;
	gm_padding_advice found;       /* for that width */
	int64_t padded_passes_count;   /* of all, where found.padding_found */
	int64_t swizzled_passes_count; /* of all, where found.swizzle_found */
	int64_t added_bytes;           /* what the padding costs, of shared memory of a block */
	int64_t best_padding_elements; /* where none frees it: that with the fewest passes */
	int64_t best_passes_count;
} gm_array_advice;

/* `array` is a row of the kernel's array table, in shared memory. width 0: found from the accesses.
   GM_BAD_VALUE for a width below 1 or above the array's length. */
gm_status gm_access_advise(const gm_kernel *kernel, const gm_device *device, gm_dim3 block,
			   int array, int64_t width, gm_array_advice *out, gm_error *err);

/* ---- the accesses themselves, for tests and other advisers ---- */

/* One pattern of element indices, and how often the block uses it. */
typedef struct gm_array_access {
	uint32_t site;
	uint64_t active;
	int access_bytes;
	int64_t times;
	uint64_t index[GM_LANES_MAX]; /* inactive lanes 0 */
} gm_array_access;

typedef struct gm_array_accesses {
	gm_array_access *items;
	size_t count, capacity;
	int64_t atomics_count;
	int warp_lanes, sites_count, warps_count;
	bool complete;
} gm_array_accesses;

/* Disposed by the caller also after a failure. */
gm_status gm_array_accesses_gather(const gm_kernel *kernel, int warp_lanes, gm_dim3 block,
				   int array, gm_array_accesses *out, gm_error *err);
void gm_array_accesses_dispose(gm_array_accesses *accesses);

#endif
