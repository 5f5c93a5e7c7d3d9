#include "model/chain_warp.h"

static void
add(gm_chain_moment *to, const gm_chain_moment *more, double times)
{
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		to->by[by] += more->by[by] * times;
}

static void
close_group(gm_chain_copies *c)
{
	c->groups[c->closed++ % GM_CHAIN_GROUPS] = c->open;
	c->open = (gm_chain_moment){{0}};
	c->begun = false;
}

static void
await_groups(gm_chain_copies *c, int64_t until, gm_chain_moment *issue)
{
	const int64_t known = c->closed - GM_CHAIN_GROUPS;
	for (int64_t i = c->awaited > known ? c->awaited : known < 0 ? 0 : known; i < until; i++)
		gm_chain_raise(issue, &c->groups[i % GM_CHAIN_GROUPS]);
	c->awaited = until > c->awaited ? until : c->awaited;
}

void
gm_chain_wait_for_copies(gm_chain_warp *w, const gm_site *site, gm_chain_moment *issue)
{
	if (site->copies == GM_COPIES_AWAIT_ALL && w->copies.begun)
		close_group(&w->copies);
	if (site->copies == GM_COPIES_AWAIT || site->copies == GM_COPIES_AWAIT_ALL)
		await_groups(&w->copies, w->copies.closed - site->copies_left, issue);
	if (site->copies != GM_COPIES_TEST)
		return;
	if (w->bulk.awaited == w->bulk.closed && w->bulk.begun)
		close_group(&w->bulk);
	if (w->bulk.awaited < w->bulk.closed)
		await_groups(&w->bulk, w->bulk.awaited + 1, issue);
}

/* Pieces go out one after the other, and so come the rows of one. */
static void
note_bulk(const gm_chain *chain, gm_chain_warp *w, const gm_chain_moment *issue, const gm_chain_moment *ready)
{
	gm_chain_moment there = *ready, behind = w->bulk.open;
	add(&there, issue, -1);
	add(&there, &w->piece, 1);
	for (int by = 0; by < GM_CHAIN_CLOCKS && w->bulk.begun; by++)
		behind.by[by] += chain->row_cycles;
	gm_chain_raise(&there, &behind);
	w->bulk.open = there;
	w->bulk.begun = true;
}

static void
note_piece(const gm_chain *chain, gm_chain_warp *w, const gm_chain_moment *issue)
{
	for (int by = 0; by < GM_CHAIN_CLOCKS; by++)
		w->piece.by[by] += w->piece.by[by] > 0 ? chain->piece_cycles : 0;
	gm_chain_raise(&w->piece, issue);
}

void
gm_chain_note_copies(const gm_chain *chain, gm_chain_warp *w, const gm_site *site, const gm_chain_moment *issue,
		     const gm_chain_moment *ready)
{
	switch (site->copies) {
	case GM_COPIES_BEGIN:
		gm_chain_raise(&w->copies.open, ready);
		w->copies.begun = true;
		break;
	case GM_COPIES_CLOSE:
		close_group(&w->copies);
		break;
	case GM_COPIES_PIECE:
		note_piece(chain, w, issue);
		break;
	case GM_COPIES_BULK:
		note_bulk(chain, w, issue, ready);
		break;
	case GM_COPIES_EXPECT:
		if (w->bulk.begun)
			close_group(&w->bulk);
		break;
	default:
		break;
	}
}

void
gm_chain_postpone_copies(gm_chain_warp *w, const gm_chain_moment *more, double times)
{
	add(&w->piece, more, times);
	for (int i = 0; i < 2; i++) {
		gm_chain_copies *c = i ? &w->bulk : &w->copies;
		add(&c->open, more, c->begun ? times : 0);
		for (int g = 0; g < GM_CHAIN_GROUPS; g++)
			add(&c->groups[g], more, times);
	}
}
