#include "ptx/spill_insert.h"

#include <stdlib.h>
#include <string.h>

static const ptx_instruction
	loaded = {.opcode = OP_LD, .guard = -1, .types_count = 1, .types = {PTX_B32}, .name = "ld.local.b32",
		  .text = "a spilled register, loaded"},
	loaded_wide = {.opcode = OP_LD, .guard = -1, .types_count = 1, .types = {PTX_B64}, .name = "ld.local.b64",
		       .text = "two spilled registers, loaded"},
	stored = {.opcode = OP_ST, .guard = -1, .types_count = 1, .types = {PTX_B32}, .name = "st.local.b32",
		  .text = "a spilled register, stored"},
	stored_wide = {.opcode = OP_ST, .guard = -1, .types_count = 1, .types = {PTX_B64}, .name = "st.local.b64",
		       .text = "two spilled registers, stored"};

typedef struct inserter {
	ptx_lowering *lo;
	const spill_values *v;
	const spill_plan *plan;
	spill_places places;
	int addresses;         /* that are to come */
	uint32_t units;        /* of the program as it was */
	uint32_t *stands;      /* per unit: where its value lies in the block, itself unless it was loaded */
	ptx_step *steps;       /* the program as it was */
	ptx_word *words;
	int32_t count;
	int32_t *begins;       /* per step as it was: where it is now, with what was put before it */
	const spill_load **of; /* the same: its first load, NULL */
} inserter;

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

static bool
is_wide(const inserter *n, int value)
{
	return n->v->words[value] > 1;
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

/* The unit that a load makes; of a store PTX_NO_UNIT. */
static uint32_t
add_access(inserter *n, uint32_t unit, bool wide, int64_t place, const ptx_step *beside, bool store)
{
	static const ptx_instruction *const whats[2][2] = {{&loaded, &loaded_wide}, {&stored, &stored_wide}};
	static const ptx_run runs[2][2] = {{load_32, load_64}, {stand_in_place, stand_in_place}};
	const ptx_step at = *beside;
	ptx_step *s = add_like(n, whats[store][wide], &at, ACTION_MEMORY, runs[store][wide]);
	s->spills = true;
	s->space = SPACE_LOCAL;
	s->type = wide ? PTX_B64 : PTX_B32;
	s->detail = wide;
	s->vector = 1;
	s->from = 32;
	s->immediate = place;
	s->rule = store ? RULE_NONE : RULE_COPY;
	gm_ptx_set_sources(n->lo, s, &unit, 1);
	s->site = gm_ptx_new_site(n->lo, (gm_site){.operation = store ? GM_STORE : GM_LOAD,
						   .space = GM_LOCAL,
						   .type = wide ? GM_U64 : GM_U32,
						   .access_bytes = wide ? 8 : 4,
						   .array = -1,
						   .spills = true,
						   .count = 1,
						   .line = at.source_line,
						   .ptx_line = at.line,
						   .file = n->lo->sites_count ? n->lo->sites[0].file : NULL,
						   .text = s->text});
	if (store)
		return PTX_NO_UNIT;
	const uint32_t to = gm_ptx_new_units(n->lo, wide ? 64 : 32);
	gm_ptx_set_results(n->lo, s, &to, 1);
	return to;
}

static uint32_t
add_of_value(inserter *n, int value, const ptx_step *beside, bool store)
{
	return add_access(n, n->v->unit[value], is_wide(n, value), n->places.at[value], beside, store);
}

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
	ptx_step *s = add_like(n, &loaded, was, ACTION_LANES, NULL);
	n->lo->program->words[n->lo->program->steps_count - 1] = n->words[i];
	*s = *was;
	s->loop = s->reconverge = -1;
	if (!other)
		return;
	gm_ptx_set_sources(n->lo, s, sources, was->sources_count);
	s->a = standing(n, was->a);
	s->b = standing(n, was->b);
	s->c = standing(n, was->c);
}

static bool
ends_block(const ptx_step *s)
{
	return s->action == ACTION_BRANCH || s->action == ACTION_TABLE || s->action == ACTION_EXIT ||
	       s->action == ACTION_TRAP;
}

static void
add_loads(inserter *n, int32_t i, bool for_next)
{
	for (const spill_load *l = n->of[i]; l && l->step == i; l++) {
		if (l->for_next != for_next)
			continue;
		const uint32_t made = add_of_value(n, l->value, &n->steps[i], false);
		if (!for_next)
			n->stands[n->v->unit[l->value]] = made;
	}
}

