#include "simt/contest.h"

#include "simt/access.h"
#include "simt/agenda.h"
#include "simt/barrier.h"
#include "simt/block.h"
#include "simt/warp.h"

#include <stdlib.h>
#include <string.h>

enum {
	ATOMIC_CLOCKS = 480,
	LOAD_CLOCKS = 340,
	FENCE_CLOCKS = 253,
	STORED_CLOCKS = 497,        /* of a fence behind a store */
	APART_CLOCKS = 200, /* between the shortest way there and back and the longest */
	CLOCKS_OF_NS = 2,
	STEP_CLOCKS = 10,
	BLOCK_CLOCKS = 2,
	LONGEST_NAP_NS = 1000000, /* PTX, nanosleep */
	SHORTEST_NAP_NS = 32,
	NAP_NS = 50,
	NAP_PERCENT = 80,
	WORK_MOST = 3 << 20, /* words that are looked at, in all, and twice the turns */
};

/* ---- what was found ---- */

typedef struct found_words {
	uint64_t *words;
	uint8_t *lanes;
	size_t count, words_room, lanes_room, next;
} found_words;

struct ptx_contest {
	int64_t resident;
	int warps;          /* of a block */
	int64_t *indices;   /* of the blocks in the grid, ascending */
	int64_t count;
	found_words *found; /* of each warp of each block */
	found_words *now;   /* of the block that runs; NULL: it was not there */
	bool listens;       /* the blocks run side by side */
	bool fought, cut;
	size_t words;       /* in all */
};

static void
note_word(ptx_contest *c, found_words *f, int lane, uint64_t value)
{
	f->words = gm_grow(f->words, &f->words_room, f->count + 1, sizeof *f->words);
	f->lanes = gm_grow(f->lanes, &f->lanes_room, f->count + 1, sizeof *f->lanes);
	f->words[f->count] = value;
	f->lanes[f->count++] = (uint8_t)lane;
	c->words++;
}

uint64_t
gm_ptx_contest_word(ptx_warp *warp, int lane, uint64_t value)
{
	ptx_contest *c = warp->machine->contest;
	found_words *f = c->now ? &c->now[warp->id] : NULL;
	if (f && c->listens)
		note_word(c, f, lane, value);
	else if (f && f->next < f->count && f->lanes[f->next] == lane)
		return f->words[f->next++];
	return value;
}

bool
gm_ptx_contest_is_spent(const ptx_warp *warp)
{
	const ptx_contest *c = warp->machine->contest;
	return c->cut && !c->listens && (!c->now || c->now[warp->id].next == c->now[warp->id].count);
}

static int
by_index(const void *x, const void *y)
{
	const int64_t *a = x, *b = y;
	return (*a > *b) - (*a < *b);
}

static found_words *
found_of(const ptx_contest *c, gm_dim3 grid, gm_dim3 block)
{
	const int64_t index = gm_dim3_number(grid, block);
	const int64_t *at = bsearch(&index, c->indices, (size_t)c->count, sizeof *at, by_index);
	return at ? &c->found[(at - c->indices) * c->warps] : NULL;
}

void
gm_ptx_contest_begin(ptx_contest *c, ptx_machine *machine, gm_dim3 block)
{
	machine->contest = c;
	if (!c)
		return;
	c->now = found_of(c, machine->grid, block);
	for (int w = 0; c->now && w < c->warps; w++)
		c->now[w].next = 0;
}

/* Against a lane of its own warp: that needs nobody else. */
static bool
lost_to_neighbour(const ptx_warp *warp, int lane)
{
	for (uint32_t rest = warp->address_mask & ((1u << lane) - 1); rest; rest &= rest - 1)
		if (warp->address[__builtin_ctz(rest)] == warp->address[lane])
			return true;
	return false;
}

void
gm_ptx_contest_note(ptx_warp *warp, int lane, bool lost)
{
	if (lost && !lost_to_neighbour(warp, lane))
		warp->machine->contest->fought = true;
}

bool
gm_ptx_contest_is_fought(const ptx_contest *c)
{
	return c && c->fought;
}

bool
gm_ptx_contest_is_cut(const ptx_contest *c)
{
	return c && c->cut;
}

void
gm_ptx_contest_free(ptx_contest *c)
{
	for (int64_t i = 0; c && i < c->count * c->warps; i++) {
		free(c->found[i].words);
		free(c->found[i].lanes);
	}
	if (c) {
		free(c->found);
		free(c->indices);
	}
	free(c);
}

/* ---- side by side ---- */

