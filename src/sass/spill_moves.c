#include "sass/spill_plan.h"

#include <stdlib.h>
#include <string.h>

typedef struct mover {
	const spill_values *v;
	const spill_plan *plan;
	spill_places places;
	int addresses; /* that are to come */
	spill_accesses *out;
	size_t next; /* load of the plan */
} mover;

static void
move_value(mover *m, int value, int32_t step, bool behind, bool store, bool read)
{
	enum { PAIR = 2 };
	gm_ptx_spill_add(m->out, (spill_access){.step = step,
						.behind = behind,
						.store = store,
						.read = read,
						.bytes = m->v->words[value] == PAIR ? PAIR * SPILL_WORD : SPILL_WORD,
						.unit = m->v->unit[value],
						.place = m->places.at[value]});
}

static void
add_loads(mover *m, int32_t i, bool for_next, bool behind)
{
	const spill_plan *p = m->plan;
	for (size_t k = m->next; k < p->loads_count && p->loads[k].step == i; k++)
		if (p->loads[k].for_next == for_next)
			move_value(m, p->loads[k].value, i, behind, false, !for_next);
}

static void
add_stores(mover *m, int32_t i)
{
	const ptx_step *s = &m->v->program->steps[i];
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = m->v->program->units[s->results + (uint32_t)k];
		const uint32_t number = unit == PTX_NO_UNIT ? 0 : m->v->number[unit];
		if (number && m->plan->spilled[number - 1] && m->places.where_made[number - 1])
			move_value(m, (int)number - 1, i, true, true, false);
	}
}

static void
add_leaving(mover *m, int32_t i)
{
	for (int k = 0; k < m->v->count; k++)
		if (m->plan->spilled[k] && !m->places.where_made[k] && m->plan->leaves[k] == i)
			move_value(m, k, i, false, true, false);
}

/* Of the address of a load outside of loops: made early, and stored until its turn has come. */
static void
add_address(mover *m, int32_t i)
{
	const ptx_step *s = &m->v->program->steps[i];
	if (m->addresses == 0 || s->action != ACTION_MEMORY || s->space != SPACE_GLOBAL || s->results_count == 0 ||
	    s->from != 64 || m->v->depth[m->v->graph.node_of[i]] > 0)
		return;
	for (int half = 0; half < 2 && m->addresses > 0; half++) {
		spill_access access = {.step = i,
				       .store = true,
				       .bytes = SPILL_WORD,
				       .unit = s->a,
				       .place = m->places.end + --m->addresses * SPILL_WORD};
		gm_ptx_spill_add(m->out, access);
		access.store = false;
		gm_ptx_spill_add(m->out, access);
	}
}

/* Behind the arrays. */
static int64_t
begin_of_places(const ptx_program *p)
{
	enum { ALIGNED = 16 };
	return (p->local_bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static int
by_step(const void *left, const void *right)
{
	const spill_load *a = left, *b = right;
	return a->step != b->step ? (a->step > b->step ? 1 : -1) : a->value - b->value;
}

void
gm_ptx_spill_moves(const spill_values *v, spill_plan *plan, spill_accesses *out)
{
	mover m = {.v = v, .plan = plan, .addresses = plan->addresses, .out = out};
	gm_ptx_spill_places_init(&m.places, v, plan, begin_of_places(v->program));
	if (plan->loads_count)
		qsort(plan->loads, plan->loads_count, sizeof *plan->loads, by_step);
	for (int32_t i = 0; i < v->program->steps_count; i++) {
		const bool last = ptx_ends_node(&v->program->steps[i]);
		add_leaving(&m, i);
		add_address(&m, i);
		add_loads(&m, i, false, false);
		if (last)
			add_loads(&m, i, true, false);
		add_stores(&m, i);
		if (!last)
			add_loads(&m, i, true, true);
		while (m.next < plan->loads_count && plan->loads[m.next].step <= i)
			m.next++;
	}
	gm_ptx_spill_places_dispose(&m.places);
}
