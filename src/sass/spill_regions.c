#include "sass/spill_regions.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- the program's ---- */

static gm_spill_kind
kind_of(const ptx_lowering *lo, const ptx_step *s, const ptx_word *w)
{
	const bool global = s->action == ACTION_MEMORY && s->space == SPACE_GLOBAL && s->site != PTX_NO_SITE;
	if (s->action == ACTION_BARRIER && !(w->flags & WORD_OF_WARP))
		return GM_SPILL_BARRIER;
	if (!global || s->copies)
		return GM_SPILL_KIND_COUNT;
	return lo->sites[s->site].operation == GM_LOAD ? GM_SPILL_FETCH : GM_SPILL_PUT;
}

static bool
only_goes_on(const ptx_program *p, const ptx_node *node)
{
	const uint8_t action = p->steps[node->first].action;
	return node->end == node->first + 1 && (action == ACTION_BRANCH || action == ACTION_EXIT);
}

/* Loops in the order of their headers: which is which. */
static int32_t *
number_loops(const ptx_program *p)
{
	int32_t *number = gm_allocate((size_t)p->loops_count + 1, sizeof *number);
	for (int32_t a = 0; a < p->loops_count; a++)
		for (int32_t b = 0; b < p->loops_count; b++)
			number[a] += p->loops[b].header < p->loops[a].header;
	return number;
}

static void
mark(spill_region *r, gm_spill_kind kind)
{
	r->marks[kind][r->marks_count[kind]++] = r->count;
}

static void
take_node(const ptx_lowering *lo, const ptx_node *node, spill_region *r)
{
	const ptx_program *p = lo->program;
	if (!only_goes_on(p, node))
		mark(r, GM_SPILL_BLOCK);
	for (int32_t i = node->first; i < node->end; i++) {
		const gm_spill_kind kind = kind_of(lo, &p->steps[i], &p->words[i]);
		if (kind != GM_SPILL_KIND_COUNT)
			mark(r, kind);
		r->steps[r->count++] = i;
	}
}

void
gm_ptx_spill_regions_init(spill_regions *regions, const ptx_lowering *lo, const spill_values *v)
{
	const ptx_program *p = lo->program;
	int32_t *number = number_loops(p);
	regions->count = p->loops_count + 1;
	regions->items = gm_allocate((size_t)regions->count, sizeof *regions->items);
	int32_t *sizes = gm_allocate((size_t)regions->count, sizeof *sizes);
	for (int32_t n = 0; n + 1 < v->graph.count; n++)
		sizes[p->loop_of[n] < 0 ? 0 : number[p->loop_of[n]] + 1] +=
			v->graph.nodes[n].end - v->graph.nodes[n].first;
	regions->items[0].parent = -1;
	for (int32_t l = 0; l < p->loops_count; l++) {
		const int32_t parent = p->loops[l].parent < 0 ? 0 : number[p->loops[l].parent] + 1;
		regions->items[number[l] + 1].parent = parent;
		regions->items[parent].children++;
	}
	for (int32_t r = 0; r < regions->count; r++) {
		regions->items[r].steps = gm_allocate((size_t)sizes[r] + 1, sizeof *regions->items[r].steps);
		for (int k = 0; k < SPILL_MARKS; k++)
			regions->items[r].marks[k] = gm_allocate((size_t)sizes[r] + 1, sizeof(int32_t));
	}
	for (int32_t n = 0; n + 1 < v->graph.count; n++)
		take_node(lo, &v->graph.nodes[n],
			  &regions->items[p->loop_of[n] < 0 ? 0 : number[p->loop_of[n]] + 1]);
	free(sizes);
	free(number);
}

void
gm_ptx_spill_regions_dispose(spill_regions *regions)
{
	for (int32_t r = 0; r < regions->count; r++) {
		free(regions->items[r].steps);
		for (int k = 0; k < SPILL_MARKS; k++)
			free(regions->items[r].marks[k]);
	}
	free(regions->items);
}

/* ---- which is which ---- */

int32_t
gm_ptx_spill_count(const gm_spill_region *region, gm_spill_kind kind)
{
	int32_t count = 0;
	for (int32_t i = 0; i < region->items_count; i++)
		count += region->items[i].kind == kind;
	return count;
}

enum { ATTEMPTS_MOST = 100000, REGIONS_MOST = 1024 };

typedef struct matcher {
	const spill_regions *regions;
	const gm_spilling *spilling;
	int32_t *children; /* per region of the machine code */
	bool *spills;      /* the same: it does */
	int32_t *order;    /* those to be found, each behind what it lies in */
	int32_t order_count;
	int32_t *to;
	bool *taken; /* per region of the program */
	int attempts;
} matcher;

static bool
fits(const matcher *m, int32_t from, int32_t to)
{
	enum { FACTOR = 3 };
	const gm_spill_region *machine = &m->spilling->regions[from];
	const spill_region *own = &m->regions->items[to];
	int32_t marks = 0;
	if (m->taken[to] || own->parent != m->to[machine->parent] || own->children != m->children[from])
		return false;
	for (int k = GM_SPILL_FETCH; m->spills[from] && k < SPILL_MARKS; k++) {
		if (own->marks_count[k] != gm_ptx_spill_count(machine, (gm_spill_kind)k))
			return false;
		marks += own->marks_count[k];
	}
	return !m->spills[from] || marks > 0 ||
	       (machine->length <= FACTOR * own->count && own->count <= FACTOR * machine->length);
}

static bool
match_from(matcher *m, int32_t row)
{
	if (row == m->order_count)
		return true;
	const int32_t from = m->order[row];
	for (int32_t to = 1; to < m->regions->count && m->attempts++ < ATTEMPTS_MOST; to++) {
		if (!fits(m, from, to))
			continue;
		m->taken[to] = true;
		m->to[from] = to;
		if (match_from(m, row + 1))
			return true;
		m->taken[to] = false;
		m->to[from] = -1;
	}
	return false;
}

/* Puts the region and what it lies in into the order, the outermost first. */
static void
want(matcher *m, int32_t region, bool *wanted)
{
	if (region <= 0 || wanted[region])
		return;
	wanted[region] = true;
	want(m, m->spilling->regions[region].parent, wanted);
	m->order[m->order_count++] = region;
}

bool
gm_ptx_spill_match(const spill_regions *regions, const gm_spilling *s, int32_t *to)
{
	const size_t count = (size_t)s->regions_count + 1;
	if (s->regions_count > REGIONS_MOST)
		return false;
	matcher m = {.regions = regions, .spilling = s, .to = to};
	bool *wanted = gm_allocate(count, sizeof *wanted);
	m.children = gm_allocate(count, sizeof *m.children);
	m.spills = gm_allocate(count, sizeof *m.spills);
	m.order = gm_allocate(count, sizeof *m.order);
	m.taken = gm_allocate((size_t)regions->count + 1, sizeof *m.taken);
	for (int32_t r = 0; r < s->regions_count; r++) {
		to[r] = r == 0 ? 0 : -1;
		m.spills[r] = gm_ptx_spill_count(&s->regions[r], GM_SPILL_STORE) +
				      gm_ptx_spill_count(&s->regions[r], GM_SPILL_LOAD) >
			      0;
		if (r > 0)
			m.children[s->regions[r].parent]++;
	}
	for (int32_t r = 0; r < s->regions_count; r++)
		if (m.spills[r])
			want(&m, r, wanted);
	const bool good = match_from(&m, 0);
	free(wanted);
	free(m.children);
	free(m.spills);
	free(m.order);
	free(m.taken);
	return good;
}
