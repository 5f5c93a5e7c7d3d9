#include "simt/cut.h"

#include "ptx/loops.h"

#include <stdlib.h>
#include <string.h>

int
gm_ptx_trial_turns(int trial)
{
	/* Twice 1: the first turn of a loop is often unlike the others. 3 for triple buffers. */
	static const int turns[] = {1, 1, 2, 3, 4, 8};
	return trial < (int)(sizeof turns / sizeof *turns) ? turns[trial] : 0;
}

static const ptx_loop *
loop_of(const ptx_warp *warp, int32_t loop)
{
	return &warp->program->loops[loop];
}

/* The units as they stand in the file, 32 values of 8 bytes apart from the next. */
static void
snapshot(ptx_warp *warp, const ptx_loop *loop, uint64_t *values)
{
	for (int32_t t = 0; t < loop->tracked_count; t++, values += PTX_LANES) {
		const int bits = warp->program->unit_bits[loop->tracked[t]];
		const size_t bytes = bits == 1 ? sizeof(uint32_t) : bits == 32 ? 128 : 256;
		memcpy(values, ptx_u32(warp, loop->tracked[t]), bytes);
	}
}

static const ptx_path *
path_of(const ptx_warp *warp)
{
	return &warp->paths[warp->paths_count - 1];
}

void
gm_ptx_watch(ptx_warp *warp, int32_t index, int turns)
{
	const ptx_loop *loop = loop_of(warp, index);
	ptx_loop_state *state = &warp->loop_states[index];
	if (!state->values)
		state->values =
			gm_allocate_unset((size_t)loop->tracked_count * PTX_LANES, sizeof *state->values);
	snapshot(warp, loop, state->values);
	state->stage = STAGE_WATCHING;
	state->wait = turns;
	state->mask = path_of(warp)->mask;
	state->paths_count = warp->paths_count;
}

bool
gm_ptx_watched_lanes(const ptx_warp *warp, int32_t index)
{
	const ptx_loop_state *state = &warp->loop_states[index];
	return state->mask == path_of(warp)->mask && state->paths_count == warp->paths_count;
}

static int64_t
narrowed(uint64_t difference, int bits)
{
	return bits == 32 ? (int32_t)(uint32_t)difference : (int64_t)difference;
}

/* The one difference of all lanes in the mask, 0 lanes when they differ. */
#define DIFFERENCE(name, type)                                                                     \
	GM_WIDE static ptx_change name(const type *now, const type *before, uint32_t mask)         \
	{                                                                                          \
		const int first = __builtin_ctz(mask);                                             \
		const type by = (type)(now[first] - before[first]);                                \
		type unlike = 0;                                                                   \
		for (int l = 0; l < PTX_LANES; l++)                                                \
			unlike |= mask & ptx_lane_bits[l] ? (type)((now[l] - before[l]) ^ by) : 0; \
		return (ptx_change){.by = narrowed(by, 8 * (int)sizeof(type)),                     \
				    .lanes = unlike ? 0 : mask};                                   \
	}

DIFFERENCE(difference_32, uint32_t)
DIFFERENCE(difference_64, uint64_t)

/* Of a predicate, a bit for each lane. */
static ptx_change
difference_1(uint32_t now, uint32_t before, uint32_t mask)
{
	const uint32_t rises = now & ~before & mask, falls = before & ~now & mask;
	return (ptx_change){.by = rises ? 1 : falls ? -1 : 0,
			    .lanes = rises == mask || falls == mask || !(rises | falls) ? mask : 0};
}

/* The one difference of all lanes in the mask; unknown when they differ. */
static ptx_change
difference(ptx_warp *warp, uint32_t unit, const uint64_t *before, uint32_t mask)
{
	const int bits = warp->program->unit_bits[unit];
	const uint32_t *narrow = (const uint32_t *)(const void *)before;
	if (bits == 128)
		return (ptx_change){.state = CHANGE_UNKNOWN};
	ptx_change c = bits == 1    ? difference_1(*ptx_u32(warp, unit), *narrow, mask)
		       : bits == 32 ? difference_32(ptx_u32(warp, unit), narrow, mask)
				    : difference_64(ptx_u64(warp, unit), before, mask);
	if (c.lanes == 0)
		return (ptx_change){.state = CHANGE_UNKNOWN};
	c.state = c.by == 0 ? CHANGE_NONE : bits == 1 ? CHANGE_UNKNOWN : CHANGE_BY;
	return c;
}

