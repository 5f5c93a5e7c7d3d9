#include "simt/relevance.h"

#include "simt/regions.h"
#include "simt/roots.h"
#include "simt/access.h"
#include "simt/flow.h"
#include "simt/lanes.h"
#include "simt/matrix.h"

#include <stdlib.h>
#include <string.h>

typedef struct relevance {
	const ptx_program *program;
	ptx_regions where;
	bool *units;   /* decide */
	bool *regions; /* where.count entries */
	bool changed;
} relevance;

static void
mark(relevance *r, bool *flag)
{
	r->changed = r->changed || !*flag;
	*flag = true;
}

static void
mark_unit(relevance *r, uint32_t unit)
{
	if (unit != PTX_NO_UNIT)
		mark(r, &r->units[unit]);
}

static uint32_t
source(const relevance *r, const ptx_step *s, int i)
{
	return r->program->units[s->sources + (uint32_t)i];
}

static void
mark_sources(relevance *r, const ptx_step *s, int first)
{
	for (int i = first; i < s->sources_count; i++)
		mark_unit(r, source(r, s, i));
}

static bool
region_decides(const relevance *r, int region)
{
	return gm_ptx_regions_find(&r->where, r->regions, region) >= 0;
}

static bool
makes_deciding(const relevance *r, const ptx_step *s)
{
	for (int i = 0; i < s->results_count; i++) {
		const uint32_t unit = r->program->units[s->results + (uint32_t)i];
		if (unit != PTX_NO_UNIT && r->units[unit])
			return true;
	}
	return false;
}

/* What decides paths and active lanes. */
static void
seed_paths(relevance *r, const ptx_step *s)
{
	mark_unit(r, s->guard);
	if (s->action == ACTION_TABLE || s->action == ACTION_WAIT)
		mark_sources(r, s, 0);
	if (s->action == ACTION_BARRIER) {
		mark_unit(r, s->b);
		mark_unit(r, s->c);
	}
	if (s->action == ACTION_NOTHING)
		mark_unit(r, s->a);
	if (s->offers) {
		mark_sources(r, s, 0);
		mark(r, &r->regions[gm_ptx_effects(&r->where, s).writes]);
	}
}

static void
seed_addresses(relevance *r, const ptx_step *s)
{
	if (s->action == ACTION_MEMORY && !s->spills)
		mark_unit(r, s->a);
	if (s->copies)
		mark_sources(r, s, 0);
	if (s->matrix && s->streams_itself) {
		mark_unit(r, s->a);
		mark_unit(r, s->b);
	}
}

static void
seed(relevance *r, const ptx_step *s)
{
	seed_paths(r, s);
	seed_addresses(r, s);
}

static void
follow(relevance *r, const ptx_step *s)
{
	const ptx_effects e = gm_ptx_effects(&r->where, s);
	if (makes_deciding(r, s)) {
		mark_sources(r, s, 0);
		if (e.reads >= 0)
			mark(r, &r->regions[e.reads]);
		if (s->action == ACTION_WAIT)
			mark(r, &r->regions[r->where.buffers + PTX_REGION_SHARED]);
	}
	if (e.writes >= 0 && region_decides(r, e.writes)) {
		mark_sources(r, s, e.first_value);
		if (s->copies)
			mark(r, &r->regions[e.reads]);
	}
}

static void
follow_all(relevance *r)
{
	const ptx_program *p = r->program;
	do {
		r->changed = false;
		for (int32_t i = p->steps_count - 1; i >= 0; i--)
			follow(r, &p->steps[i]);
	} while (r->changed);
}

static void
settle(relevance *r)
{
	for (int32_t i = 0; i < r->program->steps_count; i++)
		seed(r, &r->program->steps[i]);
	follow_all(r);
}

static bool
writes_what_decides(const relevance *r, const ptx_step *s)
{
	const ptx_effects e = gm_ptx_effects(&r->where, s);
	return e.writes >= 0 && region_decides(r, e.writes);
}

static void
judge_step(const relevance *r, ptx_loop *loop, const ptx_step *s)
{
	if (s->volatile_read && (makes_deciding(r, s) || s->action == ACTION_WAIT))
		loop->has_spin = true;
	if (writes_what_decides(r, s)) {
		loop->can_cut = false;
		loop->why_not = "it stores to memory from which paths or addresses are computed";
	}
}

