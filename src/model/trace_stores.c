#include "model/trace_stores.h"

#include "model/l1_cache.h"

/* Has the load, or one of the last before it, brought this line? */
static bool
has_come(const gm_trace_stores *s, uint32_t load, int64_t address)
{
	for (uint32_t i = 0; i < GM_TRACE_STORES_CAME && i < load; i++)
		if (s->places[(load - i) % GM_TRACE_STORES_LOADS] / GM_LINE_BYTES == address / GM_LINE_BYTES)
			return true;
	return false;
}

/* Was it issued before the last store, its line there already? Then it comes as soon as L1 has let it through. */
static bool
follows(const gm_trace_stores *s, uint32_t load)
{
	return s->found[load % GM_TRACE_STORES_LOADS] && load <= s->before;
}

/* Does it wait for more than that? */
static bool
await(gm_trace_stores *s, uint32_t load)
{
	bool anew = load > s->awaited + GM_TRACE_STORES_LOADS;
	for (uint32_t i = s->awaited + 1; i <= load && !anew; i++)
		anew = !follows(s, i);
	if (load > s->awaited) {
		s->awaited = load;
		s->from = s->places[load % GM_TRACE_STORES_LOADS];
	}
	return anew;
}

void
gm_trace_stores_pass(gm_trace_stores *s, const gm_trace_stores_step *step)
{
	s->since++;
	s->loads = step->loads;
	s->needed = step->load > s->needed ? step->load : s->needed;
	if (step->address) {
		const uint32_t come = step->load > s->awaited ? step->load : s->awaited;
		s->found[step->loads % GM_TRACE_STORES_LOADS] = has_come(s, come, (int64_t)*step->address);
		s->places[step->loads % GM_TRACE_STORES_LOADS] = (int64_t)*step->address;
	}
	s->parted |= step->parts || step->barrier;
	if (step->barrier) {
		s->barrier = true;
		s->barriers++;
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
	const bool anew = load > s->awaited;
	request->apart = s->parted;
	request->fresh = await(s, load);
	request->paced = s->awaited > 0 && follows(s, s->awaited);
	s->before = s->loads;
	request->far = anew && (s->from - before >= GM_LINE_BYTES || before - s->from >= GM_LINE_BYTES);
	request->in_step = s->barrier && s->needed <= s->at_barrier;
	s->row = !s->any || s->parted ? 0 : s->row < UINT8_MAX ? s->row + 1 : s->row;
	request->row = s->row;
	s->row_waited = s->row == 0 ? request->fresh : s->row_waited;
	request->behind = s->row > 0 && s->row_waited && !request->fresh;
	s->any = true;
	s->parted = false;
}
