#include "model/trace_pairs.h"

#include "base/memory.h"

#include <stdlib.h>

/* The requests of one warp, counted site by site. */
typedef struct numbering {
	const gm_trace *trace;
	const gm_program *program;
	int64_t *number; /* per step: of its request when it is made first, from 0 */
	int64_t *made;   /* per site: so far */
	size_t *widened; /* per site: the end of the last span that it was counted for, plus 1 */
} numbering;

static const gm_trace_request *
request_at(const numbering *n, size_t step)
{
	const gm_trace_step *at = &n->program->steps[step];
	return at->kind == GM_STEP_REQUEST ? &n->trace->requests[at->index] : NULL;
}

/* A span that runs more than once makes so many more requests of each of its sites. */
static void
widen(numbering *n, size_t end)
{
	const size_t begin = n->program->steps[end].index;
	const int64_t runs = n->program->steps[begin].runs;
	for (size_t i = begin; i < end && runs > 1; i++) {
		const gm_trace_request *request = request_at(n, i);
		if (!request || n->widened[request->site] == end + 1)
			continue;
		n->widened[request->site] = end + 1;
		n->made[request->site] = n->number[i] + runs * (n->made[request->site] - n->number[i]);
	}
}

static numbering
number_requests(const gm_trace *trace, int warp)
{
	const size_t sites = (size_t)trace->sites_count + 1;
	numbering n = {.trace = trace, .program = &trace->warps[warp]};
	n.number = gm_allocate(n.program->count + 1, sizeof *n.number);
	n.made = gm_allocate(sites, sizeof *n.made);
	n.widened = gm_allocate(sites, sizeof *n.widened);
	for (size_t i = 0; i < n.program->count; i++) {
		const gm_trace_request *request = request_at(&n, i);
		if (request)
			n.number[i] = n.made[request->site]++;
		if (n.program->steps[i].kind == GM_STEP_END)
			widen(&n, i);
	}
	return n;
}

static void
dispose(numbering *n)
{
	free(n->number);
	free(n->made);
	free(n->widened);
}

/* The request of the site that has this number, from *at on; NULL where none that stands there has it. */
static const gm_trace_request *
find_numbered(const numbering *n, uint32_t site, int64_t number, size_t *at)
{
	for (; *at < n->program->count; ++*at) {
		const gm_trace_request *request = request_at(n, *at);
		if (request && request->site == site && n->number[*at] >= number)
			return n->number[*at] == number ? request : NULL;
	}
	return NULL;
}

void
gm_trace_pairs(const gm_trace *here, const gm_trace *there,
               void (*visit)(void *state, const gm_trace_request *a, const gm_trace_request *b), void *state)
{
	size_t *at = gm_allocate((size_t)here->warps_count * ((size_t)here->sites_count + 1), sizeof *at);
	for (int w = 0; w < here->warps_count; w++) {
		numbering mine = number_requests(here, w), others = number_requests(there, w);
		size_t *from = at + (size_t)w * ((size_t)here->sites_count + 1);
		for (size_t i = 0; i < mine.program->count; i++) {
			const gm_trace_request *a = request_at(&mine, i);
			const gm_trace_request *b =
			        a && !a->local ? find_numbered(&others, a->site, mine.number[i], &from[a->site]) : NULL;
			if (b)
				visit(state, a, b);
		}
		dispose(&mine);
		dispose(&others);
	}
	free(at);
}
