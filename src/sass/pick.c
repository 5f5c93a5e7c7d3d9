#include "sass/pick.h"

#include "sass/issue.h"
#include "simt/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct picker {
	const gm_kernel *kernel;
	int cc;
	const ptx_program *program;
	bool *whole; /* per loop, once somebody has asked: written out as a whole */
	issue_values values;
	ptx_graph graph;
	int32_t *dominator; /* per node */
	int32_t *place;     /* per node: in the order of the machine code */
} picker;

static uint32_t
source_of(const ptx_program *p, int32_t step, int index)
{
	return p->units[p->steps[step].sources + (uint32_t)index];
}

static bool
is_short(ptx_type type)
{
	return gm_ptx_type_bits(type) == 32 && type != PTX_F16X2 && type != PTX_BF16X2;
}

/* One instruction, or one with what it takes in. */
static bool
is_plain(const ptx_program *p, int32_t i)
{
	static const uint8_t opcodes[] = {OP_ADD,  OP_SUB, OP_MUL, OP_MAD, OP_FMA,  OP_AND,  OP_OR,
					  OP_XOR,  OP_NOT, OP_SHL, OP_SHR, OP_MIN,  OP_MAX,  OP_SELP,
					  OP_POPC, OP_CVT, OP_EX2, OP_PRMT, OP_LOP3, OP_RCP, OP_SHF};
	const ptx_step *s = &p->steps[i];
	const ptx_word *w = &p->words[i];
	if (w->opcode == OP_RCP && !((w->flags & WORD_APPROXIMATE) && (w->flags & WORD_FLUSH)))
		return false;
	return memchr(opcodes, w->opcode, sizeof opcodes) && s->action == ACTION_LANES &&
	       s->site != PTX_NO_SITE && s->guard == PTX_NO_UNIT && s->results_count == 1 &&
	       (w->flags & WORD_FIRST) && w->type != PTX_NO_TYPE && is_short((ptx_type)w->type);
}

static bool
is_sum(const ptx_program *p, int32_t i)
{
	const ptx_word *w = &p->words[i];
	return (w->opcode == OP_ADD || w->opcode == OP_SUB) &&
	       gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT;
}

/* Another sum that it alone reads makes it IADD3. */
static bool
has_three_terms(const picker *k, int32_t i)
{
	const ptx_program *p = k->program;
	for (int n = 0; n < p->steps[i].sources_count && is_sum(p, i); n++) {
		const uint32_t unit = source_of(p, i, n);
		const int32_t from = unit == PTX_NO_UNIT ? NO_STEP : k->values.definition[unit];
		if (from >= 0 && is_sum(p, from) && k->values.uses[unit] == 1)
			return true;
	}
	return false;
}

/* The step that makes the source for nothing but the selection; NO_STEP. */
static int32_t
made_for(const picker *k, int32_t selection, int index)
{
	const ptx_program *p = k->program;
	const uint32_t unit = source_of(p, selection, index);
	const int32_t from = k->values.definition[unit];
	if (from < 0 || from >= selection || p->node_of[from] != p->node_of[selection] ||
	    k->values.uses[unit] != 1 || !is_plain(p, from) || has_three_terms(k, from))
		return NO_STEP;
	return from;
}

/* The unit that it is a copy of, through moves. */
static uint32_t
copied_from(const picker *k, uint32_t unit)
{
	const ptx_program *p = k->program;
	int32_t from = unit == PTX_NO_UNIT ? NO_STEP : k->values.definition[unit];
	while (from >= 0 && p->words[from].opcode == OP_MOV && p->steps[from].sources_count == 1 &&
	       source_of(p, from, 0) != PTX_NO_UNIT) {
		unit = source_of(p, from, 0);
		from = k->values.definition[unit];
	}
	return unit;
}

/* Or a copy of it. */
static bool
reads(const picker *k, int32_t step, uint32_t unit)
{
	const ptx_program *p = k->program;
	for (int n = 0; n < p->steps[step].sources_count; n++)
		if (copied_from(k, source_of(p, step, n)) == unit)
			return true;
	return copied_from(k, p->steps[step].guard) == unit;
}

/* What its readers do themselves: it has no register. */
static bool
is_sign(const ptx_word *w)
{
	return (w->opcode == OP_ABS || w->opcode == OP_NEG) &&
	       gm_ptx_type_kind((ptx_type)w->type) == KIND_FLOAT;
}

static bool
writes(const ptx_program *p, int32_t step, uint32_t unit)
{
	return gm_ptx_names_unit(p, p->steps[step].results, p->steps[step].results_count, unit);
}

/* By one step or several, but never outside of the loop around the selection, whose next turn would read
   it again. */
