#include "simt/gathering.h"

#include "simt/access.h"
#include "simt/barrier.h"
#include "simt/block.h"
#include "simt/warp.h"

enum {
	STIRRED_MOST = 8,     /* blocks */
	RESTLESS_TURNS = 256, /* while which lanes that wait behind a loop are let go: paths.c */
};

/* ---- blocks come and go ---- */

void
gm_ptx_gathering_sit_down(ptx_gathering *g, int64_t place, int64_t at)
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
		m->like = m->single || place == 0 ? NULL : &g->seats[0].machine;
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
	if (g->ended++ <= g->seats_count * 3 / 4)
		g->early = s->ends;
	g->last = s->ends > g->last ? s->ends : g->last;
	if (g->next < g->blocks)
		gm_ptx_gathering_sit_down(g, place, s->ends + ptx_clocks(g->ways->gap));
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

bool
gm_ptx_gathering_make_turn(ptx_gathering *g, ptx_turn t)
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
	g->work += (int64_t)(m->clock - before) + GATHERING_TURN_WORK;
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

bool
gm_ptx_gathering_stir(ptx_gathering *g)
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
