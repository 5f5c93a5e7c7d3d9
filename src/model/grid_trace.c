#include "model/grid_trace.h"

#include <stdlib.h>
#include <string.h>

enum {
	OTHERS_MAX = 16,
	OTHER_REQUESTS_MAX = 200000, /* traced in all others together */
};

static int64_t *
axis_of(gm_dim3 *size, int axis)
{
	return axis == 0 ? &size->x : axis == 1 ? &size->y : &size->z;
}

static gm_dim3
most_common(const gm_block_samples *samples)
{
	size_t best = 0;
	for (size_t i = 1; i < samples->count; i++)
		if (samples->samples[i].weight > samples->samples[best].weight)
			best = i;
	return samples->samples[best].block;
}

/* The step of each site that all its requests agree on; else the site is irregular. A neighbour with
   another number of requests still tells as long as both do the same. */
static void
compare(gm_grid_trace *g, const gm_trace *there, int axis, int64_t move)
{
	bool *seen = gm_allocate((size_t)g->here.sites_count + 1, sizeof *seen);
	const size_t n = g->here.requests_count < there->requests_count ? g->here.requests_count
	                                                                : there->requests_count;
	for (size_t i = 0; i < n; i++) {
		const gm_trace_request *a = &g->here.requests[i], *b = &there->requests[i];
		if (a->local)
			continue;
		const int64_t step = move * (b->address - a->address);
		if (a->site != b->site)
			g->irregular[a->site] = true;
		else if (seen[a->site] && g->step[a->site][axis] != step)
			g->irregular[a->site] = true;
		else
			g->step[a->site][axis] = step;
		seen[a->site] = true;
	}
	free(seen);
}

static gm_status
measure_step(gm_grid_trace *g, int warp_lanes, int axis, gm_error *err)
{
	gm_dim3 grid = g->kernel->grid, there = g->block;
	if (*axis_of(&grid, axis) == 1)
		return GM_OK;
	const int64_t move = *axis_of(&there, axis) + 1 < *axis_of(&grid, axis) ? 1 : -1;
	*axis_of(&there, axis) += move;
	gm_trace neighbour;
	const gm_status status = gm_trace_record(g->kernel, there, warp_lanes, &neighbour, err);
	if (status == GM_OK)
		compare(g, &neighbour, axis, move);
	gm_trace_dispose(&neighbour);
	return status;
}

static gm_status
trace_others(gm_grid_trace *g, int warp_lanes, int64_t resident, int64_t sms, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(g->kernel->grid);
	int64_t wanted = (blocks + sms - 1) / sms;
	wanted = wanted < resident ? wanted : resident;
	wanted = wanted < OTHERS_MAX ? wanted : OTHERS_MAX;
	const size_t each = g->here.requests_count ? g->here.requests_count : 1;
	if (wanted > (int64_t)(OTHER_REQUESTS_MAX / each))
		wanted = (int64_t)(OTHER_REQUESTS_MAX / each);
	g->others = gm_allocate((size_t)wanted + 1, sizeof *g->others);
	for (int64_t i = 0; i < wanted; i++) {
		const gm_status status = gm_trace_record(g->kernel, gm_grid_trace_block(g, i * sms),
		                                         warp_lanes, &g->others[g->others_count++], err);
		if (status != GM_OK)
			return status;
	}
	return GM_OK;
}

gm_status
gm_grid_trace_gather(const gm_kernel *kernel, int warp_lanes, int64_t resident, int64_t sms,
                     gm_grid_trace **out, gm_error *err)
{
	gm_block_samples samples;
	gm_grid_trace *g = gm_allocate(1, sizeof *g);
	g->kernel = kernel;
	g->step = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->step);
	g->irregular = gm_allocate((size_t)kernel->sites_count + 1, sizeof *g->irregular);
	gm_status status = gm_kernel_blocks(kernel, &samples, err);
	if (status == GM_OK) {
		g->block = most_common(&samples);
		status = gm_trace_record(kernel, g->block, warp_lanes, &g->here, err);
	}
	gm_block_samples_dispose(&samples);
	for (int axis = 0; axis < 3 && status == GM_OK; axis++)
		status = measure_step(g, warp_lanes, axis, err);
	g->regular = true;
	for (int s = 0; s < kernel->sites_count; s++)
		g->regular = g->regular && !g->irregular[s];
	if (status == GM_OK && !g->regular && resident > 0)
		status = trace_others(g, warp_lanes, resident, sms, err);
	if (status == GM_OK)
		*out = g;
	else
		gm_grid_trace_free(g);
	return status;
}

void
gm_grid_trace_free(gm_grid_trace *trace)
{
	if (!trace)
		return;
	for (int i = 0; i < trace->others_count; i++)
		gm_trace_dispose(&trace->others[i]);
	gm_trace_dispose(&trace->here);
	free(trace->others);
	free(trace->step);
	free(trace->irregular);
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
	const gm_dim3 grid = trace->kernel->grid;
	return (gm_dim3){at % grid.x, at / grid.x % grid.y, at / grid.x / grid.y};
}
