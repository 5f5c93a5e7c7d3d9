#include "simt/turns.h"

#include "kernel/rounds.h"
#include "simt/cut.h"
#include "simt/stream.h"

static ptx_path *
top_of(const ptx_warp *warp)
{
	return &warp->paths[warp->paths_count - 1];
}

/* What says how often lanes turn: the registers that are compared, how, and the literal that is added, with its
   sign. */
typedef struct gauge {
	const void *counter, *bound;
	int bits;
	bool has_sign;
	uint8_t how;
	int64_t step;
} gauge;

static int64_t
value_at(const void *lanes, int bits, bool has_sign, int lane)
{
	if (bits == 64)
		return (int64_t)((const uint64_t *)lanes)[lane];
	const uint32_t value = ((const uint32_t *)lanes)[lane];
	return has_sign ? (int64_t)(int32_t)value : (int64_t)value;
}

static gauge
gauge_of(ptx_warp *warp, const ptx_loop *loop, int lane)
{
	const ptx_step *test = &warp->program->steps[loop->test], *sum = &warp->program->steps[loop->counter];
	const ptx_type type = (ptx_type)test->from;
	const int bits = gm_ptx_type_bits((ptx_type)sum->type) == 64 ? 64 : 32;
	return (gauge){.counter = ptx_u32(warp, test->a),
		       .bound = ptx_u32(warp, test->b),
		       .bits = gm_ptx_type_bits(type),
		       .has_sign = gm_ptx_type_kind(type) == KIND_SIGNED,
		       .how = test->detail,
		       .step = value_at(ptx_u32(warp, sum->b), bits, true, lane)};
}

/* Numbers that far from 0 are not added to each other. */
static bool
is_far(int64_t x)
{
	return x > INT64_MAX / 4 || x < -(INT64_MAX / 4);
}

/* Turns for which a counter that is `gap` below its bound, and moves by `step` towards it, is let
   on: below it, or at most there. */
static int64_t
turns_below(int64_t gap, int64_t step, bool at_most)
{
	if (step <= 0)
		return 0;
	const int64_t turns = step == 1 ? gap + at_most : at_most ? gap / step + 1 : (gap + step - 1) / step;
	return gap < 0 || turns < 1 ? 1 : turns;
}

/* Turns that the lane has left, this one included; 0 where that is not known. */
static int64_t
turns_by(const gauge *g, int lane)
{
	const int64_t step = g->step;
	int64_t gap;
	if (__builtin_sub_overflow(value_at(g->bound, g->bits, g->has_sign, lane),
				   value_at(g->counter, g->bits, g->has_sign, lane), &gap) ||
	    is_far(gap) || is_far(step))
		return 0;
	switch (g->how) {
	case MOD_lt:
	case MOD_lo:
		return turns_below(gap, step, false);
	case MOD_le:
	case MOD_ls:
		return turns_below(gap, step, true);
	case MOD_gt:
	case MOD_hi:
		return turns_below(-gap, -step, false);
	case MOD_ge:
	case MOD_hs:
		return turns_below(-gap, -step, true);
	case MOD_ne:
		return step != 0 && gap % step == 0 && gap / step > 0 ? gap / step : 0;
	default:
		return 0;
	}
}

static int64_t
turns_left(ptx_warp *warp, const ptx_loop *loop, int lane)
{
	const gauge g = gauge_of(warp, loop, lane);
	return turns_by(&g, lane);
}

/* Lanes that waited here are taken along again. */
static void
join_held(ptx_warp *warp)
{
	const ptx_path *top = top_of(warp);
	ptx_path *below = warp->paths_count > 1 ? &warp->paths[warp->paths_count - 2] : NULL;
	if (!below || !below->held || below->pc != top->pc || below->reconverge != top->reconverge)
		return;
	below->mask |= top->mask;
	warp->paths_count--;
}

/* The lanes go on as a path of their own, the rest of the running path waits. */
static void
hold_back(ptx_warp *warp, const ptx_loop *loop, uint32_t lanes)
{
	const ptx_path before = *top_of(warp);
	const int32_t end = warp->program->steps[loop->latch].reconverge;
	const bool own = end < 0 || end == before.reconverge;
	const int32_t meets = own ? before.reconverge : end;
	warp->paths = gm_grow(warp->paths, &warp->paths_room, (size_t)warp->paths_count + 2,
			      sizeof *warp->paths);
	if (own)
		warp->paths_count--;
	else
		top_of(warp)->pc = meets;
	warp->paths[warp->paths_count++] = (ptx_path){.pc = before.pc,
						      .reconverge = meets,
						      .mask = before.mask & ~lanes,
						      .held = true};
	warp->paths[warp->paths_count++] =
		(ptx_path){.pc = before.pc, .reconverge = meets, .mask = lanes};
}

