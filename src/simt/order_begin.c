#include "simt/order_begin.h"

#include "simt/access.h"
#include "simt/flow.h"

#include <stdlib.h>

static bool
is_atomic(const ptx_step *s)
{
	return s->run == gm_ptx_atomic;
}

static bool
reads_a_clock(const ptx_order_begin *b, const ptx_step *s)
{
	for (int k = 0; k < s->sources_count; k++) {
		const uint32_t unit = b->program->units[s->sources + (uint32_t)k];
		if (unit != PTX_NO_UNIT && b->clocks[unit])
			return true;
	}
	return false;
}

static bool
may_be_written(const ptx_order_begin *b, int region)
{
	return region >= 0 && gm_ptx_regions_find(&b->where, b->written, region) >= 0;
}

/* Shared memory that is read again and again: what is read once is taken to lie behind a barrier. */
static bool
reads_what_others_write(const ptx_order_begin *b, int32_t i, int region)
{
	const ptx_step *s = &b->program->steps[i];
	if (!s->volatile_read || is_atomic(s))
		return false;
	if (s->action == ACTION_WAIT || gm_ptx_region_is_shared(&b->where, region))
		return gm_ptx_is_in_loop(b->program, i);
	return may_be_written(b, region);
}

static bool
comes_by_turns(const ptx_order_begin *b, int32_t i, int region)
{
	const ptx_step *s = &b->program->steps[i];
	return (is_atomic(s) && s->results_count > 0 && !s->draws) || reads_what_others_write(b, i, region) ||
	       reads_a_clock(b, s);
}

static bool
is_of_cluster(const ptx_order_begin *b, uint32_t site)
{
	return site != PTX_NO_SITE && b->sites[site].cluster > 1;
}

static bool
comes_from_cluster(const ptx_order_begin *b, const ptx_step *s, int region)
{
	return gm_ptx_region_is_shared(&b->where, region) || is_of_cluster(b, s->site) ||
	       is_of_cluster(b, s->traffic_site);
}

bool
gm_ptx_order_begins(const ptx_order_begin *b, gm_hang on, int32_t i, const ptx_effects *e)
{
	const ptx_step *s = &b->program->steps[i];
	switch (on) {
	case GM_HANG_ON_TURNS:
		return comes_by_turns(b, i, e->reads);
	case GM_HANG_ON_MEETING:
		return !is_atomic(s) && gm_ptx_region_is_global(&b->where, e->reads) &&
		       may_be_written(b, e->reads);
	case GM_HANG_ON_CLUSTER:
		return e->reads >= 0 && comes_from_cluster(b, s, e->reads);
	case GM_HANG_ON_PARTS:
		return s->leaves != LEAVES_NOT;
	default:
		return false;
	}
}

bool
gm_ptx_order_is_kept(const ptx_step *s)
{
	const bool sums = s->rounding == MOD_add && gm_ptx_type_kind((ptx_type)s->type) == KIND_FLOAT;
	return is_atomic(s) && (s->rounding == MOD_exch || s->rounding == MOD_cas || sums);
}

bool
gm_ptx_order_begins_somewhere(const ptx_order_begin *b, gm_hang on)
{
	const ptx_program *p = b->program;
	if (on == GM_HANG_ON_CLUSTER && (!p->asks_for_cluster || gm_ptx_cluster_blocks(p) < 2))
		return false;
	if (on == GM_HANG_ON_MEETING && !p->meeting_places)
		return false;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_effects e = gm_ptx_effects(&b->where, &p->steps[i]);
		if (gm_ptx_order_begins(b, on, i, &e) || (on == GM_HANG_ON_TURNS && gm_ptx_order_is_kept(&p->steps[i])))
			return true;
	}
	return false;
}

static void
note_written(ptx_order_begin *b)
{
	for (int32_t i = 0; i < b->program->steps_count; i++) {
		const ptx_effects e = gm_ptx_effects(&b->where, &b->program->steps[i]);
		if (e.writes >= 0)
			b->written[e.writes] = true;
	}
}

static void
note_clocks(ptx_order_begin *b)
{
	const ptx_program *p = b->program;
	for (size_t i = 0; i < p->initials_count; i++) {
		const ptx_initial *n = &p->initials[i];
		const bool clock = n->special == SPECIAL_CLOCK || n->special == SPECIAL_CLOCK64 ||
				   n->special == SPECIAL_GLOBALTIMER;
		b->clocks[n->unit] |= clock;
	}
}

void
gm_ptx_order_begin_init(ptx_order_begin *b, const ptx_program *program, const gm_site *sites, ptx_regions where)
{
	*b = (ptx_order_begin){.program = program,
			       .sites = sites,
			       .where = where,
			       .written = gm_allocate((size_t)where.count + 1, sizeof *b->written),
			       .clocks = gm_allocate(program->units_count + 1, sizeof *b->clocks)};
	note_written(b);
	note_clocks(b);
}

void
gm_ptx_order_begin_dispose(ptx_order_begin *b)
{
	free(b->written);
	free(b->clocks);
}