static bool
is_made_in_loop_of(const picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	const int32_t loop = p->loop_of[p->node_of[selection]];
	for (int32_t i = 0; i < p->steps_count && loop >= 0; i++)
		if (writes(p, i, unit) && !gm_ptx_loop_has_step(p, &p->loops[loop], i))
			return false;
	return k->values.definition[unit] != NO_STEP;
}

/* Of a loop that is written out nothing is left, nor of those around it that are. */
static bool
is_left(picker *k, int32_t loop, int32_t selection)
{
	const ptx_program *p = k->program;
	if (!k->whole)
		k->whole = gm_ptx_issue_whole(k->kernel, k->cc);
	for (int32_t l = loop; l >= 0; l = p->loops[l].parent)
		if (!k->whole[l] && !gm_ptx_loop_has_step(p, &p->loops[l], selection))
			return true;
	return false;
}

/* The last that makes it before the selection is in a loop that has ended there, and no way leads around it: only
   where ways meet would it get a register that may be written. */
static bool
comes_out_of_loop(picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	int32_t i = selection - 1;
	while (i >= 0 && !writes(p, i, unit))
		i--;
	const int32_t loop = i >= 0 ? p->loop_of[p->node_of[i]] : -1;
	return loop >= 0 && !gm_ptx_loop_has_step(p, &p->loops[loop], selection) &&
	       gm_ptx_is_node_above(k->dominator, p->node_of[i], p->node_of[selection]) && is_left(k, loop, selection);
}

/* Some step of the loop writes the unit. */
static bool
is_written_in(const ptx_program *p, const ptx_loop *loop, uint32_t unit)
{
	for (int32_t i = 0; i < p->steps_count; i++)
		if (writes(p, i, unit) && gm_ptx_loop_has_step(p, loop, i))
			return true;
	return false;
}

/* A loop that has ended before the selection has read it and not made it. */
static bool
is_left_by_loop(picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	for (int32_t i = 0; i < selection; i++) {
		const int32_t loop = p->loop_of[p->node_of[i]];
		if (loop >= 0 && reads(k, i, unit) && !gm_ptx_loop_has_step(p, &p->loops[loop], selection) &&
		    !is_written_in(p, &p->loops[loop], unit) && is_left(k, loop, selection))
			return true;
	}
	return false;
}

/* In the machine code, within its loop: where a branch may go on, its code does, though it be by bra.uni to what stands
   further behind; nvcc writes @p bra THEN; bra.uni ELSE; THEN. */
static bool
is_behind(const picker *k, int32_t step, int32_t selection)
{
	const ptx_program *p = k->program;
	const int32_t own = p->node_of[selection], node = p->node_of[step];
	return own == node || p->loop_of[own] != p->loop_of[node] ? step > selection : k->place[node] > k->place[own];
}

/* Nobody reads it behind the selection, in this turn of its loop or another. */
static bool
ends_at(picker *k, int32_t selection, uint32_t unit)
{
	const ptx_program *p = k->program;
	const int32_t from = k->values.definition[unit];
	if (comes_out_of_loop(k, selection, copied_from(k, unit)) || is_left_by_loop(k, selection, copied_from(k, unit)))
		return false;
	if (unit == p->units[p->steps[selection].results] ||
	    gm_ptx_issue_is_rewritten(p, selection, unit))
		return true;
	if (k->values.literal[unit] || (from >= 0 && is_sign(&p->words[from])) ||
	    !is_made_in_loop_of(k, selection, unit))
		return false;
	for (int32_t i = 0; i < p->steps_count; i++)
		if (is_behind(k, i, selection) && reads(k, i, copied_from(k, unit)))
			return false;
	return true;
}

/* The unit that the picked selection's value is written into under the predicate. */
static uint32_t
written_over(const picker *k, int32_t selection)
{
	return copied_from(k, source_of(k->program, selection, k->program->steps[selection].only_negated ? 0 : 1));
}

/* The instruction takes the selection's place; one that reads a register into which a selection before that has
   written stays where it is. */
static bool
can_move_to(const picker *k, int32_t made, int32_t selection)
{
	for (int32_t i = made + 1; i < selection; i++)
		if (k->program->steps[i].picks >= 0 && reads(k, made, written_over(k, i)))
			return false;
	return true;
}

/* ---- behind an exit ---- */

/* The block behind the one of the step, of which the other way leaves the kernel; NO_STEP. */
static int32_t
stays_behind(const picker *k, int32_t step)
{
	const ptx_graph *g = &k->graph;
	const ptx_node *n = &g->nodes[g->node_of[step]];
	for (int e = 0; e < n->successors_count && n->successors_count == 2; e++) {
		const int32_t to = g->successors[n->successors + e], other = g->successors[n->successors + 1 - e];
		if (to != other && to < g->count - 1 && other < g->count - 1 && g->nodes[to].predecessors_count == 1 &&
		    k->program->steps[g->nodes[other].first].action == ACTION_EXIT)
			return to;
	}
	return NO_STEP;
}

