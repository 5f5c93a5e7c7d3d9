#include "simt/barrier.h"

#include "ptx/loops.h"
#include "simt/hazards.h"

void
gm_ptx_barrier_reach(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const int first = __builtin_ctz(mask);
	const uint32_t id = ptx_u32(warp, step->b)[first];
	const uint32_t threads = step->c == PTX_NO_UNIT ? 0 : ptx_u32(warp, step->c)[first];
	if (id >= PTX_BARRIERS || threads > GM_BLOCK_THREADS_MAX) {
		gm_ptx_stop(warp->machine, step, GM_BAD_VALUE,
			    "barrier %u of %u threads: a block has barriers 0 to 15", id, threads);
		return;
	}
	gm_ptx_hazards_reach(warp, step, mask);
	if (step->detail == BARRIER_ARRIVE) {
		warp->machine->barrier_arrived[id] += PTX_LANES;
		if (warp->machine->races)
			gm_races_release(warp->machine->races, warp->id);
		return;
	}
	warp->barrier = (int)id;
	warp->barrier_threads = (int)threads;
	warp->barrier_step = step;
	warp->barrier_mask = mask;
	warp->barrier_votes = step->a == PTX_NO_UNIT ? 0 : *ptx_u32(warp, step->a) & mask;
	warp->state = WARP_AT_BARRIER;
}

static bool
waits_at(const ptx_warp *warp, int id)
{
	return warp->state == WARP_AT_BARRIER && warp->barrier == id;
}

/* Without a count, everyone who has not exited; with one, so many threads, whole warps at a time.
 */
static bool
is_full(const ptx_machine *m, int id)
{
	int waiting = 0, alive = 0, threads = 0;
	for (int w = 0; w < m->warps_count; w++) {
		const ptx_warp *warp = &m->warps[w];
		alive += warp->state != WARP_DONE;
		if (waits_at(warp, id)) {
			waiting++;
			threads = warp->barrier_threads;
		}
	}
	if (waiting == 0)
		return false;
	return threads == 0 ? waiting == alive
			    : waiting * PTX_LANES + m->barrier_arrived[id] >= threads;
}

typedef struct tally {
	int yes, voters;
} tally;

static tally
count_votes(const ptx_machine *m, int id)
{
	tally t = {0, 0};
	for (int w = 0; w < m->warps_count; w++)
		if (waits_at(&m->warps[w], id)) {
			t.yes += __builtin_popcount(m->warps[w].barrier_votes);
			t.voters += __builtin_popcount(m->warps[w].barrier_mask);
		}
	return t;
}

static void
give_result(ptx_warp *warp, tally t)
{
	const ptx_step *s = warp->barrier_step;
	if (s->results_count == 0 || s->d == PTX_NO_UNIT)
		return;
	uint32_t *d = ptx_u32(warp, s->d);
	const uint32_t yes = (uint32_t)t.yes;
	if (s->detail == BARRIER_POPC) {
		FOR_LANES(warp->barrier_mask, d[l] = yes;)
		return;
	}
	const bool result = s->detail == BARRIER_AND ? t.yes == t.voters : t.yes > 0;
	*d = (*d & ~warp->barrier_mask) | (result ? warp->barrier_mask : 0);
}

bool
gm_ptx_barriers_open(ptx_machine *m)
{
	bool opened = false;
	for (int id = 0; id < PTX_BARRIERS; id++) {
		if (!is_full(m, id))
			continue;
		const tally t = count_votes(m, id);
		gm_ptx_hazards_open(m, id);
		for (int w = 0; w < m->warps_count; w++)
			if (waits_at(&m->warps[w], id)) {
				give_result(&m->warps[w], t);
				m->warps[w].state = WARP_READY;
			}
		m->barrier_arrived[id] = 0;
		m->changes++, m->opened++;
		opened = true;
	}
	return opened;
}
