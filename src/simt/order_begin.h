/*
 * Where it begins that something hangs on what decides beside the input (gm_hang, order.h): steps whose results bring
 * it.
 */
#ifndef GM_SIMT_ORDER_BEGIN_H
#define GM_SIMT_ORDER_BEGIN_H

#include "simt/machine.h"
#include "simt/regions.h"

typedef struct ptx_order_begin {
	const ptx_program *program;
	const gm_site *sites;
	ptx_regions where;
	bool *written; /* per region: some step writes it; owned */
	bool *clocks;  /* per unit: it holds the time; owned */
} ptx_order_begin;

/* All borrowed. */
void gm_ptx_order_begin_init(ptx_order_begin *begin, const ptx_program *program, const gm_site *sites,
			     ptx_regions where);
void gm_ptx_order_begin_dispose(ptx_order_begin *begin);

/* What the step, which does this to memory, makes. */
bool gm_ptx_order_begins(const ptx_order_begin *begin, gm_hang on, int32_t step, const ptx_effects *effects);

/* What the step leaves in memory is another thing in another order. */
bool gm_ptx_order_is_kept(const ptx_step *step);

/* In any step of the program, by either. */
bool gm_ptx_order_begins_somewhere(const ptx_order_begin *begin, gm_hang on);

#endif
