#include "model/grid_others.h"

#include "base/workers.h"

#include <stdlib.h>

enum {
	OTHERS_MAX = 32,
	FAR_BLOCKS = 2,
	OTHER_REQUESTS_MAX = 200000, /* traced in all others together */
	OTHER_REQUESTS_FEW = 4096,   /* so many are traced of more than two rounds of them */
};

/* Blocks around the traced one, each traced by whoever is free. */
typedef struct other_blocks {
	gm_grid_trace *grid;
	int warp_lanes;
	gm_status *status; /* of each */
	gm_error *err;
} other_blocks;

/* Of the far ones, after the others, only where they are is asked. */
static bool
trace_other(void *state, size_t i)
{
	const other_blocks *o = state;
	gm_grid_trace *g = o->grid;
	const int64_t far = (int64_t)i - g->others_count + 1, last = gm_dim3_volume(g->kernel->grid) - 1;
	const bool near = far <= 0;
	const int64_t at = near ? (int64_t)i * g->others_apart : last * far / g->far_count;
	const gm_dim3 block = gm_dim3_at(g->kernel->grid, at);
	o->status[i] = (near ? gm_trace_record : gm_trace_record_places)(
		g->kernel, g->ends, block, o->warp_lanes, near ? &g->others[i] : &g->far[far - 1], &o->err[i]);
	return o->status[i] == GM_OK;
}

static gm_status
trace_all(gm_grid_trace *g, int warp_lanes, gm_error *err)
{
	const size_t count = (size_t)(g->others_count + g->far_count);
	other_blocks o = {g, warp_lanes, gm_allocate(count, sizeof *o.status), gm_allocate(count, sizeof *o.err)};
	gm_status status = GM_OK;
	gm_workers_run(&(gm_workers_job){.count = count, .work = trace_other, .state = &o});
	for (size_t i = 0; i < count && status == GM_OK; i++) {
		status = o.status[i];
		if (status != GM_OK && err)
			*err = o.err[i];
	}
	free(o.status);
	free(o.err);
	return status;
}

gm_status
gm_grid_trace_others(gm_grid_trace *g, int warp_lanes, int64_t resident, int64_t sms, gm_error *err)
{
	const int64_t blocks = gm_dim3_volume(g->kernel->grid);
	const size_t each = g->here.requests_count ? g->here.requests_count : 1;
	const int64_t few = (int64_t)(OTHER_REQUESTS_FEW / each), most = few > 2 * resident ? few : 2 * resident;
	int64_t wanted = (blocks + sms - 1) / sms;
	wanted = wanted < most ? wanted : most;
	wanted = wanted < OTHERS_MAX ? wanted : OTHERS_MAX;
	if (wanted > (int64_t)(OTHER_REQUESTS_MAX / each))
		wanted = (int64_t)(OTHER_REQUESTS_MAX / each);
	g->others_count = (int)wanted;
	g->others = gm_allocate((size_t)wanted + 1, sizeof *g->others);
	g->others_apart = sms;
	g->far_count = FAR_BLOCKS;
	g->far = gm_allocate(FAR_BLOCKS, sizeof *g->far);
	return trace_all(g, warp_lanes, err);
}
