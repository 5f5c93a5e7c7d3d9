#include "simt/hazards.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Accesses among which races are looked for; what comes later repeats what was. */
enum { RACES_LOOKED_MOST = 1 << 18 };

/* What a sink has been told. */
typedef struct ptx_told {
	gm_hazard_kind kind;
	uint32_t site, other;
} ptx_told;

static bool
was_told(const ptx_machine *m, gm_hazard_kind kind, uint32_t site, uint32_t other)
{
	for (size_t i = 0; i < m->told_count; i++)
		if (m->told[i].kind == kind && m->told[i].site == site && m->told[i].other == other)
			return true;
	return false;
}

static bool
listens(const ptx_machine *m)
{
	return m->sink && m->sink->hazard;
}

bool
gm_ptx_hazard_is_new(ptx_machine *m, gm_hazard_kind kind, uint32_t site)
{
	return listens(m) && site != PTX_NO_SITE && !was_told(m, kind, site, site);
}

static void
tell(ptx_machine *m, const gm_hazard *hazard)
{
	if (!listens(m) || was_told(m, hazard->kind, hazard->site, hazard->other_site))
		return;
	m->told = gm_grow(m->told, &m->told_room, m->told_count + 1, sizeof *m->told);
	m->told[m->told_count++] = (ptx_told){hazard->kind, hazard->site, hazard->other_site};
	const gm_status status = m->sink->hazard(m->sink->state, hazard);
	if (m->status == GM_OK)
		m->status = status;
}

void
gm_ptx_hazard_tell(ptx_machine *m, gm_hazard_kind kind, uint32_t site, uint32_t other,
		   const char *format, ...)
{
	gm_hazard hazard = {.kind = kind, .site = site, .other_site = other};
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(hazard.text, sizeof hazard.text, format, arguments);
	va_end(arguments);
	if (site != PTX_NO_SITE && other != PTX_NO_SITE)
		tell(m, &hazard);
}

/* ---- races ---- */

static void
name_thread(const ptx_machine *m, int64_t t, char *out, size_t out_bytes)
{
	snprintf(out, out_bytes, "(%lld,%lld,%lld)", (long long)(t % m->block.x),
		 (long long)(t / m->block.x % m->block.y),
		 (long long)(t / (m->block.x * m->block.y)));
}

void
gm_ptx_thread_name(const ptx_warp *warp, int lane, char out[PTX_THREAD_TEXT])
{
	const ptx_machine *m = warp->machine;
	char thread[80];
	name_thread(m, (int64_t)warp->id * PTX_LANES + lane, thread, sizeof thread);
	snprintf(out, PTX_THREAD_TEXT, "block (%lld,%lld,%lld), thread %s",
		 (long long)m->block_index.x, (long long)m->block_index.y,
		 (long long)m->block_index.z, thread);
}

static gm_hazard_kind
kind_of_race(const gm_race *race)
{
	if (race->under_way)
		return GM_HAZARD_COPY_UNDER_WAY;
	return race->one_warp ? GM_HAZARD_WARP_RACE : GM_HAZARD_RACE;
}

/* What would have ordered them. */
static const char *
missing_order(const gm_race *race)
{
	const bool waited = race->earlier == GM_RACE_COPY && race->later != GM_RACE_COPY;
	if (race->under_way)
		return "no cp.async.wait_group for that copy lies between";
	if (race->one_instruction)
		return "both at once";
	if (race->one_warp)
		return waited ? "no __syncwarp lies between the wait for the copy and that"
			      : "no __syncwarp lies between";
	return waited ? "no barrier lies between the wait for the copy and that"
		      : "no barrier lies between";
}

static void
found_race(void *state, const gm_race *race)
{
	ptx_machine *m = state;
	char earlier[80], later[80];
	gm_hazard hazard = {.kind = kind_of_race(race),
			    .site = race->later_site,
			    .other_site = race->earlier_site,
			    .one_instruction = race->one_instruction};
	name_thread(m, race->earlier_thread, earlier, sizeof earlier);
	name_thread(m, race->later_thread, later, sizeof later);
	snprintf(hazard.text, sizeof hazard.text,
		 "%s: thread %s %s byte %llu of shared memory%s, thread %s %s it, and %s; block "
		 "(%lld,%lld,%lld)",
		 gm_race_hazard(race), earlier, gm_race_did(race->earlier),
		 (unsigned long long)race->address,
		 race->earlier == GM_RACE_COPY ? " with cp.async" : "", later,
		 gm_race_did(race->later), missing_order(race), (long long)m->block_index.x,
		 (long long)m->block_index.y, (long long)m->block_index.z);
	tell(m, &hazard);
}

