#include "model/shared_reads.h"

#include "model/l1_share.h"

#include <math.h>

/* Seconds that a block runs: it waits for its operands, or the resident ones for the issue of all. */
static double
block_s(const gm_device *device, const gm_turns *turns)
{
	double clock_hz = 0;
	if (!gm_device_achievable(device, GM_SM_CLOCK, &clock_hz) || clock_hz <= 0)
		return 0;
	return fmax(turns->alone_cycles, turns->issue_cycles) / clock_hz;
}

/* Of so many neighbours that read the same. */
static gm_sm_joins
joins_among(const gm_shared_reads *r, double sharing)
{
	return gm_sm_joins_evaluate(r->device, (double)gm_dim3_volume(r->kernel->grid), r->resident, sharing,
	                            r->first_ratio, r->run_s);
}

/* Along which the blocks follow each other. */
static int
first_axis(gm_dim3 grid)
{
	return grid.x > 1 ? 0 : grid.y > 1 ? 1 : 2;
}

gm_shared_reads
gm_shared_reads_of(const gm_device *device, const gm_kernel *kernel, const gm_grid_trace *trace,
                   const gm_l1_tally *tally, double resident, const gm_turns *turns)
{
	gm_dim3 grid = trace->grid;
	gm_shared_reads r = {.device = device,
	                     .kernel = kernel,
	                     .trace = trace,
	                     .resident = resident,
	                     .first_ratio = gm_l1_first_round_ratio(kernel, tally),
	                     .run_s = block_s(device, turns)};
	r.joins = joins_among(&r, (double)*gm_dim3_side(&grid, first_axis(grid)));
	return r;
}

double
gm_shared_reads_left(const gm_shared_reads *r, int site)
{
	const bool irregular = r->trace->irregular[site];
	const int64_t alike = r->trace->alike[site];
	if (r->kernel->sites[site].space != GM_GLOBAL || (irregular && alike < 2))
		return 1;
	if (irregular)
		return 1 - joins_among(r, (double)alike).ratio;
	return r->trace->step[site][first_axis(r->trace->grid)] != 0 ? 1 : 1 - r->joins.ratio;
}
