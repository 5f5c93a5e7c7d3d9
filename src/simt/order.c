#include "simt/order.h"

#include "simt/apart.h"
#include "simt/flow.h"
#include "simt/order_begin.h"
#include "simt/roots.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

/* Where the branches of the program lead. */
typedef struct ways {
	ptx_graph graph;
	int32_t *after; /* per node: its immediate post-dominator */
} ways;

typedef struct search {
	const ptx_program *program;
	const ptx_order_begin *begin;
	const ways *ways;
	gm_hang on;
	int32_t *nodes;    /* the step whose result they hang on; NOBODY: they do not */
	int32_t *unit_by;  /* that on whose result the unit hangs somewhere */
	uint64_t *after;   /* a bit per unit, a row per node: it hangs where the node ends */
	uint64_t *now;     /* the same, at the step that is looked at */
	size_t words;      /* of a row */
	bool *regions;
	int32_t *region_by;
	gm_site *noted; /* NULL: nothing is, yet */
	bool changed;
} search;

/* ---- how it goes on ---- */

static void
hang(search *f, int32_t *what, int32_t by)
{
	if (by == NOBODY || *what != NOBODY)
		return;
	*what = by;
	f->changed = true;
}

static void
hang_region(search *f, int region, int32_t by)
{
	hang(f, &f->region_by[region], by);
	f->regions[region] = f->region_by[region] != NOBODY;
}

static int32_t
first_of(int32_t a, int32_t b)
{
	return a != NOBODY ? a : b;
}

static int32_t
of_unit(const search *f, uint32_t unit)
{
	return unit != PTX_NO_UNIT && f->now[unit / 64] >> (unit % 64) & 1 ? f->unit_by[unit] : NOBODY;
}

/* What a lane writes whatever happens, from what does not hang, does not any more. */
static void
write_unit(search *f, uint32_t unit, int32_t by, bool always)
{
	const uint64_t bit = (uint64_t)1 << (unit % 64);
	if (by == NOBODY) {
		f->now[unit / 64] &= always ? ~bit : ~(uint64_t)0;
		return;
	}
	f->now[unit / 64] |= bit;
	f->unit_by[unit] = first_of(f->unit_by[unit], by);
}

static int32_t
of_sources(const search *f, const ptx_step *s)
{
	int32_t by = NOBODY;
	for (int k = 0; k < s->sources_count && by == NOBODY; k++)
		by = of_unit(f, f->program->units[s->sources + (uint32_t)k]);
	return by;
}

static int32_t
of_path(const search *f, int32_t i)
{
	return first_of(f->nodes[f->program->node_of[i]], of_unit(f, f->program->steps[i].guard));
}

static int32_t
of_region(const search *f, int region)
{
	const int found = region < 0 ? -1 : gm_ptx_regions_find(&f->begin->where, f->regions, region);
	return found < 0 ? NOBODY : f->region_by[found];
}

/* Blocks of the flow that are reached or not by which way a branch goes: those from each of its ways on, up to
   where all meet. */
static void
hang_ways(search *f, int32_t node, int32_t by)
{
	const ptx_graph *g = &f->ways->graph;
	const int32_t *after = f->ways->after;
	for (int32_t k = 0; k < g->nodes[node].successors_count; k++)
		for (int32_t n = g->successors[g->nodes[node].successors + k]; n >= 0 && n != after[node];
		     n = after[n])
			hang(f, &f->nodes[n], by);
}

static void
follow_step(search *f, int32_t i)
{
	const ptx_program *p = f->program;
	const ptx_step *s = &p->steps[i];
	const ptx_effects e = gm_ptx_effects(&f->begin->where, s);
	if (f->on == GM_HANG_ON_PARTS)
		return;
	const int32_t path = of_path(f, i), made = first_of(path, of_sources(f, s));
	const int32_t read = first_of(made, of_region(f, e.reads));
	const int32_t by = gm_ptx_order_begins(f->begin, f->on, i, &e) ? i : read;
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = p->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT)
			write_unit(f, unit, by, s->guard == PTX_NO_UNIT);
	}
	if (e.writes >= 0)
		hang_region(f, e.writes, s->copies ? by : f->on == GM_HANG_ON_TURNS && gm_ptx_order_is_kept(s) ? i : made);
}

/* ---- what it comes to ---- */

static int32_t
of_address(const search *f, const ptx_step *s)
{
	if (s->copies)
		return of_sources(f, s);
	if (s->matrix && s->streams_itself)
		return first_of(of_unit(f, s->a), of_unit(f, s->b));
	return s->action == ACTION_MEMORY && !s->spills ? of_unit(f, s->a) : NOBODY;
}

static int32_t
site_of(const search *f, int32_t step, uint32_t other)
{
	const uint32_t site = step == NOBODY ? PTX_NO_SITE : f->program->steps[step].site;
	return step == NOBODY ? 0 : 1 + (int32_t)(site != PTX_NO_SITE ? site : other);
}

static void
note_site(const search *f, uint32_t site, int32_t path, int32_t place, gm_site *sites)
{
	if (site == PTX_NO_SITE)
		return;
	gm_hanging *h = &sites[site].hangs[f->on];
	h->paths = h->paths ? h->paths : site_of(f, path, site);
	h->places = h->places ? h->places : site_of(f, place, site);
}

static void
note_step(const search *f, int32_t i)
{
	const ptx_step *s = &f->program->steps[i];
	const int32_t path = of_path(f, i), place = of_address(f, s);
	note_site(f, s->site, path, place, f->noted);
	note_site(f, s->traffic_site, path, place, f->noted);
	note_site(f, s->local_site, path, place, f->noted);
}

