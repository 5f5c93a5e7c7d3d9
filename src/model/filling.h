/*
 * Sectors that a warp fills bit by bit: how long they lie in L2 half written.
 *
 * A thread that stores a row of its own, word by word, needs eight stores for a sector; until the last of
 * them the sector is open. L2 that has to make room meanwhile completes it from DRAM and writes it back, and
 * the rest of its words come to a sector that is open again (model/l2_life.h has what follows). Time is
 * counted in requests of the warp. What one warp leaves open is not counted: others complete it, or none.
 */
#ifndef GM_MODEL_FILLING_H
#define GM_MODEL_FILLING_H

#include "model/sector_set.h"

typedef struct gm_filling_sums {
	double sectors; /* that are filled by several stores */
	double again;   /* stores to them after the first */
	double lines;   /* open at once, in the mean */
	double share;   /* of the warp's time that such a sector is open, summed over them */
	double apart;   /* summed over them: what the request that fills it leaves out around it */
} gm_filling_sums;

/* Starts as {0}. */
typedef struct gm_filling {
	gm_filling_sums sums;              /* of the warps that have ended */
	gm_sector_set written, since;      /* sectors: bytes; the request, from 1, that opened them */
	gm_sector_set stores;              /* sectors: how many so far */
	gm_sector_set open, line_since;    /* lines: open sectors; the request that opened the first */
	gm_filling_sums warp;              /* of the present one, in requests */
	uint32_t requests;                 /* of it */
	double empty;                      /* of the present one (gm_trace_empty_share) */
} gm_filling;

/* The warp has another request, which leaves out this share of the kilobytes it touches; it stores these bytes
   of a sector; it ends. */
void gm_filling_next(gm_filling *filling, double empty);
void gm_filling_store(gm_filling *filling, int64_t sector, uint32_t bytes);
void gm_filling_end_warp(gm_filling *filling);

void gm_filling_dispose(gm_filling *filling);

#endif
