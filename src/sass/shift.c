#include "sass/shift.h"

#include "base/memory.h"
#include "sass/between.h"
#include "sass/shift_along.h"
#include "simt/flow.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_STEPS = 64 }; /* more than what is ever predicated */

/* Nobody else makes what the load makes, but for the other, which loads the same (itself where there is none). */
static bool
made_here_alone(const ptx_shifter *s, int32_t i, int32_t other)
{
	const ptx_program *p = s->program;
	for (int k = 0; k < p->steps[i].results_count; k++) {
		const uint32_t unit = p->units[p->steps[i].results + (uint32_t)k];
		if (unit == PTX_NO_UNIT || s->values.definition[unit] == i)
			continue;
		if (i == other || p->units[p->steps[other].results + (uint32_t)k] != unit)
			return false;
		for (int32_t w = 0; w < p->steps_count; w++)
			if (w != i && w != other && gm_ptx_writes(p, w, unit))
				return false;
	}
	return true;
}

static bool
can_move(const ptx_shifter *s, int32_t i)
{
	const ptx_program *p = s->program;
	const ptx_word *w = &p->words[i];
	return gm_ptx_is_plain_load(p, i) && (w->flags & WORD_FIRST) && !(w->flags & WORD_NO_UNROLL) &&
	       i + 1 < p->steps_count && (p->words[i + 1].flags & WORD_FIRST);
}

/* Nothing from `first` to before `end` may change what is loaded, or where from. */
static bool
is_free_between(const ptx_shifter *s, int32_t load, int32_t first, int32_t end)
{
	const ptx_program *p = s->program;
	const ptx_step *step = &p->steps[load];
	const bool read_only = p->words[load].flags & WORD_READ_ONLY;
	for (int32_t i = first; i < end; i++) {
		const uint8_t opcode = p->words[i].opcode;
		const bool orders = read_only ? opcode == OP_MEMBAR || opcode == OP_FENCE : gm_ptx_is_fence(p, i);
		const bool touches = !read_only && opcode != OP_LD &&
				     gm_ptx_touches(&p->steps[i], (ptx_space)step->space);
		if (orders || touches || gm_ptx_has_subroutine(p, i) ||
		    (step->a != PTX_NO_UNIT && gm_ptx_writes(p, i, step->a)))
			return false;
	}
	return true;
}

/* ptxas has decided about the branch that ends `head` before. */
static void
send(ptx_shifter *s, int32_t load, int32_t before, int32_t head, ptx_sides sides)
{
	s->goes_before[load] = before;
	s->movers[s->count++] = load;
	if (head >= 0 && s->predicated)
		s->program->steps[s->graph.nodes[head].end - 1].sides = (uint8_t)sides;
}

/* The block whose branch leads to the node, through one that only jumps on; -1. */
static int32_t
head_of(const ptx_shifter *s, int32_t node)
{
	const ptx_graph *g = &s->graph;
	for (; node > 0 && g->nodes[node].predecessors_count == 1;) {
		node = g->predecessors[g->nodes[node].predecessors];
		const ptx_node *n = &g->nodes[node];
		if (s->program->steps[n->end - 1].action == ACTION_BRANCH &&
		    s->program->steps[n->end - 1].guard != PTX_NO_UNIT)
			return node;
		if (n->end != n->first + 1)
			return -1;
	}
	return -1;
}

/* ---- behind a branch ---- */

static bool
is_predicated(const ptx_shifter *s, int32_t node)
{
	return s->predicated && s->predicated[node];
}

/* No if that stays lies whole between the two. */
static bool
leads_straight(const ptx_shifter *s, int32_t from, int32_t to)
{
	for (int32_t n = from + 1; n < to; n++)
		if (s->predicated && !s->predicated[n] && !gm_ptx_dominates(&s->dominance, n, to))
			return false;
	return true;
}

/* All ways from the one to the other go through what stands between them in the text. */
static bool
stands_between(const ptx_shifter *s, int32_t from, int32_t to)
{
	int32_t *aside = gm_allocate((size_t)s->graph.count, sizeof *aside);
	const int32_t count = gm_ptx_nodes_aside(&s->graph, from, to, aside);
	free(aside);
	return count == 0;
}

/* To where all come through the block of the load: others would load from where nothing leads. */
static void
sink(ptx_shifter *s, int32_t i)
{
	const ptx_program *p = s->program;
	const int32_t from = p->node_of[i];
	int32_t to = gm_ptx_shift_goal_of(s, i, SHIFT_ALONG_DEEP);
	while (to >= 0 && to != from && (is_predicated(s, to) || p->loop_of[to] != p->loop_of[from]))
		to = s->dominator[to];
	if (to <= from || is_predicated(s, from) || !made_here_alone(s, i, i) ||
	    !gm_ptx_dominates(&s->dominance, from, to) || gm_ptx_dominates(&s->postdominance, to, from))
		return;
	const int32_t first = s->graph.nodes[to].first;
	if (leads_straight(s, from, to) && is_free_between(s, i, i + 1, first) &&
	    stands_between(s, from, to) && gm_ptx_shift_take_along(s, i, to))
		send(s, i, first, head_of(s, to), SIDES_STAY);
}

/* ---- before an if ---- */

static bool
same_words(const ptx_program *p, int32_t a, int32_t b)
{
	const ptx_step *x = &p->steps[a], *y = &p->steps[b];
	return x->type == y->type && x->space == y->space && x->a == y->a && x->immediate == y->immediate &&
	       x->vector == y->vector && !((p->words[a].flags ^ p->words[b].flags) & WORD_READ_ONLY);
}