ptx_attempt *
gm_ptx_attempt_room(ptx_warp *warp, int index, int32_t loop)
{
	const ptx_program *p = warp->program;
	ptx_attempt *a = &warp->attempts[index];
	ptx_period *period = &a->period;
	const int tracked = (loop >= 0 ? p->loops[loop].tracked_count : 0) + 1;
	a->loop = loop;
	if (!period->changes) {
		period->changes = gm_allocate_unset(p->units_count, sizeof *period->changes);
		period->advance = gm_allocate((size_t)p->sites_count, sizeof *period->advance);
		period->touched = gm_allocate((size_t)p->sites_count, sizeof *period->touched);
		period->crowded = gm_allocate((size_t)p->sites_count, sizeof *period->crowded);
		period->scattered =
			gm_allocate((size_t)p->sites_count, sizeof *period->scattered);
		period->sites = gm_allocate((size_t)p->sites_count, sizeof *period->sites);
	}
	if (tracked > a->room) {
		const size_t room = (size_t)tracked;
		free(a->values);
		free(a->start);
		free(a->outside);
		a->values = gm_allocate_unset(room * PTX_LANES, sizeof *a->values);
		a->start = gm_allocate_unset(room, sizeof *a->start);
		a->outside = gm_allocate_unset(room * PTX_ATTEMPTS_MAX, sizeof *a->outside);
		a->room = tracked;
	}
	return a;
}

void
gm_ptx_period_reset(ptx_period *period)
{
	for (int i = 0; i < period->sites_count; i++) {
		period->touched[period->sites[i]] = false;
		period->scattered[period->sites[i]] = false;
		period->advance[period->sites[i]] = 0;
	}
	period->sites_count = 0;
	period->rows.count = 0;
	period->limit = PTX_LIMIT_NONE;
	period->failed = period->by_address = period->of_blocks = period->admits =
		period->shortened = false;
	period->why = "";
}

/* Everything the loop does not write stands still; what it writes is unknown but for a->start. */
static void
assume(ptx_attempt *a, const ptx_program *p, const ptx_loop *loop)
{
	ptx_change *changes = a->period.changes;
	const ptx_change still = {.state = CHANGE_NONE, .lanes = PTX_ALL_LANES};
	for (uint32_t u = 0; u < p->units_count; u++)
		changes[u] = still;
	for (int32_t i = 0; i < loop->written_count; i++)
		changes[loop->written[i]] = (ptx_change){.state = CHANGE_UNKNOWN};
	for (int32_t t = 0; t < loop->tracked_count; t++)
		changes[loop->tracked[t]] = a->start[t];
}

static void
start_attempt(ptx_warp *warp, ptx_attempt *a, int turns)
{
	const ptx_loop *loop = loop_of(warp, a->loop);
	gm_ptx_period_reset(&a->period);
	snapshot(warp, loop, a->values);
	assume(a, warp->program, loop);
	a->turns = a->left = turns;
	a->budget = warp->machine->budget;
	a->dead = false;
	a->mask = path_of(warp)->mask;
	a->paths_count = warp->paths_count;
	a->outside_count = (int)(a - warp->attempts);
	for (int o = 0; o < a->outside_count; o++)
		for (int32_t t = 0; t < loop->tracked_count; t++)
			a->outside[o * loop->tracked_count + t] =
				warp->attempts[o].period.changes[loop->tracked[t]];
}

bool
gm_ptx_attempt_begin(ptx_warp *warp, int32_t index, int turns, bool loose)
{
	const ptx_loop *loop = loop_of(warp, index);
	const ptx_loop_state *state = &warp->loop_states[index];
	if (warp->attempts_count == PTX_ATTEMPTS_MAX)
		return false;
	ptx_attempt *a = gm_ptx_attempt_room(warp, warp->attempts_count++, index);
	for (int32_t t = 0; t < loop->tracked_count; t++)
		a->start[t] = difference(warp, loop->tracked[t], state->values + t * PTX_LANES,
					 state->mask);
	a->period.loose = loose;
	a->period.guess = loose && state->guesses ? index : -1;
	start_attempt(warp, a, turns);
	return true;
}

void
gm_ptx_attempt_widen(ptx_warp *warp, int factor)
{
	ptx_attempt *a = &warp->attempts[warp->attempts_count - 1];
	const ptx_loop *loop = loop_of(warp, a->loop);
	for (int32_t t = 0; t < loop->tracked_count; t++) {
		ptx_change *c = &a->start[t];
		const int bits = warp->program->unit_bits[loop->tracked[t]];
		c->by = narrowed((uint64_t)c->by * (uint64_t)factor, bits);
		if (c->state == CHANGE_BY && c->by == 0)
			c->state = CHANGE_NONE;
	}
	start_attempt(warp, a, a->turns * factor);
}

static bool
fail(ptx_attempt *a, const char *why)
{
	if (!a->period.failed)
		a->period.why = why;
	a->period.failed = true;
	return false;
}

/* At the end of the period: a register that was used has changed by what was assumed, and would
   change by the same again; one that was written has a known change in every lane. */
static bool
holds(ptx_warp *warp, ptx_attempt *a, const ptx_loop *loop, int32_t t)
{
	const uint32_t unit = loop->tracked[t];
	const ptx_change *end = &a->period.changes[unit], *start = &a->start[t];
	if ((end->written & ~end->lanes) && a->period.loose)
		return true;
	if (end->written & ~end->lanes)
		return fail(a, "a register that decides changes in a way that is not followed");
	if (!end->used || start->state == CHANGE_UNKNOWN)
		return true;
	const ptx_change seen = difference(warp, unit, a->values + t * PTX_LANES, a->mask);
	const bool as_assumed = seen.state == start->state && seen.by == start->by;
	const bool again =
		end->written == 0 || (end->state == start->state && end->by == start->by &&
				      (a->mask & ~end->lanes) == 0);
	return (as_assumed && again) || fail(a, "the turns of the loop differ");
}

