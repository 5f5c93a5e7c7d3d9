#include "simt/onward.h"

#include "simt/cut.h"
#include "simt/straight.h"

/* All that is kept is how often each step came, and with how many lanes. */
static bool
is_unasked(const ptx_warp *warp)
{
	const ptx_machine *m = warp->machine;
	return m->strokes && !m->costs && warp->attempts_count == 0 && warp->forced_loop < 0 &&
	       warp->muted < 0;
}

/* A branch at which no lanes part, or leave what others meet in: see breaks.h. */
static bool
go_one_way(ptx_warp *warp, const ptx_step *s, ptx_path *path)
{
	ptx_machine *m = warp->machine;
	if (s->action != ACTION_BRANCH || s->only != PTX_NO_UNIT || s->breaks)
		return false;
	const uint32_t taken = ptx_guarded(warp, s, path->mask);
	if (taken != 0 && taken != path->mask)
		return false;
	if (s->site != PTX_NO_SITE)
		gm_ptx_strokes_note(m->strokes, path->pc, ptx_lanes_counted(m, path->mask));
	m->budget--;
	m->clock++;
	warp->last_pc = path->pc;
	path->pc = taken ? s->target : path->pc + 1;
	return true;
}

/* The row that begins there, which may begin a turn. */
static bool
go_straight(ptx_warp *warp, const ptx_step *s, const ptx_path *path)
{
	if (!gm_ptx_goes_straight(warp, s) || s->gathers || (s->loop >= 0 && !gm_ptx_cut_passes(warp, s)))
		return false;
	gm_ptx_straight_run(warp, s, s->straight, path->mask);
	return true;
}

void
gm_ptx_run_onward(ptx_warp *warp)
{
	ptx_path *path = &warp->paths[warp->paths_count - 1];
	bool on = is_unasked(warp);
	while (on && path->pc != path->reconverge && warp->machine->budget > 0) {
		const ptx_step *s = &warp->program->steps[path->pc];
		on = go_straight(warp, s, path) || (s->loop < 0 && go_one_way(warp, s, path));
	}
}
