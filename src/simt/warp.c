#include "simt/warp.h"

#include "simt/access.h"
#include "simt/barrier.h"
#include "simt/cut.h"
#include "simt/hazards.h"
#include "simt/onward.h"
#include "simt/part.h"
#include "simt/paths.h"
#include "simt/queue.h"
#include "simt/straight.h"
#include "simt/stream.h"
#include "simt/turns.h"

/* A warp whose block stands still wakes, to find out what it waits for. */
enum { IDLE_ROUNDS_BEFORE_WAKING = 8 };

static ptx_path *
top_of(ptx_warp *warp)
{
	return &warp->paths[warp->paths_count - 1];
}

static void
stream_copy(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	uint64_t address[PTX_LANES] = {0};
	for (int l = 0; l < PTX_LANES; l++)
		address[l] = gm_ptx_lane_address(warp, s, s->a, s->immediate, l) &
			     (PTX_SHARED_WINDOW - 1);
	gm_ptx_stream(warp, s, s->traffic_site, active, address);
}

/* That of the memory to which a generic address led. */
static uint32_t
site_of_access(const ptx_warp *warp, const ptx_step *s)
{
	const bool generic = s->space == SPACE_GENERIC;
	if (generic && warp->went_to == SPACE_SHARED)
		return s->traffic_site;
	return generic && warp->went_to == SPACE_LOCAL && s->local_site != PTX_NO_SITE ? s->local_site
										       : s->site;
}

static void
run_memory(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	ptx_machine *m = warp->machine;
	warp->address_mask = 0;
	warp->went_to = SPACE_GLOBAL;
	m->budget -= ptx_lanes_counted(m, active) / (s->run == gm_ptx_atomic ? 2 : 16);
	if (active)
		s->run(warp, s, active);
	if (m->memory->full)
		gm_ptx_stop(m, s, GM_TOO_LARGE,
			    "the block writes to more than %d pages of %d bytes that decide paths or "
			    "addresses",
			    PTX_PAGES_MAX, PTX_PAGE_BYTES);
	if (s->site == PTX_NO_SITE || !warp->machine->sink || warp->machine->status != GM_OK ||
	    (s->once >= 0 && gm_ptx_turns_is_made(warp, s)) || (s->carried && gm_ptx_turns_is_carried(warp, s)) ||
	    (s->unmade && gm_ptx_turns_is_unmade(warp, s)) || (s->not_alone && gm_ptx_turns_is_alone(warp, s)))
		return;
	const int bytes = s->by_rounds ? gm_ptx_turns_bytes(warp, s) : s->joined_bytes;
	if (s->by_rounds && bytes == 0)
		return;
	for (int l = 0; bytes && l < PTX_LANES; l++)
		warp->address[l] &= ~(uint64_t)(bytes - 1);
	const bool elsewhere = s->every > 1 && gm_ptx_turns_take_along(warp, s);
	warp->bytes = s->by_rounds ? (uint8_t)bytes : 0;
	gm_ptx_stream(warp, s, site_of_access(warp, s), active ? warp->address_mask : 0,
		      elsewhere || s->kept ? NULL : warp->address);
	warp->bytes = 0;
	if (s->copies && active)
		stream_copy(warp, s, active);
}

static void
stream_plain(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	if (s->only != PTX_NO_UNIT)
		active &= *ptx_u32(warp, s->only) ^ (s->only_negated ? PTX_ALL_LANES : 0);
	if (!warp->machine->sink || s->site == PTX_NO_SITE || s->streams_itself ||
	    (s->unmade && gm_ptx_turns_is_unmade(warp, s)) || (s->not_alone && gm_ptx_turns_is_alone(warp, s)))
		return;
	if (!warp->machine->strokes || s->matches)
		gm_ptx_stream(warp, s, s->site, active, NULL);
	else if (!ptx_is_muted(warp, s))
		gm_ptx_strokes_note(warp->machine->strokes, (int32_t)(s - warp->program->steps),
				    s->elects && active ? 1 : ptx_lanes_counted(warp->machine, active));
}

/* False: the warp sleeps in the step, which will be asked again. */
static bool
wait(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	warp->asks_to_wait = false;
	if (!s->volatile_read)
		warp->machine->changes++;
	if (active)
		s->run(warp, s, active);
	if (warp->asks_to_wait)
		warp->state = WARP_WAITING;
	if (warp->asks_to_wait && s->suspends &&
	    warp->machine->idle_rounds < IDLE_ROUNDS_BEFORE_WAKING)
		return false;
	stream_plain(warp, s, active);
	return true;
}

static void
stop_by_trap(ptx_warp *warp, const ptx_step *s)
{
	gm_ptx_stop(warp->machine, s, GM_BAD_VALUE, "the kernel traps (an assertion or an unreachable place)");
}

/* Of results without a model: see ptx_unknown. */
static void
take_zero(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	for (int i = 0; i < s->results_count; i++) {
		const uint32_t unit = warp->program->units[s->results + (uint32_t)i];
		for (int l = 0; l < PTX_LANES && unit != PTX_NO_UNIT; l++)
			if (active >> l & 1)
				ptx_u32(warp, unit)[l] = 0;
	}
}

static void
stop_for_unknown(ptx_warp *warp, const ptx_step *s)
{
	gm_ptx_stop(warp->machine, s, GM_NOT_MODELLED,
		    "an instruction without a model, whose result decides a path or an address");
}

/* What a warpgroup's product fetches from shared memory: step->immediate bytes in order, for its
   descriptors keep their secret but have no conflicts. */