static void
list_units(const relevance *r, ptx_loop *loop, gm_arena *arena)
{
	const ptx_program *p = r->program;
	bool *seen = gm_allocate(p->units_count, sizeof *seen);
	uint32_t *written = gm_arena_allocate(arena, p->units_count, sizeof *written);
	uint32_t *tracked = gm_arena_allocate(arena, p->units_count, sizeof *tracked);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		for (int k = 0; k < s->results_count && gm_ptx_loop_has_step(p, loop, i); k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit == PTX_NO_UNIT || seen[unit])
				continue;
			seen[unit] = true;
			written[loop->written_count++] = unit;
			if (r->units[unit])
				tracked[loop->tracked_count++] = unit;
		}
	}
	loop->written = written;
	loop->tracked = tracked;
	free(seen);
}

static void
judge_loop(const relevance *r, ptx_loop *loop, gm_arena *arena)
{
	const ptx_program *p = r->program;
	loop->can_cut = true;
	loop->has_spin = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (gm_ptx_loop_has_step(p, loop, i))
			judge_step(r, loop, &p->steps[i]);
	if (loop->has_spin) {
		loop->can_cut = false;
		loop->why_not = "it waits for memory that other threads write";
	}
	if (loop->can_cut)
		list_units(r, loop, arena);
}

/* A store there may change what another block does. */
static void
mark_meeting_place(const relevance *r, ptx_program *p, const ptx_step *s, gm_arena *arena)
{
	const int region = gm_ptx_effects(&r->where, s).writes;
	const bool anywhere = region == r->where.buffers + PTX_REGION_ANY;
	if (!gm_ptx_region_is_global(&r->where, region))
		return;
	if (!p->meeting_places)
		p->meeting_places =
			gm_arena_allocate(arena, (size_t)r->where.buffers + 1, sizeof *p->meeting_places);
	for (int i = 0; i < r->where.buffers; i++)
		p->meeting_places[i] |= i == region || anywhere;
}

static void
judge_steps(const relevance *r, ptx_program *p, gm_arena *arena)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		const bool writes = !s->draws && writes_what_decides(r, s);
		s->decides = writes || makes_deciding(r, s);
		s->spins = s->volatile_read && p->loop_of[p->node_of[i]] >= 0 &&
			   (makes_deciding(r, s) || s->action == ACTION_WAIT);
		p->writes_what_decides |= writes;
		p->order_decides |= s->run == gm_ptx_atomic && !s->draws && makes_deciding(r, s);
		if (writes)
			mark_meeting_place(r, p, s, arena);
	}
}

typedef void seeding(relevance *r, const ptx_step *s);

/* What decides paths alone, or addresses alone. To be disposed. */
static relevance
part_of(const relevance *r, seeding *seed_part)
{
	const ptx_program *p = r->program;
	relevance part = *r;
	part.units = gm_allocate(p->units_count, sizeof *part.units);
	part.regions = gm_allocate((size_t)r->where.count, sizeof *part.regions);
	for (int32_t i = 0; i < p->steps_count; i++)
		seed_part(&part, &p->steps[i]);
	follow_all(&part);
	return part;
}

static void
dispose(relevance *r)
{
	free(r->units);
	free(r->regions);
}

/* What atomics return decides no path: places at most. */
static bool
order_decides_places(const relevance *r)
{
	const ptx_program *p = r->program;
	relevance paths = part_of(r, seed_paths);
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= p->steps[i].run == gm_ptx_atomic && makes_deciding(&paths, &p->steps[i]);
	dispose(&paths);
	return !any;
}

/* Memory of the device that decides is not as it was when the kernel ends. Of what is counted up there, and decides
   places alone, a later launch finds other numbers, and does with them what the first did. */
static bool
leaves_what_decides(const relevance *r)
{
	const ptx_program *p = r->program;
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const bool places = p->places_by_order && s->run == gm_ptx_atomic && makes_deciding(r, s);
		any |= s->draws || (!places && writes_what_decides(r, s) &&
				    gm_ptx_region_is_global(&r->where, gm_ptx_effects(&r->where, s).writes));
	}
	return any;
}

/* A call without a body leaves its result in the local frame, from where anything may be loaded. */
static bool
unknown_decides(const relevance *r, const ptx_step *s)
{
	return makes_deciding(r, s) || (s->calls && r->regions[r->where.buffers + PTX_REGION_LOCAL]);
}

