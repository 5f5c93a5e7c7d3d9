#include "simt/live.h"

#include "simt/flow.h"

#include <stdlib.h>

typedef struct living {
	const ptx_program *program;
	ptx_dominance dominance;
	int32_t *made;            /* per unit: the step that makes it first, -1 none */
	bool *needed;             /* per unit: as the launch leaves it */
} living;

static bool
makes_results(const ptx_step *s)
{
	return (s->action == ACTION_LANES || s->action == ACTION_MEMORY) &&
	       s->guard == PTX_NO_UNIT && !s->streams_itself;
}

static void
find_makers(living *l)
{
	const ptx_program *p = l->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		l->made[u] = -1;
	for (int32_t i = p->steps_count; i-- > 0;) {
		const ptx_step *s = &p->steps[i];
		for (int k = 0; makes_results(s) && k < s->results_count; k++)
			if (p->units[s->results + (uint32_t)k] != PTX_NO_UNIT)
				l->made[p->units[s->results + (uint32_t)k]] = i;
	}
}

static bool
comes_first(const living *l, int32_t maker, int32_t reader)
{
	const int32_t here = l->program->node_of[maker];
	const int32_t node = l->program->node_of[reader];
	return node == here ? maker < reader : gm_ptx_dominates(&l->dominance, here, node);
}

/* Lanes that are not there may be asked by others. */
static bool
asks_other_lanes(const ptx_program *p, const ptx_step *s)
{
	return s->streams_itself || s->matrix || p->words[s - p->steps].opcode == OP_SHFL;
}

static void
read_unit(living *l, uint32_t unit, int32_t reader)
{
	const ptx_program *p = l->program;
	if (unit != PTX_NO_UNIT && !l->needed[unit])
		l->needed[unit] = asks_other_lanes(p, &p->steps[reader]) ||
				  l->made[unit] < 0 || !comes_first(l, l->made[unit], reader);
}

static void
read_all(living *l)
{
	const ptx_program *p = l->program;
	for (size_t i = 0; i < p->initials_count; i++)
		l->needed[p->initials[i].unit] = true;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		const uint32_t own[] = {s->guard, s->a, s->b, s->c};
		for (size_t k = 0; k < sizeof own / sizeof *own; k++)
			read_unit(l, own[k], i);
		for (int k = 0; k < s->sources_count; k++)
			read_unit(l, p->units[s->sources + (uint32_t)k], i);
	}
}

/* A value of 64 or 128 bits goes on in the units behind its own. */
static void
list_needed(const living *l, ptx_program *p)
{
	size_t room = 0;
	uint32_t end = 0;
	for (uint32_t u = 0; u < p->units_count; u++) {
		const uint32_t wide = p->unit_bits[u] > 32 ? p->unit_bits[u] / 32u : 1;
		if (!l->needed[u] || (p->fresh_count > 0 && u + wide <= end))
			continue;
		if (p->fresh_count == 0 || u > end) {
			p->fresh = gm_grow(p->fresh, &room, p->fresh_count + 1, sizeof *p->fresh);
			p->fresh[p->fresh_count++] = (ptx_run_of_units){u, 0};
		}
		end = u + wide;
		p->fresh[p->fresh_count - 1].count = end - p->fresh[p->fresh_count - 1].first;
	}
}

void
gm_ptx_note_fresh(ptx_program *p)
{
	ptx_graph g;
	gm_ptx_graph_init(&g, p);
	int32_t *dominator = gm_ptx_dominators(&g, false);
	living l = {.program = p,
		    .made = gm_allocate(p->units_count, sizeof *l.made),
		    .needed = gm_allocate(p->units_count, sizeof *l.needed)};
	gm_ptx_dominance_init(&l.dominance, dominator, g.count);
	find_makers(&l);
	read_all(&l);
	list_needed(&l, p);
	free(l.made);
	free(l.needed);
	gm_ptx_dominance_dispose(&l.dominance);
	free(dominator);
	gm_ptx_graph_dispose(&g);
}
