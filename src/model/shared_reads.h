/*
 * Which reads of L2 several blocks have in common, site by site: those of sites that do not move from one block to
 * the next, and those that data lead to the same places in several blocks in a row. Of these neighbouring SMs join
 * some (model/sm_joins.h).
 */
#ifndef GM_MODEL_SHARED_READS_H
#define GM_MODEL_SHARED_READS_H

#include "model/grid_trace.h"
#include "model/l1_simulation.h"
#include "model/sm_joins.h"
#include "model/turns.h"

typedef struct gm_shared_reads {
	const gm_device *device;
	const gm_kernel *kernel;
	const gm_grid_trace *trace;
	double resident;    /* blocks on an SM at once */
	double first_ratio; /* of what is fetched, what the first blocks do */
	double run_s;       /* of a block; 0: the clock is not known */
	gm_sm_joins joins;  /* among the blocks along the first axis */
} gm_shared_reads;

/* `tally`: of each site. All that is given has to live on. */
gm_shared_reads gm_shared_reads_of(const gm_device *device, const gm_kernel *kernel, const gm_grid_trace *trace,
                                   const gm_l1_tally *tally, double resident, const gm_turns *turns);

/* What is left of a site's reads when those of several SMs have joined. */
double gm_shared_reads_left(const gm_shared_reads *shared, int site);

#endif
