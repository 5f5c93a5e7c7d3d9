#include "simt/change.h"

#include "ptx/loops.h"
#include "simt/access.h"

void
gm_ptx_change_limit(ptx_period *period, int64_t periods)
{
	if (periods < period->limit)
		period->limit = periods < 0 ? 0 : periods;
}

static void
fail(ptx_period *period, const char *why)
{
	period->failed = true;
	period->why = why;
}

/* It would be admitted where accesses may move in ways that are not followed. */
static void
fail_by_address(ptx_period *period, const char *why)
{
	period->by_address = true;
	fail(period, why);
}

bool
gm_ptx_change_is_low(const ptx_period *period, uint32_t unit, uint32_t active)
{
	const ptx_change *c = &period->changes[unit];
	return !(active & ~c->lanes) && (c->state == CHANGE_LOW || c->state == CHANGE_NONE);
}

bool
gm_ptx_change_keeps_sign(const ptx_period *period, uint32_t unit, uint32_t active)
{
	const ptx_change *c = &period->changes[unit];
	return !(active & ~c->lanes) && (c->state == CHANGE_SIGN || c->state == CHANGE_NONE);
}

static void
write_change(ptx_period *period, uint32_t unit, ptx_change made, uint32_t active)
{
	ptx_change *c = &period->changes[unit];
	const bool same = c->state == made.state && c->by == made.by;
	if (made.state == CHANGE_UNKNOWN)
		c->lanes &= ~active;
	else if (same)
		c->lanes |= active;
	else {
		c->state = made.state;
		c->by = made.by;
		c->lanes = active;
	}
	c->written |= active;
}

/* How far addresses move by one period. */
typedef struct motion {
	int64_t by;
	bool scattered; /* not by a constant, and that is admitted */
	bool crowded;   /* several lanes at several addresses */
} motion;

static void
touch(ptx_period *period, uint32_t site, motion m)
{
	if (site == PTX_NO_SITE)
		return;
	const int64_t advance = m.by;
	period->crowded[site] = m.crowded || (period->touched[site] && period->crowded[site]);
	period->scattered[site] |= m.scattered;
	if (period->touched[site]) {
		const bool differs = period->advance[site] != advance;
		if (differs && !period->loose && !period->admits)
			fail_by_address(period,
					"an access moves by different distances in one period");
		if (differs)
			period->advance[site] = 0;
		period->scattered[site] |= differs;
		return;
	}
	period->touched[site] = true;
	period->advance[site] = advance;
	period->sites[period->sites_count++] = site;
}

/* The addresses around one that lead to the same place: a buffer or window, or the gap between two.
 */
typedef struct window {
	uint64_t start, end;
} window;

/* Clamped: a gap may have no end. */
static int64_t
steps_until(uint64_t distance, uint64_t by)
{
	const uint64_t steps = distance / by;
	return steps > INT64_MAX ? INT64_MAX : (int64_t)steps;
}

static window
gap_around(const ptx_memory *memory, uint64_t address)
{
	window w = {0, UINT64_MAX};
	for (int i = 0; i < memory->count; i++) {
		const ptx_buffer *b = &memory->buffers[i];
		const uint64_t end = b->base + b->bytes;
		if (b->base > address)
			w.end = b->base < w.end ? b->base : w.end;
		else
			w.start = end > w.start ? end : w.start;
	}
	return w;
}

static window
window_around(ptx_warp *warp, ptx_space space, uint64_t address)
{
	ptx_memory *memory = warp->machine->memory;
	const uint64_t shared = (uint64_t)warp->machine->shared_bytes;
	if (space == SPACE_SHARED)
		return address < shared ? (window){0, shared} : (window){shared, UINT64_MAX};
	if (space == SPACE_LOCAL || space == SPACE_PARAM)
		return (window){0, UINT64_MAX};
	const int buffer = gm_ptx_memory_find(memory, address, 1);
	if (buffer < 0)
		return gap_around(memory, address);
	const ptx_buffer *b = &memory->buffers[buffer];
	return (window){b->base, b->base + b->bytes};
}

/* The lowest and the highest address of the lanes. */
typedef struct extent {
	uint64_t low, high;
} extent;

