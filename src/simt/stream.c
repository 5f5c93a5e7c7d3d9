#include "simt/stream.h"

#include "simt/hazards.h"
#include "simt/straight.h"

#include <assert.h>

static inline void
add_producer(uint64_t *list, int *count, uint64_t producer)
{
	int at = *count;
	for (int i = 0; i < *count; i++)
		if (list[i] == producer)
			return;
	while (at > 0 && list[at - 1] < producer)
		at--;
	if (at >= GM_WAITS_MAX)
		return;
	for (int i = *count < GM_WAITS_MAX ? *count : GM_WAITS_MAX - 1; i > at; i--)
		list[i] = list[i - 1];
	list[at] = producer;
	*count += *count < GM_WAITS_MAX ? 1 : 0;
}

/* The latest producers first: they are what an instruction in order waits for longest. */
static inline int
producers_of(const ptx_warp *warp, const ptx_step *step, uint64_t list[GM_WAITS_MAX])
{
	const uint32_t *sources = warp->program->units + step->sources;
	int count = 0;
	for (int i = 0; i < step->sources_count; i++)
		if (sources[i] != PTX_NO_UNIT && warp->producer[sources[i]])
			add_producer(list, &count, warp->producer[sources[i]]);
	if (step->guard != PTX_NO_UNIT && warp->producer[step->guard])
		add_producer(list, &count, warp->producer[step->guard]);
	return count;
}

void
gm_ptx_stream(ptx_warp *warp, const ptx_step *step, uint32_t site, uint32_t active,
	      const uint64_t *address)
{
	ptx_machine *machine = warp->machine;
	const gm_sink *sink = machine->sink;
	uint64_t producers[GM_WAITS_MAX];
	if (!sink || ptx_is_muted(warp, step))
		return;
	gm_warp_instr instr = {
		.site = site, .warp = (uint16_t)warp->id, .active = active, .address = address, .bytes = warp->bytes,
		.values = step->matches && active ? (warp->values ? warp->values : 1) : 0,
		.offers = step->offers && active ? &machine->offers : NULL};
	const int count = sink->hurried ? 0 : producers_of(warp, step, producers);
	for (int i = 0; i < count; i++) {
		const uint64_t distance = warp->streamed + 1 - producers[i];
		instr.waits_for[i] = distance > UINT16_MAX ? UINT16_MAX : (uint16_t)distance;
	}
	warp->streamed++;
	if (machine->races && address && active)
		gm_ptx_hazards_access(warp, step, site, active, address);
	if (step->elects)
		instr.active &= ~instr.active + 1;
	if (sink->instruction && machine->status == GM_OK)
		machine->status = sink->instruction(sink->state, &instr);
}

/* A load that is part of another's access was made by that. */
static uint64_t
producer_of_joined(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_step *leader = &p->steps[step->joined_to];
	const uint32_t unit = leader->results_count > 0 ? p->units[leader->results] : PTX_NO_UNIT;
	return unit == PTX_NO_UNIT ? 0 : warp->producer[unit];
}

void
gm_ptx_stream_results(ptx_warp *warp, const ptx_step *step, bool streamed)
{
	const uint32_t *results = warp->program->units + step->results;
	uint64_t producers[GM_WAITS_MAX] = {0};
	uint64_t producer = warp->streamed;
	if (step->joined_to >= 0)
		producer = producer_of_joined(warp, step);
	else if (!streamed)
		producer = producers_of(warp, step, producers) ? producers[0] : 0;
	for (int i = 0; i < step->results_count; i++)
		if (results[i] != PTX_NO_UNIT)
			warp->producer[results[i]] = producer;
}

static bool
is_around(const ptx_program *p, int32_t outer, int32_t inner)
{
	while (inner >= 0 && inner != outer)
		inner = p->loops[inner].parent;
	return inner >= 0;
}

static void
close_span(ptx_machine *m, int64_t times, const int64_t *advance)
{
	const int32_t loop = m->spans[--m->spans_count];
	gm_ptx_strokes_tell(m);
	if (m->sink && m->sink->repeat && m->status == GM_OK)
		m->status = m->sink->repeat(m->sink->state, (uint32_t)loop, times, advance);
}

/* What is open and not around the loop was given up: its warp went on without a repeat. */
void
gm_ptx_stream_mark(ptx_machine *m, int32_t loop)
{
	const int32_t parent = m->program->loops[loop].parent;
	while (m->spans_count > 0 && !is_around(m->program, m->spans[m->spans_count - 1], parent))
		close_span(m, 0, m->nowhere);
	m->spans[m->spans_count++] = loop;
	if (m->costs)
		m->marked[loop] = m->spent;
	gm_ptx_hazards_mark(m, loop);
	gm_ptx_strokes_tell(m);
	if (m->sink && m->sink->mark && m->status == GM_OK)
		m->status = m->sink->mark(m->sink->state, (uint32_t)loop);
}

void
gm_ptx_stream_repeat(ptx_machine *m, int32_t loop, int64_t times, const int64_t *advance)
{
	while (m->spans_count > 0 && m->spans[m->spans_count - 1] != loop)
		close_span(m, 0, m->nowhere);
	assert(m->spans_count > 0);
	if (m->costs)
		m->spent += (double)times * (m->spent - m->marked[loop]);
	gm_ptx_hazards_skip(m, loop, times, advance);
	close_span(m, times, advance);
}

void
gm_ptx_stream_end(ptx_machine *m)
{
	while (m->spans_count > 0)
		close_span(m, 0, m->nowhere);
	gm_ptx_strokes_tell(m);
}
