#include "simt/breaks.h"

#include <stdlib.h>

typedef struct leaving {
	const ptx_program *program;
	const ptx_graph *graph;
	const ptx_loop *loop;
} leaving;

static ptx_step *
last_of(const leaving *l, int32_t node)
{
	return &l->program->steps[l->graph->nodes[node].end - 1];
}

static bool
has(const leaving *l, int32_t node)
{
	return node < l->graph->count - 1 && gm_ptx_loop_has_node(l->loop, node);
}

static bool
parts(const ptx_step *s)
{
	return s->action == ACTION_BRANCH && s->guard != PTX_NO_UNIT;
}

/* By which side lanes leave the loop at the end of a node. */
static ptx_leaves
left_at(const leaving *l, int32_t node)
{
	const ptx_step *s = last_of(l, node);
	if (!parts(s) || !has(l, node))
		return LEAVES_NOT;
	if (!has(l, l->graph->node_of[s->target]))
		return LEAVES_BY_TARGET;
	return has(l, node + 1) ? LEAVES_NOT : LEAVES_BY_NEXT;
}

/* The step behind the loop where all that leave it meet; -1: there is none, or it is left in other ways. */
static int32_t
behind(const leaving *l)
{
	int32_t meets = -1;
	for (int32_t n = 0; n < l->graph->count - 1; n++) {
		const ptx_step *s = last_of(l, n);
		if (!has(l, n))
			continue;
		for (int32_t i = l->graph->nodes[n].first; i < l->graph->nodes[n].end; i++)
			if (l->program->words[i].opcode == OP_ATOM)
				return -1;
		if (s->action == ACTION_TABLE)
			return -1;
		if (left_at(l, n) == LEAVES_NOT)
			continue;
		if (s->reconverge < 0 || (meets >= 0 && s->reconverge != meets))
			return -1;
		meets = s->reconverge;
	}
	return meets < 0 || has(l, l->graph->node_of[meets]) ? -1 : meets;
}

/* A side is the next turn: what leads back so is a loop of its own, which is left to the other side. */
static bool
turns(const leaving *l, int32_t node)
{
	const int32_t header = l->graph->node_of[l->loop->header];
	return node + 1 == header || l->graph->node_of[last_of(l, node)->target] == header;
}

/* Branches of the loop, and of no other in it, whose sides meet behind it, or in it but in another turn. */
static bool
meet_within(const leaving *l, int32_t loop, int32_t meets)
{
	ptx_graph turn;
	bool any = false;
	gm_ptx_graph_of_turn(&turn, l->graph, l->loop);
	int32_t *after = gm_ptx_dominators(&turn, true);
	gm_ptx_graph_dispose(&turn);
	for (int32_t n = 0; n < l->graph->count - 1; n++) {
		ptx_step *s = last_of(l, n);
		if (l->program->loop_of[n] != loop || !parts(s) || s->reconverge < 0 || after[n] < 0 ||
		    left_at(l, n) != LEAVES_NOT)
			continue;
		const bool next = after[n] == l->graph->count - 1;
		const int32_t to = next ? l->loop->header : l->graph->nodes[after[n]].first;
		const int32_t met = l->graph->node_of[s->reconverge];
		if (to == s->reconverge || (s->reconverge != meets && (!has(l, met) || turns(l, n))))
			continue;
		s->within = to;
		s->reconverge = meets;
		any = true;
	}
	free(after);
	return any;
}

void
gm_ptx_note_breaks(ptx_program *p, const ptx_graph *g)
{
	for (int32_t i = 0; i < p->steps_count; i++) {
		p->steps[i].within = -1;
		p->steps[i].breaks = LEAVES_NOT;
	}
	for (int32_t i = 0; i < p->loops_count; i++) {
		const leaving l = {p, g, &p->loops[i]};
		const int32_t meets = behind(&l);
		if (meets < 0 || !meet_within(&l, i, meets))
			continue;
		for (int32_t n = 0; n < g->count - 1; n++)
			if (left_at(&l, n) != LEAVES_NOT)
				last_of(&l, n)->breaks = (uint8_t)left_at(&l, n);
	}
}
