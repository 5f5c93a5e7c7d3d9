#include "simt/contest_meeting.h"

#include "simt/access.h"
#include "simt/agenda.h"
#include "simt/barrier.h"
#include "simt/block.h"
#include "simt/warp.h"

#include <stdlib.h>

enum {
	ATOMIC_CLOCKS = 480,
	LOAD_CLOCKS = 340,
	FENCE_CLOCKS = 253,
	STORED_CLOCKS = 497,        /* of a fence behind a store */
	APART_CLOCKS = 200, /* between the shortest way there and back and the longest */
	CLOCKS_OF_NS = 2,
	STEP_CLOCKS = 6,
	BLOCK_CLOCKS = 2,
	FETCH_BYTES = 8192,
	LINES = 1024, LINE_WORDS = 32, /* by their hash */
	LONGEST_NAP_NS = 1000000, /* PTX, nanosleep */
	SHORTEST_NAP_NS = 32,
	NAP_NS = 50,
	NAP_PERCENT = 80,
	WORK_MOST = 3 << 20, /* words that are looked at, in all, and twice the turns */
	SEEKING_WORK_MOST = 1 << 20, /* where blocks alone come to an end too, and are not far off */
};

static const double same_word_clocks = 0.8, other_word_clocks = 3;

/* A line of L2, its word that was served last, and until when. */
typedef struct served_line {
	uint64_t line, word;
	double until;
} served_line;

/* Blocks side by side. */
typedef struct meeting {
	const ptx_kernel *kernel;
	ptx_contest *contest;
	ptx_machine *machines;
	int64_t turns_made;
	ptx_agenda turns;
	served_line served[LINES];
	gm_error ignored;
} meeting;

/* The longest of its lanes that sleep. */
static int64_t
nap_clocks(ptx_warp *warp, const ptx_step *nap)
{
	uint32_t longest = 0;
	for (uint32_t rest = warp->paths[warp->paths_count - 1].mask; rest; rest &= rest - 1) {
		const uint32_t ns = ptx_u32(warp, nap->a)[__builtin_ctz(rest)];
		longest = ns > longest ? ns : longest;
	}
	longest = longest < LONGEST_NAP_NS ? longest : LONGEST_NAP_NS;
	return longest < SHORTEST_NAP_NS ? 0 : CLOCKS_OF_NS * (NAP_NS + (int64_t)longest * NAP_PERCENT / 100);
}

/* There and back, for what it waits for; `stored`: it has stored since it last waited. */
static int64_t
mean_clocks(ptx_warp *warp, bool stored)
{
	const ptx_step *s = warp->last_pc >= 0 ? &warp->program->steps[warp->last_pc] : NULL;
	if (s && s->run == gm_ptx_atomic)
		return ATOMIC_CLOCKS;
	if (!s || s->action != ACTION_NOTHING)
		return LOAD_CLOCKS;
	if (s->a != PTX_NO_UNIT)
		return nap_clocks(warp, s);
	return stored ? STORED_CLOCKS : FENCE_CLOCKS;
}

/* Some ways are longer than others, and not always the same. */
static int64_t
way_clocks(const meeting *a, ptx_turn t, ptx_warp *warp, bool stored)
{
	const int64_t clocks = mean_clocks(warp, stored);
	uint64_t x = (uint64_t)a->turns_made * 0x9e3779b97f4a7c15U + (uint64_t)t.block * 65599U + (uint64_t)t.warp;
	x ^= x >> 29;
	x *= 0xbf58476d1ce4e5b9U;
	x ^= x >> 32;
	const int64_t apart = (int64_t)(x % (uint64_t)APART_CLOCKS) - APART_CLOCKS / 2;
	return clocks + apart * clocks / ATOMIC_CLOCKS;
}

/* The barrier that the warp has reached, or will not reach any more, may open for others. */
static void
release_others(meeting *a, ptx_turn t, int64_t now)
{
	ptx_machine *m = &a->machines[t.block];
	if (!gm_ptx_barriers_open(m))
		return;
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state == WARP_READY)
			gm_ptx_agenda_add(&a->turns, (ptx_turn){now, t.block, w});
}

int64_t
gm_ptx_contest_work_most(const ptx_kernel *kernel)
{
	return kernel->program.seeks ? SEEKING_WORK_MOST : WORK_MOST;
}

/* How much later a request of atomics is served, behind those before it: L2 goes to the words of a line one after the
   other. */
