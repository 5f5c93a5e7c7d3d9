#include "model/near_traces.h"

static int
count_of(const gm_near_traces *near)
{
	return near->next < GM_NEAR_TRACES ? near->next : GM_NEAR_TRACES;
}

static const gm_trace *
find(const gm_near_traces *near, gm_dim3 block)
{
	for (int i = 0; i < count_of(near); i++)
		if (gm_dim3_same(near->kept[i].block, block))
			return &near->kept[i].trace;
	return NULL;
}

gm_status
gm_near_traces_of(gm_near_traces *near, gm_dim3 block, const gm_trace **out, gm_error *err)
{
	*out = find(near, block);
	if (*out)
		return GM_OK;
	struct gm_near_trace *now = &near->kept[near->next % GM_NEAR_TRACES];
	gm_trace_dispose(&now->trace);
	now->block = block;
	near->next++;
	*out = &now->trace;
	return gm_trace_record_places(near->kernel, near->ends, block, near->warp_lanes, &now->trace, err);
}

void
gm_near_traces_dispose(gm_near_traces *near)
{
	for (int i = 0; i < count_of(near); i++)
		gm_trace_dispose(&near->kept[i].trace);
	near->next = 0;
}
