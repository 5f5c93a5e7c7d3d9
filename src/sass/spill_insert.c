#include "sass/spill_insert.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct inserter {
	ptx_lowering *lo;
	const ptx_graph *graph;
	uint32_t units;   /* of the program as it was */
	uint32_t *stands; /* per unit: where its value lies in the block, itself unless it was loaded */
	uint32_t *moved;  /* units that do not stand where they were */
	size_t moved_count, moved_room;
	ptx_step *steps; /* the program as it was */
	ptx_word *words;
	int32_t count;
	int32_t *begins; /* per step as it was: where it is now, with what was put before it */
} inserter;

void
gm_ptx_spill_add(spill_accesses *a, spill_access access)
{
	a->items = gm_grow(a->items, &a->room, a->count + 1, sizeof *a->items);
	a->items[a->count++] = access;
}

/* ---- one access ---- */

static void
stand_in_place(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	warp->address_mask = mask;
	for (int l = 0; l < PTX_LANES; l++)
		warp->address[l] = (uint64_t)step->immediate;
}

static void
load_32(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	stand_in_place(warp, step, mask);
	gm_ptx_copy_32(warp, step, mask);
}

static void
load_64(ptx_warp *warp, const ptx_step *step, uint32_t mask)
{
	stand_in_place(warp, step, mask);
	gm_ptx_copy_64(warp, step, mask);
}

/* By how wide an access is: a row for each width, and what it is called. */
static const struct width {
	uint8_t bytes;
	ptx_type type;
	uint8_t vector;
	ptx_instruction load, store;
} widths[] = {
#define WORDED(op, letters, of, words) {.opcode = op, .guard = -1, .types_count = 1, .types = {of}, .name = letters, .text = words}
	{1, PTX_B8, 1, WORDED(OP_LD, "ld.local.b8", PTX_B8, "a spilled byte, loaded"),
	 WORDED(OP_ST, "st.local.b8", PTX_B8, "a spilled byte, stored")},
	{2, PTX_B16, 1, WORDED(OP_LD, "ld.local.b16", PTX_B16, "half a spilled register, loaded"),
	 WORDED(OP_ST, "st.local.b16", PTX_B16, "half a spilled register, stored")},
	{4, PTX_B32, 1, WORDED(OP_LD, "ld.local.b32", PTX_B32, "a spilled register, loaded"),
	 WORDED(OP_ST, "st.local.b32", PTX_B32, "a spilled register, stored")},
	{8, PTX_B64, 1, WORDED(OP_LD, "ld.local.b64", PTX_B64, "two spilled registers, loaded"),
	 WORDED(OP_ST, "st.local.b64", PTX_B64, "two spilled registers, stored")},
	{16, PTX_B32, 4, WORDED(OP_LD, "ld.local.v4.b32", PTX_B32, "four spilled registers, loaded"),
	 WORDED(OP_ST, "st.local.v4.b32", PTX_B32, "four spilled registers, stored")},
#undef WORDED
};

static const struct width *
width_of(int bytes)
{
	size_t i = 0;
	while (i + 1 < sizeof widths / sizeof *widths && widths[i].bytes < bytes)
		i++;
	return &widths[i];
}

/* A step behind those that are there, with the lines of one that was. */
static ptx_step *
add_like(inserter *n, const ptx_instruction *what, const ptx_step *beside, ptx_action action, ptx_run run)
{
	ptx_instruction now = *what;
	now.line = beside->line;
	now.source_line = beside->source_line;
	n->lo->now = &now;
	n->lo->kept_for = n->lo->worded = NULL;
	ptx_step *s = gm_ptx_add_step(n->lo, action, run);
	n->lo->now = NULL;
	return s;
}

static void
stand(inserter *n, uint32_t unit, uint32_t where)
{
	n->moved = gm_grow(n->moved, &n->moved_room, n->moved_count + 1, sizeof *n->moved);
	n->moved[n->moved_count++] = unit;
	n->stands[unit] = where;
}

