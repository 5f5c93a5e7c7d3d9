#include "simt/cut.h"

#include "simt/paths.h"
#include "simt/proof.h"
#include "simt/stream.h"
#include "simt/turns.h"

#include <stdlib.h>

/* A loop that was tried so often in vain is left alone for the rest of the block. */
enum { FAILURES_MAX = 64, FAILURES_OF_LATER_BLOCKS = 2, PERIOD_TURNS_MAX = 4096 };

void
gm_ptx_cut_init(ptx_warp *warp, const ptx_program *program)
{
	warp->attempts = gm_allocate(PTX_ATTEMPTS_MAX, sizeof *warp->attempts);
	warp->loop_states = gm_allocate((size_t)program->loops_count, sizeof *warp->loop_states);
	warp->program_loops = program->loops_count;
}

void
gm_ptx_cut_dispose(ptx_warp *warp)
{
	for (int i = 0; i < PTX_ATTEMPTS_MAX; i++) {
		ptx_attempt *a = &warp->attempts[i];
		free(a->period.changes);
		free(a->period.advance);
		free(a->period.touched);
		free(a->period.crowded);
		free(a->period.scattered);
		free(a->period.sites);
		free(a->values);
		free(a->start);
		free(a->outside);
	}
	free(warp->attempts);
	for (int32_t i = 0; i < warp->program_loops; i++)
		free(warp->loop_states[i].values);
	free(warp->loop_states);
}

void
gm_ptx_cut_start(ptx_warp *warp)
{
	gm_ptx_proof_start(warp);
	for (int32_t i = 0; i < warp->program->loops_count; i++)
		warp->loop_states[i].stage = STAGE_IDLE;
}

bool
gm_ptx_may_guess(const ptx_machine *m)
{
	return m->budget < m->guess_below;
}

bool
gm_ptx_is_hasty(const ptx_machine *m)
{
	return m->budget < m->hasty_below;
}

int
gm_ptx_loose_after(const ptx_machine *m)
{
	return gm_ptx_is_hasty(m) ? PTX_HASTY_LOOSE_AFTER : PTX_LOOSE_AFTER;
}

void
gm_ptx_cut_restart(ptx_machine *m)
{
	enum { MOST = FAILURES_MAX - FAILURES_OF_LATER_BLOCKS };
	for (int32_t i = 0; i < m->program->loops_count; i++) {
		const int before = m->has_cut[i] ? 0 : m->failures[i];
		m->failures[i] = before < MOST ? before : MOST;
		m->has_cut[i] = false;
	}
}

static bool
is_inside(const ptx_program *p, const ptx_loop *loop, int32_t pc)
{
	if (pc < 0)
		return false;
	const int32_t node = p->node_of[pc];
	return (loop->members[node / 64] >> (node % 64)) & 1;
}

void
gm_ptx_cut_follow(ptx_warp *warp, const ptx_step *step, uint32_t path, uint32_t active)
{
	const ptx_program *p = warp->program;
	for (int i = 0; i < warp->attempts_count; i++) {
		ptx_attempt *a = &warp->attempts[i];
		if (!a->dead && a->loop >= 0 && !is_inside(p, &p->loops[a->loop], warp->last_pc))
			a->dead = true;
		if (!a->dead && !a->period.failed)
			gm_ptx_change_step(&a->period, warp, step, path, active);
		if (a->loop < 0 && a->period.failed)
			gm_ptx_proof_fail(warp->machine, i);
	}
}

bool
gm_ptx_cut_lets_go(ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	for (int i = 0; i < warp->attempts_count; i++) {
		const ptx_attempt *a = &warp->attempts[i];
		if (a->loop < 0 || (!a->dead && !a->period.failed))
			return false;
	}
	for (int i = 0; i < warp->attempts_count; i++)
		if (!is_inside(p, &p->loops[warp->attempts[i].loop], (int32_t)(step - p->steps)))
			warp->attempts[i].dead = true;
	return true;
}

void
gm_ptx_stop_endless(ptx_warp *warp, int32_t loop)
{
	gm_ptx_stop(warp->machine, &warp->program->steps[warp->program->loops[loop].header],
		    GM_BAD_VALUE, "this loop never ends");
}

ptx_verdict
gm_ptx_verdict(bool proven, int64_t limit, int64_t aligned, int turns)
{
	if (!proven)
		return VERDICT_NEXT;
	if (aligned == 1)
		return limit >= 1 ? VERDICT_JUMP : VERDICT_GIVE_UP;
	/* The wider period is walked once and must then repeat at least once. */
	return limit >= 2 * aligned && turns * aligned <= PERIOD_TURNS_MAX ? VERDICT_WIDEN
									   : VERDICT_GIVE_UP;
}

