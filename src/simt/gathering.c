#include "simt/gathering.h"

#include "simt/access.h"

static unsigned
row_of(uint64_t word)
{
	return (unsigned)((word * 0x9e3779b97f4a7c15U) >> 54);
}

void
gm_ptx_gathering_turn(ptx_gathering *g, int64_t at, int32_t place, int warp)
{
	gm_ptx_agenda_add(&g->turns, (ptx_turn){at, place, warp});
}

/* Whoever goes there is served behind those before, and behind those that ask on and on: when. */
int64_t
gm_ptx_gathering_serve(ptx_gathering *g, uint64_t word, bool atomic, int64_t at)
{
	const double each = atomic ? g->ways->atomic_served : g->ways->load_served;
	const unsigned r = row_of(word);
	if (g->served[r].word != word) {
		g->served[r].word = word;
		g->served[r].until = 0;
		g->served[r].sleepers = 0;
	}
	const double crowd = g->served[r].sleepers * g->ways->asker_served - g->ways->load;
	const int64_t from = g->served[r].until > at ? g->served[r].until : at;
	g->served[r].until = from + ptx_clocks(each);
	return from + (crowd > 0 ? ptx_clocks(crowd) : 0);
}

void
gm_ptx_gathering_watch(ptx_gathering *g, uint64_t word, int32_t place, int warp)
{
	int32_t at = g->unused;
	if (at >= 0)
		g->unused = g->watches[at].next;
	else {
		at = (int32_t)g->watches_count;
		g->watches = gm_grow(g->watches, &g->watches_room, ++g->watches_count, sizeof *g->watches);
	}
	const unsigned r = row_of(word);
	g->watches[at] = (ptx_watch){.word = word, .seat = place, .warp = warp, .next = g->watched[r],
				 .sleep = g->seats[place].askers[warp].sleep};
	g->watched[r] = at;
	g->served[r].sleepers += g->served[r].word == word;
}

/* From 0 to 1: ways are not always equally long, so that nobody knows in which part of its turn a sleeper is. */
static double
chance(const ptx_watch *w)
{
	const uint64_t x = ((uint64_t)w->sleep << 40 | (uint64_t)w->seat << 8 | (uint64_t)w->warp) * 0x9e3779b97f4a7c15U;
	return (double)((x ^ x >> 29) * 0xbf58476d1ce4e5b9U >> 40) / (double)(1 << 24);
}

/* It asks again within a turn after the word has changed. */
static void
wake(ptx_gathering *g, const ptx_watch *w, int64_t at)
{
	ptx_seat *s = &g->seats[w->seat];
	ptx_asker *a = &s->askers[w->warp];
	const int64_t period = a->period > 0 ? a->period : 1;
	const double answer = a->step->run == gm_ptx_atomic ? g->ways->atomic : g->ways->load;
	const int64_t late = at > a->at ? at - a->at + ptx_clocks(chance(w) * (double)period) : 0;
	const int64_t after = late > period ? late - period : 0;
	a->sleeps = false;
	a->woken = true;
	g->asked += (double)(after / period);
	g->slept[a->step->site] += (double)(at - a->since);
	gm_ptx_gathering_turn(g, a->at + ptx_clocks(answer * s->far) + after, w->seat, w->warp);
}

/* Of those who sleep at the word; others' rows that are out of date are dropped. */
void
gm_ptx_gathering_wake(ptx_gathering *g, uint64_t word, int64_t at)
{
	const unsigned r = row_of(word);
	int32_t *link = &g->watched[r];
	while (*link >= 0) {
		const int32_t i = *link;
		const ptx_watch w = g->watches[i];
		const ptx_asker *a = &g->seats[w.seat].askers[w.warp];
		const bool current = a->sleeps && a->sleep == w.sleep;
		if (current && w.word != word) {
			link = &g->watches[i].next;
			continue;
		}
		if (current)
			wake(g, &w, at);
		g->served[r].sleepers -= g->served[r].word == w.word && g->served[r].sleepers > 0;
		*link = w.next;
		g->watches[i].next = g->unused;
		g->unused = i;
	}
}