static void
add_access(inserter *n, const spill_access *access)
{
	const struct width *width = width_of(access->bytes);
	const ptx_step at = n->steps[access->step];
	const uint32_t from = access->unit == PTX_NO_UNIT ? gm_ptx_constant(n->lo, 0, 32) : access->unit;
	const bool wide = n->lo->program->unit_bits[from] > 32;
	const ptx_run run = access->store ? stand_in_place : wide ? load_64 : load_32;
	ptx_step *s = add_like(n, access->store ? &width->store : &width->load, &at, ACTION_MEMORY, run);
	s->spills = true;
	s->space = SPACE_LOCAL;
	s->type = (uint8_t)width->type;
	s->detail = wide;
	s->vector = width->vector;
	s->from = 32;
	s->immediate = access->place;
	s->rule = access->store ? RULE_NONE : RULE_COPY;
	gm_ptx_set_sources(n->lo, s, &from, 1);
	s->site = gm_ptx_new_site(n->lo, (gm_site){.operation = access->store ? GM_STORE : GM_LOAD,
						   .space = GM_LOCAL,
						   .type = width->bytes == 8 ? GM_U64 : GM_U32,
						   .access_bytes = width->bytes,
						   .array = -1,
						   .spills = true,
						   .count = 1,
						   .line = at.source_line,
						   .ptx_line = at.line,
						   .file = n->lo->sites_count ? n->lo->sites[0].file : NULL,
						   .text = s->text});
	if (access->store)
		return;
	const uint32_t to = gm_ptx_new_units(n->lo, wide ? 64 : 32);
	gm_ptx_set_results(n->lo, s, &to, 1);
	if (access->read && from < n->units)
		stand(n, from, to);
}

/* ---- the program again ---- */

static uint32_t
standing(const inserter *n, uint32_t unit)
{
	return unit == PTX_NO_UNIT || unit >= n->units ? unit : n->stands[unit];
}

/* The step as it was, but that it reads what was loaded. */
static void
add_again(inserter *n, int32_t i)
{
	const ptx_step *was = &n->steps[i];
	uint32_t sources[UINT8_MAX];
	bool other = false;
	for (int k = 0; k < was->sources_count; k++) {
		sources[k] = n->lo->program->units[was->sources + (uint32_t)k];
		other |= standing(n, sources[k]) != sources[k];
		sources[k] = standing(n, sources[k]);
	}
	ptx_step *s = add_like(n, &widths[0].load, was, ACTION_LANES, NULL);
	n->lo->program->words[n->lo->program->steps_count - 1] = n->words[i];
	*s = *was;
	s->loop = s->reconverge = s->within = -1;
	if (!other)
		return;
	gm_ptx_set_sources(n->lo, s, sources, was->sources_count);
	s->a = standing(n, was->a);
	s->b = standing(n, was->b);
	s->c = standing(n, was->c);
}

/* What the step makes is no longer what was loaded. */
static void
make_again(inserter *n, const ptx_step *s)
{
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = n->lo->program->units[s->results + (uint32_t)k];
		if (unit != PTX_NO_UNIT && unit < n->units)
			n->stands[unit] = unit;
	}
}

static void
forget(inserter *n)
{
	while (n->moved_count > 0) {
		const uint32_t unit = n->moved[--n->moved_count];
		n->stands[unit] = unit;
	}
}

static const spill_access *
add_beside(inserter *n, const spill_access *next, const spill_access *end, int32_t i, bool behind)
{
	for (; next < end && next->step == i && next->behind == behind; next++)
		add_access(n, next);
	return next;
}

static void
add_all(inserter *n, const spill_accesses *accesses)
{
	const spill_access *next = accesses->items, *end = next + accesses->count;
	for (int32_t i = 0; i < n->count; i++) {
		if (n->graph->nodes[n->graph->node_of[i]].first == i)
			forget(n);
		n->begins[i] = n->lo->program->steps_count;
		next = add_beside(n, next, end, i, false);
		add_again(n, i);
		make_again(n, &n->steps[i]);
		next = add_beside(n, next, end, i, true);
	}
}

static void
aim_again(const inserter *n)
{
	ptx_program *p = n->lo->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (p->steps[i].action == ACTION_BRANCH)
			p->steps[i].target = n->begins[p->steps[i].target];
	for (size_t t = 0; t < p->tables_count; t++)
		p->tables[t] = n->begins[p->tables[t]];
}

void
gm_ptx_spill_insert(ptx_lowering *lo, const ptx_graph *graph, const spill_accesses *accesses)
{
	ptx_program *p = lo->program;
	inserter n = {.lo = lo, .graph = graph, .steps = p->steps, .words = p->words, .count = p->steps_count};
	n.stands = gm_allocate(p->units_count + 1, sizeof *n.stands);
	n.begins = gm_allocate((size_t)n.count + 1, sizeof *n.begins);
	n.units = p->units_count;
	for (uint32_t u = 0; u < n.units; u++)
		n.stands[u] = u;
	p->steps = NULL;
	p->words = NULL;
	p->steps_count = 0;
	lo->steps_room = lo->words_room = 0;
	add_all(&n, accesses);
	aim_again(&n);
	free(n.steps);
	free(n.words);
	free(n.stands);
	free(n.moved);
	free(n.begins);
}