static int64_t
late_clocks(meeting *a, const ptx_warp *warp, int64_t at)
{
	double last = (double)at;
	for (uint32_t rest = warp->address_mask; rest; rest &= rest - 1) {
		const uint64_t word = warp->address[__builtin_ctz(rest)] / 4, line = word / LINE_WORDS;
		served_line *s = &a->served[(line * 0x9e3779b97f4a7c15U) >> 54];
		if (s->line != line)
			*s = (served_line){.line = line, .word = word};
		const double from = s->until > (double)at ? s->until : (double)at;
		s->until = from + (s->word == word ? same_word_clocks : other_word_clocks);
		s->word = word;
		last = from > last ? from : last;
	}
	return (int64_t)(last - (double)at);
}

/* From when a warp has come to where it waits until it goes on. */
static int64_t
wait_clocks(meeting *a, ptx_turn t, ptx_warp *warp, int64_t at, bool stored)
{
	const bool swaps = warp->last_pc >= 0 && warp->program->steps[warp->last_pc].run == gm_ptx_atomic;
	return way_clocks(a, t, warp, stored) + (swaps ? late_clocks(a, warp, at) : 0);
}

/* Until it has asked for a word, or waits, or ends. */
static bool
make_turn(meeting *a, ptx_turn t)
{
	ptx_machine *m = &a->machines[t.block];
	ptx_contest *c = a->contest;
	ptx_warp *warp = &m->warps[t.warp];
	const uint64_t before = m->clock, changes = m->changes;
	c->now = &c->found[t.block * c->warps];
	warp->state = WARP_READY;
	gm_ptx_warp_run(warp);
	const int64_t now = t.at + (int64_t)(m->clock - before) * STEP_CLOCKS;
	if (warp->state == WARP_WAITING)
		gm_ptx_agenda_add(&a->turns, (ptx_turn){now + wait_clocks(a, t, warp, now, m->changes != changes),
							t.block, t.warp});
	else
		release_others(a, t, now);
	a->turns_made++;
	c->last = now > c->last ? now : c->last;
	c->work = (int64_t)c->words + 2 * a->turns_made;
	c->cut = c->work + c->work_before > gm_ptx_contest_work_most(a->kernel);
	return m->status == GM_OK && !c->memory.full && !c->cut;
}

static void
set_up(meeting *a, int64_t b)
{
	const gm_kernel *kernel = &a->kernel->base;
	ptx_machine *m = &a->machines[b];
	gm_ptx_machine_init(m, &a->kernel->program, kernel->grid, kernel->block, a->kernel->shared_bytes);
	m->memory = &a->contest->memory;
	m->err = &a->ignored;
	m->idle = true;
	m->contest = a->contest;
	m->single = true;
	m->yields = true;
	gm_ptx_block_start(m, gm_dim3_at(kernel->grid, a->contest->indices[b]), a->kernel->budget);
	for (int w = 0; w < m->warps_count; w++)
		gm_ptx_agenda_add(&a->turns, (ptx_turn){b * BLOCK_CLOCKS, (int32_t)b, w});
}

/* Thousands of warps have no room in a cache: the registers of who is next are sent for meanwhile. */
static void
send_for_next(const meeting *a)
{
	if (a->turns.count == 0)
		return;
	const ptx_turn next = a->turns.turns[0];
	const unsigned char *registers = a->machines[next.block].warps[next.warp].registers;
	const size_t bytes = (size_t)a->kernel->program.units_count * PTX_UNIT_BYTES;
	for (size_t at = 0; at < bytes && at < FETCH_BYTES; at += 64)
		__builtin_prefetch(registers + at, 1);
}

/* Nothing was found yet. */
static void
forget(ptx_contest *c)
{
	for (int64_t i = 0; i < c->count * c->warps; i++)
		c->found[i].count = 0;
	c->words = 0;
	c->fought = c->cut = false;
}

/* False: some block does not come to its end. */
static bool
run_once(const ptx_kernel *kernel, ptx_contest *c)
{
	meeting a = {.kernel = kernel, .contest = c};
	bool good = true;
	forget(c);
	a.machines = gm_allocate((size_t)c->count, sizeof *a.machines);
	for (int64_t b = 0; b < c->count; b++)
		set_up(&a, b);
	while (good && a.turns.count > 0) {
		const ptx_turn now = gm_ptx_agenda_take(&a.turns);
		send_for_next(&a);
		good = make_turn(&a, now);
	}
	for (int64_t b = 0; b < c->count; b++)
		gm_ptx_machine_dispose(&a.machines[b]);
	free(a.machines);
	gm_ptx_agenda_dispose(&a.turns);
	return good;
}

bool
gm_ptx_contest_meet(const ptx_kernel *kernel, ptx_contest *c)
{
	const bool good = run_once(kernel, c) && (!gm_later_is_own(kernel->base.later) || run_once(kernel, c));
	return good || c->cut;
}
