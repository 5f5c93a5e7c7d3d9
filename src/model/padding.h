/*
 * The adviser for shared arrays: the padding or the swizzle that frees a 2-D array of bank conflicts.
 *
 * The array has rows of `width` elements and starts at a multiple of 256 bytes. Accesses are given in
 * elements of it: address = row * width + column, whichever way the kernel computes it; access_bytes
 * may be a multiple of the element (vector loads). Two layouts are tried for all accesses together:
 *
 *     padding    element (row, column) at row * (width + padding) + column, padding 0 to 32 elements;
 *                paddings that would misalign the widest access are passed over
 *     swizzle    element (row, column) at row * width + (column ^ ((row & mask) << shift)), mask 1, 3, 7,
 *                15 or 31, shift = log2(widest access / element) so that vectors stay whole; the width
 *                must be a multiple of (mask + 1) << shift, so that no column leaves its row. Costs no
 *                memory
 *
 * Each is found when it makes every access reach its ideal wavefronts; the smallest is returned. The
 * answer is exact for the accesses given and says nothing about others: give all that matter, of every
 * warp whose pattern differs.
 */
#ifndef GM_MODEL_PADDING_H
#define GM_MODEL_PADDING_H

#include "model/access.h"

#include "device/rules.h"

#include <stdbool.h>
#include <stddef.h>

enum { GM_PADDING_MAX = 32 };

/* A way to lay the rows out. */
typedef struct gm_padding_layout {
	int64_t padding_elements;
	uint64_t swizzle_mask; /* 0: none */
	int swizzle_shift;
} gm_padding_layout;

typedef struct gm_padding_advice {
	int64_t wavefronts_count;       /* of all accesses, as they are */
	int64_t ideal_wavefronts_count; /* the fewest these accesses could take */
	bool padding_found, swizzle_found;
	gm_padding_layout padding; /* padding_elements 0 when there is nothing to remove */
	gm_padding_layout swizzle; /* swizzle_mask 0 when there is nothing to remove */
} gm_padding_advice;

/* Byte address of element row * width + column in the layout. */
uint64_t gm_padding_address(const gm_padding_layout *layout, uint64_t index, int64_t width,
                            int element_bytes);

/* Wavefronts of all accesses in the layout. */
int64_t gm_padding_wavefronts(const gm_padding_layout *layout, gm_bank_rule rule,
                              const gm_access *accesses, size_t count, int64_t width,
                              int element_bytes);

/* Element bytes 1, 2, 4, 8 or 16, width at least 1; no access narrower than an element. */
gm_padding_advice gm_padding_find(gm_bank_rule rule, const gm_access *accesses, size_t count,
                                  int64_t width, int element_bytes);

#endif