/* A product of matrices that decides paths, as a softmax does whose logarithm has a branch for infinity, is
   taken to be 0: whatever finite numbers stand there, such paths are rarely others. One that decides an
   address is not. */
static void
judge_unknowns(const relevance *r, ptx_program *p, const gm_site *sites)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++)
		any |= p->steps[i].action == ACTION_UNKNOWN;
	if (!any)
		return;
	relevance addresses = part_of(r, seed_addresses);
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (s->action != ACTION_UNKNOWN)
			continue;
		const bool product = s->site != PTX_NO_SITE && sites[s->site].operation == GM_MMA;
		const bool decides = unknown_decides(r, s);
		s->detail = !decides ? UNKNOWN_IDLE
			    : product && !makes_deciding(&addresses, s) ? UNKNOWN_ZERO
									: UNKNOWN_STOPS;
		p->assumes |= s->detail == UNKNOWN_ZERO;
	}
	dispose(&addresses);
}

/* Some step writes memory that decides: what is read there is not what the launch put there. */
static bool
is_written(const relevance *r)
{
	const ptx_program *p = r->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (writes_what_decides(r, &p->steps[i]) ||
		    (p->steps[i].volatile_read && makes_deciding(r, &p->steps[i])))
			return true;
	return false;
}

/* The predicates of lanes that are counted apart are worked out where that changes nothing else: outside of
   loops, from memory that nobody writes. */
static void
judge_lanes(relevance *r, ptx_program *p)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (s->only != PTX_NO_UNIT && !r->units[s->only] && gm_ptx_is_in_loop(p, i))
			s->only = PTX_NO_UNIT;
		mark_unit(r, s->only);
		any |= s->only != PTX_NO_UNIT;
	}
	if (!any)
		return;
	follow_all(r);
	const bool known = !is_written(r);
	for (int32_t i = 0; i < p->steps_count; i++) {
		ptx_step *s = &p->steps[i];
		if (!known)
			s->only = PTX_NO_UNIT;
		else if (makes_deciding(r, s))
			s->decides = true;
	}
}

/* Nothing is known of it but its results, or what it stores. */
static bool
may_be_left_out(const relevance *r, const ptx_step *s)
{
	const bool told = s->orders || s->volatile_read || s->suspends || s->yields || s->elects || s->matches ||
			  s->draws || s->tells || s->spills;
	const bool plain = s->action == ACTION_LANES && !s->copies && !s->streams_itself &&
			   gm_ptx_effects(&r->where, s).writes < 0;
	const bool memory = s->action == ACTION_MEMORY && (s->run == gm_ptx_load || s->run == gm_ptx_store);
	return !told && (plain || memory) && !makes_deciding(r, s) && !writes_what_decides(r, s);
}

void
gm_ptx_relevance_of(const ptx_program *p, const ptx_buffer *buffers, int count, const bool *wanted, bool *needed)
{
	int *roots = gm_ptx_roots_of_all(p, buffers, count);
	relevance r = {.program = p, .where = gm_ptx_regions_of(p, roots, count)};
	r.units = gm_allocate(p->units_count, sizeof *r.units);
	r.regions = gm_allocate((size_t)r.where.count, sizeof *r.regions);
	for (int32_t i = 0; i < p->steps_count; i++)
		if (wanted[i])
			mark_sources(&r, &p->steps[i], 0);
	settle(&r);
	for (int32_t i = 0; i < p->steps_count; i++)
		needed[i] = !may_be_left_out(&r, &p->steps[i]);
	dispose(&r);
	free(roots);
}

void
gm_ptx_relevance_analyse(ptx_program *program, const gm_site *sites, const ptx_buffer *buffers,
			 int count, gm_arena *arena)
{
	int *roots = gm_ptx_roots_of_all(program, buffers, count);
	relevance r = {.program = program, .where = gm_ptx_regions_of(program, roots, count)};
	gm_ptx_copy_constants(program);
	r.units = gm_allocate(program->units_count, sizeof *r.units);
	r.regions = gm_allocate((size_t)r.where.count, sizeof *r.regions);
	settle(&r);
	for (int32_t i = 0; i < program->loops_count; i++)
		judge_loop(&r, &program->loops[i], arena);
	judge_steps(&r, program, arena);
	program->places_by_order = program->order_decides && order_decides_places(&r);
	program->leaves_what_decides = leaves_what_decides(&r);
	judge_unknowns(&r, program, sites);
	judge_lanes(&r, program);
	dispose(&r);
	free(roots);
}
