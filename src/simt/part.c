#include "simt/part.h"

static ptx_path *
top_of(ptx_warp *warp)
{
	return &warp->paths[warp->paths_count - 1];
}

static void
push(ptx_warp *warp, int32_t pc, int32_t reconverge, uint32_t mask, bool left)
{
	if (mask == 0 || (pc == reconverge && pc >= 0))
		return;
	warp->paths = gm_grow(warp->paths, &warp->paths_room, (size_t)warp->paths_count + 1,
			      sizeof *warp->paths);
	warp->paths[warp->paths_count++] =
		(ptx_path){.pc = pc, .reconverge = reconverge, .mask = mask, .left = left};
}

/* Lanes that end the kernel there wait for nobody who meets others before. */
static bool
ends_there(const ptx_warp *warp, int32_t pc)
{
	const ptx_step *s = pc < 0 ? NULL : &warp->program->steps[pc];
	return s && s->action == ACTION_EXIT && s->guard == PTX_NO_UNIT;
}

/* The path that waits there for these lanes, which run, the last; -1: none. The other side of a branch, which
   stands there until it runs, waits for none. */
static int
waiting_at(const ptx_warp *warp, int32_t pc, uint32_t lanes)
{
	int k = warp->paths_count - 2;
	while (k >= 0 && (warp->paths[k].pc != pc || (lanes & ~warp->paths[k].mask)))
		k--;
	return k;
}

/* The lanes leave a loop in which others meet. Whoever waits there does not wait for them any more: they go on
   to where all meet behind it. False: nobody waits there yet. */
static bool
break_off(ptx_warp *warp, const ptx_step *s, int32_t to, uint32_t lanes)
{
	const int behind = waiting_at(warp, s->reconverge, lanes);
	if (behind < 0)
		return false;
	for (int k = behind + 1; k < warp->paths_count; k++)
		warp->paths[k].mask &= ~lanes;
	push(warp, to, s->reconverge, lanes, false);
	return true;
}

/* Some lanes, or all, leave a loop. */
static bool
breaks(ptx_warp *warp, const ptx_step *s, uint32_t taken)
{
	const bool by_target = s->breaks == LEAVES_BY_TARGET;
	const uint32_t mask = top_of(warp)->mask, out = by_target ? taken : mask & ~taken;
	const int32_t next = top_of(warp)->pc + 1, top = warp->paths_count - 1;
	if (out == 0 || !break_off(warp, s, by_target ? s->target : next, out))
		return false;
	warp->paths[top].pc = by_target ? next : s->target;
	return true;
}

/* Before lanes part that meet within a loop, of which some may leave: where all meet behind it. */
static void
open_loop(ptx_warp *warp, const ptx_step *s)
{
	const ptx_path before = *top_of(warp);
	if (before.reconverge == s->reconverge || waiting_at(warp, s->reconverge, before.mask) >= 0)
		return;
	top_of(warp)->pc = s->reconverge;
	push(warp, before.pc, s->reconverge, before.mask, false);
}

/* The lanes of the running path go two ways. */
static void
part(ptx_warp *warp, const ptx_step *s, int32_t next, uint32_t taken)
{
	if (s->within >= 0)
		open_loop(warp, s);
	const ptx_path before = *top_of(warp);
	const uint32_t stays = before.mask & ~taken;
	int32_t meets = s->within >= 0 ? s->within : s->reconverge;
	/* Where all will meet they are waited for already: some of them meet before, and others go past that. */
	const bool awaited = s->within < 0 && meets >= 0 && waiting_at(warp, meets, before.mask) >= 0;
	if (meets < 0 || awaited || s->leaves_apart || meets == before.reconverge ||
	    (before.reconverge >= 0 && ends_there(warp, meets))) {
		meets = before.reconverge;
		warp->paths_count--;
	} else {
		top_of(warp)->pc = meets;
	}
	const bool by_target = s->leaves == LEAVES_BY_TARGET;
	const uint32_t gone = by_target ? taken : stays, others = by_target ? stays : taken;
	const bool waits = s->leaves && ptx_lanes_of(gone) >= ptx_lanes_of(others);
	warp->machine->parted |= waits;
	if (by_target ? waits : s->leaves && !waits) {
		push(warp, s->target, meets, taken, waits);
		push(warp, next, meets, stays, false);
	} else {
		push(warp, next, meets, stays, waits);
		push(warp, s->target, meets, taken, false);
	}
}

