#include "simt/contest.h"

#include "simt/access.h"
#include "simt/agenda.h"
#include "simt/barrier.h"
#include "simt/block.h"
#include "simt/warp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
	SEEKING_WORK_MOST = 3 << 19, /* where blocks alone come to an end too, and are not far off */
};

static const double same_word_clocks = 0.8, other_word_clocks = 3;

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
	int64_t work, work_before, last; /* clocks at its end */
	bool given_up;
	ptx_memory memory;  /* as they have left it */
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

static bool
is_spent(const ptx_contest *c, const ptx_warp *warp)
{
	return c->cut && !c->listens && (!c->now || c->now[warp->id].next == c->now[warp->id].count);
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

uint64_t
gm_ptx_contest_swap(ptx_warp *warp, const ptx_step *step, int lane, uint64_t value, uint64_t b)
{
	ptx_contest *c = warp->machine->contest;
	const bool swaps = step->rounding == MOD_cas;
	if (!step->contested || !c)
		return value;
	const uint64_t found = !is_spent(c, warp) ? gm_ptx_contest_word(warp, lane, value) : swaps ? b : !b;
	const bool lost = (found == b) != swaps;
	c->fought |= lost && !c->fought && !lost_to_neighbour(warp, lane);
	return found;
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

/* Rounds of who goes on to another word overlap. */
double
gm_ptx_contest_clocks(const ptx_contest *c, const ptx_kernel *kernel)
{
	const double rounds = fmax(1, (double)gm_dim3_volume(kernel->base.grid) / (double)c->resident);
	return rounds > 1 && kernel->program.seeks ? 0 : (double)c->last * rounds;
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
		gm_ptx_memory_dispose(&c->memory);
	}
	free(c);
}

/* ---- side by side ---- */

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

static int64_t
work_most(const ptx_kernel *kernel)
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
	c->cut = c->work + c->work_before > work_most(a->kernel);
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

static bool
run_side_by_side(const ptx_kernel *kernel, ptx_contest *c)
{
	const bool good = run_once(kernel, c) && (!gm_later_is_own(kernel->base.later) || run_once(kernel, c));
	return good || c->cut;
}

static ptx_contest *
contest_new(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count, int64_t resident, ptx_contest *before)
{
	ptx_contest *c = gm_allocate(1, sizeof *c);
	const int64_t grid = gm_dim3_volume(kernel->base.grid);
	c->resident = resident;
	if (before) {
		c->memory = before->memory;
		before->memory = (ptx_memory){0};
		c->work_before = before->work_before + before->work;
	} else
		gm_ptx_memory_init(&c->memory, kernel->buffers, kernel->buffers_count);
	c->warps = (int)((gm_dim3_volume(kernel->base.block) + PTX_LANES - 1) / PTX_LANES);
	c->count = before ? (int64_t)count : resident < grid ? resident : grid;
	c->found = gm_allocate((size_t)(c->count * c->warps), sizeof *c->found);
	c->indices = gm_allocate((size_t)c->count, sizeof *c->indices);
	choose(c, kernel->base.grid, samples, count);
	c->listens = true;
	const bool good = run_side_by_side(kernel, c);
	c->listens = false;
	c->given_up = c->cut && kernel->program.seeks;
	if (good)
		return c;
	gm_ptx_contest_free(c);
	return NULL;
}

/* Each thread looks at a word and more. */
static bool
is_too_large(const ptx_kernel *kernel)
{
	const int64_t threads = gm_dim3_volume(kernel->base.grid) * gm_dim3_volume(kernel->base.block);
	return kernel->program.seeks && 2 * threads > work_most(kernel);
}

/* The next are as much work as these. */
static bool
is_too_much(const ptx_kernel *kernel, const ptx_contest *before)
{
	return kernel->program.seeks && before->work_before + 2 * before->work > work_most(kernel);
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
gm_ptx_contest_of(const ptx_kernel *kernel, const gm_block_sample *samples, size_t count, int64_t resident,
		   bool follows)
{
	ptx_contest **kept = kernel->contest;
	const gm_dim3 grid = kernel->base.grid;
	count = count < (size_t)resident ? count : (size_t)resident;
	const bool alone = resident * gm_dim3_volume(kernel->base.block) <= PTX_LANES ||
			   gm_dim3_volume(grid) * gm_dim3_volume(kernel->base.block) <= PTX_LANES;
	if (!kept || resident < 1 || alone || is_too_large(kernel))
		return NULL;
	if (*kept && (*kept)->resident == resident && has_all(*kept, grid, samples, count))
		return (*kept)->given_up ? NULL : *kept;
	ptx_contest *before = follows ? *kept : NULL;
	if (before && (before->given_up || is_too_much(kernel, before)))
		return NULL;
	ptx_contest *const now = contest_new(kernel, samples, count, resident, before);
	gm_ptx_contest_free(*kept);
	*kept = now;
	return now && now->given_up ? NULL : now;
}
