#include "ptx/await.h"

#include "kernel/issue.h"
#include "ptx/access.h"
#include "ptx/barrier.h"
#include "ptx/block.h"
#include "ptx/gathering.h"
#include "ptx/warp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORK_MOST = 1 << 21,     /* steps, and TURN_WORK for each turn */
	TURN_WORK = 8,
	FEW_SEATS = 32,
	SEATS_BYTES = 64 << 20,  /* of registers and memory of all that are there, at most, and three times that where all must be */
	ENDED_LEAST = 8,         /* one in so many blocks, of what was cut short */
	FIRST_BLOCKS = 8,        /* that are run one after the other */
	ALU_CLOCKS = 2,
	BRANCH_CLOCKS = 4,
	STIRRED_MOST = 8,        /* blocks */
	RESTLESS_TURNS = 256,    /* while which lanes that wait behind a loop are let go: paths.c */
};

/* ---- blocks come and go ---- */

static void
sit_down(ptx_gathering *g, int64_t place, int64_t at)
{
	const gm_kernel *kernel = &g->kernel->base;
	ptx_seat *s = &g->seats[place];
	ptx_machine *m = &s->machine;
	if (!s->taken) {
		gm_ptx_machine_init(m, &g->kernel->program, kernel->grid, kernel->block, g->kernel->shared_bytes);
		m->memory = g->memory;
		m->err = &g->ignored;
		m->idle = true;
		m->yields = true;
		m->costs = g->costs;
		m->marked = gm_allocate((size_t)g->kernel->program.loops_count, sizeof *m->marked);
		m->may_cut = true;
		m->single = g->blocks <= g->seats_count;
		m->guess_below = m->hasty_below = INT64_MAX;
		s->askers = gm_allocate((size_t)g->warps, sizeof *s->askers);
	}
	s->taken = true;
	s->ends = at;
	for (int w = 0; w < g->warps; w++)
		s->askers[w] = (ptx_asker){.sleep = s->askers[w].sleep + 1};
	gm_ptx_block_start(m, gm_dim3_at(kernel->grid, g->next++), g->kernel->budget);
	for (int w = 0; w < m->warps_count; w++)
		gm_ptx_gathering_turn(g, at, (int32_t)place, w);
}

static bool
has_ended(const ptx_seat *s)
{
	bool ended = true;
	for (int w = 0; w < s->machine.warps_count; w++)
		ended = ended && s->machine.warps[w].state == WARP_DONE;
	return ended;
}

static void
stand_up(ptx_gathering *g, int32_t place)
{
	const ptx_seat *s = &g->seats[place];
	g->ended++;
	g->last = s->ends > g->last ? s->ends : g->last;
	if (g->next < g->blocks)
		sit_down(g, place, s->ends + ptx_clocks(g->ways->gap));
}

/* ---- turns ---- */

/* A barrier of the block that was waited for by all: the last has come. */
static void
open_barrier(ptx_gathering *g, int32_t place, int64_t now)
{
	ptx_seat *s = &g->seats[place];
	int64_t last = now;
	if (!gm_ptx_barriers_open(&s->machine))
		return;
	for (int w = 0; w < g->warps; w++)
		if (s->machine.warps[w].state == WARP_READY && s->askers[w].arrived > last)
			last = s->askers[w].arrived;
	for (int w = 0; w < g->warps; w++)
		if (s->machine.warps[w].state == WARP_READY)
			gm_ptx_gathering_turn(g, last + 12 + 2 * g->warps, place, w);
}

static uint64_t
word_at(const ptx_warp *warp, int lane)
{
	return warp->address[lane] / 4;
}

static uint64_t
seen_by(ptx_warp *warp, const ptx_step *step)
{
	const uint32_t unit = warp->program->units[step->results];
	uint64_t seen = 14695981039346656037U;
	for (uint32_t rest = warp->address_mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const bool wide = gm_ptx_type_bits((ptx_type)step->type) == 64;
		const uint64_t value = wide ? ptx_u64(warp, unit)[l] : ptx_u32(warp, unit)[l];
		seen = (seen ^ warp->address[l]) * 1099511628211U;
		seen = (seen ^ value) * 1099511628211U;
	}
	return seen;
}

