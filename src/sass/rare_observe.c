/*
 * A few blocks, run with their values, to see how often divisions and roots have rare operands, and how
 * many lanes make a value for a selection that needs no instruction (pick.h), where a replay does not follow
 * its predicate.
 */
#include "simt/block.h"
#include "ptx/loops.h"
#include "sass/rare.h"
#include "ptx/words.h"

#include <stdlib.h>
#include <string.h>

/* Warp instructions of the first blocks that are looked at, all together: what is masked at the end of a row, as in
   the last tile of an attention, is seen where blocks end. Of all, as long as another is begun, and where any
   operand was rare; blocks. */
enum { OBSERVED_MOST = 1 << 20, OBSERVED_ENOUGH = 1 << 16, RARE_ENOUGH = 1 << 19, BLOCKS = 3 };
/* And of blocks that were asked for; as many as a few. */
enum { ASKED_MOST = 1 << 28, FEW = 16 };

typedef ptx_rare_kind (*rare_test)(const ptx_warp *warp, const ptx_step *step, int lane);

typedef struct rare_watch {
	const ptx_step *steps;   /* as they were */
	rare_test *tests;        /* per step, NULL: its operands are never rare */
	ptx_rare_tally *tallies;
	int64_t *turns;          /* runs in this block, per step a row of one per warp */
	int warps;
} rare_watch;

/* ---- steps ---- */

#define OPERAND(T, unit) (LANES_OF(const T, unit)[lane])
#define TEST(name, expression)                                                                     \
	static ptx_rare_kind name(const ptx_warp *warp, const ptx_step *step, int lane)            \
	{                                                                                          \
		return expression;                                                                 \
	}
TEST(quotient_f32,
     gm_ptx_rare_quotient_f32(OPERAND(float, step->a), OPERAND(float, step->b), step->flush))
TEST(quotient_f64, gm_ptx_rare_quotient_f64(OPERAND(double, step->a), OPERAND(double, step->b)))
TEST(reciprocal_f32, gm_ptx_rare_reciprocal_f32(OPERAND(float, step->a), step->flush))
TEST(reciprocal_f64, gm_ptx_rare_reciprocal_f64(OPERAND(double, step->a)))
TEST(root_f32, gm_ptx_rare_root_f32(OPERAND(float, step->a), step->flush))
TEST(root_f64, gm_ptx_rare_root_f64(OPERAND(double, step->a)))
TEST(inverse_root_f64, gm_ptx_rare_inverse_root_f64(OPERAND(double, step->a)))
TEST(power_f32, gm_ptx_rare_power_f32(OPERAND(float, step->a)))
TEST(denormal_f32, gm_ptx_rare_denormal_f32(OPERAND(float, step->a)))

/* The lane is one of those that make the value. */
static ptx_rare_kind
chosen(const ptx_warp *warp, const ptx_step *step, int lane)
{
	const uint32_t unit = warp->program->units[step->sources + 2];
	const uint32_t lanes = LANES_OF(const uint32_t, unit)[0];
	return (bool)(lanes >> lane & 1) != step->only_negated ? RARE_SCALED : RARE_NOT;
}

/* Of instructions without these flags. */
enum { NOT_EXACT = WORD_APPROXIMATE | WORD_FULL };
static const struct {
	uint8_t opcode, type;
	uint16_t without;
	rare_test test;
} rows[] = {
	{OP_DIV, PTX_F32, NOT_EXACT, quotient_f32},   {OP_DIV, PTX_F64, NOT_EXACT, quotient_f64},
	{OP_RCP, PTX_F32, NOT_EXACT, reciprocal_f32}, {OP_RCP, PTX_F64, NOT_EXACT, reciprocal_f64},
	{OP_SQRT, PTX_F32, NOT_EXACT, root_f32},      {OP_SQRT, PTX_F64, NOT_EXACT, root_f64},
	{OP_RSQRT, PTX_F64, 0, inverse_root_f64},     {OP_EX2, PTX_F32, WORD_FLUSH, power_f32},
	{OP_LG2, PTX_F32, WORD_FLUSH, denormal_f32},  {OP_RSQRT, PTX_F32, WORD_FLUSH, denormal_f32},
	{OP_SQRT, PTX_F32, WORD_FLUSH, denormal_f32},
};

static rare_test
test_of(const ptx_program *p, int32_t i)
{
	const ptx_step *step = &p->steps[i];
	const ptx_word *w = &p->words[i];
	if (step->action != ACTION_LANES || !(w->flags & WORD_FIRST))
		return NULL;
	if (step->picks >= 0)
		return step->only == PTX_NO_UNIT && p->words[step->picks].type == PTX_F32 ? chosen : NULL;
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		if (w->opcode == rows[r].opcode && w->type == rows[r].type &&
		    !(w->flags & rows[r].without))
			return rows[r].test;
	return NULL;
}

/* The arithmetic of a lane whose operands are rare. */
static void
count_floats(ptx_rare_tally *t, const ptx_warp *warp, const ptx_step *step, int lane)
{
	const ptx_word *w = &warp->program->words[step - warp->program->steps];
	if (gm_ptx_rare_is_counted(w) && w->opcode == OP_DIV)
		gm_ptx_rare_quotient_floats(OPERAND(float, step->a), OPERAND(float, step->b), step->flush,
					    t->floats);
	else if (gm_ptx_rare_is_counted(w))
		gm_ptx_rare_root_floats(OPERAND(float, step->a), step->flush, t->floats);
}

