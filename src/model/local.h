/*
 * Where the hardware puts local memory: word k (4 bytes) of all threads of a warp lies together, so that
 * lanes at the same offset share a line. Lanes at other words touch other lines, and lanes at bytes of one
 * word the same sectors as those at the word. Measured on an H200 (arrays of 64 floats and bytes, 32 and 256
 * threads): a store of bytes by a warp writes 4 sectors, as one of words does.
 *
 * An address in local memory is the offset in the thread's own piece.
 */
#ifndef GM_MODEL_LOCAL_H
#define GM_MODEL_LOCAL_H

#include "model/access.h"

enum {
	GM_LOCAL_WORDS = 1 << 18,    /* of a thread; offsets beyond begin again */
	GM_LOCAL_SECTORS_MAX = 64 * 4 /* of a request */
};

/* The sectors that the active lanes touch, in the order of their numbers, sector 0 that of the first lanes' word
   0. Returns how many. */
int gm_local_sectors(const gm_access *access, int64_t sectors[GM_LOCAL_SECTORS_MAX]);

/* Adds a request to a site's counters (model/counts.h). `banked`: it passes the banks of L1, where lane i has
   bank i in every line, whatever its word: a pass for each word of a lane. */
void gm_local_count(const gm_access *access, bool banked, int64_t *of);

#endif
