#include "model/clash.h"

#include "base/memory.h"
#include "kernel/kernel.h"
#include "kernel/spans.h"
#include "model/rounds.h"

#include <stdlib.h>

enum { WARPS = 32, REQUESTS_MOST = 2048, ROUNDS_MOST = 1 << 14, WORDS = 1 << 16 };

static const struct {
	double swap, varies, wait, wait_varies;
} ways[GM_CLASH_WAYS][2] = {/* words of 4 bytes, of 8 */
			    [GM_CLASH_ACCESSES] = {{0.47, 0.3, 0.05, 0.05}, {0.42, 0.2, 0.05, 0.05}},
			    [GM_CLASH_SUMS] = {{0.9, 0.1, 0.1, 1.5}, {0.72, 0.2, 0.1, 1.5}}};

typedef struct request {
	uint32_t site, active;
	uint8_t warp, bytes;
	bool waited; /* for memory */
	uint32_t address[32];
} request;

struct gm_clash {
	request *requests;
	size_t count, room;
	size_t marks[GM_SPANS_MAX];
	bool waited[WARPS];
	int kept[WARPS], most; /* requests of each warp */
	bool has_more;
};

gm_clash *
gm_clash_new(int warps)
{
	gm_clash *clash = gm_allocate(1, sizeof *clash);
	clash->most = REQUESTS_MOST / (warps < 1 ? 1 : warps > WARPS ? WARPS : warps);
	return clash;
}

void
gm_clash_free(gm_clash *clash)
{
	if (clash)
		free(clash->requests);
	free(clash);
}

void
gm_clash_begin(gm_clash *clash)
{
	clash->count = 0;
	clash->has_more = false;
	for (int w = 0; w < WARPS; w++) {
		clash->waited[w] = false;
		clash->kept[w] = 0;
	}
}

static request *
next_request(gm_clash *clash, int warp)
{
	clash->kept[warp]++;
	clash->requests = gm_grow(clash->requests, &clash->room, clash->count + 1, sizeof *clash->requests);
	return &clash->requests[clash->count++];
}

void
gm_clash_add(gm_clash *clash, int warp, uint32_t site, const gm_access *access)
{
	clash->has_more |= warp >= WARPS || clash->kept[warp] == clash->most;
	if (warp >= WARPS || clash->kept[warp] == clash->most || access->lanes_count > 32)
		return;
	request *r = next_request(clash, warp);
	*r = (request){.site = site, .warp = (uint8_t)warp, .bytes = (uint8_t)access->access_bytes,
		       .waited = clash->waited[warp]};
	clash->waited[warp] = false;
	for (uint64_t rest = gm_access_lanes(access); rest; rest &= rest - 1) {
		const int l = __builtin_ctzll(rest);
		r->address[l] = (uint32_t)access->address[l];
		r->active |= access->address[l] >> GM_AWAY_BITS ? 0 : 1u << l;
	}
}

void
gm_clash_wait(gm_clash *clash, int warp)
{
	if (warp < WARPS)
		clash->waited[warp] = true;
}

void
gm_clash_mark(gm_clash *clash, int slot)
{
	clash->marks[slot] = clash->count;
}

void
gm_clash_repeat(gm_clash *clash, int slot, int64_t times, const int64_t *advance)
{
	const size_t first = clash->marks[slot], end = clash->count;
	for (int64_t t = 1; t <= times && clash->count < REQUESTS_MOST && t <= clash->most; t++)
		for (size_t i = first; i < end; i++) {
			const int warp = clash->requests[i].warp;
			const bool left_out = clash->kept[warp] == clash->most || !advance[clash->requests[i].site];
			clash->has_more |= left_out;
			if (left_out)
				continue;
			request *r = next_request(clash, warp);
			*r = clash->requests[i];
			for (int l = 0; l < 32; l++)
				r->address[l] += (uint32_t)(t * advance[r->site]);
		}
}

/* ---- side by side ---- */

typedef struct runner {
	size_t at;     /* its request */
	uint32_t left; /* lanes */
	double time;   /* of the next load or swap */
	bool loaded;
	bool through; /* all its requests, at least once */
	gm_clash_counts now; /* of its request so far */
	uint32_t seen[32]; /* changes of each lane's word until it loaded */
} runner;

typedef struct contest {
	const gm_clash *clash;
	gm_clash_way way;
	gm_bank_rule rule;
	runner runners[WARPS];
	uint32_t *changes; /* per word */
	uint64_t chance;
	int rounds;
	gm_clash_outcome out;
} contest;

static double
drawn(contest *c)
{
	c->chance ^= c->chance << 13;
	c->chance ^= c->chance >> 7;
	c->chance ^= c->chance << 17;
	return (double)(c->chance >> 11) * 0x1p-53;
}

static uint32_t *
changes_of(contest *c, const request *r, int lane)
{
	return &c->changes[r->address[lane] / (r->bytes > 4 ? 8 : 4) % WORDS];
}