static void
fall_asleep(ptx_gathering *g, ptx_turn t, const ptx_warp *warp, int64_t now)
{
	ptx_asker *a = &g->seats[t.block].askers[t.warp];
	uint64_t before = 0;
	a->sleeps = true;
	a->sleep++;
	a->since = now;
	for (uint32_t rest = warp->address_mask; rest; rest &= rest - 1) {
		const uint64_t word = word_at(warp, __builtin_ctz(rest));
		if (word != before)
			gm_ptx_gathering_watch(g, word, t.block, t.warp);
		before = word;
	}
}

/* Whoever finds the same again, while his block has changed nothing, sleeps. */
static void
ask(ptx_gathering *g, ptx_turn t, const ptx_step *step, int64_t now)
{
	ptx_seat *s = &g->seats[t.block];
	ptx_warp *warp = &s->machine.warps[t.warp];
	ptx_asker *a = &s->askers[t.warp];
	const bool atomic = step->run == gm_ptx_atomic;
	const int64_t there = warp->address_mask ? gm_ptx_gathering_serve(g, word_at(warp, __builtin_ctz(warp->address_mask)), atomic, now) : now;
	const uint64_t seen = seen_by(warp, step);
	const bool in_vain = a->step == step && a->seen == seen && a->changes == s->machine.changes;
	g->asked++;
	*a = (ptx_asker){.step = step, .seen = seen, .changes = s->machine.changes, .fenced = a->fenced, .at = there,
			  .period = a->woken ? a->period : there - a->at,
		     .sleep = a->sleep, .restless = a->restless - (a->restless > 0), .moved = true};
	if (in_vain && a->restless == 0)
		fall_asleep(g, t, warp, there);
	else
		gm_ptx_gathering_turn(g, there + ptx_clocks((atomic ? g->ways->atomic : g->ways->load) * s->far), t.block, t.warp);
}

/* What blocks have changed in memory; a barrier that opens counts as a change, too. */
static uint64_t
changes_of(const ptx_machine *m)
{
	return m->changes - m->opened;
}

/* Longer where something has gone to memory since the last; `changes`: what has, before it. */
static int64_t
fence_clocks(const ptx_gathering *g, ptx_turn t, uint64_t changes)
{
	ptx_seat *s = &g->seats[t.block];
	ptx_asker *a = &s->askers[t.warp];
	const bool moved = a->moved || a->fenced != changes;
	a->moved = false;
	a->fenced = changes;
	return ptx_clocks((moved ? g->ways->fence_stored : g->ways->fence) * s->far);
}

/* What others may wait for. The turn began with it. */
static void
tell(ptx_gathering *g, ptx_turn t, const ptx_step *step)
{
	ptx_seat *s = &g->seats[t.block];
	ptx_asker *a = &s->askers[t.warp];
	const ptx_warp *warp = &s->machine.warps[t.warp];
	const bool answers = step->run == gm_ptx_atomic && step->results_count > 0;
	const int64_t from = t.at + (step->releases ? fence_clocks(g, t, s->before) : 0);
	int64_t there = from;
	uint64_t before = 0;
	for (uint32_t rest = warp->address_mask; rest; rest &= rest - 1) {
		const uint64_t word = word_at(warp, __builtin_ctz(rest));
		if (word == before)
			continue;
		const int64_t served = gm_ptx_gathering_serve(g, word, step->run == gm_ptx_atomic, from);
		there = served > there ? served : there;
		gm_ptx_gathering_wake(g, word, served);
		before = word;
	}
	g->tellings++;
	g->told[step->site] += warp->address_mask != 0;
	/* What has answered is done. */
	a->moved |= !answers;
	a->fenced += answers ? changes_of(&s->machine) - s->before : 0;
	gm_ptx_gathering_turn(g, answers ? there + ptx_clocks(g->ways->atomic * s->far) : from + ptx_clocks(g->ways->fma), t.block,
		 t.warp);
}

