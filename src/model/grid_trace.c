#include "model/grid_trace.h"

#include "model/chain_site.h"
#include "model/grid_doubt.h"
#include "model/grid_fold.h"
#include "model/grid_others.h"
#include "model/grid_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ASKING_TRIES = 16 };

static gm_status
doubt(gm_grid_trace *g, gm_error *err)
{
	const size_t count = (size_t)g->here.sites_count + 1;
	bool *before = memcpy(gm_allocate(count, sizeof *before), g->irregular, count * sizeof *before);
	gm_status status = gm_grid_doubt_data(g, err);
	if (status == GM_OK)
		status = gm_grid_fold_by_data(g, before, err);
	free(before);
	return status;
}

/* Another block that asks for memory, when this one does not: of those that stand for many the first. */
static gm_status
find_asking(gm_grid_trace *g, int warp_lanes, gm_error *err)
{
	gm_block_samples samples;
	gm_status status = gm_kernel_blocks(g->kernel, &samples, err);
	for (size_t i = 0; i < samples.count && i < ASKING_TRIES && status == GM_OK; i++) {
		if (g->here.requests_count > 0)
			break;
		gm_trace_dispose(&g->here);
		g->block = samples.samples[i].block;
		status = gm_trace_record(g->kernel, g->ends, g->block, warp_lanes, &g->here, err);
	}
	gm_block_samples_dispose(&samples);
	return status;
}

static bool
has_memory(const gm_kernel *kernel)
{
	for (int s = 0; s < kernel->sites_count; s++)
		if (kernel->sites[s].space == GM_GLOBAL)
			return true;
	return false;
}

static void
set_window_ends(gm_grid_trace *g, const gm_issue *issue)
{
	const int count = g->kernel->sites_count;
	g->ends = gm_allocate((size_t)count + 1, sizeof *g->ends);
	for (int s = 0; s < count; s++)
		g->ends[s] = (float)gm_chain_window_end(g->kernel, s, &issue[s]);
}

gm_status
gm_grid_trace_around(const gm_kernel *kernel, const gm_issue *issue, gm_dim3 block, const gm_moves *moves,
                     int warp_lanes, int64_t resident, int64_t sms, gm_grid_trace **out, gm_error *err)
{
	gm_grid_trace *g = gm_allocate(1, sizeof *g);
	g->kernel = kernel;
	g->grid = kernel->grid;
	g->block = block;
	g->warp_lanes = warp_lanes;
	g->step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->step);
	g->irregular = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->irregular);
	g->alike = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->alike);
	g->in_step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->in_step);
	g->own_step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->own_step);
	memset(g->in_step, true, (size_t)kernel->sites_count);
	set_window_ends(g, issue);
	gm_near_traces near = {.kernel = kernel, .ends = g->ends, .warp_lanes = warp_lanes, .here = &g->here, .moves = moves};
	g->near = &near;
	gm_status status = gm_trace_record(kernel, g->ends, g->block, warp_lanes, &g->here, err);
	if (status == GM_OK && g->here.requests_count == 0 && has_memory(kernel))
		status = find_asking(g, warp_lanes, err);
	near.block = g->block;
	for (int axis = 0; axis < 3 && status == GM_OK; axis++)
		status = gm_grid_step_measure(g, axis, err);
	if (status == GM_OK)
		status = doubt(g, err);
	if (status == GM_OK && g->grid.x == kernel->grid.x)
		status = gm_grid_fold(g, err);
	g->regular = true;
	for (int s = 0; s < kernel->sites_count; s++)
		g->regular = g->regular && !g->irregular[s];
	if (status == GM_OK && !g->regular && resident > 0)
		status = gm_grid_trace_others(g, warp_lanes, resident, sms, err);
	if (status == GM_OK)
		gm_grid_doubt_by_others(g);
	if (status == GM_OK && !g->regular && resident > 0)
		status = gm_grid_find_alike(g, err);
	gm_near_traces_dispose(&near);
	g->near = NULL;
	if (status == GM_OK)
		*out = g;
	else
		gm_grid_trace_free(g);
	return status;
}

gm_status
gm_grid_trace_gather(const gm_kernel *kernel, int warp_lanes, int64_t resident, int64_t sms,
                     gm_grid_trace **out, gm_error *err)
{
	gm_block_samples samples;
	gm_issue *issue = gm_allocate((size_t)kernel->sites_count + 1, sizeof *issue);
	gm_status status = gm_kernel_blocks(kernel, &samples, err);
	gm_kernel_issue(kernel, 9, 0, issue);
	if (status == GM_OK)
		status = gm_grid_trace_around(kernel, issue, samples.common, samples.moves, warp_lanes,
		                              resident, sms, out, err);
	free(issue);
	gm_block_samples_dispose(&samples);
	return status;
}

void
gm_grid_trace_free(gm_grid_trace *trace)
{
	if (!trace)
		return;
	for (int i = 0; i < trace->others_count; i++)
		gm_trace_dispose(&trace->others[i]);
	for (int i = 0; i < trace->far_count; i++)
		gm_trace_dispose(&trace->far[i]);
	free(trace->far);
	gm_trace_dispose(&trace->here);
	free(trace->others);
	free(trace->step);
	free(trace->irregular);
	free(trace->in_step);
	free(trace->own_step);
	free(trace->alike);
	free(trace->ends);
	free(trace);
}

int64_t
gm_grid_trace_move(const gm_grid_trace *trace, int site, gm_dim3 block)
{
	const int64_t *step = trace->step[site];
	return step[0] * (block.x - trace->block.x) + step[1] * (block.y - trace->block.y) +
	       step[2] * (block.z - trace->block.z);
}

gm_dim3
gm_grid_trace_block(const gm_grid_trace *trace, int64_t at)
{
	return gm_dim3_at(trace->grid, at);
}

double
gm_grid_trace_behind(const gm_grid_trace *trace)
{
	const gm_trace *here = &trace->here;
	const gm_site *sites = trace->kernel->sites;
	const int count = trace->kernel->sites_count;
	const gm_trace_request **first = gm_allocate((size_t)count + 1, sizeof *first);
	double most = 0;
	for (size_t i = here->requests_count; i-- > 0;)
		first[here->requests[i].site] = &here->requests[i];
	for (int a = 0; a < count; a++)
		for (int b = 0; b < a; b++) {
			const int64_t step = trace->step[a][0];
			if (!first[a] || !first[b] || sites[a].array != sites[b].array || step == 0 ||
			    step != trace->step[b][0])
				continue;
			const double apart = (double)(first[a]->address - first[b]->address);
			most = fmax(most, fabs(apart / (double)step));
		}
	free(first);
	return fmin(most, (double)gm_dim3_volume(trace->grid));
}
