/*
 * How much the warps of a block work on the same words of shared memory: the additions that go to each
 * word, by warp. For atomics that take rounds (model/rounds.h).
 */
#ifndef GM_MODEL_CROWD_H
#define GM_MODEL_CROWD_H

#include "model/access.h"

typedef struct gm_crowd gm_crowd;

gm_crowd *gm_crowd_new(void);
void gm_crowd_free(gm_crowd *crowd); /* NULL accepted */

/* A block begins; one request of a warp (below 64). */
void gm_crowd_begin(gm_crowd *crowd);
void gm_crowd_add(gm_crowd *crowd, int warp, const gm_access *access);

/* Lanes of other warps that come to the word of a lane for each request of its own warp: the mean over
   the lanes of the block since it began; 0 without any. What a cut loop repeats goes the same way. */
double gm_crowd_others(const gm_crowd *crowd);

#endif