GM_WIDE static extent
extent_of(ptx_warp *warp, const ptx_step *step, uint32_t unit, int64_t offset, uint32_t active)
{
	uint64_t at[PTX_LANES], low, high;
	for (int l = 0; l < PTX_LANES && step->from == 64; l++)
		at[l] = ptx_u64(warp, unit)[l] + (uint64_t)offset;
	for (int l = 0; l < PTX_LANES && step->from != 64; l++)
		at[l] = ptx_u32(warp, unit)[l] + (uint32_t)offset;
	low = high = at[__builtin_ctz(active)];
	for (int l = 0; l < PTX_LANES && active != PTX_ALL_LANES; l++)
		at[l] = active & ptx_lane_bits[l] ? at[l] : low;
	for (int l = 0; l < PTX_LANES; l++) {
		low = at[l] < low ? at[l] : low;
		high = at[l] > high ? at[l] : high;
	}
	return (extent){low, high};
}

/* The same for all lanes at once, where they are in one buffer or window; false: they are not. */
static bool
limit_together(ptx_period *period, ptx_warp *warp, extent e, ptx_space space, int64_t by)
{
	const uint64_t pace = by > 0 ? (uint64_t)by : 0 - (uint64_t)by;
	const window w = window_around(warp, space, e.low);
	if (e.low < w.start || e.high >= w.end)
		return false;
	gm_ptx_change_limit(period, steps_until(by > 0 ? w.end - 1 - e.high : e.low - w.start, pace));
	return true;
}

/* Periods for which all lanes stay inside the buffer or window in which they are now: mostly the
   same one for all, which the last of them leaves first. */
static void
limit_to_window(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t unit,
		int64_t offset, ptx_space space, int64_t by, uint32_t active)
{
	const uint64_t pace = by > 0 ? (uint64_t)by : 0 - (uint64_t)by;
	uint64_t least = UINT64_MAX;
	window w = {1, 0};
	for (uint32_t rest = active; rest && by != 0; rest &= rest - 1) {
		const int l = __builtin_ctz(rest);
		const uint64_t at = gm_ptx_lane_address(warp, step, unit, offset, l);
		if (at < w.start || at >= w.end)
			w = window_around(warp, space, at);
		const uint64_t left = by > 0 ? w.end - 1 - at : at - w.start;
		least = left < least ? left : least;
	}
	if (active && by != 0)
		gm_ptx_change_limit(period, steps_until(least, pace));
}

/* The motion of one address; false when it does not move by a constant and must. */
static bool
motion_of(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t unit, int64_t offset,
	  ptx_space space, uint32_t active, motion *out)
{
	const ptx_change c = gm_ptx_change_of(period, unit, active);
	*out = (motion){0, false, true};
	/* A generic address without a rule may lead to shared memory in one block only. */
	out->scattered = c.state == CHANGE_UNKNOWN &&
			 (period->loose || (period->admits && space != SPACE_GENERIC));
	if (out->scattered)
		return true;
	if (c.state == CHANGE_UNKNOWN) {
		fail_by_address(period, "an address does not move by a constant");
		return false;
	}
	if (c.state == CHANGE_NONE)
		return true;
	const extent e = extent_of(warp, step, unit, offset, active);
	out->by = c.by;
	out->crowded = e.low != e.high;
	if (c.by != 0 && !limit_together(period, warp, e, space, c.by))
		limit_to_window(period, warp, step, unit, offset, space, c.by, active);
	if (space == SPACE_LOCAL)
		out->by *= PTX_LANES;
	return true;
}

static void
follow_access(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	motion m;
	const ptx_space space = step->copies ? SPACE_SHARED : (ptx_space)step->space;
	if (!motion_of(period, warp, step, step->a, step->immediate, space, active, &m))
		return;
	if (!step->copies) {
		touch(period, step->site, m);
		touch(period, step->traffic_site, m);
		m.by *= PTX_LANES;
		touch(period, step->local_site, m);
		return;
	}
	touch(period, step->traffic_site, m);
	const ptx_step outer = {.from = 64};
	if (motion_of(period, warp, &outer, step->b, step->target, SPACE_GLOBAL, active, &m))
		touch(period, step->site, m);
	if (gm_ptx_change_read(period, step->c, active) != CHANGE_NONE)
		fail(period, "the size of a copy changes");
}

