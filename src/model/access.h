/*
 * One warp request to memory, as the counting rules see it: which lanes, how wide, where.
 *
 * Addresses are bytes. An access need not be aligned to its width; it then names the bytes it names,
 * and every rule counts all of them. No access may run past the last byte of the 64-bit address space.
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

/* The lanes [first, first + count) as a mask; count 0 to 64. */
static inline uint64_t
gm_access_group(int first, int count)
{
	return (count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << first;
}

/* The lanes of `active` that the warp has: bits past lanes_count are no lanes. */
static inline uint64_t
gm_access_lanes(const gm_access *access)
{
	return access->active & gm_access_group(0, access->lanes_count);
}

/* log2 of access_bytes. */
static inline int
gm_access_shift(const gm_access *access)
{
	return __builtin_ctz((unsigned)access->access_bytes);
}

/* The addresses of the lanes of `lanes` (a subset of the access's), without gaps: borrowed from the
   access where they lie together, else copied to `storage`. Returns how many. */
int gm_access_gather(const gm_access *access, uint64_t lanes, uint64_t storage[64],
                     const uint64_t **out);

#endif