/* The registers that would jump must do so alike in every period of the loops around. */
static bool
holds_outside(ptx_warp *warp, ptx_attempt *a, const ptx_loop *loop, int32_t t)
{
	const uint32_t unit = loop->tracked[t];
	if (a->period.changes[unit].written == 0 || a->period.changes[unit].state != CHANGE_BY ||
	    !a->period.changes[unit].used)
		return true;
	for (int o = 0; o < a->outside_count; o++) {
		const ptx_change *before = &a->outside[o * loop->tracked_count + t];
		const ptx_change *now = &warp->attempts[o].period.changes[unit];
		if (warp->attempts[o].dead || warp->attempts[o].period.failed)
			continue;
		if (before->state != now->state || before->by != now->by) {
			warp->attempts[o].period.failed = true;
			warp->attempts[o].period.why =
				"an inner loop runs differently in each turn";
		}
	}
	return true;
}

int64_t
gm_ptx_periods_to_align(int64_t advance, int64_t alignment_bytes)
{
	int64_t periods = 1;
	while ((uint64_t)advance * (uint64_t)periods % (uint64_t)alignment_bytes)
		periods *= 2;
	return periods;
}

bool
gm_ptx_attempt_judge(ptx_warp *warp, int64_t *limit, int64_t *aligned)
{
	ptx_attempt *a = &warp->attempts[warp->attempts_count - 1];
	const ptx_loop *loop = loop_of(warp, a->loop);
	const ptx_path *path = path_of(warp);
	*limit = a->period.limit;
	*aligned = 1;
	if (a->mask != path->mask || a->paths_count != warp->paths_count)
		return fail(a, "lanes leave the loop");
	for (int32_t t = 0; t < loop->tracked_count && !a->period.failed; t++)
		if (!holds(warp, a, loop, t) || !holds_outside(warp, a, loop, t))
			return false;
	const int64_t alignment = a->period.loose && gm_ptx_is_hasty(warp->machine)
					  ? PTX_HASTY_ALIGNMENT_BYTES : GM_SHARED_ALIGNMENT_BYTES;
	for (int i = 0; i < a->period.sites_count; i++) {
		const int64_t advance = a->period.advance[a->period.sites[i]];
		const int64_t needed = gm_ptx_periods_to_align(advance, alignment);
		*aligned = needed > *aligned ? needed : *aligned;
	}
	const int turns = gm_ptx_is_hasty(warp->machine) ? PTX_HASTY_LOOSE_TURNS : PTX_LOOSE_TURNS;
	if (a->period.loose && *aligned < turns && a->turns < turns)
		*aligned = turns;
	return !a->period.failed;
}

static void
jump(ptx_warp *warp, uint32_t unit, const ptx_change *c, uint32_t mask, int64_t periods)
{
	const uint64_t by = (uint64_t)c->by * (uint64_t)periods;
	for (uint32_t rest = c->lanes & mask; rest; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		if (warp->program->unit_bits[unit] == 64)
			ptx_u64(warp, unit)[l] += by;
		else
			ptx_u32(warp, unit)[l] += (uint32_t)by;
	}
}

void
gm_ptx_attempt_apply(ptx_warp *warp, int64_t periods)
{
	const ptx_attempt *a = &warp->attempts[warp->attempts_count - 1];
	const ptx_loop *loop = loop_of(warp, a->loop);
	for (int32_t t = 0; t < loop->tracked_count; t++) {
		const ptx_change *c = &a->period.changes[loop->tracked[t]];
		if (c->written && c->state == CHANGE_BY)
			jump(warp, loop->tracked[t], c, a->mask, periods);
	}
}

void
gm_ptx_attempt_drop(ptx_warp *warp)
{
	if (warp->attempts_count > warp->axes_count)
		warp->attempts_count--;
}

/* More than any machine lives to see; a hundred thousand blocks of it still add up. */
static const int64_t LEFT_OUT_MOST = (int64_t)1 << 46;

void
gm_ptx_attempt_admit(ptx_machine *m, const ptx_attempt *a, int64_t periods)
{
	int64_t left_out;
	if (!a->period.loose)
		return;
	if (__builtin_mul_overflow(a->budget - m->budget, periods, &left_out) ||
	    left_out > LEFT_OUT_MOST - m->left_out)
		left_out = LEFT_OUT_MOST - m->left_out;
	m->left_out += left_out;
	m->guessed |= a->period.guess >= 0;
	for (int i = 0; i < a->period.sites_count; i++)
		m->scattered[a->period.sites[i]] |= a->period.scattered[a->period.sites[i]];
}