/* Until it has asked or told something, or waits, or ends. */
static bool
make_turn(ptx_gathering *g, ptx_turn t)
{
	ptx_seat *s = &g->seats[t.block];
	ptx_machine *m = &s->machine;
	ptx_warp *warp = &m->warps[t.warp];
	const uint64_t before = m->clock;
	m->spent = m->answer = 0;
	s->before = changes_of(m);
	warp->state = WARP_READY;
	gm_ptx_warp_run(warp);
	const bool ran = m->clock != before;
	const ptx_step *step = ran && warp->last_pc >= 0 ? &g->kernel->program.steps[warp->last_pc] : NULL;
	const int64_t now = t.at + ptx_clocks(m->spent + m->answer);
	g->work += (int64_t)(m->clock - before) + TURN_WORK;
	s->askers[t.warp].moved |= m->answer > 0;
	s->ends = now > s->ends ? now : s->ends;
	s->askers[t.warp].arrived = now;
	if (warp->state != WARP_WAITING)
		open_barrier(g, t.block, now);
	else if (!step || warp->telling || !step->yields)
		gm_ptx_gathering_turn(g, now + 1, t.block, t.warp);
	else if (step->tells)
		tell(g, t, step);
	else if (step->polls)
		ask(g, t, step, now);
	else if (gm_ptx_orders_blocks(&g->kernel->program.words[step - g->kernel->program.steps]))
		gm_ptx_gathering_turn(g, now + fence_clocks(g, t, changes_of(m)), t.block, t.warp);
	else
		gm_ptx_gathering_turn(g, now + ptx_clocks((step->run == gm_ptx_atomic ? g->ways->atomic : g->ways->load) * s->far),
			 t.block, t.warp);
	if (warp->state == WARP_DONE && has_ended(s))
		stand_up(g, t.block);
	return m->status == GM_OK && !g->memory->full && g->work < g->work_most;
}

/* Those who sleep while lanes of their own warp wait behind the loop let them go. */
static bool
stir(ptx_gathering *g)
{
	bool any = false;
	for (int64_t i = 0; i < g->seats_count && i < STIRRED_MOST && g->tellings != g->stirred; i++)
		for (int w = 0; w < g->warps; w++) {
			ptx_asker *a = &g->seats[i].askers[w];
			if (!a->sleeps || g->seats[i].machine.warps[w].paths_count < 2)
				continue;
			a->sleeps = false;
			a->restless = RESTLESS_TURNS;
			gm_ptx_gathering_turn(g, g->last > a->at ? g->last : a->at, (int32_t)i, w);
			any = true;
		}
	g->stirred = g->tellings;
	return any;
}

/* ---- what it costs ---- */

/* Clocks of a step until the next that waits for it can begin. What a loop counts and compares goes on beside its
   arithmetic: it takes the turns of its unit, 16 lanes wide in each quarter of an SM. */
static double
clocks_of(const gm_ways *ways, const gm_site *site, const gm_issue *issue)
{
	const double issued = gm_issue_total(issue), others = issued - (double)issue->of[GM_UNIT_ALU];
	if (site->operation == GM_LOAD && site->space == GM_SHARED)
		return ways->shared;
	if (site->operation == GM_BRANCH)
		return BRANCH_CLOCKS * issued;
	return others > 0 ? ways->fma * fmax(others, (double)issue->wait) : ALU_CLOCKS * issued;
}

static ptx_cost
cost_of(const ptx_kernel *k, const gm_ways *ways, const ptx_step *s, const gm_issue *issue)
{
	if (s->site == PTX_NO_SITE)
		return (ptx_cost){0};
	const gm_site *site = &k->sites[s->site];
	const bool loads = site->operation == GM_LOAD && site->space == GM_GLOBAL && !s->yields;
	const double answer = loads ? s->volatile_read ? ways->load : ways->fetch : 0;
	return (ptx_cost){(float)clocks_of(ways, site, &issue[s->site]), (float)answer};
}

