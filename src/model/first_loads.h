/*
 * What the resident blocks load first, all together: it is in L2 when one of them comes to it later.
 *
 * Each thread of an n-body step begins with its own body, and then walks along all bodies. The array is read
 * from DRAM once, by the first loads of all blocks; the walk finds it in L2, although each SM comes to most of
 * it for the first time. Counted are the loads that each warp begins with, before it waits for any of them, of
 * sites that move evenly from block to block, where the blocks leave no holes between them.
 *
 * Source: 256 KiB that 1 to 264 blocks walk along, H200 (measured for this model: 16 bytes at a time, all
 * lanes the same): cold 236 to 413 clocks longer than warm for each fetch unit of DRAM, and -2 to 8 where 64
 * blocks and more have loaded all of it before.
 */
#ifndef GM_MODEL_FIRST_LOADS_H
#define GM_MODEL_FIRST_LOADS_H

#include "model/grid_trace.h"
#include "model/l1_cache.h"

enum { GM_FIRST_LOADS_MOST = 4 };

/* From one sector to before another. */
typedef struct gm_sector_range {
	int64_t from, to;
} gm_sector_range;

typedef struct gm_first_loads {
	gm_sector_range range[GM_FIRST_LOADS_MOST];
	int count;
} gm_first_loads;

/* `wave`: blocks that are resident at once, the first of the grid. */
gm_first_loads gm_first_loads_of(const gm_grid_trace *trace, int64_t wave);

/* Whether the whole line is among them. */
bool gm_first_loads_have(const gm_first_loads *first, int64_t line);

#endif