static void
give_up(ptx_loop_state *state)
{
	state->stage = STAGE_GIVEN_UP;
	state->seen = 0;
}

/* Whole rounds, where turns of a round differ. */
static int
trial_turns(const ptx_warp *warp, int32_t loop, int trial)
{
	const int32_t round = warp->program->loops[loop].round;
	return gm_ptx_trial_turns(trial) * (round > 0 ? round : 1);
}

static void
next_trial(ptx_warp *warp, int32_t loop)
{
	ptx_loop_state *state = &warp->loop_states[loop];
	const int turns = trial_turns(warp, loop, ++state->trial);
	warp->machine->failures[loop]++;
	if (turns == 0 || state->loose)
		give_up(state);
	else
		gm_ptx_watch(warp, loop, turns);
}

static void
weigh(ptx_patience *p, int64_t followed, int64_t jumped)
{
	enum { COST_OF_FOLLOWING = 6, AT_ONCE = 64, MUCH = 1 << 12, TURNS_LEAST = 8, TURNS_MOST = 64 };
	p->gain += jumped - COST_OF_FOLLOWING * followed - AT_ONCE;
	if (p->gain >= -MUCH && p->gain <= MUCH)
		return;
	if (p->gain < 0)
		p->turns = p->turns == 0 ? TURNS_LEAST : p->turns < TURNS_MOST ? 2 * p->turns : TURNS_MOST;
	else
		p->turns = p->turns <= TURNS_LEAST ? 0 : p->turns / 2;
	p->gain = 0;
}

static int64_t
product_at_most(int64_t a, int64_t b)
{
	int64_t product;
	return __builtin_mul_overflow(a, b, &product) ? INT64_MAX / 2 : product;
}

/* An attempt around this one, of an outer loop or of the grid, is alive. */
static bool
is_inside_another(const ptx_warp *warp)
{
	for (int32_t i = 0; i < warp->attempts_count - 1; i++)
		if (!warp->attempts[i].dead && !warp->attempts[i].period.failed)
			return true;
	return false;
}

/* The last turn that is like the others is walked for attempts around this one: of all turns its conditions
   are the nearest to the edge, and so say for how many blocks, or outer turns, they hold. */
static int64_t
turns_to_jump(const ptx_warp *warp, int64_t limit)
{
	return limit > 0 && limit != PTX_LIMIT_NONE && is_inside_another(warp) ? limit - 1 : limit;
}

static void
end_period(ptx_warp *warp, int32_t loop)
{
	ptx_machine *m = warp->machine;
	ptx_loop_state *state = &warp->loop_states[loop];
	ptx_attempt *a = &warp->attempts[warp->attempts_count - 1];
	int64_t limit, aligned;
	const bool proven = gm_ptx_attempt_judge(warp, &limit, &aligned);
	limit = turns_to_jump(warp, gm_ptx_turns_limit(warp, loop, limit, a->turns));
	if (proven && limit == PTX_LIMIT_NONE) {
		gm_ptx_stop_endless(warp, loop);
		return;
	}
	const ptx_verdict verdict = gm_ptx_verdict(proven, limit, aligned, a->turns);
	const int64_t followed = a->budget - m->budget;
	if (m->may_wait)
		weigh(&m->patience[loop], followed,
		      verdict == VERDICT_JUMP ? product_at_most(followed, limit) : 0);
	switch (verdict) {
	case VERDICT_WIDEN:
		gm_ptx_attempt_widen(warp, (int)aligned);
		gm_ptx_stream_mark(m, loop);
		return;
	case VERDICT_JUMP:
		gm_ptx_attempt_admit(m, a, limit);
		m->has_cut[loop] = true;
		gm_ptx_stream_repeat(m, loop, limit, a->period.advance);
		gm_ptx_attempt_apply(warp, limit);
		gm_ptx_turns_skip(warp, loop, limit * a->turns);
		gm_ptx_attempt_drop(warp);
		state->trial = 0;
		gm_ptx_watch(warp, loop, trial_turns(warp, loop, 0));
		return;
	case VERDICT_NEXT:
		gm_ptx_attempt_drop(warp);
		next_trial(warp, loop);
		return;
	default:
		gm_ptx_attempt_drop(warp);
		give_up(state);
		return;
	}
}

static void
begin_period(ptx_warp *warp, int32_t loop)
{
	ptx_loop_state *state = &warp->loop_states[loop];
	if (!gm_ptx_attempt_begin(warp, loop, trial_turns(warp, loop, state->trial), state->loose)) {
		give_up(state);
		return;
	}
	state->stage = STAGE_PROVING;
	gm_ptx_stream_mark(warp->machine, loop);
}

