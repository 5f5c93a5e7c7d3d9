#include "model/shared_reads.h"

#include "base/memory.h"
#include "model/l1_share.h"
#include "model/sm_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Along which the blocks follow each other. */
static int
first_axis(gm_dim3 grid)
{
	return grid.x > 1 ? 0 : grid.y > 1 ? 1 : 2;
}

static bool
has_barriers(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].operation == GM_BARRIER)
			return true;
	return false;
}

static gm_sm_pace
pace_of(const gm_shared_reads *r, const gm_l1_tally *tally, double resident, const gm_turns *turns,
        gm_cache_state state)
{
	const double blocks = (double)gm_dim3_volume(r->kernel->grid), warps = (double)r->trace->here.warps_count;
	const double of_sm = blocks / fmin(blocks, gm_device_value(r->device, GM_SM_COUNT));
	double waiting = 0, opening = 0, asked = 0, found = 0;
	for (int s = 0; s < r->kernel->sites_count; s++) {
		waiting += tally[s].waits.waiting;
		opening += tally[s].waits.opening;
		asked += gm_operation_is_memory(r->kernel->sites[s].operation) ? tally[s].asked : 0;
		found += tally[s].found;
	}
	return (gm_sm_pace){.blocks = blocks,
	                    .resident = resident,
	                    .warps = resident * warps,
	                    .passes = turns->passes,
	                    .loads = waiting / (of_sm * warps),
	                    .busy_cycles = turns->busy_cycles,
	                    .alone_cycles = turns->alone_cycles,
	                    .first_ratio = gm_l1_first_round_ratio(r->kernel, tally),
	                    .missed = asked > 0 ? 1 - found / asked : 1,
	                    .opening = state == GM_CACHE_COLD && waiting > 0 ? opening / waiting : 0,
	                    .barriers = has_barriers(r->kernel)};
}

typedef struct reading {
	const gm_grid_trace *trace;
	int site;
	int64_t alike; /* blocks in a row that read the same; 0: as the site's steps say */
} reading;

static int64_t
place(const void *state, int64_t block)
{
	const reading *r = state;
	if (r->alike)
		return block / r->alike;
	return gm_grid_trace_move(r->trace, r->site, gm_grid_trace_block(r->trace, block));
}

static gm_sm_sharing
shared_first(const gm_shared_reads *r, int site, int64_t alike)
{
	const reading reads = {r->trace, site, alike};
	const gm_sm_groups groups = {
	        .blocks = (int64_t)r->pace.blocks,
	        .sms = (int64_t)gm_device_value(r->device, GM_SM_COUNT),
	        .resident = (int64_t)r->pace.resident,
	        .groups = (int64_t)gm_device_value_or(r->device, GM_L2_JOIN_GROUPS, 1),
	        .joined = (int64_t)gm_device_value_or(r->device, GM_L2_JOIN_SMS, 1)};
	return gm_sm_groups_share(&groups, place, &reads);
}

/* Of an axis along which there is one block the step does not count. */
static bool
same_steps(const gm_grid_trace *trace, int a, int b)
{
	gm_dim3 grid = trace->grid;
	for (int axis = 0; axis < 3; axis++)
		if (*gm_dim3_side(&grid, axis) > 1 && trace->step[a][axis] != trace->step[b][axis])
			return false;
	return true;
}

/* Every block its own places, as far as one can see without looking at all. */
static bool
moves_always(const gm_grid_trace *trace, int site)
{
	gm_dim3 grid = trace->grid;
	const int axis = first_axis(grid);
	return trace->step[site][axis] != 0 && *gm_dim3_side(&grid, axis) == gm_dim3_volume(grid);
}

static gm_sm_joins
joins_of(const gm_shared_reads *r, const gm_l1_tally *tally, int site)
{
	const gm_grid_trace *trace = r->trace;
	const bool irregular = trace->irregular[site];
	const int64_t alike = irregular ? trace->alike[site] : 0;
	gm_dim3 grid = trace->grid;
	const int axis = first_axis(grid);
	if (r->kernel->sites[site].space != GM_GLOBAL || r->kernel->sites[site].operation == GM_STORE ||
	    tally[site].asked <= tally[site].found || (irregular ? alike < 2 : moves_always(trace, site)))
		return (gm_sm_joins){0};
	for (int s = 0; s < site; s++)
		if (r->sites[s].early > 0 && !irregular && !trace->irregular[s] && same_steps(trace, s, site))
			return r->sites[s];
	const double row = irregular ? (double)alike : trace->step[site][axis] ? 1 : (double)*gm_dim3_side(&grid, axis);
	return gm_sm_joins_of(r->device, &r->joins, &r->pace, shared_first(r, site, alike), row);
}

gm_shared_reads
gm_shared_reads_new(const gm_device *device, const gm_kernel *kernel, const gm_grid_trace *trace,
                    const gm_l1_tally *tally, double resident, const gm_turns *turns, gm_cache_state state)
{
	gm_shared_reads r = {.device = device,
	                     .kernel = kernel,
	                     .trace = trace,
	                     .sites = gm_allocate((size_t)kernel->sites_count + 1, sizeof *r.sites)};
	r.pace = pace_of(&r, tally, resident, turns, state);
	r.joins = gm_sm_joins_evaluate(device, &r.pace);
	for (int s = 0; s < kernel->sites_count; s++) {
		r.sites[s] = joins_of(&r, tally, s);
		if (r.sites[s].ratio > r.joins.ratio)
			r.joins = r.sites[s];
	}
	return r;
}

void
gm_shared_reads_dispose(gm_shared_reads *r)
{
	free(r->sites);
	r->sites = NULL;
}

double
gm_shared_reads_left(const gm_shared_reads *r, int site)
{
	return 1 - r->sites[site].ratio;
}
