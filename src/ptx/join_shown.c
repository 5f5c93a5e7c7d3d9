#include "ptx/join.h"

#include "ptx/flow.h"

#include <stdlib.h>

enum { NOBODY = -1, SEVERAL = -2 };

struct ptx_shown {
	const ptx_program *program;
	ptx_graph graph;
	int32_t *dominator; /* per node */
	int32_t *writer;    /* per unit: step, NOBODY or SEVERAL */
	bool *read;         /* per unit: by some step */
	int32_t *first;     /* per unit: the first wide access through it, NOBODY */
	int32_t *next;      /* per step: the next one through the same unit */
};

static void
note_units(ptx_shown *x)
{
	const ptx_program *p = x->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		x->writer[u] = x->first[u] = NOBODY;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		for (int k = 0; k < s->results_count; k++) {
			const uint32_t unit = p->units[s->results + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				x->writer[unit] = x->writer[unit] == NOBODY ? i : SEVERAL;
		}
		for (int k = 0; k < s->sources_count; k++) {
			const uint32_t unit = p->units[s->sources + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				x->read[unit] = true;
		}
	}
}

static int
bytes_of(const ptx_step *s)
{
	return gm_ptx_type_bytes((ptx_type)s->type) * s->vector;
}

/* A load of which a part is not used becomes a narrower one: after loads are joined, before stores are. */
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
	       (opcode == OP_ST || opcode == OP_LD) && (bytes == 8 || bytes == 16) &&
	       s->immediate % bytes == 0;
}

ptx_shown *
gm_ptx_shown_new(const ptx_program *program)
{
	ptx_shown *x = gm_allocate(1, sizeof *x);
	x->program = program;
	gm_ptx_graph_init(&x->graph, program);
	x->dominator = gm_ptx_dominators(&x->graph, false);
	x->writer = gm_allocate(program->units_count, sizeof *x->writer);
	x->read = gm_allocate(program->units_count, sizeof *x->read);
	x->first = gm_allocate(program->units_count, sizeof *x->first);
	x->next = gm_allocate((size_t)program->steps_count, sizeof *x->next);
	note_units(x);
	for (int32_t i = program->steps_count - 1; i >= 0; i--) {
		if (!is_wide(x, i))
			continue;
		int32_t *first = &x->first[program->steps[i].a];
		x->next[i] = *first;
		*first = i;
	}
	return x;
}

void
gm_ptx_shown_free(ptx_shown *x)
{
	gm_ptx_graph_dispose(&x->graph);
	free(x->dominator);
	free(x->writer);
	free(x->read);
	free(x->first);
	free(x->next);
	free(x);
}

static bool
writes(const ptx_program *p, int32_t step, uint32_t unit)
{
	const ptx_step *s = &p->steps[step];
	for (int k = 0; k < s->results_count; k++)
		if (p->units[s->results + (uint32_t)k] == unit)
			return true;
	return false;
}

/* The register holds the same at both steps, and who gets to `step` passes `wide`. */
static bool
holds_at(const ptx_shown *x, int32_t wide, int32_t step)
{
	const uint32_t unit = x->program->steps[step].a;
	int32_t node = x->graph.node_of[step];
	if (x->graph.node_of[wide] == node) {
		bool same = true;
		for (int32_t i = wide < step ? wide : step; i < (wide < step ? step : wide); i++)
			same = same && !writes(x->program, i, unit);
		return same;
	}
	while (node >= 0 && node != x->graph.node_of[wide])
		node = x->dominator[node];
	return node >= 0 && x->writer[unit] != SEVERAL;
}

/* How many low bits the one step shows of the register of the other. */
static int
shows(const ptx_shown *x, int32_t wide, int32_t step)
{
	const ptx_step *s = &x->program->steps[wide];
	const bool stores = x->program->words[step].opcode == OP_ST;
	return holds_at(x, wide, step) && (!stores || uses_all(x, s)) ? bytes_of(s) == 16 ? 4 : 3 : 0;
}

int
gm_ptx_shown_bits(const ptx_shown *x, int32_t step)
{
	const uint32_t unit = x->program->steps[step].a;
	int bits = 0;
	if (unit == PTX_NO_UNIT)
		return 0;
	for (int32_t i = x->first[unit]; i >= 0 && bits < 4; i = x->next[i]) {
		const int shown = shows(x, i, step);
		bits = shown > bits ? shown : bits;
	}
	return bits;
}
