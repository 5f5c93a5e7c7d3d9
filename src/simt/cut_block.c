#include "simt/cut.h"

#include "simt/stream.h"

#include <string.h>

/*
 * Loops with barriers turn for all warps together. A turn is counted when every warp that has not
 * exited waits at the same barrier; each warp follows its own period, and the block repeats what
 * all of them repeat.
 */

void
gm_ptx_cut_block_start(ptx_machine *m)
{
	m->block_state->stage = STAGE_IDLE;
	m->block_state->loop = -1;
	m->block_state->barrier = NULL;
}

/* The barrier at which all warps wait, NULL when they do not. */
static const ptx_step *
common_barrier(const ptx_machine *m)
{
	const ptx_step *step = NULL;
	for (int w = 0; w < m->warps_count; w++) {
		const ptx_warp *warp = &m->warps[w];
		if (warp->state == WARP_DONE)
			continue;
		if (warp->state != WARP_AT_BARRIER || (step && warp->barrier_step != step))
			return NULL;
		step = warp->barrier_step;
	}
	return step;
}

static bool
is_within(const ptx_program *p, int32_t inner, int32_t outer)
{
	while (inner >= 0 && inner != outer)
		inner = p->loops[inner].parent;
	return inner >= 0 && outer >= 0;
}

static void
drop_all(ptx_machine *m)
{
	for (int w = 0; w < m->warps_count; w++)
		m->warps[w].attempts_count = m->axes_count;
}

static void
watch_all(ptx_machine *m)
{
	ptx_block_state *b = m->block_state;
	b->turns = gm_ptx_trial_turns(b->trial);
	b->wait = b->turns;
	b->stage = STAGE_WATCHING;
	drop_all(m);
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state != WARP_DONE)
			gm_ptx_watch(&m->warps[w], b->loop, b->turns);
}

static void
begin_all(ptx_machine *m)
{
	ptx_block_state *b = m->block_state;
	/* What inner loops left behind is over. */
	drop_all(m);
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state != WARP_DONE)
			gm_ptx_attempt_begin(&m->warps[w], b->loop, b->turns, b->loose);
	b->left = b->turns;
	b->stage = STAGE_PROVING;
	gm_ptx_stream_mark(m, b->loop);
}

/* The attempt of the block's loop, NULL when there is none. */
static const ptx_attempt *
attempt_of(const ptx_warp *warp)
{
	return warp->attempts_count > warp->axes_count ? &warp->attempts[warp->axes_count] : NULL;
}

/* A site must move alike in every warp. */
static bool
gather_advance(ptx_machine *m, const ptx_attempt *a)
{
	ptx_block_state *b = m->block_state;
	for (int i = 0; i < a->period.sites_count; i++) {
		const uint32_t site = a->period.sites[i];
		const bool differs =
			b->touched[site] && b->advance[site] != a->period.advance[site];
		if (differs && !b->loose)
			return false;
		m->scattered[site] |= differs;
		b->advance[site] = a->period.advance[site];
		b->touched[site] = true;
	}
	return true;
}

static bool
judge_all(ptx_machine *m, int64_t *limit, int64_t *aligned)
{
	ptx_block_state *b = m->block_state;
	const size_t sites = (size_t)m->program->sites_count;
	*limit = PTX_LIMIT_NONE;
	*aligned = 1;
	memset(b->advance, 0, sites * sizeof *b->advance);
	memset(b->touched, 0, sites * sizeof *b->touched);
	for (int w = 0; w < m->warps_count; w++) {
		ptx_warp *warp = &m->warps[w];
		int64_t of_warp, periods;
		if (warp->state == WARP_DONE)
			continue;
		/* Attempts at inner loops have ended with those. */
		const ptx_attempt *a = attempt_of(warp);
		if (!a || a->loop != b->loop || a->dead)
			return false;
		warp->attempts_count = warp->axes_count + 1;
		if (!gm_ptx_attempt_judge(warp, &of_warp, &periods) || !gather_advance(m, a))
			return false;
		*limit = of_warp < *limit ? of_warp : *limit;
		*aligned = periods > *aligned ? periods : *aligned;
	}
	return true;
}

