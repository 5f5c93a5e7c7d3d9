/*
 * What one block of a regular kernel touches: its trace with the loops' turns laid out.
 *
 * A sector that the block has stored whole it does not fetch when it loads it later (model/stored.h).
 *
 * Of loops of many turns a part is laid out, that of the lowest addresses: the first turns of one that goes up, the last
 * of one that goes down. So two that go over the same array forth and back meet.
 */
#ifndef GM_MODEL_TOUCHES_H
#define GM_MODEL_TOUCHES_H

#include "model/filling.h"
#include "model/grid_trace.h"
#include "model/reach_box.h"
#include "model/returns.h"
#include "model/stored.h"

/* A sector that the traced block touches. */
typedef struct gm_touched {
	gm_reach_touch touch;
	uint32_t site;
} gm_touched;

typedef struct gm_touches {
	const gm_grid_trace *trace;
	gm_touched *items;
	size_t count, capacity;
	gm_sector_set known;   /* by site and sector, to drop repetitions: the item, counted from 1 */
	gm_stored all;         /* what all warps store */
	gm_sector_set own;     /* sectors: which bytes the present warp has stored so far */
	gm_stored_time now;    /* of the present request */
	bool stores_only;      /* are looked at, to fill `all` */
	gm_filling filling;
	gm_returns returns;
	int array;             /* whose sites are looked at; -1: of all */
	int64_t runs_max;      /* of a loop; the turns that are walked stand for all */
	uint32_t requests;     /* so far */
} gm_touches;

/* Irregular sites are left out, and with `array` 0 or more those of other arrays. Loops are walked so far that the
   touches of `boxes` blocks stay few. Disposed by the caller. */
gm_touches gm_touches_gather(const gm_grid_trace *trace, int array, double boxes);

/* The mean weight of stores. */
double gm_touches_stored_weight(const gm_touches *touches);

void gm_touches_dispose(gm_touches *touches);

#endif
