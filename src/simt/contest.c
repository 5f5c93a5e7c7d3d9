#include "simt/contest_meeting.h"

#include "simt/access.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was found ---- */

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

static void
contest_free(void *what)
{
	ptx_contest *c = what;
	for (int64_t i = 0; i < c->count * c->warps; i++) {
		free(c->found[i].words);
		free(c->found[i].lanes);
	}
	free(c->found);
	free(c->indices);
	gm_ptx_memory_dispose(&c->memory);
	free(c);
}

/* ---- who is there ---- */

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
	const bool good = gm_ptx_contest_meet(kernel, c);
	c->listens = false;
	c->given_up = c->cut && kernel->program.seeks;
	if (good)
		return c;
	contest_free(c);
	return NULL;
}

/* Each thread looks at a word and more. */
static bool
is_too_large(const ptx_kernel *kernel)
{
	const int64_t threads = gm_dim3_volume(kernel->base.grid) * gm_dim3_volume(kernel->base.block);
	return kernel->program.seeks && 2 * threads > gm_ptx_contest_work_most(kernel);
}

/* The next are as much work as these. */
static bool
is_too_much(const ptx_kernel *kernel, const ptx_contest *before)
{
	return kernel->program.seeks && before->work_before + 2 * before->work > gm_ptx_contest_work_most(kernel);
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
		   bool follows, gm_kept *kept)
{
	ptx_contest *const last = kept->what;
	const gm_dim3 grid = kernel->base.grid;
	count = count < (size_t)resident ? count : (size_t)resident;
	const bool alone = resident * gm_dim3_volume(kernel->base.block) <= PTX_LANES ||
			   gm_dim3_volume(grid) * gm_dim3_volume(kernel->base.block) <= PTX_LANES;
	if (!kernel->base.contested || resident < 1 || alone || is_too_large(kernel))
		return NULL;
	if (last && last->resident == resident && has_all(last, grid, samples, count))
		return last->given_up ? NULL : last;
	ptx_contest *before = follows ? last : NULL;
	if (before && (before->given_up || is_too_much(kernel, before)))
		return NULL;
	ptx_contest *const now = contest_new(kernel, samples, count, resident, before);
	gm_kept_free(kept);
	*kept = (gm_kept){.what = now, .free = contest_free};
	return now && now->given_up ? NULL : now;
}