static gm_access
access_of(const request *r, uint32_t active, uint64_t address[32])
{
	for (int l = 0; l < 32; l++)
		address[l] = r->address[l];
	return (gm_access){32, r->bytes, active, address};
}

void
gm_clash_counts_add(gm_clash_counts *to, const gm_clash_counts *more)
{
	to->passes += more->passes;
	to->packed += more->packed;
	to->lanes += more->lanes;
}

static gm_clash_counts
counts_of(const gm_rounds *rounds)
{
	return (gm_clash_counts){rounds->wavefronts_count, rounds->packed_wavefronts_count, rounds->lanes_count};
}

static size_t
next_of(const gm_clash *clash, int warp, size_t at)
{
	while (at < clash->count && (clash->requests[at].warp != warp || !clash->requests[at].active))
		at++;
	return at;
}

/* The warp's next request, from the row `at` on; after the last, where there are more than were kept, the first. */
static void
go_on(contest *c, int warp, size_t at)
{
	runner *w = &c->runners[warp];
	const gm_clash *clash = c->clash;
	w->at = next_of(clash, warp, at);
	w->through |= w->at == clash->count;
	if (w->at == clash->count && clash->has_more)
		w->at = next_of(clash, warp, 0);
	w->now = (gm_clash_counts){0};
	if (w->at == clash->count)
		return;
	const request *r = &clash->requests[w->at];
	const bool wide = r->bytes > 4;
	w->left = r->active;
	w->time += ways[c->way][wide].wait + (r->waited ? ways[c->way][wide].wait_varies * drawn(c) : 0);
}

static void
end_request(contest *c, const runner *w)
{
	const request *r = &c->clash->requests[w->at];
	uint64_t address[32];
	const gm_access access = access_of(r, r->active, address);
	const gm_rounds rounds = gm_rounds_evaluate(c->rule, &access, NULL);
	const gm_clash_counts alone = counts_of(&rounds);
	gm_clash_counts_add(&c->out.alone, &alone);
	gm_clash_counts_add(&c->out.patched, &w->now);
}

static void
load(contest *c, runner *w, const request *r)
{
	const bool wide = r->bytes > 4;
	for (uint32_t rest = w->left; rest; rest &= rest - 1)
		w->seen[__builtin_ctz(rest)] = *changes_of(c, r, __builtin_ctz(rest));
	w->time += ways[c->way][wide].swap * (1 + ways[c->way][wide].varies * (2 * drawn(c) - 1));
	w->loaded = true;
}

static void
swap(contest *c, int warp, const request *r)
{
	const bool wide = r->bytes > 4;
	runner *w = &c->runners[warp];
	uint64_t address[32];
	uint32_t stale = 0;
	gm_rounds round = {0};
	for (uint32_t rest = w->left; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		stale |= (uint32_t)(w->seen[l] != *changes_of(c, r, l)) << l;
	}
	const gm_access access = access_of(r, w->left, address);
	const uint32_t won = (uint32_t)gm_rounds_try(c->rule, &access, w->left, stale, &round);
	const gm_clash_counts more = counts_of(&round);
	gm_clash_counts_add(&w->now, &more);
	for (uint32_t rest = won; rest; rest &= rest - 1)
		++*changes_of(c, r, __builtin_ctz(rest));
	w->left &= ~won;
	w->loaded = false;
	w->time += (1 - ways[c->way][wide].swap) * (1 + ways[c->way][wide].varies * (2 * drawn(c) - 1));
	c->rounds++;
	if (w->left)
		return;
	end_request(c, w);
	go_on(c, warp, w->at + 1);
}

/* Whose turn it is; -1 when all have been through their requests, or there have been enough rounds. */
static int
earliest(const contest *c)
{
	int first = -1;
	bool through = true;
	for (int w = 0; w < WARPS; w++) {
		through &= c->runners[w].through;
		if (c->runners[w].at < c->clash->count && (first < 0 || c->runners[w].time < c->runners[first].time))
			first = w;
	}
	return through || c->rounds >= ROUNDS_MOST ? -1 : first;
}

gm_clash_outcome
gm_clash_run(const gm_clash *clash, gm_bank_rule rule, gm_clash_way way)
{
	contest c = {.clash = clash, .way = way, .rule = rule, .chance = UINT64_C(88172645463325252)};
	c.changes = gm_allocate(WORDS, sizeof *c.changes);
	for (int w = 0; w < WARPS; w++)
		go_on(&c, w, 0);
	for (int warp = earliest(&c); warp >= 0; warp = earliest(&c)) {
		runner *w = &c.runners[warp];
		const request *r = &clash->requests[w->at];
		if (w->loaded)
			swap(&c, warp, r);
		else
			load(&c, w, r);
	}
	free(c.changes);
	return c.out;
}
