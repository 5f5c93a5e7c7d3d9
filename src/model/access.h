/*
 * One warp request to memory, as the counting rules see it: which lanes, how wide, where.
 *
 * Addresses are bytes. An access need not be aligned to its width; it then names the bytes it names,
 * and every rule counts all of them. No access may run past the last byte of the 64-bit address space.
 *
 * Most requests of real kernels are arithmetic progressions (a[i], a[i + offset], a[i * stride], all
 * lanes on one element). gm_access_progression finds them, so that rules can use a closed form.
 */
#ifndef GM_MODEL_ACCESS_H
#define GM_MODEL_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gm_access {
	int lanes_count;         /* lanes of the warp: 32, or 64 on AMD */
	int access_bytes;        /* per lane: 1, 2, 4, 8 or 16 */
	uint64_t active;         /* bit i = lane i takes part; may be 0 */
	const uint64_t *address; /* first byte of each lane's access, lanes_count entries; entries of
	                            inactive lanes are ignored */
} gm_access;

/* Lanes of consecutive numbers whose addresses lie a constant distance apart. */
typedef struct gm_progression {
	int count;               /* lanes, at least 1 */
	bool falling;            /* the address falls as the lane rises */
	uint64_t low_bytes;      /* the lowest address */
	uint64_t distance_bytes; /* between neighbours; 0: all lanes name the same address */
} gm_progression;

/* The lanes of `active` that the warp has: bits past lanes_count are no lanes. */
uint64_t gm_access_lanes(const gm_access *access);

/* The lanes [first, first + count) as a mask; count 0 to 64. */
uint64_t gm_access_group(int first, int count);

/* true and *out when the lanes of `lanes` (not 0, a subset of the access's) have no gap between them
   and their addresses progress by a constant distance below 2^48 bytes. */
bool gm_access_progression(const gm_access *access, uint64_t lanes, gm_progression *out);

#endif
