#include "simt/await.h"

#include "simt/block.h"
#include "simt/gathering.h"

#include <stdlib.h>
#include <string.h>

enum {
	WORK_MOST = 1 << 21,     /* steps, and GATHERING_TURN_WORK for each turn */
	FEW_SEATS = 32,
	SEATS_BYTES = 96 << 20,  /* of registers and memory of all that are there, at most */
	SEATS_BYTES_OF_ALL = 144 << 20, /* where all must be */
	UNIT_BYTES = PTX_UNIT_BYTES + 40, /* of a register, with what made it and its changes in a loop */
	WARP_BYTES = 2048,
	ENDED_LEAST = 8,         /* one in so many blocks, of what was cut short */
	FIRST_BLOCKS = 8,        /* that are run one after the other */
};

static void
open_up(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t seats, int64_t blocks)
{
	*g = (ptx_gathering){.kernel = k, .ways = ways, .memory = g->memory, .costs = g->costs, .blocks = blocks,
			 .unused = -1, .stirred = -1};
	g->seats_count = seats < blocks ? seats : blocks;
	g->warps = (int)((gm_dim3_volume(k->base.block) + PTX_LANES - 1) / PTX_LANES);
	g->seats = gm_allocate((size_t)g->seats_count, sizeof *g->seats);
	g->slept = gm_allocate((size_t)k->base.sites_count, sizeof *g->slept);
	g->told = gm_allocate((size_t)k->base.sites_count, sizeof *g->told);
	memset(g->watched, -1, sizeof g->watched);
	for (int64_t i = 0; i < g->seats_count; i++) {
		/* SMs that follow each other are on this side or that. */
		g->seats[i].far = 1 + ways->apart * (i % ways->sms % 2 ? 1 : -1);
		gm_ptx_gathering_sit_down(g, i, ptx_clocks((double)i * ways->block));
	}
}

static void
shut(ptx_gathering *g)
{
	for (int64_t i = 0; i < g->seats_count; i++) {
		free(g->seats[i].machine.marked);
		if (g->seats[i].taken)
			gm_ptx_machine_dispose(&g->seats[i].machine);
		free(g->seats[i].askers);
	}
	free(g->seats);
	free(g->slept);
	free(g->told);
	free(g->watches);
	gm_ptx_agenda_dispose(&g->turns);
}

static uint32_t
slept_most(const ptx_gathering *g)
{
	uint32_t most = 0;
	for (int64_t i = 0; i < g->seats_count; i++)
		for (int w = 0; w < g->warps; w++) {
			const ptx_asker *a = &g->seats[i].askers[w];
			if (a->sleeps)
				g->slept[a->step->site] += (double)(g->last - a->since) + 1;
		}
	for (int s = 1; s < g->kernel->base.sites_count; s++)
		if (g->slept[s] > g->slept[most])
			most = (uint32_t)s;
	return most;
}

/* False: a block cannot be run. */
static bool
run(ptx_gathering *g, gm_waited *out)
{
	bool good = true;
	do
		while (good && g->turns.count > 0) {
			const ptx_turn t = gm_ptx_agenda_take(&g->turns);
			good = gm_ptx_gathering_make_turn(g, t);
			g->last = t.at > g->last ? t.at : g->last;
		}
	while (good && g->ended < g->blocks && gm_ptx_gathering_stir(g));
	out->cut = !good && g->work >= g->work_most;
	out->known = good || out->cut;
	out->stuck = good && g->ended < g->blocks;
	out->clocks = (double)g->last;
	out->asked = g->asked;
	for (int s = 0, at = 0; s < g->kernel->base.sites_count && at < GM_TOLD_MOST; s++)
		if (g->told[s] > 0) {
			out->told[at].site = (uint32_t)s;
			out->told[at++].times = g->told[s];
		}
	out->site = slept_most(g);
	return out->known;
}

static bool
run_anew(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t seats, int64_t blocks, int64_t work_most,
	 gm_waited *out)
{
	open_up(g, k, ways, seats, blocks);
	g->work_most = work_most;
	const bool good = run(g, out);
	shut(g);
	return good;
}

/* How fast blocks ended in a run. */
typedef struct pace {
	double ended, clocks; /* blocks, until the last of them */
	double links, others; /* of these, after three in four of the places had seen a block end */
	double rounds;        /* of places that were taken again */
} pace;

static double
rounds_of(int64_t blocks, int64_t places)
{
	return (double)((blocks - 1) / places);
}

static pace
pace_of(const ptx_gathering *g)
{
	return (pace){(double)g->ended, (double)g->last, (double)(g->ended - 1 - g->seats_count * 3 / 4),
	              (double)(g->last - g->early), rounds_of(g->ended, g->seats_count)};
}

/* Blocks end one after the other as a chain lets them, or as places come free. Two runs that differ in places tell how long
   a link of the chain takes, and how long a round of places: others = links * link + rounds * round. */
static double
clocks_of_all(pace few, pace more, int64_t blocks, int64_t resident)
{
	const double both = few.links * more.rounds - more.links * few.rounds;
	double link = 0, round = 0;
	if (both < 0) {
		link = (few.others * more.rounds - more.others * few.rounds) / both;
		round = (few.links * more.others - more.links * few.others) / both;
	}
	if (both >= 0 || round < 0) {
		link = more.links > 0 ? more.others / more.links : 0;
		round = 0;
	} else if (link < 0) {
		link = 0;
		round = more.others / more.rounds;
	}
	return more.clocks + link * ((double)blocks - more.ended) +
	       round * (rounds_of(blocks, resident) - more.rounds);
}

/* Of places, all were taken again, or all blocks have ended. */
static bool
has_settled(const ptx_gathering *g, const gm_waited *out)
{
	return out->known && !out->stuck && g->ended > 1 && (!out->cut || g->ended >= 2 * g->seats_count);
}