/* The later of the two is made by the earlier, which moves. */
static void
hoist(ptx_shifter *s, int32_t i)
{
	const ptx_program *p = s->program;
	const int32_t side = p->node_of[i], head = head_of(s, side);
	if (head < 0 || head >= side || (s->predicated && !s->predicated[side]))
		return;
	const int32_t branch = s->graph.nodes[head].end - 1;
	for (int32_t k = s->graph.nodes[side].end; k < p->steps_count && k < i + SIDE_STEPS; k++) {
		const int32_t other = p->node_of[k];
		if (can_move(s, k) && same_words(p, i, k) && head_of(s, other) == head &&
		    made_here_alone(s, i, k) && made_here_alone(s, k, i) &&
		    (!s->predicated || s->predicated[other]) && is_free_between(s, i, branch, k)) {
			send(s, i, branch, head, SIDES_PREDICATED);
			return;
		}
	}
}

static int
by_place(const void *a, const void *b)
{
	const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

static int
look(ptx_shifter *s)
{
	s->count = 0;
	for (int32_t i = 0; i < s->program->steps_count; i++)
		s->goes_before[i] = -1;
	for (int32_t i = 0; i < s->program->steps_count; i++) {
		if (!can_move(s, i))
			continue;
		hoist(s, i);
		if (s->goes_before[i] < 0)
			sink(s, i);
	}
	qsort(s->movers, (size_t)s->count, sizeof *s->movers, by_place);
	return s->count;
}

/* ---- moving ---- */

/* Per step and one more: where it, and what goes before it, begins. `order` lists the steps anew. */
static void
order_anew(const ptx_shifter *s, int32_t *begins, int32_t *order)
{
	const int32_t count = s->program->steps_count;
	int32_t *first = gm_allocate((size_t)count, sizeof *first); /* per step: what goes before it, from 1 */
	int32_t *after = gm_allocate((size_t)count, sizeof *after); /* per mover: the next that goes there */
	int32_t next = 0;
	for (int k = s->count - 1; k >= 0; k--) {
		const int32_t mover = s->movers[k], to = s->goes_before[mover];
		after[mover] = first[to];
		first[to] = mover + 1;
	}
	for (int32_t i = 0; i < count; i++) {
		begins[i] = next;
		for (int32_t mover = first[i]; mover > 0; mover = after[mover - 1])
			order[next++] = mover - 1;
		if (s->goes_before[i] < 0)
			order[next++] = i;
	}
	begins[count] = next;
	free(first);
	free(after);
}

static void
move(ptx_shifter *s)
{
	ptx_program *p = s->program;
	const size_t count = (size_t)p->steps_count;
	int32_t *begins = gm_allocate(count + 1, sizeof *begins);
	int32_t *order = gm_allocate(count, sizeof *order);
	ptx_step *steps = gm_allocate(count, sizeof *steps);
	ptx_word *words = gm_allocate(count, sizeof *words);
	order_anew(s, begins, order);
	for (size_t i = 0; i < count; i++) {
		steps[i] = p->steps[order[i]];
		words[i] = p->words[order[i]];
		steps[i].loop = steps[i].reconverge = steps[i].within = -1;
		if (steps[i].action == ACTION_BRANCH)
			steps[i].target = begins[steps[i].target];
	}
	for (size_t i = 0; i < p->tables_count; i++)
		p->tables[i] = begins[p->tables[i]];
	memcpy(p->steps, steps, count * sizeof *steps);
	memcpy(p->words, words, count * sizeof *words);
	free(begins);
	free(order);
	free(steps);
	free(words);
}

void
gm_ptx_shift_loads(ptx_kernel *kernel)
{
	ptx_program *p = &kernel->program;
	ptx_shifter s = {.program = p};
	gm_ptx_graph_init(&s.graph, p);
	s.dominator = gm_ptx_dominators(&s.graph, false);
	int32_t *postdominator = gm_ptx_dominators(&s.graph, true);
	gm_ptx_dominance_init(&s.dominance, s.dominator, s.graph.count);
	gm_ptx_dominance_init(&s.postdominance, postdominator, s.graph.count);
	free(postdominator);
	gm_ptx_issue_values_init(&s.values, p);
	s.readers = gm_allocate((size_t)p->units_count + 1, sizeof *s.readers);
	s.beyond = gm_allocate((size_t)p->units_count + 1, sizeof *s.beyond);
	s.goes_before = gm_allocate((size_t)p->steps_count + 1, sizeof *s.goes_before);
	s.movers = gm_allocate((size_t)p->steps_count + 1, sizeof *s.movers);
	gm_ptx_shift_note_readers(&s);
	/* What is predicated is asked for only where something could move. */
	bool *predicated = look(&s) ? gm_ptx_issue_predicated(&kernel->base, kernel->cc) : NULL;
	s.predicated = predicated;
	const bool moves = predicated && look(&s) > 0;
	if (moves)
		move(&s);
	gm_ptx_graph_dispose(&s.graph);
	gm_ptx_issue_values_dispose(&s.values);
	free(s.dominator);
	gm_ptx_dominance_dispose(&s.dominance);
	gm_ptx_dominance_dispose(&s.postdominance);
	free(s.readers);
	free(s.beyond);
	free(s.goes_before);
	free(s.movers);
	free(predicated);
	if (moves)
		gm_ptx_flow_analyse(p, kernel->base.arena);
}
