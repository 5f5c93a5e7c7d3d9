#include "model/near_traces.h"

#include "base/memory.h"
#include "model/trace_pairs.h"

#include <stdlib.h>

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

/* How far each site of the traced block moves to the other; false: it is not known of all of them. */
static bool
is_moved(gm_near_traces *near, gm_dim3 block)
{
	const gm_moves_box *box = gm_moves_find(near->moves, near->block, block);
	if (!box)
		return false;
	if (!near->by)
		near->by = gm_allocate_unset((size_t)near->kernel->sites_count + 1, sizeof *near->by);
	for (int s = 0; s < near->kernel->sites_count; s++)
		near->by[s] = gm_moves_between(near->moves, box, near->block, block, s);
	for (size_t i = 0; i < near->here->places_count; i++) {
		const gm_trace_request *request = &near->here->requests[i];
		if (!request->local && near->by[request->site] == GM_MOVES_UNKNOWN)
			return false;
	}
	return true;
}

gm_status
gm_near_traces_of(gm_near_traces *near, gm_dim3 block, gm_near_block *out, gm_error *err)
{
	*out = (gm_near_block){find(near, block), NULL};
	if (out->trace)
		return GM_OK;
	if (is_moved(near, block)) {
		*out = (gm_near_block){near->here, near->by};
		return GM_OK;
	}
	struct gm_near_trace *now = &near->kept[near->next % GM_NEAR_TRACES];
	gm_trace_dispose(&now->trace);
	now->block = block;
	near->next++;
	out->trace = &now->trace;
	return gm_trace_record_places(near->kernel, near->ends, block, near->warp_lanes, &now->trace, err);
}

void
gm_near_pairs(const gm_trace *here, const gm_near_block *there,
              void (*visit)(void *state, const gm_trace_request *a, const gm_trace_request *b), void *state)
{
	if (!there->by) {
		gm_trace_pairs(here, there->trace, visit, state);
		return;
	}
	for (size_t i = 0; i < here->places_count; i++) {
		gm_trace_request moved = here->requests[i];
		moved.address += there->by[moved.site];
		if (!moved.local)
			visit(state, &here->requests[i], &moved);
	}
}

void
gm_near_traces_dispose(gm_near_traces *near)
{
	for (int i = 0; i < count_of(near); i++)
		gm_trace_dispose(&near->kept[i].trace);
	near->next = 0;
	free(near->by);
	near->by = NULL;
}
