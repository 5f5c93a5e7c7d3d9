/*
 * A few blocks, run with the values that operands are made of, to see how often divisions and roots have rare
 * ones, where a replay does not follow them.
 */
#include "sass/rare_watch.h"

#include "simt/block.h"

#include <stdlib.h>
#include <string.h>

/* Warp instructions of the first blocks that are looked at, all together: what is masked at the end of a row, as in
   the last tile of an attention, is seen where blocks end. Of all, as long as another is begun, and where it is not
   sure yet how many operands are rare; blocks. */
enum { OBSERVED_MOST = 1 << 20, OBSERVED_ENOUGH = 1 << 16, RARE_ENOUGH = 1 << 19, BLOCKS = 3 };
/* And of blocks that were asked for; as many as a few. */
enum { ASKED_MOST = 1 << 28, FEW = 16 };
/* A share is sure of which 95 of 100 draws of as many blocks are within that part of it. */
static const double SURE_RATIO = 0.002;

static int64_t
common_divisor(int64_t a, int64_t b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

/* Each once, those of any number far apart: steps of the golden section around the grid, from anywhere but a round
   number, where indices are often multiples of something. */
static gm_dim3
block_at(gm_dim3 grid, int64_t which)
{
	const int64_t volume = gm_dim3_volume(grid), first = (int64_t)(0.437 * (double)volume);
	int64_t stride = (int64_t)(0.6180339887498949 * (double)volume);
	while (stride > 1 && common_divisor(stride, volume) > 1)
		stride--;
	stride = stride < 1 ? 1 : stride;
	const uint64_t steps = (uint64_t)which * (uint64_t)stride % (uint64_t)volume;
	return gm_dim3_at(grid, (int64_t)((steps + (uint64_t)first) % (uint64_t)volume));
}

/* All that was rare of a block was so when each warp first came there: the largest number so far, which is
   -infinity before the first turn of a softmax. Up to a barrier the warps go one after another. */
static void
note_first(ptx_rare_tally *now, const ptx_rare_tally *before)
{
	if (now->latest > 1)
		return;
	now->first_lanes += (double)now->begun;
	now->first_rare += (double)(now->rare_lanes[RARE_SCALED] - before->rare_lanes[RARE_SCALED]);
}

/* Warps whose lanes, some of them, are in the loop. */
static int
warps_in(const ptx_machine *m, const ptx_loop *loop)
{
	int count = 0;
	for (int w = 0; w < m->warps_count; w++) {
		const ptx_warp *warp = &m->warps[w];
		bool inside = false;
		for (int k = 0; k < warp->paths_count && warp->state != WARP_DONE; k++)
			inside |= warp->paths[k].pc < m->program->steps_count &&
				  gm_ptx_loop_has_node(loop, m->program->node_of[warp->paths[k].pc]);
		count += inside;
	}
	return count;
}

/* Of a block that did not end: per loop, whether turns of it are to come of what was begun. The block's
   warps go one after another, as far as they get. */
static void
find_unended(const ptx_machine *m, bool *unended)
{
	const ptx_program *p = m->program;
	for (int32_t l = 0; l < p->loops_count; l++)
		unended[l] = warps_in(m, &p->loops[l]) > 0;
}

static bool
is_in_unended(const ptx_program *p, int32_t step, const bool *unended)
{
	for (int32_t l = p->loop_of[p->node_of[step]]; l >= 0; l = p->loops[l].parent)
		if (unended[l])
			return true;
	return false;
}

/* Of a block that did not end, what was rare in the first turns of a loop alone, or in so few that nobody
   can say: where more turns are to come, it is taken for none. A warp runs a step once a turn. */
static void
forget_beginnings(const ptx_program *p, const rare_watch *watch, const ptx_rare_tally *before, const bool *unended)
{
	enum { TURNS_SEEN = 8 };
	ptx_rare_tally *now = watch->tallies;
	for (int32_t k = 0; k < watch->watched_count; k++) {
		const int32_t i = watch->watched[k];
		if (gm_ptx_rare_watch_chooses(watch, i) || now[i].latest <= 0 || !is_in_unended(p, i, unended) ||
		    (now[i].latest > now[i].turns / 2 && now[i].turns >= TURNS_SEEN))
			continue;
		note_first(&now[i], &before[i]);
		memcpy(now[i].rare_runs, before[i].rare_runs, sizeof now[i].rare_runs);
		memcpy(now[i].rare_lanes, before[i].rare_lanes, sizeof now[i].rare_lanes);
		memcpy(now[i].floats, before[i].floats, sizeof now[i].floats);
		now[i].whole_runs = before[i].whole_runs;
	}
}

/* What one block adds to how far blocks differ. */
static void
note_block(const rare_watch *watch, const ptx_rare_tally *before, bool ended)
{
	for (int32_t k = 0; k < watch->watched_count; k++) {
		const int32_t i = watch->watched[k];
		ptx_rare_tally *now = &watch->tallies[i];
		const double lanes = (double)(now->lanes - before[i].lanes);
		const double rare = gm_ptx_rare_lanes(now) - gm_ptx_rare_lanes(&before[i]);
		if (lanes <= 0)
			continue;
		now->of_blocks[0] += rare * rare;
		now->of_blocks[1] += rare * lanes;
		now->of_blocks[2] += lanes * lanes;
		now->blocks++;
		now->blocks_cut += !ended;
	}
}

/* A machine and its memory, which one block after the other is run on. */
typedef struct rare_machine {
	ptx_machine machine;
	ptx_memory memory;
	gm_error ignored;
	bool ready;
} rare_machine;

static void
make_ready(rare_machine *r, const ptx_kernel *k, const ptx_program *program, const rare_watch *watch)
{
	gm_ptx_memory_init(&r->memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&r->machine, program, k->base.grid, k->base.block, k->shared_bytes);
	r->machine.memory = &r->memory;
	r->machine.err = &r->ignored;
	r->machine.tolerates = true;
	r->machine.sites = k->sites;
	r->machine.watch = watch;
	r->ready = true;
}

static void
clear_away(rare_machine *r)
{
	if (!r->ready)
		return;
	gm_ptx_machine_dispose(&r->machine);
	gm_ptx_memory_dispose(&r->memory);
	r->ready = false;
}

/* What an instruction without a model leaves of its results is what lay in their registers. */
static bool
leaves_registers(const ptx_program *p)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= p->steps[i].action == ACTION_UNKNOWN;
	return any;
}