/* ---- from block to block of the flow ---- */

static void
hang_to_end(search *f, int32_t from, int32_t by)
{
	for (int32_t n = from; n >= 0; n = f->ways->after[n])
		hang(f, &f->nodes[n], by);
}

static bool
is_left_apart(const ptx_program *p, const ptx_loop *loop)
{
	bool any = false;
	for (int32_t i = 0; i < p->steps_count && !any; i++)
		any = p->steps[i].leaves != LEAVES_NOT && gm_ptx_loop_has_step(p, loop, i);
	return any;
}

/* Who leaves the loop by one way waits for those that leave it by another. */
static void
hang_parts(search *f, int32_t branch)
{
	const ptx_program *p = f->program;
	for (int32_t l = 0; l < p->loops_count; l++) {
		const ptx_loop *loop = &p->loops[l];
		if (!gm_ptx_loop_is_left(p, loop, branch) || !is_left_apart(p, loop))
			continue;
		const int32_t to[2] = {p->steps[branch].target, branch + 1};
		for (int k = 0; k < 2; k++)
			if (to[k] < p->steps_count && !gm_ptx_loop_has_step(p, loop, to[k]))
				hang_to_end(f, p->node_of[to[k]], branch);
	}
}

/* By the branch that ends the node, whose lanes may go on apart up to the end (apart.h). */
static void
follow_branch(search *f, int32_t node)
{
	const int32_t last = f->ways->graph.nodes[node].end - 1;
	const ptx_step *s = &f->program->steps[last];
	const int32_t way = s->action == ACTION_TABLE ? of_sources(f, s) : NOBODY;
	if (f->on == GM_HANG_ON_PARTS)
		hang_parts(f, last);
	const int32_t by = first_of(of_path(f, last), way);
	if (by == NOBODY)
		return;
	hang_ways(f, node, by);
	if (s->leaves_apart)
		hang_to_end(f, f->ways->after[node], by);
}

static void
begin_node(search *f, const ptx_node *node)
{
	const ptx_graph *g = &f->ways->graph;
	for (size_t w = 0; w < f->words; w++)
		f->now[w] = 0;
	for (int32_t k = 0; k < node->predecessors_count; k++) {
		const uint64_t *from = f->after + (size_t)g->predecessors[node->predecessors + k] * f->words;
		for (size_t w = 0; w < f->words; w++)
			f->now[w] |= from[w];
	}
}

static void
end_node(search *f, int32_t node)
{
	uint64_t *row = f->after + (size_t)node * f->words;
	for (size_t w = 0; w < f->words; w++) {
		f->changed = f->changed || (f->now[w] & ~row[w]);
		row[w] |= f->now[w];
	}
}

static void
follow_node(search *f, int32_t node)
{
	const ptx_node *of = &f->ways->graph.nodes[node];
	begin_node(f, of);
	for (int32_t i = of->first; i < of->end; i++) {
		if (f->noted)
			note_step(f, i);
		follow_step(f, i);
	}
	follow_branch(f, node);
	end_node(f, node);
}

static void
follow_nodes(search *f)
{
	f->changed = false;
	for (int32_t n = 0; n < f->ways->graph.count - 1; n++)
		follow_node(f, n);
}

/* Until nothing new comes; then once more, to be noted. */
static void
follow_all(search *f, gm_site *sites)
{
	do {
		follow_nodes(f);
	} while (f->changed);
	f->noted = sites;
	follow_nodes(f);
}

static void
follow(search *f, gm_site *sites)
{
	const size_t units = f->program->units_count, regions = (size_t)f->begin->where.count;
	const size_t nodes = (size_t)f->ways->graph.count;
	f->words = units / 64 + 1;
	f->unit_by = gm_allocate(units + 1, sizeof *f->unit_by);
	f->nodes = gm_allocate(nodes + 1, sizeof *f->nodes);
	f->after = gm_allocate(nodes * f->words, sizeof *f->after);
	f->now = gm_allocate(f->words, sizeof *f->now);
	f->regions = gm_allocate(regions + 1, sizeof *f->regions);
	f->region_by = gm_allocate(regions + 1, sizeof *f->region_by);
	f->noted = NULL;
	memset(f->unit_by, 0xff, units * sizeof *f->unit_by);
	memset(f->nodes, 0xff, nodes * sizeof *f->nodes);
	memset(f->region_by, 0xff, regions * sizeof *f->region_by);
	follow_all(f, sites);
	free(f->unit_by);
	free(f->nodes);
	free(f->after);
	free(f->now);
	free(f->regions);
	free(f->region_by);
}

static void
find_ways(ways *w, const ptx_program *p)
{
	gm_ptx_graph_init(&w->graph, p);
	w->after = gm_ptx_dominators(&w->graph, true);
}

void
gm_ptx_note_order(const ptx_program *program, const ptx_buffer *buffers, int count, gm_site *sites)
{
	int *roots = gm_ptx_roots_of_all(program, buffers, count);
	ways w = {.after = NULL};
	ptx_order_begin begin;
	gm_ptx_order_begin_init(&begin, program, sites, gm_ptx_regions_of(program, roots, count));
	search f = {.program = program, .begin = &begin, .ways = &w};
	for (int on = 0; on < GM_HANG_COUNT; on++) {
		f.on = (gm_hang)on;
		if (!gm_ptx_order_begins_somewhere(&begin, f.on))
			continue;
		if (!w.after)
			find_ways(&w, program);
		follow(&f, sites);
	}
	if (w.after)
		gm_ptx_graph_dispose(&w.graph);
	free(w.after);
	gm_ptx_order_begin_dispose(&begin);
	free(roots);
}
