/*
 * Which reads of L2 several blocks have in common, site by site: those of sites that do not move from one block to
 * another, along an axis of the grid or several, and those that data lead to the same places in several blocks in a
 * row. Of these SMs join some (model/sm_joins.h): while the first blocks run, those that share wherever they are in
 * the grid; later those in a row. Where blocks share one read with few and another with more, the first keeps them in step;
 * of the other, if it is waited for with the first, some join by chance, the more of it, the less the first is.
 * Of a line that a warp asks for in parts hardly any but the last join.
 */
#ifndef GM_MODEL_SHARED_READS_H
#define GM_MODEL_SHARED_READS_H

#include "model/cache_state.h"
#include "model/grid_trace.h"
#include "model/l1_simulation.h"
#include "model/sm_joins.h"
#include "model/turns.h"

typedef struct gm_shared_reads {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_grid_trace *trace;
	double in_turn; /* from 0: the blocks of an SM stay together, to 1: they run one ahead of the other */
	gm_sm_pace pace;
	gm_sm_joins joins;   /* of the kernel */
	gm_sm_joins *sites;  /* of each site */
} gm_shared_reads;

/* `tally`: of each site. All that is given has to live on. */
gm_shared_reads gm_shared_reads_new(const gm_device *device, const gm_kernel *kernel, const gm_grid_trace *trace,
                                    const gm_l1_tally *tally, double resident, const gm_turns *turns,
                                    gm_cache_state state);
void gm_shared_reads_dispose(gm_shared_reads *shared);

/* What is left of a site's reads when those of several SMs have joined. */
double gm_shared_reads_left(const gm_shared_reads *shared, int site);

#endif
