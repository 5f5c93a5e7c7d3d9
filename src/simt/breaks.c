#include "simt/breaks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- conditions with more than one test ---- */

enum { NODES_MOST = 1024 };

/* What follows a branch up to where its sides meet. */
typedef struct region {
	const ptx_graph *graph; /* of one turn, or of the program */
	int32_t end;            /* node where the sides meet; they go no further */
	bool side[2][NODES_MOST], both[NODES_MOST];
	bool before[NODES_MOST]; /* the node that both sides lead to */
	bool leads[NODES_MOST];  /* what a way leads to */
	uint8_t past[NODES_MOST]; /* ptx_leaves: by which side lanes go past it */
	int32_t stack[NODES_MOST];
} region;

/* Marks what the node leads to, itself among it. */
static void
reach(region *r, int32_t node, bool *out)
{
	int32_t depth = 0;
	memset(out, 0, (size_t)r->graph->count * sizeof *out);
	if (node == r->end)
		return;
	out[node] = true;
	r->stack[depth++] = node;
	while (depth > 0) {
		const ptx_node *n = &r->graph->nodes[r->stack[--depth]];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = r->graph->successors[n->successors + e];
			if (to == r->end || out[to])
				continue;
			out[to] = true;
			r->stack[depth++] = to;
		}
	}
}

/* Of the nodes that both sides lead to, the one through which they are entered; -1: none, or several. */
static int32_t
shared_entry(region *r, int32_t node)
{
	const ptx_node *from = &r->graph->nodes[node];
	int32_t entry = -1;
	for (int s = 0; s < 2; s++)
		reach(r, r->graph->successors[from->successors + s], r->side[s]);
	for (int32_t n = 0; n < r->graph->count; n++)
		r->both[n] = r->side[0][n] && r->side[1][n];
	for (int32_t n = 0; n < r->graph->count; n++)
		for (int32_t e = 0; r->both[n] && e < r->graph->nodes[n].predecessors_count; e++) {
			const int32_t before = r->graph->predecessors[r->graph->nodes[n].predecessors + e];
			const bool comes = before == node || r->side[0][before] || r->side[1][before];
			if (!comes || r->both[before])
				continue;
			if (entry >= 0 && entry != n)
				return -1;
			entry = n;
		}
	return entry;
}

/* How many of the node's ways on lead to the shared one. */
static int
ways_to(region *r, int32_t node, int32_t entry)
{
	const ptx_node *from = &r->graph->nodes[node];
	int count = 0;
	for (int32_t e = 0; e < from->successors_count; e++) {
		const int32_t next = r->graph->successors[from->successors + e];
		reach(r, next, r->leads);
		count += next == entry || r->leads[entry];
	}
	return count;
}

static bool
leads_to(region *r, int32_t node, int32_t entry)
{
	reach(r, node, r->leads);
	return node == entry || r->leads[entry];
}

/* By which side of a branch on the way to the shared node lanes go past it. False: this cannot be said of it, as it is
   by a table, or others go past another meeting by the other side. */
static bool
find_way_past(region *r, const ptx_program *p, const ptx_graph *g, int32_t node, int32_t entry)
{
	const ptx_step *s = &p->steps[g->nodes[node].end - 1];
	const int count = r->graph->nodes[node].successors_count, ways = ways_to(r, node, entry);
	r->past[node] = LEAVES_NOT;
	if (ways == 0 || ways == count)
		return true;
	if (count != 2 || !parts(s))
		return false;
	r->past[node] = leads_to(r, g->node_of[s->target], entry) ? LEAVES_BY_NEXT : LEAVES_BY_TARGET;
	return s->breaks == LEAVES_NOT || s->breaks == r->past[node];
}

/* Branches on the way to the shared node of which one side does not lead there. False: nothing is noted. */
static bool
note_ways_past(region *r, ptx_program *p, const ptx_graph *g, int32_t node, int32_t entry)
{
	const int32_t count = r->graph->count - 1;
	for (int32_t n = 0; n < count; n++) {
		r->before[n] = n != node && (r->side[0][n] || r->side[1][n]) && !r->both[n];
		if (r->before[n] && !find_way_past(r, p, g, n, entry))
			return false;
	}
	for (int32_t n = 0; n < count; n++)
		if (r->before[n] && r->past[n] != LEAVES_NOT)
			p->steps[g->nodes[n].end - 1].breaks = r->past[n];
	return true;
}

/* if (a || b[i]) x; else y: x is come to by both tests, and all meet there before they meet behind y. */
static void
note_shared(region *r, ptx_program *p, const ptx_graph *g, int32_t node)
{
	ptx_step *s = &p->steps[g->nodes[node].end - 1];
	if (!parts(s) || s->within >= 0 || s->reconverge < 0 || r->graph->nodes[node].successors_count != 2)
		return;
	r->end = g->node_of[s->reconverge];
	const int32_t entry = shared_entry(r, node);
	if (entry < 0 || entry == g->count - 1)
		return;
	if (note_ways_past(r, p, g, node, entry))
		s->within = g->nodes[entry].first;
}

/* The sides meet in the same loop: no way leaves it before. */
static bool
meets_in(const ptx_program *p, const ptx_graph *g, int32_t loop, int32_t node)
{
	const int32_t meets = p->steps[g->nodes[node].end - 1].reconverge;
	return loop < 0 || (meets >= 0 && gm_ptx_loop_has_node(&p->loops[loop], g->node_of[meets]));
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
	if (g->count > NODES_MOST)
		return;
	region *r = gm_allocate(1, sizeof *r);
	for (int32_t i = -1; i < p->loops_count; i++) {
		ptx_graph turn = *g;
		if (i >= 0)
			gm_ptx_graph_of_turn(&turn, g, &p->loops[i]);
		r->graph = &turn;
		for (int32_t n = 0; n < g->count - 1; n++)
			if (p->loop_of[n] == i && meets_in(p, g, i, n))
				note_shared(r, p, g, n);
		if (i >= 0)
			gm_ptx_graph_dispose(&turn);
	}
	free(r);
}