/* `turn`: of the warp's own runs in its block, from 1 on. */
static void
tally(ptx_rare_tally *t, rare_test test, const ptx_warp *warp, const ptx_step *step, uint32_t mask, int64_t turn)
{
	int lanes[RARE_KINDS] = {0};
	for (int l = 0; l < PTX_LANES; l++) {
		if (!(mask >> l & 1))
			continue;
		const ptx_rare_kind kind = test(warp, step, l);
		lanes[kind]++;
		if (kind != RARE_NOT)
			count_floats(t, warp, step, l);
	}
	t->runs++;
	t->lanes += ptx_lanes_of(mask);
	t->whole_runs += lanes[RARE_NOT] == 0;
	if (turn > t->turns)
		t->turns = turn;
	if (turn == 1)
		t->begun += ptx_lanes_of(mask);
	if (lanes[RARE_NOT] < ptx_lanes_of(mask) && turn > t->latest)
		t->latest = turn;
	for (int k = RARE_SPECIAL; k < RARE_KINDS; k++) {
		t->rare_runs[k] += lanes[k] > 0;
		t->rare_lanes[k] += lanes[k];
	}
}

/* In the place of the step's own function. */
static void
watched(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	const rare_watch *w = warp->machine->watch;
	const ptrdiff_t i = step - warp->program->steps;
	tally(&w->tallies[i], w->tests[i], warp, step, mask, ++w->turns[i * w->warps + warp->id]);
	w->steps[i].run(warp, step, mask);
}

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
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (watch->tests[i] == chosen || now[i].latest <= 0 || !is_in_unended(p, i, unended) ||
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
note_block(const ptx_program *p, const rare_watch *watch, const ptx_rare_tally *before, bool ended)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
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

/* What a block does before the budget ends is as good as all it does. *work is what it took. True: it
   ended; else says which loops did not. */
static bool
run_block(const ptx_kernel *k, const ptx_program *program, const rare_watch *watch, gm_dim3 block,
	  int64_t budget, int64_t *work, bool *unended)
{
	gm_error ignored = GM_ERROR_NONE;
	ptx_machine machine;
	ptx_memory memory;
	gm_ptx_memory_init(&memory, k->buffers, k->buffers_count);
	gm_ptx_machine_init(&machine, program, k->base.grid, k->base.block, k->shared_bytes);
	machine.memory = &memory;
	machine.err = &ignored;
	machine.tolerates = true;
	machine.sites = k->sites;
	machine.watch = watch;
	const gm_status status = gm_ptx_block_run(&machine, block, budget);
	*work += budget - machine.budget;
	if (status != GM_OK)
		find_unended(&machine, unended);
	gm_ptx_machine_dispose(&machine);
	gm_ptx_memory_dispose(&memory);
	return status == GM_OK;
}

static void
begin_block(const ptx_program *p, const rare_watch *watch)
{
	const size_t steps = (size_t)p->steps_count;
	memset(watch->turns, 0, steps * (size_t)watch->warps * sizeof *watch->turns);
	for (size_t i = 0; i < steps; i++)
		watch->tallies[i].turns = watch->tallies[i].latest = watch->tallies[i].begun = 0;
}

/* Blocks of the grid until `most` were run and `enough` warp instructions in at least `least` of them, or
   `enough_rare` if any operand was rare; each of `budget` at most. */
typedef struct rare_round {
	int64_t most, least, enough, enough_rare, budget;
} rare_round;

static bool
is_any_rare(const ptx_program *p, const ptx_rare_tally *tallies)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_rare_lanes(&tallies[i]) > 0)
			return true;
	return false;
}

static bool
is_enough(const ptx_program *p, const rare_watch *watch, const rare_round *round, int64_t blocks, int64_t work)
{
	const bool enough = blocks >= round->least && work >= round->enough;
	return blocks >= round->most || (enough && (work >= round->enough_rare || !is_any_rare(p, watch->tallies)));
}

static void
run_blocks(const ptx_kernel *k, const ptx_program *program, const rare_watch *watch, const rare_round *round)
{
	const size_t count = (size_t)program->steps_count;
	ptx_rare_tally *before = gm_allocate(count, sizeof *before);
	bool *unended = gm_allocate((size_t)program->loops_count + 1, sizeof *unended);
	const int64_t blocks = gm_dim3_volume(k->base.grid);
	int64_t work = 0;
	for (int64_t i = 0; i < blocks && !is_enough(program, watch, round, i, work); i++) {
		begin_block(program, watch);
		memcpy(before, watch->tallies, count * sizeof *before);
		const bool ended =
			run_block(k, program, watch, block_at(k->base.grid, i), round->budget, &work, unended);
		if (!ended)
			forget_beginnings(program, watch, before, unended);
		note_block(program, watch, before, ended);
	}
	free(unended);
	free(before);
}

/* Whether any step can have rare operands. */
static bool
watch_steps(const ptx_program *p, ptx_step *steps, rare_watch *watch)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		watch->tests[i] = test_of(p, i);
		if (watch->tests[i])
			steps[i].run = watched;
		any |= watch->tests[i] != NULL;
	}
	return any;
}

/* Into `out`, zeros; false: no step can have rare operands. */
static bool
observe(const ptx_kernel *k, const rare_round *round, ptx_rare_tally *out)
{
	const size_t count = (size_t)k->program.steps_count;
	ptx_program program = k->program;
	ptx_step *steps = gm_allocate(count, sizeof *steps);
	const int warps = gm_kernel_warps(&k->base, PTX_LANES);
	rare_watch watch = {.steps = k->program.steps,
			    .tests = gm_allocate(count, sizeof *watch.tests),
			    .tallies = out,
			    .turns = gm_allocate(count * (size_t)warps, sizeof *watch.turns),
			    .warps = warps};
	memcpy(steps, k->program.steps, count * sizeof *steps);
	program.steps = steps;
	const bool any = watch_steps(&k->program, steps, &watch);
	if (any)
		run_blocks(k, &program, &watch, round);
	free(watch.turns);
	free(watch.tests);
	free(steps);
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