/* There was no room for all that are resident: half as many places tell what more of them do. */
static void
see_more_places(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t blocks, gm_waited *out)
{
	const pace all = pace_of(g);
	gm_waited half;
	gm_ptx_memory_reset(g->memory);
	run_anew(g, k, ways, g->seats_count / 2, blocks, WORK_MOST / 2, &half);
	if (!has_settled(g, &half))
		return;
	out->clocks = clocks_of_all(pace_of(g), all, blocks, ways->resident);
	out->cut = false;
}

/* More work than is done. A chain takes as long for each block however many are there: then a few places show it. */
static bool
run_in_few(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t blocks, gm_waited *out)
{
	double each[2] = {0};
	bool good = true;
	for (int i = 0; i < 2 && good; i++) {
		gm_ptx_memory_reset(g->memory);
		good = run_anew(g, k, ways, FEW_SEATS << i, blocks, WORK_MOST / 4, out) && !out->stuck && g->ended > 0;
		each[i] = good ? out->clocks / (double)g->ended : 0;
	}
	return good && each[1] > each[0] * 0.8;
}

/* Blocks one after the other, of which the first few show whether that goes, and how much work each is: 0 where it is
   not known. */
static int64_t
run_alone(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t blocks, bool *needs_all)
{
	gm_waited alone;
	run_anew(g, k, ways, 1, blocks < FIRST_BLOCKS ? blocks : FIRST_BLOCKS, WORK_MOST / 8, &alone);
	*needs_all = alone.known && alone.stuck;
	gm_ptx_memory_reset(g->memory);
	return alone.known && !alone.stuck && g->ended > 0 ? g->work / g->ended : 0;
}

/* An equal launch comes before, its blocks one after the other; whether all of them have ended. */
static bool
run_before(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t blocks)
{
	gm_waited before;
	run_anew(g, k, ways, 1, blocks, 2 * WORK_MOST, &before);
	return before.known && !before.cut && !before.stuck;
}

static bool
anybody_slept(const ptx_kernel *k, const double *slept)
{
	bool any = false;
	for (int s = 0; s < k->base.sites_count; s++)
		any |= slept[s] > 0;
	return any;
}

/* Where a launch is too much work to be run before another, a grid of a few of its blocks tells whether anybody waits
   after one of its own size: flags that nobody takes back are set then. */
static bool
nobody_waits_later(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways)
{
	ptx_kernel small = *k;
	gm_waited later;
	if (k->base.grid.y > 1 || k->base.grid.z > 1 || k->base.grid.x <= FEW_SEATS)
		return false;
	small.base.grid.x = FEW_SEATS;
	bool good = run_before(g, &small, ways, FEW_SEATS);
	if (good) {
		open_up(g, &small, ways, FEW_SEATS, FEW_SEATS);
		g->work_most = WORK_MOST / 4;
		good = run(g, &later) && !later.cut && !later.stuck && !anybody_slept(k, g->slept);
		shut(g);
	}
	gm_ptx_memory_reset(g->memory);
	return good;
}

/* Places that there is room for. */
static int64_t
seats_of(const ptx_kernel *k, const gm_ways *ways, bool needs_all)
{
	const int64_t warps = (gm_dim3_volume(k->base.block) + PTX_LANES - 1) / PTX_LANES;
	const int64_t warp = WARP_BYTES + (int64_t)k->program.units_count * UNIT_BYTES + k->program.local_bytes * PTX_LANES;
	const int64_t room = (needs_all ? SEATS_BYTES_OF_ALL : SEATS_BYTES) / (warps * warp + k->shared_bytes + 1);
	const int64_t least = room > FEW_SEATS ? room : FEW_SEATS;
	return least < ways->resident ? least : ways->resident;
}

static void
run_resident(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t seats, int64_t blocks, gm_waited *out)
{
	const int64_t wanted = blocks < ways->resident ? blocks : ways->resident;
	run_anew(g, k, ways, seats, blocks, WORK_MOST, out);
	if (seats < wanted && has_settled(g, out))
		see_more_places(g, k, ways, blocks, out);
	else if (ways->again && out->known && !out->cut && !out->stuck)
		run_anew(g, k, ways, seats, blocks, WORK_MOST, out);
	else if (out->cut && !out->needs_all && g->ended < blocks / ENDED_LEAST)
		out->known = run_in_few(g, k, ways, blocks, out);
}

void
gm_ptx_wait_together(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	const int64_t blocks = gm_dim3_volume(kernel->grid);
	ptx_memory memory;
	ptx_gathering g = {.memory = &memory, .costs = gm_ptx_gathering_costs(k, ways)};
	bool needs_all;
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	const int64_t each = run_alone(&g, k, ways, blocks, &needs_all);
	out->needs_all = needs_all;
	const int64_t seats = seats_of(k, ways, needs_all), wanted = blocks < ways->resident ? blocks : ways->resident;
	const bool follows = ways->again && each > 0, little = follows && each <= 2 * WORK_MOST / blocks;
	if (little && run_before(&g, k, ways, blocks))
		run_anew(&g, k, ways, seats, blocks, WORK_MOST, out);
	else if (follows && !little && nobody_waits_later(&g, k, ways))
		*out = (gm_waited){0};
	else if (each > ENDED_LEAST * WORK_MOST / blocks)
		out->known = run_in_few(&g, k, ways, blocks, out);
	else if (needs_all && seats < wanted)
		*out = (gm_waited){.known = true, .cut = true};
	else
		run_resident(&g, k, ways, seats, blocks, out);
	out->needs_all = needs_all;
	free(g.costs);
	gm_ptx_memory_dispose(&memory);
}