static void
add_stores(inserter *n, int32_t i)
{
	const ptx_step *s = &n->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = n->lo->program->units[s->results + (uint32_t)k];
		const uint32_t number = unit == PTX_NO_UNIT ? 0 : n->v->number[unit];
		if (number == 0)
			continue;
		n->stands[unit] = unit;
		if (n->plan->spilled[number - 1] && n->places.where_made[number - 1])
			add_of_value(n, (int)number - 1, s, true);
	}
}

static void
add_leaving(inserter *n, int32_t i)
{
	for (int k = 0; k < n->v->count; k++)
		if (n->plan->spilled[k] && !n->places.where_made[k] && n->plan->leaves[k] == i)
			add_of_value(n, k, &n->steps[i], true);
}

/* Of the address of a load outside of loops: made early, and stored until its turn has come. */
static void
add_address(inserter *n, int32_t i)
{
	const ptx_step *s = &n->steps[i];
	if (n->addresses == 0 || s->action != ACTION_MEMORY || s->space != SPACE_GLOBAL || s->results_count == 0 ||
	    s->from != 64 || n->v->depth[n->v->graph.node_of[i]] > 0)
		return;
	for (int half = 0; half < 2 && n->addresses > 0; half++) {
		const int64_t place = n->places.end + --n->addresses * SPILL_WORD;
		add_access(n, s->a, false, place, s, true);
		add_access(n, s->a, false, place, s, false);
	}
}

static void
forget(inserter *n)
{
	for (int k = 0; k < n->v->count; k++)
		n->stands[n->v->unit[k]] = n->v->unit[k];
}

static void
add_all(inserter *n)
{
	const ptx_graph *g = &n->v->graph;
	for (int32_t i = 0; i < n->count; i++) {
		const bool last = ends_block(&n->steps[i]);
		if (g->nodes[g->node_of[i]].first == i)
			forget(n);
		n->begins[i] = n->lo->program->steps_count;
		add_leaving(n, i);
		add_address(n, i);
		add_loads(n, i, false);
		if (last)
			add_loads(n, i, true);
		add_again(n, i);
		add_stores(n, i);
		if (!last)
			add_loads(n, i, true);
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

static int
by_step(const void *left, const void *right)
{
	const spill_load *a = left, *b = right;
	return a->step != b->step ? (a->step > b->step ? 1 : -1) : a->value - b->value;
}

/* Behind the arrays. */
static int64_t
begin_of_places(const ptx_program *p)
{
	enum { ALIGNED = 16 };
	return (p->local_bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static void
sort_loads(inserter *n, spill_plan *plan)
{
	qsort(plan->loads, plan->loads_count, sizeof *plan->loads, by_step);
	plan->loads = gm_grow(plan->loads, &plan->loads_room, plan->loads_count + 1, sizeof *plan->loads);
	plan->loads[plan->loads_count] = (spill_load){.step = -1};
	for (size_t k = plan->loads_count; k-- > 0;)
		n->of[plan->loads[k].step] = &plan->loads[k];
}

void
gm_ptx_spill_insert(ptx_lowering *lo, const spill_values *v, spill_plan *plan)
{
	ptx_program *p = lo->program;
	inserter n = {.lo = lo, .v = v, .plan = plan, .steps = p->steps, .words = p->words, .count = p->steps_count};
	gm_ptx_spill_places_init(&n.places, v, plan, begin_of_places(p));
	n.stands = gm_allocate(p->units_count + 1, sizeof *n.stands);
	n.begins = gm_allocate((size_t)n.count + 1, sizeof *n.begins);
	n.of = gm_allocate((size_t)n.count + 1, sizeof *n.of);
	n.addresses = plan->addresses;
	n.units = p->units_count;
	for (uint32_t u = 0; u < n.units; u++)
		n.stands[u] = u;
	sort_loads(&n, plan);
	p->steps = NULL;
	p->words = NULL;
	p->steps_count = 0;
	lo->steps_room = lo->words_room = 0;
	add_all(&n);
	aim_again(&n);
	gm_ptx_spill_places_dispose(&n.places);
	free(n.steps);
	free(n.words);
	free(n.stands);
	free(n.begins);
	free(n.of);
}