/* Attempts of loops that were left, and of this one when it is entered anew. */
static void
drop_stale(ptx_warp *warp, int32_t loop, bool inside)
{
	while (warp->attempts_count > warp->axes_count) {
		const ptx_attempt *a = &warp->attempts[warp->attempts_count - 1];
		const bool other = a->loop != loop;
		if (!a->dead && (inside || other))
			return;
		warp->attempts_count--;
	}
}

static void
wait_first(ptx_loop_state *state)
{
	state->stage = STAGE_PATIENT;
	state->seen = 0;
}

static void
restart(ptx_warp *warp, int32_t loop, bool loose, bool is_entered)
{
	ptx_loop_state *state = &warp->loop_states[loop];
	state->trial = 0;
	state->loose = loose;
	state->rounds = loose ? state->rounds + 1 : 0;
	state->guesses = state->rounds > (gm_ptx_is_hasty(warp->machine) ? 0 : PTX_GUESS_ROUNDS);
	if (!loose && warp->machine->failures[loop] > FAILURES_MAX)
		give_up(state);
	else if (is_entered && warp->machine->patience[loop].turns > 0)
		wait_first(state);
	else
		gm_ptx_watch(warp, loop, trial_turns(warp, loop, 0));
}

static void
turn(ptx_warp *warp, int32_t loop)
{
	ptx_loop_state *state = &warp->loop_states[loop];
	ptx_attempt *a = warp->attempts_count ? &warp->attempts[warp->attempts_count - 1] : NULL;
	switch (state->stage) {
	case STAGE_WATCHING:
		if (!gm_ptx_watched_lanes(warp, loop))
			gm_ptx_watch(warp, loop, trial_turns(warp, loop, state->trial));
		else if (--state->wait == 0)
			begin_period(warp, loop);
		return;
	case STAGE_PROVING:
		if (!a || a->loop != loop)
			gm_ptx_watch(warp, loop, trial_turns(warp, loop, state->trial));
		else if (--a->left == 0 || a->period.failed)
			end_period(warp, loop);
		return;
	case STAGE_PATIENT:
		if (++state->seen >= warp->machine->patience[loop].turns)
			restart(warp, loop, false, false);
		return;
	default:
		if (++state->seen >= gm_ptx_loose_after(warp->machine))
			restart(warp, loop, gm_ptx_may_guess(warp->machine), false);
		return;
	}
}

bool
gm_ptx_cut_arrive(ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_loop *loop = &p->loops[step->loop];
	ptx_machine *m = warp->machine;
	gm_ptx_turns_arrive(warp, loop, is_inside(p, loop, warp->last_pc));
	if (loop->has_spin && gm_ptx_paths_spin(warp, step->loop))
		return true;
	if (!m->may_cut || !loop->can_cut || loop->has_barrier || (m->costs && loop->yields))
		return false;
	const bool inside = is_inside(p, loop, warp->last_pc);
	drop_stale(warp, step->loop, inside);
	if (!inside || warp->loop_states[step->loop].stage == STAGE_IDLE)
		restart(warp, step->loop, false, true);
	else
		turn(warp, step->loop);
	return m->status != GM_OK;
}

/* What gm_ptx_turns_arrive does with the lanes there is nothing to choose of. */
static bool
keeps_lanes(const ptx_warp *warp, const ptx_loop *loop)
{
	const bool chooses = loop->apart && warp->paths[warp->paths_count - 1].turns <= 1;
	return !loop->has_once && !loop->round && !loop->ends_alone && (loop->test < 0 || (!loop->takes_along && !chooses));
}

bool
gm_ptx_cut_passes(ptx_warp *warp, const ptx_step *step)
{
	const ptx_program *p = warp->program;
	const ptx_loop *loop = &p->loops[step->loop];
	ptx_machine *m = warp->machine;
	ptx_loop_state *state = &warp->loop_states[step->loop];
	const bool tries = m->may_cut && loop->can_cut && !loop->has_barrier;
	const int most = state->stage == STAGE_GIVEN_UP  ? gm_ptx_loose_after(m)
			 : state->stage == STAGE_PATIENT ? m->patience[step->loop].turns
							 : 0;
	if ((tries && state->seen + 1 >= most) || loop->has_spin ||
	    !is_inside(p, loop, warp->last_pc) || !keeps_lanes(warp, loop))
		return false;
	state->seen += tries;
	if (loop->test >= 0 && loop->apart)
		warp->paths[warp->paths_count - 1].turns--;
	return true;
}