static void
widen_all(ptx_machine *m, int factor)
{
	ptx_block_state *b = m->block_state;
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state != WARP_DONE)
			gm_ptx_attempt_widen(&m->warps[w], factor);
	b->turns *= factor;
	b->left = b->turns;
	gm_ptx_stream_mark(m, b->loop);
}

static void
jump_all(ptx_machine *m, int64_t periods)
{
	ptx_block_state *b = m->block_state;
	gm_ptx_stream_repeat(m, b->loop, periods, b->advance);
	for (int w = 0; w < m->warps_count; w++)
		if (m->warps[w].state != WARP_DONE) {
			gm_ptx_attempt_admit(m, attempt_of(&m->warps[w]), periods);
			gm_ptx_attempt_apply(&m->warps[w], periods);
		}
	b->trial = 0;
	watch_all(m);
}

static void
give_up(ptx_machine *m)
{
	drop_all(m);
	m->block_state->stage = STAGE_GIVEN_UP;
	m->block_state->seen = 0;
}

static void
next_trial(ptx_machine *m)
{
	ptx_block_state *b = m->block_state;
	if (gm_ptx_trial_turns(++b->trial) == 0 || b->loose)
		give_up(m);
	else
		watch_all(m);
}

static void
end_period(ptx_machine *m)
{
	int64_t limit, aligned;
	const bool proven = judge_all(m, &limit, &aligned);
	/* The last of them is walked for neighbours of the block, as in cut.c. */
	limit -= m->axes_count > 0 && limit > 0 && limit != PTX_LIMIT_NONE;
	if (proven && limit == PTX_LIMIT_NONE) {
		gm_ptx_stop_endless(&m->warps[0], m->block_state->loop);
		return;
	}
	switch (gm_ptx_verdict(proven, limit, aligned, m->block_state->turns)) {
	case VERDICT_WIDEN:
		widen_all(m, (int)aligned);
		return;
	case VERDICT_JUMP:
		jump_all(m, limit);
		return;
	case VERDICT_NEXT:
		next_trial(m);
		return;
	default:
		give_up(m);
		return;
	}
}

static bool
any_failed(const ptx_machine *m)
{
	for (int w = 0; w < m->warps_count; w++) {
		const ptx_attempt *a = attempt_of(&m->warps[w]);
		if (m->warps[w].state != WARP_DONE && (!a || a->dead || a->period.failed))
			return true;
	}
	return false;
}

/* The loop to follow from now on: the innermost around the barrier, unless one around it is
 * followed. */
static bool
choose(ptx_machine *m, const ptx_step *barrier, int32_t loop)
{
	ptx_block_state *b = m->block_state;
	const bool busy = b->stage == STAGE_WATCHING || b->stage == STAGE_PROVING;
	if (b->loop == loop)
		return b->barrier == barrier;
	if (busy && is_within(m->program, loop, b->loop))
		return false;
	b->loop = loop;
	b->barrier = barrier;
	b->trial = 0;
	b->loose = false;
	b->stage = STAGE_IDLE;
	drop_all(m);
	return true;
}

void
gm_ptx_cut_block(ptx_machine *m)
{
	const ptx_program *p = m->program;
	ptx_block_state *b = m->block_state;
	const ptx_step *barrier = common_barrier(m);
	if (!barrier)
		return;
	const int32_t loop = p->loop_of[p->node_of[barrier - p->steps]];
	if (loop < 0 || !p->loops[loop].can_cut || !choose(m, barrier, loop))
		return;
	if (b->stage == STAGE_IDLE)
		watch_all(m);
	else if (b->stage == STAGE_WATCHING && --b->wait == 0)
		begin_all(m);
	else if (b->stage == STAGE_PROVING && (--b->left == 0 || any_failed(m)))
		end_period(m);
	else if (b->stage == STAGE_GIVEN_UP && ++b->seen >= gm_ptx_loose_after(m)) {
		b->loose = gm_ptx_may_guess(m);
		b->trial = 0;
		watch_all(m);
	}
}