/* The lanes of the running path with so many turns left, and the fewest that one of these has. */
static uint32_t
lanes_with(const ptx_warp *warp, const int64_t left[PTX_LANES], int64_t turns, int64_t *fewest)
{
	uint32_t lanes = 0;
	*fewest = INT64_MAX;
	for (uint32_t rest = top_of(warp)->mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		if (left[l] < turns)
			continue;
		lanes |= 1u << l;
		*fewest = left[l] < *fewest ? left[l] : *fewest;
	}
	return lanes;
}

static void
choose(ptx_warp *warp, const ptx_loop *loop)
{
	const gauge g = gauge_of(warp, loop, __builtin_ctz(top_of(warp)->mask));
	int64_t left[PTX_LANES] = {0}, fewest, most = 0;
	for (uint32_t rest = top_of(warp)->mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		left[l] = turns_by(&g, l);
		most = left[l] > most ? left[l] : most;
	}
	lanes_with(warp, left, 0, &fewest);
	if (fewest == most || fewest == 0)
		return;
	const int64_t together = gm_rounds_together(most);
	const uint32_t lanes = lanes_with(warp, left, together, &fewest);
	if (lanes != top_of(warp)->mask)
		hold_back(warp, loop, lanes);
	top_of(warp)->turns = together == GM_ROUND ? gm_rounds_in(fewest, GM_ROUND) : together;
}

static ptx_loop_state *
state_of(const ptx_warp *warp, const ptx_loop *loop)
{
	return &warp->loop_states[loop - warp->program->loops];
}

static void
count_turn(ptx_warp *warp, const ptx_loop *loop, bool inside)
{
	ptx_loop_state *state = state_of(warp, loop);
	state->turn = inside ? state->turn + 1 : 0;
	if (!inside)
		state->turns = turns_left(warp, loop, __builtin_ctz(top_of(warp)->mask));
}

static void
issue_idle_turn(ptx_warp *warp, const ptx_loop *loop, bool alone)
{
	const ptx_program *p = warp->program;
	for (int32_t i = loop->header; i < loop->latch; i++) {
		const ptx_step *s = &p->steps[i];
		if (s->site != PTX_NO_SITE && i != loop->counter && i != loop->test && !(alone && s->not_alone))
			gm_ptx_stream(warp, s, s->site, 0, NULL);
	}
}

/* Predicated turns that no lane takes. */
static void
issue_tails(ptx_warp *warp, const ptx_loop *loop)
{
	int64_t taken = 0;
	for (uint32_t rest = top_of(warp)->mask; rest; rest &= rest - 1) {
		const int64_t left = turns_left(warp, loop, __builtin_ctz(rest));
		if (left == 0)
			return;
		taken |= left % GM_ROUND;
	}
	for (int64_t turns = loop->tails & ~taken; turns > 0; turns--)
		issue_idle_turn(warp, loop, turns & 1);
}

bool
gm_ptx_turns_take_along(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_loop_state *state =
		state_of(warp, &p->loops[p->loop_of[p->node_of[step - p->steps]]]);
	return state->turn % step->every != 0;
}

int
gm_ptx_turns_bytes(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_loop_state *state = state_of(warp, &p->loops[p->loop_of[p->node_of[step - p->steps]]]);
	int64_t place;
	switch (gm_rounds_place(state->turns, state->turn, &place)) {
	case GM_ROUND: return step->of_four[place];
	case 2: return step->of_two[place];
	default: return step->joined_bytes ? step->joined_bytes : gm_ptx_type_bytes((ptx_type)step->type) * step->vector;
	}
}

bool
gm_ptx_turns_is_made(const ptx_warp *warp, const ptx_step *step)
{
	return state_of(warp, &warp->program->loops[step->once])->turn > 0;
}