static void
stream_operands(ptx_warp *warp, const ptx_step *s)
{
	enum { PIECE_BYTES = 16 };
	uint64_t address[PTX_LANES];
	for (int64_t done = 0; warp->machine->sink && done < s->immediate;
	     done += PIECE_BYTES * PTX_LANES) {
		const int64_t left = (s->immediate - done) / PIECE_BYTES;
		for (int l = 0; l < PTX_LANES; l++)
			address[l] = (uint64_t)(done + PIECE_BYTES * l);
		gm_ptx_stream(warp, s, s->traffic_site,
			      left >= PTX_LANES ? PTX_ALL_LANES : (1u << left) - 1, address);
	}
}

static void
run_special(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	switch ((ptx_action)s->action) {
	case ACTION_BARRIER:
		if (active && (warp->alive & ~active) && gm_ptx_paths_park(warp))
			return;
		stream_plain(warp, s, active);
		if (active)
			gm_ptx_barrier_reach(warp, s, active);
		break;
	case ACTION_TRAP:
		if (active)
			stop_by_trap(warp, s);
		break;
	case ACTION_WAIT:
		if (!wait(warp, s, active))
			return;
		break;
	case ACTION_UNKNOWN:
		if (active && s->detail == UNKNOWN_STOPS)
			stop_for_unknown(warp, s);
		if (s->detail == UNKNOWN_ZERO)
			take_zero(warp, s, active);
		stream_plain(warp, s, active);
		if (active && s->traffic_site != PTX_NO_SITE)
			stream_operands(warp, s);
		break;
	default:
		stream_plain(warp, s, active);
		break;
	}
	top_of(warp)->pc++;
}

static void
run_step(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	switch ((ptx_action)s->action) {
	case ACTION_LANES:
		warp->values = 0;
		if (s->named)
			gm_ptx_hazards_members(warp, s, active);
		if (active && (s->streams_itself || !ptx_is_idle(warp, s)))
			s->run(warp, s, active);
		warp->machine->changes += s->copies;
		stream_plain(warp, s, active);
		top_of(warp)->pc++;
		break;
	case ACTION_MEMORY:
		run_memory(warp, s, active);
		top_of(warp)->pc++;
		break;
	case ACTION_BRANCH:
		stream_plain(warp, s, top_of(warp)->mask);
		gm_ptx_paths_branch(warp, s,
		       warp->forced_loop < 0 ? active
					     : gm_ptx_paths_forced(warp, s, active));
		break;
	case ACTION_TABLE:
		stream_plain(warp, s, active);
		gm_ptx_paths_branch_by_table(warp, s, active);
		break;
	case ACTION_EXIT:
		stream_plain(warp, s, active);
		gm_ptx_paths_leave(warp, active);
		break;
	default:
		run_special(warp, s, active);
		break;
	}
}

void
gm_ptx_stop_for_budget(ptx_warp *warp, const ptx_step *s)
{
	gm_ptx_stop(
		warp->machine, s, GM_TOO_LARGE,
		"the block does not end within its budget of warp instructions: an endless loop, or one "
		"that waits for another block");
}

/* False: others have their turn before what it is about to tell. */
static bool
goes_on(ptx_warp *warp, const ptx_step *s)
{
	warp->telling = s->tells && !warp->telling;
	if (warp->telling) {
		warp->state = WARP_WAITING;
		return false;
	}
	gm_ptx_spend(warp, s);
	return true;
}

/* To the first step of a loop, and not from inside of it. */
static bool
comes_anew(const ptx_warp *warp, const ptx_step *s)
{
	const ptx_loop *loop = &warp->program->loops[s->loop];
	return warp->last_pc < 0 || !gm_ptx_loop_has_step(warp->program, loop, warp->last_pc);
}

void
gm_ptx_warp_run(ptx_warp *warp)
{
	ptx_machine *machine = warp->machine;
	const ptx_step *steps = warp->program->steps;
	while (warp->state == WARP_READY && machine->status == GM_OK) {
		gm_ptx_paths_settle(warp);
		const ptx_step *s = &steps[top_of(warp)->pc];
		if (s->gathers && comes_anew(warp, s) && gm_ptx_paths_park(warp))
			continue;
		if (s->loop >= 0 && gm_ptx_cut_arrive(warp, s))
			continue;
		const uint32_t row = gm_ptx_goes_straight(warp, s) ? gm_ptx_straight_count(warp, s) : 0;
		if (row > 0) {
			gm_ptx_straight_run(warp, s, row, top_of(warp)->mask);
			gm_ptx_run_onward(warp);
			continue;
		}
		if (machine->costs && !goes_on(warp, s))
			continue;
		if (--machine->budget < 0) {
			gm_ptx_stop_for_budget(warp, s);
			return;
		}
		const uint32_t active = ptx_guarded(warp, s, top_of(warp)->mask);
		machine->lane_instructions += ptx_lanes_counted(machine, active);
		machine->clock++;
		warp->last_pc = top_of(warp)->pc;
		if (warp->attempts_count > 0)
			gm_ptx_cut_follow(warp, s, top_of(warp)->mask, active);
		run_step(warp, s, active);
		const bool yields = (s->yields && machine->yields) || (s->draws_in_turn && gm_ptx_queue_passes_on(warp, s));
		if (yields && warp->state == WARP_READY)
			warp->state = WARP_WAITING;
		if (s->orders && machine->races)
			gm_ptx_hazards_order(warp, s, active);
		const bool sleeps = s->suspends && top_of(warp)->pc == warp->last_pc;
		if (s->results_count && machine->sink && !machine->sink->hurried && !sleeps)
			gm_ptx_stream_results(warp, s, s->site != PTX_NO_SITE);
	}
}
