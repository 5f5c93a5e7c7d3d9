/*
 * Where lanes meet that some ways let out before.
 *
 * A way that ends the kernel is no way on: the assembler writes EXIT at the end of each, and lanes that
 * leave there are not waited for. So the sides of a branch meet at the first block that both come to,
 * unless what they reach without passing it joins what lies behind it. That is after a loop or an if with
 * a return in it, where the immediate post-dominator is the end of the kernel.
 * Source: BSSY and BSYNC in code of ptxas 13.0 for sm_90, of 12 kernels that return from loops and ifs. (In
 * one of them, a loop whose last branch is the one to the return, they meet behind its other way out; here,
 * where the last branch leads.)
 */
#include "ptx/flow.h"

#include <stdlib.h>
#include <string.h>

enum { NODES_MOST = 256, WORDS = NODES_MOST / 64 };

typedef struct node_set {
	uint64_t bits[WORDS];
} node_set;

static bool
has(const node_set *s, int32_t node)
{
	return s->bits[node / 64] >> (node % 64) & 1;
}

bool
gm_ptx_is_way_out(const ptx_program *p, const ptx_graph *g, int32_t node)
{
	if (node < 0 || node == g->count - 1)
		return true;
	const ptx_step *s = &p->steps[g->nodes[node].first];
	return s->action == ACTION_EXIT && s->guard == PTX_NO_UNIT;
}

/* What ways are followed: of what graph, whether on to further turns of loops, and where they stop. */
typedef struct follower {
	const ptx_program *program;
	const ptx_graph *graph;
	const int32_t *dominator;
	bool turns;
	int32_t avoided;
} follower;

/* Every way to the node `of` passes `node`, or it is the same. */
static bool
is_above(const follower *f, int32_t node, int32_t of)
{
	while (of >= 0 && of != node)
		of = f->dominator[of];
	return of >= 0;
}

static bool
add(const follower *f, int32_t node, node_set *out)
{
	if (gm_ptx_is_way_out(f->program, f->graph, node) || node == f->avoided || has(out, node))
		return false;
	out->bits[node / 64] |= (uint64_t)1 << (node % 64);
	return true;
}

/* Blocks that the node leads to, itself among them, without ways out. */
static void
reach(const follower *f, int32_t node, node_set *out)
{
	int32_t stack[NODES_MOST];
	int depth = 0;
	if (add(f, node, out))
		stack[depth++] = node;
	while (depth > 0) {
		const int32_t from = stack[--depth];
		const ptx_node *n = &f->graph->nodes[from];
		for (int32_t e = 0; e < n->successors_count; e++) {
			const int32_t to = f->graph->successors[n->successors + e];
			if ((f->turns || !is_above(f, to, from)) && add(f, to, out))
				stack[depth++] = to;
		}
	}
}

static bool
are_apart(const node_set *a, const node_set *b)
{
	for (int w = 0; w < WORDS; w++)
		if (a->bits[w] & b->bits[w])
			return false;
	return true;
}

/* Blocks that both sides come to; false: none. */
static bool
find_common(const follower *f, const int32_t sides[2], node_set *out)
{
	node_set first = {{0}}, second = {{0}};
	bool any = false;
	reach(f, sides[0], &first);
	reach(f, sides[1], &second);
	for (int w = 0; w < WORDS; w++) {
		out->bits[w] = first.bits[w] & second.bits[w];
		any |= out->bits[w] != 0;
	}
	return any;
}

/* Nothing that the sides reach without the node is reached from it. */
static bool
gathers(follower f, const int32_t sides[2], int32_t node)
{
	node_set before = {{0}}, behind = {{0}};
	reach(&f, node, &behind);
	f.avoided = node;
	reach(&f, sides[0], &before);
	reach(&f, sides[1], &before);
	return are_apart(&before, &behind);
}

/* Where a loop goes on that its last branch turns, -1; of its ways out those before are for lanes that have
   found something. */
static int32_t
behind_loop(const follower *f, int32_t latch, int32_t inside)
{
	const ptx_node *n = &f->graph->nodes[latch];
	const int32_t *to = &f->graph->successors[n->successors];
	for (int k = 0; n->successors_count == 2 && k < 2; k++)
		if (is_above(f, to[k], latch) && is_above(f, to[k], inside))
			return to[1 - k];
	return -1;
}

int32_t
gm_ptx_meets_before_exit(const ptx_program *p, const ptx_graph *g, const int32_t *dominator, int32_t node)
{
	const ptx_node *n = &g->nodes[node];
	follower f = {p, g, dominator, false, -1};
	if (g->count > NODES_MOST || n->successors_count != 2)
		return -1;
	const int32_t *sides = &g->successors[n->successors];
	node_set common;
	const bool meet = find_common(&f, sides, &common);
	for (int32_t to = 0; meet && to < g->count - 1; to++)
		if (has(&common, to) && gathers(f, sides, to))
			return to;
	f.turns = true;
	if (!find_common(&f, sides, &common))
		return -1;
	for (int32_t latch = node; latch < g->count - 1; latch++) {
		const int32_t to = behind_loop(&f, latch, node);
		if (to >= 0 && has(&common, to) && gathers(f, sides, to))
			return to;
	}
	return -1;
}
