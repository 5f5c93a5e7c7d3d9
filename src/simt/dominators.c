#include "simt/flow.h"

#include <stdlib.h>
#include <string.h>

/*
 * Dominators by semidominators: the node nearest to the root from which a way leads to a node that, but
 * for its ends, visits only nodes that were numbered behind it. The immediate dominator is then the
 * lowest node above it in the tree that lies no lower than that one.
 * Sources: Lengauer, Tarjan, TOPLAS 1(1), 1979; Georgiadis, PhD thesis, Princeton 2005, section 2.2.
 */
typedef struct finder {
	const ptx_graph *graph;
	bool backwards;
	int32_t count;     /* nodes that the root reaches */
	int32_t *number;   /* per node: in the order of the walk; -1 not reached */
	int32_t *node;     /* per number, as all that follow */
	int32_t *parent;   /* in the tree of the walk */
	int32_t *ancestor; /* the same with ways made short; -1: not yet part of the forest */
	int32_t *label;    /* of those on the way to the ancestor, the one with the least semidominator */
	int32_t *semi, *dominator;
	int32_t *stack;
} finder;

static int32_t
edges_of(const ptx_graph *g, int32_t n, bool incoming, const int32_t **rows)
{
	const ptx_node *node = &g->nodes[n];
	*rows = incoming ? g->predecessors + node->predecessors : g->successors + node->successors;
	return incoming ? node->predecessors_count : node->successors_count;
}

static void
take(finder *f, int32_t node, int32_t parent)
{
	const int32_t v = f->count++;
	f->number[node] = v;
	f->node[v] = node;
	f->parent[v] = parent;
	f->ancestor[v] = -1;
	f->label[v] = f->semi[v] = v;
}

static void
walk(finder *f, int32_t root)
{
	int32_t *next = gm_allocate((size_t)f->graph->count, sizeof *next), depth = 0;
	memset(f->number, 0xff, (size_t)f->graph->count * sizeof *f->number);
	take(f, root, -1);
	f->stack[depth++] = root;
	while (depth > 0) {
		const int32_t n = f->stack[depth - 1], *rows;
		const int32_t edges = edges_of(f->graph, n, f->backwards, &rows);
		if (next[n] == edges) {
			depth--;
			continue;
		}
		const int32_t to = rows[next[n]++];
		if (f->number[to] < 0) {
			take(f, to, f->number[n]);
			f->stack[depth++] = to;
		}
	}
	free(next);
}

/* The label of v, after the way to the top of its tree was made short. */
static int32_t
least_above(finder *f, int32_t v)
{
	int32_t depth = 0;
	if (f->ancestor[v] < 0)
		return v;
	for (int32_t u = v; f->ancestor[f->ancestor[u]] >= 0; u = f->ancestor[u])
		f->stack[depth++] = u;
	while (depth > 0) {
		const int32_t u = f->stack[--depth], above = f->ancestor[u];
		if (f->semi[f->label[above]] < f->semi[f->label[u]])
			f->label[u] = f->label[above];
		f->ancestor[u] = f->ancestor[above];
	}
	return f->label[v];
}

static void
find_semidominators(finder *f)
{
	for (int32_t v = f->count - 1; v > 0; v--) {
		const int32_t *rows;
		const int32_t edges = edges_of(f->graph, f->node[v], !f->backwards, &rows);
		for (int32_t e = 0; e < edges; e++) {
			if (f->number[rows[e]] < 0)
				continue;
			const int32_t u = least_above(f, f->number[rows[e]]);
			if (f->semi[u] < f->semi[v])
				f->semi[v] = f->semi[u];
		}
		f->ancestor[v] = f->parent[v];
	}
}

static void
find_dominators(finder *f)
{
	for (int32_t v = 1; v < f->count; v++) {
		int32_t above = f->parent[v];
		while (above > f->semi[v])
			above = f->dominator[above];
		f->dominator[v] = above;
	}
}

int32_t *
gm_ptx_dominators(const ptx_graph *g, bool backwards)
{
	const size_t count = (size_t)g->count;
	int32_t *room = gm_allocate(8 * count, sizeof *room);
	int32_t *out = gm_allocate(count, sizeof *out);
	finder f = {.graph = g,
		    .backwards = backwards,
		    .number = room,
		    .node = room + count,
		    .parent = room + 2 * count,
		    .ancestor = room + 3 * count,
		    .label = room + 4 * count,
		    .semi = room + 5 * count,
		    .dominator = room + 6 * count,
		    .stack = room + 7 * count};
	walk(&f, backwards ? g->count - 1 : 0);
	find_semidominators(&f);
	find_dominators(&f);
	memset(out, 0xff, count * sizeof *out);
	for (int32_t v = 1; v < f.count; v++)
		out[f.node[v]] = f.node[f.dominator[v]];
	free(room);
	return out;
}

/* ---- who dominates whom ---- */

void
gm_ptx_dominance_init(ptx_dominance *d, const int32_t *dominator, int32_t count)
{
	int32_t *below = gm_allocate((size_t)count + 1, sizeof *below); /* the first child */
	int32_t *beside = gm_allocate((size_t)count + 1, sizeof *beside);
	int32_t at = 0;
	d->first = gm_allocate((size_t)count, sizeof *d->first);
	d->last = gm_allocate((size_t)count, sizeof *d->last);
	memset(below, 0xff, (size_t)count * sizeof *below);
	for (int32_t n = count; n-- > 0;) {
		beside[n] = dominator[n] >= 0 ? below[dominator[n]] : -1;
		if (dominator[n] >= 0)
			below[dominator[n]] = n;
	}
	for (int32_t root = 0; root < count; root++) {
		int32_t n = dominator[root] < 0 ? root : -1;
		while (n >= 0) {
			d->first[n] = at++;
			if (below[n] >= 0) {
				n = below[n];
				continue;
			}
			d->last[n] = at;
			while (n != root && beside[n] < 0)
				d->last[n = dominator[n]] = at;
			n = n == root ? -1 : beside[n];
		}
	}
	free(below);
	free(beside);
}

void
gm_ptx_dominance_dispose(ptx_dominance *d)
{
	free(d->first);
	free(d->last);
	*d = (ptx_dominance){0};
}

bool
gm_ptx_dominates(const ptx_dominance *d, int32_t a, int32_t b)
{
	return d->first[a] <= d->first[b] && d->first[b] < d->last[a];
}
