/*
 * Stores and loads of spilled registers as steps of a program.
 *
 * A load copies the register that it stands for, which keeps its value, into one of its own, from which the rest of
 * its block reads: values, and what is known of them, are as they were without it, and whoever reads waits for it.
 */
#ifndef GM_SASS_SPILL_INSERT_H
#define GM_SASS_SPILL_INSERT_H

#include "simt/flow.h"
#include "simt/lower.h"

typedef struct spill_access {
	int32_t step;  /* of the program as it was */
	bool behind;   /* it, and not before it */
	bool store;
	bool read;     /* of a load: the rest of the block reads what it made */
	uint8_t bytes; /* per lane */
	uint32_t unit; /* that is stored, or for which the load stands; PTX_NO_UNIT: none that is known */
	int64_t place; /* in local memory */
} spill_access;

typedef struct spill_accesses {
	spill_access *items;
	size_t count, room;
} spill_accesses;

void gm_ptx_spill_add(spill_accesses *accesses, spill_access access);

/* They are in the order in which they are executed; `graph` is that of the lowered program. */
void gm_ptx_spill_insert(ptx_lowering *lo, const ptx_graph *graph, const spill_accesses *accesses);

#endif