/* Blocks side by side. */
typedef struct meeting {
	const ptx_kernel *kernel;
	ptx_contest *contest;
	ptx_machine *machines;
	int64_t turns_made;
	ptx_agenda turns;
	ptx_memory memory;
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
	if (!s || s->run == gm_ptx_load)
		return LOAD_CLOCKS;
	if (s->run == gm_ptx_atomic)
		return ATOMIC_CLOCKS;
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

/* Until it has asked for a word, or waits, or ends. */
static bool
make_turn(meeting *a, ptx_turn t)
{
	ptx_machine *m = &a->machines[t.block];
	ptx_warp *warp = &m->warps[t.warp];
	const uint64_t before = m->clock, changes = m->changes;
	a->contest->now = &a->contest->found[t.block * a->contest->warps];
	warp->state = WARP_READY;
	gm_ptx_warp_run(warp);
	const int64_t now = t.at + (int64_t)(m->clock - before) * STEP_CLOCKS;
	if (warp->state == WARP_WAITING)
		gm_ptx_agenda_add(&a->turns, (ptx_turn){now + way_clocks(a, t, warp, m->changes != changes), t.block, t.warp});
	else
		release_others(a, t, now);
	a->turns_made++;
	a->contest->cut = (int64_t)a->contest->words + 2 * a->turns_made > WORK_MOST;
	return m->status == GM_OK && !a->memory.full && !a->contest->cut;
}

static void
set_up(meeting *a, int64_t b)
{
	const gm_kernel *kernel = &a->kernel->base;
	ptx_machine *m = &a->machines[b];
	gm_ptx_machine_init(m, &a->kernel->program, kernel->grid, kernel->block, a->kernel->shared_bytes);
	m->memory = &a->memory;
	m->err = &a->ignored;
	m->idle = true;
	m->contest = a->contest;
	m->yields = true;
	gm_ptx_block_start(m, gm_dim3_at(kernel->grid, a->contest->indices[b]), a->kernel->budget);
	for (int w = 0; w < m->warps_count; w++)
		gm_ptx_agenda_add(&a->turns, (ptx_turn){b * BLOCK_CLOCKS, (int32_t)b, w});
}

/* The samples, and the first blocks of the grid beside them. */
static void
choose(ptx_contest *c, gm_dim3 grid, const gm_block_sample *samples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		c->indices[i] = gm_dim3_number(grid, samples[i].block);
	qsort(c->indices, count, sizeof *c->indices, by_index);
	int64_t n = (int64_t)count;
	for (int64_t i = 0, next = 0; n < c->count; i++) {
		while (next < (int64_t)count && c->indices[next] < i)
			next++;
		if (next == (int64_t)count || c->indices[next] != i)
			c->indices[n++] = i;
	}
	qsort(c->indices, (size_t)n, sizeof *c->indices, by_index);
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

static bool
run_once(meeting *a)
{
	ptx_contest *c = a->contest;
	bool good = true;
	forget(c);
	a->turns_made = 0;
	a->machines = gm_allocate((size_t)c->count, sizeof *a->machines);
	for (int64_t b = 0; b < c->count; b++)
		set_up(a, b);
	while (good && a->turns.count > 0)
		good = make_turn(a, gm_ptx_agenda_take(&a->turns));
	for (int64_t b = 0; b < c->count; b++)
		gm_ptx_machine_dispose(&a->machines[b]);
	free(a->machines);
	gm_ptx_agenda_dispose(&a->turns);
	return good;
}

/* False: some block does not come to its end. */
static bool
run_side_by_side(const ptx_kernel *kernel, ptx_contest *c)
{
	meeting a = {.kernel = kernel, .contest = c};
	gm_ptx_memory_init(&a.memory, kernel->buffers, kernel->buffers_count);
	bool good = run_once(&a);
	if (good && gm_later_is_own(kernel->base.later))
		good = run_once(&a);
	gm_ptx_memory_dispose(&a.memory);
	return good || c->cut;
}

static ptx_contest *
contest_new(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count, int64_t resident)
{
	ptx_contest *c = gm_allocate(1, sizeof *c);
	const int64_t grid = gm_dim3_volume(kernel->base.grid);
	c->resident = resident;
	c->warps = (int)((gm_dim3_volume(kernel->base.block) + PTX_LANES - 1) / PTX_LANES);
	c->count = resident < grid ? resident : grid;
	c->found = gm_allocate((size_t)(c->count * c->warps), sizeof *c->found);
	c->indices = gm_allocate((size_t)c->count, sizeof *c->indices);
	choose(c, kernel->base.grid, samples, count);
	c->listens = true;
	const bool good = run_side_by_side(kernel, c);
	c->listens = false;
	if (good)
		return c;
	gm_ptx_contest_free(c);
	return NULL;
}

static bool
has_all(const ptx_contest *c, gm_dim3 grid, const gm_block_sample *samples, size_t count)
{
	bool all = true;
	for (size_t i = 0; i < count && all; i++)
		all = found_of(c, grid, samples[i].block) != NULL;
	return all;
}

ptx_contest *
gm_ptx_contest_of(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count, int64_t resident)
{
	ptx_contest **kept = kernel->contest;
	const gm_dim3 grid = kernel->base.grid;
	count = count < (size_t)resident ? count : (size_t)resident;
	const bool alone = resident * gm_dim3_volume(kernel->base.block) <= PTX_LANES ||
			   gm_dim3_volume(grid) * gm_dim3_volume(kernel->base.block) <= PTX_LANES;
	if (!kept || resident < 1 || alone)
		return NULL;
	if (*kept && (*kept)->resident == resident && has_all(*kept, grid, samples, count))
		return *kept;
	gm_ptx_contest_free(*kept);
	*kept = contest_new(kernel, samples, count, resident);
	return *kept;
}
