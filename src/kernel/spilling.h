/*
 * Where machine code stores registers to local memory and loads them again: what a decoder of the code
 * (input/machine_code.h) or a line of a launch list (input/spill_lines.h) says of one kernel.
 *
 * A region is what lies in a loop of the machine code and in no loop within it; region 0 lies in none. Its items
 * stand in the order of the code. Besides spills they are what can be found again in PTX: where basic blocks begin,
 * accesses to global memory, barriers.
 */
#ifndef GM_KERNEL_SPILLING_H
#define GM_KERNEL_SPILLING_H

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum gm_spill_kind {
	GM_SPILL_BLOCK,   /* a basic block begins */
	GM_SPILL_FETCH,   /* a load from global memory */
	GM_SPILL_PUT,     /* a store or an atomic there */
	GM_SPILL_BARRIER,
	GM_SPILL_STORE,
	GM_SPILL_LOAD,
	GM_SPILL_KIND_COUNT
} gm_spill_kind;

typedef struct gm_spill_item {
	uint8_t kind;
	uint8_t bytes; /* per lane, of a spill: 1 to 16 */
	bool last;     /* a load after which the place is free (LDL.LU) */
	int32_t at;    /* instructions of the region before it; NOP and spills are not counted */
	int32_t maker; /* of a store: which of the region's fetches made the value; -1: none */
	int32_t use;   /* of a load: instructions between it and the first that reads the value; -1: not seen */
	int64_t place; /* of a spill: bytes from the begin of the frame */
} gm_spill_item;

typedef struct gm_spill_region {
	int32_t parent; /* the region around it, -1: none */
	int32_t length; /* instructions but NOP and spills */
	const gm_spill_item *items;
	int32_t items_count;
} gm_spill_region;

typedef struct gm_spilling {
	const gm_spill_region *regions;
	int32_t regions_count; /* 0: not known, or nothing is spilled */
} gm_spilling;

/* With its regions and items. */
gm_spilling gm_spilling_copy(gm_arena *arena, const gm_spilling *spilling);

/* What is known of a kernel's spills. */
typedef enum gm_spills_known {
	GM_SPILLS_ESTIMATED, /* from its registers and the bytes of its frame */
	GM_SPILLS_READ,      /* from its machine code */
	GM_SPILLS_NOT_FOUND  /* estimated, as loops of the machine code are not those of its PTX */
} gm_spills_known;

#endif
