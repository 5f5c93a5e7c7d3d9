#include "model/trace_stores.h"

#include "model/l1_cache.h"

static bool
await(gm_trace_stores *s, uint32_t load)
{
	const bool anew = load > s->awaited;
	if (anew) {
		s->awaited = load;
		s->from = s->places[load % GM_TRACE_STORES_LOADS];
	}
	return anew;
}

void
gm_trace_stores_pass(gm_trace_stores *s, const gm_trace_stores_step *step)
{
	s->since++;
	s->needed = step->load > s->needed ? step->load : s->needed;
	if (step->address)
		s->places[step->loads % GM_TRACE_STORES_LOADS] = (int64_t)*step->address;
	s->parted |= step->parts || step->barrier;
	if (step->barrier) {
		s->barrier = true;
		s->at_barrier = step->loads;
		s->since = 1;
		await(s, step->loads);
	}
	/* Warps issue in order: what stands before the end of a window has waited for what it needs. */
	if (step->ends)
		await(s, s->needed);
}

void
gm_trace_stores_add(gm_trace_stores *s, uint32_t load, gm_trace_request *request)
{
	const int64_t before = s->from;
	request->apart = s->parted;
	request->fresh = await(s, load);
	request->far = request->fresh && (s->from - before >= GM_LINE_BYTES || before - s->from >= GM_LINE_BYTES);
	request->in_step = s->barrier && s->needed <= s->at_barrier;
	s->row = !s->any || s->parted ? 0 : s->row < UINT8_MAX ? s->row + 1 : s->row;
	request->row = s->row;
	s->any = true;
	s->parted = false;
}
