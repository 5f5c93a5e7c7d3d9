#include "model/l1_simulation.h"

#include "base/memory.h"
#include "model/l1_walk.h"

#include <stdlib.h>

enum { REQUESTS_MOST = 1 << 17 /* the rest of longer blocks is taken to go on as they began */ };

/* Where one block runs after the other. */
typedef struct place {
	int block;     /* of all */
	int warps;     /* that are not at their end */
	int first;     /* number of its first warp */
	uint32_t from; /* the round in which its block begins */
	gm_l1_walker *all;
	gm_l1_span *spans;
} place;

/* Of turns: each place has one in each. */
typedef struct rounds {
	int next;
	uint32_t now; /* which round it is, from 1 */
} rounds;

static void
find_most(const gm_l1_blocks *blocks, int *warps, int *spans)
{
	*warps = *spans = 1;
	for (int b = 0; b < blocks->count; b++) {
		const gm_trace *t = blocks->all[b].trace;
		*warps = t->warps_count > *warps ? t->warps_count : *warps;
		for (int w = 0; w < t->warps_count; w++)
			*spans = t->warps[w].depth > *spans ? t->warps[w].depth : *spans;
	}
}

/* The warps of the block, at their beginning; each has room for so many spans. */
static void
begin_block(place *p, const gm_resident *block, int spans_most)
{
	p->warps = block->trace->warps_count;
	for (int w = 0; w < p->warps; w++)
		p->all[w] = (gm_l1_walker){.program = &block->trace->warps[w],
		                           .block = block,
		                           .number = (uint32_t)(p->first + w),
		                           .weight = 1,
		                           .spans = p->spans + (size_t)w * (size_t)spans_most};
}

/* Of so many places, whose turn it is. */
static int
next_place(rounds *r, int count)
{
	if (r->next >= count)
		r->next = 0;
	r->now += r->next == 0;
	return r->next++;
}

/* The place that has just had its turn is no more. */
static void
leave(rounds *r, place *places, int at, int count)
{
	for (int i = at; i + 1 < count; i++)
		places[i] = places[i + 1];
	r->next--;
}

static void
take_turns(gm_l1_wave *s, place *p, int hits_per_turn)
{
	int left = 0;
	for (int i = 0; i < p->warps; i++)
		if (gm_l1_take_turn(s, &p->all[i], hits_per_turn)) {
			if (left != i)
				p->all[left] = p->all[i];
			left++;
		}
	p->warps = left;
}

/* The block of the place is over, the next one begins: those that follow the first blocks evenly over the time that
   these took. False when there is none. */
static bool
go_on(place *p, const gm_l1_blocks *blocks, const rounds *r, int places, int spans_most)
{
	const bool is_first = p->block < places;
	const int64_t later = is_first ? (int64_t)r->now * p->block / places : 0;
	p->block += places;
	if (p->block >= blocks->count)
		return false;
	p->from = r->now + 1 + (uint32_t)later;
	begin_block(p, &blocks->all[p->block], spans_most);
	return true;
}

static void
run(gm_l1_wave *waves, const gm_l1_blocks *blocks, place *places, int count, int spans_most, int hits_per_turn)
{
	const int all = count;
	rounds r = {0};
	while (count > 0) {
		const int at = next_place(&r, count);
		place *p = &places[at];
		gm_l1_wave *s = &waves[p->block / blocks->wave];
		if (p->from > r.now)
			continue;
		s->began = s->began ? s->began : r.now;
		s->waits.round = r.now - s->began + 1;
		take_turns(s, p, hits_per_turn);
		if (p->warps > 0 && s->requests < REQUESTS_MOST)
			continue;
		if (--s->blocks == 0)
			gm_l1_past_dispose(&s->past);
		if (!go_on(p, blocks, &r, all, spans_most))
			leave(&r, places, at, count--);
	}
}

/* What passes in each wave counts for itself. */
static void
begin_waves(gm_l1_wave *waves, const gm_l1_blocks *blocks, const gm_l1_wave *as, int sites_count)
{
	for (int b = 0; b < blocks->count; b++) {
		const int wave = b / blocks->wave, warps = blocks->all[b].trace->warps_count;
		if (b % blocks->wave == 0) {
			waves[wave] = *as;
			waves[wave].sites = as->sites + (size_t)wave * (size_t)sites_count;
		}
		waves[wave].blocks++;
		waves[wave].warps = as->room.rare ? 1 : blocks->in_turn ? warps : waves[wave].warps + warps;
	}
}

void
gm_l1_simulate(gm_l1_cache *cache, const gm_l1_blocks *blocks, int64_t runs_max, int hits_per_turn, gm_l2_room room,
               gm_l1_tally *sites)
{
	double filled = 0;
	const gm_l1_wave as = {.cache = cache, .sites = sites, .room = room, .filled = &filled,
	                       .waits = {.unit_sectors = room.unit_sectors},
	                       .runs_max = runs_max < 2 ? 2 : runs_max};
	const int least = blocks->count < blocks->wave ? blocks->count : blocks->wave, count = blocks->in_turn ? 1 : least;
	int warps_most, spans_most;
	if (blocks->count == 0)
		return;
	find_most(blocks, &warps_most, &spans_most);
	const size_t walkers = (size_t)count * (size_t)warps_most;
	gm_l1_wave *waves = gm_allocate((size_t)(blocks->count - 1) / (size_t)blocks->wave + 1, sizeof *waves);
	place *places = gm_allocate((size_t)count, sizeof *places);
	gm_l1_walker *all = gm_allocate(walkers, sizeof *all);
	gm_l1_span *spans = gm_allocate(walkers * (size_t)spans_most, sizeof *spans);
	begin_waves(waves, blocks, &as, blocks->all[0].trace->sites_count);
	for (int i = 0; i < count; i++) {
		const size_t first = (size_t)i * (size_t)warps_most;
		places[i] = (place){.block = i, .first = (int)first, .all = all + first,
		                    .spans = spans + first * (size_t)spans_most};
		begin_block(&places[i], &blocks->all[i], spans_most);
	}
	run(waves, blocks, places, count, spans_most, hits_per_turn);
	free(spans);
	free(all);
	free(places);
	free(waves);
}
