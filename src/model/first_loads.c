#include "model/first_loads.h"

#include "base/lesser.h"

/* Of one site, in the traced block. */
typedef struct site_loads {
	uint32_t site;
	gm_sector_range range;
	bool holes; /* in it */
} site_loads;

typedef struct gathered {
	site_loads of[GM_FIRST_LOADS_MOST];
	int count;
} gathered;

static site_loads *
find_site(gathered *all, uint32_t site, int64_t sector)
{
	for (int i = 0; i < all->count; i++)
		if (all->of[i].site == site)
			return &all->of[i];
	if (all->count == GM_FIRST_LOADS_MOST)
		return NULL;
	all->of[all->count] = (site_loads){site, {sector, sector}, false};
	return &all->of[all->count++];
}

static void
add_request(gathered *all, const gm_trace *trace, const gm_trace_request *request)
{
	if (request->runs_count == 0)
		return;
	const gm_trace_run run = trace->runs[request->first_run];
	site_loads *loads = find_site(all, request->site, run.sector);
	if (!loads)
		return;
	gm_sector_range *range = &loads->range;
	loads->holes |= request->runs_count > 1 || run.sector > range->to || run.sector + run.count < range->from;
	range->from = gm_lesser(range->from, run.sector);
	range->to = gm_greater(range->to, run.sector + run.count);
}

/* A load that waits for nothing. */
static bool
is_first(const gm_trace_request *request)
{
	return !request->needs && !request->local &&
	       gm_trace_loads(request);
}

/* Up to its first loop, store, or load that has to wait. */
static void
add_warp(gathered *all, const gm_grid_trace *trace, const gm_program *program)
{
	int left = trace->here.together_max;
	for (size_t i = 0; i < program->count && left > 0; i++) {
		const gm_trace_step *step = &program->steps[i];
		const gm_trace_request *request = &trace->here.requests[step->index];
		if (step->kind != GM_STEP_REQUEST && step->runs <= 1)
			continue;
		if (step->kind != GM_STEP_REQUEST || !is_first(request))
			return;
		left--;
		if (!trace->irregular[request->site])
			add_request(all, &trace->here, request);
	}
}

/* Of `count` blocks, each so many sectors behind the one before; false where that leaves holes. */
static bool
widen(gm_sector_range *range, int64_t step, int64_t count)
{
	const int64_t size = step < 0 ? -step : step;
	if (count > 1 && size > range->to - range->from)
		return false;
	range->from += gm_lesser(step, 0) * (count - 1);
	range->to += gm_greater(step, 0) * (count - 1);
	return true;
}

/* Of the first blocks of the grid, those along an axis whole before the next; empty where they leave holes. */
static gm_sector_range
spread(const gm_grid_trace *trace, const site_loads *loads, int64_t wave)
{
	const int64_t moved = gm_grid_trace_move(trace, (int)loads->site, gm_dim3_at(trace->grid, 0));
	gm_sector_range range = {loads->range.from + moved / GM_SECTOR_BYTES,
	                         loads->range.to + moved / GM_SECTOR_BYTES};
	gm_dim3 grid = trace->grid;
	for (int axis = 0; axis < 3; axis++) {
		const int64_t count = gm_greater(gm_lesser(*gm_dim3_side(&grid, axis), wave), 1);
		if (loads->holes ||
		    !widen(&range, trace->step[loads->site][axis] / GM_SECTOR_BYTES, count))
			return (gm_sector_range){0, 0};
		wave /= count;
	}
	return range;
}

gm_first_loads
gm_first_loads_of(const gm_grid_trace *trace, int64_t wave)
{
	gathered all = {.count = 0};
	gm_first_loads first = {.count = 0};
	for (int w = 0; w < trace->here.warps_count; w++)
		add_warp(&all, trace, &trace->here.warps[w]);
	for (int i = 0; i < all.count; i++)
		first.range[first.count++] = spread(trace, &all.of[i], wave);
	return first;
}

bool
gm_first_loads_have(const gm_first_loads *first, int64_t line)
{
	for (int i = 0; i < first->count; i++)
		if (line * GM_LINE_SECTORS >= first->range[i].from &&
		    (line + 1) * GM_LINE_SECTORS <= first->range[i].to)
			return true;
	return false;
}
