#include "simt/paths.h"

#include "simt/hazards.h"

enum {
	TURNS_BEFORE_OTHER_WARPS = 32,
	TURNS_BEFORE_OTHER_LANES = 256,
	STUCK_TURNS_BEFORE_OTHER_LANES = 64, /* every other warp has had two turns */
	TURNS_BEFORE_OTHER_BLOCKS = 1024,
};

/* The lanes of path i that are in no path above it: they have arrived and wait. */
static uint32_t
waiting_lanes(const ptx_warp *warp, int i)
{
	uint32_t above = 0;
	for (int k = i + 1; k < warp->paths_count; k++)
		above |= warp->paths[k].mask;
	return warp->paths[i].mask & ~above;
}

/* Lanes that wait at a meeting point go on from there to the next one, and the paths that would
   have met them there will meet them at that next one instead. */
static bool
release(ptx_warp *warp)
{
	for (int i = warp->paths_count - 2; i >= 0; i--) {
		const ptx_path waiting = warp->paths[i];
		const uint32_t lanes = waiting_lanes(warp, i);
		if (lanes == 0)
			continue;
		for (int k = i + 1; k < warp->paths_count; k++) {
			if (warp->paths[k].reconverge == waiting.pc)
				warp->paths[k].reconverge = waiting.reconverge;
			warp->paths[k - 1] = warp->paths[k];
		}
		warp->paths[warp->paths_count - 1] =
			(ptx_path){.pc = waiting.pc, .reconverge = waiting.reconverge, .mask = lanes};
		return true;
	}
	return false;
}

/* Nothing but the end of the kernel lies ahead. */
static bool
leads_to_exit(const ptx_program *p, int32_t pc)
{
	for (int hops = 0; hops < 4; hops++) {
		const ptx_step *s = &p->steps[pc];
		if (s->action == ACTION_EXIT)
			return s->guard == PTX_NO_UNIT;
		if (s->action != ACTION_BRANCH || s->guard != PTX_NO_UNIT)
			return false;
		pc = s->target;
	}
	return false;
}

/* Lanes that wait only to end with the others: the body of the kernel behind an early return. */
static bool
let_end(ptx_warp *warp, int i)
{
	const ptx_path waiting = warp->paths[i];
	const uint32_t lanes = waiting_lanes(warp, i);
	if (lanes == 0 || waiting.parked || !leads_to_exit(warp->program, waiting.pc))
		return false;
	warp->paths[i].mask &= ~lanes;
	warp->paths = gm_grow(warp->paths, &warp->paths_room, (size_t)warp->paths_count + 1,
			      sizeof *warp->paths);
	warp->paths[warp->paths_count++] = (ptx_path){.pc = waiting.pc, .reconverge = waiting.reconverge, .mask = lanes};
	return true;
}

/* The other side of a branch, which has not run yet. */
static bool
let_other_side_run(ptx_warp *warp, int i)
{
	const ptx_path other = warp->paths[i];
	ptx_path *top = &warp->paths[warp->paths_count - 1];
	if ((other.mask & top->mask) || other.mask == 0 || other.parked)
		return false;
	for (int k = i + 1; k < warp->paths_count; k++)
		warp->paths[k - 1] = warp->paths[k];
	*top = other;
	return true;
}

/* Paths that stand at the same barrier and go the same way from there are one. */
static bool
join_parked(ptx_warp *warp)
{
	ptx_path *top = &warp->paths[warp->paths_count - 1];
	const uint32_t before = top->mask;
	for (int i = 0; i < warp->paths_count - 1; i++) {
		ptx_path *other = &warp->paths[i];
		if (!other->parked || other->pc != top->pc ||
		    other->reconverge != top->reconverge || (other->mask & top->mask))
			continue;
		top->mask |= other->mask;
		other->mask = 0;
	}
	return top->mask != before;
}

bool
gm_ptx_paths_park(ptx_warp *warp)
{
	const int top = warp->paths_count - 1;
	warp->paths[top].parked = true;
	for (int i = top - 1; i >= 0; i--)
		if (let_other_side_run(warp, i) || let_end(warp, i))
			return true;
	const bool joined = join_parked(warp);
	for (int i = 0; i < warp->paths_count; i++)
		warp->paths[i].parked = false;
	return joined;
}

/* ---- spins ---- */

/* The read that the loop waits for. */
static const ptx_step *
spinning_step(const ptx_program *p, int32_t loop)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].spins && gm_ptx_loop_has_step(p, &p->loops[loop], i))
			return &p->steps[i];
	return &p->steps[p->loops[loop].header];
}

