#include "model/spilled.h"

#include "base/memory.h"
#include "model/sector_set.h"

#include <math.h>
#include <stdlib.h>

enum { STORES_MOST = 1 << 16, WORD_BYTES = 4, LINE_SECTORS = 4 };

typedef struct walk {
	const gm_kernel *kernel;
	const gm_trace *trace;
	const gm_program *program;
	gm_sector_set seen;
	int64_t *moved; /* per site: bytes, by the spans around */
	int64_t stores; /* so far; there is an end to them */
	uint32_t clock, begun; /* sectors stored so far; when the warp began */
	size_t of_others;      /* sectors seen before it did */
	double again, distances; /* stores to sectors seen; sum of the cubes of how many others came between */
} walk;

static bool
is_to_array(const gm_kernel *kernel, const gm_trace_request *request)
{
	return request->local && request->access == GM_TRACE_STORE && !kernel->sites[request->site].spills;
}

/* Since the warp stored there last, as many others were stored to as it has, or as stores came between. */
static void
take_sector(walk *w, int64_t number)
{
	uint32_t *last = gm_sector_set_at(&w->seen, number);
	if (*last > w->begun) {
		const double distance = fmin(w->clock + 1 - *last, (double)(w->seen.count - w->of_others));
		w->again++;
		w->distances += distance * distance * distance;
	}
	*last = ++w->clock;
}

static void
take_store(walk *w, const gm_trace_request *request)
{
	const int64_t words = (w->moved[request->site] + (request->address & (WORD_BYTES - 1))) / WORD_BYTES;
	w->stores++;
	for (int i = 0; i < request->runs_count; i++) {
		const gm_trace_run run = w->trace->runs[request->first_run + (uint32_t)i];
		for (int64_t k = 0; k < run.count; k++)
			take_sector(w, run.sector + words * LINE_SECTORS + k);
	}
}

/* Steps of the program from one to before another, each span as often as it runs. */
static void
take_steps(walk *w, size_t from, size_t end)
{
	for (size_t at = from; at < end && w->stores < STORES_MOST; at++) {
		const gm_trace_step *step = &w->program->steps[at];
		const gm_trace_request *request =
		        step->kind == GM_STEP_REQUEST ? &w->trace->requests[step->index] : NULL;
		if (request && is_to_array(w->kernel, request))
			take_store(w, request);
		if (step->kind != GM_STEP_BEGIN)
			continue;
		int64_t runs = 0;
		for (const int64_t before = w->stores; runs < step->runs; runs++) {
			take_steps(w, at + 1, step->index);
			for (int s = 0; step->advance && s < w->trace->sites_count; s++)
				w->moved[s] += step->advance[s];
			if (!step->advance || w->stores == before || w->stores >= STORES_MOST) {
				runs++;
				break;
			}
		}
		for (int s = 0; step->advance && s < w->trace->sites_count; s++)
			w->moved[s] -= runs * step->advance[s];
		at = step->index;
	}
}

gm_spilled_array
gm_spilled_array_of(const gm_kernel *kernel, const gm_trace *trace)
{
	bool any = false;
	for (size_t i = 0; i < trace->requests_count && !any; i++)
		any = is_to_array(kernel, &trace->requests[i]);
	if (!any)
		return (gm_spilled_array){0, 1};
	walk w = {.kernel = kernel,
	          .trace = trace,
	          .moved = gm_allocate((size_t)trace->sites_count + 1, sizeof *w.moved)};
	int warps = 0;
	for (; warps < trace->warps_count && w.stores < STORES_MOST; warps++) {
		w.program = &trace->warps[warps];
		w.begun = w.clock;
		w.of_others = w.seen.count;
		take_steps(&w, 0, w.program->count);
	}
	const double of_warp = (double)w.seen.count / warps;
	const gm_spilled_array out = {.bytes = of_warp * trace->warps_count * GM_SECTOR_BYTES,
	                              .swept = w.again > 0 ? fmin(cbrt(w.distances / w.again) / of_warp, 1) : 1};
	gm_sector_set_dispose(&w.seen);
	free(w.moved);
	return out;
}