static bool
is_read_elsewhere(const picker *k, uint32_t unit, int32_t node)
{
	const ptx_program *p = k->program;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if ((s->guard == unit || gm_ptx_names_unit(p, s->sources, s->sources_count, unit)) &&
		    !gm_ptx_is_node_above(k->dominator, node, k->graph.node_of[i]))
			return true;
	}
	return false;
}

/* A step of the block that can count lanes of the predicate for others: it makes no floats itself. */
static int32_t
counter_in(const picker *k, int32_t node, const ptx_step *selection)
{
	const ptx_program *p = k->program;
	for (int32_t i = k->graph.nodes[node].first; i < k->graph.nodes[node].end; i++) {
		const ptx_step *s = &p->steps[i];
		const ptx_word *w = &p->words[i];
		const bool plain = s->action == ACTION_LANES && s->site != PTX_NO_SITE && !s->streams_itself &&
				   s->guard == PTX_NO_UNIT && s->picks < 0 && w->type != PTX_NO_TYPE &&
				   gm_ptx_type_kind((ptx_type)w->type) != KIND_FLOAT;
		const bool same = s->only == selection->only && s->only_negated == selection->only_negated;
		if (plain && (s->only == PTX_NO_UNIT || same))
			return i;
	}
	return NO_STEP;
}

static void
put_behind(const picker *k, int32_t i, ptx_program *p)
{
	ptx_step *s = &p->steps[i];
	const int32_t to = stays_behind(k, i);
	if (to == NO_STEP || p->loop_of[p->node_of[i]] >= 0 || k->values.definition[s->only] < 0 ||
	    is_read_elsewhere(k, p->units[s->results], to))
		return;
	s->behind = counter_in(k, to, s);
	if (s->behind == NO_STEP)
		return;
	p->steps[s->behind].only = s->only;
	p->steps[s->behind].only_negated = s->only_negated;
}

/* ---- selections ---- */

static void
pick(picker *k, int32_t i, ptx_step *s)
{
	const ptx_program *p = k->program;
	const ptx_word *w = &p->words[i];
	int32_t best = NO_STEP;
	if (w->opcode != OP_SELP || !is_short((ptx_type)w->type) || s->sources_count != 3 ||
	    s->guard != PTX_NO_UNIT)
		return;
	for (int n = 0; n < 2; n++) {
		if (source_of(p, i, n) == PTX_NO_UNIT || source_of(p, i, 1 - n) == PTX_NO_UNIT)
			return;
		const int32_t made = made_for(k, i, n);
		if (made > best && ends_at(k, i, source_of(p, i, 1 - n)) && can_move_to(k, made, i)) {
			best = made;
			s->only_negated = n == 1;
		}
	}
	s->picks = best;
	if (best != NO_STEP)
		s->only = source_of(p, i, 2);
}

/* The blocks in reverse postorder, of two ways the one that goes on before the one that the branch takes. */
static int32_t *
places_of(const ptx_graph *g)
{
	int32_t *place = gm_allocate((size_t)g->count, sizeof *place), *stack = gm_allocate((size_t)g->count, sizeof *stack);
	int32_t *tried = gm_allocate((size_t)g->count, sizeof *tried);
	int32_t depth = 1, last = g->count;
	tried[0] = 1;
	while (depth > 0) {
		const int32_t n = stack[depth - 1], which = tried[n] - 1, count = g->nodes[n].successors_count;
		if (which == count) {
			place[n] = --last;
			depth--;
			continue;
		}
		tried[n]++;
		const int32_t first = g->nodes[n].successors;
		const bool goes_on = count == 2 && g->successors[first] == n + 1;
		const int32_t to = g->successors[first + (goes_on ? 1 - which : which)];
		if (tried[to] == 0) {
			tried[to] = 1;
			stack[depth++] = to;
		}
	}
	free(stack);
	free(tried);
	return place;
}

void
gm_ptx_pick(ptx_program *program, const gm_kernel *kernel, int cc)
{
	picker k = {.kernel = kernel, .cc = cc, .program = program};
	bool any = false;
	for (int32_t i = 0; i < program->steps_count; i++)
		any |= program->words[i].opcode == OP_SELP;
	if (!any)
		return;
	gm_ptx_issue_values_init(&k.values, program);
	gm_ptx_graph_init(&k.graph, program);
	k.dominator = gm_ptx_dominators(&k.graph, false);
	k.place = places_of(&k.graph);
	for (int32_t i = 0; i < program->steps_count; i++)
		pick(&k, i, &program->steps[i]);
	for (int32_t i = 0; i < program->steps_count; i++)
		if (program->steps[i].picks >= 0)
			put_behind(&k, i, program);
	free(k.whole);
	free(k.dominator);
	free(k.place);
	gm_ptx_graph_dispose(&k.graph);
	gm_ptx_issue_values_dispose(&k.values);
}