static void
tell_parted(ptx_warp *warp, const ptx_step *s)
{
	ptx_machine *m = warp->machine;
	if (s->site != PTX_NO_SITE && m->sink && m->sink->parted && m->status == GM_OK && !ptx_is_muted(warp, s))
		m->status = m->sink->parted(m->sink->state, s->site);
}

void
gm_ptx_paths_branch(ptx_warp *warp, const ptx_step *s, uint32_t taken)
{
	ptx_path *top = top_of(warp);
	if (taken != 0 && taken != top->mask)
		tell_parted(warp, s);
	if (s->breaks && breaks(warp, s, taken))
		return;
	if (taken == top->mask)
		top->pc = s->target;
	else if (taken == 0)
		top->pc++;
	else
		part(warp, s, top->pc + 1, taken);
}

void
gm_ptx_paths_branch_by_table(ptx_warp *warp, const ptx_step *s, uint32_t active)
{
	const uint32_t *index = ptx_u32(warp, s->a);
	if (active == 0)
		top_of(warp)->pc++;
	while (active) {
		const uint32_t chosen = index[__builtin_ctz(active)];
		uint32_t same = 0;
		for (uint32_t rest = active; rest; rest &= rest - 1) {
			const int l = __builtin_ctz(rest);
			same |= (uint32_t)(index[l] == chosen) << l;
		}
		if (chosen >= (uint64_t)s->immediate) {
			gm_ptx_stop(warp->machine, s, GM_OUT_OF_BOUNDS,
				    "branch table of %lld rows indexed with %u",
				    (long long)s->immediate, chosen);
			return;
		}
		ptx_step one = *s;
		one.target = warp->program->tables[s->target + (int64_t)chosen];
		active &= ~same;
		if (same == top_of(warp)->mask) {
			top_of(warp)->pc = one.target;
			return;
		}
		/* The rest stands at the table again, above or instead of the path that parts. */
		const int32_t here = top_of(warp)->pc;
		const uint32_t rest = top_of(warp)->mask & ~same;
		part(warp, &one, here, same);
		/* The remaining lanes run first: bring their path to the top. */
		if (warp->paths_count >= 2 && warp->paths[warp->paths_count - 2].mask == rest &&
		    warp->paths[warp->paths_count - 2].pc == here) {
			const ptx_path side = *top_of(warp);
			warp->paths[warp->paths_count - 1] = warp->paths[warp->paths_count - 2];
			warp->paths[warp->paths_count - 2] = side;
		}
	}
}

void
gm_ptx_paths_leave(ptx_warp *warp, uint32_t lanes)
{
	top_of(warp)->pc++;
	warp->alive &= ~lanes;
	for (int i = 0; i < warp->paths_count; i++)
		warp->paths[i].mask &= ~lanes;
	warp->machine->changes += lanes != 0;
	if (warp->alive == 0)
		warp->state = WARP_DONE;
}

/* Lanes that left a loop at different turns, and waited, go on together. */
static void
join_left(ptx_warp *warp)
{
	while (warp->paths_count > 1) {
		const ptx_path *top = top_of(warp);
		ptx_path *below = &warp->paths[warp->paths_count - 2];
		if (!top->left || !below->left || top->pc != below->pc ||
		    top->reconverge != below->reconverge)
			return;
		below->mask |= top->mask;
		warp->paths_count--;
	}
}

void
gm_ptx_paths_settle(ptx_warp *warp)
{
	while (warp->paths_count > 1 &&
	       (top_of(warp)->mask == 0 ||
		(top_of(warp)->pc == top_of(warp)->reconverge && top_of(warp)->pc >= 0))) {
		const bool left = top_of(warp)->left;
		warp->paths_count--;
		if (left)
			join_left(warp);
	}
}