static ptx_cost *
costs_of(const ptx_kernel *k, const gm_ways *ways)
{
	const ptx_program *p = &k->program;
	ptx_cost *costs = gm_allocate((size_t)p->steps_count, sizeof *costs);
	gm_issue *issue = gm_allocate((size_t)k->base.sites_count, sizeof *issue);
	gm_kernel_issue(&k->base, ways->cc_major, ways->cc_minor, issue);
	for (int32_t i = 0; i < p->steps_count; i++)
		costs[i] = cost_of(k, ways, &p->steps[i], issue);
	free(issue);
	return costs;
}

/* ---- all together ---- */

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
		sit_down(g, i, ptx_clocks((double)i * ways->block));
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
			good = make_turn(g, t);
			g->last = t.at > g->last ? t.at : g->last;
		}
	while (good && g->ended < g->blocks && stir(g));
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

/* A chain takes as long for each block however many are there: then a few places show it. */
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

/* Blocks one after the other, of which the first few show whether that goes, and how much work they are. */
static bool
run_alone(ptx_gathering *g, const ptx_kernel *k, const gm_ways *ways, int64_t blocks, bool *needs_all)
{
	gm_waited alone;
	run_anew(g, k, ways, 1, blocks < FIRST_BLOCKS ? blocks : FIRST_BLOCKS, WORK_MOST / 8, &alone);
	*needs_all = alone.known && alone.stuck;
	gm_ptx_memory_reset(g->memory);
	return alone.known && !alone.stuck && g->ended > 0 && g->work / g->ended > ENDED_LEAST * WORK_MOST / blocks;
}

/* Places that there is room for; who begins again keeps what its registers hold then. */
static int64_t
seats_of(const ptx_kernel *k, const gm_ways *ways, int64_t blocks, bool needs_all)
{
	const int64_t warps = (gm_dim3_volume(k->base.block) + PTX_LANES - 1) / PTX_LANES;
	const int64_t files = blocks <= ways->resident ? 1 : 2;
	const int64_t warp = files * (int64_t)k->program.units_count * PTX_UNIT_BYTES + k->program.local_bytes * PTX_LANES;
	const int64_t room = (needs_all ? 3 : 1) * (int64_t)SEATS_BYTES / (warps * warp + k->shared_bytes + 1);
	const int64_t least = room > FEW_SEATS ? room : FEW_SEATS;
	return least < ways->resident ? least : ways->resident;
}

void
gm_ptx_wait_together(const gm_kernel *kernel, const gm_ways *ways, gm_waited *out)
{
	const ptx_kernel *k = ptx_kernel_of(kernel);
	const int64_t blocks = gm_dim3_volume(kernel->grid);
	ptx_memory memory;
	ptx_gathering g = {.memory = &memory, .costs = costs_of(k, ways)};
	bool needs_all;
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	const bool heavy = run_alone(&g, k, ways, blocks, &needs_all);
	const int64_t seats = seats_of(k, ways, blocks, needs_all), wanted = blocks < ways->resident ? blocks : ways->resident;
	if (heavy)
		out->known = run_in_few(&g, k, ways, blocks, out);
	else if (needs_all && seats < wanted)
		*out = (gm_waited){0};
	else if (run_anew(&g, k, ways, seats, blocks, WORK_MOST, out) && ways->again && !out->cut && !out->stuck)
		run_anew(&g, k, ways, seats, blocks, WORK_MOST, out);
	else if (out->cut && !needs_all && g.ended < blocks / ENDED_LEAST)
		out->known = run_in_few(&g, k, ways, blocks, out);
	out->needs_all = needs_all;
	free(g.costs);
	gm_ptx_memory_dispose(&memory);
}