/* Since lanes were let go something has changed: they were what all waited for. */
static void
tell_freed(ptx_warp *warp)
{
	ptx_machine *m = warp->machine;
	char thread[PTX_THREAD_TEXT];
	if (m->freed_loop < 0 || m->changes == m->freed_changes)
		return;
	const ptx_step *s = spinning_step(warp->program, m->freed_loop);
	m->freed_loop = -1;
	gm_ptx_thread_name(warp, 0, thread);
	gm_ptx_hazard_tell(m, GM_HAZARD_SPIN_LOCK, s->site, s->site,
			   "lanes spin here for what lanes of their own warp would do, which wait "
			   "behind the loop; first in the warp of %s",
			   thread);
}

/* Everybody spins, and no lane is left that could go on. */
static void
leave_spin(ptx_warp *warp, int32_t loop)
{
	ptx_machine *m = warp->machine;
	const ptx_step *s = spinning_step(warp->program, loop);
	char thread[PTX_THREAD_TEXT];
	/* What it waits for is a barrier in memory of the block itself. */
	if (s->action == ACTION_WAIT)
		return;
	gm_ptx_thread_name(warp, __builtin_ctz(warp->paths[warp->paths_count - 1].mask), thread);
	if (!m->tolerates) {
		gm_ptx_stop(m, s, GM_NOT_MODELLED,
			    "the block spins for ever: only another block could change what it "
			    "waits for; %s",
			    thread);
		return;
	}
	if (warp->forced_loop == loop && warp->stuck_turns > 2 * TURNS_BEFORE_OTHER_BLOCKS) {
		gm_ptx_stop(m, s, GM_NOT_MODELLED,
			    "the block spins for what never comes, and the loop has no way out; %s",
			    thread);
		return;
	}
	gm_ptx_hazard_tell(m, GM_HAZARD_WAITS_FOR_BLOCKS, s->site, s->site,
			   "spins for what only another block can change; first in %s", thread);
	warp->forced_loop = loop;
}

uint32_t
gm_ptx_paths_forced(ptx_warp *warp, const ptx_step *step, uint32_t taken)
{
	const ptx_program *p = warp->program;
	const ptx_loop *loop = &p->loops[warp->forced_loop];
	const int32_t here = warp->paths[warp->paths_count - 1].pc;
	const bool here_inside = gm_ptx_loop_has_step(p, loop, here);
	const bool target_inside = gm_ptx_loop_has_step(p, loop, step->target);
	const bool next_inside = gm_ptx_loop_has_step(p, loop, here + 1);
	if (!here_inside || target_inside == next_inside)
		return taken;
	warp->forced_loop = -1;
	warp->machine->freed_loop = -1;
	warp->muted = -1;
	warp->stuck_turns = 0;
	return target_inside ? 0 : warp->paths[warp->paths_count - 1].mask;
}

/* Turns without a change after which others go on. */
typedef struct patience {
	int warps, lanes, blocks;
} patience;

/* Where blocks wait for each other one turn of each warp shows whether it is in this block that something changes. */
static bool
is_brief(const ptx_warp *warp)
{
	return warp->program->awaits && !warp->machine->costs;
}

static patience
patience_of(const ptx_warp *warp)
{
	static const patience long_one = {TURNS_BEFORE_OTHER_WARPS, STUCK_TURNS_BEFORE_OTHER_LANES,
					  TURNS_BEFORE_OTHER_BLOCKS};
	static const patience short_one = {1, 4, 8};
	return is_brief(warp) ? short_one : long_one;
}

/* Of a spin that another block ends the first turn is told. */
static void
mute(ptx_warp *warp, int32_t loop)
{
	if (warp->spin_loop != loop)
		warp->stuck_turns = 0;
	warp->spin_loop = loop;
	warp->muted = warp->stuck_turns > 0 ? loop : -1;
}

bool
gm_ptx_paths_spin(ptx_warp *warp, int32_t loop)
{
	ptx_machine *m = warp->machine;
	const patience before = patience_of(warp);
	if (is_brief(warp) && warp->waited) {
		warp->waited = false;
		return false;
	}
	tell_freed(warp);
	warp->stuck_turns = m->changes == warp->seen_changes ? warp->stuck_turns + 1 : 0;
	warp->seen_changes = m->changes;
	warp->spins++;
	if (is_brief(warp))
		mute(warp, loop);
	if (warp->stuck_turns >= before.blocks && !m->contest && !m->costs && !warp->program->seeks)
		leave_spin(warp, loop);
	if (m->status != GM_OK)
		return true;
	const bool stuck = warp->stuck_turns >= before.lanes;
	const bool others = warp->stuck_turns == before.lanes ||
			    warp->spins % TURNS_BEFORE_OTHER_LANES == 0;
	if (others && warp->paths_count > 1 && release(warp)) {
		if (stuck) {
			m->freed_loop = loop;
			m->freed_changes = m->changes;
		}
		return true;
	}
	if (warp->spins % (uint64_t)before.warps == 0)
		warp->state = WARP_WAITING;
	warp->waited = warp->state == WARP_WAITING;
	return warp->waited;
}
