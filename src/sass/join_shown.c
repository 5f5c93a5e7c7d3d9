#include "sass/join.h"

#include "sass/between.h"
#include "sass/spots.h"
#include "simt/flow.h"

#include <stdlib.h>

/* A load of which not all is used shows nothing to stores. */
enum { TO_LOADS, TO_STORES, SHOWN_TO };

struct ptx_shown {
	const ptx_program *program;
	const ptx_spot *spots; /* per step */
	const ptx_graph *graph;
	bool *read;            /* per unit: by some step */
	int32_t *maker;        /* per unit: the step that alone writes it */
	uint8_t *bits;         /* per step: that it is shown */
};

/* A step with an address register. */
typedef struct place {
	uint64_t base;
	int32_t first, last; /* of its block (ptx_dominance) */
	int32_t step;
} place;

enum { NOBODY = -1, SEVERAL = -2 };

/* What is shown to all blocks before `last`. */
typedef struct shown {
	int32_t last;
	uint8_t bits[SHOWN_TO];
} shown;

static void
note_read(ptx_shown *x)
{
	const ptx_program *p = x->program;
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].sources_count; k++)
			if (p->units[p->steps[i].sources + (uint32_t)k] != PTX_NO_UNIT)
				x->read[p->units[p->steps[i].sources + (uint32_t)k]] = true;
}

static void
note_makers(ptx_shown *x)
{
	const ptx_program *p = x->program;
	for (uint32_t u = 0; u < p->units_count; u++)
		x->maker[u] = NOBODY;
	for (int32_t i = 0; i < p->steps_count; i++)
		for (int k = 0; k < p->steps[i].results_count; k++) {
			const uint32_t unit = p->units[p->steps[i].results + (uint32_t)k];
			if (unit != PTX_NO_UNIT)
				x->maker[unit] = x->maker[unit] == NOBODY ? i : SEVERAL;
		}
}

/* A pointer that was passed, or one by several ways, is there everywhere. */
static bool
is_handed_on(const ptx_shown *x, int32_t step)
{
	const ptx_step *s = &x->program->steps[step];
	const ptx_word *w = &x->program->words[step];
	if (w->opcode == OP_LD)
		return (w->flags & WORD_PARAMETER) != 0;
	if ((w->opcode != OP_CVTA && w->opcode != OP_MOV) || s->sources_count != 1)
		return false;
	const uint32_t unit = x->program->units[s->sources];
	const int32_t from = unit == PTX_NO_UNIT ? NOBODY : x->maker[unit];
	return from < 0 || is_handed_on(x, from);
}

/* The address is made in the block of the step, with no subroutine called between: what it shows is of the register. */
static bool
is_made_here(const ptx_shown *x, int32_t step)
{
	int32_t from = x->maker[x->program->steps[step].a];
	if (from < 0 || is_handed_on(x, from))
		return true;
	if (from > step || x->graph->node_of[from] != x->graph->node_of[step])
		return false;
	for (; from < step; from++)
		if (gm_ptx_has_subroutine(x->program, from))
			return false;
	return true;
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

static uint8_t
larger(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* The wide step is passed wherever its block is, and shows what those before it on the stack do, too. */
static void
push(const ptx_shown *x, const place *wide, shown *stack, int *count)
{
	const ptx_step *s = &x->program->steps[wide->step];
	const uint8_t bits = (uint8_t)__builtin_ctz((unsigned)bytes_of(s));
	const uint8_t own[SHOWN_TO] = {[TO_LOADS] = bits, [TO_STORES] = uses_all(x, s) ? bits : 0};
	shown top = {.last = wide->last};
	for (int to = 0; to < SHOWN_TO; to++)
		top.bits[to] = larger(own[to], *count > 0 ? stack[*count - 1].bits[to] : 0);
	stack[(*count)++] = top;
}

/* By base, each in the order of the tree of dominators. */
static int
by_place(const void *a, const void *b)
{
	const place *x = a, *y = b;
	if (x->base != y->base)
		return x->base < y->base ? -1 : 1;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return (x->step > y->step) - (x->step < y->step);
}

/* A block that is passed on every way to another stands on the stack when that is come to. */
static void
show(const ptx_shown *x, const place *places, int32_t count)
{
	shown *stack = gm_allocate((size_t)count, sizeof *stack);
	int32_t end;
	int depth = 0;
	for (int32_t i = 0; i < count; i = end) {
		const place *here = &places[i];
		if (i > 0 && here->base != places[i - 1].base)
			depth = 0;
		while (depth > 0 && stack[depth - 1].last <= here->first)
			depth--;
		for (end = i; end < count && places[end].base == here->base && places[end].first == here->first; end++)
			if (is_wide(x, places[end].step) && is_made_here(x, places[end].step))
				push(x, &places[end], stack, &depth);
		for (int32_t k = i; k < end && depth > 0; k++) {
			const bool stores = x->program->words[places[k].step].opcode == OP_ST;
			x->bits[places[k].step] = stack[depth - 1].bits[stores ? TO_STORES : TO_LOADS];
		}
	}
	free(stack);
}

static void
show_all(ptx_shown *x)
{
	const ptx_program *p = x->program;
	place *places = gm_allocate((size_t)p->steps_count, sizeof *places);
	ptx_dominance dominance;
	ptx_graph graph;
	int32_t count = 0;
	gm_ptx_graph_init(&graph, p);
	x->graph = &graph;
	int32_t *dominator = gm_ptx_dominators(&graph, false);
	gm_ptx_dominance_init(&dominance, dominator, graph.count);
	for (int32_t i = 0; i < p->steps_count; i++) {
		const int32_t node = graph.node_of[i];
		if (p->steps[i].a != PTX_NO_UNIT)
			places[count++] = (place){.base = x->spots[i].number,
						  .first = dominance.first[node],
						  .last = dominance.last[node],
						  .step = i};
	}
	qsort(places, (size_t)count, sizeof *places, by_place);
	show(x, places, count);
	gm_ptx_dominance_dispose(&dominance);
	gm_ptx_graph_dispose(&graph);
	free(dominator);
	free(places);
}

ptx_shown *
gm_ptx_shown_new(const ptx_program *program, const ptx_spot *spots)
{
	ptx_shown *x = gm_allocate(1, sizeof *x);
	x->program = program;
	x->spots = spots;
	x->read = gm_allocate(program->units_count, sizeof *x->read);
	x->bits = gm_allocate((size_t)program->steps_count, sizeof *x->bits);
	x->maker = gm_allocate((size_t)program->units_count + 1, sizeof *x->maker);
	note_read(x);
	note_makers(x);
	show_all(x);
	return x;
}

void
gm_ptx_shown_free(ptx_shown *x)
{
	free(x->read);
	free(x->maker);
	free(x->bits);
	free(x);
}

int
gm_ptx_shown_bits(const ptx_shown *x, int32_t step)
{
	return x->bits[step];
}
