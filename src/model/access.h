/*
 * One warp request to memory, as the counting rules see it: which lanes, how wide, where.
 */
#ifndef GM_MODEL_ACCESS_H
#define GM_MODEL_ACCESS_H

#include <stdint.h>

typedef struct gm_access {
	int lanes_count;         /* lanes of the warp: 32, or 64 on AMD */
	int access_bytes;        /* per lane: 1, 2, 4, 8 or 16 */
	uint64_t active;         /* bit i = lane i takes part; may be 0 */
	const uint64_t *address; /* first byte of each lane's access, lanes_count entries; entries of
	                            inactive lanes are ignored */
} gm_access;

#endif
