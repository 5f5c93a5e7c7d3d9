/*
 * What a block stores, and when: whether a load finds it in L2.
 *
 * A trace has the programs of the warps one by one. Between warps, time is the order in which requests
 * were recorded, for no request behind a barrier is recorded before the last one that stands before it;
 * in a loop, the turn comes first. Requests of two warps between the same barriers have no order: that of
 * the record is as good as any.
 */
#ifndef GM_MODEL_STORED_H
#define GM_MODEL_STORED_H

#include "model/sector_set.h"

#include <stdbool.h>
#include <stddef.h>

/* When a request runs. */
typedef struct gm_stored_time {
	uint32_t warp;
	uint32_t loop;    /* the warp's outermost loop around it, counted from 1; 0: none */
	int64_t turn;     /* of that loop */
	uint32_t request; /* in the order of the record */
} gm_stored_time;

/* Starts as {0}. */
typedef struct gm_stored {
	gm_sector_set bytes; /* sectors: which bytes are stored, by anybody at any time */
	gm_sector_set first; /* sectors: place of the first store's time, counted from 1 */
	gm_stored_time *times;
	size_t count, capacity;
} gm_stored;

/* Bytes of a sector are stored. */
void gm_stored_add(gm_stored *stored, int64_t sector, uint32_t bytes, gm_stored_time at);

/* The sector is stored whole, and another warp began that before the load. */
bool gm_stored_by_others(const gm_stored *stored, int64_t sector, gm_stored_time load);

void gm_stored_dispose(gm_stored *stored);

#endif