/* The largest power of two that divides the size of every shared access; 0 when none writes. */
static int
granule_of(const ptx_machine *m)
{
	int bytes = 16;
	bool writes = false;
	for (int i = 0; i < m->program->sites_count; i++) {
		const gm_site *site = &m->sites[i];
		if (site->space != GM_SHARED || site->access_bytes == 0)
			continue;
		while (site->access_bytes % bytes)
			bytes /= 2;
		writes = writes || site->operation != GM_LOAD;
	}
	return writes ? bytes : 0;
}

void
gm_ptx_hazards_start(ptx_machine *m)
{
	const bool alone = m->block.x * m->block.y * m->block.z == 1;
	const bool looks = listens(m) && !m->sink->hurried && m->shared_bytes > 0 && !alone;
	const int granule = looks ? granule_of(m) : 0;
	m->freed_loop = -1;
	if (granule == 0)
		return;
	m->races = gm_races_new(m->warps_count, PTX_LANES, m->shared_bytes, granule, found_race, m);
	if (!m->races_marked)
		m->races_marked = gm_allocate((size_t)m->program->loops_count,
					      sizeof *m->races_marked);
}

void
gm_ptx_hazards_dispose(ptx_machine *m)
{
	gm_races_free(m->races);
	free(m->races_marked);
	free(m->told);
}

void
gm_ptx_hazards_begin(ptx_machine *m)
{
	if (!m->races)
		return;
	gm_races_barrier(m->races, NULL);
	gm_races_settle(m->races, NULL);
}

void
gm_ptx_hazards_mark(ptx_machine *m, int32_t loop)
{
	if (m->races)
		m->races_marked[loop] = gm_races_now(m->races);
}

/* Turns copy to other places in shared memory than those before. */
static bool
copies_move(const ptx_machine *m, const int64_t *advance)
{
	for (int i = 0; i < m->program->sites_count; i++)
		if (m->sites[i].operation == GM_ASYNC_COPY && m->sites[i].space == GM_SHARED &&
		    (advance[i] != 0 || m->scattered[i]))
			return true;
	return false;
}

/* Groups that are committed in turns that are left out come after those before these turns, which so
   grow old, and after those of the turns that stand for them, unless these copy to the places of the
   last: then they are the last. Of turns that are not proven to do the same nothing is known. */
void
gm_ptx_hazards_skip(ptx_machine *m, int32_t loop, int64_t times, const int64_t *advance)
{
	if (!m->races || times <= 0)
		return;
	const gm_races_moment *turn = &m->races_marked[loop];
	if (m->guessed)
		gm_races_settle(m->races, NULL);
	else if (gm_races_commits_since(m->races, turn))
		gm_races_settle(m->races, copies_move(m, advance) ? NULL : turn);
}

/* What the step does with copies that the lanes have begun. */
static void
note_groups(gm_races *races, const gm_site *site, int warp, uint32_t lanes)
{
	const bool all = site->copies == GM_COPIES_AWAIT_ALL || site->copies == GM_COPIES_SIGNAL;
	if (all || site->copies == GM_COPIES_CLOSE)
		gm_races_commit(races, warp, lanes);
	if (all || site->copies == GM_COPIES_AWAIT)
		gm_races_await(races, warp, lanes, all ? 0 : site->copies_left);
}

void
gm_ptx_hazards_order(ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	gm_races *races = warp->machine->races;
	const uint32_t named =
		active | (uint32_t)(step->action == ACTION_NOTHING ? step->immediate : 0);
	const bool all = step->orders == ORDER_BOTH || (warp->alive & ~named) == 0;
	if (!races || active == 0)
		return;
	if (step->site != PTX_NO_SITE)
		note_groups(races, &warp->machine->sites[step->site], warp->id, active);
	if (step->orders == ORDER_RELEASE || step->orders == ORDER_BOTH)
		gm_races_release(races, warp->id);
	if (step->orders == ORDER_BOTH)
		gm_races_acquire(races, warp->id);
	if (step->orders != ORDER_RELEASE)
		gm_races_sync_warp(races, warp->id, all ? UINT64_MAX : named);
}

