#include "model/late.h"

#include "kernel/spans.h"

gm_late
gm_late_of_request(double sectors, bool loads, bool stores)
{
	const double read = loads ? sectors : 0, stored = stores ? sectors : 0;
	return (gm_late){read, stored, stored * read / 2};
}

gm_late
gm_late_then(gm_late first, gm_late second)
{
	return (gm_late){first.read + second.read, first.stored + second.stored,
	                 first.before + second.before + second.stored * first.read};
}

gm_late
gm_late_repeat(gm_late turn, double turns)
{
	return (gm_late){turns * turn.read, turns * turn.stored,
	                 turns * turn.before + turns * (turns - 1) / 2 * turn.stored * turn.read};
}

static gm_late
of_request(const gm_trace *trace, const gm_trace_request *request)
{
	double sectors = 0;
	for (int i = 0; i < request->runs_count && !request->local; i++)
		sectors += (double)trace->runs[request->first_run + (uint32_t)i].count;
	return gm_late_of_request(sectors, request->access != GM_TRACE_STORE,
	                          request->access == GM_TRACE_STORE || request->access == GM_TRACE_ATOMIC);
}

static gm_late
of_program(const gm_trace *trace, const gm_program *program)
{
	gm_late open[GM_SPANS_MAX + 1] = {{0}};
	double turns[GM_SPANS_MAX];
	int depth = 0;
	for (size_t at = 0; at < program->count; at++) {
		const gm_trace_step *step = &program->steps[at];
		if (step->kind == GM_STEP_REQUEST) {
			open[depth] = gm_late_then(open[depth], of_request(trace, &trace->requests[step->index]));
		} else if (step->kind == GM_STEP_BEGIN) {
			turns[depth++] = (double)step->runs;
			open[depth] = (gm_late){0};
		} else {
			depth--;
			open[depth] = gm_late_then(open[depth], gm_late_repeat(open[depth + 1], turns[depth]));
		}
	}
	return open[0];
}

double
gm_late_of_trace(const gm_trace *trace)
{
	double stored = 0, shares = 0;
	for (int w = 0; w < trace->warps_count; w++) {
		const gm_late warp = of_program(trace, &trace->warps[w]);
		if (warp.read <= 0)
			continue; /* tells nothing */
		stored += warp.stored;
		shares += warp.before / warp.read;
	}
	return stored > 0 ? 2 * shares / stored - 1 : 0;
}
