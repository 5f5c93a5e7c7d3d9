#include "sass/join.h"

#include "sass/spots.h"
#include "simt/flow.h"

#include <stdlib.h>

struct ptx_shown {
	const ptx_program *program;
	const ptx_spot *spots; /* per step */
	ptx_graph graph;
	int32_t *dominator; /* per node */
	bool *read;         /* per unit: by some step */
	int32_t *wide;      /* steps */
	int32_t count;
};

static void
note_read(ptx_shown *x)
{
	const ptx_program *p = x->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (p->units[p->steps[i].sources + (uint32_t)k] != PTX_NO_UNIT)
				x->read[p->units[p->steps[i].sources + (uint32_t)k]] = true;
}

static int
bytes_of(const ptx_step *s)
{
	return gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

/* A load of which a part is not used becomes a narrower one: after loads are joined, before stores
   are. */
static bool
uses_all(const ptx_shown *x, const ptx_step *s)
{
	for (int k = 0; k < s->results_count; k++) {
		const uint32_t unit = x->program->units[s->results + (uint32_t)k];
		if (unit == PTX_NO_UNIT || !x->read[unit])
			return false;
	}
	return true;
}

static bool
is_wide(const ptx_shown *x, int32_t i)
{
	const ptx_step *s = &x->program->steps[i];
	const uint8_t opcode = x->program->words[i].opcode;
	const int bytes = bytes_of(s);
	return s->action == ACTION_MEMORY && s->a != PTX_NO_UNIT && s->guard == PTX_NO_UNIT &&
	       (opcode == OP_ST || opcode == OP_LD) && (bytes == 4 || bytes == 8 || bytes == 16) &&
	       x->spots[i].distance_bytes % bytes == 0;
}

ptx_shown *
gm_ptx_shown_new(const ptx_program *program, const ptx_spot *spots)
{
	ptx_shown *x = gm_allocate(1, sizeof *x);
	x->program = program;
	x->spots = spots;
	gm_ptx_graph_init(&x->graph, program);
	x->dominator = gm_ptx_dominators(&x->graph, false);
	x->read = gm_allocate(program->units_count, sizeof *x->read);
	x->wide = gm_allocate((size_t)program->steps_count, sizeof *x->wide);
	note_read(x);
	for (int32_t i = 0; i < program->steps_count; i++)
		if (is_wide(x, i))
			x->wide[x->count++] = i;
	return x;
}

void
gm_ptx_shown_free(ptx_shown *x)
{
	gm_ptx_graph_dispose(&x->graph);
	free(x->dominator);
	free(x->read);
	free(x->wide);
	free(x);
}

/* The base is the same at both steps, and who gets to `step` passes `wide` or shares its block. */
static bool
holds_at(const ptx_shown *x, int32_t wide, int32_t step)
{
	return x->spots[wide].number == x->spots[step].number &&
	       gm_ptx_is_node_above(x->dominator, x->graph.node_of[wide], x->graph.node_of[step]);
}

/* How many low bits the one step shows of the base of the other. */
static int
shows(const ptx_shown *x, int32_t wide, int32_t step)
{
	const ptx_step *s = &x->program->steps[wide];
	const bool stores = x->program->words[step].opcode == OP_ST;
	return holds_at(x, wide, step) && (!stores || uses_all(x, s)) ? __builtin_ctz((unsigned)bytes_of(s)) : 0;
}

int
gm_ptx_shown_bits(const ptx_shown *x, int32_t step)
{
	int bits = 0;
	if (x->program->steps[step].a == PTX_NO_UNIT)
		return 0;
	for (int32_t i = 0; i < x->count && bits < 4; i++) {
		const int shown = shows(x, x->wide[i], step);
		bits = shown > bits ? shown : bits;
	}
	return bits;
}