/* What a block does before the budget ends is as good as all it does. *work is what it took. True: it
   ended; else says which loops did not. */
static bool
run_block(rare_machine *r, const ptx_kernel *k, const ptx_program *program, const rare_watch *watch, gm_dim3 block,
	  int64_t budget, int64_t *work, bool *unended)
{
	if (r->ready)
		gm_ptx_memory_reset(&r->memory);
	else
		make_ready(r, k, program, watch);
	const gm_status status = gm_ptx_block_run(&r->machine, block, budget);
	*work += budget - r->machine.budget;
	if (status != GM_OK)
		find_unended(&r->machine, unended);
	if (status != GM_OK || leaves_registers(program))
		clear_away(r);
	return status == GM_OK;
}

static void
begin_block(const rare_watch *watch, ptx_rare_tally *before)
{
	memset(watch->turns, 0, (size_t)watch->watched_count * (size_t)watch->warps * sizeof *watch->turns);
	for (int32_t k = 0; k < watch->watched_count; k++) {
		ptx_rare_tally *t = &watch->tallies[watch->watched[k]];
		t->turns = t->latest = t->begun = 0;
		before[watch->watched[k]] = *t;
	}
}

/* Blocks of the grid until `most` were run and `enough` warp instructions in at least `least` of them, or up to
   `enough_rare` while some share of rare operands is not sure; each of `budget` at most. */
