#include "model/chain_warp.h"

#include <math.h>

void
gm_chain_mark(gm_chain *chain, int slot)
{
	if (!chain->at[slot])
		chain->at[slot] = gm_allocate((size_t)chain->warps, sizeof *chain->at[slot]);
	chain->phases_at[slot] = chain->phases;
	for (int i = 0; i < chain->warps; i++) {
		gm_chain_warp *w = &chain->warp[i];
		if (w->in_window.count > 0)
			gm_chain_new_window(w);
		w->closed = false;
		chain->at[slot][i] = (gm_chain_snapshot){w->now, w->position, w->global_loads, w->rounds,
		                                  w->rounds_requests};
	}
}

/* How far a span takes the clocks. A window that it leaves open goes on in the next turn: only the
   part of it that the span is counts, the rest goes as fast as the dependences let it. Registers may
   end it before. */
static gm_chain_moment
advance_of(const gm_chain *chain, const gm_chain_warp *w, const gm_chain_moment *before)
{
	const double under_way = (double)(w->registers_loaded - w->registers_before);
	const double filled = fmax(under_way / (double)gm_chain_free_registers(chain, w->last_site), w->filled);
	double part = w->turns > 0 ? w->turns : 1;
	gm_chain_moment more;
	part = part < filled ? filled : part;
	part = part > 1 ? 1 : part;
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++) {
		more.by[by] = w->now.by[by] - before->by[by];
		if (by >= GM_CHAIN_FREE)
			continue;
		const double open = w->now.by[by] - w->window.by[by];
		const double free = w->now.by[by + GM_CHAIN_FREE] - before->by[by + GM_CHAIN_FREE];
		more.by[by] += (part - 1) * open;
		if (!w->closed)
			more.by[by] += (1 - part) * free;
	}
	return more;
}

/* Everything since the mark happens `times` more. */
static gm_chain_moment
shift(const gm_chain *chain, gm_chain_warp *w, const gm_chain_snapshot *before, double times)
{
	const gm_chain_moment more = advance_of(chain, w, &before->now);
	const int64_t oldest = w->position - GM_CHAIN_HISTORY > before->position ? w->position - GM_CHAIN_HISTORY
	                                                                : before->position;
	w->global_loads += (w->global_loads - before->global_loads) * times;
	w->rounds += (w->rounds - before->rounds) * times;
	w->rounds_requests += (w->rounds_requests - before->rounds_requests) * times;
	for (int l = 0; l < GM_CHAIN_HISTORY; l++)
		for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
			w->loads[l].ready.by[by] += more.by[by] * times;
	for (int64_t p = oldest; p < w->position; p++)
		for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
			w->ready[p % GM_CHAIN_HISTORY].by[by] += more.by[by] * times;
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		w->now.by[by] += more.by[by] * times;
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++) {
		w->window.by[by] += more.by[by] * times;
		w->released.by[by] += more.by[by] * times;
	}
	gm_chain_postpone_copies(w, &more, times);
	if (w->in_window.count > 0)
		gm_chain_new_window(w);
	return more;
}

void
gm_chain_repeat(gm_chain *chain, int slot, int64_t times)
{
	gm_chain_moment more = {{0}};
	for (int i = 0; i < chain->warps; i++) {
		const gm_chain_moment own = shift(chain, &chain->warp[i], &chain->at[slot][i], (double)times);
		gm_chain_raise(&more, &own);
	}
	gm_phases_repeat(&chain->phases, &chain->phases_at[slot], (double)times, more.by);
}
