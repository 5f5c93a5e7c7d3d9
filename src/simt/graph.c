#include "simt/flow.h"

#include <stdlib.h>
#include <string.h>

static bool
falls_through(const ptx_step *s)
{
	return !ptx_ends_node(s) || s->guard != PTX_NO_UNIT;
}

static void
mark_leaders(const ptx_program *p, bool *leads)
{
	leads[0] = true;
	for (int32_t i = 0; i < p->steps_count; i++) {
		const ptx_step *s = &p->steps[i];
		if (ptx_ends_node(s) && i + 1 < p->steps_count)
			leads[i + 1] = true;
		if (s->action == ACTION_BRANCH)
			leads[s->target] = true;
		for (int64_t t = 0; s->action == ACTION_TABLE && t < s->immediate; t++)
			leads[p->tables[s->target + t]] = true;
	}
}

static void
make_nodes(ptx_graph *g, const ptx_program *p)
{
	bool *leads = gm_allocate((size_t)p->steps_count + 1, sizeof *leads);
	mark_leaders(p, leads);
	g->node_of = gm_allocate((size_t)p->steps_count, sizeof *g->node_of);
	g->nodes = gm_allocate((size_t)p->steps_count + 1, sizeof *g->nodes);
	for (int32_t i = 0; i < p->steps_count; i++) {
		if (leads[i])
			g->nodes[g->count++].first = i;
		g->node_of[i] = g->count - 1;
		g->nodes[g->count - 1].end = i + 1;
	}
	g->count++;
	free(leads);
}

typedef struct edge_list {
	int32_t (*pairs)[2];
	size_t count, room;
} edge_list;

static void
add_edge(edge_list *list, int32_t from, int32_t to)
{
	list->pairs = gm_grow(list->pairs, &list->room, list->count + 1, sizeof *list->pairs);
	list->pairs[list->count][0] = from;
	list->pairs[list->count++][1] = to;
}

static void
list_edges(const ptx_graph *g, const ptx_program *p, edge_list *list)
{
	const int32_t end = g->count - 1;
	for (int32_t n = 0; n < end; n++) {
		const ptx_step *s = &p->steps[g->nodes[n].end - 1];
		if (s->action == ACTION_BRANCH)
			add_edge(list, n, g->node_of[s->target]);
		for (int64_t t = 0; s->action == ACTION_TABLE && t < s->immediate; t++)
			add_edge(list, n, g->node_of[p->tables[s->target + t]]);
		if (s->action == ACTION_EXIT || s->action == ACTION_TRAP)
			add_edge(list, n, end);
		if (falls_through(s))
			add_edge(list, n, n + 1);
	}
}

/* Rows of one direction, by counting sort. */
static int32_t *
sorted(const edge_list *list, ptx_graph *g, int by)
{
	int32_t *rows = gm_allocate(list->count, sizeof *rows);
	int32_t *at = gm_allocate((size_t)g->count + 1, sizeof *at);
	for (size_t i = 0; i < list->count; i++)
		at[list->pairs[i][by] + 1]++;
	for (int32_t n = 0; n < g->count; n++) {
		ptx_node *node = &g->nodes[n];
		*(by == 0 ? &node->successors_count : &node->predecessors_count) = at[n + 1];
		at[n + 1] += at[n];
		*(by == 0 ? &node->successors : &node->predecessors) = at[n];
	}
	for (size_t i = 0; i < list->count; i++)
		rows[at[list->pairs[i][by]]++] = list->pairs[i][1 - by];
	free(at);
	return rows;
}

void
gm_ptx_graph_init(ptx_graph *g, const ptx_program *program)
{
	edge_list list = {0};
	*g = (ptx_graph){0};
	make_nodes(g, program);
	list_edges(g, program, &list);
	g->successors = sorted(&list, g, 0);
	g->predecessors = sorted(&list, g, 1);
	free(list.pairs);
}

void
gm_ptx_graph_of_turn(ptx_graph *out, const ptx_graph *g, const ptx_loop *loop)
{
	const int32_t end = g->count - 1, header = g->node_of[loop->header];
	edge_list list = {0};
	*out = (ptx_graph){.nodes = gm_allocate((size_t)g->count, sizeof *g->nodes), .count = g->count};
	memcpy(out->nodes, g->nodes, (size_t)g->count * sizeof *g->nodes);
	for (int32_t n = 0; n < end; n++)
		for (int32_t e = 0; gm_ptx_loop_has_node(loop, n) && e < g->nodes[n].successors_count; e++) {
			const int32_t to = g->successors[g->nodes[n].successors + e];
			if (to != end && gm_ptx_loop_has_node(loop, to))
				add_edge(&list, n, to == header ? end : to);
		}
	out->successors = sorted(&list, out, 0);
	out->predecessors = sorted(&list, out, 1);
	free(list.pairs);
}

void
gm_ptx_graph_dispose(ptx_graph *g)
{
	free(g->nodes);
	free(g->successors);
	free(g->predecessors);
	free(g->node_of);
	*g = (ptx_graph){0};
}