void
gm_ptx_hazards_access(ptx_warp *warp, const ptx_step *step, uint32_t site, uint32_t active,
		      const uint64_t *address)
{
	const gm_site *s = &warp->machine->sites[site];
	const gm_race_access access = s->operation == GM_LOAD         ? GM_RACE_READ
				      : s->operation == GM_ASYNC_COPY ? GM_RACE_COPY
				      : gm_operation_is_atomic(s->operation)
					      ? GM_RACE_ATOMIC
					      : GM_RACE_WRITE;
	/* Where the operands of a warpgroup's product lie is not known. */
	const bool placed = step->action != ACTION_UNKNOWN;
	if (s->space == GM_SHARED && placed && !step->spins && s->access_bytes > 0 &&
	    warp->machine->races_looked++ < RACES_LOOKED_MOST)
		gm_races_access(warp->machine->races, access, site, warp->id, active, address,
				s->access_bytes, step->same_value);
}

/* ---- barriers ---- */

void
gm_ptx_hazards_reach(ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	const uint32_t missing = warp->alive & ~active;
	char thread[PTX_THREAD_TEXT];
	if (missing == 0 || !step->aligned ||
	    !gm_ptx_hazard_is_new(warp->machine, GM_HAZARD_BARRIER_DIVERGENT, step->site))
		return;
	gm_ptx_thread_name(warp, __builtin_ctz(missing), thread);
	gm_ptx_hazard_tell(warp->machine, GM_HAZARD_BARRIER_DIVERGENT, step->site, step->site,
			   "%d of the %d live lanes of warp %d reach it; the first that does not "
			   "is %s",
			   __builtin_popcount(active), __builtin_popcount(warp->alive), warp->id,
			   thread);
}

/* Lanes that wait before the end of the kernel are as good as gone, and those of a path that is about to leave. */
static uint32_t
leaving(const ptx_warp *warp)
{
	const ptx_step *steps = warp->program->steps;
	uint32_t lanes = 0;
	for (int i = 0; i < warp->paths_count - 1; i++) {
		const ptx_path *path = &warp->paths[i];
		if (path->pc >= 0 && (steps[path->pc].action == ACTION_EXIT ||
				      warp->program->words[path->pc].opcode == OP_RET))
			lanes |= path->mask;
	}
	return lanes;
}

void
gm_ptx_hazards_members(ptx_warp *warp, const ptx_step *step, uint32_t active)
{
	const uint32_t wanted = step->named & warp->alive;
	char thread[PTX_THREAD_TEXT];
	if (active == 0 || (wanted & ~active) == 0)
		return;
	const uint32_t missing = wanted & ~active & ~leaving(warp);
	if (missing == 0 ||
	    !gm_ptx_hazard_is_new(warp->machine, GM_HAZARD_SHUFFLE_DIVERGENT, step->site))
		return;
	gm_ptx_thread_name(warp, __builtin_ctz(missing), thread);
	gm_ptx_hazard_tell(warp->machine, GM_HAZARD_SHUFFLE_DIVERGENT, step->site, step->site,
			   "its mask names lanes of warp %d that are elsewhere: %d of %d come; the first that does not is "
			   "%s", warp->id, __builtin_popcount(wanted & active), __builtin_popcount(wanted), thread);
}

/* Warps that meet, and the first two that stand at different barriers of the source. */
static void
tell_mismatch(ptx_machine *m, const ptx_warp *a, const ptx_warp *b)
{
	const ptx_step *s = b->barrier_step, *other = a->barrier_step;
	if (s == other || !s->aligned || a->barrier_threads > 0 || b->barrier_threads > 0)
		return;
	gm_ptx_hazard_tell(m, GM_HAZARD_BARRIER_MISMATCH, s->site, other->site,
			   "warp %d waits here, warp %d at another barrier, and they release each "
			   "other; block (%lld,%lld,%lld)",
			   b->id, a->id, (long long)m->block_index.x, (long long)m->block_index.y,
			   (long long)m->block_index.z);
}

void
gm_ptx_hazards_open(ptx_machine *m, int id)
{
	uint64_t meet[GM_BLOCK_THREADS_MAX / PTX_LANES / 64 + 1] = {0};
	const ptx_warp *first = NULL;
	bool all = m->barrier_arrived[id] == 0;
	for (int w = 0; w < m->warps_count; w++) {
		const ptx_warp *warp = &m->warps[w];
		const bool here = warp->state == WARP_AT_BARRIER && warp->barrier == id;
		all = all && (here || warp->state == WARP_DONE);
		if (!here)
			continue;
		meet[w / 64] |= UINT64_C(1) << (w % 64);
		if (first)
			tell_mismatch(m, first, warp);
		first = first ? first : warp;
	}
	if (!m->races)
		return;
	gm_races_barrier(m->races, all ? NULL : meet);
	for (int w = 0; w < m->warps_count && m->barrier_arrived[id] > 0; w++)
		if (meet[w / 64] >> (w % 64) & 1)
			gm_races_acquire(m->races, w);
}
