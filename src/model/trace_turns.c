#include "model/trace_turns.h"

#include "kernel/spans.h"

typedef struct open_span {
	const gm_trace_step *begin;
	size_t at;
	int64_t run;
} open_span;

/* How far the spans have moved the request, in sectors; false: it was there in an earlier turn, or is nowhere. */
static bool
is_new(const gm_trace_request *request, const open_span *spans, int depth, int64_t *moved)
{
	int64_t place = request->address;
	for (int d = 0; d < depth; d++) {
		const int64_t advance = spans[d].begin->advance ? spans[d].begin->advance[request->site] : 0;
		int64_t by;
		if (advance == 0 && spans[d].run > 0)
			return false;
		if (__builtin_mul_overflow(spans[d].run, advance, &by) || __builtin_add_overflow(place, by, &place))
			return false; /* no array reaches there */
	}
	*moved = (place >> 5) - (request->address >> 5);
	return true;
}

static void
walk(const gm_trace *trace, const gm_program *program, int64_t runs_max,
     void (*visit)(void *state, uint32_t request, int64_t moved), void *state)
{
	open_span spans[GM_SPANS_MAX];
	int depth = 0;
	int64_t moved;
	for (size_t at = 0; at < program->count; at++) {
		const gm_trace_step *step = &program->steps[at];
		if (step->kind == GM_STEP_BEGIN) {
			spans[depth++] = (open_span){step, at, 0};
		} else if (step->kind == GM_STEP_REQUEST) {
			if (is_new(&trace->requests[step->index], spans, depth, &moved))
				visit(state, step->index, moved);
		} else {
			open_span *span = &spans[depth - 1];
			const int64_t runs = span->begin->runs < runs_max ? span->begin->runs : runs_max;
			if (++span->run < runs)
				at = span->at;
			else
				depth--;
		}
	}
}

void
gm_trace_turns(const gm_trace *trace, int64_t runs_max,
               void (*visit)(void *state, uint32_t request, int64_t moved), void *state)
{
	for (int w = 0; w < trace->warps_count; w++)
		walk(trace, &trace->warps[w], runs_max, visit, state);
}