/* Bulk copies and wmma: everything but the address must stand still. */
static void
follow_matrix(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	motion m;
	const ptx_space space = step->matrix ? SPACE_GENERIC : SPACE_SHARED;
	const bool bulk = step->copies;
	const uint32_t *sources = warp->program->units + step->sources;
	for (int i = 0; step->tensor && i < step->sources_count; i++)
		if (gm_ptx_change_read(period, sources[i], active) != CHANGE_NONE)
			fail(period, "a tensor copy moves");
	if (step->tensor)
		return;
	const uint32_t unit = bulk && step->detail == 0 ? step->b : step->a;
	if (bulk && gm_ptx_change_read(period, step->detail ? step->b : step->a, active))
		fail(period, "a bulk copy moves in shared memory");
	if (gm_ptx_change_read(period, bulk ? step->c : step->b, active))
		fail(period, "the size or stride of an access changes");
	const ptx_step wide = {.from = bulk ? 64 : step->from};
	if (!motion_of(period, warp, &wide, unit, step->immediate, bulk ? SPACE_GLOBAL : space,
		       active, &m))
		return;
	m.crowded = true;
	touch(period, bulk ? PTX_NO_SITE : step->site, m);
	touch(period, step->traffic_site, m);
}

/* Whatever the condition is, the lanes stay in the loop that is guessed. */
static bool
stays_inside(const ptx_period *period, const ptx_program *p, const ptx_step *step)
{
	const int32_t next = (int32_t)(step - p->steps) + 1;
	if (period->guess < 0 || step->action == ACTION_EXIT || step->action == ACTION_TABLE)
		return false;
	const ptx_loop *loop = &p->loops[period->guess];
	return step->action != ACTION_BRANCH ||
	       (gm_ptx_loop_has_step(p, loop, step->target) && gm_ptx_loop_has_step(p, loop, next));
}

static void
follow_control(ptx_period *period, const ptx_program *p, const ptx_step *step, uint32_t path)
{
	const uint32_t unit = step->action == ACTION_TABLE ? step->a : step->guard;
	if (gm_ptx_change_read(period, unit, path) != CHANGE_NONE &&
	    !stays_inside(period, p, step))
		fail(period, "a condition changes in a way that is not followed");
	if (step->action == ACTION_TABLE &&
	    gm_ptx_change_read(period, step->guard, path) != CHANGE_NONE)
		fail(period, "a condition changes in a way that is not followed");
}

/* Lanes that are counted apart: from block to block they follow data, as addresses do. */
static void
follow_lanes(ptx_period *period, const ptx_step *step, uint32_t active)
{
	if (!period->of_blocks || step->only == PTX_NO_UNIT ||
	    gm_ptx_change_read(period, step->only, active) == CHANGE_NONE)
		return;
	if (period->admits)
		touch(period, step->site, (motion){.scattered = true});
	else
		fail_by_address(period, "lanes of a selection follow data");
}

void
gm_ptx_change_step(ptx_period *period, ptx_warp *warp, const ptx_step *step, uint32_t path,
		   uint32_t active)
{
	const uint32_t *results = warp->program->units + step->results;
	if (period->failed)
		return;
	follow_control(period, warp->program, step, path);
	if (active == 0)
		return;
	follow_lanes(period, step, active);
	if (step->action == ACTION_WAIT)
		fail(period, "it waits for other threads");
	if (step->streams_itself)
		follow_matrix(period, warp, step, active);
	else if (step->action == ACTION_MEMORY && !step->spills)
		follow_access(period, warp, step, active);
	if (step->results_count == 0 || period->failed || ptx_is_idle(warp, step))
		return;
	const ptx_change made = gm_ptx_change_rule(period, warp, step, active);
	for (int i = 0; i < step->results_count; i++)
		if (results[i] != PTX_NO_UNIT)
			write_change(period, results[i], made, active);
}
