#include "model/trace_pairs.h"

#include <stdlib.h>
#include <string.h>

/* The next request of the site in a warp's program from *at on; NULL when there is none. */
static const gm_trace_request *
next_of_site(const gm_trace *t, int warp, uint32_t site, size_t *at)
{
	const gm_program *program = &t->warps[warp];
	while (*at < program->count) {
		const gm_trace_step *step = &program->steps[(*at)++];
		if (step->kind == GM_STEP_REQUEST && t->requests[step->index].site == site)
			return &t->requests[step->index];
	}
	return NULL;
}

void
gm_trace_pairs(const gm_trace *here, const gm_trace *there,
               void (*visit)(void *state, const gm_trace_request *a, const gm_trace_request *b), void *state)
{
	size_t *at = gm_allocate((size_t)here->sites_count + 1, sizeof *at);
	for (int w = 0; w < here->warps_count; w++) {
		memset(at, 0, (size_t)here->sites_count * sizeof *at);
		for (size_t i = 0; i < here->warps[w].count; i++) {
			const gm_trace_step *step = &here->warps[w].steps[i];
			if (step->kind != GM_STEP_REQUEST || here->requests[step->index].local)
				continue;
			const gm_trace_request *a = &here->requests[step->index];
			const gm_trace_request *b = next_of_site(there, w, a->site, &at[a->site]);
			if (b)
				visit(state, a, b);
		}
	}
	free(at);
}
