/*
 * Footprints: the distinct 32-byte sectors of global memory that a block, the blocks of a wave, and
 * the whole grid touch.
 *
 * The sectors of a site are kept as progressions: a run of `width` sectors repeated along nested
 * strides. A loop cut short, and the step from one block to the next along each axis of the grid, each
 * add a stride instead of walking. Runs that meet are joined, strides that continue one another too,
 * so a matrix row or a tile column ends as one progression.
 *
 * Sites of one array that touch the same progression count once. Progressions that overlap in part are
 * added and the sum capped by their hull and by the array: `exact` is then false and the result an
 * estimate, mostly from above; a block at the edge that differs from the representative is not seen.
 */
#ifndef GM_MODEL_FOOTPRINT_H
#define GM_MODEL_FOOTPRINT_H

#include "model/grid_trace.h"

enum { GM_STRIDES_MAX = 8 };

/* width * product of counts sectors, from `first` on. Strides are positive and ascending. */
typedef struct gm_sector_run {
	int64_t first, width;
	int strides_count;
	struct {
		int64_t stride, count;
	} strides[GM_STRIDES_MAX];
} gm_sector_run;

/* Sectors, without duplicates, read and written; by array and in all. */
typedef struct gm_distinct {
	double read_bytes, written_bytes;
	double either_bytes; /* read or written */
	bool exact;
} gm_distinct;

typedef struct gm_footprint gm_footprint;

/* Of the traced block and its steps; the trace may be freed, the kernel must outlive the footprint. */
gm_footprint *gm_footprint_new(const gm_grid_trace *trace);

/* The same from the kernel. GM_OK also when the kernel touches nothing. */
gm_status gm_footprint_gather(const gm_kernel *kernel, int warp_lanes, gm_footprint **out,
                              gm_error *err);
void gm_footprint_free(gm_footprint *footprint); /* NULL accepted */

/* Of `blocks` blocks that follow each other in launch order (x fastest); all when it exceeds the grid. */
gm_distinct gm_footprint_of_blocks(const gm_footprint *footprint, int64_t blocks);

/* For tests and drawings: adds one stride to a progression, joining where it continues. False when it
   has no room for another. */
bool gm_sector_run_repeat(gm_sector_run *progression, int64_t stride, int64_t count);

/* Sectors of one progression; exact when its parts cannot overlap. */
double gm_sector_run_sectors(const gm_sector_run *progression, bool *exact);

#endif