bool
gm_ptx_turns_is_carried(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_loop *loop = &p->loops[p->loop_of[p->node_of[step - p->steps]]];
	const ptx_loop_state *state = state_of(warp, loop);
	const int64_t passed = state->round - state->rest;
	const bool first_round = loop->ahead == 0 || state->round == loop->ahead;
	return passed >= step->carried && !(step->first_apart && first_round && passed == step->carried);
}

bool
gm_ptx_turns_is_unmade(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const int64_t turn = state_of(warp, &p->loops[p->loop_of[p->node_of[step - p->steps]]])->turn;
	return turn < PTX_UNMADE_TURNS && step->unmade >> turn & 1;
}

bool
gm_ptx_turns_is_alone(const ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	return state_of(warp, &p->loops[p->loop_of[p->node_of[step - p->steps]]])->alone;
}

/* Turns that stand side by side from this one on. */
static int64_t
round_of(ptx_warp *warp, const ptx_loop *loop, bool inside)
{
	if (!loop->rests)
		return inside || loop->ahead == 0 ? loop->round : loop->ahead;
	return gm_rounds_together(turns_left(warp, loop, __builtin_ctz(top_of(warp)->mask)));
}

static void
go_round(ptx_warp *warp, const ptx_loop *loop, bool inside)
{
	ptx_loop_state *state = state_of(warp, loop);
	if (inside && state->rest > 1)
		state->rest--;
	else
		state->rest = state->round = round_of(warp, loop, inside);
}

/* Lanes that turn alike stand alone in the last turn of an odd number, others where one is what they make together. */
static void
note_alone(ptx_warp *warp, const ptx_loop *loop, bool inside)
{
	ptx_loop_state *state = state_of(warp, loop);
	const bool alike = !loop->apart || top_of(warp)->turns == 0;
	const int64_t left = alike ? turns_left(warp, loop, __builtin_ctz(top_of(warp)->mask)) : 0;
	if (!inside || !state->alike)
		state->odd = left % 2 != 0;
	state->alike = alike;
	state->alone = alike ? left == 1 && state->odd : top_of(warp)->turns == 1;
}

/* The lanes that turn next. */
static void
choose_again(ptx_warp *warp, const ptx_loop *loop)
{
	if (top_of(warp)->turns > 1) {
		top_of(warp)->turns--;
		return;
	}
	join_held(warp);
	top_of(warp)->turns = 0;
	top_of(warp)->held = false;
	choose(warp, loop);
}

void
gm_ptx_turns_arrive(ptx_warp *warp, const ptx_loop *loop, bool inside)
{
	if (loop->has_once && !loop->takes_along)
		state_of(warp, loop)->turn = inside ? state_of(warp, loop)->turn + 1 : 0;
	if (loop->test < 0)
		return;
	if (loop->tails && !inside)
		issue_tails(warp, loop);
	if (loop->takes_along)
		count_turn(warp, loop, inside);
	const bool goes_on = loop->apart && top_of(warp)->turns > 1;
	if (loop->apart)
		choose_again(warp, loop);
	if (loop->ends_alone && !goes_on)
		note_alone(warp, loop, inside);
	if (loop->round)
		go_round(warp, loop, inside);
}

/* The round that is begun is ended, and what is left over comes behind the last. */
static int64_t
limit_of_rounds(ptx_warp *warp, const ptx_loop *loop, int64_t periods, int turns)
{
	const int64_t left = turns_left(warp, loop, __builtin_ctz(top_of(warp)->mask));
	const int64_t rounds = (left - state_of(warp, loop)->rest) / turns;
	return periods <= rounds ? periods : rounds < 0 ? 0 : rounds;
}

int64_t
gm_ptx_turns_limit(ptx_warp *warp, int32_t index, int64_t periods, int turns)
{
	const ptx_loop *loop = &warp->program->loops[index];
	const int64_t left = top_of(warp)->turns;
	const int64_t limit = loop->round ? limit_of_rounds(warp, loop, periods, turns) : periods;
	return left == 0 || limit <= (left - 1) / turns ? limit : (left - 1) / turns;
}

void
gm_ptx_turns_skip(ptx_warp *warp, int32_t loop, int64_t turns)
{
	if (top_of(warp)->turns > 0)
		top_of(warp)->turns -= turns;
	else if (warp->program->loops[loop].ends_alone)
		note_alone(warp, &warp->program->loops[loop], true);
}