typedef struct rare_round {
	int64_t most, least, enough, enough_rare, budget;
} rare_round;

/* More blocks may say another share of rare lanes than those so far: of a grid that can be run whole, those that are
   left; of others, as far as blocks differ. */
static bool
is_any_unsure(const rare_watch *watch, int64_t grid_blocks, bool whole)
{
	for (int32_t k = 0; k < watch->watched_count; k++) {
		const ptx_rare_tally *t = &watch->tallies[watch->watched[k]];
		if (gm_ptx_rare_lanes(t) > 0 &&
		    (whole || t->blocks < BLOCKS || gm_ptx_rare_spread(t, grid_blocks) > SURE_RATIO))
			return true;
	}
	return false;
}

static bool
is_enough(const rare_watch *watch, const rare_round *round, int64_t grid_blocks, int64_t blocks, int64_t work)
{
	if (blocks >= round->most)
		return true;
	if (blocks < round->least || work < round->enough)
		return false;
	const bool whole = (double)work / (double)blocks * (double)grid_blocks <= (double)round->enough_rare;
	return work >= round->enough_rare || !is_any_unsure(watch, grid_blocks, whole);
}

static void
run_blocks(const ptx_kernel *k, const ptx_program *program, const rare_watch *watch, const rare_round *round)
{
	const size_t count = (size_t)program->steps_count;
	ptx_rare_tally *before = gm_allocate(count, sizeof *before);
	bool *unended = gm_allocate((size_t)program->loops_count + 1, sizeof *unended);
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	rare_machine machine = {.ignored = GM_ERROR_NONE};
	int64_t work = 0;
	for (int64_t i = 0; i < blocks && !is_enough(watch, round, blocks, i, work); i++) {
		begin_block(watch, before);
		const bool ended = run_block(&machine, k, program, watch, block_at(k->base.grid, i), round->budget,
					     &work, unended);
		if (!ended)
			forget_beginnings(program, watch, before, unended);
		note_block(watch, before, ended);
	}
	clear_away(&machine);
	free(unended);
	free(before);
}

/* Into `out`, zeros; false: no step can have rare operands. */
static bool
observe(const ptx_kernel *k, const rare_round *round, ptx_rare_tally *out)
{
	rare_watch watch;
	const bool any = gm_ptx_rare_watch_init(&watch, k, out);
	if (any) {
		ptx_program program = k->program;
		program.steps = gm_ptx_rare_watch_steps(&watch, k);
		run_blocks(k, &program, &watch, round);
		free(program.steps);
	}
	gm_ptx_rare_watch_dispose(&watch);
	return any;
}

void
gm_ptx_rare_observe(ptx_kernel *k)
{
	static const rare_round few = {INT64_MAX, BLOCKS, OBSERVED_ENOUGH, RARE_ENOUGH, OBSERVED_MOST / BLOCKS};
	ptx_rare_tally *tallies =
		gm_arena_allocate(k->base.arena, (size_t)k->program.steps_count, sizeof *tallies);
	if (!observe(k, &few, tallies))
		return;
	k->program.rare = tallies;
	k->rare_asked = gm_allocate(1, sizeof *k->rare_asked);
}

const ptx_rare_tally *
gm_ptx_rare_seen(const ptx_kernel *k)
{
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	const int64_t asked = k->base.sample < blocks ? k->base.sample : blocks;
	const rare_round round = {asked, 0, ASKED_MOST, ASKED_MOST, ASKED_MOST};
	ptx_rare_asked *kept = k->rare_asked;
	if (!kept || asked <= FEW)
		return k->program.rare;
	if (kept->blocks != asked) {
		free(kept->tallies);
		kept->tallies = gm_allocate((size_t)k->program.steps_count, sizeof *kept->tallies);
		kept->blocks = asked;
		observe(k, &round, kept->tallies);
	}
	return kept->tallies;
}

void
gm_ptx_rare_asked_free(ptx_rare_asked *asked)
{
	if (asked)
		free(asked->tallies);
	free(asked);
}
